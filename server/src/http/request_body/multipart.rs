//! Multipart bodies, with a limit for what precedes each part.

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

/// How much may arrive before the name of a part is complete. The library holds all of it in memory, and
/// searches it again for each packet.
const PART_HEADER_BYTES: usize = 64 << 10;

/// The parts of a body, one after the other.
#[derive(Debug)]
pub struct MultipartBody {
    parts: Multipart,
    header: Arc<PartHeader>,
}

/// What arrived of the header of a part.
#[derive(Debug, Default)]
struct PartHeader {
    is_read: AtomicBool,
    bytes: AtomicUsize,
}

/// The header of a part has no end.
#[derive(Debug, thiserror::Error)]
#[error("the header of a part is too long")]
struct PartHeaderTooLong;

impl MultipartBody {
    /// The parts of a request's body.
    ///
    /// # Errors
    /// If it has none.
    pub async fn of(request: Request) -> Result<Self, MultipartRejection> {
        let header = Arc::<PartHeader>::default();
        let counted = header.clone();
        let request = request.map(|body| {
            let body = body.into_data_stream();
            Body::from_stream(ArrivingBody { body, header: counted, pauses: false })
        });
        Ok(Self { parts: Multipart::from_request(request, &()).await?, header })
    }

    /// The next part. The one before must have been read to its end.
    ///
    /// # Errors
    /// If the body is cut off, too large, or no multipart body.
    pub async fn next_field(&mut self) -> Result<Option<Field<'_>>, MultipartError> {
        self.header.bytes.store(0, Relaxed);
        self.header.is_read.store(true, Relaxed);
        let field = self.parts.next_field().await;
        self.header.is_read.store(false, Relaxed);
        field
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
