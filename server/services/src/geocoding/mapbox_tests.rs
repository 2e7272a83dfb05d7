//! What an operator with a token gets from Mapbox, and what everybody still gets when it fails.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{Router, extract::Query, http::StatusCode, routing::get};
use domain::types::point::Point;
use tokio::{net::TcpListener, time::Instant};

use crate::geocoding::{
    Address, OfflineGeocoder,
    mapbox::{Geocoder, Mapbox},
};

const NASHVILLE: Address<'_> =
    Address { street: None, city: "Nashville", state: "TN", zip: Some("37208") };

type Asked = Arc<Mutex<Vec<HashMap<String, String>>>>;

/// A stand-in for Mapbox that always gives the same answer, and keeps what it was asked.
async fn stand_in(status: StatusCode, answer: &'static str) -> (Geocoder, Asked) {
    let asked = Asked::default();
    let kept = Arc::clone(&asked);
    let forward = get(async move |Query(query): Query<HashMap<String, String>>| {
        kept.lock().unwrap().push(query);
        (status, answer)
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let site = format!("http://{}/", listener.local_addr().unwrap());
    let routes = Router::new().route("/search/geocode/v6/forward", forward);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    (geocoder(&site), asked)
}

fn geocoder(site: &str) -> Geocoder {
    Geocoder::new(Some(Mapbox::new(site, "pk.made-up").unwrap()))
}

async fn ask(geocoder: &Geocoder) -> Option<Point> {
    geocoder.locate(Address { street: Some("1319 6th Ave N"), ..NASHVILLE }).await
}

fn by_the_table() -> Option<Point> {
    let point = OfflineGeocoder::load().locate(NASHVILLE);
    assert!(point.is_some());
    point
}

#[tokio::test]
async fn with_a_token_the_house_is_found_and_not_only_the_zip() {
    let answer = r#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":
        {"type":"Point","coordinates":[-86.7912,36.17735]},"properties":{}}]}"#;
    let (geocoder, asked) = stand_in(StatusCode::OK, answer).await;

    assert_eq!(ask(&geocoder).await, Some(Point { latitude: 36.17735, longitude: -86.7912 }));

    let asked = asked.lock().unwrap();
    for (key, value) in [
        ("address_line1", "1319 6th Ave N"),
        ("place", "Nashville"),
        ("region", "TN"),
        ("postcode", "37208"),
        ("country", "us"),
        ("permanent", "true"),
        ("access_token", "pk.made-up"),
    ] {
        assert_eq!(asked[0].get(key).map(String::as_str), Some(value), "{key}");
    }
}

#[tokio::test]
async fn whatever_mapbox_answers_a_job_still_gets_its_place() {
    for (status, answer) in [
        (StatusCode::OK, r#"{"features":[]}"#),
        (StatusCode::OK, r#"{"features":[{"geometry":{"coordinates":[900,900]}}]}"#),
        (StatusCode::OK, "<html>"),
        (StatusCode::UNAUTHORIZED, r#"{"message":"Not Authorized - Invalid Token"}"#),
        (StatusCode::TOO_MANY_REQUESTS, ""),
        (StatusCode::INTERNAL_SERVER_ERROR, ""),
    ] {
        let (geocoder, asked) = stand_in(status, answer).await;
        assert_eq!(ask(&geocoder).await, by_the_table(), "{status} {answer}");
        assert_eq!(asked.lock().unwrap().len(), 1, "Mapbox is paid by the question");
    }
}

#[tokio::test]
async fn without_mapbox_in_reach_a_job_still_gets_its_place() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nobody = taken.local_addr().unwrap();
    drop(taken);
    assert_eq!(ask(&geocoder(&format!("http://{nobody}/"))).await, by_the_table());
}

#[tokio::test(start_paused = true)]
async fn a_silent_mapbox_is_waited_for_two_seconds_and_no_longer() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let geocoder = geocoder(&format!("http://{}/", silent.local_addr().unwrap()));
    let asked_at = Instant::now();

    assert_eq!(ask(&geocoder).await, by_the_table());

    assert!(asked_at.elapsed() >= Duration::from_secs(2), "it did wait");
    assert!(asked_at.elapsed() < Duration::from_millis(2100));
}

#[tokio::test]
async fn without_a_token_the_table_answers() {
    assert_eq!(ask(&Geocoder::new(None)).await, by_the_table());
}

#[test]
fn an_address_that_is_none_is_refused_at_start() {
    assert!(Mapbox::new("not an address", "pk.made-up").is_err());
}
