//! A company in which everything changes at random.

use chrono::NaiveDate;
use fastrand::Rng;
use serde_json::{Value, json};

use crate::support::{Person, TestApp};

/// A day of the month in which all happens.
pub fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 3, day).expect("day")
}

/// Who changes things, and what there is.
pub struct Office {
    pub rng: Rng,
    pub admin: Person,
    pub sub: Person,
    pub foreman: Person,
    pub connection: String,
    pub jobs: Vec<Value>,
    pub customers: Vec<Value>,
    pub appointments: Vec<Value>,
    pub calendars: Vec<Value>,
    pub crews: Vec<Value>,
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
    pub async fn change(&mut self, app: &TestApp) {
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
