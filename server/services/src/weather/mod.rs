//! The weather at places, from a service with Open-Meteo's API. Only coordinates are sent to it, rounded to about a
//! kilometer, and only if the operator configured one.

mod forecast;
mod forecast_cache;
mod place;

use std::time::Duration;

use anyhow::Context as _;
use chrono::{DateTime, Days, NaiveDate, Utc};
use domain::{
    planning::weather::{PlaceWeather, WeatherDay},
    types::{date_range::Span, ids::JobId, point::Point},
};
use futures_util::{StreamExt as _, stream};
use reqwest::{Client, Response, Url, redirect::Policy};
use tokio::sync::Semaphore;

use self::{
    forecast_cache::{ForecastCache, ForecastKey},
    place::Place,
};
use crate::core::bounded_response;

/// How long all requests of one call may take.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The most bytes of a response; that of 16 days has a few hundred.
const LONGEST_RESPONSE: usize = 1 << 16;

/// The most places of one answer: those with the most jobs.
const MOST_PLACES: usize = 50;

/// How many requests of one call are under way at once.
const REQUESTS_AT_ONCE: usize = 8;

/// How many requests of all calls are under way at once.
const ALL_REQUESTS: usize = 16;

/// How many days ahead, today included, a service knows; it refuses a request for others.
const DAYS_AHEAD: u64 = 16;

/// How many days back it knows.
const DAYS_BACK: u64 = 92;

/// What is asked of each day.
const DAILY: &str = "precipitation_sum,precipitation_probability_max,wind_speed_10m_max,\
                     temperature_2m_min,temperature_2m_max";

/// A client of a weather service, with what it answered in the last hours.
#[derive(Debug)]
pub struct WeatherService {
    client: Client,
    forecast: Url,
    kept: ForecastCache,
    requests: Semaphore,
    timeout: Duration,
}

impl WeatherService {
    /// `url` is the base of the service's API.
    ///
    /// # Errors
    /// If `url` is not a web URL, or this machine has no root certificates.
    pub fn new(url: &str) -> anyhow::Result<Self> {
        Self::with_timeout(url, TIMEOUT)
    }

    /// The same, for tests: with another time that a call may take.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with_timeout(url: &str, timeout: Duration) -> anyhow::Result<Self> {
        // Fails if a provider is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // Without its slash a base URL would lose its last part.
        let base = Url::parse(&format!("{}/", url.trim_end_matches('/')));
        let base = base.ok().filter(|base| ["http", "https"].contains(&base.scheme()));
        let base =
            base.context("--weather-url must be an address such as https://api.open-meteo.com")?;
        // Coordinates are only sent to the configured service, so redirects are not followed.
        let client = Client::builder().timeout(timeout).redirect(Policy::none()).build()?;
        Ok(Self {
            client,
            forecast: base.join("v1/forecast")?,
            kept: ForecastCache::default(),
            requests: Semaphore::new(ALL_REQUESTS),
            timeout,
        })
    }

    /// The weather of these days at these jobs, by place. Places whose weather the service does not say in time are
    /// left out, and so are those beyond the fifty with the most jobs.
    pub async fn at_jobs(
        &self,
        jobs: &[(JobId, Point)],
        days: Span,
        now: DateTime<Utc>,
    ) -> Vec<PlaceWeather> {
        let deadline = tokio::time::Instant::now() + self.timeout;
        let mut found: Vec<(Place, Vec<JobId>, Vec<WeatherDay>)> = stream::iter(grouped(jobs))
            .map(async |(place, jobs)| {
                let forecast = self.of_days(place, days, now);
                let forecast = tokio::time::timeout_at(deadline, forecast).await;
                let forecast = forecast.unwrap_or_else(|_| Err(anyhow::anyhow!("it is too slow")));
                match forecast {
                    Ok(days) if !days.is_empty() => Some((place, jobs, days)),
                    Ok(_) => None,
                    Err(reason) => {
                        tracing::warn!(reason = %reason, "a request for the weather failed");
                        None
                    }
                }
            })
            .buffer_unordered(REQUESTS_AT_ONCE)
            .filter_map(async |found| found)
            .collect()
            .await;
        found.sort_by_key(|(place, ..)| *place);
        let weather = |(place, job_ids, days): (Place, Vec<JobId>, Vec<WeatherDay>)| {
            let Point { latitude, longitude } = place.point();
            PlaceWeather { latitude, longitude, job_ids, days }
        };
        found.into_iter().map(weather).collect()
    }

    async fn of_days(
        &self,
        place: Place,
        days: Span,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Vec<WeatherDay>> {
        let Some(days) = known_days(days, now.date_naive()) else { return Ok(Vec::new()) };
        let key = ForecastKey { place, days };
        if let Some(kept) = self.kept.find(key, now) {
            return Ok(kept);
        }
        let read = self.request(key).await?;
        self.kept.insert(key, read.clone(), now);
        Ok(read)
    }

    /// The errors are without the URL, which contains where jobs are and must not be logged.
    async fn request(
        &self,
        ForecastKey { place, days }: ForecastKey,
    ) -> anyhow::Result<Vec<WeatherDay>> {
        let _permit = self.requests.acquire().await?;
        let Point { latitude, longitude } = place.point();
        let mut call = self.forecast.clone();
        call.query_pairs_mut()
            .append_pair("latitude", &latitude.to_string())
            .append_pair("longitude", &longitude.to_string())
            .append_pair("daily", DAILY)
            .append_pair("timezone", "auto")
            .append_pair("start_date", &days.start_date.to_string())
            .append_pair("end_date", &days.end_date.to_string());
        let response = self.client.get(call).send().await;
        let response = response.and_then(Response::error_for_status);
        let response = response.map_err(reqwest::Error::without_url)?;
        let bytes = bounded_response::read(response, LONGEST_RESPONSE).await?;
        forecast::read(&bytes, days)
    }
}

