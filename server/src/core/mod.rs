//! What every layer may use: the clock, settings, caches, events and shutdown.

pub mod clock;
pub(crate) mod company_time;
pub mod config;
pub(crate) mod digest_hour;
pub mod duplicate_counter;
pub mod event;
pub mod ical;
pub mod list_cache;
pub mod network;
pub mod rate_limiter;
pub mod shutdown;
pub mod token;
pub mod too_often;
pub mod trusted_proxies;
