//! Connections: accepted, answered, and ended when somebody only holds them.
//!
//! A caller that sends its request a byte at a time would otherwise keep a place here for as long as it
//! likes, and many of them all places.

use std::{net::SocketAddr, pin::pin, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, Request},
    serve::Listener,
};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{conn::auto::Builder, graceful::GracefulShutdown},
    service::TowerToHyperService,
};
use tokio::net::TcpListener;
use tower::ServiceExt as _;

/// How patient the server is with a connection.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From the beginning of a request, or the end of the one before, to the end of its headers. Longer
    /// than proxies keep a line open that they do not use, so that it is they who close it.
    pub headers: Duration,
    /// Between a question whether somebody is still there and the answer, on lines of HTTP/2.
    pub sign_of_life: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { headers: Duration::from_secs(75), sign_of_life: Duration::from_secs(20) }
    }
}

/// Answers until `stop` comes; then lets the requests that were begun end, however long they take.
pub async fn serve(
    mut listener: TcpListener,
    router: Router,
    patience: Patience,
    stop: impl Future<Output = ()>,
) {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(patience.headers);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(patience.headers)
        .keep_alive_timeout(patience.sign_of_life)
        .enable_connect_protocol();
    let open = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let (line, caller): (_, SocketAddr) = tokio::select! {
            accepted = Listener::accept(&mut listener) => accepted,
            () = &mut stop => break,
        };
        let answers = router.clone().map_request(move |request: Request<_>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(caller));
            request
        });
        let line = TokioIo::new(line);
        let service = TowerToHyperService::new(answers);
        let line = builder.serve_connection_with_upgrades(line, service).into_owned();
        let line = open.watch(line);
        tokio::spawn(async move {
            if let Err(error) = line.await {
                tracing::trace!(error, "a connection ended");
            }
        });
    }
    drop(listener);
    open.shutdown().await;
}
