//! Accounts: signing in and out, settings, sessions, deletion.

pub(crate) mod account;
pub(crate) mod deletion;
pub(crate) mod email_verification;
pub(crate) mod oidc;
pub(crate) mod password_check;
pub(crate) mod password_sign_in;
pub(crate) mod passwords;
pub(crate) mod profile;
pub(crate) mod provider_redirects;
pub(crate) mod provider_users;
pub(crate) mod second_factor;
pub(crate) mod sessions;
pub(crate) mod sign_in_methods;
pub(crate) mod sign_in_page;
pub(crate) mod start_session;
