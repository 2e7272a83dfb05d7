//! Live updates: sockets, their rooms, and the events sent to them.
//!
//! A change publishes an [`Event`](store::db::event::Event) in its transaction; after the commit every
//! process receives it, reads the row for each kind of listener, serializes it once and queues it on their
//! [connections](connection::SocketConnection). Without listeners nothing is read.

pub(crate) mod batch;
pub mod connection;
pub mod frame_cache;
pub mod frames;
pub mod hub;
pub(crate) mod serialized;

use std::sync::Arc;

use self::hub::Hub;
use crate::live::connection::SocketTimings;

/// The sockets of this process, and their timings.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// The open sockets and their rooms.
    pub hub: Arc<Hub>,
    /// The timeouts and limits of a socket.
    pub timings: SocketTimings,
}

impl Live {
    /// With other timings, for tests.
    #[must_use]
    pub fn with_timings(pace: SocketTimings) -> Self {
        Self { hub: Arc::default(), timings: pace }
    }

    /// The open sockets.
    #[must_use]
    pub fn hub(&self) -> &Hub {
        &self.hub
    }

    /// The timeouts and limits of a socket.
    #[must_use]
    pub const fn timings(&self) -> SocketTimings {
        self.timings
    }
}
