//! The web app that the binary passes in: assets as built and compressed, and `index.html` for every path
//! that the app routes itself.

use std::{borrow::Cow, io::Read as _};

use axum::{
    Extension,
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use flate2::read::GzDecoder;
use services::core::{
    accept_encoding::Encoding,
    assets::{Asset, Assets},
};
use sha2::{Digest as _, Sha256};

use crate::app::App;

/// Asset names contain a hash of the content, so a browser may cache them forever.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// The page of a binary that was built without the app.
const BARE_PAGE: &str = "<!doctype html><html><head></head><body></body></html>";

/// Marks a response that is part of the web app: it gets the app's content policy, and every other response
/// the strictest one.
#[derive(Clone, Copy, Debug)]
pub struct WebAppResponse;

/// Serves every path that is not a call of the API.
pub async fn serve(
    State(app): State<App>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let asset = if path.is_empty() { "index.html" } else { path };
    if let Some(answer) = find(app.assets, asset, &headers) {
        return (Extension(WebAppResponse), answer).into_response();
    }
    // A missing script must not be answered with the page.
    if asset.starts_with("assets/") {
        return StatusCode::NOT_FOUND.into_response();
    }
    let page = find(app.assets, "index.html", &headers).unwrap_or_else(not_built);
    (Extension(WebAppResponse), page).into_response()
}

/// The app's page with a custom head in place of its title and description. Never cached, because the head
/// may change at any time.
#[must_use]
pub fn page(assets: Assets, head: &str) -> Response {
    let built = assets.get("index.html");
    let built = built.as_ref().and_then(|file| std::str::from_utf8(&file.content).ok());
    let mut page = built.unwrap_or(BARE_PAGE).to_owned();
    if !head.is_empty() {
        for (from, to) in [("<title>", "</title>"), ("<meta name=\"description\"", ">")] {
            if let Some(start) = page.find(from)
                && let Some(length) = page[start..].find(to)
            {
                page.replace_range(start..start + length + to.len(), "");
            }
        }
        page = page.replacen("</head>", &format!("{head}</head>"), 1);
    }
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, REVALIDATE),
    ];
    (Extension(WebAppResponse), headers, page).into_response()
}

/// Escapes a text for HTML, between tags or in quotation marks.
#[must_use]
pub fn in_html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // A line break in a title becomes a space.
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

fn find(assets: Assets, asset: &str, headers: &HeaderMap) -> Option<Response> {
    let (file, encoding) = representation(assets, asset, headers)?;
    let tag = format!("\"{}\"", hex::encode(&file.sha256[..12]));
    let caching = if asset.starts_with("assets/") { IMMUTABLE } else { REVALIDATE };
    let mut answer = if headers.get(header::IF_NONE_MATCH).is_some_and(|sent| sent == tag.as_str())
    {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mime = mime_guess::from_path(asset).first_or_octet_stream();
        let mut answer = Body::from(bytes(file.content)).into_response();
        if let Ok(mime) = HeaderValue::from_str(mime.as_ref()) {
            answer.headers_mut().insert(header::CONTENT_TYPE, mime);
        }
        if let Some(encoding) = encoding {
            let encoding = HeaderValue::from_static(encoding.name());
            answer.headers_mut().insert(header::CONTENT_ENCODING, encoding);
        }
        answer
    };
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, caching);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    Some(answer)
}

/// The file as compressed at build time, if the client accepts the encoding; else as it is.
fn representation(
    assets: Assets,
    asset: &str,
    headers: &HeaderMap,
) -> Option<(Asset, Option<Encoding>)> {
    let packed = Encoding::accepted(headers).and_then(|encoding| {
        let suffix = match encoding {
            Encoding::Brotli => "br",
            Encoding::Gzip => "gz",
        };
        Some((assets.get(&format!("{asset}.{suffix}"))?, Some(encoding)))
    });
    packed.or_else(|| Some((assets.get(asset).or_else(|| unpacked(assets, asset))?, None)))
}

/// A file of which a release embeds only the compressed forms. No browser asks for it without compression.
fn unpacked(assets: Assets, asset: &str) -> Option<Asset> {
    let packed = assets.get(&format!("{asset}.gz"))?;
    let mut content = Vec::new();
    GzDecoder::new(&*packed.content).read_to_end(&mut content).ok()?;
    Some(Asset { sha256: Sha256::digest(&content).into(), content: content.into() })
}

/// Embedded files are sent without a copy.
fn bytes(content: Cow<'static, [u8]>) -> Bytes {
    match content {
        Cow::Borrowed(embedded) => Bytes::from_static(embedded),
        Cow::Owned(read) => Bytes::from(read),
    }
}

fn not_built() -> Response {
    let hint = "The web app is not part of this binary. Build it with: cargo xtask build\n";
    (StatusCode::NOT_FOUND, hint).into_response()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use http_body_util::BodyExt as _;

    use super::*;

    /// A release: the script is there only compressed.
    fn embedded(path: &str) -> Option<Asset> {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(1));
        packed.write_all(b"start()").expect("memory");
        (path == "assets/start.js.gz")
            .then(|| Asset { content: packed.finish().expect("memory").into(), sha256: [7; 32] })
    }

    #[tokio::test]
    async fn a_client_without_compression_still_gets_the_app() {
        let find = |accepted| {
            let accepted = [(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted))];
            find(Assets(embedded), "assets/start.js", &HeaderMap::from_iter(accepted))
        };
        let packed = find("gzip").expect("a file");
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
        let plain = find("identity").expect("a file");
        assert_eq!(plain.headers().get(header::CONTENT_ENCODING), None);
        assert_ne!(plain.headers()[header::ETAG], packed.headers()[header::ETAG]);
        let body = plain.into_body().collect().await.expect("a body").to_bytes();
        assert_eq!(body, "start()");
    }
}
