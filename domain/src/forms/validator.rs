//! The verdict on a form: at most one refusal a field, `required` before all others.

use crate::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    types::{colors, email, field::WireEnum, limits::LIMITS, money::FormNumber, phone},
};

/// Collects the refusals of one form: at most one a field, `required` before all others.
#[derive(Debug, Default)]
pub struct Validator {
    errors: Vec<ValidationError>,
}

impl Validator {
    /// A form without refusals so far.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Refuses a field, unless it was refused before.
    pub fn add_error(&mut self, refusal: ValidationError) {
        if !self.has_error(&refusal.field) {
            self.errors.push(refusal);
        }
    }

    /// Refuses what a form inside this one refuses.
    pub fn add_errors(&mut self, verdict: Result<(), Vec<ValidationError>>) {
        for refusal in verdict.err().unwrap_or_default() {
            self.add_error(refusal);
        }
    }

    /// Was this field refused already?
    #[must_use]
    pub fn has_error(&self, field: &str) -> bool {
        self.errors.iter().any(|refusal| refusal.field == field)
    }

    /// Starts with a text of one or more lines. A NUL character cannot be stored and is refused.
    pub fn text<'a>(&'a mut self, field: &'static str, value: &'a str) -> TextRules<'a> {
        let mut check = TextRules { checks: self, field, value: value.trim() };
        if value.contains('\0') {
            check.no(Code::Format, Text::BadCharacter);
        }
        check
    }

    /// Starts with a number.
    pub fn number(&mut self, field: &'static str, value: Option<FormNumber>) -> NumberRules<'_> {
        NumberRules { checks: self, field, value }
    }

    /// A choice that must be made.
    pub fn choice<C: WireEnum>(&mut self, field: &'static str, word: &str) {
        if word.trim().is_empty() {
            self.add_error(ValidationError::new(field, Code::Required, Text::ChoiceRequired));
        } else if C::from_word(word).is_none() {
            self.add_error(ValidationError::new(field, Code::Choice, Text::Choice));
        }
    }

    /// Something that must be there, such as an id or a yes or no.
    pub fn required_value<T>(&mut self, field: &'static str, value: Option<&T>) {
        if value.is_none() {
            self.add_error(ValidationError::new(field, Code::Required, Text::Required));
        }
    }

    /// Something that must be there, said in the words of the specification.
    pub fn required_with<T>(&mut self, field: &'static str, value: Option<&T>, text: Text) {
        if value.is_none() {
            self.add_error(ValidationError::new(field, Code::Required, text));
        }
    }

    /// The verdict.
    pub fn finish(self) -> Result<(), Vec<ValidationError>> {
        if self.errors.is_empty() { Ok(()) } else { Err(self.errors) }
    }
}

/// The rules of one text. Each rule is asked only while the field stands unrefused.
#[derive(Debug)]
pub struct TextRules<'a> {
    checks: &'a mut Validator,
    field: &'static str,
    value: &'a str,
}

impl TextRules<'_> {
    fn no(&mut self, code: Code, text: Text) {
        self.checks.add_error(ValidationError::new(self.field, code, text));
    }

    /// Must not be blank.
    pub fn required(&mut self) -> &mut Self {
        if self.value.is_empty() {
            self.no(Code::Required, Text::Required);
        }
        self
    }

    /// Must not be blank, said in the words of the specification.
    pub fn required_with(&mut self, text: Text) -> &mut Self {
        if self.value.is_empty() {
            self.no(Code::Required, text);
        }
        self
    }

    /// At most so many characters, counted as Unicode scalar values.
    pub fn max(&mut self, max: u32) -> &mut Self {
        self.max_with(max, Text::TooLong)
    }

    /// At most so many characters, said in the words of the specification.
    pub fn max_with(&mut self, max: u32, text: Text) -> &mut Self {
        if self.value.chars().count() > max as usize {
            let refusal = ValidationError::new(self.field, Code::TooLong, text).with("max", &max);
            self.checks.add_error(refusal);
        }
        self
    }

    /// At most what one line may hold.
    pub fn line(&mut self) -> &mut Self {
        self.max(LIMITS.line)
    }

    /// At most what a text of several lines may hold.
    pub fn lines(&mut self) -> &mut Self {
        self.max(LIMITS.lines)
    }

    /// An e-mail address, where it is not blank.
    pub fn email(&mut self) -> &mut Self {
        if !self.value.is_empty() && !email::is_address(self.value) {
            self.no(Code::Email, Text::Email);
        }
        self
    }

    /// A phone number, where it is not blank.
    pub fn phone(&mut self) -> &mut Self {
        if !self.value.is_empty() && phone::parse(self.value).is_none() {
            self.no(Code::PhoneFormat, Text::PhoneFormat);
        }
        self
    }

    /// A color as `#rrggbb`, where it is not blank.
    pub fn color(&mut self) -> &mut Self {
        self.parses_as(|color| colors::is_hex(color).then_some(()), Text::ColorFormat)
    }

    /// Refuses what a reader of the domain does not understand, such as a date; blank passes.
    pub fn parses_as<T>(&mut self, read: impl FnOnce(&str) -> Option<T>, text: Text) -> &mut Self {
        if !self.value.is_empty() && read(self.value).is_none() {
            self.no(Code::Format, text);
        }
        self
    }
}

/// The rules of one number.
#[derive(Debug)]
pub struct NumberRules<'a> {
    checks: &'a mut Validator,
    field: &'static str,
    value: Option<FormNumber>,
}

impl NumberRules<'_> {
    /// Must be there.
    pub fn required(&mut self) -> &mut Self {
        if self.value.is_none() {
            self.checks.add_error(ValidationError::new(self.field, Code::Required, Text::Required));
        }
        self
    }

    /// Money: 0 to 9,999,999,999.99, at most 2 decimals.
    pub fn money(&mut self) -> &mut Self {
        let max = FormNumber::scaled(LIMITS.money_cents, 2);
        self.between(FormNumber::whole(0), max).decimals(2)
    }

    /// A quantity: 0 to 9,999,999.999, at most 3 decimals.
    pub fn quantity(&mut self) -> &mut Self {
        let max = FormNumber::scaled(LIMITS.quantity_thousandths, 3);
        self.between(FormNumber::whole(0), max).decimals(3)
    }

    /// A whole number between two others, both allowed.
    pub fn whole(&mut self, min: i64, max: i64) -> &mut Self {
        self.between(FormNumber::whole(min), FormNumber::whole(max)).decimals(0)
    }

    /// Percent: 0 to the most there may be, at most 1 decimal.
    pub fn percent(&mut self, max: u32) -> &mut Self {
        self.between(FormNumber::whole(0), FormNumber::whole(max.into())).decimals(1)
    }

    fn between(&mut self, min: FormNumber, max: FormNumber) -> &mut Self {
        if let Some(value) = self.value {
            if value < min {
                let refusal = ValidationError::new(self.field, Code::TooSmall, Text::TooSmall);
                self.checks.add_error(refusal.with("min", &min));
            } else if value > max {
                let refusal = ValidationError::new(self.field, Code::TooLarge, Text::TooLarge);
                self.checks.add_error(refusal.with("max", &max));
            }
        }
        self
    }

    fn decimals(&mut self, max: u32) -> &mut Self {
        if self.value.is_some_and(|value| value.decimals() > max) {
            let text = if max == 0 { Text::WholeNumber } else { Text::TooManyDecimals };
            let refusal = ValidationError::new(self.field, Code::TooManyDecimals, text);
            self.checks.add_error(refusal.with("max", &max));
        }
        self
    }
}
