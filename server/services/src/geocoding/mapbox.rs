//! Mapbox's geocoder, which finds streets and houses, for operators with a token.

use std::time::Duration;

use domain::types::point::Point;
use reqwest::{Client, Response, Url};
use serde::Deserialize;

use crate::{
    core::bounded_response,
    geocoding::{Address, OfflineGeocoder},
};

/// How long a response may take before the embedded table is used instead.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The most bytes of a response; that of one address has a few thousand.
const LONGEST_RESPONSE: usize = 1 << 20;

/// The geocoder of jobs: Mapbox if there is a token, and the embedded table whenever Mapbox finds nothing.
#[derive(Clone)]
pub struct Geocoder {
    offline: OfflineGeocoder,
    mapbox: Option<Mapbox>,
}

impl Geocoder {
    /// With `None` no address leaves this machine.
    #[must_use]
    pub const fn new(mapbox: Option<Mapbox>) -> Self {
        Self { offline: OfflineGeocoder::load(), mapbox }
    }

    /// The location of an address, or `None` if it is unknown. Takes at most two seconds.
    pub async fn locate(&self, address: Address<'_>) -> Option<Point> {
        if let Some(mapbox) = &self.mapbox {
            match mapbox.locate(address).await {
                Ok(Some(point)) => return Some(point),
                Ok(None) => {}
                Err(reason) => {
                    tracing::warn!(reason = %reason, "a request to Mapbox failed");
                }
            }
        }
        self.offline.locate(address)
    }

    /// The embedded table alone: an import looks up thousands at once.
    #[must_use]
    pub const fn offline(&self) -> OfflineGeocoder {
        self.offline
    }
}

/// A client of Mapbox.
#[derive(Clone)]
pub struct Mapbox {
    client: Client,
    forward: Url,
    token: String,
}

#[derive(Deserialize)]
struct Found {
    #[serde(default)]
    features: Vec<Feature>,
}

#[derive(Deserialize)]
struct Feature {
    geometry: Geometry,
}

#[derive(Deserialize)]
struct Geometry {
    // Longitude first, as in GeoJSON.
    coordinates: [f64; 2],
}

impl Mapbox {
    /// The URL of Mapbox.
    pub const SITE: &str = "https://api.mapbox.com/";

    /// `site` is [`Mapbox::SITE`], or a mock of it.
    ///
    /// # Errors
    /// If `site` is not a URL, or this machine has no root certificates.
    pub fn new(site: &str, token: &str) -> anyhow::Result<Self> {
        // Fails if a provider is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().timeout(TIMEOUT).build()?;
        let forward = Url::parse(site)?.join("search/geocode/v6/forward")?;
        Ok(Self { client, forward, token: token.to_owned() })
    }

    /// The errors are without the URL, which contains the token and must not be logged.
    async fn locate(&self, address: Address<'_>) -> anyhow::Result<Option<Point>> {
        let Address { street, city, state, zip } = address;
        let mut call = self.forward.clone();
        // Locations are stored, which Mapbox only allows for permanent results.
        call.query_pairs_mut()
            .extend_pairs(street.map(|street| ("address_line1", street)))
            .extend_pairs([("place", city), ("region", state)])
            .extend_pairs(zip.map(|zip| ("postcode", zip)))
            .extend_pairs([
                ("country", "us"),
                ("limit", "1"),
                ("autocomplete", "false"),
                ("permanent", "true"),
            ])
            .append_pair("access_token", &self.token);
        let response = self.client.get(call).send().await;
        let response = response.and_then(Response::error_for_status);
        let response = response.map_err(reqwest::Error::without_url)?;
        read_point(&bounded_response::read(response, LONGEST_RESPONSE).await?)
    }
}

/// The first point in a response, if there is one on Earth.
fn read_point(response: &[u8]) -> anyhow::Result<Option<Point>> {
    let found: Found = serde_json::from_slice(response)?;
    let point = found.features.first().map(|feature| {
        let [longitude, latitude] = feature.geometry.coordinates;
        Point { latitude, longitude }
    });
    Ok(point.filter(|point| point.latitude.abs() <= 90.0 && point.longitude.abs() <= 180.0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    const RESPONSES: &[&str] = &[
        r#"{"features":[{"geometry":{"type":"Point","coordinates":[-86.7912,36.17735]}}]}"#,
        r#"{"features":[{"geometry":{"coordinates":[1e308,-1e-308]},"properties":{"a":[[]]}}]}"#,
    ];

    proptest! {
        #[test]
        fn a_response_of_any_bytes_locates_a_job_on_earth_or_nowhere(
            bytes in foreign::bytes(RESPONSES),
        ) {
            let (read, cost) = cost::of(|| read_point(&bytes));
            // A feature of two numbers takes 16 bytes, in a list that doubles.
            prop_assert!(cost.is_small_for(bytes.len(), 4), "{cost:?} of {}", bytes.len());
            if let Ok(Some(point)) = read {
                prop_assert!((-90.0..=90.0).contains(&point.latitude), "{point:?}");
                prop_assert!((-180.0..=180.0).contains(&point.longitude), "{point:?}");
            }
        }
    }
}
