//! The sender of mails and the base of their links, from the operator's settings, never from a request.

use anyhow::{Context as _, bail};
use lettre::message::Mailbox;
use reqwest::Url;

/// The sender and links of every mail.
#[derive(Clone, Debug)]
pub struct SenderIdentity {
    public_url: String,
    from: Mailbox,
}

impl SenderIdentity {
    /// Reads the operator's settings; without a sender address it is derived from the public URL.
    ///
    /// # Errors
    /// In one sentence for the operator.
    pub fn open(public_url: &str, from: Option<&str>) -> anyhow::Result<Self> {
        let url =
            Url::parse(public_url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let Some((url, host)) = url.as_ref().and_then(|url| Some((url, url.host_str()?))) else {
            bail!("--public-url must be an address such as https://ridgeline.example.com");
        };
        let from = match from.map(str::trim) {
            None | Some("") => format!("ridgeline@{host}").parse::<Mailbox>(),
            Some(from) => from.parse(),
        };
        let from =
            from.context("--mail-from must be an email address such as ridgeline@example.com")?;
        // Only the host and the path of the URL are used.
        let mut url = url.clone();
        url.set_query(None);
        url.set_fragment(None);
        Ok(Self { public_url: url.as_str().trim_end_matches('/').to_string(), from })
    }

    /// The URL of a page of the web app, such as `/invite/…`, for a mail.
    #[must_use]
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }

    /// The operator's address for push services.
    #[must_use]
    pub fn contact(&self) -> String {
        format!("mailto:{}", self.from.email)
    }

    /// Whether the public URL uses TLS.
    #[must_use]
    pub fn is_over_tls(&self) -> bool {
        self.public_url.starts_with("https:")
    }

    /// Whether this host is that of the public URL.
    #[must_use]
    pub fn is_at(&self, host: &str) -> bool {
        let authority = self.public_url.split('/').nth(2).unwrap_or_default();
        authority.eq_ignore_ascii_case(host)
    }

    /// Whether a page with this origin is at the public URL.
    #[must_use]
    pub fn is_origin(&self, origin: &str) -> bool {
        let scheme = self.public_url.split("://").next().unwrap_or_default();
        let found = origin.split_once("://");
        found.is_some_and(|(found, host)| found.eq_ignore_ascii_case(scheme) && self.is_at(host))
    }

    /// The sender of mails.
    pub(crate) const fn from(&self) -> &Mailbox {
        &self.from
    }
}

impl Default for SenderIdentity {
    /// A server on this machine.
    fn default() -> Self {
        Self::open("http://localhost:8080", None).expect("an address of this machine")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_the_configured_url() {
        let link = |url: &str| SenderIdentity::open(url, None).map(|head| head.link("/invite/7"));
        assert_eq!(link("https://r.example.com/").expect("ok"), "https://r.example.com/invite/7");
        assert_eq!(
            link("https://example.com/r/?x#y").expect("ok"),
            "https://example.com/r/invite/7"
        );
        for wrong in ["", "ridgeline.example.com", "ftp://x.example", "javascript:alert(1)"] {
            let error = link(wrong).expect_err("no address").to_string();
            assert!(error.contains("--public-url"), "{error}");
        }
    }

    #[test]
    fn a_page_at_another_address_is_not_taken_for_one_at_the_public_url() {
        let head = SenderIdentity::open("https://r.example.com:444/ridge", None).expect("settings");
        assert!(
            head.is_origin("https://r.example.com:444")
                && head.is_origin("HTTPS://R.example.com:444")
        );
        for other in [
            "http://r.example.com:444",
            "https://r.example.com",
            "https://r.example.com:444.evil.example",
            "null",
            "",
        ] {
            assert!(!head.is_origin(other), "{other}");
        }
    }

    #[test]
    fn the_senders_address_is_the_operators() {
        let from =
            |url: &str, from| SenderIdentity::open(url, from).map(|head| head.from.to_string());
        let site = "https://r.example.com";
        assert_eq!(from(site, None).expect("ok"), "ridgeline@r.example.com");
        assert_eq!(from("http://localhost:8080", Some("")).expect("ok"), "ridgeline@localhost");
        assert_eq!(from("http://127.0.0.1:8080", None).expect("ok"), "ridgeline@127.0.0.1");
        assert_eq!(from(site, Some("po@summit.example")).expect("ok"), "po@summit.example");
        assert!(
            from(site, Some("nobody")).expect_err("no address").to_string().contains("--mail-from")
        );
    }
}
