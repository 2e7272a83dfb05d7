//! Companies, their people, files and public pages.

pub mod companies;
pub mod files;
pub mod invitations;
pub mod onboarding;
pub mod people;
pub mod public_pages;
pub mod time_zone;
