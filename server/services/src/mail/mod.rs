//! Mail. A change queues a mail in its transaction; the mail task delivers it to the operator's mail server,
//! or writes it to the outbox folder, and stores the result.
//!
//! A mail is delivered at least once: if the connection breaks before a server confirms a mail, it is sent
//! again with the same Message-ID, by which mailboxes recognize duplicates.

pub mod backoff;
pub mod message;
pub mod sender_identity;
pub mod transport;
