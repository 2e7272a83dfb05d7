//! The weather at jobs.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use validator::Validate;

use crate::{
    forms::{
        error::ValidationError,
        form,
        rules::{self, Verdict},
    },
    planning::capacity::check_period,
    types::{date, date_range::Span, ids::JobId},
};

/// The most days of one answer, both ends included.
pub const MOST_DAYS: u32 = 16;

/// The forecast of one day at a place. What the weather service does not know is null.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct WeatherDay {
    /// The day, at the place.
    pub day: NaiveDate,
    /// Rain and snow, in millimeters of water.
    pub precipitation_mm: Option<f64>,
    /// The highest probability of any, in percent.
    pub precipitation_probability: Option<f64>,
    /// The strongest wind, in kilometers an hour.
    pub wind_kmh: Option<f64>,
    /// The lowest temperature, in degrees Celsius.
    pub min_c: Option<f64>,
    /// The highest temperature, in degrees Celsius.
    pub max_c: Option<f64>,
}

/// The weather at one place, and the jobs there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct PlaceWeather {
    /// Degrees north, rounded to about a kilometer.
    pub latitude: f64,
    /// Degrees east, rounded alike.
    pub longitude: f64,
    /// The jobs there, on these days.
    pub job_ids: Vec<JobId>,
    /// The days that the weather service knows, in order.
    pub days: Vec<WeatherDay>,
}

/// The query of a call for the weather.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Validate)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[validate(schema(function = "WeatherQuery::check_period", skip_on_field_errors = false))]
pub struct WeatherQuery {
    /// The first day.
    #[validate(custom(function = rules::required_day))]
    pub from: String,
    /// The last day.
    #[validate(custom(function = rules::required_day))]
    pub to: String,
}

impl WeatherQuery {
    /// The period.
    pub fn read(&self) -> Result<Span, Vec<ValidationError>> {
        form::refusals(self.validate(), "from to ")?;
        self.period().ok_or_else(Vec::new)
    }

    fn period(&self) -> Option<Span> {
        let (start_date, end_date) = (date::read_day(&self.from)?, date::read_day(&self.to)?);
        Some(Span { start_date, end_date })
    }

    fn check_period(&self) -> Verdict {
        let checked = self.period().map(|period| check_period(period, MOST_DAYS));
        checked.unwrap_or(Ok(())).map_err(Into::into)
    }
}
