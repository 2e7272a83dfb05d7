//! The network that a request comes from.

use std::net::IpAddr;

/// The network of a client, for limits: one IPv4 address or an IPv6 network, which is what a household or an
/// office has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientNetwork(Option<IpAddr>);

impl ClientNetwork {
    /// The network of an address, if the address is known.
    #[must_use]
    pub fn of_address(address: Option<IpAddr>) -> Self {
        Self(address.map(network_of))
    }
}

fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6([a, b, c, d, 0, 0, 0, 0].into())
        }
        old @ IpAddr::V4(_) => old,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_of_one_network_share_a_quota_and_other_networks_do_not() {
        let network = |text: &str| network_of(text.parse().expect("address"));
        assert_eq!(network("2001:db8:1:2::7"), network("2001:db8:1:2:a:b:c:d"));
        assert_ne!(network("2001:db8:1:2::7"), network("2001:db8:1:3::7"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
    }
}
