//! Mapbox's geocoder, which finds streets and houses, for operators with a token.

use std::time::Duration;

use domain::types::point::Point;
use reqwest::{Client, Url};
use serde::Deserialize;

use crate::geocoding::{Address, OfflineGeocoder};

/// How long a response may take before the embedded table is used instead.
const TIMEOUT: Duration = Duration::from_secs(2);

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
                // The URL contains the token and must not be logged.
                Err(reason) => {
                    tracing::warn!(reason = %reason.without_url(), "a request to Mapbox failed");
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

    async fn locate(&self, address: Address<'_>) -> reqwest::Result<Option<Point>> {
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
        let found: Found = self.client.get(call).send().await?.error_for_status()?.json().await?;
        let point = found.features.first().map(|feature| {
            let [longitude, latitude] = feature.geometry.coordinates;
            Point { latitude, longitude }
        });
        Ok(point.filter(|point| point.latitude.abs() <= 90.0 && point.longitude.abs() <= 180.0))
    }
}
