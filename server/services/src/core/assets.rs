//! The files of the built web app, passed in by the binary that embeds them.

use std::{
    collections::HashMap,
    io::Read as _,
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;
use flate2::{Compression, read::GzEncoder};
use sha2::{Digest as _, Sha256};

use crate::core::compute::ComputePool;

/// One file of the built web app.
#[derive(Clone, Debug)]
pub struct Asset {
    /// Its content.
    pub content: Bytes,
    /// The hash of its content, used for the `ETag`.
    pub sha256: [u8; 32],
}

impl Asset {
    fn of(content: Vec<u8>) -> Self {
        Self { sha256: Sha256::digest(&content).into(), content: content.into() }
    }

    /// The file of which this one is the brotli form.
    fn unpacked(&self) -> Option<Self> {
        let mut content = Vec::new();
        brotli::Decompressor::new(&*self.content, 1 << 16).read_to_end(&mut content).ok()?;
        Some(Self::of(content))
    }

    fn as_gzip(&self) -> Option<Self> {
        let mut gzip = Vec::new();
        GzEncoder::new(&*self.content, Compression::new(6)).read_to_end(&mut gzip).ok()?;
        gzip.shrink_to_fit();
        Some(Self::of(gzip))
    }
}

/// A form of a file that is made of its brotli form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssetForm {
    /// For browsers without HTTPS.
    Gzip,
    /// For clients that accept no compression.
    Plain,
}

/// Files of the web app in other forms, made on their first request and shared by all responses: at most two forms of
/// each file, 14 MB together.
#[derive(Clone, Debug, Default)]
pub struct DerivedAssets(Arc<Mutex<HashMap<(String, AssetForm), Asset>>>);

impl DerivedAssets {
    /// A form of a file, from its brotli form.
    pub async fn get_or_make(
        &self,
        compute: &ComputePool,
        asset: &str,
        form: AssetForm,
        brotli: Asset,
    ) -> Option<Asset> {
        let key = (asset.to_owned(), form);
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known().get(&key).cloned();
        if found.is_some() {
            return found;
        }
        let make = move || match form {
            AssetForm::Gzip => brotli.unpacked()?.as_gzip(),
            AssetForm::Plain => brotli.unpacked(),
        };
        let derived = compute.run(make).await.ok()??;
        Some(known().entry(key).or_insert(derived).clone())
    }
}

/// The files of the built web app, by their path below `web/dist`. The binary embeds them, so that a build of
/// the web app does not recompile this crate.
#[derive(Clone, Copy, Debug)]
pub struct Assets(pub fn(&str) -> Option<Asset>);

impl Default for Assets {
    /// No web app: only the API is served.
    fn default() -> Self {
        Self(|_| None)
    }
}

impl Assets {
    /// The file at this path, if there is one.
    #[must_use]
    pub fn get(self, path: &str) -> Option<Asset> {
        (self.0)(path)
    }
}
