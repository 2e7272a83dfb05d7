//! Accepts connections, serves them, and closes those that only hold a place.
//!
//! Otherwise a client that sends its request a byte at a time could hold a connection for as long as it
//! likes, and many clients all of them.

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

/// The timeouts of a connection.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionTimeouts {
    /// From the start of a request, or the end of the one before, to the end of its headers. Longer than the
    /// idle timeout of proxies, so that the proxy closes the connection.
    pub headers: Duration,
    /// Between an HTTP/2 ping and its answer.
    pub idle: Duration,
}

impl Default for ConnectionTimeouts {
    fn default() -> Self {
        Self { headers: Duration::from_secs(75), idle: Duration::from_secs(20) }
    }
}

/// Serves until `stop` completes; then finishes the requests that were begun, however long they take.
pub async fn serve(
    mut listener: TcpListener,
    router: Router,
    timeouts: ConnectionTimeouts,
    stop: impl Future<Output = ()>,
) {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(timeouts.headers);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(timeouts.headers)
        .keep_alive_timeout(timeouts.idle)
        .enable_connect_protocol();
    let open = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let (stream, caller): (_, SocketAddr) = tokio::select! {
            accepted = Listener::accept(&mut listener) => accepted,
            () = &mut stop => break,
        };
        set_nodelay(&stream);
        let answers = router.clone().map_request(move |request: Request<_>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(caller));
            request
        });
        let stream = TokioIo::new(ProtocolDetection::of(stream, timeouts.headers));
        let service = TowerToHyperService::new(answers);
        let connection = builder.serve_connection_with_upgrades(stream, service).into_owned();
        let connection = open.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::trace!(error, "a connection ended");
            }
        });
    }
    drop(listener);
    open.shutdown().await;
}

/// Disables Nagle's algorithm, which holds a small frame back until the previous one is acknowledged; a
/// browser with nothing to send acknowledges 40 ms late.
fn set_nodelay(stream: &TcpStream) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY could not be set");
    }
}

/// The bytes that distinguish HTTP/2 from HTTP/1. Before they arrive hyper applies no timeout.
const PREFACE_BYTES: usize = 24;

/// A connection that must show its protocol in time.
struct ProtocolDetection {
    stream: TcpStream,
    received: usize,
    ends: Pin<Box<Sleep>>,
}

impl ProtocolDetection {
    fn of(stream: TcpStream, timeout: Duration) -> Self {
        Self { stream, received: 0, ends: Box::pin(sleep(timeout)) }
    }
}

impl AsyncRead for ProtocolDetection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.received < PREFACE_BYTES && self.ends.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        let before = bytes.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, bytes);
        self.received = self.received.saturating_add(bytes.filled().len() - before);
        read
    }
}

impl AsyncWrite for ProtocolDetection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
