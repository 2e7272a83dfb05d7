//! Mail. Whoever has something to tell queues it with [`queue`] in the transaction that makes it true;
//! the [`Sender`] hands it to the operator's mail server, or lays it into the outbox, and notes what
//! became of it.
//!
//! A mail is sent at least once: when a server takes one and the line breaks before it says so, it is
//! sent again under the same Message-ID, by which mailboxes recognise it.

pub mod backoff;
pub mod message;
pub mod sender_identity;
pub mod transport;
