//! Who somebody is: passwords of embedded accounts and the tokens of sessions.

mod known_sessions;
mod password;
mod token;

pub use self::{
    known_sessions::KnownSessions,
    password::Passwords,
    token::{Token, TokenHash},
};
