//! Work orders and purchase orders.

pub mod orders;
pub mod purchase_orders;
pub mod quantity;
pub mod work_orders;
