//! A vendor's answer to an order, by link (contract-2, section 1).

use std::collections::HashSet;

use chrono::NaiveDate;

use crate::{
    forms::{
        error::{Code, ValidationError, ValidationErrors},
        form::{form, nested_form},
        rules,
        verdict::of_field,
    },
    i18n::rules::Text,
    orders::{
        orders::check_version, purchase_order_status::PurchaseOrderStatus,
        purchase_orders::PurchaseOrderItem,
    },
    types::{
        date,
        money::{FormNumber, Money},
    },
};

form! {
    /// Whether the vendor has a row, at which price, and what it offers instead.
    AnsweredRow {
        id: String = "id",
        #[ts(as = "bool")]
        available: Option<bool> = "available",
        #[ts(optional, as = "Option<String>")]
        substitute: String = "substitute",
        #[ts(optional, type = "number | null")]
        unit_cost: Option<FormNumber> = "unitCost",
    }
}

nested_form!(AnsweredRow);

impl AnsweredRow {
    /// The stated price, of a row that was checked. For what the vendor does not have, a price means nothing.
    fn confirmed_cost(&self) -> Option<Money> {
        self.unit_cost.filter(|_| self.available == Some(true)).and_then(Money::from_figure)
    }
}

form! {
    /// Whether the vendor will deliver an order, of the version that it saw. The answer replaces a former one; rows that
    /// it does not name keep theirs.
    AnswerOrder {
        #[ts(type = "number")]
        #[validate(required)]
        version: Option<FormNumber> = "version",
        #[ts(as = "bool")]
        #[validate(required)]
        confirmed: Option<bool> = "confirmed",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::day))]
        expected_on: String = "expectedOn",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::lines))]
        remark: String = "remark",
        #[ts(optional, as = "Option<Vec<AnsweredRow>>")]
        rows: Option<Vec<AnsweredRow>> = "rows",
    }
}

