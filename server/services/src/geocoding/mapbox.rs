//! Mapbox's geocoder, which finds streets and houses, for operators with a token.

use std::time::Duration;

use domain::types::{
    place::{AreaKind, Location},
    point::Point,
};
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

/// The radius of a street that Mapbox found without the house.
const STREET_RADIUS: u32 = 500;

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
    pub async fn locate(&self, address: Address<'_>) -> Option<Location> {
        let in_table = self.offline.locate(address);
        if let Some(mapbox) = &self.mapbox {
            match mapbox.locate(address).await {
                Ok(Some(found)) => return found.location(in_table),
                Ok(None) => {}
                Err(reason) => {
                    tracing::warn!(reason = %reason, "a request to Mapbox failed");
                }
            }
        }
        in_table
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
    properties: Option<Properties>,
}

#[derive(Deserialize)]
struct Properties {
    feature_type: Option<FeatureType>,
}

/// What a place of Mapbox is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FeatureType {
    Street,
    Block,
    Postcode,
    Place,
    Locality,
    Neighborhood,
    District,
    Region,
    Country,
    /// An address, or what this version does not know.
    #[default]
    #[serde(other)]
    House,
}

/// A place that Mapbox found.
#[derive(Clone, Copy, Debug, PartialEq)]
struct MapboxPlace {
    point: Point,
    feature_type: FeatureType,
}

impl MapboxPlace {
    /// The place, with the area that it is the center of. The table knows how large the ZIP is, and where it is if Mapbox
    /// found only something larger.
    fn location(self, in_table: Option<Location>) -> Option<Location> {
        let zip_area =
            in_table.and_then(|located| located.area).filter(|area| area.kind == AreaKind::Zip);
        match self.feature_type {
            FeatureType::House => Some(Location::of_house(self.point)),
            FeatureType::Street | FeatureType::Block => {
                Some(Location::in_area(self.point, AreaKind::Street, STREET_RADIUS))
            }
            FeatureType::Postcode if zip_area.is_some() => {
                Some(Location { point: self.point, area: zip_area })
            }
            FeatureType::Postcode
            | FeatureType::Place
            | FeatureType::Locality
            | FeatureType::Neighborhood => in_table.or_else(|| {
                Some(Location::in_area(self.point, AreaKind::City, super::CITY_RADIUS))
            }),
            FeatureType::District | FeatureType::Region | FeatureType::Country => in_table,
        }
    }
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
    async fn locate(&self, address: Address<'_>) -> anyhow::Result<Option<MapboxPlace>> {
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
        read_place(&bounded_response::read(response, LONGEST_RESPONSE).await?)
    }
}

/// The first place in a response, if there is one on Earth.
fn read_place(response: &[u8]) -> anyhow::Result<Option<MapboxPlace>> {
    let found: Found = serde_json::from_slice(response)?;
    let place = found.features.first().map(|feature| {
        let [longitude, latitude] = feature.geometry.coordinates;
        let point = Point { latitude, longitude };
        let feature_type = feature.properties.as_ref().and_then(|known| known.feature_type);
        MapboxPlace { point, feature_type: feature_type.unwrap_or_default() }
    });
    Ok(place.filter(|place| place.point.is_on_earth()))
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
            let (read, cost) = cost::of(|| read_place(&bytes));
            // A feature of two numbers takes 24 bytes, in a list that doubles.
            prop_assert!(cost.is_small_for(bytes.len(), 4), "{cost:?} of {}", bytes.len());
            if let Ok(Some(MapboxPlace { point, .. })) = read {
                prop_assert!((-90.0..=90.0).contains(&point.latitude), "{point:?}");
                prop_assert!((-180.0..=180.0).contains(&point.longitude), "{point:?}");
            }
        }
    }
}
