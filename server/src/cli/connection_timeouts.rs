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
    /// How long a client may read nothing of an answer. One that reads slowly may take as long as it needs.
    pub unread: Duration,
    /// How long a client that is refused while it sends may take to read why.
    pub refused: Duration,
}

impl Default for ConnectionTimeouts {
    fn default() -> Self {
        Self {
            headers: Duration::from_secs(75),
            idle: Duration::from_secs(20),
            unread: Duration::from_secs(30),
            refused: Duration::from_secs(2),
        }
    }
}
