//! Rules that stand in the attributes of a form's fields, beside `length` and `required` of `validator`.
//! Each asks one value; a blank text passes all but [`required`].

use validator::ValidationError as Refused;

use crate::{
    forms::{
        error::{Code, ValidationError},
        verdict::FIELD,
    },
    i18n::rules::Text,
    types::{
        colors, date, email as addresses, field::WireEnum, limits::LIMITS, money::FormNumber,
        phone as phones,
    },
};

/// At most what one line may hold, in characters.
pub const LINE: u64 = LIMITS.line as u64;
/// At most what a text of several lines may hold, in characters.
pub const LINES: u64 = LIMITS.lines as u64;

/// What a rule answers.
pub type Verdict = Result<(), Refused>;

/// The refusal of a rule, whose field `validator` knows.
#[must_use]
pub fn refused(code: Code, text: Text) -> Refused {
    ValidationError::new("", code, text).into()
}

fn check(passes: bool, code: Code, text: Text) -> Verdict {
    if passes { Ok(()) } else { Err(refused(code, text)) }
}

/// The verdict on one field of a rule that sees the whole form.
pub fn of_field(field: &'static str, verdict: Verdict) -> Verdict {
    verdict.map_err(|mut refused| {
        refused.params.insert(FIELD.into(), field.into());
        refused
    })
}

/// Must not be blank. Where a sentence of its own says so; otherwise `length(min = 1)` does.
pub fn required(text: &str) -> Verdict {
    check(!text.trim().is_empty(), Code::Required, Text::Required)
}

/// An e-mail address.
pub fn email(text: &str) -> Verdict {
    check(text.is_empty() || addresses::is_address(text), Code::Email, Text::Email)
}

/// A phone number.
pub fn phone(text: &str) -> Verdict {
    check(text.is_empty() || phones::parse(text).is_some(), Code::PhoneFormat, Text::PhoneFormat)
}

/// A day as `2024-05-31`, of a field that may be missing.
pub fn optional_day(text: &Option<String>) -> Verdict {
    day(text.as_deref().unwrap_or_default())
}

/// A color as `#rrggbb`.
pub fn color(text: &str) -> Verdict {
    check(text.is_empty() || colors::is_hex(text), Code::Format, Text::ColorFormat)
}

/// A day as `2024-05-31`.
pub fn day(text: &str) -> Verdict {
    check(text.is_empty() || date::read_day(text).is_some(), Code::Format, Text::DateFormat)
}

/// An instant as `2024-05-31T15:30:00Z`.
pub fn instant(text: &str) -> Verdict {
    check(text.is_empty() || date::read_instant(text).is_some(), Code::Format, Text::InstantFormat)
}

/// A choice that must be made.
pub fn choice<C: WireEnum>(word: &str) -> Verdict {
    if word.trim().is_empty() {
        Err(refused(Code::Required, Text::ChoiceRequired))
    } else {
        check(C::from_word(word).is_some(), Code::Choice, Text::Choice)
    }
}

/// Money: 0 to 9,999,999,999.99, at most 2 decimals.
pub fn money(number: &Option<FormNumber>) -> Verdict {
    number_within(*number, FormNumber::whole(0), FormNumber::scaled(LIMITS.money_cents, 2), 2)
}

/// A quantity: 0 to 9,999,999.999, at most 3 decimals.
pub fn quantity(number: &Option<FormNumber>) -> Verdict {
    let max = FormNumber::scaled(LIMITS.quantity_thousandths, 3);
    number_within(*number, FormNumber::whole(0), max, 3)
}

/// Percent: 0 to the most there may be, at most 1 decimal.
pub fn percent<const MAX: u32>(number: &Option<FormNumber>) -> Verdict {
    number_within(*number, FormNumber::whole(0), FormNumber::whole(MAX.into()), 1)
}

/// A whole number between two others, both allowed.
pub fn whole<const MIN: i64, const MAX: i64>(number: &Option<FormNumber>) -> Verdict {
    number_within(*number, FormNumber::whole(MIN), FormNumber::whole(MAX), 0)
}

fn number_within(
    number: Option<FormNumber>,
    min: FormNumber,
    max: FormNumber,
    decimals: u32,
) -> Verdict {
    let Some(number) = number else { return Ok(()) };
    let refusal = |code, text| ValidationError::new("", code, text);
    let refusal = if number < min {
        refusal(Code::TooSmall, Text::TooSmall).with("min", &min)
    } else if number > max {
        refusal(Code::TooLarge, Text::TooLarge).with("max", &max)
    } else if number.decimals() > decimals {
        let text = if decimals == 0 { Text::WholeNumber } else { Text::TooManyDecimals };
        refusal(Code::TooManyDecimals, text).with("max", &decimals)
    } else {
        return Ok(());
    };
    Err(refusal.into())
}
