//! The bytes of a connection: it must show its protocol in time, its answers must be read, and a client that
//! is refused while it sends gets to read why.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll, ready},
};

use services::core::connection_limiter::ConnectionPermit;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Sleep, sleep},
};

use crate::{
    cli::connection_timeouts::ConnectionTimeouts, http::request_body::shared_body::ClosedEarly,
};

/// The bytes that distinguish HTTP/2 from HTTP/1. Before they arrive hyper applies no timeout.
const PREFACE_BYTES: usize = 24;
/// The most bytes that are read, and discarded, of a client that is refused while it sends.
const DISCARDED_BYTES: usize = 64 << 10;

/// A client's connection, with its place among all connections.
pub struct ConnectionStream {
    stream: TcpStream,
    timeouts: ConnectionTimeouts,
    received: usize,
    /// Until the protocol is known.
    detection: Option<Pin<Box<Sleep>>>,
    /// While the client reads nothing.
    unread: Option<Pin<Box<Sleep>>>,
    closed_early: ClosedEarly,
    /// While a client that is refused may read the reason.
    refusal: Option<Refusal>,
    _permit: ConnectionPermit,
}

struct Refusal {
    ends: Pin<Box<Sleep>>,
    left: usize,
}

impl ConnectionStream {
    pub fn new(
        stream: TcpStream,
        timeouts: ConnectionTimeouts,
        closed_early: ClosedEarly,
        permit: ConnectionPermit,
    ) -> Self {
        Self {
            stream,
            timeouts,
            received: 0,
            detection: Some(Box::pin(sleep(timeouts.headers))),
            unread: None,
            closed_early,
            refusal: None,
            _permit: permit,
        }
    }

    /// Ends the connection where nothing could be written for too long.
    fn in_time<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.unread = None;
            return written;
        }
        let timeout = self.timeouts.unread;
        let timer = self.unread.get_or_insert_with(|| Box::pin(sleep(timeout)));
        ready!(timer.as_mut().poll(context));
        // What is still to be sent is discarded, too: the kernel would hold it for minutes.
        let _ = self.stream.set_zero_linger();
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// Reads and discards what the client still sends, until it closes, for a short time. A connection that is
    /// closed on unread bytes is reset, and the client loses a response that it has not read.
    fn poll_discard(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let timeout = self.timeouts.refused;
        let refusal = self.refusal.get_or_insert_with(|| Refusal {
            ends: Box::pin(sleep(timeout)),
            left: DISCARDED_BYTES,
        });
        let mut bytes = [0; 4 << 10];
        while refusal.left > 0 {
            let most = bytes.len().min(refusal.left);
            let mut buffer = ReadBuf::new(&mut bytes[..most]);
            match Pin::new(&mut self.stream).poll_read(context, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => {
                    refusal.left -= buffer.filled().len();
                }
                Poll::Ready(_) => return Poll::Ready(()),
                Poll::Pending => break,
            }
        }
        refusal.ends.as_mut().poll(context)
    }
}

impl AsyncRead for ConnectionStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Some(ends) = &mut self.detection
            && ends.as_mut().poll(context).is_ready()
        {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        let before = bytes.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, bytes);
        if self.detection.is_some() {
            self.received += bytes.filled().len() - before;
            if self.received >= PREFACE_BYTES {
                self.detection = None;
            }
        }
        read
    }
}

impl AsyncWrite for ConnectionStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.in_time(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.refusal.is_none() {
            ready!(Pin::new(&mut self.stream).poll_shutdown(context))?;
        }
        if self.closed_early.is_set() {
            ready!(self.poll_discard(context));
        }
        Poll::Ready(Ok(()))
    }
}
