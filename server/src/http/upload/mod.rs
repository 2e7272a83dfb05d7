//! Files that clients send: in a multipart form, or in parts before the call that uses them.

pub mod file;
pub mod finished;
mod incoming_file;
pub mod pdf_form;
pub mod source;
pub mod tus;
