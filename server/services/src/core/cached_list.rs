//! A list as it is sent: its bytes, its tag, and its compressed forms.
//!
//! A list of rows knows where each row is in its bytes. When some rows changed, the next list is put together from
//! the bytes of the others; gzip is put together from compressed groups of rows in the same way.

use std::{
    collections::{HashMap, HashSet},
    io::Write as _,
    ops::Range,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use sha2::{Digest as _, Sha256};
use tokio::sync::OnceCell;
use uuid::Uuid;

use crate::core::{
    accept_encoding::Encoding,
    compute::ComputePool,
    gzip_groups::{GzipGroup, joined},
};

/// The size below which compression costs more than it saves.
const WORTH_COMPRESSING: usize = 1_400;
/// The size above which compression takes so long that it waits for a place beside the threads that answer.
const SLOW_TO_COMPRESS: usize = 64 * 1024;
/// Brotli is smaller than gzip, but of the whole list: a list that changes more often is sent as gzip.
const WORTH_BROTLI: Duration = Duration::from_secs(20);
/// On average so many rows are compressed together: with fewer the result is larger, with more a change of one
/// row costs more.
const ROWS_IN_A_GROUP: u128 = 16;
/// Rows of more bytes end a group, whatever their number.
const MOST_BYTES_IN_A_GROUP: usize = 256 * 1024;

/// A hash of some bytes.
pub type Hash = [u8; 16];

/// A row of a list, serialized.
#[derive(Debug)]
pub struct ListRow {
    /// Its id.
    pub id: Uuid,
    /// When it was created: the list is sorted by it, then by id.
    pub created: DateTime<Utc>,
    /// Its JSON.
    pub json: Vec<u8>,
}

/// A list as JSON, and compressed on the first request for each encoding.
#[derive(Debug)]
pub struct CachedList {
    tag: HeaderValue,
    plain: Bytes,
    rows: Vec<RowPosition>,
    made: Instant,
    gzip: OnceCell<Bytes>,
    brotli: OnceCell<Bytes>,
    groups: OnceCell<HashMap<Hash, Arc<GzipGroup>>>,
    /// The groups of the list before this one.
    former_groups: HashMap<Hash, Arc<GzipGroup>>,
}

/// Where a row is in the bytes of its list.
#[derive(Clone, Debug)]
struct RowPosition {
    id: Uuid,
    created: DateTime<Utc>,
    at: Range<usize>,
    hash: Hash,
}

impl CachedList {
    /// A text that is not made of rows. It is copied: the buffer it was written to has up to twice its size, and
    /// memory that is given back in part leaves gaps that the allocator seldom fills.
    #[must_use]
    pub fn new(text: &[u8]) -> Self {
        Self::of(Bytes::copy_from_slice(text), Vec::new(), &hash(text))
    }

    /// `{"NAME":[ROWS]}`; the rows are sorted.
    #[must_use]
    pub fn of_rows(name: &str, rows: &[ListRow]) -> Self {
        Self::assembled(name, rows.iter().map(|row| Piece::New(row, hash(&row.json))))
    }

    /// The same list after a change: without the rows of these ids, and with these rows, which are sorted.
    #[must_use]
    pub fn with_changes(&self, name: &str, changed: &HashSet<Uuid>, rows: &[ListRow]) -> Self {
        let mut former = self.rows.iter().filter(|row| !changed.contains(&row.id)).peekable();
        let mut new = rows.iter().peekable();
        let merged = std::iter::from_fn(|| {
            let takes_former = match (former.peek(), new.peek()) {
                (Some(former), Some(new)) => (former.created, former.id) < (new.created, new.id),
                (former, _) => former.is_some(),
            };
            if takes_former {
                former.next().map(|row| Piece::Former(&self.plain[row.at.clone()], row))
            } else {
                new.next().map(|row| Piece::New(row, hash(&row.json)))
            }
        });
        let mut list = Self::assembled(name, merged);
        list.former_groups.clone_from(self.groups.get().unwrap_or(&self.former_groups));
        list
    }

    fn assembled<'a>(name: &str, pieces: impl Iterator<Item = Piece<'a>>) -> Self {
        let (mut pieces, mut bytes) = (pieces.collect::<Vec<_>>(), 0);
        for piece in &pieces {
            bytes += piece.bytes().len() + 1;
        }
        let mut plain = Vec::with_capacity(name.len() + bytes + 8);
        let _ = write!(plain, "{{\"{name}\":[");
        let mut rows = Vec::with_capacity(pieces.len());
        let mut digest = Sha256::new();
        for (at, piece) in pieces.drain(..).enumerate() {
            if at > 0 {
                plain.push(b',');
            }
            let start = plain.len();
            plain.extend_from_slice(piece.bytes());
            let position = piece.at(start..plain.len());
            digest.update(position.hash);
            rows.push(position);
        }
        plain.extend_from_slice(b"]}");
        plain.shrink_to_fit();
        Self::of(plain.into(), rows, &first_half(&digest.finalize()))
    }

    fn of(plain: Bytes, rows: Vec<RowPosition>, hash: &Hash) -> Self {
        let tag = format!("\"{}\"", hex::encode(hash));
        Self {
            tag: HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("\"\"")),
            plain,
            rows,
            made: Instant::now(),
            gzip: OnceCell::new(),
            brotli: OnceCell::new(),
            groups: OnceCell::new(),
            former_groups: HashMap::new(),
        }
    }

    /// The text without compression.
    #[must_use]
    pub const fn plain(&self) -> &Bytes {
        &self.plain
    }

    /// The response to a request with these headers: 304 if the client has the list. A large list is compressed
    /// in the pool.
    pub async fn to_response(
        &self,
        compute: &ComputePool,
        request_headers: &HeaderMap,
    ) -> Response {
        let mut answer = if is_not_modified(request_headers, &self.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            self.body(compute, request_headers).await
        };
        let headers = answer.headers_mut();
        headers.insert(header::ETAG, self.tag.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("authorization, accept-encoding"));
        answer
    }

    async fn body(&self, compute: &ComputePool, request_headers: &HeaderMap) -> Response {
        let encoding = self.encoding(request_headers);
        let bytes = match encoding {
            None => self.plain.clone(),
            Some(Encoding::Gzip) if self.rows.is_empty() => {
                self.compressed(compute, Encoding::Gzip).await
            }
            Some(Encoding::Gzip) => self.gzip_of_rows(compute).await,
            Some(Encoding::Brotli) => self.compressed(compute, Encoding::Brotli).await,
        };
        let mut answer = Body::from(bytes).into_response();
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
        }
        answer
    }

    /// How it is sent; `None` if it is not compressed.
    fn encoding(&self, request_headers: &HeaderMap) -> Option<Encoding> {
        let changes_often = !self.rows.is_empty() && self.made.elapsed() < WORTH_BROTLI;
        let gzip = (changes_often && !self.brotli.initialized())
            .then(|| Encoding::accepted_of(request_headers, &[Encoding::Gzip]));
        gzip.flatten()
            .or_else(|| Encoding::accepted(request_headers))
            .filter(|_| self.plain.len() > WORTH_COMPRESSING)
    }

    async fn compressed(&self, compute: &ComputePool, encoding: Encoding) -> Bytes {
        let kept = match encoding {
            Encoding::Gzip => &self.gzip,
            Encoding::Brotli => &self.brotli,
        };
        let pack = async {
            if self.plain.len() < SLOW_TO_COMPRESS {
                return encoding.compress(&self.plain);
            }
            let plain = self.plain.clone();
            let packed = compute.run(move || encoding.compress(&plain)).await;
            // The runtime starts no thread once the server ends.
            packed.unwrap_or_else(|_| encoding.compress(&self.plain))
        };
        kept.get_or_init(|| pack).await.clone()
    }

    /// Gzip from the groups of the list before this one, as far as they are the same, and new ones.
    async fn gzip_of_rows(&self, compute: &ComputePool) -> Bytes {
        let pack = async {
            let groups = self.group_ranges();
            let missing = groups.iter().filter(|(key, _)| !self.former_groups.contains_key(key));
            let missing: Vec<(Hash, Range<usize>)> = missing.cloned().collect();
            let bytes: usize = missing.iter().map(|(_, range)| range.len()).sum();
            let compress = {
                let plain = self.plain.clone();
                move || {
                    let group = |(key, range): (Hash, Range<usize>)| {
                        (key, Arc::new(GzipGroup::of(&plain[range])))
                    };
                    missing.into_iter().map(group).collect::<Vec<_>>()
                }
            };
            let made = if bytes < SLOW_TO_COMPRESS {
                compress()
            } else {
                match compute.run(compress.clone()).await {
                    Ok(made) => made,
                    Err(_) => compress(),
                }
            };
            let mut all: HashMap<Hash, Arc<GzipGroup>> = made.into_iter().collect();
            for (key, _) in &groups {
                if let Some(former) = self.former_groups.get(key) {
                    all.entry(*key).or_insert_with(|| former.clone());
                }
            }
            let packed =
                joined(groups.iter().filter_map(|(key, _)| all.get(key).map(AsRef::as_ref)));
            // Nobody else sets it: `gzip` is made once.
            let _ = self.groups.set(all);
            packed
        };
        self.gzip.get_or_init(|| pack).await.clone()
    }

    /// The bytes in groups. A group ends at a row whose id says so: whatever rows come and go, the others stay in
    /// their groups.
    fn group_ranges(&self) -> Vec<(Hash, Range<usize>)> {
        let mut groups = Vec::new();
        let (mut start, mut digest) = (0, Sha256::new());
        for (at, row) in self.rows.iter().enumerate() {
            digest.update(row.hash);
            let is_last = at + 1 == self.rows.len();
            let ends = row.id.as_u128() % ROWS_IN_A_GROUP == 0
                || row.at.end - start > MOST_BYTES_IN_A_GROUP;
            if is_last || ends {
                // The first group begins with the name of the list, the last one ends it.
                digest.update([u8::from(start == 0), u8::from(is_last)]);
                let end = if is_last { self.plain.len() } else { row.at.end };
                let key = first_half(&std::mem::take(&mut digest).finalize());
                groups.push((key, start..end));
                start = end;
            }
        }
        groups
    }

    /// The memory of all its forms.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let packed = [&self.gzip, &self.brotli].into_iter().filter_map(OnceCell::get);
        let own = self.groups.get();
        let former = self
            .former_groups
            .iter()
            .filter(|(key, _)| own.is_none_or(|own| !own.contains_key(*key)));
        let groups = own.into_iter().flatten().chain(former);
        let groups = groups.map(|(key, group)| group.bytes() + size_of_val(key));
        size_of::<Self>()
            + self.plain.len()
            + self.rows.len() * size_of::<RowPosition>()
            + packed.map(Bytes::len).sum::<usize>()
            + groups.sum::<usize>()
    }
}

