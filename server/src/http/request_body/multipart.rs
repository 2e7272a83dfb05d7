//! Multipart bodies, with a limit for their parts and for what precedes each.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    task::{Context, Poll},
};

use axum::{
    body::{Body, BodyDataStream},
    extract::{
        FromRequest, Multipart, Request,
        multipart::{Field, MultipartError, MultipartRejection},
    },
};
use bytes::Bytes;
use futures_util::Stream;

use crate::http::request_body::content_hash::ContentHash;

/// How much may arrive before the name of a part is complete. The library holds all of it in memory, and
/// searches it again for each packet.
const PART_HEADER_BYTES: usize = 64 << 10;

/// The most parts of a body; a form has a dozen. The library takes more of a body for each part, whether or not it
/// has the next one already, so that one of thousands of small parts would be in memory as a whole.
const MOST_PARTS: usize = 100;

/// The parts of a body, one after the other.
#[derive(Debug)]
pub struct MultipartBody {
    parts: Multipart,
    header: Arc<PartHeader>,
    content: ContentHash,
}

/// A part of a body.
#[derive(Debug)]
pub struct PartField<'a> {
    field: Field<'a>,
    content: ContentHash,
}

impl PartField<'_> {
    /// The name of its field.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.field.name()
    }

    /// The name of its file.
    #[must_use]
    pub fn file_name(&self) -> Option<&str> {
        self.field.file_name()
    }

    /// The next bytes of its content.
    ///
    /// # Errors
    /// If the body is cut off or too large.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, MultipartError> {
        let chunk = self.field.chunk().await?;
        if let Some(chunk) = &chunk {
            self.content.add(chunk);
        }
        Ok(chunk)
    }
}

/// What arrived of the header of a part.
#[derive(Debug, Default)]
struct PartHeader {
    /// The number of the part, from 1.
    part: AtomicUsize,
    is_read: AtomicBool,
    bytes: AtomicUsize,
}

/// The header of a part has no end.
#[derive(Debug, thiserror::Error)]
#[error("the header of a part is too long")]
struct PartHeaderTooLong;

/// The body has too many parts.
#[derive(Debug, thiserror::Error)]
#[error("the body has too many parts")]
struct TooManyParts;

impl MultipartBody {
    /// The parts of a request's body.
    ///
    /// # Errors
    /// If it has none.
    pub async fn of(request: Request, content: ContentHash) -> Result<Self, MultipartRejection> {
        let header = Arc::<PartHeader>::default();
        let counted = header.clone();
        let request = request.map(|body| {
            let body = body.into_data_stream();
            Body::from_stream(ArrivingBody { body, header: counted, pauses: false })
        });
        Ok(Self { parts: Multipart::from_request(request, &()).await?, header, content })
    }

    /// The next part. The one before must have been read to its end.
    ///
    /// # Errors
    /// If the body is cut off, too large, or no multipart body.
    pub async fn next_field(&mut self) -> Result<Option<PartField<'_>>, MultipartError> {
        self.header.part.fetch_add(1, Relaxed);
        self.header.bytes.store(0, Relaxed);
        self.header.is_read.store(true, Relaxed);
        let field = self.parts.next_field().await;
        self.header.is_read.store(false, Relaxed);
        let content = self.content.clone();
        Ok(field?.map(|field| {
            content.begin_part(&field);
            PartField { field, content }
        }))
    }
}

/// A body that counts what arrives of headers. It pauses after each chunk: the library looks at what it has
/// only when no more is ready, and would otherwise take all of a body that arrives faster than it is stored.
struct ArrivingBody {
    body: BodyDataStream,
    header: Arc<PartHeader>,
    pauses: bool,
}

impl Stream for ArrivingBody {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if std::mem::take(&mut self.pauses) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        // Behind the last part comes the end of the body.
        if self.header.part.load(Relaxed) > MOST_PARTS + 1 {
            return Poll::Ready(Some(Err(axum::Error::new(TooManyParts))));
        }
        let next = Pin::new(&mut self.body).poll_next(context);
        if let Poll::Ready(Some(Ok(chunk))) = &next {
            self.pauses = true;
            let is_too_long = self.header.is_read.load(Relaxed)
                && self.header.bytes.fetch_add(chunk.len(), Relaxed) > PART_HEADER_BYTES;
            if is_too_long {
                return Poll::Ready(Some(Err(axum::Error::new(PartHeaderTooLong))));
            }
        }
        next
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use axum::http::header;
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    const TYPE: &str = "multipart/form-data; boundary=edge";
    const BODIES: &[&str] = &[
        "--edge\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.jpg\"\r\n\
         Content-Type: image/jpeg\r\n\r\npicture\r\n--edge--\r\n",
        "--edge\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n\
         --edge\r\nContent-Disposition: form-data; name=\"b\"; filename*=UTF-8''%e2%82%ac\r\n\r\n\r\n--edge--",
    ];

