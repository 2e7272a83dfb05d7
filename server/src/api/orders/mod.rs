//! Work orders and purchase orders, and sending them.

pub(crate) mod purchase_orders;
pub(crate) mod sending;
pub(crate) mod work_orders;
