//! Services of the server that know nothing of API calls: sign-in, files, pictures, geocoding, mail, push,
//! sockets, translation, weather, webhooks, exports, map streets, settings and metrics.

pub mod auth;
pub mod core;
pub mod export;
pub mod files;
pub mod geocoding;
pub mod images;
pub mod live;
pub mod mail;
pub mod maps;
pub mod push;
pub mod telemetry;
pub mod translation;
pub mod weather;
pub mod webhooks;