fn given(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

impl AnswerOrder {
    /// Refuses to answer an order that has changed since the vendor saw it.
    pub fn check_unchanged(&self, version: i64) -> Result<(), Text> {
        check_version(self.version, version)
    }

    /// The status that follows from the answer.
    #[must_use]
    pub fn status(&self) -> PurchaseOrderStatus {
        match self.confirmed {
            Some(true) => PurchaseOrderStatus::Confirmed,
            _ => PurchaseOrderStatus::Seen,
        }
    }

    /// The day on which the vendor expects to deliver.
    #[must_use]
    pub fn expected(&self) -> Option<NaiveDate> {
        date::read_day(&self.expected_on)
    }

    /// The vendor's remark.
    #[must_use]
    pub fn remark(&self) -> Option<String> {
        given(&self.remark)
    }

    /// What is wrong with the rows, whatever was ordered.
    #[must_use]
    pub fn check_rows(&self) -> ValidationErrors {
        let mut errors = ValidationErrors::default();
        let mut named = HashSet::new();
        for row in self.rows.iter().flatten() {
            if row.id.is_empty() {
                errors.add(ValidationError::new("id", Code::Required, Text::Required));
            } else if !named.insert(row.id.as_str()) {
                errors.add(ValidationError::new("id", Code::Mismatch, Text::ProductTwice));
            }
            if row.available.is_none() {
                errors.add(ValidationError::new("available", Code::Required, Text::Required));
            }
            if let Err(refusal) = rules::line(&row.substitute) {
                errors.add(of_field("substitute", &refusal));
            }
            if let Err(refusal) = rules::money(&row.unit_cost) {
                errors.add(of_field("unitCost", &refusal));
            }
        }
        errors
    }

    /// Those rows of the order that the answer names, as they are after it.
    ///
    /// # Errors
    /// `id` if one of them is not on the order.
    pub fn answered(
        &self,
        items: Vec<PurchaseOrderItem>,
    ) -> Result<Vec<PurchaseOrderItem>, ValidationError> {
        let rows = self.rows.as_deref().unwrap_or_default();
        let answered = |mut item: PurchaseOrderItem| {
            let id = item.id.to_string();
            let row = rows.iter().find(|row| row.id.eq_ignore_ascii_case(&id))?;
            (item.available, item.substitute) = (row.available, given(&row.substitute));
            item.confirmed_cost = row.confirmed_cost();
            Some(item)
        };
        let unknown = || ValidationError::new("id", Code::Choice, Text::Choice);
        if rows.len() > items.len() {
            return Err(unknown());
        }
        let items: Vec<_> = items.into_iter().filter_map(answered).collect();
        if items.len() == rows.len() { Ok(items) } else { Err(unknown()) }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{
        forms::form::Form as _,
        orders::purchase_orders::OfferedProduct,
        types::{field::WireEnum as _, money::Quantity},
    };

    fn answer(body: Value) -> AnswerOrder {
        serde_json::from_value(body).expect("a form")
    }

    fn errors(body: Value) -> Vec<String> {
        let form = answer(body);
        let mut refused = form.check().err().unwrap_or_default();
        refused.extend(form.check_rows().finish().err().unwrap_or_default());
        let word = |error: &ValidationError| format!("{} {}", error.field, error.code.as_word());
        refused.iter().map(word).collect()
    }

    #[test]
    fn an_answer_says_yes_or_no_to_the_version_that_the_vendor_saw() {
        assert_eq!(errors(json!({})), ["version required", "confirmed required"]);
        assert!(errors(json!({ "version": 1, "confirmed": false, "rows": null })).is_empty());
        let row = |id: &str| json!({ "id": id, "available": true });
        let wrong = json!({
            "version": 1, "confirmed": true, "expectedOn": "2026-02-30", "remark": "x".repeat(10_001),
            "rows": [row("a"), row("a"), { "id": "b", "substitute": "x".repeat(1_001) }],
        });
        assert_eq!(
            errors(wrong),
            [
                "expectedOn format",
                "remark too_long",
                "id mismatch",
                "available required",
                "substitute too_long"
            ]
        );
        assert_eq!(answer(json!({ "confirmed": true })).status(), PurchaseOrderStatus::Confirmed);
        assert_eq!(answer(json!({ "confirmed": false })).status(), PurchaseOrderStatus::Seen);
    }

    #[test]
    fn a_price_is_an_amount_as_on_the_price_list_and_may_be_left_out() {
        let refused = |cost: Value| {
            let row = json!({ "id": "a", "available": true, "unitCost": cost });
            errors(json!({ "version": 1, "confirmed": true, "rows": [row] }))
        };
        for cost in [json!(null), json!(0), json!(34), json!(9_999_999_999.99)] {
            assert!(refused(cost.clone()).is_empty(), "{cost}");
        }
        for (cost, code) in [
            (json!(-0.01), "too_small"),
            (json!(34.005), "too_many_decimals"),
            (json!(10_000_000_000_i64), "too_large"),
        ] {
            assert_eq!(refused(cost), [format!("unitCost {code}")]);
        }
    }

    #[test]
    fn an_answer_replaces_the_prices_of_the_rows_that_it_names() {
        let item = |number: u128, cents: Option<i64>| PurchaseOrderItem {
            confirmed_cost: cents.map(Money::from_cents),
            ..PurchaseOrderItem::of_product(
                uuid::Uuid::from_u128(number).into(),
                uuid::Uuid::nil().into(),
                &OfferedProduct {
                    id: uuid::Uuid::from_u128(number).into(),
                    name: "Felt".to_owned(),
                    category_id: uuid::Uuid::nil().into(),
                    category_title: "Roofing".to_owned(),
                    unit_cost: Money::from_cents(1_999),
                },
                Quantity::from_thousandths(1_000),
            )
        };
        let items =
            vec![item(1, None), item(2, Some(2_100)), item(3, Some(2_100)), item(4, Some(2_100))];
        let row = |at: usize, available: bool, cost: Value| json!({ "id": items[at].id, "available": available, "unitCost": cost });
        let rows = [row(0, true, json!(20.5)), row(1, true, json!(null)), row(2, false, json!(22))];
        let form = answer(json!({ "version": 1, "confirmed": true, "rows": rows }));
        let answered = form.answered(items).expect("rows of the order");
        let costs: Vec<_> =
            answered.iter().map(|item| item.confirmed_cost.map(Money::cents)).collect();
        assert_eq!(
            costs,
            [Some(2_050), None, None],
            "the fourth row is not named and keeps its own"
        );
    }
}
