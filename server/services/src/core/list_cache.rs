//! Lists as they were last sent, kept until something in them changes.
//!
//! A list is asked for far more often than it changes, and most of the cost of answering is reading
//! and spelling out rows that were read and spelled out before. So the bytes are kept beside the
//! revision of the company whose list it is ([`Db::revision`](store::db::Db::revision)), and sent
//! again for as long as that revision stands.

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

/// How much memory all kept lists together may take.
const MOST_BYTES: usize = 64 * 1024 * 1024;
/// Below this, compressing costs more than it saves.
const WORTH_COMPRESSING: usize = 1_400;

/// Whose list, and which.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ListKey {
    /// The company whose revision it follows.
    pub company: CompanyId,
    /// Set where people of one company see different lists.
    pub viewer: Option<UserId>,
    /// Which of its lists, with what it was narrowed by.
    pub list: String,
}

/// The kept lists of this process.
#[derive(Clone, Debug, Default)]
pub struct ListCache {
    lists: Arc<RwLock<HashMap<ListKey, AtRevision>>>,
    hits: Counter,
    misses: Counter,
}

/// A list and the revision it was read at.
type AtRevision = (u64, Arc<CachedList>);

/// One list as JSON, and as it was compressed for the first who asked for it so.
#[derive(Debug)]
pub struct CachedList {
    tag: HeaderValue,
    plain: Bytes,
    gzip: OnceLock<Bytes>,
    brotli: OnceLock<Bytes>,
}

impl ListCache {
    /// The list at this revision: as kept, or else as `read` finds it, which is then kept.
    ///
    /// The revision must have been asked for before the rows are read. Then what is kept may be
    /// newer than its revision says, which the next change mends, but never older.
    ///
    /// # Errors
    /// Whatever `read` says.
    pub async fn get_or_load<E>(
        &self,
        name: ListKey,
        revision: u64,
        read: impl Future<Output = Result<Vec<u8>, E>>,
    ) -> Result<Arc<CachedList>, E> {
        if let Some(kept) = self.get(&name, revision) {
            self.hits.inc();
            return Ok(kept);
        }
        self.misses.inc();
        let list = Arc::new(CachedList::new(read.await?));
        self.keep(name, revision, list.clone());
        Ok(list)
    }

    /// Adds what is known of kept lists to what `/metrics` says.
    pub fn register(&self, registry: &mut Registry) {
        let told = "Lists that were sent as they were kept";
        registry.register("list_cache_hits", told, self.hits.clone());
        let told = "Lists that had to be read from the database";
        registry.register("list_cache_misses", told, self.misses.clone());
        let held: usize = {
            let kept = self.lists.read().unwrap_or_else(PoisonError::into_inner);
            kept.values().map(|(_, list)| list.plain.len()).sum()
        };
        let told = "Bytes of the lists that are kept, before they are compressed";
        let held = i64::try_from(held).unwrap_or(i64::MAX);
        registry.register("list_cache_bytes", told, ConstGauge::new(held));
    }

    fn get(&self, name: &ListKey, revision: u64) -> Option<Arc<CachedList>> {
        let kept = self.lists.read().unwrap_or_else(PoisonError::into_inner);
        kept.get(name).filter(|(of, _)| *of == revision).map(|(_, list)| list.clone())
    }

    fn keep(&self, name: ListKey, revision: u64, list: Arc<CachedList>) {
        let mut kept = self.lists.write().unwrap_or_else(PoisonError::into_inner);
        // A slow reader must not put an older list in a newer one's place.
        if kept.get(&name).is_some_and(|(of, _)| *of > revision) {
            return;
        }
        let held: usize = kept.values().map(|(_, list)| list.plain.len()).sum();
        if held + list.plain.len() > MOST_BYTES {
            kept.clear();
        }
        if list.plain.len() <= MOST_BYTES {
            kept.insert(name, (revision, list));
        }
    }
}

impl CachedList {
    /// A list that was just spelled out.
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

    /// The answer to somebody who asked with these headers: 304 where they have it already.
    #[must_use]
    pub fn to_response(&self, asked: &HeaderMap) -> Response {
        let mut answer = if is_not_modified(asked, &self.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            self.body(asked)
        };
        let headers = answer.headers_mut();
        headers.insert(header::ETAG, self.tag.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("authorization, accept-encoding"));
        answer
    }

    fn body(&self, asked: &HeaderMap) -> Response {
        let accepted = asked
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

/// Whether somebody who asked with these headers has the text of this tag already.
pub fn is_not_modified(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let (Some(seen), Ok(tag)) = (asked.get(header::IF_NONE_MATCH), tag.to_str()) else {
        return false;
    };
    let seen = seen.to_str().unwrap_or_default();
    seen.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)
}

/// Quick rather than small: the first reader waits for it.
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
