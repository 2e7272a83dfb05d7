//! The configured geocoder.

use anyhow::{Context as _, bail};
use services::{
    core::config::{GeocoderName, GeocoderSettings},
    geocoding::street_geocoder::{GeocoderKind, StreetGeocoder},
    webhooks::address_policy::AddressPolicy,
};

/// The configured geocoder; it is contacted at its first question, not before.
///
/// # Errors
/// If its address is not a web address, or addresses of jobs would leave the operator's network unencrypted.
pub(super) fn open(
    settings: &GeocoderSettings,
    public_url: &str,
) -> anyhow::Result<Option<StreetGeocoder>> {
    let Some(url) = settings.geocoder_url.as_deref().filter(|url| !url.is_empty()) else {
        return Ok(None);
    };
    if is_unencrypted(url) {
        bail!("--geocoder-url must begin with https: outside of your own network");
    }
    let kind = settings.geocoder.map(|name| match name {
        GeocoderName::Nominatim => GeocoderKind::Nominatim,
        GeocoderName::Photon => GeocoderKind::Photon,
    });
    StreetGeocoder::new(url, kind, public_url).map(Some).context("--geocoder-url cannot be used")
}

/// Whether this is an `http:` address of a host that is neither this machine nor in the operator's network: that is a
/// private address, a name that only this network knows, or one without a dot, such as that of a container.
fn is_unencrypted(url: &str) -> bool {
    let Some(url) = reqwest::Url::parse(url).ok().filter(|url| url.scheme() == "http") else {
        return false;
    };
    let is_short = url.domain().is_some_and(|name| !name.trim_end_matches('.').contains('.'));
    let host = url.host_str().unwrap_or_default();
    !is_short && AddressPolicy::PublicOnly.allows(&format!("https://{host}/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(url: &str) -> anyhow::Result<Option<StreetGeocoder>> {
        let settings = GeocoderSettings { geocoder_url: Some(url.to_owned()), geocoder: None };
        open(&settings, "https://roofs.example.com")
    }

    #[test]
    fn addresses_leave_the_operators_network_only_encrypted() {
        for taken in [
            "https://nominatim.example.com",
            "http://127.0.0.1:8080",
            "http://localhost:2322/",
            "http://photon:2322",
            "http://10.0.0.7/nominatim",
            "http://[::1]:8080",
            "http://maps.internal",
        ] {
            assert!(opened(taken).is_ok_and(|opened| opened.is_some()), "{taken}");
        }
        for refused in [
            "http://nominatim.example.com",
            "http://8.8.8.8",
            "HTTP://nominatim.example.com",
            "nominatim.example.com",
            "ftp://nominatim.example.com",
            "http://",
        ] {
            assert!(opened(refused).is_err(), "{refused}");
        }
        assert!(opened("").is_ok_and(|opened| opened.is_none()), "an empty variable is none");
    }
}
