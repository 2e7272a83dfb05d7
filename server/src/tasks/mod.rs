//! Background tasks: sending mails, push messages and digests, and deleting what has expired.

pub mod digest;
pub mod mail_sender;
pub mod offer_ends;
mod push_hosts;
pub mod push_sender;
pub mod sweep;
pub mod webhook_sender;
mod webhook_slots;
