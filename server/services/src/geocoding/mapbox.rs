//! Mapbox's geocoder, which knows streets and houses, for operators who have a token for it.

use std::time::Duration;

use domain::types::point::Point;
use reqwest::{Client, Url};
use serde::Deserialize;

use crate::geocoding::{Address, OfflineGeocoder};

/// How long an answer may take before the embedded table stands in for it.
const PATIENCE: Duration = Duration::from_secs(2);

/// What finds the places of jobs: Mapbox where there is a token, and the embedded table whenever that has no answer.
#[derive(Clone)]
pub struct Geocoder {
    offline: OfflineGeocoder,
    mapbox: Option<Mapbox>,
}

impl Geocoder {
    /// With `None` nothing leaves this machine.
    #[must_use]
    pub const fn new(mapbox: Option<Mapbox>) -> Self {
        Self { offline: OfflineGeocoder::load(), mapbox }
    }

    /// The place of an address, or `None` where nobody knows it. Never waits longer than two seconds.
    pub async fn locate(&self, address: Address<'_>) -> Option<Point> {
        if let Some(mapbox) = &self.mapbox {
            match mapbox.locate(address).await {
                Ok(Some(point)) => return Some(point),
                Ok(None) => {}
                // The address of the call carries the token: it must not reach the log.
                Err(reason) => {
                    tracing::warn!(reason = %reason.without_url(), "Mapbox gave no place");
                }
            }
        }
        self.offline.locate(address)
    }

    /// The place by the embedded table alone: imports ask for thousands at once.
    #[must_use]
    pub const fn offline(&self) -> OfflineGeocoder {
        self.offline
    }
}

/// A connection to Mapbox.
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
    // East first, as everywhere in GeoJSON.
    coordinates: [f64; 2],
}

impl Mapbox {
    /// Where Mapbox answers.
    pub const SITE: &str = "https://api.mapbox.com/";

    /// `site` is [`Mapbox::SITE`], or a stand-in for it.
    ///
    /// # Errors
    /// When `site` is no address, or this machine has no certificates to trust.
    pub fn new(site: &str, token: &str) -> anyhow::Result<Self> {
        // Whoever was first has installed the same one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().timeout(PATIENCE).build()?;
        let forward = Url::parse(site)?.join("search/geocode/v6/forward")?;
        Ok(Self { client, forward, token: token.to_owned() })
    }

    async fn locate(&self, address: Address<'_>) -> reqwest::Result<Option<Point>> {
        let Address { street, city, state, zip } = address;
        let mut call = self.forward.clone();
        // Jobs keep their place, which Mapbox allows for permanent answers only.
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
