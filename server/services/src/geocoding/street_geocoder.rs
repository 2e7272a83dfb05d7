//! Asks a server of Nominatim or Photon, which an operator runs or uses, for houses and streets. Only addresses are sent
//! to it, and only if the operator configured one; it is asked in the background, never while a user waits.

use std::{
    sync::atomic::{AtomicU8, Ordering},
    time::Duration,
};

use anyhow::{Context as _, bail};
use domain::types::place::Location;
use reqwest::{Client, StatusCode, Url, redirect::Policy};

use super::{
    Address, OfflineGeocoder,
    states::state_code,
    street_answers::{self, StreetAnswer},
};
use crate::core::bounded_response;

/// How long an answer may take.
pub const TIMEOUT: Duration = Duration::from_secs(10);

/// The most bytes of an answer; that of one address has a few thousand.
const LONGEST_ANSWER: usize = 1 << 18;

/// How much farther than twice its radius from an area an address of it may be.
const BEYOND_AREA: f64 = 10_000.0;

/// Which service a server runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GeocoderKind {
    /// `GET /search` of Nominatim.
    Nominatim,
    /// `GET /api` of Photon.
    Photon,
}

/// A client of Nominatim or Photon.
#[derive(Debug)]
pub struct StreetGeocoder {
    client: Client,
    base: Url,
    kind: Option<GeocoderKind>,
    /// What the server answered to: 0 as long as it has answered to nothing.
    found_kind: AtomicU8,
}

impl StreetGeocoder {
    /// `url` is the base of the service. Without a `kind` the server is asked as Nominatim first, then as Photon.
    /// `contact` tells the service's operator whose server asks.
    ///
    /// # Errors
    /// If `url` is not a web URL, or this machine has no root certificates.
    pub fn new(url: &str, kind: Option<GeocoderKind>, contact: &str) -> anyhow::Result<Self> {
        Self::with_timeout(url, kind, contact, TIMEOUT)
    }

    /// The same, for tests: with another time that an answer may take.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with_timeout(
        url: &str,
        kind: Option<GeocoderKind>,
        contact: &str,
        timeout: Duration,
    ) -> anyhow::Result<Self> {
        // Fails if a provider is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // Without its slash a base URL would lose its last part.
        let base = Url::parse(&format!("{}/", url.trim_end_matches('/')));
        let base = base.ok().filter(|base| ["http", "https"].contains(&base.scheme()));
        let base = base
            .context("--geocoder-url must be an address such as https://nominatim.example.com")?;
        // Addresses are only sent to the configured server, so redirects are not followed.
        let client = Client::builder()
            .timeout(timeout)
            .redirect(Policy::none())
            .user_agent(format!("Ridgeline/{} ({contact})", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(Self { client, base, kind, found_kind: AtomicU8::new(0) })
    }

    /// Where an address is: its house or street. `None` if the service does not know it better than the embedded table,
    /// or means another place.
    ///
    /// # Errors
    /// If there is no answer, or none of Nominatim or Photon. The error does not contain the address.
    pub async fn locate(&self, address: Address<'_>) -> anyhow::Result<Option<Location>> {
        let answer = match self.kind.or_else(|| self.found_kind()) {
            Some(kind) => self.ask(kind, address).await?.into_known()?,
            None => match self.ask(GeocoderKind::Nominatim, address).await? {
                Asked::Known(answer) => {
                    self.found_kind.store(1, Ordering::Relaxed);
                    answer
                }
                Asked::Unknown(_) => {
                    let answer = self.ask(GeocoderKind::Photon, address).await?.into_known()?;
                    self.found_kind.store(2, Ordering::Relaxed);
                    answer
                }
            },
        };
        Ok(answer.filter(|answer| is_of(answer, address)).map(|answer| answer.location))
    }

    fn found_kind(&self) -> Option<GeocoderKind> {
        match self.found_kind.load(Ordering::Relaxed) {
            1 => Some(GeocoderKind::Nominatim),
            2 => Some(GeocoderKind::Photon),
            _ => None,
        }
    }

    async fn ask(&self, kind: GeocoderKind, address: Address<'_>) -> anyhow::Result<Asked> {
        let url = self.url(kind, address)?;
        let response = self.client.get(url).send().await.map_err(reqwest::Error::without_url)?;
        let status = response.status();
        if matches!(
            status,
            StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED | StatusCode::BAD_REQUEST
        ) {
            return Ok(Asked::Unknown(anyhow::anyhow!("it answers {status}")));
        }
        if status != StatusCode::OK {
            bail!("it answers {status}");
        }
        let bytes = bounded_response::read(response, LONGEST_ANSWER).await?;
        let number = address.street.and_then(house_number);
        Ok(match street_answers::read(&bytes, number) {
            Ok(answer) => Asked::Known(answer),
            Err(reason) => Asked::Unknown(reason),
        })
    }

    fn url(&self, kind: GeocoderKind, address: Address<'_>) -> anyhow::Result<Url> {
        let line = address.one_line();
        let (path, rest): (_, &[(&str, &str)]) = match kind {
            GeocoderKind::Nominatim => (
                "search",
                &[
                    ("format", "jsonv2"),
                    ("addressdetails", "1"),
                    ("countrycodes", "us,pr,gu,vi,as,mp"),
                ],
            ),
            GeocoderKind::Photon => ("api", &[]),
        };
        let mut url = self.base.join(path)?;
        url.query_pairs_mut().append_pair("q", &line).append_pair("limit", "1").extend_pairs(rest);
        Ok(url)
    }
}

/// How a server answered.
enum Asked {
    Known(Option<StreetAnswer>),
    /// Perhaps it runs the other service.
    Unknown(anyhow::Error),
}

impl Asked {
    fn into_known(self) -> anyhow::Result<Option<StreetAnswer>> {
        match self {
            Self::Known(answer) => Ok(answer),
            Self::Unknown(reason) => Err(reason),
        }
    }
}

/// The number of a house, with which a street begins.
fn house_number(street: &str) -> Option<&str> {
    let first = street.split([' ', ',']).find(|word| !word.is_empty())?;
    first.starts_with(|digit: char| digit.is_ascii_digit()).then_some(first)
}

/// Whether an answer is in the place that the address names: a job in another part of the country is worse than one at
/// the center of its ZIP. Either of city and ZIP may be mistyped.
fn is_of(answer: &StreetAnswer, address: Address<'_>) -> bool {
    let states = (state_code(address.state), answer.state.as_deref().and_then(state_code));
    if let (Some(sought), Some(found)) = states
        && sought != found
    {
        return false;
    }
    let table = OfflineGeocoder::load();
    let by_city = Address { street: None, zip: None, ..address };
    let known: Vec<Location> =
        [address, by_city].into_iter().filter_map(|part| table.locate(part)).collect();
    let is_near = |known: &Location| {
        let radius = f64::from(known.radius_meters());
        known.point.meters_to(answer.location.point) <= 2.0 * radius + BEYOND_AREA
    };
    if known.is_empty() {
        return matches!(states, (Some(sought), Some(found)) if sought == found);
    }
    known.iter().any(is_near)
}
