//! The style of a tile service, which the browser loads: a URL of a MapLibre style.

use anyhow::{Context as _, bail};
use reqwest::Url;

/// A style, and the only other origin that the web app may connect to for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapStyle {
    url: String,
    origin: String,
}

impl MapStyle {
    /// Checks the URL of `--map-style`.
    ///
    /// # Errors
    /// In one sentence for the operator.
    pub fn open(url: &str) -> anyhow::Result<Self> {
        let example = "--map-style must be an address such as https://tiles.example.com/style.json";
        let url = Url::parse(url).context(example)?;
        if !url.username().is_empty() || url.password().is_some() {
            bail!(
                "--map-style is sent to every browser, so it must not hold a user and a password"
            );
        }
        match url.scheme() {
            "https" => {}
            "http" if is_this_machine(&url) => {}
            "http" => bail!("{example}: http is only allowed on this machine"),
            _ => bail!("{example}"),
        }
        let origin = url.origin().ascii_serialization();
        // It becomes part of the content policy, where other signs have a meaning.
        if !origin.chars().all(|sign| sign.is_ascii_alphanumeric() || "-._:/[]".contains(sign)) {
            bail!("{example}");
        }
        Ok(Self { url: url.into(), origin })
    }

    /// The address of the style.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The scheme, host and port of the service.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }
}

/// Whether the host is a loopback address: browsers allow `http:` there.
fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost"
        || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_style_is_loaded_over_tls_or_from_this_machine_alone() {
        for (url, origin) in [
            ("https://tiles.example.com/styles/streets.json?key=1", "https://tiles.example.com"),
            ("https://tiles.example.com:8443/s", "https://tiles.example.com:8443"),
            ("https://TILES.example.com:443", "https://tiles.example.com"),
            ("http://localhost:8080/style.json", "http://localhost:8080"),
            ("http://127.0.0.1/style.json", "http://127.0.0.1"),
            ("http://[::1]:9000/style.json", "http://[::1]:9000"),
        ] {
            assert_eq!(MapStyle::open(url).expect(url).origin(), origin, "{url}");
        }
        for url in [
            "tiles.example.com/style.json",
            "/style.json",
            "http://tiles.example.com/style.json",
            "http://10.0.0.7/style.json",
            "http://localhost.example.com/style.json",
            "mapbox://styles/mapbox/streets-v12",
            "https://user:secret@tiles.example.com/style.json",
            "https://",
            "data:application/json,{}",
        ] {
            let refused = MapStyle::open(url).expect_err(url);
            assert!(format!("{refused:#}").contains("--map-style"), "{url}: {refused:#}");
        }
    }

    proptest! {
        #[test]
        fn no_address_of_a_style_adds_to_the_content_policy(host in "[a-z'*,; .%-]{1,12}") {
            if let Ok(style) = MapStyle::open(&format!("https://{host}/style.json")) {
                let origin = style.origin();
                prop_assert!(!origin.contains([';', ' ', '\'', ',', '*', '%']), "{origin}");
            }
        }
    }
}
