//! A fake server of Nominatim, and a server that asks it.

use std::{
    collections::BTreeMap,
    ops::Deref,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    extract::{Query, State},
    http::StatusCode,
    response::{IntoResponse as _, Response},
    routing::get,
};
use serde_json::{Value, json};
use server::{
    app::AppState,
    tasks::geocoding::{self, Step},
};
use services::geocoding::street_geocoder::StreetGeocoder;
use store::db::Engine;
use tokio::{net::TcpListener, sync::Semaphore};

use super::app::{Person, TestApp};

/// Where the fake server finds every house.
pub const FOUND: (f64, f64) = (36.177_35, -86.791_2);

/// How the service responds.
#[derive(Clone)]
pub enum FakeGeocoder {
    /// With the house, as Nominatim does.
    Nominatim,
    /// With the house, as Photon does.
    Photon,
    /// With this.
    Says(StatusCode, String),
    /// Never.
    Silent,
}

struct Service {
    geocoder: Mutex<FakeGeocoder>,
    requests: Mutex<Vec<String>>,
    arrived: Semaphore,
    /// Each answer takes one.
    answers: Semaphore,
}

/// The server on a fresh database, with a geocoder.
pub struct GeocoderApp {
    app: TestApp,
    service: Arc<Service>,
    url: String,
}

impl Deref for GeocoderApp {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl GeocoderApp {
    pub async fn new(engine: Engine) -> Self {
        let service = Arc::new(Service {
            geocoder: Mutex::new(FakeGeocoder::Nominatim),
            requests: Mutex::default(),
            arrived: Semaphore::new(0),
            answers: Semaphore::new(Semaphore::MAX_PERMITS),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("port");
        let url = format!("http://{}", listener.local_addr().expect("address"));
        let routes = Router::new()
            .route("/search", get(nominatim))
            .route("/api", get(photon))
            .with_state(service.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let app = TestApp::with(engine, |parts| configure(parts, &url)).await;
        Self { app, service, url }
    }

    /// Another server of the same database, with the same geocoder.
    pub async fn second(&self) -> TestApp {
        self.app.second_server(|parts| configure(parts, &self.url)).await
    }

    /// Sets how the service responds from now on.
    pub fn now(&self, geocoder: FakeGeocoder) {
        *self.service.geocoder.lock().expect("geocoder") = geocoder;
    }

    /// Holds answers back until [`Self::answer_one`].
    pub fn hold_answers(&self) {
        self.service.answers.forget_permits(Semaphore::MAX_PERMITS);
    }

    /// Lets one answer go.
    pub fn answer_one(&self) {
        self.service.answers.add_permits(1);
    }

    /// Waits for the next request.
    pub async fn request_arrives(&self) {
        let timeout = Duration::from_secs(20);
        let arrived = tokio::time::timeout(timeout, self.service.arrived.acquire()).await;
        arrived.expect("in time").expect("open").forget();
    }

    /// The addresses that were asked for since the last time this was read.
    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut *self.service.requests.lock().expect("requests"))
    }

    /// Asks the next question, a second later.
    pub async fn step(&self) -> Step {
        self.advance(chrono::Duration::seconds(1));
        geocoding::next_step(&self.app.app).await.expect("the database")
    }

    /// Asks everything that is due, a question a second; returns the addresses.
    pub async fn ask_all(&self) -> Vec<String> {
        while matches!(self.step().await, Step::Asked | Step::Known) {}
        self.asked()
    }

    /// A job at this house of Nashville, and what the company's people see of it.
    pub async fn job_at(&self, who: &Person, street: &str, zip: &str) -> Value {
        let form = json!({
            "title": "Ridge repair", "address": street, "city": "Nashville", "state": "TN", "zip": zip,
        });
        let created = self.post(who, "/api/jobs/create", form).await;
        assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
        self.job_seen_by(who, &created.json["id"]).await
    }
}

fn configure(parts: &mut AppState, url: &str) {
    // Shorter than a test waits, and long enough for a busy machine.
    let timeout = Duration::from_secs(5);
    let geocoder = StreetGeocoder::with_timeout(url, None, "https://roofs.example.com", timeout);
    parts.street_geocoder = Some(geocoder.expect("a geocoder"));
    parts.duplicate_counter = None;
    parts.rate_limiter = None;
}

impl Service {
    /// How to respond; `None` for a server of the other kind.
    async fn respond(
        &self,
        query: BTreeMap<String, String>,
        is_known: impl Fn(&FakeGeocoder) -> bool,
    ) -> Option<FakeGeocoder> {
        let geocoder = self.geocoder.lock().expect("geocoder").clone();
        if !is_known(&geocoder) {
            return None;
        }
        self.requests.lock().expect("requests").push(query["q"].clone());
        self.arrived.add_permits(1);
        if matches!(geocoder, FakeGeocoder::Silent) {
            std::future::pending::<()>().await;
        }
        self.answers.acquire().await.expect("open").forget();
        Some(geocoder)
    }
}

async fn nominatim(
    State(service): State<Arc<Service>>,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    let number = query["q"].split(' ').next().unwrap_or_default().to_owned();
    let is_known = |geocoder: &FakeGeocoder| !matches!(geocoder, FakeGeocoder::Photon);
    match service.respond(query, is_known).await {
        Some(FakeGeocoder::Says(status, text)) => (status, text).into_response(),
        Some(_) => json!([{
            "place_id": 297, "osm_type": "way", "lat": FOUND.0.to_string(), "lon": FOUND.1.to_string(),
            "category": "building", "type": "yes", "place_rank": 30, "addresstype": "building",
            "display_name": "1319, 6th Avenue North, Nashville, Tennessee, 37208, United States",
            "address": { "house_number": number, "road": "6th Avenue North", "state": "Tennessee", "country_code": "us" },
            "boundingbox": ["36.1773", "36.1774", "-86.7913", "-86.7911"],
        }])
        .to_string()
        .into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn photon(
    State(service): State<Arc<Service>>,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    let number = query["q"].split(' ').next().unwrap_or_default().to_owned();
    let is_known = |geocoder: &FakeGeocoder| matches!(geocoder, FakeGeocoder::Photon);
    if service.respond(query, is_known).await.is_none() {
        return StatusCode::NOT_FOUND.into_response();
    }
    json!({ "type": "FeatureCollection", "features": [{
        "type": "Feature", "geometry": { "type": "Point", "coordinates": [FOUND.1, FOUND.0] },
        "properties": {
            "type": "house", "housenumber": number, "street": "6th Avenue North", "state": "Tennessee", "countrycode": "US",
        },
    }] })
    .to_string()
    .into_response()
}
