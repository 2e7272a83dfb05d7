//! The day by the rule in a row of a series, of jobs or of appointments.

use chrono::NaiveDate;
use domain::{
    planning::{
        repeats::{RepeatEvery, RepeatUnit},
        series_days::SeriesDay,
    },
    types::ids::SeriesId,
};

use crate::db::{
    bind::{Arg, ToArg},
    prelude::*,
};

/// What a row of a series has, besides what repeats.
pub(crate) struct SeriesRow {
    pub(crate) series_id: SeriesId,
    place: i64,
    unit: RepeatUnit,
    interval_units: i64,
    anchor: NaiveDate,
    due: NaiveDate,
    planned: NaiveDate,
}

columns! {
    SeriesRow { series_id, place, unit, interval_units, anchor, due, planned }
}

fn number(count: i64) -> u32 {
    u32::try_from(count).unwrap_or_default()
}

impl SeriesRow {
    /// The place and the day by the rule.
    pub(crate) fn read(&self) -> (u32, SeriesDay) {
        let every = RepeatEvery { unit: self.unit, interval: number(self.interval_units) };
        let (anchor, due, planned) = (self.anchor, self.due, self.planned);
        (number(self.place), SeriesDay { every, anchor, due, planned })
    }
}

/// The rows of a new series, in the order of their days.
pub(crate) fn rows<I: ToArg + Copy>(
    ids: &[I],
    days: &[SeriesDay],
) -> impl Iterator<Item = [Arg; 5]> {
    let places = (1_i64..).zip(ids.iter().zip(days));
    places.map(|(place, (id, day))| {
        [id.to_arg(), place.to_arg(), day.anchor.to_arg(), day.due.to_arg(), day.planned.to_arg()]
    })
}
