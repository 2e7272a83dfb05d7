//! A line to PostgreSQL that freezes and breaks.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{
        TcpListener, TcpSocket, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
    task::{JoinHandle, JoinSet},
};

/// A proxy before a PostgreSQL server. It ends with the test.
pub struct DatabaseLine {
    /// The address of the database over this line.
    pub url: String,
    address: SocketAddr,
    server: String,
    is_frozen: watch::Sender<bool>,
    listener: JoinHandle<()>,
}

impl DatabaseLine {
    /// A line to the database at this address.
    pub async fn to(url: &str) -> Self {
        let (start, rest) = url.split_once('@').expect("a user");
        let (server, database) = rest.split_once('/').expect("a database");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let is_frozen = watch::Sender::new(false);
        let running = tokio::spawn(listen(listener, server.to_owned(), is_frozen.clone()));
        Self {
            url: format!("{start}@{address}/{database}"),
            address,
            server: server.to_owned(),
            is_frozen,
            listener: running,
        }
    }

    /// Passes nothing on, and breaks no connection.
    pub fn freeze(&self) {
        self.is_frozen.send_replace(true);
    }

    /// Breaks every connection, and refuses new ones.
    pub async fn cut(&mut self) {
        self.listener.abort();
        let ended = (&mut self.listener).await;
        assert!(ended.is_err_and(|error| error.is_cancelled()), "it listened until now");
    }

    /// Breaks every connection, and closes new ones as soon as they are open, as a load balancer without a server does.
    pub async fn hang_up(&mut self) {
        self.cut().await;
        let listener = self.listener_again();
        self.listener = tokio::spawn(async move { while listener.accept().await.is_ok() {} });
    }

    /// Is there again.
    pub fn mend(&mut self) {
        self.is_frozen.send_replace(false);
        let listener = self.listener_again();
        self.listener = tokio::spawn(listen(listener, self.server.clone(), self.is_frozen.clone()));
    }

    fn listener_again(&self) -> TcpListener {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_reuseaddr(true).expect("an option");
        socket.bind(self.address).expect("the same port");
        socket.listen(64).expect("a listener")
    }
}

/// Passes on every connection until it is aborted, which breaks them.
async fn listen(listener: TcpListener, server: String, is_frozen: watch::Sender<bool>) {
    let mut open = JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        let Ok(server) = TcpStream::connect(&server).await else { continue };
        let ((from_client, to_client), (from_server, to_server)) =
            (client.into_split(), server.into_split());
        open.spawn(pass(from_client, to_server, is_frozen.subscribe()));
        open.spawn(pass(from_server, to_client, is_frozen.subscribe()));
    }
}

async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut is_frozen: watch::Receiver<bool>,
) {
    let mut buffer = vec![0; 64 << 10];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        let is_passed = is_frozen.wait_for(|is_frozen| !is_frozen).await.is_ok()
            && to.write_all(&buffer[..count]).await.is_ok();
        if !is_passed {
            return;
        }
    }
}
