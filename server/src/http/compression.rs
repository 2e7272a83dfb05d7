//! Compresses responses. The threads that answer calls only compress what takes them no longer than passing it to
//! another thread would; everything else is compressed on blocking threads, in steps.

use std::io::{self, Write as _};

use axum::{
    Error,
    body::{Body, BodyDataStream, HttpBody as _},
    extract::{Request, State},
    http::{HeaderValue, header},
    middleware::Next,
    response::Response,
};
use brotli::CompressorWriter;
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use futures_util::{StreamExt as _, stream};
use services::{
    core::{accept_encoding::Encoding, compute::ComputePool},
    maps::pmtiles::MEDIA_TYPE,
};

/// The media type of archives, which are compressed already.
pub(crate) const ZIP: &str = "application/zip";
/// The size below which compression costs more than it saves.
const WORTH_COMPRESSING: u64 = 1_400;
/// The largest body that is compressed by the thread that answers: it takes about a tenth of a millisecond.
const SMALL: u64 = 8 << 10;
/// How much one step on a blocking thread compresses: a few milliseconds, after which others get its place.
const STEP: usize = 128 << 10;
/// Fast levels: the reader waits for them.
const BROTLI_QUALITY: u32 = 4;
const GZIP_LEVEL: u32 = 4;
/// The window of brotli in bits: 1 MB, more than most responses, and a quarter of the memory of the largest one.
const BROTLI_WINDOW: u32 = 20;

