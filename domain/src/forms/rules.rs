//! Rules in the attributes of a form's fields. Each checks one value; a blank text passes all except those
//! named `required`.

use std::str::FromStr;

use validator::ValidationError as Refused;

use crate::{
    forms::{
        error::{Code, ValidationError},
        verdict::FIELD,
    },
    i18n::rules::Text,
    types::{
        colors, date, email as addresses,
        field::{Stated, WireEnum},
        limits::LIMITS,
        money::FormNumber,
        phone as phones,
    },
};

/// The result of a rule.
pub type Verdict = Result<(), Refused>;

/// The refusal of a rule for one field; `validator` adds the field.
#[must_use]
pub fn refused(code: Code, text: Text) -> Refused {
    ValidationError::new("", code, text).into()
}

fn check(passes: bool, code: Code, text: Text) -> Verdict {
    if passes { Ok(()) } else { Err(refused(code, text)) }
}

/// Names the field that a rule for the whole form refuses.
pub fn of_field(field: &'static str, verdict: Verdict) -> Verdict {
    verdict.map_err(|mut refused| {
        refused.params.insert(FIELD.into(), field.into());
        refused
    })
}

/// Contains nothing that a database cannot store: PostgreSQL refuses the NUL character.
pub fn storable(text: &str) -> Verdict {
    check(!text.contains('\0'), Code::Format, Text::BadCharacter)
}

/// At most the length of a single-line text.
pub fn line(text: &str) -> Verdict {
    check_length(text, LIMITS.line)
}

/// A single line that must not be blank.
pub fn required_line(text: &str) -> Verdict {
    required(text)?;
    line(text)
}

/// At most the length of a multi-line text.
pub fn lines(text: &str) -> Verdict {
    check_length(text, LIMITS.lines)
}

/// A multi-line text that must not be blank.
pub fn required_lines(text: &str) -> Verdict {
    required(text)?;
    lines(text)
}

/// At most so many characters, counted as Unicode scalar values.
///
/// `length` of `validator` does the same, but its error repeats the text and both limits, and each field that
/// uses it takes up three times as much space in the browser.
pub fn at_most<const MAX: u32>(text: &str) -> Verdict {
    check_length(text, MAX)
}

/// At most so many characters, and not blank.
pub fn required_at_most<const MAX: u32>(text: &str) -> Verdict {
    required(text)?;
    check_length(text, MAX)
}

fn check_length(text: &str, max: u32) -> Verdict {
    storable(text)?;
    if text.chars().count() > max as usize {
        return Err(ValidationError::new("", Code::TooLong, Text::TooLong)
            .with("max", &max)
            .into());
    }
    Ok(())
}

/// Must not be blank. Other rules of the field refuse what cannot be stored: this one may have its own
/// message.
pub fn required(text: &str) -> Verdict {
    check(!text.trim().is_empty(), Code::Required, Text::Required)
}

/// An e-mail address.
fn email(text: &str) -> Verdict {
    storable(text)?;
    check(text.is_empty() || addresses::is_address(text), Code::Email, Text::Email)
}

/// A single line with an email address, or blank.
pub fn email_line(text: &str) -> Verdict {
    line(text)?;
    email(text)
}

/// A single line with an email address.
pub fn required_email(text: &str) -> Verdict {
    required(text)?;
    email_line(text)
}

/// A phone number.
pub fn phone(text: &str) -> Verdict {
    storable(text)?;
    check(text.is_empty() || phones::parse(text).is_some(), Code::PhoneFormat, Text::PhoneFormat)
}

/// A day as `2024-05-31`, in a field that may be missing.
pub fn optional_day(text: &Option<String>) -> Verdict {
    day(text.as_deref().unwrap_or_default())
}

/// A day as `2024-05-31`, in a field that distinguishes null from absent.
pub fn stated_day(text: &Stated<String>) -> Verdict {
    day(text.0.as_deref().unwrap_or_default())
}

/// A color as `#rrggbb`.
pub fn color(text: &str) -> Verdict {
    storable(text)?;
    check(text.is_empty() || colors::is_hex(text), Code::Format, Text::ColorFormat)
}

/// A color as `#rrggbb`, not blank.
pub fn required_color(text: &str) -> Verdict {
    required(text)?;
    color(text)
}

/// A day as `2024-05-31`.
pub fn day(text: &str) -> Verdict {
    storable(text)?;
    check(text.is_empty() || date::read_day(text).is_some(), Code::Format, Text::DateFormat)
}

/// A day as `2024-05-31`, not blank.
pub fn required_day(text: &str) -> Verdict {
    required(text)?;
    day(text)
}

/// An instant as `2024-05-31T15:30:00Z`.
pub fn instant(text: &str) -> Verdict {
    storable(text)?;
    check(text.is_empty() || date::read_instant(text).is_some(), Code::Format, Text::InstantFormat)
}

/// An instant as `2024-05-31T15:30:00Z`, not blank.
pub fn required_instant(text: &str) -> Verdict {
    required(text)?;
    instant(text)
}

/// A text of a query string: blank, or one that can be read.
pub(crate) fn readable<T>(
    text: &str,
    read: impl FnOnce(&str) -> Option<T>,
    code: Code,
    why: Text,
) -> Verdict {
    let text = text.trim();
    check(text.is_empty() || read(text).is_some(), code, why)
}

/// A day of a query string, or blank.
pub fn query_day(text: &str) -> Verdict {
    readable(text, date::read_day, Code::Format, Text::DateFormat)
}

/// An id of a query string, or blank.
pub fn query_id<Id: FromStr>(text: &str) -> Verdict {
    readable(text, |id| id.parse::<Id>().ok(), Code::Format, Text::Choice)
}

/// A choice of a query string, or blank.
pub fn query_choice<C: WireEnum>(word: &str) -> Verdict {
    readable(word, C::from_word, Code::Choice, Text::Choice)
}

/// A search text of at most so many characters; blanks around it do not count.
pub fn search_text<const MAX: u32>(text: &str) -> Verdict {
    storable(text)?;
    check_length(text.trim(), MAX)
}

/// A required choice.
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

/// A required amount of money.
pub fn required_money(number: &Option<FormNumber>) -> Verdict {
    required_number(*number)?;
    money(number)
}

/// A quantity: 0 to 9,999,999.999, at most 3 decimals.
pub fn quantity(number: &Option<FormNumber>) -> Verdict {
    let max = FormNumber::scaled(LIMITS.quantity_thousandths, 3);
    number_within(*number, FormNumber::whole(0), max, 3)
}

/// A required quantity.
pub fn required_quantity(number: &Option<FormNumber>) -> Verdict {
    required_number(*number)?;
    quantity(number)
}

/// A percentage from 0 to the limit, at most 1 decimal.
pub fn percent<const MAX: u32>(number: &Option<FormNumber>) -> Verdict {
    number_within(*number, FormNumber::whole(0), FormNumber::whole(MAX.into()), 1)
}

/// A whole number within two limits, both included.
pub fn whole<const MIN: i64, const MAX: i64>(number: &Option<FormNumber>) -> Verdict {
    number_within(*number, FormNumber::whole(MIN), FormNumber::whole(MAX), 0)
}

fn required_number(number: Option<FormNumber>) -> Verdict {
    check(number.is_some(), Code::Required, Text::Required)
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
