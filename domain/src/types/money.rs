//! Amounts: whole cents inside, dollars with two decimals on the wire. No binary arithmetic.
//!
//! A JSON number is parsed as a double. Its shortest decimal representation restores the original number, for
//! every number of at most 15 digits; amounts have at most 12 and quantities 10. So a double is converted to
//! its shortest decimal once, when it is read, and everything after that is decimal. (`arbitrary_precision`
//! of `serde_json` would do this, too, but it breaks flattened structs and the interface to the browser,
//! where numbers are doubles anyway.)

use std::fmt;

use rust_decimal::{Decimal, RoundingStrategy, prelude::ToPrimitive};
#[cfg(feature = "schema")]
use schemars::{Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Visitor},
};
use serde_json::Value;
use ts_rs::TS;

use crate::types::field::FromField;

/// A number of a form, exactly as it was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FormNumber(Decimal);

impl FormNumber {
    /// From a whole number.
    #[must_use]
    pub fn whole(number: i64) -> Self {
        Self(Decimal::from(number))
    }

    /// From a number counted in its last decimal, such as cents.
    #[must_use]
    pub fn scaled(number: i64, decimals: u32) -> Self {
        Self(Decimal::new(number, decimals))
    }

    /// From an exact decimal.
    #[must_use]
    pub fn of(number: Decimal) -> Self {
        Self(number.normalize())
    }

    /// The shortest decimal of a double. Beyond 28 digits it is the largest or the smallest decimal, which
    /// every limit refuses; not-a-number is `None`.
    #[must_use]
    pub fn from_double(double: f64) -> Option<Self> {
        let largest = if double < 0.0 { Decimal::MIN } else { Decimal::MAX };
        if double.is_nan() {
            None
        } else if double.abs() >= 1e28 {
            Some(Self(largest))
        } else {
            let smallest = Decimal::new(if double < 0.0 { -1 } else { 1 }, 28);
            // Formatted as JSON: Rust's own formatting of doubles takes up 5 KB in the browser.
            let text = serde_json::Number::from_f64(double)?.to_string();
            let read =
                if text.contains('e') { Decimal::from_scientific } else { Decimal::from_str_exact };
            Some(Self(read(&text).unwrap_or(smallest).normalize()))
        }
    }

    /// From a number of a JSON text. A whole number beyond the precision of a double becomes the nearest
    /// double, because a browser has only that: both must return the same.
    #[must_use]
    pub fn from_json(number: &serde_json::Number) -> Option<Self> {
        const EXACT: u64 = 1 << f64::MANTISSA_DIGITS;
        match number.as_i64() {
            Some(whole) if whole.unsigned_abs() <= EXACT => Some(Self::whole(whole)),
            _ => Self::from_double(number.as_f64()?),
        }
    }

    /// Reads a plain decimal such as `1234.5`.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        Decimal::from_str_exact(text.trim()).ok().map(|number| Self(number.normalize()))
    }

    /// How many significant decimals it has; `1.50` has one.
    #[must_use]
    pub fn decimals(self) -> u32 {
        self.0.normalize().scale()
    }

    /// The number itself.
    #[must_use]
    pub fn decimal(self) -> Decimal {
        self.0
    }

    /// The whole number, if it is one.
    #[must_use]
    pub fn to_whole(self) -> Option<i64> {
        if self.decimals() == 0 { self.0.to_i64() } else { None }
    }
}

impl fmt::Display for FormNumber {
    /// With thousands separators, for messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&grouped(&self.0.to_string()))
    }
}

/// As it was entered, for the errors of `validator`.
impl Serialize for FormNumber {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for FormNumber {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = FormNumber;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<FormNumber, E> {
                Ok(FormNumber::whole(number))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<FormNumber, E> {
                Ok(FormNumber(Decimal::from(number)))
            }
            fn visit_f64<E: de::Error>(self, number: f64) -> Result<FormNumber, E> {
                FormNumber::from_double(number).ok_or_else(|| E::custom("not a number"))
            }
        }
        from.deserialize_any(Number)
    }
}

/// An amount of money in cents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
#[ts(export, export_to = "index.ts", type = "number")]
pub struct Money(i64);

/// A quantity in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
#[ts(export, export_to = "index.ts", type = "number")]
pub struct Quantity(i64);

macro_rules! fixed_point {
    ($name:ident, $decimals:literal, $inner:ident, $from_inner:ident, $what:literal) => {
        impl $name {
            #[doc = concat!("From the ", $what, " stored in a column.")]
            #[must_use]
            pub const fn $from_inner(number: i64) -> Self {
                Self(number)
            }

            #[doc = concat!("The ", $what, " stored in a column.")]
            #[must_use]
            pub const fn $inner(self) -> i64 {
                self.0
            }

            /// The exact decimal.
            #[must_use]
            pub fn decimal(self) -> Decimal {
                Decimal::new(self.0, $decimals)
            }

            /// From a number with no more decimals than this type has.
            #[must_use]
            pub fn from_figure(figure: FormNumber) -> Option<Self> {
                let unit = Decimal::from(10_i64.pow($decimals));
                FormNumber(figure.0.checked_mul(unit)?).to_whole().map(Self)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                number(self.decimal(), to)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "number", "minimum": 0, "x-decimals": $decimals })
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let figure = FormNumber::deserialize(from)?;
                Self::from_figure(figure).ok_or_else(|| {
                    de::Error::custom(concat!("more than ", stringify!($decimals), " decimals"))
                })
            }
        }
    };
}

