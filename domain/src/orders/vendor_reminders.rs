//! Reminders of purchase orders to their vendors: to answer, and of the day on which they deliver.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::form::form,
    orders::purchase_order_status::PurchaseOrderStatus::{
        self, Confirmed, PartlyReceived, Seen, Sent,
    },
};

/// What a vendor is reminded of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VendorReminder {
    /// To say whether it delivers the order.
    Answer,
    /// To deliver it on this day.
    Delivery(NaiveDate),
}

impl VendorReminder {
    /// The reminder of an order with this status and expected day; none while it is a draft, and once all of it came or
    /// nothing more is to come.
    #[must_use]
    pub fn of(status: PurchaseOrderStatus, expected_on: Option<NaiveDate>) -> Option<Self> {
        match status {
            Sent | Seen => Some(Self::Answer),
            Confirmed | PartlyReceived => expected_on.map(Self::Delivery),
            _ => None,
        }
    }
}

/// Whether a company's vendors are reminded of their orders by mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct VendorReminders {
    /// Yes, until an admin turns it off.
    pub enabled: bool,
}

form! {
    /// Turns the reminders to the vendors of the caller's company on or off.
    SetVendorReminders {
        #[ts(as = "bool")]
        #[validate(required)]
        enabled: Option<bool> = "enabled",
    }
}

impl SetVendorReminders {
    /// The setting, of a form that was checked.
    #[must_use]
    pub fn read(&self) -> VendorReminders {
        VendorReminders { enabled: self.enabled.unwrap_or(true) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::field::WireEnum as _;

    #[test]
    fn a_vendor_is_reminded_to_answer_and_then_of_the_day_it_named() {
        let day = NaiveDate::from_ymd_opt(2026, 3, 9);
        let delivery = day.map(VendorReminder::Delivery);
        for (status, without_day, with_day) in [
            ("draft", None, None),
            ("sent", Some(VendorReminder::Answer), Some(VendorReminder::Answer)),
            ("seen", Some(VendorReminder::Answer), Some(VendorReminder::Answer)),
            ("confirmed", None, delivery),
            ("partlyReceived", None, delivery),
            ("received", None, None),
            ("closed", None, None),
            ("cancelled", None, None),
        ] {
            let of = |day| {
                VendorReminder::of(PurchaseOrderStatus::from_word(status).expect(status), day)
            };
            assert_eq!((of(None), of(day)), (without_day, with_day), "{status}");
        }
    }
}
