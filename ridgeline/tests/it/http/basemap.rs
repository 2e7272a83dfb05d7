//! `/basemap.pmtiles`: the streets of the maps.

use std::path::{Path, PathBuf};

use axum::{
    body::Body,
    http::{HeaderName, Request, StatusCode, header},
};
use serde_json::Value;
use services::maps::Streets;
use store::db::Engine;

use crate::support::{TestApp, TestResponse};

/// The map of the browser tests.
fn made_up_streets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/e2e/support/streets/nashville.pmtiles")
}

async fn serving(file: &Path) -> TestApp {
    let streets = Streets::open(Some(file), None).expect("a basemap");
    TestApp::with(Engine::Sqlite, |parts| parts.streets = streets).await
}

async fn fetch(app: &TestApp, method: &str, headers: &[(HeaderName, &str)]) -> TestResponse {
    let mut request = Request::builder().method(method).uri("/basemap.pmtiles");
    // As browsers send it.
    request = request.header(header::ACCEPT_ENCODING, "gzip, br");
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    app.send(None, request.body(Body::empty()).expect("request")).await
}

fn text(answer: &TestResponse, name: HeaderName) -> String {
    let value = answer.headers.get(name).map(|value| value.to_str().expect("text"));
    value.unwrap_or("nothing").to_owned()
}

#[tokio::test]
async fn a_browser_reads_the_ranges_of_the_map_that_it_shows_and_no_more() {
    let file = made_up_streets();
    let bytes = std::fs::read(&file).expect("the map");
    let app = serving(&file).await;
    for (range, start, end) in [
        ("bytes=0-126", 0, 127),
        ("bytes=40-47", 40, 48),
        ("bytes=-10", bytes.len() - 10, bytes.len()),
    ] {
        let part = fetch(&app, "GET", &[(header::RANGE, range)]).await;
        assert_eq!(part.status, StatusCode::PARTIAL_CONTENT, "{range}");
        assert_eq!(part.bytes, bytes[start..end], "{range}");
        let place = format!("bytes {start}-{}/{}", end - 1, bytes.len());
        assert_eq!(text(&part, header::CONTENT_RANGE), place);
        assert_eq!(text(&part, header::CONTENT_ENCODING), "nothing");
        assert_eq!(text(&part, header::CACHE_CONTROL), "public, max-age=86400");
    }
    let beyond = fetch(&app, "GET", &[(header::RANGE, "bytes=9000000-9000010")]).await;
    assert_eq!(beyond.status, StatusCode::RANGE_NOT_SATISFIABLE);
    assert_eq!(text(&beyond, header::CONTENT_RANGE), format!("bytes */{}", bytes.len()));
    let whole = fetch(&app, "GET", &[]).await;
    assert_eq!((whole.status, whole.bytes.len()), (StatusCode::OK, bytes.len()));
    assert_eq!(text(&whole, header::CONTENT_TYPE), "application/vnd.pmtiles");
    assert_eq!(text(&whole, header::CONTENT_ENCODING), "nothing", "its tiles are compressed");
    assert_eq!(text(&whole, header::ACCEPT_RANGES), "bytes");
    assert_ne!(text(&whole, header::LAST_MODIFIED), "nothing");
    let head = fetch(&app, "HEAD", &[]).await;
    assert_eq!((head.status, head.bytes.len()), (StatusCode::OK, 0));
    assert_eq!(text(&head, header::CONTENT_LENGTH), bytes.len().to_string());
}

#[tokio::test]
async fn a_browser_keeps_the_map_until_it_changes_and_never_mixes_two_of_them() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("map.pmtiles");
    let mut bytes = std::fs::read(made_up_streets()).expect("the map");
    std::fs::write(&file, &bytes).expect("written");
    let app = serving(&file).await;
    let config = async || app.call(None, "GET", "/api/config", Value::Null).await.json;
    let first = fetch(&app, "GET", &[(header::RANGE, "bytes=0-126")]).await;
    let tag = text(&first, header::ETAG);
    assert!(tag.starts_with('"') && tag.len() > 20, "a strong tag: {tag}");
    let address = config().await["basemap"].as_str().expect("an address").to_owned();
    assert_eq!(address, format!("/basemap.pmtiles?v={}", tag.trim_matches('"')));
    assert_eq!(fetch(&app, "GET", &[(header::IF_NONE_MATCH, &tag)]).await.status, 304);
    let again = [(header::RANGE, "bytes=0-7"), (header::IF_RANGE, tag.as_str())];
    assert_eq!(fetch(&app, "GET", &again).await.bytes, b"PMTiles\x03");

    // The operator replaces the file by one with the same date.
    let date = std::fs::metadata(&file).and_then(|about| about.modified()).expect("a date");
    let last_modified = text(&first, header::LAST_MODIFIED);
    bytes.push(0);
    let newer = folder.path().join("newer");
    std::fs::write(&newer, &bytes).expect("written");
    std::fs::File::options()
        .write(true)
        .open(&newer)
        .expect("file")
        .set_modified(date)
        .expect("date");
    std::fs::rename(&newer, &file).expect("replaced");
    let known = [
        (header::IF_NONE_MATCH, tag.as_str()),
        (header::IF_MODIFIED_SINCE, last_modified.as_str()),
    ];
    let changed = fetch(&app, "GET", &known).await;
    assert_eq!((changed.status, changed.bytes.len()), (StatusCode::OK, bytes.len()));
    assert_ne!(text(&changed, header::ETAG), tag);
    assert_eq!(fetch(&app, "GET", &again).await.status, StatusCode::OK, "a range of the old file");
    assert_ne!(config().await["basemap"], address);

    std::fs::remove_file(&file).expect("removed");
    assert_eq!(fetch(&app, "GET", &[]).await.status, StatusCode::NOT_FOUND);
    assert_eq!(config().await["basemap"], Value::Null, "the maps are drawn without streets");
}

both_engines! {
    async fn a_server_without_streets_names_none_and_has_no_such_file(app: &TestApp) {
        let config = app.call(None, "GET", "/api/config", Value::Null).await.json;
        assert_eq!((&config["basemap"], &config["mapStyle"]), (&Value::Null, &Value::Null));
        assert_eq!(fetch(app, "GET", &[]).await.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn the_app_learns_the_style_of_a_tile_service() {
    let style = "https://tiles.example.com/style.json?key=pk.1";
    let streets = Streets::open(None, Some(style)).expect("a style");
    let app = TestApp::with(Engine::Sqlite, |parts| parts.streets = streets).await;
    let config = app.call(None, "GET", "/api/config", Value::Null).await.json;
    assert_eq!((config["mapStyle"].as_str(), &config["basemap"]), (Some(style), &Value::Null));
    assert_eq!(fetch(&app, "GET", &[]).await.status, StatusCode::NOT_FOUND);
}
