//! The status of a purchase order, and who may move it on (contract-2, section 2).

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{OptionalId, form},
        rules,
    },
    i18n::rules::Text,
    orders::orders::check_version,
    types::{date, field::WireEnum, ids::PurchaseOrderId, money::FormNumber},
};

/// How far a purchase order is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub enum PurchaseOrderStatus {
    /// It is being written.
    #[default]
    Draft,
    /// The vendor has it.
    Sent,
    /// The vendor has opened it.
    Seen,
    /// The vendor will deliver.
    Confirmed,
    /// A part of it was delivered.
    PartlyReceived,
    /// All of it was delivered.
    Received,
    /// Nothing more is to come.
    Closed,
    /// It is not to be delivered.
    Cancelled,
}

use PurchaseOrderStatus::{
    Cancelled, Closed, Confirmed, Draft, PartlyReceived, Received, Seen, Sent,
};

impl WireEnum for PurchaseOrderStatus {
    const WIRE_WORDS: &'static [(&'static str, Self)] = &[
        ("draft", Draft),
        ("sent", Sent),
        ("seen", Seen),
        ("confirmed", Confirmed),
        ("partlyReceived", PartlyReceived),
        ("received", Received),
        ("closed", Closed),
        ("cancelled", Cancelled),
    ];
}

/// Who moves an order on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderMover {
    /// An admin of the contractor.
    Contractor,
    /// The vendor, by a link.
    Vendor,
}

impl PurchaseOrderStatus {
    /// Whether the vendor has it and it may still change: from sent to partly received.
    #[must_use]
    pub fn is_open(self) -> bool {
        (Sent..=PartlyReceived).contains(&self)
    }

    /// Whether its vendor may answer: it was sent, and nothing of it was delivered.
    #[must_use]
    pub fn may_be_answered(self) -> bool {
        (Sent..=Confirmed).contains(&self)
    }

    /// Whether it should have come before this day.
    #[must_use]
    pub fn is_late(self, expected_on: Option<NaiveDate>, today: NaiveDate) -> bool {
        matches!(self, Confirmed | PartlyReceived) && expected_on.is_some_and(|day| day < today)
    }

    /// Whether its vendor has it or had it: what is on it was ordered.
    #[must_use]
    pub fn was_ordered(self) -> bool {
        !matches!(self, Draft | Cancelled)
    }

    /// Whether its vendor has confirmed it or delivered, and it is not closed: the prices that the vendor stated are
    /// those of today. Those of a closed order grow old.
    #[must_use]
    pub fn has_current_prices(self) -> bool {
        (Confirmed..Closed).contains(&self)
    }

    /// Whether it may be mailed to vendors.
    #[must_use]
    pub fn may_be_sent(self) -> bool {
        self < Closed
    }

    /// Whether an order may go from this status to another one by itself; receiving and amending have their own
    /// ways.
    #[must_use]
    pub fn may_become(self, to: Self, by: OrderMover) -> bool {
        match (to, by) {
            (Sent, OrderMover::Contractor) => self == Draft,
            (Seen, OrderMover::Vendor) => self == Sent,
            (Confirmed, _) => matches!(self, Sent | Seen),
            (Cancelled, OrderMover::Contractor) => self < Received,
            (Closed, OrderMover::Contractor) => matches!(self, PartlyReceived | Received),
            _ => false,
        }
    }
}

/// The rule of a move: `role` is as `permission.role` answers it, or `vendor`. The first thing that is wrong with
/// it is refused.
///
/// # Errors
/// `permission` for every other role, and for a vendor who would do more than see and confirm; `from` and `to` that
/// are no status; `to` where the order may not go there.
pub fn check_move(from: &str, to: &str, role: &str) -> Result<(), ValidationError> {
    let by = match (role, to) {
        ("admin_contractor", _) => OrderMover::Contractor,
        ("vendor", "seen" | "confirmed") => OrderMover::Vendor,
        _ => {
            return Err(ValidationError::new("permission", Code::Forbidden, Text::Unauthorized));
        }
    };
    if read("from", from)?.may_become(read("to", to)?, by) {
        Ok(())
    } else {
        Err(ValidationError::new("to", Code::Range, Text::OrderStatus))
    }
}

fn read(field: &str, word: &str) -> Result<PurchaseOrderStatus, ValidationError> {
    if word.is_empty() {
        return Err(ValidationError::new(field, Code::Required, Text::ChoiceRequired));
    }
    PurchaseOrderStatus::from_word(word)
        .ok_or_else(|| ValidationError::new(field, Code::Choice, Text::Choice))
}

form! {
    /// Moves an order on. The expected day belongs to a confirmation.
    SetOrderStatus {
        #[ts(as = "PurchaseOrderId")]
        #[validate(required)]
        id: OptionalId<PurchaseOrderId> = "id",
        #[ts(as = "PurchaseOrderStatus")]
        #[validate(custom(function = rules::choice::<PurchaseOrderStatus>))]
        status: String = "status",
        #[ts(type = "number")]
        #[validate(required)]
        version: Option<FormNumber> = "version",
        #[validate(custom(function = rules::day))]
        expected_on: String = "expectedOn",
    }
}

impl SetOrderStatus {
    /// Refuses to move an order that has changed since the user saw it.
    pub fn check_unchanged(&self, version: i64) -> Result<(), Text> {
        check_version(self.version, version)
    }

    /// The status to go to, of a form that was checked.
    #[must_use]
    pub fn to(&self) -> PurchaseOrderStatus {
        PurchaseOrderStatus::from_word(&self.status).unwrap_or_default()
    }

    /// The day on which the vendor will deliver, if it is stated and this confirms the order.
    #[must_use]
    pub fn expected(&self) -> Option<NaiveDate> {
        date::read_day(&self.expected_on).filter(|_| self.to() == Confirmed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_vendor_promised_for_an_earlier_day_is_late() {
        let today = NaiveDate::from_ymd_opt(2026, 3, 9).expect("a day");
        for (status, is_late) in [
            (Draft, false),
            (Sent, false),
            (Seen, false),
            (Confirmed, true),
            (PartlyReceived, true),
            (Received, false),
            (Closed, false),
            (Cancelled, false),
        ] {
            assert_eq!(status.is_late(today.pred_opt(), today), is_late, "{status:?}");
            assert!(!status.is_late(Some(today), today) && !status.is_late(None, today));
        }
    }
}
