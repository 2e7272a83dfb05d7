//! Background tasks: sending mails, push messages and digests.

pub mod digest;
pub mod mail_sender;
pub mod push_sender;
