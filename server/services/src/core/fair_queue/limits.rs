//! The limits of a queue, and the refusal beyond them.

use std::time::Duration;

/// The limits of a queue.
#[derive(Clone, Copy, Debug)]
pub struct QueueLimits {
    /// How much is worked on at once.
    pub places: u32,
    /// Requests of one sender that may be worked on or waiting.
    pub per_sender: usize,
    /// Requests of all senders that may be worked on or waiting.
    pub total: usize,
    /// How long a request waits at most.
    pub deadline: Duration,
}

/// The queue is full, or the deadline passed. The request may be retried later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many requests are waiting")]
pub struct QueueBusy;
