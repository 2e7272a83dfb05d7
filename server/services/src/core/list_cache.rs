//! Serialized lists, cached until something in them changes.
//!
//! A list is requested far more often than it changes, and most of the cost is reading and serializing the
//! same rows. So the bytes are cached with the revision of the list's company
//! ([`Db::revision`](store::db::Db::revision)), and sent again until that revision changes.

use std::{
    collections::HashMap,
    future::Future,
    io::Write as _,
    sync::{Arc, OnceLock, PoisonError, RwLock},
};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;
use domain::types::ids::{CompanyId, UserId};
use prometheus_client::{
    metrics::{counter::Counter, gauge::ConstGauge},
    registry::Registry,
};
use sha2::{Digest as _, Sha256};

/// The most memory of all cached lists.
const MOST_BYTES: usize = 64 * 1024 * 1024;
/// The size below which compression costs more than it saves.
const WORTH_COMPRESSING: usize = 1_400;

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
#[derive(Clone, Debug, Default)]
pub struct ListCache {
    lists: Arc<RwLock<HashMap<ListKey, AtRevision>>>,
    hits: Counter,
    misses: Counter,
}

/// A list and the revision at which it was read.
type AtRevision = (u64, Arc<CachedList>);

/// A list as JSON, and compressed on the first request for each encoding.
#[derive(Debug)]
pub struct CachedList {
    tag: HeaderValue,
    plain: Bytes,
    gzip: OnceLock<Bytes>,
    brotli: OnceLock<Bytes>,
}

impl ListCache {
    /// The list at this revision: from the cache, or from `read`, which fills the cache.
    ///
    /// The revision must be read before the rows. Then a cached list may be newer than its revision, which
    /// the next change corrects, but never older.
    ///
    /// # Errors
    /// Errors of `read`.
    pub async fn get_or_load<E>(
        &self,
        name: ListKey,
        revision: u64,
        read: impl Future<Output = Result<Vec<u8>, E>>,
    ) -> Result<Arc<CachedList>, E> {
        if let Some(cached) = self.get(&name, revision) {
            self.hits.inc();
            return Ok(cached);
        }
        self.misses.inc();
        let list = Arc::new(CachedList::new(read.await?));
        self.keep(name, revision, list.clone());
        Ok(list)
    }

    /// Registers the metrics of the cache.
    pub fn register(&self, registry: &mut Registry) {
        let help = "Lists that were sent from the cache";
        registry.register("list_cache_hits", help, self.hits.clone());
        let help = "Lists that had to be read from the database";
        registry.register("list_cache_misses", help, self.misses.clone());
        let bytes: usize = {
            let lists = self.lists.read().unwrap_or_else(PoisonError::into_inner);
            lists.values().map(|(_, list)| list.plain.len()).sum()
        };
        let help = "Bytes of the cached lists, before compression";
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        registry.register("list_cache_bytes", help, ConstGauge::new(bytes));
    }

    fn get(&self, name: &ListKey, revision: u64) -> Option<Arc<CachedList>> {
        let lists = self.lists.read().unwrap_or_else(PoisonError::into_inner);
        lists.get(name).filter(|(of, _)| *of == revision).map(|(_, list)| list.clone())
    }

    fn keep(&self, name: ListKey, revision: u64, list: Arc<CachedList>) {
        let mut lists = self.lists.write().unwrap_or_else(PoisonError::into_inner);
        // A slow reader must not replace a newer list by an older one.
        if lists.get(&name).is_some_and(|(of, _)| *of > revision) {
            return;
        }
        let held: usize = lists.values().map(|(_, list)| list.plain.len()).sum();
        if held + list.plain.len() > MOST_BYTES {
            lists.clear();
        }
        if list.plain.len() <= MOST_BYTES {
            lists.insert(name, (revision, list));
        }
    }
}

impl CachedList {
    /// A newly serialized list.
    #[must_use]
    pub fn new(json: Vec<u8>) -> Self {
        let tag = format!("\"{}\"", hex::encode(&Sha256::digest(&json)[..16]));
        Self {
            tag: HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("\"\"")),
            plain: Bytes::from(json),
            gzip: OnceLock::new(),
            brotli: OnceLock::new(),
        }
    }

    /// The response to a request with these headers: 304 if the client has the list.
    #[must_use]
    pub fn to_response(&self, request_headers: &HeaderMap) -> Response {
        let mut answer = if is_not_modified(request_headers, &self.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            self.body(request_headers)
        };
        let headers = answer.headers_mut();
        headers.insert(header::ETAG, self.tag.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("authorization, accept-encoding"));
        answer
    }

    fn body(&self, request_headers: &HeaderMap) -> Response {
        let accepted = request_headers
            .get(header::ACCEPT_ENCODING)
            .and_then(|value| value.to_str().ok())
            .filter(|_| self.plain.len() > WORTH_COMPRESSING)
            .unwrap_or_default();
        let (bytes, encoding) = if accepted.contains("br") {
            (self.brotli.get_or_init(|| brotli(&self.plain)).clone(), Some("br"))
        } else if accepted.contains("gzip") {
            (self.gzip.get_or_init(|| gzip(&self.plain)).clone(), Some("gzip"))
        } else {
            (self.plain.clone(), None)
        };
        let mut answer = Body::from(bytes).into_response();
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        answer
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
    Bytes::from(packed)
}

fn gzip(plain: &[u8]) -> Bytes {
    let packed = Vec::with_capacity(plain.len() / 5);
    let mut writer = flate2::write::GzEncoder::new(packed, flate2::Compression::new(4));
    let _ = writer.write_all(plain);
    Bytes::from(writer.finish().unwrap_or_default())
}
