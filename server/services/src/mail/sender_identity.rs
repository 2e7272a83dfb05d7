//! Who mails come from, and where their links lead: the operator's word, never the request's.

use anyhow::{Context as _, bail};
use lettre::message::Mailbox;
use reqwest::Url;

/// What stands on every mail.
#[derive(Clone, Debug)]
pub struct SenderIdentity {
    public_url: String,
    from: Mailbox,
}

impl SenderIdentity {
    /// Reads the operator's settings; the sender's address is made from the public address where none
    /// is given.
    ///
    /// # Errors
    /// In one sentence for whoever started the server.
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
        // Whatever stands behind the host and its folder is not part of where Ridgeline is.
        let mut url = url.clone();
        url.set_query(None);
        url.set_fragment(None);
        Ok(Self { public_url: url.as_str().trim_end_matches('/').to_string(), from })
    }

    /// The address of a page of the web app, such as `/invite/…`, as it stands in a mail.
    #[must_use]
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }

    /// Where whoever runs this server can be written to, as push services want to know it.
    #[must_use]
    pub fn contact(&self) -> String {
        format!("mailto:{}", self.from.email)
    }

    /// Whether people reach this server over TLS.
    #[must_use]
    pub fn is_over_tls(&self) -> bool {
        self.public_url.starts_with("https:")
    }

    /// Whether a request that names this host came in at the address that people are given.
    #[must_use]
    pub fn is_at(&self, host: &str) -> bool {
        let authority = self.public_url.split('/').nth(2).unwrap_or_default();
        authority.eq_ignore_ascii_case(host)
    }

    /// Whom mails come from.
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
    fn links_lead_where_the_operator_says() {
        let link = |url: &str| SenderIdentity::open(url, None).map(|head| head.link("/invite/7"));
        assert_eq!(link("https://r.example.com/").expect("ok"), "https://r.example.com/invite/7");
        assert_eq!(
            link("https://example.com/r/?x#y").expect("ok"),
            "https://example.com/r/invite/7"
        );
        for wrong in ["", "ridgeline.example.com", "ftp://x.example", "javascript:alert(1)"] {
            let told = link(wrong).expect_err("no address").to_string();
            assert!(told.contains("--public-url"), "{told}");
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
