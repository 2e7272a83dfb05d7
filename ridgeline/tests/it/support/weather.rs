//! A fake weather service with the API of Open-Meteo, and a server that uses it.

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
use serde_json::json;
use services::weather::WeatherService;
use store::db::Engine;
use tokio::net::TcpListener;

use super::app::TestApp;

/// How the service responds.
#[derive(Clone, Copy)]
pub enum FakeWeather {
    /// With the forecast of two days.
    Forecasts,
    /// With this.
    Says(StatusCode, &'static str),
    /// Never.
    Silent,
}

struct Service {
    weather: Mutex<FakeWeather>,
    requests: Mutex<Vec<BTreeMap<String, String>>>,
}

/// The server on a fresh database, with a weather service.
pub struct WeatherApp {
    app: TestApp,
    service: Arc<Service>,
}

impl Deref for WeatherApp {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl WeatherApp {
    pub async fn new(engine: Engine) -> Self {
        let service = Arc::new(Service {
            weather: Mutex::new(FakeWeather::Forecasts),
            requests: Mutex::default(),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("port");
        let url = format!("http://{}/base", listener.local_addr().expect("address"));
        let routes =
            Router::new().route("/base/v1/forecast", get(answer)).with_state(service.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let timeout = Duration::from_millis(500);
        let weather = WeatherService::with_timeout(&url, timeout).expect("a weather service");
        let app = TestApp::with(engine, |parts| parts.weather = Some(weather)).await;
        Self { app, service }
    }

    /// Sets how the service responds from now on.
    pub fn now(&self, weather: FakeWeather) {
        *self.service.weather.lock().expect("weather") = weather;
    }

    /// The queries of the calls to the service since the last time this was read.
    pub fn requests(&self) -> Vec<BTreeMap<String, String>> {
        std::mem::take(&mut *self.service.requests.lock().expect("requests"))
    }
}

async fn answer(
    State(service): State<Arc<Service>>,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    service.requests.lock().expect("requests").push(query);
    let weather = *service.weather.lock().expect("weather");
    match weather {
        FakeWeather::Forecasts => json!({
            "latitude": 36.18, "longitude": -86.81, "timezone": "America/Chicago",
            "daily": {
                "time": ["2026-03-02", "2026-03-03"], "precipitation_sum": [4.2, 0.0],
                "precipitation_probability_max": [80, null], "wind_speed_10m_max": [32.5, 8.1],
                "temperature_2m_min": [-1.5, 3.0], "temperature_2m_max": [12.0, 15.5],
            },
        })
        .to_string()
        .into_response(),
        FakeWeather::Says(status, text) => (status, text).into_response(),
        FakeWeather::Silent => std::future::pending().await,
    }
}
