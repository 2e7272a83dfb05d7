//! Webhooks, and the changes on their way to them.

pub mod collecting;
pub mod deliveries;
pub mod sending;
pub mod webhooks;
