//! Webhooks: which addresses changes may be sent to, and how a message is signed (Standard Webhooks).

pub mod address_policy;
pub mod signing;
