//! How much a company can do at once, when it does not work, and what of it others may see.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::{
        error::{Code, ValidationError, ValidationErrors},
        form::form,
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    planning::{numbers, read_form},
    types::{
        date, date_range::Span, field::WireEnum, ids::DayOffId, limits::LIMITS, money::FormNumber,
    },
};

/// What connected companies see of a company's days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum Sharing {
    /// Nothing.
    #[default]
    None,
    /// Whether it is free, busy or full.
    Busy,
    /// How many crews are left, too.
    Count,
}

impl WireEnum for Sharing {
    const WIRE_WORDS: &'static [(&'static str, Self)] =
        &[("none", Self::None), ("busy", Self::Busy), ("count", Self::Count)];
}

/// How many jobs a company can do on one day, and what others may see of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct Capacity {
    /// The crews, each of which does one job on a day.
    #[ts(type = "number")]
    pub crews: u32,
    /// What connected companies see.
    pub sharing: Sharing,
}

impl Default for Capacity {
    /// One crew, and others see nothing.
    fn default() -> Self {
        Self { crews: 1, sharing: Sharing::None }
    }
}

/// Days on which a company does not work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct DayOff {
    pub id: DayOffId,
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    pub reason: Option<String>,
}

form! {
    /// The capacity of a company.
    CapacityForm {
        #[ts(type = "number")]
        crews: Option<FormNumber> = "crews",
        #[ts(as = "Sharing")]
        #[validate(custom(function = rules::choice::<Sharing>))]
        sharing: String = "sharing",
    }
}

read_form! {
    /// Sets the capacity of the caller's company.
    SetCapacity(CapacityForm)
}

impl SetCapacity {
    /// The capacity.
    pub fn read(&self) -> Result<Capacity, Vec<ValidationError>> {
        let mut errors = ValidationErrors::default();
        let crews = numbers::whole("crews", self.0.crews, 0, LIMITS.capacity_crews);
        let crews = crews.unwrap_or_else(|refusal| {
            errors.add(refusal);
            0
        });
        errors.add_all(crate::forms::form::Form::check(&self.0));
        errors.finish()?;
        let sharing = Sharing::from_word(&self.0.sharing).unwrap_or_default();
        Ok(Capacity { crews: u32::try_from(crews).unwrap_or_default(), sharing })
    }
}

form! {
    /// Days on which the company does not work.
    #[validate(schema(function = "NewDayOff::check_period", skip_on_field_errors = false))]
    NewDayOff {
        #[validate(custom(function = rules::required_day))]
        from: String = "from",
        #[validate(custom(function = rules::required_day))]
        to: String = "to",
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = rules::at_most::<{ LIMITS.planning_reason }>))]
        reason: String = "reason",
    }
}

impl NewDayOff {
    /// The days, where both are valid.
    #[must_use]
    pub fn days(&self) -> Option<Span> {
        let (start_date, end_date) = (date::read_day(&self.from)?, date::read_day(&self.to)?);
        Some(Span { start_date, end_date })
    }

    /// The reason; `None` where it is blank.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        (!self.reason.is_empty()).then_some(self.reason.as_str())
    }

    fn check_period(&self) -> Verdict {
        let checked = self.days().map(|days| check_period(days, LIMITS.day_off_days));
        checked.unwrap_or(Ok(())).map_err(Into::into)
    }
}

/// Refuses a period, `from` to `to`, that ends before it begins, or has more days than allowed.
pub(crate) fn check_period(days: Span, most: u32) -> Result<(), ValidationError> {
    if days.start_date > days.end_date {
        return Err(ValidationError::new("from", Code::Range, Text::StartAfterEnd));
    }
    if (days.end_date - days.start_date).num_days() < i64::from(most) {
        return Ok(());
    }
    Err(ValidationError::new("to", Code::TooLarge, Text::TooManyDays).with("max", &most))
}
