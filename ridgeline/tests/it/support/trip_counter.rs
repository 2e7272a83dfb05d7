//! A proxy before PostgreSQL that counts round trips.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
};

/// Counts how often a client sends something after the server has answered, except on the connection that sends events:
/// no call waits for it. It ends with the test.
pub struct TripCounter {
    /// The address of the database through the proxy.
    pub url: String,
    trips: Arc<AtomicU64>,
}

impl TripCounter {
    /// Starts one before the database at this address.
    pub async fn start(url: &str) -> Self {
        let (start, rest) = url.split_once('@').expect("a user");
        let (server, database) = rest.split_once('/').expect("a database");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let trips = Arc::<AtomicU64>::default();
        let (server, counted) = (server.to_owned(), trips.clone());
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&server).await.expect("PostgreSQL");
                let is_answered = Arc::new(AtomicBool::new(true));
                let ((from_client, to_client), (from_server, to_server)) =
                    (client.into_split(), server.into_split());
                let (answered, counted) = (is_answered.clone(), counted.clone());
                let mut sends_events = false;
                tokio::spawn(pass(from_client, to_server, move |part| {
                    sends_events |= contains(part, b"FROM event_outbox");
                    if answered.swap(false, Ordering::SeqCst) && !sends_events {
                        counted.fetch_add(1, Ordering::SeqCst);
                    }
                }));
                tokio::spawn(pass(from_server, to_client, move |_| {
                    is_answered.store(true, Ordering::SeqCst);
                }));
            }
        });
        Self { url: format!("{start}@{address}/{database}"), trips }
    }

    /// The round trips so far.
    pub fn trips(&self) -> u64 {
        self.trips.load(Ordering::SeqCst)
    }
}

fn contains(part: &[u8], text: &[u8]) -> bool {
    part.windows(text.len()).any(|window| window == text)
}

/// Passes everything on; `note` is called before each part.
async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut note: impl FnMut(&[u8])) {
    let mut buffer = vec![0; 64 << 10];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        note(&buffer[..count]);
        if to.write_all(&buffer[..count]).await.is_err() {
            return;
        }
    }
}
