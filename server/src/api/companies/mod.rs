//! Companies: settings, people, files, invitations, public pages, export.

pub(crate) mod companies;
pub(crate) mod export;
pub(crate) mod export_links;
pub(crate) mod files;
pub(crate) mod invitation_links;
pub(crate) mod invitations;
pub(crate) mod public_pages;
pub(crate) mod qualifications;