/// Compresses the response of a call, if its client accepts that and it is worth it.
pub async fn compress(
    State(compute): State<ComputePool>,
    request: Request,
    next: Next,
) -> Response {
    let accepted = Encoding::accepted(request.headers());
    let mut answer = next.run(request).await;
    if !is_worth_it(&answer) {
        return answer;
    }
    let vary = answer.headers().get_all(header::VARY).iter();
    let mut vary = vary.filter_map(|value| value.to_str().ok());
    if !vary.any(|names| names.contains("accept-encoding")) {
        answer.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    match accepted {
        Some(encoding) => compressed(answer, encoding, compute),
        None => answer,
    }
}

fn is_worth_it(answer: &Response) -> bool {
    let headers = answer.headers();
    // Pictures, archives and maps are compressed already.
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_packed = media_type.is_some_and(|kind| {
        (kind.starts_with("image/") && !kind.starts_with("image/svg"))
            || [ZIP, MEDIA_TYPE].iter().any(|packed| kind.starts_with(packed))
    });
    !is_packed
        && !headers.contains_key(header::CONTENT_ENCODING)
        && !headers.contains_key(header::CONTENT_RANGE)
        && answer.body().size_hint().exact().is_none_or(|size| size > WORTH_COMPRESSING)
}

fn compressed(answer: Response, encoding: Encoding, compute: ComputePool) -> Response {
    let (mut head, body) = answer.into_parts();
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.remove(header::ACCEPT_RANGES);
    let name = HeaderValue::from_static(encoding.name());
    head.headers.insert(header::CONTENT_ENCODING, name);
    let is_small = body.size_hint().upper().is_some_and(|size| size <= SMALL);
    let compressing = Compressing {
        source: body.into_data_stream(),
        encoder: Some(Encoder::new(encoding)),
        left: Bytes::new(),
        compute: (!is_small).then_some(compute),
    };
    // The server may poll once more after the end.
    let parts = stream::unfold(compressing, Compressing::next).fuse();
    Response::from_parts(head, Body::from_stream(parts))
}

/// The rest of a body that is being compressed.
struct Compressing {
    source: BodyDataStream,
    /// `None` after the end.
    encoder: Option<Encoder>,
    /// The part of the source that is not compressed yet.
    left: Bytes,
    /// `None` for a small body.
    compute: Option<ComputePool>,
}

impl Compressing {
    async fn next(mut self) -> Option<(Result<Bytes, Error>, Self)> {
        while let Some(encoder) = self.encoder.take() {
            if self.left.is_empty() {
                match self.source.next().await {
                    Some(Ok(part)) => self.left = part,
                    Some(Err(error)) => return Some((Err(error), self)),
                    None => {
                        let end = run(self.compute.as_ref(), move || encoder.finish()).await;
                        return Some((end, self));
                    }
                }
            }
            let step = self.left.split_to(self.left.len().min(STEP));
            match run(self.compute.as_ref(), move || encoder.add(&step)).await {
                Ok((packed, encoder)) => {
                    self.encoder = Some(encoder);
                    if !packed.is_empty() {
                        return Some((Ok(packed), self));
                    }
                }
                Err(error) => return Some((Err(error), self)),
            }
        }
        None
    }
}

/// Runs a step; without a pool at once.
async fn run<T: Send + 'static>(
    compute: Option<&ComputePool>,
    step: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, Error> {
    match compute {
        Some(compute) => compute.run(step).await.map_err(Error::new)?.map_err(Error::new),
        None => step().map_err(Error::new),
    }
}

enum Encoder {
    Brotli(Box<CompressorWriter<Vec<u8>>>),
    Gzip(Box<GzEncoder<Vec<u8>>>),
}

impl Encoder {
    fn new(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Brotli => Self::Brotli(Box::new(CompressorWriter::new(
                Vec::new(),
                4_096,
                BROTLI_QUALITY,
                BROTLI_WINDOW,
            ))),
            Encoding::Gzip => {
                Self::Gzip(Box::new(GzEncoder::new(Vec::new(), Compression::new(GZIP_LEVEL))))
            }
        }
    }

    /// Compresses a part; returns what is ready, which may be nothing yet.
    fn add(mut self, part: &[u8]) -> io::Result<(Bytes, Self)> {
        let ready = match &mut self {
            Self::Brotli(encoder) => {
                encoder.write_all(part)?;
                encoder.get_mut()
            }
            Self::Gzip(encoder) => {
                encoder.write_all(part)?;
                encoder.get_mut()
            }
        };
        Ok((Bytes::from(std::mem::take(ready)), self))
    }

    /// The end of the compressed body.
    fn finish(self) -> io::Result<Bytes> {
        Ok(Bytes::from(match self {
            Self::Brotli(encoder) => encoder.into_inner(),
            Self::Gzip(encoder) => encoder.finish()?,
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::{io::Read as _, pin::pin};

    use axum::{
        Router,
        http::{HeaderMap, Request},
        middleware,
        routing::get,
    };
    use http_body_util::BodyExt as _;
    use serde_json::json;
    use tower::ServiceExt as _;

    use super::*;

    const LARGE: usize = 20 << 20;

    /// Text that compresses like a list of jobs.
    fn text(size: usize) -> Vec<u8> {
        let mut text = String::with_capacity(100 << 10);
        for n in 0_u64..1_500 {
            let id = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let job =
                json!({ "id": format!("{id:016x}"), "title": "Tear-off", "city": "Nashville" });
            text.push_str(&job.to_string());
        }
        let mut text = text.into_bytes().repeat(size / 90_000 + 1);
        text.truncate(size);
        text
    }

    fn server(compute: ComputePool) -> Router {
        let body = Bytes::from(text(LARGE));
        let streamed = body.clone();
        let parts = move || {
            let parts: Vec<Bytes> = streamed.chunks(1 << 20).map(Bytes::copy_from_slice).collect();
            Body::from_stream(stream::iter(parts.into_iter().map(io::Result::Ok)))
        };
        Router::new()
            .route("/large", get(async move || body))
            .route("/streamed", get(async move || parts()))
            .route("/small", get(async || text(2_000)))
            .layer(middleware::from_fn_with_state(compute, compress))
    }

    async fn fetch(server: &Router, path: &str, accepted: &str) -> (HeaderMap, Bytes) {
        let request = Request::get(path).header(header::ACCEPT_ENCODING, accepted);
        let answer = server.clone().oneshot(request.body(Body::empty()).expect("request")).await;
        let (head, body) = answer.expect("answer").into_parts();
        (head.headers, body.collect().await.expect("body").to_bytes())
    }

    fn unpacked((headers, packed): &(HeaderMap, Bytes)) -> Vec<u8> {
        let mut plain = Vec::new();
        let read = match headers[header::CONTENT_ENCODING].as_bytes() {
            b"gzip" => flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut plain),
            _ => brotli::Decompressor::new(&packed[..], 4_096).read_to_end(&mut plain),
        };
        read.expect("a complete stream");
        plain
    }

    #[tokio::test]
    async fn calls_are_answered_while_twenty_megabytes_are_compressed() {
        // One thread answers everything: what it computes itself, nobody else is answered during.
        let server = server(ComputePool::with_places(1));
        for path in ["/large", "/streamed"] {
            let mut large = pin!(fetch(&server, path, "gzip"));
            let mut answered = 0;
            let packed = loop {
                // The large body gets the first turn of every round.
                tokio::select! {
                    biased;
                    packed = &mut large => break packed,
                    small = fetch(&server, "/small", "gzip") => {
                        assert_eq!(unpacked(&small).len(), 2_000);
                        answered += 1;
                    }
                }
            };
            // About one call for each step; on a busy machine some steps are done before anybody waits for them.
            assert!(answered >= LARGE / STEP / 4, "{path}: only {answered} calls");
            assert!(packed.1.len() < LARGE / 2 && unpacked(&packed) == text(LARGE), "{path}");
        }
    }

    #[tokio::test]
    async fn large_responses_wait_for_a_place_and_small_ones_do_not() {
        let compute = ComputePool::with_places(1);
        let server = server(compute.clone());
        let (release, held) = std::sync::mpsc::channel::<()>();
        let taken = tokio::spawn(async move { compute.run(move || held.recv()).await });
        tokio::task::yield_now().await;
        let mut large = pin!(fetch(&server, "/large", "gzip"));
        for _ in 0..3 {
            tokio::select! {
                biased;
                _ = &mut large => panic!("it had no place"),
                small = fetch(&server, "/small", "br") => assert_eq!(unpacked(&small).len(), 2_000),
            }
        }
        release.send(()).expect("the work waits");
        assert_eq!(unpacked(&large.await), text(LARGE));
        taken.await.expect("task").expect("work").expect("released");
    }

    #[tokio::test]
    async fn a_client_gets_only_an_encoding_that_it_accepts() {
        let server = server(ComputePool::default());
        for (accepted, expected) in [
            ("gzip, deflate, br", Some("br")),
            ("gzip", Some("gzip")),
            ("br;q=0.5, gzip;q=0.8", Some("gzip")),
            ("br;q=0, *", Some("gzip")),
            ("*", Some("br")),
            ("deflate, zstd", None),
            ("gzip;q=0", None),
            ("gzip;q=0.5, identity", None),
            ("identity", None),
        ] {
            let answer = fetch(&server, "/small", accepted).await;
            let encoding = answer.0.get(header::CONTENT_ENCODING).map(HeaderValue::as_bytes);
            assert_eq!(encoding, expected.map(str::as_bytes), "{accepted}");
            assert_eq!(answer.0[header::VARY], "accept-encoding");
            let plain = if expected.is_some() { unpacked(&answer) } else { answer.1.to_vec() };
            assert_eq!(plain, text(2_000), "{accepted}");
        }
    }
}
