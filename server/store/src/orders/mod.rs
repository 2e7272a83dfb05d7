//! Work orders, purchase orders and what was sent of them.

pub mod delivery_photos;
mod orders;
pub mod purchase_order_changes;
mod purchase_order_items;
pub mod purchase_orders;
pub mod sends;
pub mod sign_offs;
pub mod vendor_reminders;
pub mod work_orders;
