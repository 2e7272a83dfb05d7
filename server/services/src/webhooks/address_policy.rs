//! Which addresses changes may be sent to. Anyone with an account names them: a machine of the operator's own network is
//! never reached, however its address is written and whatever a name resolves to at the time of the try.

use std::{sync::Arc, time::Duration};

use domain::webhooks::TIMEOUT_SECONDS;
use reqwest::{Client, Url, redirect::Policy};

use crate::push::endpoint_policy::{PublicResolver, is_public};

/// Names that only the operator's own network knows.
const PRIVATE_SUFFIXES: [&str; 3] = ["localhost", "local", "internal"];

/// Which addresses webhooks may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AddressPolicy {
    /// Public ones, over TLS.
    #[default]
    PublicOnly,
    /// Private ones and plain HTTP too.
    AllowPrivate,
}

impl AddressPolicy {
    /// Whether an address is allowed, as far as can be checked without resolving its host.
    #[must_use]
    pub fn allows(self, address: &str) -> bool {
        let Ok(url) = Url::parse(address) else { return false };
        if !url.has_host() || !url.username().is_empty() || url.password().is_some() {
            return false;
        }
        match self {
            Self::AllowPrivate => matches!(url.scheme(), "http" | "https"),
            Self::PublicOnly => url.scheme() == "https" && is_public_host(&url),
        }
    }

    /// The client for tries: no redirects, no proxies, no private addresses. Each try connects anew, to the addresses that
    /// were checked for it.
    ///
    /// # Errors
    /// If this machine has no root certificates.
    pub fn client(self) -> anyhow::Result<Client> {
        // Fails if a provider is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .timeout(Duration::from_secs(TIMEOUT_SECONDS))
            .redirect(Policy::none())
            .pool_max_idle_per_host(0)
            .no_proxy();
        Ok(match self {
            Self::PublicOnly => client.https_only(true).dns_resolver(Arc::new(PublicResolver)),
            Self::AllowPrivate => client,
        }
        .build()?)
    }
}

fn is_public_host(url: &Url) -> bool {
    if let Some(name) = url.domain() {
        let name = name.trim_end_matches('.').to_ascii_lowercase();
        let last = name.rsplit('.').next().unwrap_or_default();
        return !last.is_empty() && !PRIVATE_SUFFIXES.contains(&last);
    }
    // Parsing the URL has written the address in its usual form, IPv6 in brackets.
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host.parse().is_ok_and(is_public)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    const ADDRESSES: &[&str] = &[
        "https://hooks.example.com/in?token=x",
        "https://me:secret@hooks.example.com:8443/x?y#z",
        "https://[::ffff:10.0.0.1]/x",
        "https://0x7f.1/x",
        "https://xn--bcher-kva.example/%2f",
    ];

    proptest! {
        #[test]
        fn an_address_that_is_taken_is_public_and_over_tls(text in foreign::text(ADDRESSES)) {
            let (is_taken, cost) = cost::of(|| AddressPolicy::PublicOnly.allows(&text));
            prop_assert!(cost.is_small_for(text.len(), 32), "{cost:?} of {}", text.len());
            if is_taken {
                let url = Url::parse(&text).expect("a URL");
                prop_assert_eq!(url.scheme(), "https");
                prop_assert!(!url.authority().contains('@'), "{}", text);
                if let Ok(address) = url.host_str().unwrap_or_default().parse() {
                    prop_assert!(is_public(address), "{}", text);
                }
                // It stays taken in the form in which it is used.
                prop_assert!(AddressPolicy::PublicOnly.allows(url.as_str()), "{text}");
            }
        }
    }

    #[test]
    fn no_webhook_reaches_the_operators_network_however_its_address_is_written() {
        for refused in [
            "http://hooks.example.com/x",
            "https://localhost/x",
            "https://LOCALHOST./x",
            "https://hooks.localhost/x",
            "https://metadata.google.internal/x",
            "https://printer.local/x",
            "https://127.0.0.1/x",
            "https://127.1/x",
            "https://2130706433/x",
            "https://0x7f.1/x",
            "https://0177.0.0.1/x",
            "https://%31%32%37.0.0.1/x",
            "https://１２７.0.0.1/x",
            "https://[::1]/x",
            "https://[::ffff:127.0.0.1]/x",
            "https://[64:ff9b::7f00:1]/x",
            "https://[fe80::1]/x",
            "https://10.0.0.1/x",
            "https://192.168.1.1:8443/x",
            "https://169.254.169.254/latest/meta-data",
            "https://0.0.0.0/x",
            "https://100.64.0.1/x",
            "https://me:secret@hooks.example.com/x",
            "https://me@hooks.example.com/x",
            "ftp://hooks.example.com/x",
            "file:///etc/passwd",
            "hooks.example.com",
            "https://",
            "",
        ] {
            assert!(!AddressPolicy::PublicOnly.allows(refused), "{refused}");
        }
        for taken in [
            "https://hooks.example.com",
            "https://hooks.example.com:8443/x?token=y",
            "https://hooks.zapier.com/hooks/catch/1/2/",
            "https://8.8.8.8/x",
            "https://[2607:f8b0:4004::1]/x",
        ] {
            assert!(AddressPolicy::PublicOnly.allows(taken), "{taken}");
        }
    }

    #[test]
    fn an_operator_can_allow_their_own_network_but_no_passwords() {
        for taken in ["http://127.0.0.1:9000/x", "https://localhost/x", "http://n8n.internal/x"] {
            assert!(AddressPolicy::AllowPrivate.allows(taken), "{taken}");
        }
        for refused in ["http://me:secret@127.0.0.1/x", "ftp://127.0.0.1/x", "127.0.0.1", ""] {
            assert!(!AddressPolicy::AllowPrivate.allows(refused), "{refused}");
        }
    }
}
