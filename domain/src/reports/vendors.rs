//! Purchase orders by vendor.

use serde::Serialize;
use ts_rs::TS;

use super::{Sheet, period::ReportPeriod, texts::Heading};
use crate::{
    products::{self, Material, OrderedProduct},
    types::{ids::VendorId, language::Language, money::Total, normalize::fold},
};

/// An order created in the period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedOrder {
    /// The vendor and its name.
    pub vendor: Option<(VendorId, String)>,
    /// Whether it was sent by mail.
    pub is_sent: bool,
    /// Whether it should have come by now.
    pub is_late: bool,
    /// The total of the order.
    pub total: Total,
    /// Its rows, if it was ordered.
    pub products: Vec<OrderedProduct>,
}

/// The orders of one vendor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct VendorRow {
    /// The vendor; `None` for orders without one.
    pub vendor_id: Option<VendorId>,
    /// The vendor's name.
    pub name: Option<String>,
    /// How many orders there are.
    pub orders: u32,
    /// How many were sent by mail.
    pub sent: u32,
    /// How many should have come by now.
    pub late: u32,
    /// The sum of their totals.
    pub total: Total,
}

impl VendorRow {
    fn add(&mut self, order: &ReportedOrder) {
        self.orders += 1;
        self.sent += u32::from(order.is_sent);
        self.late += u32::from(order.is_late);
        self.total = self.total.plus(order.total);
    }

    fn of(vendor: Option<&(VendorId, String)>) -> Self {
        Self {
            vendor_id: vendor.map(|(id, _)| *id),
            name: vendor.map(|(_, name)| name.clone()),
            orders: 0,
            sent: 0,
            late: 0,
            total: Total::default(),
        }
    }
}

/// Purchase orders by vendor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct VendorsReport {
    /// The period of the report.
    pub period: ReportPeriod,
    /// The vendors, by total, largest first; orders without a vendor last.
    pub vendors: Vec<VendorRow>,
    /// The number of all orders.
    pub orders: u32,
    /// How many were sent by mail.
    pub sent: u32,
    /// How many should have come by now.
    pub late: u32,
    /// The sum of all totals.
    pub total: Total,
    /// What was ordered, by name.
    pub products: Vec<Material>,
}

impl VendorsReport {
    /// Adds up the orders.
    #[must_use]
    pub fn of(period: ReportPeriod, orders: Vec<ReportedOrder>) -> Self {
        let mut all = VendorRow::of(None);
        let mut vendors: Vec<VendorRow> = Vec::new();
        for order in &orders {
            all.add(order);
            let id = order.vendor.as_ref().map(|(id, _)| *id);
            let known = vendors.iter().position(|row| row.vendor_id == id).unwrap_or_else(|| {
                vendors.push(VendorRow::of(order.vendor.as_ref()));
                vendors.len() - 1
            });
            vendors[known].add(order);
        }
        vendors.sort_by_cached_key(|row| {
            let name = fold(row.name.as_deref().unwrap_or_default());
            (row.vendor_id.is_none(), std::cmp::Reverse(row.total), name, row.vendor_id)
        });
        let VendorRow { orders: count, sent, late, total, .. } = all;
        let products = products::materials(orders.into_iter().flat_map(|order| order.products));
        Self { period, vendors, orders: count, sent, late, total, products }
    }

    /// As a file.
    #[must_use]
    pub fn sheet(&self, language: Language) -> Sheet {
        let head = [Heading::Vendor, Heading::Orders, Heading::Sent, Heading::Total, Heading::Late];
        let rows = self.vendors.iter().map(|row| {
            let no_vendor = || Heading::NoVendor.template(language).to_owned();
            vec![
                row.name.clone().unwrap_or_else(no_vendor),
                row.orders.to_string(),
                row.sent.to_string(),
                row.total.plain(),
                row.late.to_string(),
            ]
        });
        std::iter::once(Heading::row(&head, language)).chain(rows).collect()
    }
}