    /// A body of one text of so many bytes.
    pub(crate) async fn body_of_a_text(bytes: usize) -> MultipartBody {
        let head = "--edge\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n";
        let body = [head, &"x".repeat(bytes), "\r\n--edge--\r\n"].concat();
        let request = Request::builder().header(header::CONTENT_TYPE, TYPE).body(body.into());
        MultipartBody::of(request.expect("a request"), ContentHash::default())
            .await
            .expect("a boundary")
    }

    /// The names and the sizes of the parts, as far as they can be read, and whether all can.
    fn read(body: &[u8]) -> (Vec<(String, usize)>, bool) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(async {
            // In pieces, as a connection delivers them.
            let body = Bytes::copy_from_slice(body);
            let pieces = (0..body.len())
                .step_by(997)
                .map(move |at| Ok::<_, axum::Error>(body.slice(at..body.len().min(at + 997))));
            let body = Body::from_stream(futures_util::stream::iter(pieces));
            let request = Request::builder().header(header::CONTENT_TYPE, TYPE).body(body);
            let mut sent = MultipartBody::of(request.expect("a request"), ContentHash::default())
                .await
                .expect("a boundary");
            let mut parts = Vec::new();
            loop {
                let mut field = match sent.next_field().await {
                    Ok(Some(field)) => field,
                    end => return (parts, end.is_ok()),
                };
                let name = field.name().unwrap_or_default().to_owned();
                let mut bytes = 0;
                loop {
                    match field.chunk().await {
                        Ok(Some(chunk)) => bytes += chunk.len(),
                        Ok(None) => break,
                        Err(_) => return (parts, false),
                    }
                }
                parts.push((name, bytes));
            }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn any_body_of_parts_is_read_in_time_and_in_little_memory(body in foreign::bytes(BODIES)) {
            let ((parts, _), cost) = cost::of(|| read(&body));
            // The pieces, what the library holds of them, and the names of the smallest parts.
            prop_assert!(cost.is_small_for(body.len(), 8), "{cost:?} of {}", body.len());
            let content: usize = parts.iter().map(|(name, bytes)| name.len() + bytes).sum();
            // Replacement characters take three bytes for one.
            prop_assert!(content <= 3 * body.len());
        }
    }

    #[test]
    fn a_body_as_a_browser_sends_it_has_its_parts() {
        assert_eq!(read(BODIES[0].as_bytes()), (vec![("image".to_owned(), 7)], true));
        let two = vec![("a".to_owned(), 1), ("b".to_owned(), 0)];
        assert_eq!(read(BODIES[1].as_bytes()), (two, true));
    }

    #[test]
    fn thousands_of_small_parts_are_refused_before_they_fill_the_memory() {
        let part = "--edge\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n";
        let of = |parts: usize| {
            [part, &"x".repeat(1_000), "\r\n"].concat().repeat(parts) + "--edge--\r\n"
        };
        let (parts, is_whole) = read(of(MOST_PARTS).as_bytes());
        assert_eq!((parts.len(), is_whole), (MOST_PARTS, true));
        let body = of(1_500);
        let ((parts, is_whole), cost) = cost::of(|| read(body.as_bytes()));
        assert!(parts.len() <= MOST_PARTS + 1 && !is_whole, "{} parts, {cost:?}", parts.len());
        assert!(cost.memory < body.len() + (512 << 10), "{cost:?} of {}", body.len());
    }

    #[test]
    fn a_body_of_many_parts_or_lines_is_read_once() {
        for part in [
            "--edge\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n",
            "\r\n--edg",
            "\r\n",
            "-",
        ] {
            let head = "--edge\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n";
            let body = |repeats: usize| [head, &part.repeat(repeats)].concat();
            cost::assert_linear(part, 8, body, |body| read(body.as_bytes()));
        }
    }
}
