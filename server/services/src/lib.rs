//! What the server uses to do its work, and what knows no call: sign-in, files, pictures, places, mail, push,
//! sockets, translation, exports, settings and metrics.

pub mod auth;
pub mod core;
pub mod export;
pub mod files;
pub mod geocoding;
pub mod images;
pub mod live;
pub mod mail;
pub mod push;
pub mod telemetry;
pub mod translation;
