//! Serialized lists, cached until something in them changes.
//!
//! A list is requested far more often than it changes, and most of the cost is reading and serializing the
//! same rows. So the bytes are cached with the revision of the list's company ([`Db::revision`]), and sent again
//! until that revision changes.

use std::{future::Future, io::Write as _, sync::Arc, time::Duration};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;
use domain::types::ids::{CompanyId, UserId};
use prometheus_client::{metrics::gauge::ConstGauge, registry::Registry};
use sha2::{Digest as _, Sha256};
use store::{
    cache::{revision_cache::RevisionCache, single_flight::CacheLimits},
    db::{Db, error::DbError},
};
use tokio::sync::OnceCell;

/// All lists together, with their keys and compressed forms: what the process takes for them stays below 64 MB,
/// also where the allocator cannot use the gaps that dropped lists leave. A list that was not requested for
/// half an hour belongs to a closed browser.
pub const LIMITS: CacheLimits =
    CacheLimits { bytes: 48 * 1024 * 1024, idle: Duration::from_mins(30) };
/// The size below which compression costs more than it saves.
const WORTH_COMPRESSING: usize = 1_400;
/// The size above which compression takes so long that it runs on its own thread.
const SLOW_TO_COMPRESS: usize = 64 * 1024;

/// The key of a cached list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ListKey {
    /// The company whose revision applies.
    pub company: CompanyId,
    /// Set if users of one company see different lists.
    pub viewer: Option<UserId>,
    /// The list and its filters.
    pub list: String,
}

/// The cached lists of this process.
#[derive(Clone)]
pub struct ListCache(RevisionCache<ListKey, Arc<CachedList>>);

/// A list as JSON, and compressed on the first request for each encoding.
#[derive(Debug)]
pub struct CachedList {
    tag: HeaderValue,
    plain: Bytes,
    gzip: OnceCell<Bytes>,
    brotli: OnceCell<Bytes>,
}

/// How a list is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Plain,
    Gzip,
    Brotli,
}

impl Default for ListCache {
    fn default() -> Self {
        Self::new(LIMITS)
    }
}

impl ListCache {
    /// An empty cache.
    #[must_use]
    pub fn new(limits: CacheLimits) -> Self {
        Self(RevisionCache::new(limits, |key, cached| {
            size_of::<ListKey>() + key.list.capacity() + cached.value.bytes()
        }))
    }

    /// The response with the current list: from the cache, or from `read`, which fills the cache.
    ///
    /// # Errors
    /// Errors of `read`, and of the database.
    pub async fn respond<E, F>(
        &self,
        db: &Db,
        key: &ListKey,
        request_headers: &HeaderMap,
        read: impl FnOnce() -> F,
    ) -> Result<Response, E>
    where
        E: From<DbError>,
        F: Future<Output = Result<Vec<u8>, E>>,
    {
        let read = |_, _| async { read().await.map(|json| Arc::new(CachedList::new(&json))) };
        let list = self.0.get_or_load(db, key.company, key, read).await?;
        let before = list.bytes();
        let response = list.to_response(request_headers).await;
        if list.bytes() > before {
            self.0.weigh_again(key, |cached| Arc::ptr_eq(cached, &list)).await;
        }
        Ok(response)
    }

    /// The bytes of all lists and their keys.
    #[must_use]
    pub fn bytes(&self) -> i64 {
        self.0.bytes()
    }

    /// Registers the metrics of the cache.
    pub fn register(&self, registry: &mut Registry) {
        let help = "Lists that were sent from the cache";
        registry.register("list_cache_hits", help, self.0.hits());
        let help = "Lists that had to be read from the database";
        registry.register("list_cache_misses", help, self.0.misses());
        let help = "Bytes of the cached lists, with their keys and compressed forms";
        registry.register("list_cache_bytes", help, ConstGauge::new(self.bytes()));
    }
}

impl CachedList {
    /// A newly serialized list. It is copied: the buffer it was written to has up to twice its size, and memory
    /// that is given back in part leaves gaps that the allocator seldom fills.
    #[must_use]
    pub fn new(json: &[u8]) -> Self {
        let tag = format!("\"{}\"", hex::encode(&Sha256::digest(json)[..16]));
        Self {
            tag: HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("\"\"")),
            plain: Bytes::copy_from_slice(json),
            gzip: OnceCell::new(),
            brotli: OnceCell::new(),
        }
    }

    /// The response to a request with these headers: 304 if the client has the list.
    pub async fn to_response(&self, request_headers: &HeaderMap) -> Response {
        let mut answer = if is_not_modified(request_headers, &self.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            self.body(request_headers).await
        };
        let headers = answer.headers_mut();
        headers.insert(header::ETAG, self.tag.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("authorization, accept-encoding"));
        answer
    }

    async fn body(&self, request_headers: &HeaderMap) -> Response {
        let encoding = self.encoding(request_headers);
        let (bytes, name) = match encoding {
            Encoding::Plain => (self.plain.clone(), None),
            Encoding::Gzip => (self.compressed(&self.gzip, gzip).await, Some("gzip")),
            Encoding::Brotli => (self.compressed(&self.brotli, brotli).await, Some("br")),
        };
        let mut answer = Body::from(bytes).into_response();
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(name) = name {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        answer
    }

    fn encoding(&self, request_headers: &HeaderMap) -> Encoding {
        let accepted = request_headers
            .get(header::ACCEPT_ENCODING)
            .and_then(|value| value.to_str().ok())
            .filter(|_| self.plain.len() > WORTH_COMPRESSING)
            .unwrap_or_default();
        if accepted.contains("br") {
            Encoding::Brotli
        } else if accepted.contains("gzip") {
            Encoding::Gzip
        } else {
            Encoding::Plain
        }
    }

    async fn compressed(&self, kept: &OnceCell<Bytes>, compress: fn(&[u8]) -> Bytes) -> Bytes {
        let pack = async {
            if self.plain.len() < SLOW_TO_COMPRESS {
                return compress(&self.plain);
            }
            let plain = self.plain.clone();
            let packed = tokio::task::spawn_blocking(move || compress(&plain)).await;
            // The runtime starts no thread once the server ends.
            packed.unwrap_or_else(|_| compress(&self.plain))
        };
        kept.get_or_init(|| pack).await.clone()
    }

    /// The memory of all its forms.
    fn bytes(&self) -> usize {
        let packed = [&self.gzip, &self.brotli].into_iter().filter_map(OnceCell::get);
        size_of::<Self>() + self.plain.len() + packed.map(Bytes::len).sum::<usize>()
    }
}

/// Whether the client already has the text with this tag.
pub fn is_not_modified(request_headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let (Some(sent), Ok(tag)) = (request_headers.get(header::IF_NONE_MATCH), tag.to_str()) else {
        return false;
    };
    let sent = sent.to_str().unwrap_or_default();
    sent.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)
}

/// A fast compression level: the first reader waits for it.
fn brotli(plain: &[u8]) -> Bytes {
    let mut packed = Vec::with_capacity(plain.len() / 6);
    let mut writer = brotli::CompressorWriter::new(&mut packed, 4_096, 4, 22);
    // Writing to memory does not fail.
    let _ = writer.write_all(plain);
    drop(writer);
    Bytes::copy_from_slice(&packed)
}

fn gzip(plain: &[u8]) -> Bytes {
    let packed = Vec::with_capacity(plain.len() / 5);
    let mut writer = flate2::write::GzEncoder::new(packed, flate2::Compression::new(4));
    let _ = writer.write_all(plain);
    Bytes::copy_from_slice(&writer.finish().unwrap_or_default())
}
