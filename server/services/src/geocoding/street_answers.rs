//! Reads the answers of Nominatim and Photon: a list of places, or a GeoJSON collection of them.

use anyhow::bail;
use domain::types::{
    place::{AreaKind, Location},
    point::Point,
};
use serde::Deserialize;

/// The radius of a street whose extent is unknown.
const STREET_RADIUS: u32 = 500;

/// The smallest and the largest radius of a street.
const STREET_RADII: (f64, f64) = (50.0, 5_000.0);

/// The countries of the United States and its islands in OpenStreetMap.
const COUNTRIES: [&str; 6] = ["us", "pr", "gu", "vi", "as", "mp"];

/// The first place of an answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StreetAnswer {
    pub(super) location: Location,
    /// The state that it is in, as far as the answer says.
    pub(super) state: Option<String>,
}

/// The first place of an answer, if it is a house or street in the country; `number` is the house that was sought.
///
/// # Errors
/// If the answer is none of Nominatim or Photon.
pub(super) fn read(response: &[u8], number: Option<&str>) -> anyhow::Result<Option<StreetAnswer>> {
    let place = match response.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'[') => {
            let places: Vec<NominatimPlace> = serde_json::from_slice(response)?;
            places.into_iter().next().map(FoundPlace::from)
        }
        Some(b'{') => {
            let Some(features) = serde_json::from_slice::<PhotonAnswer>(response)?.features else {
                bail!("it has no places");
            };
            features.into_iter().next().map(FoundPlace::from)
        }
        _ => bail!("it is not JSON"),
    };
    Ok(place.and_then(|place| place.answer(number)))
}

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FoundKind {
    House,
    Street,
    /// Larger than a street: the embedded table knows as much.
    Larger,
}

/// A place of either service.
#[derive(Debug)]
struct FoundPlace {
    point: Option<Point>,
    kind: FoundKind,
    number: Option<String>,
    /// Whether it would have a number if it were a house: other places with a name have none.
    has_details: bool,
    state: Option<String>,
    country: Option<String>,
    /// Two opposite corners.
    corners: Option<[Point; 2]>,
}

impl FoundPlace {
    fn answer(self, sought: Option<&str>) -> Option<StreetAnswer> {
        let point = self.point.filter(Point::is_on_earth)?;
        let is_abroad =
            |country: &str| !COUNTRIES.iter().any(|own| own.eq_ignore_ascii_case(country));
        if self.country.as_deref().is_some_and(is_abroad) {
            return None;
        }
        let is_sought = match (self.number.as_deref(), sought) {
            (Some(number), Some(sought)) => number.eq_ignore_ascii_case(sought),
            (None, Some(_)) => !self.has_details,
            // Without a number no house was asked for.
            (_, None) => false,
        };
        let location = match self.kind {
            FoundKind::Larger => return None,
            FoundKind::House if is_sought => Location::of_house(point),
            // Another house of the street, or a shop that is named after it.
            FoundKind::House => Location::in_area(point, AreaKind::Street, STREET_RADIUS),
            FoundKind::Street => {
                Location::in_area(point, AreaKind::Street, radius(point, self.corners))
            }
        };
        Some(StreetAnswer { location, state: self.state })
    }
}

/// The way from the center to the farthest corner.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number between the two radii"
)]
fn radius(center: Point, corners: Option<[Point; 2]>) -> u32 {
    let Some(corners) = corners.filter(|corners| corners.iter().all(Point::is_on_earth)) else {
        return STREET_RADIUS;
    };
    let farthest = corners.map(|corner| center.meters_to(corner)).into_iter().fold(0.0, f64::max);
    farthest.clamp(STREET_RADII.0, STREET_RADII.1).ceil() as u32
}

/// A place of Nominatim, whose numbers are texts.
#[derive(Deserialize)]
struct NominatimPlace {
    lat: Degrees,
    lon: Degrees,
    place_rank: Option<u32>,
    addresstype: Option<String>,
    address: Option<NominatimAddress>,
    /// South, north, west, east.
    boundingbox: Option<[Degrees; 4]>,
}

