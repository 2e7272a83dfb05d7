//! The rules of the trade: what a job, a crew, an order may be and who may touch it.
//!
//! Pure: no clock, no I/O, no randomness. The same code runs in the server and the browser.
#![forbid(unsafe_code)]

pub mod appointment_forms;
pub mod appointments;
pub mod assignment;
pub mod assignment_forms;
pub mod calendars;
pub mod chat;
pub mod checks;
pub mod colours;
pub mod companies;
pub mod connections;
pub mod counter;
pub mod crews;
pub mod customer_import;
pub mod customers;
pub mod date;
pub mod email;
pub mod error;
pub mod evaluate;
pub mod feeds;
pub mod file_signatures;
pub mod files;
pub mod folding;
pub mod form;
pub mod ids;
pub mod invitations;
pub mod job_facts;
pub mod job_forms;
pub mod job_import;
pub mod job_records;
pub mod job_search;
pub mod jobs;
pub mod lanes;
pub mod language;
pub mod letters;
pub mod limits;
pub mod money;
pub mod notice;
pub mod onboarding;
pub mod orders;
pub mod people;
pub mod permission;
pub mod phone;
pub mod price_import;
pub mod products;
pub mod purchase_orders;
pub mod schedule;
pub mod sheet_import;
pub mod sign_in;
pub mod text;
pub mod throttle;
pub mod time_zones;
pub mod vendors;
pub mod work_orders;
