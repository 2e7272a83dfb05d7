//! Who somebody is: passwords of embedded accounts, identity providers, second factors, and the tokens of
//! sessions.

mod known_sessions;
mod look_up;
mod password;
mod provider;
mod provider_http;
mod second_factor;
mod token;
pub mod visit;

pub use self::{
    known_sessions::KnownSessions,
    look_up::{look_up, look_up_listener},
    password::Passwords,
    provider::{Identity, Provider, ProviderSettings, Trouble},
    second_factor::{SecondFactors, Typed, recovery_codes},
    token::{Token, TokenHash},
    visit::{Visit, Visits},
};
