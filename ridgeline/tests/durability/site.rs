//! A company at work: users who make all kinds of changes at once, and record which are acknowledged.

use std::{
    fmt::Write as _,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use image::{ImageFormat, Rgb, RgbImage};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::{
    ledger::{Change, Ledger},
    people::{ApiClient, CallOutcome, Person, text},
};

/// The number of concurrent writers.
pub const WRITERS: usize = 6;
/// The number of rows in an order and in an imported sheet.
pub const ROWS: usize = 5;

/// How long a writer waits after a refusal.
const BREATH: Duration = Duration::from_millis(25);

/// A contractor, the subcontractor it chats with, and the writers.
pub struct Site {
    pub client: ApiClient,
    pub admin: Person,
    /// Reads along in the room and never marks a message as read.
    pub reader: Person,
    pub room: String,
    pub writers: Vec<Writer>,
}

/// A user who makes one change after another.
pub struct Writer {
    pub job: String,
    pub order: String,
    products: Vec<String>,
    turns: usize,
    pub ledger: Ledger,
}

impl Site {
    /// Sets it up on a fresh server.
    pub async fn open(client: ApiClient) -> Self {
        let admin = client.founder("ana@summit.example", "contractor").await;
        let reader = client.founder("sam@crew.example", "subcontractor").await;
        let form =
            json!({ "senderId": admin.company, "recipientId": reader.company, "message": "" });
        let requested = client.post(&admin.token, "/api/connections/connect", form).await;
        let room = text(&requested["connection"]["id"]).to_owned();
        client.post(&reader.token, "/api/connections/accept", json!({ "id": room })).await;
        let form = json!({ "title": "Shingles" });
        let created = client.post(&admin.token, "/api/products/categories/add", form).await;
        let category = created["category"]["id"].clone();
        let mut products = Vec::new();
        for number in 0..ROWS {
            let form = json!({ "name": format!("Ridge cap {number}"), "unitCost": 62.5, "categoryId": category });
            let created = client.post(&admin.token, "/api/products/add", form).await;
            products.push(text(&created["product"]["id"]).to_owned());
        }
        let mut writers = Vec::new();
        for number in 0..WRITERS {
            let form =
                json!({ "title": format!("Site {number}"), "city": "Nashville", "state": "TN" });
            let job = client.post(&admin.token, "/api/jobs/create", form).await["id"].clone();
            let created =
                client.post(&admin.token, "/api/purchase_orders/create", json!({ "jobId": job }));
            let order = text(&created.await["newPurchaseOrder"]["id"]).to_owned();
            let (job, products) = (text(&job).to_owned(), products.clone());
            // Each starts with a different kind, so that all kinds are in progress at any moment.
            writers.push(Writer { job, order, products, turns: number, ledger: Ledger::default() });
        }
        Self { client, admin, reader, room, writers }
    }

    /// Lets all writers work until they are stopped. A writer that gets no response stops if `persist` is
    /// false, and continues if it is true.
    pub fn work(&mut self, persist: bool) -> Work {
        let stop = Arc::new(AtomicBool::new(false));
        let mut under_way = JoinSet::new();
        for mut writer in self.writers.drain(..) {
            let (client, admin, room) =
                (self.client.clone(), self.admin.clone(), self.room.clone());
            let stop = stop.clone();
            under_way.spawn(async move {
                while !stop.load(Ordering::Relaxed) {
                    let change = writer.next();
                    let outcome = change.make(&client, &admin, &room, &writer).await;
                    let (silent, refused) = (
                        matches!(outcome, CallOutcome::Unanswered),
                        matches!(outcome, CallOutcome::Refused(_)),
                    );
                    writer.ledger.note(change, outcome);
                    if silent && !persist {
                        break;
                    }
                    if silent || refused {
                        // No user retries as fast as a machine can.
                        tokio::time::sleep(BREATH).await;
                    }
                }
                writer
            });
        }
        Work { stop, under_way }
    }

    /// How many changes have been acknowledged so far.
    pub fn acknowledged(&self) -> usize {
        self.writers.iter().map(|writer| writer.ledger.done.len()).sum()
    }
}

/// The running writers.
pub struct Work {
    stop: Arc<AtomicBool>,
    under_way: JoinSet<Writer>,
}

impl Work {
    /// Stops the writers and waits for the last of them.
    pub async fn end(mut self, site: &mut Site) {
        self.stop.store(true, Ordering::Relaxed);
        while let Some(writer) = self.under_way.join_next().await {
            site.writers.push(writer.expect("a writer"));
        }
    }
}

impl Writer {
    fn next(&mut self) -> Change {
        self.turns += 1;
        let mark = Uuid::now_v7().simple().to_string();
        match self.turns % 6 {
            0 => Change::Job { title: mark },
            1 => Change::Message { contents: mark },
            2 => Change::Rows { quantity: self.turns },
            3 => Change::Note { content: mark },
            4 => Change::Import { mark },
            _ => Change::Photo { width: 40 + u32::try_from(self.turns).expect("few") % 400 },
        }
    }
}

impl Change {
    /// Sends the change to the server.
    pub async fn make(
        &self,
        client: &ApiClient,
        admin: &Person,
        room: &str,
        writer: &Writer,
    ) -> CallOutcome {
        let who = &admin.token;
        let post =
            async |path: &str, body: Value| client.call(who, Method::POST, path, &body).await;
        match self {
            Self::Job { title } => {
                let form = json!({ "title": title, "city": "Nashville", "state": "TN" });
                post("/api/jobs/create", form).await
            }
            Self::Message { contents } => {
                let form = json!({
                    "userId": admin.user, "roomId": room, "contents": contents, "tempId": contents,
                });
                post("/api/chat/sendMessage", form).await
            }
            Self::Rows { quantity } => {
                let row = |id: &String| json!({ "productId": id, "quantity": quantity, "purchaseOrderId": writer.order });
                let rows: Vec<Value> = writer.products.iter().map(row).collect();
                let path = format!("/api/purchase_orders/updateOrderItems/{}", writer.order);
                post(&path, rows.into()).await
            }
            Self::Note { content } => {
                let form =
                    json!({ "authorId": admin.user, "jobId": writer.job, "content": content });
                post("/api/jobs/addNote", form).await
            }
            Self::Import { mark } => {
                let mut sheet = String::from("title,city,state\n");
                for row in 0..ROWS {
                    writeln!(sheet, "{mark} {row},Nashville,TN").expect("text");
                }
                client.upload(who, "/api/jobs/import", ("file", "jobs.csv"), sheet.as_bytes()).await
            }
            Self::Photo { width } => {
                let path = format!("/api/jobs/uploadJobImage/{}", writer.job);
                client.upload(who, &path, ("image", "roof.jpg"), &photo(*width)).await
            }
        }
    }
}

/// A picture of this width in pixels.
pub fn photo(width: u32) -> Vec<u8> {
    let pixels = RgbImage::from_fn(width, 30, |x, y| Rgb([(x % 251) as u8, (y % 241) as u8, 90]));
    let mut file = std::io::Cursor::new(Vec::new());
    pixels.write_to(&mut file, ImageFormat::Jpeg).expect("a picture");
    file.into_inner()
}
