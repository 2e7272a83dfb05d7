//! `Idempotency-Key` (contract-2, section 5): a call that is sent twice runs once.

pub(crate) mod answer;
pub(crate) mod calls;
pub(crate) mod key;
