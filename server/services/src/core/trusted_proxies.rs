//! The real address of a client behind proxies.
//!
//! A proxy appends the address of its client to `X-Forwarded-For`. Entries further left were written by
//! others, perhaps by the client, so they are only trusted as long as every address to their right is a proxy
//! of the operator.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The networks of the operator's own proxies.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(Arc<[IpNet]>);

impl From<Vec<IpNet>> for TrustedProxies {
    fn from(networks: Vec<IpNet>) -> Self {
        Self(networks.into())
    }
}

impl TrustedProxies {
    /// Whether this address is one of them.
    #[must_use]
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }

    /// The first address, from the right, that is not a trusted proxy.
    #[must_use]
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut nearest = peer.to_canonical();
        let lines: Vec<&str> = headers
            .get_all(FORWARDED_FOR)
            .iter()
            // An unreadable header hides everything to its left.
            .map(|line| line.to_str().unwrap_or("?"))
            .collect();
        for entry in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
            if !self.trusts(nearest) {
                break;
            }
            let Some(entry) = address_in(entry.trim()) else { break };
            nearest = entry.to_canonical();
        }
        nearest
    }
}

/// An address as proxies write it, with or without a port.
fn address_in(text: &str) -> Option<IpAddr> {
    let text = text.trim_matches('"');
    let alone = || text.parse().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    let in_brackets = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    alone().or_else(with_port).or_else(in_brackets)
}

/// A network as the operator writes it: `10.0.0.0/8`, or one address.
///
/// # Errors
/// In one sentence for the operator.
pub fn read_network(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    text.parse::<IpNet>()
        .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
        .map(|network| network.trunc())
        .map_err(|_| "write networks such as 10.0.0.0/8, or single addresses".to_string())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use proptest::{collection::vec, prelude::*};
    use test_support::{cost, foreign};

    use super::*;

    const FORWARDED: &[&str] = &[
        "203.0.113.9, 10.0.0.3, 2001:db8::7",
        "\"203.0.113.9:51423\"",
        "[2001:db8:1::1]:443",
        "unknown, 10.0.0.300",
    ];

    fn client(trusted: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let read = |text: &&str| read_network(text).expect("a network");
        let networks: Vec<IpNet> = trusted.iter().map(read).collect();
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append(FORWARDED_FOR, HeaderValue::from_str(line).expect("a header"));
        }
        let peer = peer.parse().expect("an address");
        TrustedProxies::from(networks).client(peer, &headers).to_string()
    }

    #[test]
    fn a_client_cannot_forge_its_address() {
        let none: [&str; 0] = [];
        assert_eq!(client(&none, "203.0.113.9", &["198.51.100.1"]), "203.0.113.9", "no proxies");
        let ours = ["10.0.0.0/8"];
        assert_eq!(
            client(&ours, "203.0.113.9", &["198.51.100.1"]),
            "203.0.113.9",
            "past the proxy"
        );
        assert_eq!(client(&ours, "10.0.0.2", &["198.51.100.1, 203.0.113.9"]), "203.0.113.9");
        assert_eq!(client(&ours, "10.0.0.2", &["10.0.0.7, 203.0.113.9"]), "203.0.113.9");
        assert_eq!(client(&ours, "10.0.0.2", &["198.51.100.1", "203.0.113.9"]), "203.0.113.9");
    }

    #[test]
    fn a_client_behind_several_trusted_proxies_keeps_its_own_address() {
        let ours = ["10.0.0.0/8", "2001:db8::7"];
        assert_eq!(
            client(&ours, "10.0.0.2", &["203.0.113.9, 10.0.0.3, 2001:db8::7"]),
            "203.0.113.9"
        );
        assert_eq!(client(&ours, "::ffff:10.0.0.2", &["203.0.113.9"]), "203.0.113.9");
        assert_eq!(client(&ours, "10.0.0.2", &[]), "10.0.0.2");
        assert_eq!(client(&ours, "10.0.0.2", &["10.0.0.3"]), "10.0.0.3", "somebody at home");
        for port in ["203.0.113.9:51423", "\"203.0.113.9\"", " 203.0.113.9 "] {
            assert_eq!(client(&ours, "10.0.0.2", &[port]), "203.0.113.9", "{port}");
        }
        assert_eq!(client(&ours, "10.0.0.2", &["[2001:db8:1::1]:443"]), "2001:db8:1::1");
    }

    proptest! {
        #[test]
        fn no_header_makes_a_stranger_look_like_a_client_of_the_proxy(
            lines in vec(foreign::header(FORWARDED), 0..4),
        ) {
            let mut headers = HeaderMap::new();
            for line in &lines {
                headers.append(FORWARDED_FOR, HeaderValue::from_bytes(line).expect("a header"));
            }
            let sent: usize = lines.iter().map(Vec::len).sum();
            let ours = read_network("10.0.0.0/8").expect("a network");
            let proxies = TrustedProxies::from(vec![ours]);
            let (proxy, stranger) = ([10, 0, 0, 2].into(), [203, 0, 113, 9].into());
            let (client, cost) = cost::of(|| proxies.client(proxy, &headers));
            prop_assert!(cost.is_small_for(sent, 1), "{cost:?} of {sent}");
            prop_assert_eq!(proxies.client(stranger, &headers), stranger);
            // It is the proxy or an address that a header contains, in one form.
            prop_assert_eq!(client, client.to_canonical());
            let is_named = lines.iter().any(|line| {
                let text = String::from_utf8_lossy(line);
                text.split(',').filter_map(|entry| address_in(entry.trim())).any(|named| {
                    named.to_canonical() == client
                })
            });
            prop_assert!(client == proxy || is_named, "{client}");
        }
    }

    #[test]
    fn a_long_chain_of_proxies_is_read_once() {
        for entry in ["10.0.0.3,", "[10.0.0.3],", "\"", ",", " "] {
            cost::assert_linear(
                entry,
                1,
                |repeats| entry.repeat(repeats),
                |line| client(&["10.0.0.0/8"], "10.0.0.2", &[line]),
            );
        }
    }

    #[test]
    fn an_invalid_address_hides_those_before_it() {
        let ours = ["10.0.0.0/8"];
        for odd in ["unknown", "", "203.0.113.9, _hidden", "203.0.113.9, 10.0.0.300"] {
            assert_eq!(client(&ours, "10.0.0.2", &[odd]), "10.0.0.2", "{odd:?}");
        }
    }

    #[test]
    fn the_operator_writes_networks_or_addresses() {
        assert_eq!(
            read_network(" 10.1.2.3/8 ").map(|net| net.to_string()),
            Ok("10.0.0.0/8".into())
        );
        assert_eq!(read_network("::1").map(|net| net.to_string()), Ok("::1/128".into()));
        assert!(read_network("everybody").is_err());
    }
}
