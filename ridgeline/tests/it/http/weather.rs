//! The forecast at jobs.

use axum::http::StatusCode;
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman},
};
use serde_json::{Value, json};

use crate::support::{FakeWeather, Person, TestApp, WeatherApp};

const WEEK: &str = "/api/weather?from=2026-03-02&to=2026-03-08";

async fn places(app: &TestApp, who: &Person, path: &str) -> Vec<Value> {
    let response = app.get(who, path).await;
    assert_eq!(response.status, StatusCode::OK, "{:?}", response.json);
    response.json["places"].as_array().cloned().expect("places")
}

/// A job in this place, whose ZIP the embedded table knows.
async fn job_in(app: &TestApp, owner: &Person, (city, zip): (&str, &str), day: &str) -> Value {
    let form = json!({ "title": "Ridge repair", "city": city, "state": "TN", "zip": zip });
    let job = app.post(owner, "/api/jobs/create", form).await.json;
    let form = json!({ "jobId": job["id"], "startDate": day, "endDate": day });
    let set = app.post(owner, "/api/jobs/update/schedule", form).await;
    assert_eq!(set.status, StatusCode::OK, "{:?}", set.json);
    set.json["job"].clone()
}

const NASHVILLE: (&str, &str) = ("Nashville", "37208");
const MEMPHIS: (&str, &str) = ("Memphis", "38103");

both_engines! {
    async fn the_office_sees_the_weather_at_each_place_of_work(app: &WeatherApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let one = job_in(app, &owner, NASHVILLE, "2026-03-02").await;
        let two = job_in(app, &owner, NASHVILLE, "2026-03-08").await;
        let far = job_in(app, &owner, MEMPHIS, "2026-03-03").await;
        job_in(app, &owner, MEMPHIS, "2026-03-09").await;
        job_in(app, &owner, ("Nowhere at all", ""), "2026-03-03").await;
        assert_eq!(app.get(&owner, "/api/config").await.json["weather"], json!(true));
        let places = places(app, &owner, WEEK).await;
        assert_eq!(places.len(), 2, "{places:?}");
        let nashville = places.iter().find(|place| place["jobIds"].as_array().map(Vec::len) == Some(2)).expect("Nashville");
        assert_eq!(nashville["jobIds"], json!([one["id"], two["id"]]));
        let off = |field: &str| (nashville[field].as_f64().expect("a number") - one[field].as_f64().expect("a number")).abs();
        assert!(off("latitude") <= 0.0051 && off("longitude") <= 0.0051, "{nashville}");
        assert_eq!(nashville["days"], json!([
            { "day": "2026-03-02", "precipitationMm": 4.2, "precipitationProbability": 80.0, "windKmh": 32.5, "minC": -1.5, "maxC": 12.0 },
            { "day": "2026-03-03", "precipitationMm": 0.0, "precipitationProbability": null, "windKmh": 8.1, "minC": 3.0, "maxC": 15.5 },
        ]));
        assert!(places.iter().any(|place| place["jobIds"] == json!([far["id"]])));
        let requests = app.requests();
        assert_eq!(requests.len(), 2, "one for each place");
        let query = &requests[0];
        assert_eq!(query["daily"], "precipitation_sum,precipitation_probability_max,wind_speed_10m_max,temperature_2m_min,temperature_2m_max");
        assert_eq!((query["start_date"].as_str(), query["end_date"].as_str(), query["timezone"].as_str()), ("2026-03-02", "2026-03-08", "auto"));
    }

    async fn a_forecast_is_kept_for_three_hours(app: &WeatherApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        job_in(app, &owner, NASHVILLE, "2026-03-02").await;
        for (minutes, asked) in [(0, 1), (179, 0), (1, 1)] {
            app.advance(Duration::minutes(minutes));
            assert_eq!(places(app, &owner, WEEK).await.len(), 1);
            assert_eq!(app.requests().len(), asked, "after {minutes} more minutes");
        }
        app.now(FakeWeather::Says(StatusCode::INTERNAL_SERVER_ERROR, "down"));
        assert_eq!(places(app, &owner, WEEK).await.len(), 1, "what is kept needs no service");
    }

    async fn a_failing_weather_service_leaves_the_calendar_without_weather(app: &WeatherApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        job_in(app, &owner, NASHVILLE, "2026-03-02").await;
        for weather in [
            FakeWeather::Says(StatusCode::INTERNAL_SERVER_ERROR, "{}"),
            FakeWeather::Says(StatusCode::BAD_REQUEST, r#"{"error":true,"reason":"out of range"}"#),
            FakeWeather::Says(StatusCode::OK, "<html>"),
            FakeWeather::Says(StatusCode::OK, "{}"),
            FakeWeather::Silent,
        ] {
            app.now(weather);
            assert_eq!(places(app, &owner, WEEK).await, Vec::<Value>::new());
        }
        app.now(FakeWeather::Forecasts);
        assert_eq!(places(app, &owner, WEEK).await.len(), 1, "no failure is kept");
    }

    async fn everybody_sees_the_weather_at_the_jobs_that_they_see(app: &WeatherApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let own = job_in(app, &owner, NASHVILLE, "2026-03-02").await;
        let given = job_in(app, &owner, MEMPHIS, "2026-03-03").await;
        let foreman = app.foreman_on(&owner, &own).await;
        let sub = app.asked_subcontractor(&owner, &given).await;
        let other = app.sign_in(Subcontractor, Admin).await;
        for (who, jobs) in [(&foreman, vec![&own]), (&sub, vec![&given]), (&other, vec![])] {
            let places = places(app, who, WEEK).await;
            let seen: Vec<&Value> = places.iter().map(|place| &place["jobIds"][0]).collect();
            let jobs: Vec<&Value> = jobs.iter().map(|job| &job["id"]).collect();
            assert_eq!(seen, jobs);
        }
        let idle = app.colleague(owner.company, Foreman).await;
        assert_eq!(places(app, &idle, WEEK).await, Vec::<Value>::new());
    }

    async fn without_a_weather_service_no_coordinates_leave_the_machine(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        job_in(app, &owner, NASHVILLE, "2026-03-02").await;
        assert_eq!(app.get(&owner, WEEK).await.json, json!({ "places": [] }));
        assert_eq!(app.get(&owner, "/api/config").await.json["weather"], json!(false));
    }

    async fn at_most_16_days_are_asked_for(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        for (query, field) in [
            ("", "from required,to required"),
            ("?from=2026-03-02", "to required"),
            ("?from=x&to=2026-03-02", "from format"),
            ("?from=2026-03-02&to=2026-03-01", "from range"),
            ("?from=2026-03-02&to=2026-03-18", "to too_large"),
        ] {
            let response = app.get(&owner, &format!("/api/weather{query}")).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNPROCESSABLE_ENTITY, "validation"));
            assert_eq!(response.fields().join(","), field);
        }
        assert_eq!(app.get(&owner, "/api/weather?from=2026-03-02&to=2026-03-17").await.status, StatusCode::OK);
    }
}
