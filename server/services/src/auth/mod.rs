//! Authentication: passwords of embedded accounts, identity providers, second factors, and session tokens.

mod discovery;
pub mod hash_queue;
mod id_token;
pub mod identity;
pub mod oidc;
pub(crate) mod oidc_http;
pub mod oidc_state;
pub mod password;
mod provider_metadata;
mod provider_names;
pub mod sealed;
pub mod sealed_id_token;
pub mod second_factor;
pub mod session_batch;
pub mod session_cache;
pub mod sign_in_methods;
mod tenants;
