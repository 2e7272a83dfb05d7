//! Compares what the writers recorded with what the server has stored.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::{
    ledger::Change,
    people::text,
    site::{ROWS, Site, WRITERS},
};

/// How many changes of unknown outcome are stored, and how many are not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    pub stored: usize,
    pub not_stored: usize,
}

/// What the server has stored, for changes that have a unique name.
struct Books {
    /// How often each title or text is stored.
    times: BTreeMap<String, usize>,
}

impl Books {
    fn of(&self, name: &str) -> usize {
        self.times.get(name).copied().unwrap_or(0)
    }

    /// How often a change is stored.
    fn times(&self, change: &Change) -> usize {
        match change {
            Change::Job { title: name }
            | Change::Message { contents: name }
            | Change::Note { content: name } => self.of(name),
            Change::Import { mark } => {
                let rows = (0..ROWS).map(|row| self.of(&format!("{mark} {row}")));
                let rows: BTreeSet<usize> = rows.collect();
                assert_eq!(rows.len(), 1, "a sheet came in by halves: {mark}");
                rows.into_iter().sum()
            }
            Change::Rows { .. } | Change::Photo { .. } => unreachable!("they have no names"),
        }
    }
}

impl Site {
    /// Compares the server's data with all ledgers. Afterwards no outcome is unknown.
    pub async fn audit(&mut self) -> Found {
        assert_eq!(self.writers.len(), WRITERS);
        self.send_open_messages_again().await;
        let books = self.books().await;
        let mut found = Found::default();
        let mut writers = std::mem::take(&mut self.writers);
        for writer in &mut writers {
            let quantity = self.quantity(&writer.order).await;
            let photos = self.photos(&writer.job).await;
            let ledger = &mut writer.ledger;
            let allowed = ledger.quantities();
            assert!(allowed.contains(&quantity), "{quantity:?} is none of {allowed:?}");
            let adopted = ledger.adopt_photos(photos);
            found.stored += adopted;
            for change in ledger.done.iter().filter(|change| change.has_name()) {
                assert_eq!(books.times(change), 1, "acknowledged, and not there once: {change:?}");
            }
            for (change, refusal) in ledger.refused.iter().filter(|(change, _)| change.has_name()) {
                assert_eq!(books.times(change), 0, "{refusal:?}, and it is there: {change:?}");
            }
            let mut photos_left = adopted;
            for (change, _) in std::mem::take(&mut ledger.open) {
                let is_there = match &change {
                    Change::Rows { quantity: open } => quantity == Some(*open),
                    Change::Photo { .. } if photos_left > 0 => {
                        photos_left -= 1;
                        ledger.done.push(change);
                        continue;
                    }
                    Change::Photo { .. } => false,
                    named => {
                        let times = books.times(named);
                        assert!(times <= 1, "there twice: {named:?}");
                        times == 1
                    }
                };
                if is_there {
                    found.stored += 1;
                    ledger.done.push(change);
                } else {
                    found.not_stored += 1;
                }
            }
        }
        self.writers = writers;
        found
    }

    /// A browser that got no response sends the message again, under the same temporary id.
    async fn send_open_messages_again(&mut self) {
        let (client, admin, room) = (self.client.clone(), self.admin.clone(), self.room.clone());
        for writer in &mut self.writers {
            for (change, before) in std::mem::take(&mut writer.ledger.open) {
                if let Change::Message { .. } = change {
                    let outcome = change.make(&client, &admin, &room, writer).await;
                    writer.ledger.note(change, outcome);
                } else {
                    writer.ledger.open.push((change, before));
                }
            }
        }
    }

    async fn books(&self) -> Books {
        let mut times = BTreeMap::new();
        let mut note = |name: &Value| *times.entry(text(name).to_owned()).or_insert(0) += 1;
        let list = self.client.get(&self.admin.token, "/api/jobs/myJobs/contractor").await;
        for job in list["jobs"].as_array().expect("jobs") {
            assert_eq!((&job["city"], &job["state"]), (&json!("Nashville"), &json!("TN")), "whole");
            note(&job["title"]);
        }
        for writer in &self.writers {
            let path = format!("/api/jobs/fetchNotes/{}", writer.job);
            let list = self.client.get(&self.admin.token, &path).await;
            list["notes"].as_array().expect("notes").iter().for_each(|one| note(&one["content"]));
        }
        let (mut before, mut messages) = (None, 0);
        loop {
            let page = self.messages(before.as_deref()).await;
            for message in &page {
                note(&message["contents"]);
            }
            messages += page.len();
            // The oldest message of a page is the cursor for the page before it.
            let ids = page.iter().map(|message| text(&message["id"]).to_owned());
            let Some(oldest) = ids.min() else { break };
            before = Some(oldest);
        }
        let rooms = self.client.get(&self.reader.token, "/api/chat/rooms").await;
        assert_eq!(rooms["rooms"][0]["unread"], json!(messages), "every message is counted, once");
        Books { times }
    }

    async fn messages(&self, before: Option<&str>) -> Vec<Value> {
        let path = format!("/api/chat/messages/room/{}?read=false", self.room);
        let page = self.client.get_before(&self.reader.token, &path, before).await;
        page["messages"].as_array().expect("messages").clone()
    }

    /// The quantity in all rows of an order; `None` if it has no rows.
    async fn quantity(&self, order: &str) -> Option<usize> {
        let path = format!("/api/purchase_orders/single/{order}");
        let order = self.client.get(&self.admin.token, &path).await["order"].clone();
        let items = order["items"].as_array().expect("items");
        let quantity = |item: &Value| item["quantity"].as_f64().expect("a number").to_string();
        let all: BTreeSet<String> = items.iter().map(quantity).collect();
        assert!(items.len() == ROWS && all.len() == 1 || items.is_empty(), "by halves: {order}");
        all.into_iter().next().map(|quantity| quantity.parse().expect("a whole number"))
    }

    /// The ids of a job's pictures; checks that each of them opens.
    async fn photos(&self, job: &str) -> BTreeSet<String> {
        let path = format!("/api/jobs/fetchImgs/{job}");
        let list = self.client.get(&self.admin.token, &path).await;
        let mut ids = BTreeSet::new();
        for photo in list["imgs"].as_array().expect("pictures") {
            for address in [&photo["imgUrl"], &photo["thumbUrl"]] {
                let (status, bytes) = self.client.bytes(text(address)).await;
                assert_eq!(status, 200, "{photo}");
                let picture = image::load_from_memory(&bytes).expect("a whole picture");
                assert!(picture.width() > 0);
            }
            ids.insert(text(&photo["id"]).to_owned());
        }
        ids
    }
}
