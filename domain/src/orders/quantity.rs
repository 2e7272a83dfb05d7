//! How much to order for a measured amount: the amount plus waste.

use rust_decimal::{Decimal, RoundingStrategy};

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{Form as _, form},
        rules,
    },
    i18n::rules::Text,
    jobs::records::Unit,
    types::{
        limits::LIMITS,
        money::{FormNumber, Quantity},
    },
};

/// The units that are only sold whole.
const COUNTED: [&str; 8] = ["bundle", "bag", "bucket", "box", "each", "pallet", "roll", "sheet"];

form! {
    /// A measured amount, and the percentage that is added for waste. A blank percentage is zero.
    MeasuredAmount {
        #[validate(custom(function = rules::choice::<Unit>))]
        measurement: String = "measurement",
        #[ts(type = "number | null")]
        #[validate(custom(function = rules::required_quantity))]
        amount: Option<FormNumber> = "amount",
        #[ts(type = "number | null")]
        #[validate(custom(function = rules::percent::<{ LIMITS.waste_percent }>))]
        waste_percent: Option<FormNumber> = "wastePercent",
    }
}

impl MeasuredAmount {
    /// The quantity to order: the amount plus waste, rounded half up to three decimals; units that are
    /// counted are rounded up to whole ones, which is how they are sold.
    pub fn quantity(&self) -> Result<Quantity, Vec<ValidationError>> {
        self.check()?;
        let waste = self.waste_percent.map_or(Decimal::ZERO, FormNumber::decimal);
        let amount = self.amount.map_or(Decimal::ZERO, FormNumber::decimal);
        // Within the limits checked above these are at most 17 digits. The percentage is multiplied, not
        // divided: the division of decimals takes up 3 KB in the browser.
        let exact = amount * (Decimal::ONE_HUNDRED + waste) * Decimal::new(1, 2);
        let bought = if COUNTED.contains(&self.measurement.as_str()) {
            exact.ceil()
        } else {
            exact.round_dp_with_strategy(3, RoundingStrategy::MidpointAwayFromZero)
        };
        let most = Quantity::from_thousandths(LIMITS.quantity_thousandths);
        let fits = Quantity::from_figure(FormNumber::of(bought)).filter(|bought| *bought <= most);
        fits.ok_or_else(|| {
            let refusal = ValidationError::new("amount", Code::TooLarge, Text::TooLarge);
            vec![refusal.with("max", &FormNumber::scaled(LIMITS.quantity_thousandths, 3))]
        })
    }
}