/// The places with their jobs, the most jobs first.
fn grouped(jobs: &[(JobId, Point)]) -> Vec<(Place, Vec<JobId>)> {
    let mut places = std::collections::BTreeMap::<Place, Vec<JobId>>::new();
    for (job, point) in jobs {
        places.entry(Place::of(*point)).or_default().push(*job);
    }
    let mut places: Vec<_> = places.into_iter().collect();
    places.sort_by_key(|(_, jobs)| std::cmp::Reverse(jobs.len()));
    places.truncate(MOST_PLACES);
    places
}

/// Those of these days that a service knows today.
fn known_days(days: Span, today: NaiveDate) -> Option<Span> {
    let first = today.checked_sub_days(Days::new(DAYS_BACK)).unwrap_or(today);
    let last = today.checked_add_days(Days::new(DAYS_AHEAD - 1)).unwrap_or(today);
    let known = Span { start_date: days.start_date.max(first), end_date: days.end_date.min(last) };
    (known.start_date <= known.end_date).then_some(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    fn span(from: &str, to: &str) -> Span {
        Span { start_date: day(from), end_date: day(to) }
    }

    #[test]
    fn jobs_of_one_street_are_one_request() {
        let id = || JobId(uuid::Uuid::now_v7());
        let jobs = [
            (id(), Point { latitude: 36.1771, longitude: -86.8059 }),
            (id(), Point { latitude: 40.0, longitude: -75.0 }),
            (id(), Point { latitude: 36.1809, longitude: -86.8141 }),
        ];
        let places = grouped(&jobs);
        let of = |at: usize| -> Vec<JobId> { places[at].1.clone() };
        assert_eq!((places.len(), of(0), of(1)), (2, vec![jobs[0].0, jobs[2].0], vec![jobs[1].0]));
        assert_eq!(places[0].0.point(), Point { latitude: 36.18, longitude: -86.81 });
        let many: Vec<_> =
            (0..90).map(|n| (id(), Point { latitude: f64::from(n), longitude: 0.0 })).collect();
        assert_eq!(grouped(&many).len(), MOST_PLACES);
    }

    #[test]
    fn a_month_is_asked_up_to_the_last_day_that_the_service_knows() {
        let today = day("2026-03-02");
        let whole = span("2026-03-02", "2026-03-17");
        assert_eq!(known_days(whole, today), Some(whole));
        assert_eq!(
            known_days(span("2026-03-10", "2026-03-25"), today),
            Some(span("2026-03-10", "2026-03-17"))
        );
        let beyond = span("2026-06-01", "2026-06-03");
        assert_eq!(known_days(beyond, today), None, "the service refuses them each time");
    }
}
