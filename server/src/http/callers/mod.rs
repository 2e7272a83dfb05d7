//! Who makes a call: the credentials that a request brings, and the callers that are no users of a company.

pub mod api_key;
pub mod bearer;
pub mod gate;
pub mod guest;
pub(crate) mod guest_headers;
pub mod identity_provider;
pub mod session_lookup;
