//! What an operator with a server of Nominatim or Photon gets from it, and what it cannot do to them.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    extract::Query,
    http::{HeaderMap, StatusCode, Uri, header},
    response::IntoResponse as _,
};
use domain::types::{
    place::{AreaKind, Location},
    point::Point,
};
use tokio::{net::TcpListener, time::Instant};

use crate::geocoding::{
    Address,
    street_geocoder::{GeocoderKind, StreetGeocoder},
};

const HOUSE: Address<'_> =
    Address { street: Some("1319 6th Ave N"), city: "Nashville", state: "TN", zip: Some("37208") };

const NOMINATIM: &str = r#"[{"place_id":297,"licence":"Data © OpenStreetMap contributors","osm_type":"way",
    "lat":"36.1773500","lon":"-86.7912000","category":"building","type":"yes","place_rank":30,
    "importance":0.0000999,"addresstype":"building","name":"",
    "display_name":"1319, 6th Avenue North, Nashville, Davidson County, Tennessee, 37208, United States",
    "address":{"house_number":"1319","road":"6th Avenue North","city":"Nashville","county":"Davidson County",
        "state":"Tennessee","ISO3166-2-lvl4":"US-TN","postcode":"37208","country":"United States","country_code":"us"},
    "boundingbox":["36.1773","36.1774","-86.7913","-86.7911"]}]"#;

const PHOTON: &str = r#"{"features":[{"geometry":{"coordinates":[-86.7912,36.17735],"type":"Point"},"type":"Feature",
    "properties":{"osm_type":"W","osm_id":1,"country":"United States","osm_key":"building","city":"Nashville",
        "countrycode":"US","postcode":"37208","county":"Davidson","type":"house","osm_value":"yes",
        "housenumber":"1319","street":"6th Avenue North","state":"Tennessee"}}],"type":"FeatureCollection"}"#;

type Requests = Arc<Mutex<Vec<(String, BTreeMap<String, String>, String)>>>;

/// A server that answers this at one path, and records all requests.
async fn server(path: &'static str, status: StatusCode, answer: String) -> (String, Requests) {
    let requests = Requests::default();
    let recorded = Arc::clone(&requests);
    let all =
        async move |uri: Uri, Query(query): Query<BTreeMap<String, String>>, headers: HeaderMap| {
            let agent = headers[header::USER_AGENT].to_str().unwrap().to_owned();
            recorded.lock().unwrap().push((uri.path().to_owned(), query, agent));
            if uri.path() != path {
                return StatusCode::NOT_FOUND.into_response();
            }
            (status, [(header::LOCATION, "/elsewhere")], answer).into_response()
        };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/maps", listener.local_addr().unwrap());
    let routes = Router::new().fallback(all);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    (url, requests)
}

fn geocoder(url: &str, kind: Option<GeocoderKind>) -> StreetGeocoder {
    let timeout = Duration::from_millis(500);
    StreetGeocoder::with_timeout(url, kind, "https://roofs.example.com", timeout).unwrap()
}

fn found() -> Location {
    Location::of_house(Point { latitude: 36.177_35, longitude: -86.791_2 })
}

#[tokio::test]
async fn a_house_is_found_by_nominatim_with_a_request_that_its_policy_allows() {
    let (url, requests) = server("/maps/search", StatusCode::OK, NOMINATIM.to_owned()).await;
    let geocoder = geocoder(&url, Some(GeocoderKind::Nominatim));
    assert_eq!(geocoder.locate(HOUSE).await.unwrap(), Some(found()));
    let requests = requests.lock().unwrap();
    let (_, query, agent) = &requests[0];
    assert_eq!(query["q"], "1319 6th Ave N, Nashville, TN 37208");
    assert_eq!((query["format"].as_str(), query["limit"].as_str()), ("jsonv2", "1"));
    assert!(
        agent.starts_with("Ridgeline/") && agent.contains("https://roofs.example.com"),
        "{agent}"
    );
}

#[tokio::test]
async fn without_naming_the_service_either_is_used_and_asked_only_once_which_it_is() {
    for (path, answer, tried) in [
        ("/maps/search", NOMINATIM, vec!["/maps/search", "/maps/search"]),
        ("/maps/api", PHOTON, vec!["/maps/search", "/maps/api", "/maps/api"]),
    ] {
        let (url, requests) = server(path, StatusCode::OK, answer.to_owned()).await;
        let geocoder = geocoder(&url, None);
        for _ in 0..2 {
            assert_eq!(geocoder.locate(HOUSE).await.unwrap(), Some(found()), "{path}");
        }
        let requests = requests.lock().unwrap();
        let paths: Vec<&str> = requests.iter().map(|(path, ..)| path.as_str()).collect();
        assert_eq!(paths, tried);
    }
}

#[tokio::test]
async fn an_answer_in_another_part_of_the_country_moves_no_job() {
    for (from, to) in [
        // Nashville in Indiana, and a place of Tennessee that is far from the ZIP and the city.
        ("Tennessee\"", "Indiana\""),
        ("36.1773500\",\"lon\":\"-86.7912000", "35.1495\",\"lon\":\"-90.0490"),
    ] {
        let answer = NOMINATIM.replace(from, to);
        assert_ne!(answer, NOMINATIM);
        let (url, _) = server("/maps/search", StatusCode::OK, answer).await;
        assert_eq!(geocoder(&url, None).locate(HOUSE).await.unwrap(), None, "{to}");
    }
}

#[tokio::test]
async fn a_street_is_a_circle_and_a_city_is_what_the_table_knows_already() {
    let street = NOMINATIM.replace("\"place_rank\":30", "\"place_rank\":26");
    let (url, _) = server("/maps/search", StatusCode::OK, street).await;
    let located = geocoder(&url, None).locate(HOUSE).await.unwrap().unwrap();
    assert_eq!(located.area.unwrap().kind, AreaKind::Street);
    for answer in [NOMINATIM.replace("\"place_rank\":30", "\"place_rank\":16"), "[]".to_owned()] {
        let (url, _) = server("/maps/search", StatusCode::OK, answer).await;
        assert_eq!(geocoder(&url, None).locate(HOUSE).await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_failing_server_is_an_error_without_the_address_and_follows_no_redirect() {
    for (status, answer) in [
        (StatusCode::OK, "<html>".to_owned()),
        (StatusCode::OK, r#"{"error":"Bandwidth limit exceeded"}"#.to_owned()),
        (StatusCode::OK, format!("[{}1]", "0,".repeat(5 << 19))),
        (StatusCode::FOUND, String::new()),
        (StatusCode::TOO_MANY_REQUESTS, "[]".to_owned()),
        (StatusCode::INTERNAL_SERVER_ERROR, "[]".to_owned()),
    ] {
        let (url, requests) = server("/maps/search", status, answer).await;
        let asked = geocoder(&url, Some(GeocoderKind::Nominatim)).locate(HOUSE).await;
        let error = format!("{:#}", asked.unwrap_err());
        assert!(!error.contains("1319") && !error.contains("6th"), "{error}");
        assert_eq!(requests.lock().unwrap().len(), 1, "{status}");
    }
}

#[tokio::test]
async fn a_silent_server_is_given_up() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", silent.local_addr().unwrap());
    let began = Instant::now();
    assert!(geocoder(&url, None).locate(HOUSE).await.is_err());
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn an_invalid_url_is_refused_at_start() {
    for url in ["", "nominatim.example.com", "ftp://nominatim.example.com"] {
        let refused = StreetGeocoder::new(url, None, "").unwrap_err();
        assert!(refused.to_string().contains("--geocoder-url"), "{url}");
    }
}
