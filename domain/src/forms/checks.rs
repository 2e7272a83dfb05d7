//! The verdict on a form: at most one refusal a field, `required` before all others.

use crate::{
    forms::error::{Code, Refusal},
    i18n::rules::Text,
    types::{colors, email, field::Choice, limits::LIMITS, money::Figure, phone},
};

/// Collects the refusals of one form: at most one a field, `required` before all others.
#[derive(Debug, Default)]
pub struct Checks {
    refusals: Vec<Refusal>,
}

impl Checks {
    /// A form without refusals so far.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Refuses a field, unless it was refused before.
    pub fn refuse(&mut self, refusal: Refusal) {
        if !self.refused(&refusal.field) {
            self.refusals.push(refusal);
        }
    }

    /// Refuses what a form inside this one refuses.
    pub fn refuse_all(&mut self, verdict: Result<(), Vec<Refusal>>) {
        for refusal in verdict.err().unwrap_or_default() {
            self.refuse(refusal);
        }
    }

    /// Was this field refused already?
    #[must_use]
    pub fn refused(&self, field: &str) -> bool {
        self.refusals.iter().any(|refusal| refusal.field == field)
    }

    /// Starts with a text of one or more lines. A NUL character cannot be stored and is refused.
    pub fn text<'a>(&'a mut self, field: &'static str, value: &'a str) -> TextCheck<'a> {
        let mut check = TextCheck { checks: self, field, value: value.trim() };
        if value.contains('\0') {
            check.no(Code::Format, Text::BadCharacter);
        }
        check
    }

    /// Starts with a number.
    pub fn figure(&mut self, field: &'static str, value: Option<Figure>) -> FigureCheck<'_> {
        FigureCheck { checks: self, field, value }
    }

    /// A choice that must be made.
    pub fn choice<C: Choice>(&mut self, field: &'static str, word: &str) {
        if word.trim().is_empty() {
            self.refuse(Refusal::new(field, Code::Required, Text::ChoiceRequired));
        } else if C::from_word(word).is_none() {
            self.refuse(Refusal::new(field, Code::Choice, Text::Choice));
        }
    }

    /// Something that must be there, such as an id or a yes or no.
    pub fn given<T>(&mut self, field: &'static str, value: Option<&T>) {
        if value.is_none() {
            self.refuse(Refusal::new(field, Code::Required, Text::Required));
        }
    }

    /// Something that must be there, said in the words of the specification.
    pub fn given_saying<T>(&mut self, field: &'static str, value: Option<&T>, text: Text) {
        if value.is_none() {
            self.refuse(Refusal::new(field, Code::Required, text));
        }
    }

    /// The verdict.
    pub fn done(self) -> Result<(), Vec<Refusal>> {
        if self.refusals.is_empty() { Ok(()) } else { Err(self.refusals) }
    }
}

/// The rules of one text. Each rule is asked only while the field stands unrefused.
#[derive(Debug)]
pub struct TextCheck<'a> {
    checks: &'a mut Checks,
    field: &'static str,
    value: &'a str,
}

impl TextCheck<'_> {
    fn no(&mut self, code: Code, text: Text) {
        self.checks.refuse(Refusal::new(self.field, code, text));
    }

    /// Must not be blank.
    pub fn required(&mut self) -> &mut Self {
        if self.value.is_empty() {
            self.no(Code::Required, Text::Required);
        }
        self
    }

    /// Must not be blank, said in the words of the specification.
    pub fn required_saying(&mut self, text: Text) -> &mut Self {
        if self.value.is_empty() {
            self.no(Code::Required, text);
        }
        self
    }

    /// At most so many characters, counted as Unicode scalar values.
    pub fn max(&mut self, max: u32) -> &mut Self {
        self.max_saying(max, Text::TooLong)
    }

    /// At most so many characters, said in the words of the specification.
    pub fn max_saying(&mut self, max: u32, text: Text) -> &mut Self {
        if self.value.chars().count() > max as usize {
            let refusal = Refusal::new(self.field, Code::TooLong, text).with("max", &max);
            self.checks.refuse(refusal);
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
        self.reads_as(|color| colors::is_hex(color).then_some(()), Text::ColorFormat)
    }

    /// Refuses what a reader of the domain does not understand, such as a date; blank passes.
    pub fn reads_as<T>(&mut self, read: impl FnOnce(&str) -> Option<T>, text: Text) -> &mut Self {
        if !self.value.is_empty() && read(self.value).is_none() {
            self.no(Code::Format, text);
        }
        self
    }
}

/// The rules of one number.
#[derive(Debug)]
pub struct FigureCheck<'a> {
    checks: &'a mut Checks,
    field: &'static str,
    value: Option<Figure>,
}

impl FigureCheck<'_> {
    /// Must be there.
    pub fn required(&mut self) -> &mut Self {
        if self.value.is_none() {
            self.checks.refuse(Refusal::new(self.field, Code::Required, Text::Required));
        }
        self
    }

    /// Money: 0 to 9,999,999,999.99, at most 2 decimals.
    pub fn money(&mut self) -> &mut Self {
        let max = Figure::scaled(LIMITS.money_cents, 2);
        self.between(Figure::whole(0), max).decimals(2)
    }

    /// A quantity: 0 to 9,999,999.999, at most 3 decimals.
    pub fn quantity(&mut self) -> &mut Self {
        let max = Figure::scaled(LIMITS.quantity_thousandths, 3);
        self.between(Figure::whole(0), max).decimals(3)
    }

    /// A whole number between two others, both allowed.
    pub fn whole(&mut self, min: i64, max: i64) -> &mut Self {
        self.between(Figure::whole(min), Figure::whole(max)).decimals(0)
    }

    /// Percent: 0 to the most there may be, at most 1 decimal.
    pub fn percent(&mut self, max: u32) -> &mut Self {
        self.between(Figure::whole(0), Figure::whole(max.into())).decimals(1)
    }

    fn between(&mut self, min: Figure, max: Figure) -> &mut Self {
        if let Some(value) = self.value {
            if value < min {
                let refusal = Refusal::new(self.field, Code::TooSmall, Text::TooSmall);
                self.checks.refuse(refusal.with("min", &min));
            } else if value > max {
                let refusal = Refusal::new(self.field, Code::TooLarge, Text::TooLarge);
                self.checks.refuse(refusal.with("max", &max));
            }
        }
        self
    }

    fn decimals(&mut self, max: u32) -> &mut Self {
        if self.value.is_some_and(|value| value.decimals() > max) {
            let text = if max == 0 { Text::WholeNumber } else { Text::TooManyDecimals };
            let refusal = Refusal::new(self.field, Code::TooManyDecimals, text);
            self.checks.refuse(refusal.with("max", &max));
        }
        self
    }
}
