//! Reads a forecast of Open-Meteo's API: a list for each value, in the order of the days.

use chrono::NaiveDate;
use domain::{
    planning::weather::WeatherDay,
    types::{date, date_range::Span},
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Forecast {
    daily: Daily,
}

#[derive(Deserialize)]
struct Daily {
    time: Vec<String>,
    #[serde(default)]
    precipitation_sum: Vec<Option<f64>>,
    #[serde(default)]
    precipitation_probability_max: Vec<Option<f64>>,
    #[serde(default)]
    wind_speed_10m_max: Vec<Option<f64>>,
    #[serde(default)]
    temperature_2m_min: Vec<Option<f64>>,
    #[serde(default)]
    temperature_2m_max: Vec<Option<f64>>,
}

/// Those of these days that a response contains, in order, each once.
///
/// # Errors
/// If it is no forecast.
pub(super) fn read(response: &[u8], days: Span) -> anyhow::Result<Vec<WeatherDay>> {
    let Forecast { daily } = serde_json::from_slice(response)?;
    let value = |list: &[Option<f64>], at: usize| list.get(at).copied().flatten();
    let is_wanted = |day: &NaiveDate| (days.start_date..=days.end_date).contains(day);
    let listed = daily.time.iter().enumerate();
    let dated = listed.filter_map(|(at, text)| Some((at, date::read_day(text).filter(is_wanted)?)));
    let mut read: Vec<WeatherDay> = dated
        .map(|(at, day)| WeatherDay {
            day,
            precipitation_mm: value(&daily.precipitation_sum, at),
            precipitation_probability: value(&daily.precipitation_probability_max, at),
            wind_kmh: value(&daily.wind_speed_10m_max, at),
            min_c: value(&daily.temperature_2m_min, at),
            max_c: value(&daily.temperature_2m_max, at),
        })
        .collect();
    read.sort_by_key(|day| day.day);
    read.dedup_by_key(|day| day.day);
    Ok(read)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    const RESPONSES: &[&str] = &[
        r#"{"latitude":36.18,"daily_units":{"time":"iso8601"},"daily":{"time":["2026-03-02","2026-03-03"],
            "precipitation_sum":[4.2,null],"precipitation_probability_max":[80,10],
            "wind_speed_10m_max":[32.5,8],"temperature_2m_min":[-1.5,3],"temperature_2m_max":[12,15]}}"#,
        r#"{"daily":{"time":["0001-01-01"],"precipitation_sum":[1e308]}}"#,
    ];

    fn march() -> Span {
        let day = |day| NaiveDate::from_ymd_opt(2026, 3, day).expect("a day");
        Span { start_date: day(1), end_date: day(16) }
    }

    #[test]
    fn each_day_gets_its_own_values_and_missing_ones_are_null() {
        let days = read(RESPONSES[0].as_bytes(), march()).expect("a forecast");
        let [first, second] = days.as_slice() else { panic!("{days:?}") };
        assert_eq!(first.day.to_string(), "2026-03-02");
        assert_eq!(
            (first.precipitation_mm, first.precipitation_probability, first.wind_kmh),
            (Some(4.2), Some(80.0), Some(32.5))
        );
        assert_eq!((first.min_c, first.max_c), (Some(-1.5), Some(12.0)));
        assert_eq!((second.precipitation_mm, second.max_c), (None, Some(15.0)));
        assert!(read(RESPONSES[1].as_bytes(), march()).expect("a forecast").is_empty());
        assert!(read(br#"{"error":true,"reason":"out of range"}"#, march()).is_err());
    }

    proptest! {
        #[test]
        fn a_response_of_any_bytes_is_a_forecast_of_these_days_or_none(
            bytes in foreign::bytes(RESPONSES),
        ) {
            let (read, cost) = cost::of(|| read(&bytes, march()));
            // `"",` is a text of 24 bytes, and `0,` a number of 16, in lists that double.
            prop_assert!(cost.is_small_for(bytes.len(), 64), "{cost:?} of {}", bytes.len());
            prop_assert!(read.map_or(0, |days| days.len()) <= 16);
        }
    }
}
