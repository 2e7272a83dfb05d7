//! Work orders and purchase orders, and sending them.

pub(crate) mod confirmed_prices;
pub(crate) mod delivery_photos;
pub(crate) mod purchase_order_progress;
pub(crate) mod purchase_orders;
pub(crate) mod sending;
mod shown_order;
mod vendor_links;
pub(crate) mod vendor_mails;
mod vendor_notices;
pub(crate) mod vendor_reminders;
pub(crate) mod work_orders;
