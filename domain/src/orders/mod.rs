//! Work orders and purchase orders.

pub mod amendment;
pub mod answer;
pub mod confirmed_prices;
pub mod orders;
pub mod purchase_order_status;
pub mod purchase_orders;
pub mod quantity;
pub mod receiving;
pub mod vendor_reminders;
pub mod work_orders;
