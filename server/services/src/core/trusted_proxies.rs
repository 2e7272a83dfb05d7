//! Where a request really comes from, where proxies stand before this server.
//!
//! A proxy writes whom it speaks for behind what was there already (`X-Forwarded-For`). Whatever stands
//! further left was written by somebody else, perhaps by the caller: it is believed only as far as
//! every address to its right is a proxy that the operator trusts.

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
    fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }

    /// The first address, from here outwards, that is no proxy of ours.
    #[must_use]
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut nearest = peer.to_canonical();
        let lines: Vec<&str> = headers
            .get_all(FORWARDED_FOR)
            .iter()
            // A line that is no text hides whatever stands to its left.
            .map(|line| line.to_str().unwrap_or("?"))
            .collect();
        for told in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
            if !self.trusts(nearest) {
                break;
            }
            let Some(told) = address_in(told.trim()) else { break };
            nearest = told.to_canonical();
        }
        nearest
    }
}

/// An address as proxies write it: alone or with a port.
fn address_in(told: &str) -> Option<IpAddr> {
    let told = told.trim_matches('"');
    let alone = || told.parse().ok();
    let with_port = || told.parse::<SocketAddr>().ok().map(|address| address.ip());
    let in_brackets = || told.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    alone().or_else(with_port).or_else(in_brackets)
}

/// A network as the operator writes it: `10.0.0.0/8`, or one address.
///
/// # Errors
/// In words for whoever starts the server.
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

    use super::*;

    fn seen(trusted: &[&str], peer: &str, told: &[&str]) -> String {
        let read = |text: &&str| read_network(text).expect("a network");
        let networks: Vec<IpNet> = trusted.iter().map(read).collect();
        let mut headers = HeaderMap::new();
        for line in told {
            headers.append(FORWARDED_FOR, HeaderValue::from_str(line).expect("a header"));
        }
        let peer = peer.parse().expect("an address");
        TrustedProxies::from(networks).client(peer, &headers).to_string()
    }

    #[test]
    fn nobody_talks_themselves_into_another_address() {
        let none: [&str; 0] = [];
        assert_eq!(seen(&none, "203.0.113.9", &["198.51.100.1"]), "203.0.113.9", "no proxies");
        let ours = ["10.0.0.0/8"];
        assert_eq!(seen(&ours, "203.0.113.9", &["198.51.100.1"]), "203.0.113.9", "past the proxy");
        assert_eq!(seen(&ours, "10.0.0.2", &["198.51.100.1, 203.0.113.9"]), "203.0.113.9");
        assert_eq!(seen(&ours, "10.0.0.2", &["10.0.0.7, 203.0.113.9"]), "203.0.113.9");
        assert_eq!(seen(&ours, "10.0.0.2", &["198.51.100.1", "203.0.113.9"]), "203.0.113.9");
    }

    #[test]
    fn a_row_of_our_own_proxies_is_looked_through() {
        let ours = ["10.0.0.0/8", "2001:db8::7"];
        assert_eq!(seen(&ours, "10.0.0.2", &["203.0.113.9, 10.0.0.3, 2001:db8::7"]), "203.0.113.9");
        assert_eq!(seen(&ours, "::ffff:10.0.0.2", &["203.0.113.9"]), "203.0.113.9");
        assert_eq!(seen(&ours, "10.0.0.2", &[]), "10.0.0.2");
        assert_eq!(seen(&ours, "10.0.0.2", &["10.0.0.3"]), "10.0.0.3", "somebody at home");
        for port in ["203.0.113.9:51423", "\"203.0.113.9\"", " 203.0.113.9 "] {
            assert_eq!(seen(&ours, "10.0.0.2", &[port]), "203.0.113.9", "{port}");
        }
        assert_eq!(seen(&ours, "10.0.0.2", &["[2001:db8:1::1]:443"]), "2001:db8:1::1");
    }

    #[test]
    fn what_is_no_address_hides_what_stands_behind_it() {
        let ours = ["10.0.0.0/8"];
        for odd in ["unknown", "", "203.0.113.9, _hidden", "203.0.113.9, 10.0.0.300"] {
            assert_eq!(seen(&ours, "10.0.0.2", &[odd]), "10.0.0.2", "{odd:?}");
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
