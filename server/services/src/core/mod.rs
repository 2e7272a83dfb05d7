//! The base of all services: clock, settings, caches, limits and shutdown.

pub mod accept_encoding;
pub mod assets;
pub mod bounded_response;
pub mod byte_budget;
pub mod cached_list;
pub mod calls_in_progress;
pub mod clock;
pub mod compute;
pub mod config;
pub mod connection_activity;
pub mod connection_limiter;
pub mod duplicate_counter;
pub mod fair_queue;
pub mod gzip_groups;
pub mod ical;
pub mod limit_exceeded;
pub mod list_cache;
pub mod network;
pub mod rate_limiter;
pub mod shared_limits;
pub mod shutdown;
pub mod signing_key;
pub mod trusted_proxies;
pub mod uploads_in_progress;
