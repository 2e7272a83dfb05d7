//! Background tasks: sending mails, push messages, digests and reminders, asking the geocoder, and deleting what has
//! expired.

pub mod digest;
pub mod geocoding;
pub mod job_areas;
pub mod mail_sender;
pub mod offer_ends;
mod push_hosts;
pub mod push_sender;
pub mod sweep;
pub mod vendor_reminders;
pub mod webhook_sender;
mod webhook_slots;
