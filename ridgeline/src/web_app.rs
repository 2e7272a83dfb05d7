//! The built web app, embedded: text files only as brotli. A debug build reads it from `web/dist` on each request.

use std::borrow::Cow;

use bytes::Bytes;
use rust_embed::RustEmbed;
use services::core::assets::Asset;

#[derive(RustEmbed)]
#[cfg_attr(debug_assertions, folder = "../web/dist")]
#[cfg_attr(not(debug_assertions), folder = "embedded")]
#[allow_missing = true]
#[exclude = ".vite/*"]
struct Dist;

/// The file at this path below `web/dist`.
pub fn find(path: &str) -> Option<Asset> {
    let file = Dist::get(path)?;
    let sha256 = file.metadata.sha256_hash();
    let content = match file.data {
        Cow::Borrowed(embedded) => Bytes::from_static(embedded),
        Cow::Owned(read) => Bytes::from(read),
    };
    Some(Asset { content, sha256 })
}
