//! The web app that the binary passes in: assets as built and compressed, and `index.html` for every path
//! that the app routes itself.

use axum::{
    Extension,
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use services::core::{
    accept_encoding::Encoding,
    assets::{Asset, AssetForm, Assets},
};

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
    if let Some(answer) = find(&app, asset, &headers).await {
        return (Extension(WebAppResponse), answer).into_response();
    }
    // A missing script must not be answered with the page.
    if asset.starts_with("assets/") {
        return StatusCode::NOT_FOUND.into_response();
    }
    let page = find(&app, "index.html", &headers).await.unwrap_or_else(not_built);
    (Extension(WebAppResponse), page).into_response()
}

/// A page that is built beside the assets.
#[derive(Clone, Copy, Debug)]
pub enum BuiltPage {
    /// That of the app.
    App,
    /// That of a link, which loads nothing of the app.
    Guest,
}

/// A built page, with a custom head in place of its title and description unless that is empty. Never cached,
/// because the head may change at any time.
#[must_use]
pub fn page(assets: Assets, page: BuiltPage, head: &str) -> Response {
    let built = assets.get(match page {
        BuiltPage::App => "index.html",
        BuiltPage::Guest => "guest.html",
    });
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

async fn find(app: &App, asset: &str, headers: &HeaderMap) -> Option<Response> {
    let (file, encoding) = representation(app, asset, headers).await?;
    let tag = format!("\"{}\"", hex::encode(&file.sha256[..12]));
    let caching = if asset.starts_with("assets/") { IMMUTABLE } else { REVALIDATE };
    let mut answer = if headers.get(header::IF_NONE_MATCH).is_some_and(|sent| sent == tag.as_str())
    {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mime = mime_guess::from_path(asset).first_or_octet_stream();
        let mut answer = Body::from(file.content).into_response();
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

/// The file in the encoding that the client prefers. A release embeds text files as brotli, which browsers accept
/// only over HTTPS; the other forms are made of it.
async fn representation(
    app: &App,
    asset: &str,
    headers: &HeaderMap,
) -> Option<(Asset, Option<Encoding>)> {
    let assets = app.assets;
    let brotli = || assets.get(&format!("{asset}.br"));
    match Encoding::accepted(headers) {
        Some(Encoding::Brotli) => {
            if let Some(packed) = brotli() {
                return Some((packed, Some(Encoding::Brotli)));
            }
        }
        Some(Encoding::Gzip) => {
            if let Some(packed) = assets.get(&format!("{asset}.gz")) {
                return Some((packed, Some(Encoding::Gzip)));
            }
            if let Some(packed) = brotli() {
                let gzip = app
                    .derived_assets
                    .get_or_make(&app.compute, asset, AssetForm::Gzip, packed)
                    .await?;
                return Some((gzip, Some(Encoding::Gzip)));
            }
        }
        None => {}
    }
    if let Some(plain) = assets.get(asset) {
        return Some((plain, None));
    }
    let packed = brotli()?;
    let plain = app.derived_assets.get_or_make(&app.compute, asset, AssetForm::Plain, packed);
    Some((plain.await?, None))
}

fn not_built() -> Response {
    let hint = "The web app is not part of this binary. Build it with: cargo xtask build\n";
    (StatusCode::NOT_FOUND, hint).into_response()
}
