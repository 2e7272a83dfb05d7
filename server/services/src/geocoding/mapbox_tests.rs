//! What an operator with a token gets from Mapbox, and what users still get when it fails.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{Router, extract::Query, http::StatusCode, routing::get};
use domain::types::{
    place::{AreaKind, Location},
    point::Point,
};
use tokio::{net::TcpListener, time::Instant};

use crate::geocoding::{
    Address, OfflineGeocoder,
    mapbox::{Geocoder, Mapbox},
};

const NASHVILLE: Address<'_> =
    Address { street: None, city: "Nashville", state: "TN", zip: Some("37208") };

type Requests = Arc<Mutex<Vec<HashMap<String, String>>>>;

/// A mock of Mapbox that always returns the same response, and records the requests.
async fn fake_mapbox(status: StatusCode, answer: &'static str) -> (Geocoder, Requests) {
    let requests = Requests::default();
    let recorded = Arc::clone(&requests);
    let forward = get(async move |Query(query): Query<HashMap<String, String>>| {
        recorded.lock().unwrap().push(query);
        (status, answer)
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let site = format!("http://{}/", listener.local_addr().unwrap());
    let routes = Router::new().route("/search/geocode/v6/forward", forward);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    (geocoder(&site), requests)
}

fn geocoder(site: &str) -> Geocoder {
    Geocoder::new(Some(Mapbox::new(site, "pk.made-up").unwrap()))
}

async fn ask(geocoder: &Geocoder) -> Option<Location> {
    geocoder.locate(Address { street: Some("1319 6th Ave N"), ..NASHVILLE }).await
}

fn by_the_table() -> Option<Location> {
    let located = OfflineGeocoder::load().locate(NASHVILLE);
    assert!(located.is_some());
    located
}

#[tokio::test]
async fn with_a_token_the_house_is_located_and_not_only_the_zip() {
    let answer = r#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":
        {"type":"Point","coordinates":[-86.7912,36.17735]},"properties":{}}]}"#;
    let (geocoder, requests) = fake_mapbox(StatusCode::OK, answer).await;

    let house = Point { latitude: 36.17735, longitude: -86.7912 };
    assert_eq!(ask(&geocoder).await, Some(Location::of_house(house)));

    let requests = requests.lock().unwrap();
    for (key, value) in [
        ("address_line1", "1319 6th Ave N"),
        ("place", "Nashville"),
        ("region", "TN"),
        ("postcode", "37208"),
        ("country", "us"),
        ("permanent", "true"),
        ("access_token", "pk.made-up"),
    ] {
        assert_eq!(requests[0].get(key).map(String::as_str), Some(value), "{key}");
    }
}

#[tokio::test]
async fn a_street_or_city_that_mapbox_found_is_not_taken_for_the_house() {
    let mapbox = Point { latitude: 36.17, longitude: -86.79 };
    let zip = by_the_table().unwrap().point;
    for (found, kind, point) in [
        ("address", None, mapbox),
        ("street", Some(AreaKind::Street), mapbox),
        ("postcode", Some(AreaKind::Zip), mapbox),
        ("place", Some(AreaKind::Zip), zip),
        ("region", Some(AreaKind::Zip), zip),
        ("what comes next year", None, mapbox),
    ] {
        let answer = format!(
            r#"{{"features":[{{"geometry":{{"coordinates":[-86.79,36.17]}},
                "properties":{{"feature_type":"{found}"}}}}]}}"#
        );
        let (geocoder, _) = fake_mapbox(StatusCode::OK, answer.leak()).await;
        let located = ask(&geocoder).await.unwrap();
        assert_eq!(located.point, point, "{found}");
        assert_eq!(located.area.map(|area| area.kind), kind, "{found}");
    }
}

#[tokio::test]
async fn a_response_without_end_is_not_kept_in_memory() {
    let answer = r#"{"features":[{"geometry":{"coordinates":[-86.7912,36.17735]}}],"more":[0"#;
    let answer = [answer, &",0".repeat(1 << 20), "]}"].concat();
    let (geocoder, _) = fake_mapbox(StatusCode::OK, answer.leak()).await;
    assert_eq!(ask(&geocoder).await, by_the_table());
}

#[tokio::test]
async fn a_job_is_located_whatever_mapbox_returns() {
    for (status, answer) in [
        (StatusCode::OK, r#"{"features":[]}"#),
        (StatusCode::OK, r#"{"features":[{"geometry":{"coordinates":[900,900]}}]}"#),
        (StatusCode::OK, "<html>"),
        (StatusCode::UNAUTHORIZED, r#"{"message":"Not Authorized - Invalid Token"}"#),
        (StatusCode::TOO_MANY_REQUESTS, ""),
        (StatusCode::INTERNAL_SERVER_ERROR, ""),
    ] {
        let (geocoder, requests) = fake_mapbox(status, answer).await;
        assert_eq!(ask(&geocoder).await, by_the_table(), "{status} {answer}");
        assert_eq!(requests.lock().unwrap().len(), 1, "Mapbox is paid by the question");
    }
}

#[tokio::test]
async fn a_job_is_located_when_mapbox_is_unreachable() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let unused = taken.local_addr().unwrap();
    drop(taken);
    assert_eq!(ask(&geocoder(&format!("http://{unused}/"))).await, by_the_table());
}

#[tokio::test(start_paused = true)]
async fn a_silent_mapbox_delays_a_job_by_two_seconds_at_most() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let geocoder = geocoder(&format!("http://{}/", silent.local_addr().unwrap()));
    let asked_at = Instant::now();

    assert_eq!(ask(&geocoder).await, by_the_table());

    assert!(asked_at.elapsed() >= Duration::from_secs(2), "it did wait");
    assert!(asked_at.elapsed() < Duration::from_millis(2100));
}

#[tokio::test]
async fn without_a_token_the_table_is_used() {
    assert_eq!(ask(&Geocoder::new(None)).await, by_the_table());
}

#[test]
fn an_invalid_url_is_refused_at_start() {
    assert!(Mapbox::new("not an address", "pk.made-up").is_err());
}
