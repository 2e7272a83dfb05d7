//! How long a client may take.

use std::time::Duration;

/// The timeouts of a connection.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionTimeouts {
    /// From the start of a request, or the end of the one before, to the end of its headers. Longer than the
    /// idle timeout of proxies, so that the proxy closes the connection.
    pub headers: Duration,
    /// Between an HTTP/2 ping and its answer.
    pub idle: Duration,
    /// How long nothing of a response can be written. Long, because a client that reads 20 KB/s frees its buffers only
    /// about once a minute.
    pub unread: Duration,
    /// How long a client that is refused while it sends may take to read why.
    pub refused: Duration,
}

impl Default for ConnectionTimeouts {
    fn default() -> Self {
        Self {
            headers: Duration::from_secs(75),
            idle: Duration::from_secs(20),
            unread: Duration::from_mins(5),
            refused: Duration::from_secs(2),
        }
    }
}
