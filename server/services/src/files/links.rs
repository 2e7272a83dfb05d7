//! Links that give access to one file for a while. Browsers load images without a token, so the URL carries
//! the permission.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use store::db::Db;

use crate::core::signing_key::SigningKey;

/// Within a window all links to a file are equal, so that browser caches work.
const WINDOW_SECONDS: i64 = 60 * 60;
/// The key's name in the database.
const NAME: &str = "file links";

/// The query of a link.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub struct Link {
    until: i64,
    seal: String,
}

/// Creates and validates links.
#[derive(Clone, Debug)]
pub struct FileLinks(SigningKey);

impl FileLinks {
    /// Reads the key from the database, or creates it.
    pub async fn open(db: &Db) -> anyhow::Result<Self> {
        SigningKey::open(db, NAME).await.map(Self)
    }

    /// The path of a file with a signature, valid for one to two hours after `now`.
    #[must_use]
    pub fn address(&self, key: &str, now: DateTime<Utc>) -> String {
        // Valid to the end of the next window: at least one hour, at most two.
        let until = (now.timestamp().div_euclid(WINDOW_SECONDS) + 2) * WINDOW_SECONDS;
        let seal = hex::encode(self.0.sign(&signed_parts(&until.to_string(), key)));
        format!("/files/{key}?until={until}&seal={seal}")
    }

    /// How long the link is still valid.
    #[must_use]
    pub fn time_left(&self, key: &str, link: &Link, now: DateTime<Utc>) -> Option<Duration> {
        let seal = hex::decode(&link.seal).ok()?;
        if !self.0.verify(&signed_parts(&link.until.to_string(), key), &seal) {
            return None;
        }
        let left = u64::try_from(link.until - now.timestamp()).ok()?;
        (left > 0).then(|| Duration::from_secs(left))
    }
}

/// The number ends at the first line break, so no two files have the same signed text.
const fn signed_parts<'p>(until: &'p str, key: &'p str) -> [&'p [u8]; 3] {
    [until.as_bytes(), b"\n", key.as_bytes()]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    proptest! {
        #[test]
        fn a_changed_link_opens_no_file(
            until in prop_oneof![any::<i64>(), Just(1_700_006_400)],
            seal in foreign::text(&["0123456789abcdef".repeat(4)]),
            key in foreign::text(&["jobs/0190f5fe.jpg", "1\njobs/a.jpg"]),
        ) {
            let links = FileLinks(SigningKey::of(b"ours").expect("a key"));
            let now = DateTime::from_timestamp(1_700_000_000, 0).expect("a time");
            let bytes = seal.len() + key.len();
            let link = Link { until, seal };
            let (left, cost) = cost::of(|| links.time_left(&key, &link, now));
            prop_assert_eq!(left, None);
            prop_assert!(cost.is_small_for(bytes, 1), "{cost:?} of {bytes}");
        }
    }
}
