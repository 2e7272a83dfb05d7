//! Working days and who is free: a calendar that is prepared once and queried at every step of a drag, and the
//! forms that set both.
#![expect(clippy::needless_pass_by_value, reason = "the browser passes strings by value")]

use domain::{
    evaluate,
    planning::{
        availability::Workload,
        capacity::{Capacity, NewDayOff, SetCapacity, Sharing},
        workday_forms::SetWorkdays,
        workdays,
    },
    types::{date, date_range::Span},
};
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::{forms::refusals, read, to_js};

/// The days on which a company works.
#[wasm_bindgen]
pub struct WorkCalendar(workdays::WorkCalendar);

fn span(start: &str, end: &str) -> Result<Span, JsError> {
    let days = date::read_day(start).zip(date::read_day(end));
    let span = days.map(|(start_date, end_date)| Span { start_date, end_date });
    span.ok_or_else(|| JsError::new("no such day"))
}

#[wasm_bindgen]
impl WorkCalendar {
    /// The calendar with these weekdays, 1 being Monday, and holidays.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(weekdays: Vec<u8>, holidays: Vec<String>) -> WorkCalendar {
        let holidays = holidays.iter().filter_map(|text| date::read_day(text));
        Self(workdays::WorkCalendar::new(&weekdays, holidays))
    }

    /// How many working days there are between two days, both included.
    pub fn count(&self, start: &str, end: &str) -> Result<i32, JsError> {
        let days = span(start, end)?;
        Ok(self.0.count(days.start_date, days.end_date))
    }

    /// The length of a job: its working days, and its first and last day in any case.
    pub fn length(&self, start: &str, end: &str) -> Result<i32, JsError> {
        Ok(self.0.length(span(start, end)?))
    }

    /// The days of a job that is moved to begin on a day and keeps its length.
    #[wasm_bindgen(js_name = movedTo, unchecked_return_type = "Span")]
    pub fn moved_to(&self, start: &str, end: &str, to: &str) -> Result<JsValue, JsError> {
        self.span_from(to, self.0.length(span(start, end)?))
    }

    /// The days of a job of this length that begins on this day.
    #[wasm_bindgen(js_name = spanFrom, unchecked_return_type = "Span")]
    pub fn span_from(&self, start: &str, length: i32) -> Result<JsValue, JsError> {
        let days = self.0.span(span(start, start)?.start_date, length);
        to_js(&days.ok_or_else(|| JsError::new("no such day"))?)
    }

    /// The state of each day of a period for somebody with so many crews, with these jobs and days off.
    #[wasm_bindgen(unchecked_return_type = "AvailableDay[]")]
    pub fn states(
        &self,
        from: &str,
        to: &str,
        crews: u32,
        #[wasm_bindgen(unchecked_param_type = "readonly Span[]")] jobs: JsValue,
        #[wasm_bindgen(unchecked_param_type = "readonly Span[]")] days_off: JsValue,
    ) -> Result<JsValue, JsError> {
        let (jobs, days_off) = (read::<Vec<Span>>(jobs)?, read::<Vec<Span>>(days_off)?);
        let workload = Workload {
            capacity: Capacity { crews, sharing: Sharing::Busy },
            calendar: &self.0,
            days_off: &days_off,
            jobs: &jobs,
        };
        to_js(&workload.days(span(from, to)?))
    }
}

/// The refused fields of the working days of a company; none when they are valid.
#[wasm_bindgen(js_name = checkWorkdays, unchecked_return_type = "FieldError[]")]
pub fn check_workdays(
    #[wasm_bindgen(unchecked_param_type = "WorkdaysForm")] values: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
) -> Result<JsValue, JsError> {
    let check = |values: &Value| SetWorkdays(evaluate::read(values)?).read().map(drop);
    refusals(check, values, spoken)
}

/// The refused fields of the capacity of a company; none when they are valid.
#[wasm_bindgen(js_name = checkCapacity, unchecked_return_type = "FieldError[]")]
pub fn check_capacity(
    #[wasm_bindgen(unchecked_param_type = "CapacityForm")] values: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
) -> Result<JsValue, JsError> {
    let check = |values: &Value| SetCapacity(evaluate::read(values)?).read().map(drop);
    refusals(check, values, spoken)
}

/// The refused fields of days off; none when they are valid.
#[wasm_bindgen(js_name = checkDayOff, unchecked_return_type = "FieldError[]")]
pub fn check_day_off(
    #[wasm_bindgen(unchecked_param_type = "NewDayOff")] values: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
) -> Result<JsValue, JsError> {
    refusals(evaluate::check::<NewDayOff>, values, spoken)
}