#[derive(Deserialize)]
struct NominatimAddress {
    house_number: Option<String>,
    state: Option<String>,
    country_code: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Degrees {
    Number(f64),
    Text(String),
}

impl Degrees {
    /// Degrees beyond the Earth for what is no number.
    fn value(&self) -> f64 {
        match self {
            Self::Number(degrees) => *degrees,
            Self::Text(text) => text.trim().parse().unwrap_or(f64::MAX),
        }
    }
}

/// The ranks of Nominatim: streets have 26 and 27, houses the higher ones.
fn kind_of_rank(rank: u32) -> FoundKind {
    match rank {
        28.. => FoundKind::House,
        26.. => FoundKind::Street,
        _ => FoundKind::Larger,
    }
}

/// What a service calls a place, where it has no rank.
fn kind_of_word(word: &str) -> FoundKind {
    match word {
        "road" | "street" => FoundKind::Street,
        "postcode" | "hamlet" | "village" | "town" | "city" | "municipality" | "suburb"
        | "neighbourhood" | "quarter" | "locality" | "district" | "county" | "region" | "state"
        | "country" | "other" => FoundKind::Larger,
        _ => FoundKind::House,
    }
}

impl From<NominatimPlace> for FoundPlace {
    fn from(place: NominatimPlace) -> Self {
        let kind = place.place_rank.map_or_else(
            || place.addresstype.as_deref().map_or(FoundKind::House, kind_of_word),
            kind_of_rank,
        );
        let corners = place.boundingbox.map(|[south, north, west, east]| {
            [(&south, &west), (&north, &east)].map(|(latitude, longitude)| Point {
                latitude: latitude.value(),
                longitude: longitude.value(),
            })
        });
        let address = place.address;
        let part = |of: fn(&NominatimAddress) -> &Option<String>| {
            address.as_ref().and_then(|address| of(address).clone())
        };
        Self {
            point: Some(Point { latitude: place.lat.value(), longitude: place.lon.value() }),
            kind,
            number: part(|address| &address.house_number),
            has_details: address.is_some(),
            state: part(|address| &address.state),
            country: part(|address| &address.country_code),
            corners,
        }
    }
}

#[derive(Deserialize)]
struct PhotonAnswer {
    features: Option<Vec<PhotonFeature>>,
}

#[derive(Deserialize)]
struct PhotonFeature {
    geometry: Option<PhotonGeometry>,
    properties: Option<PhotonProperties>,
}

#[derive(Deserialize)]
struct PhotonGeometry {
    // Longitude first, as in GeoJSON.
    coordinates: [f64; 2],
}

#[derive(Default, Deserialize)]
struct PhotonProperties {
    #[serde(rename = "type")]
    kind: Option<String>,
    housenumber: Option<String>,
    state: Option<String>,
    countrycode: Option<String>,
    /// West, north, east, south.
    extent: Option<[f64; 4]>,
}

impl From<PhotonFeature> for FoundPlace {
    fn from(feature: PhotonFeature) -> Self {
        let known = feature.properties.unwrap_or_default();
        let corners = known.extent.map(|[west, north, east, south]| {
            [(south, west), (north, east)]
                .map(|(latitude, longitude)| Point { latitude, longitude })
        });
        Self {
            point: feature.geometry.map(|geometry| {
                let [longitude, latitude] = geometry.coordinates;
                Point { latitude, longitude }
            }),
            kind: known.kind.as_deref().map_or(FoundKind::House, kind_of_word),
            number: known.housenumber,
            has_details: known.kind.is_some(),
            state: known.state,
            country: known.countrycode,
            corners,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    const RESPONSES: &[&str] = &[
        r#"[{"place_id":1,"lat":"36.1773","lon":"-86.7912","place_rank":30,"addresstype":"place",
            "address":{"house_number":"1319","road":"6th Avenue North","state":"Tennessee","country_code":"us"},
            "boundingbox":["36.1772","36.1774","-86.7913","-86.7911"]}]"#,
        r#"{"type":"FeatureCollection","features":[{"type":"Feature",
            "geometry":{"type":"Point","coordinates":[-86.7912,36.1773]},
            "properties":{"type":"house","housenumber":"1319","state":"Tennessee","countrycode":"US",
                "extent":[-86.80,36.18,-86.78,36.17]}}]}"#,
        "[]",
        r#"{"features":[]}"#,
    ];

    fn kind_and_radius(response: &str, number: &str) -> Option<(Option<AreaKind>, u32)> {
        let found = read(response.as_bytes(), Some(number)).expect("an answer")?;
        Some((found.location.area.map(|area| area.kind), found.location.radius_meters()))
    }

    #[test]
    fn a_house_is_told_from_its_street_and_from_a_city() {
        for response in &RESPONSES[..2] {
            assert_eq!(kind_and_radius(response, "1319"), Some((None, 0)));
            // Photon answers with what is similar.
            assert_eq!(kind_and_radius(response, "1391"), Some((Some(AreaKind::Street), 500)));
            let shop = response.replace("number", "name");
            assert_eq!(kind_and_radius(&shop, "1319"), Some((Some(AreaKind::Street), 500)));
        }
        let place = |rank: &str| {
            format!(
                r#"[{{"lat":36.17,"lon":-86.79,{rank},"boundingbox":["36.16","36.18","-86.80","-86.78"]}}]"#
            )
        };
        let street = Some((Some(AreaKind::Street), 1_430));
        assert_eq!(kind_and_radius(&place(r#""place_rank":26"#), "1"), street);
        assert_eq!(kind_and_radius(&place(r#""addresstype":"road""#), "1"), street);
        assert_eq!(kind_and_radius(&place(r#""place_rank":16"#), "1"), None);
        assert_eq!(kind_and_radius(&place(r#""addresstype":"postcode""#), "1"), None);
        let photon =
            |kind: &str| RESPONSES[1].replace(r#""type":"house","housenumber":"1319""#, kind);
        assert!(matches!(
            kind_and_radius(&photon(r#""type":"street""#), "1319"),
            Some((Some(AreaKind::Street), 1_000..2_000))
        ));
        assert_eq!(kind_and_radius(&photon(r#""type":"city""#), "1319"), None);
    }

    #[test]
    fn what_is_abroad_or_nowhere_is_not_taken_and_what_is_no_answer_fails() {
        for (from, to) in [(r#""us""#, r#""tn""#), (r#""US""#, r#""DE""#), ("36.1773", "936.1773")]
        {
            for response in RESPONSES.iter().filter(|response| response.contains(from)) {
                assert_eq!(kind_and_radius(&response.replace(from, to), "1319"), None, "{to}");
            }
        }
        for nothing in &RESPONSES[2..] {
            assert_eq!(kind_and_radius(nothing, "1319"), None);
        }
        for garbage in ["", "<html>", "{}", r#"{"error":"Bandwidth limit exceeded"}"#, "[1]", "nul"]
        {
            assert!(read(garbage.as_bytes(), None).is_err(), "{garbage}");
        }
    }

    proptest! {
        #[test]
        fn an_answer_of_any_bytes_is_a_place_on_earth_or_none(bytes in foreign::bytes(RESPONSES)) {
            let (found, cost) = cost::of(|| read(&bytes, Some("1319")));
            prop_assert!(cost.is_small_for(bytes.len(), 64), "{cost:?} of {}", bytes.len());
            if let Ok(Some(found)) = found {
                prop_assert!(found.location.point.is_on_earth(), "{found:?}");
                prop_assert!(found.location.radius_meters() <= 5_000, "{found:?}");
            }
        }
    }
}
