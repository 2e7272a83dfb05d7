//! Who somebody is: passwords of embedded accounts and the tokens of sessions.

mod known_sessions;
mod look_up;
mod password;
mod token;

pub use self::{
    known_sessions::KnownSessions,
    look_up::look_up,
    password::Passwords,
    token::{Token, TokenHash},
};
