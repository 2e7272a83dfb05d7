//! Where rows are read and written, one file per feature. Portable SQL only.

pub mod appointments;
pub mod assignment;
pub mod calendars;
pub mod companies;
pub mod connections;
pub mod crews;
pub mod customers;
pub mod doomed_files;
pub mod feeds;
pub mod job_changes;
pub mod job_images;
pub mod job_notes;
pub mod job_records;
mod job_rows;
pub mod jobs;
pub mod letters;
pub mod mail;
pub mod notifications;
pub mod order_sends;
pub mod passwords;
pub mod people;
pub mod products;
pub mod purchase_orders;
pub mod secrets;
pub mod sessions;
pub mod vendors;
pub mod work_orders;
