//! Lists, their changes since a state, and the search index stay equal to the rows, whatever changes.

use std::{collections::BTreeMap, io::Read as _};

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use chrono::NaiveDate;
use domain::{
    permissions::permission::{
        CompanyType::{self, Contractor, Subcontractor},
        Role,
        UserType::{self, Admin, Foreman, Member, Salesman},
    },
    types::language::Language,
};
use fastrand::Rng;
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

use crate::support::{Person, TestApp, TestResponse};

/// A user with a copy of each list, as a phone has one.
struct Client {
    person: Person,
    role: Role,
    copies: BTreeMap<&'static str, Copy>,
}

/// A copy of a list, brought up to date with what has changed.
#[derive(Default)]
struct Copy {
    state: String,
    rows: BTreeMap<String, Value>,
    looks: usize,
    wholes: usize,
}

impl Client {
    async fn of(app: &TestApp, company: &Person, kind: CompanyType, user: UserType) -> Self {
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
    async fn check_lists(&self, app: &TestApp) {
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
    async fn check_single_jobs(&self, app: &TestApp) {
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
    async fn check_copies(&mut self, app: &TestApp) {
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

    async fn check_search(&self, app: &TestApp) {
        app.get(&self.person, "/api/search?q=").await;
        let (db, company) = (&app.app.db, self.person.company);
        let read = |_| async { Err::<search::CompanyIndex, store::db::error::DbError>(unread()) };
        let kept =
            app.app.index_cache.get_or_load(db, company, read).await.expect("it was just read");
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

fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 3, day).expect("day")
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

/// Who changes things, and what there is.
struct Office {
    rng: Rng,
    admin: Person,
    sub: Person,
    foreman: Person,
    connection: String,
    jobs: Vec<Value>,
    customers: Vec<Value>,
    appointments: Vec<Value>,
    calendars: Vec<Value>,
    crews: Vec<Value>,
}

impl Office {
    fn one(&mut self, of: impl Fn(&Self) -> &Vec<Value>) -> Value {
        let count = of(self).len();
        if count == 0 {
            return json!({ "id": uuid::Uuid::now_v7() });
        }
        let at = self.rng.usize(0..count);
        of(self)[at].clone()
    }

    fn word(&mut self) -> String {
        format!("word {}", self.rng.u32(0..1_000))
    }

    /// A random change; some are refused, as in life.
    #[expect(clippy::too_many_lines, reason = "one line for each kind of change")]
    async fn change(&mut self, app: &TestApp) {
        let job = self.one(|office| &office.jobs);
        let (id, crew_row) = (job["id"].clone(), job["jobCrewTableId"].clone());
        let customer = self.one(|office| &office.customers)["id"].clone();
        let appointment = self.one(|office| &office.appointments)["id"].clone();
        let calendar = self.one(|office| &office.calendars)["id"].clone();
        let crew = self.one(|office| &office.crews)["id"].clone();
        let (word, start) = (self.word(), self.rng.u32(1..25));
        let (from, to) = (day(start), day(start + self.rng.u32(0..3)));
        let admin = self.admin.clone();
        let person = json!({
            "firstName": word, "lastName": self.word(), "phone": "615-555-0100", "company": "", "address": "",
            "city": "", "state": "", "zip": "",
        });
        let meeting = json!({
            "customerId": customer, "assignedToId": admin.user, "address": word, "city": "", "state": "",
            "zip": "", "note": "", "start": format!("{from}T15:00:00Z"), "end": format!("{from}T15:30:00Z"),
        });
        let post = |path: &'static str, body: Value| app.post(&admin, path, body);
        match self.rng.u32(0..33) {
            0..=3 => {
                let form = json!({ "title": word, "city": "Nashville", "state": "TN" });
                let made = post("/api/jobs/create", form).await;
                self.jobs.push(app.job_seen_by(&admin, &made.json["id"]).await);
            }
            4 => drop(
                post(
                    "/api/jobs/update/nameAddress",
                    json!({ "jobId": id, "title": word, "city": "Franklin", "state": "TN" }),
                )
                .await,
            ),
            5..=7 => drop(
                post(
                    "/api/jobs/update/schedule",
                    json!({ "jobId": id, "startDate": from, "endDate": to }),
                )
                .await,
            ),
            8 => drop(post("/api/jobs/unschedule", json!({ "jobId": id })).await),
            9 => drop(
                post("/api/jobs/complete", json!({ "jobId": id, "isActive": self.rng.bool() }))
                    .await,
            ),
            10 => drop(post("/api/jobs/addTag", json!({ "jobId": id, "content": word })).await),
            11 => drop(
                post(
                    "/api/jobs/addMeasurementReport",
                    json!({ "jobId": id, "measurement": "square", "amount": 3 }),
                )
                .await,
            ),
            12..=13 => drop(
                post(
                    "/api/jobs/update/assign/subcontractorAccount",
                    json!({ "selectedConnection": self.connection, "jobCrewTableId": crew_row }),
                )
                .await,
            ),
            14..=15 => drop(app.answer(&self.sub, &job, self.rng.u8(0..10) < 7).await),
            16 => drop(
                post(
                    "/api/jobs/update/assign/user",
                    json!({ "assignedToUserId": self.foreman.user, "jobCrewTableId": crew_row }),
                )
                .await,
            ),
            17 => {
                self.jobs.retain(|other| other["id"] != id);
                post("/api/jobs/delete", json!({ "jobId": id })).await;
            }
            18 => {
                let made = post("/api/customers/create", person).await;
                self.customers.push(made.json["customer"].clone());
            }
            19 => drop(
                post(
                    "/api/customers/update",
                    json!({ "customer": person, "customerId": customer }),
                )
                .await,
            ),
            20 => {
                self.customers.retain(|other| other["id"] != customer);
                app.delete(
                    &admin,
                    &format!("/api/customers/delete/{}", customer.as_str().expect("id")),
                )
                .await;
            }
            21 => drop(
                post("/api/jobs/update/customer", json!({ "jobId": id, "jobCustomer": customer }))
                    .await,
            ),
            22 => {
                drop(post("/api/work_orders/create", json!({ "jobId": id, "title": word })).await);
            }
            23 => drop(
                post("/api/purchase_orders/create", json!({ "jobId": id, "title": word })).await,
            ),
            24 => {
                let made = post("/api/appointments/create", meeting).await;
                self.appointments.extend(made.json.get("appointment").cloned());
            }
            25 => {
                let path = format!(
                    "/api/appointments/{}/{}",
                    ["schedule", "delete"][self.rng.usize(0..2)],
                    appointment.as_str().expect("id")
                );
                if path.contains("delete") {
                    app.delete(&admin, &path).await;
                } else {
                    app.put(
                        &admin,
                        &path,
                        json!({ "start": meeting["start"], "end": meeting["end"] }),
                    )
                    .await;
                }
            }
            26 => {
                let made = post("/api/calendar/new", json!({ "title": word })).await;
                self.calendars.extend(made.json.get("calendar").cloned());
                post("/api/contractor_vendors", json!({ "name": word, "accountNumber": "" })).await;
                let made = post("/api/custom_crews/create", json!({ "name": word })).await;
                self.crews.extend(made.json.get("crew").cloned());
            }
            27 => {
                post("/api/calendar/assign", json!({ "jobId": id, "calendarId": calendar })).await;
                post(
                    "/api/jobs/update/assign/custom",
                    json!({ "customCrewId": crew, "jobCrewTableId": crew_row }),
                )
                .await;
            }
            28..=30 => {
                let first = self.one(|office| &office.jobs)["id"].clone();
                let follows = json!([{ "jobId": first, "gapWorkdays": self.rng.u32(0..3) }]);
                post("/api/jobs/update/follows", json!({ "jobId": id, "follows": follows })).await;
            }
            31 => {
                let mut form = json!({
                    "selection": { "jobIds": [id] }, "workdays": self.rng.i32(1..4), "reason": word,
                    "withFollowing": true, "dryRun": true,
                });
                let shown = post("/api/schedule/shift", form.clone()).await;
                form["dryRun"] = json!(false);
                form["state"] = shown.json["state"].clone();
                let shifted = post("/api/schedule/shift", form).await;
                if let (Some(shift), true) = (shifted.json["shiftId"].as_str(), self.rng.bool()) {
                    let path = format!("/api/schedule/shift/{shift}/undo");
                    app.post(&admin, &path, json!({})).await;
                }
            }
            _ => {
                post("/api/jobs/addNote", json!({ "jobId": id, "content": word })).await;
                if self.rng.u8(0..10) < 3 {
                    let form =
                        json!({ "name": word, "location": "Waco, TX", "description": "Roofs." });
                    app.put(&self.sub, &format!("/api/company/update/{}", self.sub.company), form)
                        .await;
                    app.delete(
                        &admin,
                        &format!("/api/custom_crews/{}", crew.as_str().expect("id")),
                    )
                    .await;
                }
            }
        }
    }
}

/// Random changes on one server, read on another: each role's lists, copies and searches are the rows.
async fn random_changes(app: &TestApp, reading: &TestApp, seed: u64, steps: usize) {
    let admin = app.sign_in(Contractor, Admin).await;
    let sub = app.sign_in(Subcontractor, Admin).await;
    let stranger = app.sign_in(Contractor, Admin).await;
    let connection = app.connection(&admin, &sub, true).await;
    let mut clients = Vec::new();
    for user in [Admin, Member, Foreman, Salesman] {
        clients.push(Client::of(app, &admin, Contractor, user).await);
    }
    for user in [Admin, Member] {
        clients.push(Client::of(app, &sub, Subcontractor, user).await);
    }
    clients.push(Client::of(app, &stranger, Contractor, Member).await);
    let foreman = clients[2].person.clone();
    let mut office = Office {
        rng: Rng::with_seed(seed),
        admin,
        sub,
        foreman,
        connection,
        jobs: Vec::new(),
        customers: Vec::new(),
        appointments: Vec::new(),
        calendars: Vec::new(),
        crews: Vec::new(),
    };
    for step in 0..steps {
        office.change(app).await;
        // Some look seldom, and see many changes at once.
        let at = step % (clients.len() * 2);
        if let Some(client) = clients.get_mut(at) {
            client.check_lists(reading).await;
            client.check_single_jobs(reading).await;
            client.check_copies(reading).await;
            client.check_search(reading).await;
        }
    }
    for client in &mut clients {
        client.check_lists(reading).await;
        client.check_single_jobs(reading).await;
        client.check_copies(reading).await;
        client.check_search(reading).await;
    }
    let Copy { looks, wholes, .. } = clients[0].copies["jobs"];
    assert!(wholes * 2 < looks, "of {looks} answers {wholes} were whole lists");
}

both_engines! {
    async fn whatever_changes_every_role_sees_the_rows_as_they_are(app: &TestApp) {
        for seed in [1, 2] {
            random_changes(app, app, seed, 160).await;
        }
    }
}

#[tokio::test]
async fn a_second_server_puts_lists_together_that_are_the_rows() {
    let app = TestApp::new(store::db::Engine::Postgres).await;
    let other = app.second_server(|_| {}).await;
    random_changes(&app, &other, 3, 120).await;
}
