//! Connections: accepted, answered, and ended when somebody only holds them.
//!
//! A caller that sends its request a byte at a time would otherwise keep a place here for as long as it
//! likes, and many of them all places.

use std::{
    io::{self, IoSlice},
    net::SocketAddr,
    pin::{Pin, pin},
    task::{Context, Poll},
    time::Duration,
};

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
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    time::{Sleep, sleep},
};
use tower::ServiceExt as _;

/// How patient the server is with a connection.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionTimeouts {
    /// From the beginning of a request, or the end of the one before, to the end of its headers. Longer
    /// than proxies keep a line open that they do not use, so that it is they who close it.
    pub headers: Duration,
    /// Between a question whether somebody is still there and the answer, on lines of HTTP/2.
    pub idle: Duration,
}

impl Default for ConnectionTimeouts {
    fn default() -> Self {
        Self { headers: Duration::from_secs(75), idle: Duration::from_secs(20) }
    }
}

/// Answers until `stop` comes; then lets the requests that were begun end, however long they take.
pub async fn serve(
    mut listener: TcpListener,
    router: Router,
    patience: ConnectionTimeouts,
    stop: impl Future<Output = ()>,
) {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(patience.headers);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(patience.headers)
        .keep_alive_timeout(patience.idle)
        .enable_connect_protocol();
    let open = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let (line, caller): (_, SocketAddr) = tokio::select! {
            accepted = Listener::accept(&mut listener) => accepted,
            () = &mut stop => break,
        };
        set_nodelay(&line);
        let answers = router.clone().map_request(move |request: Request<_>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(caller));
            request
        });
        let line = TokioIo::new(ProtocolDetection::of(line, patience.headers));
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

/// Small frames leave when they are written. Left to itself TCP holds one back until the other end has
/// said that the one before it came, which a browser with nothing to say does 40 ms late.
fn set_nodelay(stream: &TcpStream) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "small frames may be late");
    }
}

/// So many bytes tell HTTP/2 from HTTP/1. Before they are here nobody else looks at the time.
const PREFACE_BYTES: usize = 24;

/// A line that must say in time what it speaks.
struct ProtocolDetection {
    line: TcpStream,
    heard: usize,
    ends: Pin<Box<Sleep>>,
}

impl ProtocolDetection {
    fn of(line: TcpStream, patience: Duration) -> Self {
        Self { line, heard: 0, ends: Box::pin(sleep(patience)) }
    }
}

impl AsyncRead for ProtocolDetection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.heard < PREFACE_BYTES && self.ends.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        let before = bytes.filled().len();
        let read = Pin::new(&mut self.line).poll_read(context, bytes);
        self.heard = self.heard.saturating_add(bytes.filled().len() - before);
        read
    }
}

impl AsyncWrite for ProtocolDetection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.line).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.line).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.line.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.line).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.line).poll_shutdown(context)
    }
}
