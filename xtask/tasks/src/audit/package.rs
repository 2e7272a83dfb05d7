//! A package that the product depends on.

use serde::Deserialize;

/// A package of the lock file, as cargo describes it.
#[derive(Debug, Deserialize)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) license: Option<String>,
    pub(super) source: Option<String>,
}

/// The only registry that dependencies may come from.
pub(super) const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";
