//! Keys of rows, by which duplicates are found.

use std::hash::{BuildHasher as _, RandomState};

/// The key of a row in few bytes, whatever its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowKey([u64; 2]);

/// Shortens the keys of one file, and of the rows that it is compared with. Two different keys are the same
/// to it once in 2^128 pairs, and nobody can choose them, because the hashes are seeded.
#[derive(Clone, Debug, Default)]
pub struct RowKeys([RandomState; 2]);

impl RowKeys {
    /// A shortened key.
    #[must_use]
    pub fn of(&self, key: &str) -> RowKey {
        RowKey([self.0[0].hash_one(key), self.0[1].hash_one(key)])
    }
}
