//! The network that a request comes from.

use std::{
    hash::{BuildHasher as _, RandomState},
    net::IpAddr,
    sync::LazyLock,
};

use sha2::{Digest as _, Sha256};
use uuid::Uuid;

/// The network of a client, for limits: one IPv4 address or an IPv6 /56, which is what a household or an office gets.
///
/// A device has a /64, but whoever has a /56 has 256 of them: limits for each /64 would be 256 times as high for them.
/// A provider that gives each phone or each rented server a /64 puts up to 256 customers into one /56; they share a
/// limit as the customers behind one IPv4 address do. Whoever has a /48 has 256 of these; a larger network would put
/// strangers together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientNetwork(Option<IpAddr>);

impl ClientNetwork {
    /// The network of an address, if the address is known.
    #[must_use]
    pub fn of_address(address: Option<IpAddr>) -> Self {
        Self(address.map(network_of))
    }

    /// Stands for the network where its address must not be stored, on every server that has this key.
    #[must_use]
    pub fn keyed_hash(self, key: &[u8]) -> String {
        let address = self.0.map_or_else(String::new, |address| address.to_string());
        let hash = Sha256::new_with_prefix(key).chain_update([0]).chain_update(address);
        hex::encode(hash.finalize())
    }

    /// Stands for the network where its address must not be stored. Other in every process, and after a restart.
    #[must_use]
    pub fn pseudonym(self) -> Uuid {
        static HASHERS: LazyLock<[RandomState; 2]> = LazyLock::new(Default::default);
        let [high, low] = HASHERS.each_ref().map(|hasher| hasher.hash_one(self));
        Uuid::from_u64_pair(high, low)
    }
}

fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6([a, b, c, d & 0xff00, 0, 0, 0, 0].into())
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
        assert_eq!(network("2001:db8:1:2::7"), network("2001:db8:1:ff::7"), "one household");
        assert_ne!(network("2001:db8:1:2::7"), network("2001:db8:1:102::7"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
    }

    #[test]
    fn a_network_keeps_its_pseudonym_and_shares_it_with_no_other() {
        let pseudonym = |text: &str| ClientNetwork::of_address(text.parse().ok()).pseudonym();
        assert_eq!(pseudonym("192.0.2.1"), pseudonym("192.0.2.1"));
        assert_ne!(pseudonym("192.0.2.1"), pseudonym("192.0.2.2"));
        assert!(!pseudonym("192.0.2.1").as_bytes().ends_with(&[192, 0, 2, 1]));
    }
}
