//! Companies, their people, files, invitations and public pages.

pub mod companies;
pub mod company_search;
pub mod connected;
pub mod files;
pub mod invitations;
pub mod people;
pub mod public_pages;
pub mod qualifications;