fixed_point!(Money, 2, cents, from_cents, "cents");
fixed_point!(Quantity, 3, thousandths, from_thousandths, "thousandths");

/// A computed amount: the total of a line or an order. It may exceed the limit for a single amount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, TS)]
#[ts(export, export_to = "index.ts", type = "number")]
pub struct Total(Decimal);

impl Total {
    /// The total of one line.
    #[must_use]
    pub fn of_line(line: OrderLine) -> Self {
        Self::known(line.total())
    }

    /// The total of an order.
    #[must_use]
    pub fn of_order(lines: &[OrderLine]) -> Self {
        Self::known(order_total(lines))
    }

    /// From a sum of amounts, in cents.
    #[must_use]
    pub fn from_cents(cents: i64) -> Self {
        Self(Decimal::new(cents, 2))
    }

    /// The sum of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self::known(self.0.checked_add(other.0))
    }

    /// In the format of spreadsheets, `1234.50`.
    #[must_use]
    pub fn plain(self) -> String {
        format!("{:.2}", self.0)
    }

    /// Amounts within the limits never add up to more digits than a decimal has.
    fn known(total: Option<Decimal>) -> Self {
        Self(total.unwrap_or(Decimal::MAX))
    }

    /// The exact decimal.
    #[must_use]
    pub const fn decimal(self) -> Decimal {
        self.0
    }
}

impl Serialize for Total {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        number(self.0, to)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Total {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Total".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "number", "minimum": 0, "x-decimals": 2 })
    }
}

/// Writes a decimal as a JSON number.
fn number<S: Serializer>(decimal: Decimal, to: S) -> Result<S::Ok, S::Error> {
    match whole(decimal) {
        Some(whole) => to.serialize_i64(whole),
        None => to.serialize_f64(double(decimal)),
    }
}

/// The number, if it is whole and a safe integer of the browser, which no other double is next to.
#[must_use]
pub fn whole(decimal: Decimal) -> Option<i64> {
    const EXACT: i64 = (1 << 53) - 1;
    let decimal = decimal.normalize();
    decimal.to_i64().filter(|whole| decimal.scale() == 0 && (-EXACT..=EXACT).contains(whole))
}

/// The double nearest to a decimal, for writing it as a JSON number.
///
/// Not by way of text: the parser of doubles brings tables of 10 KB to the browser.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "rounding to the nearest double is intended")]
pub fn double(decimal: Decimal) -> f64 {
    /// Whole numbers up to this, and these powers of ten, are doubles; their quotient is rounded once.
    const EXACT: u128 = 1 << 53;
    const SHIFT: u32 = 30;
    let (digits, unit) = (decimal.mantissa().unsigned_abs(), 10_u128.pow(decimal.scale()));
    let size = if digits <= EXACT {
        digits as f64 / unit as f64
    } else {
        // More digits than a double has: divide as whole numbers first, and store whether there is a
        // remainder in the lowest bit, so that the result is still rounded only once.
        let shifted = digits << SHIFT;
        let sticky = u128::from(!shifted.is_multiple_of(unit));
        ((shifted / unit) | sticky) as f64 / f64::from(1_u32 << SHIFT)
    };
    if decimal.is_sign_negative() { -size } else { size }
}

/// One line of an order, for its total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderLine {
    /// Dollars for one unit.
    pub unit_cost: FormNumber,
    /// How many units.
    pub quantity: FormNumber,
}

impl FromField for OrderLine {
    fn read(value: &Value) -> Option<Self> {
        let figure = |field: &str| FormNumber::read(value.get(field)?);
        Some(Self { unit_cost: figure("unitCost")?, quantity: figure("quantity")? })
    }
}

impl OrderLine {
    /// The line of a stored row.
    #[must_use]
    pub fn of(unit_cost: Money, quantity: Quantity) -> Self {
        Self {
            unit_cost: FormNumber(unit_cost.decimal()),
            quantity: FormNumber(quantity.decimal()),
        }
    }

    /// `unit cost x quantity`, rounded half away from zero to the cent. `None` beyond 28 digits.
    #[must_use]
    pub fn total(self) -> Option<Decimal> {
        let exact = self.unit_cost.0.checked_mul(self.quantity.0)?;
        Some(exact.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero))
    }
}

/// Order total: the sum of the rounded lines. `None` beyond 28 digits.
#[must_use]
pub fn order_total(lines: &[OrderLine]) -> Option<Decimal> {
    lines.iter().try_fold(Decimal::ZERO, |sum, line| sum.checked_add(line.total()?))
}

/// An amount as it is displayed, `$1,234.50`.
#[must_use]
pub fn format(amount: Decimal) -> String {
    let cents = amount.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero);
    let sign = if cents.is_sign_negative() && !cents.is_zero() { "-" } else { "" };
    format!("{sign}${}", grouped(&format!("{:.2}", cents.abs())))
}

/// Adds thousands separators.
pub(crate) fn grouped(number: &str) -> String {
    let (sign, rest) = number.strip_prefix('-').map_or(("", number), |rest| ("-", rest));
    let (whole, fraction) = rest.split_once('.').map_or((rest, None), |(w, f)| (w, Some(f)));
    let mut out = String::from(sign);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(fraction) = fraction {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

impl FromField for FormNumber {
    fn read(value: &Value) -> Option<Self> {
        value.as_number().and_then(Self::from_json)
    }

    #[cfg(feature = "schema")]
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number" })
    }
}
