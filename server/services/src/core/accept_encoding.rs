//! Which encoding of a response its reader accepts, and compressing to it.

use std::io::Write as _;

use axum::http::{HeaderMap, header};
use bytes::Bytes;

/// An encoding of responses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Smaller than gzip.
    Brotli,
    /// Known to every client.
    Gzip,
}

impl Encoding {
    const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// Its name in headers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// Compresses at a fast level: the first reader waits for it.
    #[must_use]
    pub fn compress(self, plain: &[u8]) -> Bytes {
        // Writing to memory does not fail.
        match self {
            Self::Brotli => {
                let mut packed = Vec::with_capacity(plain.len() / 6);
                let mut writer = brotli::CompressorWriter::new(&mut packed, 4_096, 4, 22);
                let _ = writer.write_all(plain);
                drop(writer);
                Bytes::copy_from_slice(&packed)
            }
            Self::Gzip => {
                let packed = Vec::with_capacity(plain.len() / 5);
                let level = flate2::Compression::new(4);
                let mut writer = flate2::write::GzEncoder::new(packed, level);
                let _ = writer.write_all(plain);
                Bytes::copy_from_slice(&writer.finish().unwrap_or_default())
            }
        }
    }

    /// The encoding that a client prefers; brotli if it likes both the same.
    #[must_use]
    pub fn accepted(headers: &HeaderMap) -> Option<Self> {
        Self::accepted_of(headers, &Self::ALL)
    }

    /// The one of these that a client prefers; the first of those that it likes the same.
    #[must_use]
    pub fn accepted_of(headers: &HeaderMap, among: &[Self]) -> Option<Self> {
        let values = headers.get_all(header::ACCEPT_ENCODING).iter();
        let offers: Vec<(&str, f32)> = values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(|offer| {
                let (name, weight) = offer.split_once(';').unwrap_or((offer, ""));
                let weight = weight.trim().strip_prefix("q=").and_then(|q| q.parse().ok());
                let weight = weight.filter(|weight| (0.0..=1.0).contains(weight));
                (name.trim(), weight.unwrap_or(1.0))
            })
            .collect();
        let named = |name: &str| {
            offers.iter().find(|(offered, _)| offered.eq_ignore_ascii_case(name)).copied()
        };
        let plain = named("identity").map_or(0.0, |(_, weight)| weight);
        let weight = |encoding: Self| {
            named(encoding.name()).or_else(|| named("*")).map_or(0.0, |(_, weight)| weight)
        };
        // Of equals the last one.
        let all = among
            .iter()
            .copied()
            .rev()
            .filter(|encoding| weight(*encoding) > 0.0 && weight(*encoding) >= plain);
        all.max_by(|one, other| weight(*one).total_cmp(&weight(*other)))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use proptest::{collection::vec, prelude::*};
    use test_support::{cost, foreign};

    use super::*;

    fn accepted(lines: &[impl AsRef<[u8]>]) -> Option<Encoding> {
        let mut headers = HeaderMap::new();
        for line in lines {
            let value = HeaderValue::from_bytes(line.as_ref()).expect("a header");
            headers.append(header::ACCEPT_ENCODING, value);
        }
        Encoding::accepted(&headers)
    }

    proptest! {
        #[test]
        fn no_encoding_is_sent_that_was_not_offered(
            lines in vec(foreign::header(&["br;q=0, gzip;q=0.8, *", "identity;q=NaN,gzip"]), 0..3),
        ) {
            let bytes: usize = lines.iter().map(Vec::len).sum();
            let (encoding, cost) = cost::of(|| accepted(&lines));
            // An offer takes 24 bytes beside its comma, in a list that doubles.
            prop_assert!(cost.is_small_for(bytes, 80), "{cost:?} of {bytes}");
            if let Some(encoding) = encoding {
                let text = lines.concat().to_ascii_lowercase();
                let text = String::from_utf8_lossy(&text);
                prop_assert!(text.contains(encoding.name()) || text.contains('*'), "{text}");
                let refused = [vec![b"br;q=0, gzip;q=0".to_vec()], lines].concat();
                prop_assert_eq!(accepted(&refused), None);
            }
        }
    }

    #[test]
    fn many_offers_are_read_once() {
        for offer in ["br;q=0,", ",", ";", "q=", "gzip;q=0.00000000000000000000001,"] {
            let line = |repeats: usize| offer.repeat(repeats);
            cost::assert_linear(offer, 80, line, |line| accepted(&[line]));
        }
    }
}
