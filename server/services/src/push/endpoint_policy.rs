//! Which endpoints are allowed. Browsers name them, so anyone may name anything: a machine of the operator's
//! own network is never allowed, whatever a name resolves to at the time of the push.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use reqwest::{
    Client, Url,
    dns::{Addrs, Name, Resolve, Resolving},
    redirect::Policy,
};

/// How long a push service may take to answer.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Which hosts pushes may be sent to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EndpointPolicy {
    /// Public services over TLS.
    #[default]
    PublicOnly,
    /// Any host, including mocks on this machine. For tests.
    Anywhere,
}

impl EndpointPolicy {
    /// Whether an endpoint is allowed, as far as can be checked without resolving its host.
    pub fn allows(self, endpoint: &str) -> bool {
        let Ok(url) = Url::parse(endpoint) else { return false };
        if self == Self::Anywhere {
            return matches!(url.scheme(), "http" | "https");
        }
        // A push service has a name, and its URL has no password.
        url.scheme() == "https"
            && url.port().is_none()
            && url.username().is_empty()
            && url.password().is_none()
            && url.domain().is_some_and(is_public_host)
    }

    /// The client for pushes: no redirects, no proxies, no private addresses.
    ///
    /// # Errors
    /// If this machine has no root certificates.
    pub fn client(self) -> anyhow::Result<Client> {
        // Fails if a provider is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().timeout(TIMEOUT).redirect(Policy::none()).no_proxy();
        Ok(match self {
            Self::PublicOnly => client.https_only(true).dns_resolver(Arc::new(PublicResolver)),
            Self::Anywhere => client,
        }
        .build()?)
    }
}

fn is_public_host(host: &str) -> bool {
    const PRIVATE_HOSTS: [&str; 7] =
        ["localhost", "local", "internal", "intranet", "lan", "home", "arpa"];
    let host = host.trim_end_matches('.');
    host.rsplit_once('.')
        .is_some_and(|(_, last)| !PRIVATE_HOSTS.iter().any(|host| last.eq_ignore_ascii_case(host)))
}

/// Resolves names to public addresses only, so that a request goes to one that was checked.
pub(crate) struct PublicResolver;

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|at| is_public(at.ip())).collect();
            if public.is_empty() {
                return Err("the host has no address out in the world".into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

pub(crate) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

const fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        // This network, shared and private networks, protocols, benchmarks, and everything above.
        || matches!((a, b, c), (0 | 224.., _, _) | (100, 64..=127, _) | (192, 0, 0) | (192, 88, 99))
        || matches!((a, b), (198, 18 | 19));
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(mapped) = address.to_ipv4_mapped() {
        return is_public_v4(mapped);
    }
    match address.segments() {
        // IPv4 addresses behind NAT64.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            let [a, b] = high.to_be_bytes();
            let [c, d] = low.to_be_bytes();
            is_public_v4(Ipv4Addr::new(a, b, c, d))
        }
        // Protocols, documentation, and tunnels that contain an IPv4 address.
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x2002 | 0x3fff, ..] => false,
        [first, ..] => (0x2000..0x4000).contains(&first),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    const ENDPOINTS: &[&str] = &[
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://me:secret@push.example.com:8443/x?y#z",
        "https://[::ffff:10.0.0.1]/x",
        "https://0x7f.1/x",
        "https://xn--bcher-kva.example/%2f",
    ];

    proptest! {
        #[test]
        fn an_endpoint_that_is_taken_is_a_public_name_over_tls(text in foreign::text(ENDPOINTS)) {
            let (is_taken, cost) = cost::of(|| EndpointPolicy::PublicOnly.allows(&text));
            prop_assert!(cost.is_small_for(text.len(), 32), "{cost:?} of {}", text.len());
            if is_taken {
                let url = Url::parse(&text).expect("a URL");
                let host = url.host_str().expect("a host");
                prop_assert!(url.scheme() == "https" && host.contains('.'), "{text}");
                prop_assert!(host.parse::<IpAddr>().is_err() && !host.starts_with('['), "{text}");
                prop_assert_eq!(url.authority(), host, "{}", text);
                // It stays taken in the form in which it is used.
                prop_assert!(EndpointPolicy::PublicOnly.allows(url.as_str()), "{text}");
            }
        }
    }

    #[test]
    fn a_subscription_cannot_reach_the_operators_network() {
        for refused in [
            "http://fcm.googleapis.com/x",
            "https://localhost/x",
            "https://push.localhost/x",
            "https://metadata.google.internal/x",
            "https://printer.local/x",
            "https://printer/x",
            "https://127.0.0.1/x",
            "https://2130706433/x",
            "https://0x7f.1/x",
            "https://[::1]/x",
            "https://169.254.169.254/x",
            "https://8.8.8.8/x",
            "https://fcm.googleapis.com:8443/x",
            "https://me:secret@fcm.googleapis.com/x",
            "ftp://fcm.googleapis.com/x",
            "file:///etc/passwd",
            "fcm.googleapis.com",
            "",
        ] {
            assert!(!EndpointPolicy::PublicOnly.allows(refused), "{refused}");
        }
        for taken in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://updates.push.services.mozilla.com/wpush/v2/x",
            "https://web.push.apple.com/x",
            "https://db5p.notify.windows.com/w/?token=x",
        ] {
            assert!(EndpointPolicy::PublicOnly.allows(taken), "{taken}");
        }
    }

    #[test]
    fn a_name_of_a_private_host_is_refused() {
        for home in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "198.18.0.1",
            "192.0.0.8",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2001::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "::127.0.0.1",
        ] {
            assert!(!is_public(home.parse().expect("an address")), "{home}");
        }
        for away in ["142.250.80.10", "2607:f8b0:4004::1", "::ffff:8.8.8.8", "64:ff9b::808:808"] {
            assert!(is_public(away.parse().expect("an address")), "{away}");
        }
    }

    #[tokio::test]
    async fn a_name_of_this_machine_does_not_resolve() {
        let name = "localhost".parse().expect("a name");
        assert!(PublicResolver.resolve(name).await.is_err());
    }
}
