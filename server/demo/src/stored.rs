//! The ids of the stored demo data.

use domain::{
    orders::purchase_orders::OfferedProduct,
    types::ids::{CalendarId, CrewId, CrewMemberId, CustomerId, UserId, VendorId},
};

use store::scope::Scope;

/// The ids of a stored company's data, in the order of its lists.
pub(super) struct StoredCompany {
    pub(super) scope: Scope,
    pub(super) people: Vec<UserId>,
    pub(super) crews: Vec<(CrewId, Vec<CrewMemberId>)>,
    pub(super) customers: Vec<CustomerId>,
    pub(super) calendars: Vec<CalendarId>,
    /// By category.
    pub(super) products: Vec<Vec<OfferedProduct>>,
    pub(super) vendors: Vec<VendorId>,
}
