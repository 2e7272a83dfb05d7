//! A user whose lists, copies of lists and search are compared with the rows.

use std::{collections::BTreeMap, io::Read as _};

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use domain::{
    permissions::permission::{
        CompanyType::{self, Contractor, Subcontractor},
        Role, UserType,
    },
    types::language::Language,
};
use serde_json::{Value, json};
use store::{
    calendar::appointments,
    customers,
    jobs::{
        jobs,
        visibility::{JobSelection, Viewer},
    },
    scope::Scope,
    search::search,
};

use super::office::day;
use crate::support::{Person, TestApp, TestResponse};

/// A user with a copy of each list, as a phone has one.
pub struct Client {
    pub person: Person,
    role: Role,
    pub copies: BTreeMap<&'static str, Copy>,
}

/// A copy of a list, brought up to date with what has changed.
#[derive(Default)]
pub struct Copy {
    state: String,
    rows: BTreeMap<String, Value>,
    pub looks: usize,
    pub wholes: usize,
}

impl Client {
    pub async fn of(app: &TestApp, company: &Person, kind: CompanyType, user: UserType) -> Self {
        let person = app.colleague(company.company, user).await;
        Self { person, role: Role::new(kind, user), copies: BTreeMap::new() }
    }

    fn viewer(&self) -> Viewer {
        Viewer {
            scope: Scope::trusted(self.person.company),
            role: self.role,
            user: self.person.user,
            language: Language::English,
        }
    }

    fn list(&self) -> &'static str {
        match self.role.company_type {
            Contractor => "/api/jobs/myJobs/contractor",
            Subcontractor => "/api/jobs/myJobs/subcontractor",
        }
    }

    /// The lists as the server sends them are the rows, byte for byte.
    pub async fn check_lists(&self, app: &TestApp) {
        let (from, to) = (day(10), day(20));
        let selections = [
            (String::new(), JobSelection::All),
            ("?unscheduled=true".to_owned(), JobSelection::Unscheduled),
            (format!("?from={from}&to={to}"), JobSelection::Between(from, to)),
        ];
        for (query, which) in selections {
            let path = format!("{}{query}", self.list());
            let mut tx = app.app.db.read().await.expect("tx");
            let rows = jobs::list(&mut tx, &self.viewer(), which).await.expect("jobs");
            drop(tx);
            let rows = serde_json::to_string(&rows).expect("JSON");
            let expected = format!(r#"{{"jobs":{rows}}}"#);
            let sent = app.get(&self.person, &path).await;
            assert_eq!(String::from_utf8_lossy(&sent.bytes), expected, "{:?} {path}", self.role);
            let request = Request::get(&path).header(header::ACCEPT_ENCODING, "gzip, br");
            let packed =
                app.send(Some(&self.person), request.body(Body::empty()).expect("request"));
            assert_eq!(unpacked(&packed.await), expected, "{:?} {path}", self.role);
        }
    }

    /// The first and the last job of the list, each on its own, are the rows.
    pub async fn check_single_jobs(&self, app: &TestApp) {
        let mut tx = app.app.db.read().await.expect("tx");
        let rows = jobs::list(&mut tx, &self.viewer(), JobSelection::All).await.expect("jobs");
        drop(tx);
        for row in [rows.first(), rows.last()].into_iter().flatten() {
            let sent = app.get(&self.person, &format!("/api/jobs/job/{}", row.id)).await;
            let expected = json!({ "info": row }).to_string();
            let sent: Value = serde_json::from_slice(&sent.bytes).expect("JSON");
            assert_eq!(sent.to_string(), expected, "{:?}", self.role);
        }
    }

    /// The copies, with what has changed since, are the rows.
    pub async fn check_copies(&mut self, app: &TestApp) {
        let viewer = self.viewer();
        let mut tx = app.app.db.read().await.expect("tx");
        let jobs = jobs::list(&mut tx, &viewer, JobSelection::All).await.expect("jobs");
        let mut truths = vec![("jobs", self.list(), json!(jobs))];
        if self.role.company_type == Contractor {
            let rows = customers::list(&mut tx, viewer.scope).await.expect("customers");
            truths.push(("customers", "/api/customers/find", json!(rows)));
            let rows = appointments::list(&mut tx, &viewer).await.expect("appointments");
            truths.push(("appointments", "/api/appointments/company", json!(rows)));
        }
        drop(tx);
        for (name, path, truth) in truths {
            let copy = self.copies.entry(name).or_default();
            let answer = app.get(&self.person, &format!("{path}?since={}", copy.state)).await;
            copy.update(name, &answer);
            let truth: BTreeMap<String, Value> =
                truth.as_array().expect("rows").iter().map(by_id).collect();
            assert_eq!(copy.rows, truth, "{:?} {name}", self.role);
        }
    }

    pub async fn check_search(&self, app: &TestApp) {
        app.get(&self.person, "/api/search?q=").await;
        let (db, company) = (&app.app.db, self.person.company);
        let read = |_| async { Err::<search::CompanyIndex, store::db::error::DbError>(unread()) };
        let kept = app
            .app
            .index_cache
            .get_or_load(db, company, None, read)
            .await
            .expect("it was just read");
        let mut tx = db.read().await.expect("tx");
        let fresh = search::read(&mut tx, Scope::trusted(company), self.role.company_type).await;
        assert_eq!(format!("{kept:?}"), format!("{:?}", fresh.expect("texts").into_index()));
    }
}

impl Copy {
    fn update(&mut self, name: &str, answer: &TestResponse) {
        assert_eq!(answer.status, StatusCode::OK, "{:?}", answer.json);
        let rows = answer.json[name].as_array().expect("rows");
        self.looks += 1;
        if answer.json["whole"] == json!(true) {
            self.rows.clear();
            self.wholes += 1;
        } else {
            for gone in answer.json["gone"].as_array().expect("gone") {
                self.rows.remove(gone.as_str().expect("id"));
            }
        }
        self.rows.extend(rows.iter().map(by_id));
        answer.headers["x-state"].to_str().expect("state").clone_into(&mut self.state);
    }
}

fn by_id(row: &Value) -> (String, Value) {
    (row["id"].as_str().expect("id").to_owned(), row.clone())
}

fn unread() -> store::db::error::DbError {
    store::db::error::DbError::NotStored(
        "the index is read again though nothing has changed".into(),
    )
}

fn unpacked(answer: &TestResponse) -> String {
    let Some(encoding) = answer.headers.get(header::CONTENT_ENCODING) else {
        return String::from_utf8_lossy(&answer.bytes).into_owned();
    };
    let mut text = String::new();
    match encoding.to_str().expect("encoding") {
        "gzip" => flate2::read::GzDecoder::new(&answer.bytes[..]).read_to_string(&mut text),
        _ => brotli::Decompressor::new(&answer.bytes[..], 4_096).read_to_string(&mut text),
    }
    .expect("a text");
    text
}
