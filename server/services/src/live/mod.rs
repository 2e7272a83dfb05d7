//! Everything live: sockets, who listens to what, and what they are told of what changed.
//!
//! A change announces [`News`](store::db::event::News) in its transaction; once it is durable every process
//! hears it, reads the thing as each kind of listener sees it, spells that out once and puts it on
//! their [lines](line::Line). Where nobody listens nothing is read.

pub(crate) mod batch;
pub mod connection;
pub mod frame_cache;
pub mod frames;
pub mod hub;
pub(crate) mod serialized;

use std::sync::Arc;

use self::hub::Hub;
use crate::live::connection::SocketTimings;

/// The sockets of this process, and how they are paced.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// Who is connected, and to what.
    pub hub: Arc<Hub>,
    /// How often and how long a socket may say something.
    pub timings: SocketTimings,
}

impl Live {
    /// Sockets at another pace, for tests.
    #[must_use]
    pub fn with_timings(pace: SocketTimings) -> Self {
        Self { hub: Arc::default(), timings: pace }
    }

    /// The open sockets.
    #[must_use]
    pub fn hub(&self) -> &Hub {
        &self.hub
    }

    /// How they are paced.
    #[must_use]
    pub const fn timings(&self) -> SocketTimings {
        self.timings
    }
}