/// A row of a list that is put together.
enum Piece<'a> {
    Former(&'a [u8], &'a RowPosition),
    New(&'a ListRow, Hash),
}

impl Piece<'_> {
    const fn bytes(&self) -> &[u8] {
        match self {
            Self::Former(json, _) => json,
            Self::New(row, _) => row.json.as_slice(),
        }
    }

    fn at(&self, at: Range<usize>) -> RowPosition {
        match self {
            Self::Former(_, row) => RowPosition { at, ..(*row).clone() },
            Self::New(row, hash) => {
                RowPosition { id: row.id, created: row.created, at, hash: *hash }
            }
        }
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

fn hash(bytes: &[u8]) -> Hash {
    first_half(&Sha256::digest(bytes))
}

fn first_half(digest: &[u8]) -> Hash {
    let mut half = Hash::default();
    half.copy_from_slice(&digest[..16]);
    half
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    #[tokio::test]
    async fn a_client_gets_a_list_only_in_an_encoding_that_it_accepts() {
        let list = CachedList::new(&vec![b'7'; 2 * WORTH_COMPRESSING]);
        for (accepted, expected) in [
            ("gzip, br", Some("br")),
            ("br;q=0, gzip", Some("gzip")),
            ("gzip;q=0, br;q=0", None),
            ("bronze", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted));
            let answer = list.body(&ComputePool::default(), &headers).await;
            let encoding = answer.headers().get(header::CONTENT_ENCODING);
            assert_eq!(
                encoding.map(HeaderValue::as_bytes),
                expected.map(str::as_bytes),
                "{accepted}"
            );
        }
    }

    proptest! {
        #[test]
        fn a_list_is_unchanged_only_for_a_client_that_names_its_tag(
            sent in foreign::header(&["W/\"12-ab\", \"12-ac\"", "*"]),
        ) {
            let mut headers = HeaderMap::new();
            let value = HeaderValue::from_bytes(&sent).expect("a header");
            headers.insert(header::IF_NONE_MATCH, value);
            let tag = HeaderValue::from_static("\"12-ab\"");
            let (is_unchanged, cost) = cost::of(|| is_not_modified(&headers, &tag));
            prop_assert!(cost.is_small_for(sent.len(), 0), "{cost:?}");
            let is_named = sent.windows(7).any(|part| part == b"\"12-ab\"");
            prop_assert!(!is_unchanged || is_named);
        }
    }
}
