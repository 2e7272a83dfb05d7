//! Work orders, purchase orders and what was sent of them.

mod orders;
pub mod purchase_orders;
pub mod sends;
pub mod sign_offs;
pub mod work_orders;
