//! Accepts connections, serves them, and closes those that only hold a place.
//!
//! Otherwise a client that sends its request a byte at a time, or reads no answer, could hold a connection for
//! as long as it likes, and many clients all of them.

use std::{convert::Infallible, io::Write as _, net::SocketAddr, pin::pin, sync::Arc};

use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, Request},
    http::{StatusCode, header},
    response::IntoResponse as _,
    serve::Listener,
};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{conn::auto::Builder, graceful::GracefulShutdown},
    service::TowerToHyperService,
};
use services::core::connection_limiter::{ConnectionLimiter, ConnectionRefusal};
use tokio::net::{TcpListener, TcpStream};
use tower::{ServiceExt as _, service_fn};

use crate::{
    cli::{
        connection_stream::ConnectionStream, connection_timeouts::ConnectionTimeouts,
        unread_responses::UnreadResponses,
    },
    http::request_body::shared_body::ClosedEarly,
};

/// The most bytes of the head of a request, and the most that is read of a body at once.
const BUFFER_BYTES: usize = 32 << 10;
/// The most requests at a time on one HTTP/2 connection.
const STREAMS: u32 = 100;
/// The most bytes of an HTTP/2 body that are sent before anybody reads them.
const WINDOW_BYTES: u32 = 64 << 10;
/// The same for all bodies of a connection.
const CONNECTION_WINDOW_BYTES: u32 = 256 << 10;
/// The response where the server has too many connections: a proxy tries the next server, a client retries.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n";

/// Serves until `stop` completes; then finishes the requests that were begun, however long they take.
pub async fn serve(
    mut listener: TcpListener,
    router: Router,
    timeouts: ConnectionTimeouts,
    limiter: ConnectionLimiter,
    stop: impl Future<Output = ()>,
) {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.headers)
        .max_buf_size(BUFFER_BYTES);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS)
        .initial_stream_window_size(WINDOW_BYTES)
        .initial_connection_window_size(CONNECTION_WINDOW_BYTES)
        .max_send_buf_size(BUFFER_BYTES)
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
        let permit = match limiter.admit(caller.ip()) {
            Ok(permit) => permit,
            Err(refusal) => {
                refuse(stream, refusal);
                continue;
            }
        };
        set_nodelay(&stream);
        let closed_early = ClosedEarly::default();
        let activity = permit.activity();
        let stream = ConnectionStream::new(stream, timeouts, closed_early.clone(), permit);
        let unread = Arc::new(UnreadResponses::default());
        let answers = service_fn({
            let (router, unread, activity) = (router.clone(), unread.clone(), activity.clone());
            move |request: Request<_>| {
                let under_way = activity.begin();
                let version = request.version();
                let mut request = request.map(Body::new);
                request.extensions_mut().insert(ConnectInfo(caller));
                request.extensions_mut().insert(closed_early.clone());
                request.extensions_mut().insert(activity.clone());
                let answering = router.clone().oneshot(request);
                let unread = unread.clone();
                async move {
                    let response = match under_way {
                        Some(_) => answering.await?,
                        // The connection is being closed; its client sends the request again on another one.
                        None => (StatusCode::SERVICE_UNAVAILABLE, [(header::CONNECTION, "close")])
                            .into_response(),
                    };
                    Ok::<_, Infallible>(unread.count(version, response, under_way))
                }
            }
        });
        let stream = TokioIo::new(stream);
        let service = TowerToHyperService::new(answers);
        let connection = builder.serve_connection_with_upgrades(stream, service).into_owned();
        let connection = open.watch(connection);
        tokio::spawn(async move {
            tokio::select! {
                biased;
                () = activity.ended() => {
                    tracing::trace!("an idle connection was closed for a new one");
                }
                ended = connection => if let Err(error) = ended {
                    tracing::trace!(error, "a connection ended");
                },
                () = unread.stalled(timeouts.unread) => {
                    tracing::trace!("a connection whose responses nobody reads was closed");
                }
            }
        });
    }
    drop(listener);
    open.shutdown().await;
}

/// Closes a connection over a limit, and starts no task for it. It is accepted first, because a full
/// accept queue would block all connections.
fn refuse(stream: TcpStream, refusal: ConnectionRefusal) {
    match refusal {
        // A reset leaves nothing in the kernel of an address that may be flooding the server.
        ConnectionRefusal::Network => {
            let _ = stream.set_zero_linger();
        }
        // Whoever comes now is not the one who took all places, and usually gets to read what is wrong.
        ConnectionRefusal::Total => {
            // The buffer of a new connection is empty: this neither waits nor fails.
            let _ = stream.into_std().and_then(|mut stream| stream.write_all(FULL));
        }
    }
}

/// Disables Nagle's algorithm, which holds a small frame back until the previous one is acknowledged; a
/// browser with nothing to send acknowledges 40 ms late.
fn set_nodelay(stream: &TcpStream) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY could not be set");
    }
}
