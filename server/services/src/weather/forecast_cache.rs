//! Keeps forecasts for three hours.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use chrono::{DateTime, TimeDelta, Utc};
use domain::{planning::weather::WeatherDay, types::date_range::Span};

use crate::weather::place::Place;

/// How long a forecast is kept.
const KEPT_FOR: TimeDelta = TimeDelta::hours(3);

/// The most forecasts: of a thousand places and 16 days they take about 2 MB.
const MOST: usize = 1_000;

/// A place and days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ForecastKey {
    pub(super) place: Place,
    pub(super) days: Span,
}

#[derive(Debug)]
struct Kept {
    since: DateTime<Utc>,
    days: Vec<WeatherDay>,
}

/// Forecasts of the last three hours.
#[derive(Debug, Default)]
pub(super) struct ForecastCache {
    kept: Mutex<HashMap<(Place, [i32; 2]), Kept>>,
}

impl ForecastKey {
    fn of(self) -> (Place, [i32; 2]) {
        let day = |day: chrono::NaiveDate| day.to_epoch_days();
        (self.place, [day(self.days.start_date), day(self.days.end_date)])
    }
}

fn is_fresh(kept: &Kept, now: DateTime<Utc>) -> bool {
    now < kept.since + KEPT_FOR
}

impl ForecastCache {
    /// A forecast that is not too old.
    pub(super) fn find(&self, key: ForecastKey, now: DateTime<Utc>) -> Option<Vec<WeatherDay>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(&key.of()).filter(|kept| is_fresh(kept, now)).map(|kept| kept.days.clone())
    }

    /// Keeps a forecast. If there are too many, those that are too old are forgotten, else the oldest.
    pub(super) fn insert(&self, key: ForecastKey, days: Vec<WeatherDay>, now: DateTime<Utc>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST && !kept.contains_key(&key.of()) {
            kept.retain(|_, kept| is_fresh(kept, now));
            while kept.len() >= MOST {
                let oldest = kept.iter().min_by_key(|(_, kept)| kept.since).map(|(key, _)| *key);
                let Some(oldest) = oldest else { break };
                kept.remove(&oldest);
            }
        }
        kept.insert(key.of(), Kept { since: now, days });
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;
    use domain::types::point::Point;

    use super::*;

    fn key(at: i32) -> ForecastKey {
        let day = NaiveDate::from_ymd_opt(2026, 3, 2).expect("a day");
        let place = Place::of(Point { latitude: f64::from(at) / 100.0, longitude: 0.0 });
        ForecastKey { place, days: Span { start_date: day, end_date: day } }
    }

    #[test]
    fn forecasts_of_many_places_stay_bounded_and_the_newest_are_kept() {
        let (cache, begin) = (ForecastCache::default(), DateTime::<Utc>::UNIX_EPOCH);
        let at = |seconds: i32| begin + TimeDelta::seconds(seconds.into());
        let most = i32::try_from(MOST).expect("small");
        for n in 0..most + 10 {
            cache.insert(key(n), Vec::new(), at(n));
        }
        assert_eq!(cache.kept.lock().expect("a lock").len(), MOST);
        assert_eq!(cache.find(key(9), at(most)), None, "the oldest");
        assert_eq!(cache.find(key(10), at(most)), Some(Vec::new()));
    }

    #[test]
    fn a_forecast_is_forgotten_after_three_hours() {
        let (cache, begin) = (ForecastCache::default(), DateTime::<Utc>::UNIX_EPOCH);
        cache.insert(key(1), Vec::new(), begin);
        let later = begin + TimeDelta::hours(3);
        assert_eq!(cache.find(key(1), later - TimeDelta::seconds(1)), Some(Vec::new()));
        assert_eq!(cache.find(key(1), later), None);
    }
}
