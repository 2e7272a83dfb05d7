//! The files of the web app, of which a release embeds one form.

use std::io::{Read as _, Write as _};

use axum::{
    body::Body,
    http::{Request, header},
};
use services::core::assets::{Asset, Assets};
use store::db::Engine;

use crate::support::{TestApp, TestResponse};

const SCRIPT: &[u8] = b"start(); start(); start();";

/// A release: the script is there only as brotli.
fn embedded(path: &str) -> Option<Asset> {
    if path != "assets/start.js.br" {
        return None;
    }
    let mut packed = brotli::CompressorWriter::new(Vec::new(), 4_096, 9, 22);
    packed.write_all(SCRIPT).expect("memory");
    Some(Asset { content: packed.into_inner().into(), sha256: [7; 32] })
}

async fn script(app: &TestApp, accepted: &str, known: &str) -> TestResponse {
    let request = Request::get("/assets/start.js")
        .header(header::ACCEPT_ENCODING, accepted)
        .header(header::IF_NONE_MATCH, known);
    app.send(None, request.body(Body::empty()).expect("request")).await
}

#[tokio::test]
async fn every_browser_gets_the_app_in_a_form_that_it_accepts() {
    let app = TestApp::with(Engine::Sqlite, |parts| parts.assets = Assets(embedded)).await;
    let mut tags = Vec::new();
    // Browsers accept brotli only over HTTPS.
    for (accepted, expected) in
        [("gzip, br", Some("br")), ("gzip", Some("gzip")), ("identity", None)]
    {
        for _ in 0..2 {
            let sent = script(&app, accepted, "").await;
            let encoding = sent.headers.get(header::CONTENT_ENCODING);
            assert_eq!(encoding.map(|name| name.to_str().expect("text")), expected);
            let mut text = Vec::new();
            match expected {
                Some("br") => brotli::Decompressor::new(&*sent.bytes, 4_096).read_to_end(&mut text),
                Some(_) => flate2::read::GzDecoder::new(&*sent.bytes).read_to_end(&mut text),
                None => sent.bytes.as_slice().read_to_end(&mut text),
            }
            .expect("a script");
            assert_eq!(text, SCRIPT, "{accepted}");
            assert_eq!(sent.headers[header::CONTENT_TYPE], "text/javascript");
            let tag = sent.headers[header::ETAG].to_str().expect("a tag").to_owned();
            assert_eq!(script(&app, accepted, &tag).await.status, 304);
            tags.push(tag);
        }
    }
    tags.dedup();
    assert_eq!(tags.len(), 3, "each form has its own tag: {tags:?}");
}
