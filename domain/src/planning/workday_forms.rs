//! The working days of a company, as it sets them.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::{
        error::{Code, ValidationError, ValidationErrors},
        form::{form, nested_form},
        rules,
    },
    i18n::rules::Text,
    planning::{numbers, read_form, workdays::WorkCalendar},
    types::{date, limits::LIMITS, money::FormNumber},
};

/// The days on which a company works.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct Workdays {
    /// 1 is Monday; in order, each once.
    pub weekdays: Vec<u8>,
    /// In order, each day once.
    pub holidays: Vec<Holiday>,
    /// The hours of a working day, where the company has set them.
    pub hours: Option<WorkHours>,
}

/// A day on which a company does not work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct Holiday {
    /// The day.
    pub day: NaiveDate,
    /// Its name.
    pub name: String,
}

/// The hours of a working day, as `HH:MM`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct WorkHours {
    /// When work begins.
    pub start: String,
    /// When it ends.
    pub end: String,
}

impl Default for Workdays {
    /// Monday to Friday.
    fn default() -> Self {
        Self { weekdays: (1..=5).collect(), holidays: Vec::new(), hours: None }
    }
}

impl Workdays {
    /// What is counted with them.
    #[must_use]
    pub fn calendar(&self) -> WorkCalendar {
        WorkCalendar::new(&self.weekdays, self.holidays.iter().map(|holiday| holiday.day))
    }
}

form! {
    /// The working days of a company. What is left out is cleared.
    WorkdaysForm {
        #[ts(type = "number[]")]
        weekdays: Vec<FormNumber> = "weekdays",
        #[ts(optional, as = "Option<Vec<HolidayForm>>")]
        holidays: Vec<HolidayForm> = "holidays",
        #[ts(optional)]
        hours: Option<WorkHoursForm> = "hours",
    }
}

form! {
    /// A day on which the company does not work.
    HolidayForm {
        #[validate(custom(function = rules::required_day))]
        day: String = "day",
        #[validate(custom(function = rules::required_at_most::<{ LIMITS.holiday_name }>))]
        name: String = "name",
    }
}

form! {
    /// The hours of a working day.
    WorkHoursForm {
        start: String = "start",
        end: String = "end",
    }
}

nested_form!(HolidayForm, WorkHoursForm);

read_form! {
    /// Sets the working days of the caller's company.
    SetWorkdays(WorkdaysForm)
}

impl SetWorkdays {
    /// The working days as they are stored: sorted, each once. Of two names for one day the first stays.
    pub fn read(&self) -> Result<Workdays, Vec<ValidationError>> {
        let mut errors = ValidationErrors::default();
        let weekdays = read_weekdays(&self.0.weekdays).unwrap_or_else(|refusal| {
            errors.add(refusal);
            Vec::new()
        });
        let most = numbers::at_most("holidays", self.0.holidays.len(), LIMITS.holidays);
        let forms = if most.is_ok() { self.0.holidays.as_slice() } else { &[] };
        errors.add_all(most.map_err(|refusal| vec![refusal]));
        let mut holidays: Vec<Holiday> = Vec::new();
        for form in forms {
            errors.add_all(crate::forms::form::Form::check(form));
            if let Some(day) = date::read_day(&form.day) {
                holidays.push(Holiday { day, name: form.name.clone() });
            }
        }
        holidays.sort_by_key(|holiday| holiday.day);
        holidays.dedup_by_key(|holiday| holiday.day);
        let hours = self.0.hours.as_ref().map(|hours| {
            errors.add_all(hours.check_times());
            WorkHours { start: hours.start.clone(), end: hours.end.clone() }
        });
        errors.finish()?;
        Ok(Workdays { weekdays, holidays, hours })
    }
}

/// The weekdays in order, each once.
pub(crate) fn read_weekdays(numbers: &[FormNumber]) -> Result<Vec<u8>, ValidationError> {
    let mut named = [false; 7];
    for number in numbers {
        let whole = number.to_whole();
        let Some(weekday) = (1..=7).position(|weekday| whole == Some(weekday)) else {
            return Err(ValidationError::new("weekdays", Code::Choice, Text::Choice));
        };
        named[weekday] = true;
    }
    if numbers.is_empty() {
        return Err(ValidationError::new("weekdays", Code::Required, Text::ChoiceRequired));
    }
    Ok((1..=7).zip(named).filter(|(_, named)| *named).map(|(weekday, _)| weekday).collect())
}

/// Reads a required day.
pub(crate) fn read_day(field: &str, text: &str) -> Result<NaiveDate, ValidationError> {
    let (code, why) = if text.is_empty() {
        (Code::Required, Text::Required)
    } else {
        (Code::Format, Text::DateFormat)
    };
    date::read_day(text).ok_or_else(|| ValidationError::new(field, code, why))
}

impl WorkHoursForm {
    fn check_times(&self) -> Result<(), Vec<ValidationError>> {
        let mut errors = ValidationErrors::default();
        for (field, time) in [("start", &self.start), ("end", &self.end)] {
            if time.is_empty() {
                errors.add(ValidationError::new(field, Code::Required, Text::Required));
            } else if !is_time(time) {
                errors.add(ValidationError::new(field, Code::Format, Text::TimeFormat));
            }
        }
        // Times with leading zeros are in the order of their texts.
        if !errors.has("start") && !errors.has("end") && self.start >= self.end {
            errors.add(ValidationError::new("start", Code::Range, Text::DayEndsFirst));
        }
        errors.finish()
    }
}

/// Is this a time as `HH:MM`, from 00:00 to 23:59?
fn is_time(text: &str) -> bool {
    let [h1, h0, b':', m1, m0] = text.as_bytes() else { return false };
    [h1, h0, m1, m0].iter().all(|digit| digit.is_ascii_digit())
        && (*h1 < b'2' || (*h1 == b'2' && *h0 < b'4'))
        && *m1 < b'6'
}
