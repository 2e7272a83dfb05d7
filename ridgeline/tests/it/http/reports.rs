//! Reports: the figures of a small company, counted by hand, and who may read them.

use axum::http::{StatusCode, header};
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member, Salesman},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, company_fixture::text, ordering_office::OrderingOffice};

const REPORTS: [&str; 4] = ["jobs", "value", "crews", "vendors"];
/// Spring, in Nashville time. The tests' clock starts on Monday, 2 March 2026.
const SPRING: &str = "from=2026-02-01&to=2026-04-30&by=month";

async fn report(app: &TestApp, who: &Person, path: &str) -> Value {
    let response = app.get(who, &format!("/api/reports/{path}")).await;
    assert_eq!(response.status, StatusCode::OK, "{path}: {}", response.json);
    response.json
}

async fn sheet(app: &TestApp, who: &Person, path: &str) -> Vec<String> {
    let response = app.get(who, &format!("/api/reports/{path}")).await;
    assert_eq!(response.status, StatusCode::OK, "{path}: {}", response.json);
    let text = String::from_utf8(response.bytes).expect("text");
    text.trim_start_matches('\u{feff}').lines().map(str::to_owned).collect()
}

/// The values of some fields of each row.
fn cells(rows: &Value, fields: &[&str]) -> Vec<Vec<Value>> {
    let rows = rows.as_array().expect("rows").iter();
    let cell = |row: &Value, field: &str| row.pointer(field).cloned().unwrap_or_default();
    rows.map(|row| fields.iter().map(|field| cell(row, field)).collect()).collect()
}

async fn done(app: &TestApp, who: &Person, path: &str, form: Value) {
    let response = app.post(who, path, form).await;
    assert_eq!(response.status, StatusCode::OK, "{path}: {}", response.json);
}

/// A job with its value, and its dates if it has any.
async fn job(
    app: &TestApp,
    owner: &Person,
    amount: Option<f64>,
    days: Option<(&str, &str)>,
) -> Value {
    let created = app.job(owner).await;
    let id = &created["id"];
    if let Some(amount) = amount {
        let form = json!({ "jobId": id, "contractAmount": amount });
        done(app, owner, "/api/jobs/contractAmount/update", form).await;
    }
    if let Some((start, end)) = days {
        let form = json!({ "jobId": id, "startDate": start, "endDate": end });
        done(app, owner, "/api/jobs/update/schedule", form).await;
    }
    created
}

/// A purchase order of this many shingles at $31.50, from a vendor.
async fn order(app: &TestApp, owner: &Person, job: &Value, vendor: Option<&str>, shingles: f64) {
    let created = app.purchase_order(owner, job).await;
    let id = text(&created["id"]);
    if let Some(vendor) = vendor {
        let path = format!("/api/purchase_orders/update/vendor/{id}");
        let response = app.put(owner, &path, json!({ "vendorId": vendor })).await;
        assert_eq!(response.status, StatusCode::OK, "{}", response.json);
    }
    if shingles > 0.0 {
        let product = app.product(owner, "Shingle", 3_150).await;
        let form = json!([{ "productId": product, "quantity": shingles, "purchaseOrderId": created["id"] }]);
        done(app, owner, &format!("/api/purchase_orders/updateOrderItems/{id}"), form).await;
    }
}

both_engines! {
    async fn jobs_are_counted_when_created_worked_on_and_completed(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let first = job(app, &ada, None, Some(("2026-03-30", "2026-04-02"))).await;
        let second = job(app, &ada, None, Some(("2026-03-05", "2026-03-05"))).await;
        job(app, &ada, None, None).await;
        let complete = |job: &Value, is: bool| json!({ "jobId": job["id"], "isActive": !is });
        done(app, &ada, "/api/jobs/complete", complete(&second, true)).await;
        // 10:30 p.m. on 31 March in Nashville, which is April in UTC.
        app.advance(Duration::days(29) + Duration::hours(15) + Duration::minutes(30));
        job(app, &ada, None, None).await;
        done(app, &ada, "/api/jobs/complete", complete(&second, false)).await;
        done(app, &ada, "/api/jobs/complete", complete(&second, true)).await;
        app.advance(Duration::days(2));
        done(app, &ada, "/api/jobs/complete", complete(&first, true)).await;
        let response = report(app, &ada, &format!("jobs?{SPRING}")).await;
        let fields = ["/from", "/created", "/worked", "/completed", "/active"];
        assert_eq!(cells(&response["rows"], &fields), [
            [json!("2026-02-01"), json!(0), json!(0), json!(0), json!(0)],
            [json!("2026-03-01"), json!(4), json!(2), json!(1), json!(3)],
            [json!("2026-04-01"), json!(0), json!(1), json!(1), json!(2)],
        ]);
        assert_eq!(response["now"], json!({ "unscheduled": 2, "scheduled": 0, "complete": 2 }));
        assert_eq!(response["undated"], json!(0));
        assert_eq!(response["period"], json!({ "from": "2026-02-01", "to": "2026-04-30", "by": "month" }));
        let weeks = report(app, &ada, "jobs?from=2026-03-01&to=2026-03-14").await;
        assert_eq!(weeks["period"]["by"], json!("month"));
        let weeks = report(app, &ada, "jobs?from=2026-03-01&to=2026-03-14&by=week").await;
        assert_eq!(cells(&weeks["rows"], &["/to", "/created", "/worked", "/active"]), [
            [json!("2026-03-07"), json!(3), json!(1), json!(3)],
            [json!("2026-03-14"), json!(0), json!(0), json!(3)],
        ]);
        assert_eq!(sheet(app, &ada, &format!("jobs/export?{SPRING}")).await[..3], [
            "From,To,Created,On the calendar,Completed,Active at the end",
            "2026-02-01,2026-02-28,0,0,0,0",
            "2026-03-01,2026-03-31,4,2,1,3",
        ]);
    }

    async fn value_is_reported_by_start_month_and_unscheduled_jobs_separately(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        job(app, &ada, Some(8_100.5), Some(("2026-02-27", "2026-03-03"))).await;
        job(app, &ada, Some(1_000.25), Some(("2026-02-01", "2026-02-01"))).await;
        job(app, &ada, None, Some(("2026-04-30", "2026-05-02"))).await;
        job(app, &ada, Some(10.0), Some(("2026-01-31", "2026-02-02"))).await;
        job(app, &ada, Some(20.0), Some(("2026-05-01", "2026-05-01"))).await;
        job(app, &ada, Some(500.0), None).await;
        job(app, &ada, None, None).await;
        let over = job(app, &ada, Some(99_999.0), Some(("2026-03-10", "2026-03-10"))).await;
        done(app, &ada, "/api/jobs/complete", json!({ "jobId": over["id"], "isActive": false })).await;
        let response = report(app, &ada, &format!("value?{SPRING}")).await;
        assert_eq!(cells(&response["rows"], &["/sum/jobs", "/sum/value", "/sum/withoutAmount"]), [
            [json!(2), json!(9_100.75), json!(0)],
            [json!(0), json!(0), json!(0)],
            [json!(1), json!(0), json!(1)],
        ]);
        let sum = |jobs: u32, value: f64, without: u32| (json!(jobs), json!(value), json!(without));
        for (what, expected) in [
            ("scheduled", sum(3, 9_100.75, 1)),
            ("before", (json!(1), json!(10), json!(0))),
            ("after", (json!(1), json!(20), json!(0))),
            ("unscheduled", (json!(2), json!(500), json!(1))),
        ] {
            let sum = &response[what];
            let found = (sum["jobs"].clone(), sum["value"].clone(), sum["withoutAmount"].clone());
            assert_eq!(found, expected, "{what}");
        }
        let file = sheet(app, &ada, &format!("value/export?{SPRING}")).await;
        assert_eq!(file[0], "Jobs,From,To,Number of jobs,Contract amount,Without an amount");
        assert_eq!(file[1], "Scheduled,2026-02-01,2026-02-28,2,9100.75,0");
        assert_eq!(file[6], "Not scheduled,,,2,500.00,1");
    }

    async fn each_crews_booked_days_are_reported_by_week(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let (crew, _) = app.crew(&ada).await;
        // Friday to Monday.
        let own = job(app, &ada, None, Some(("2026-03-06", "2026-03-09"))).await;
        let form = json!({ "isCustom": true, "customCrewId": crew, "jobCrewTableId": own["jobCrewTableId"] });
        done(app, &ada, "/api/jobs/update/assign/custom", form).await;
        let given = job(app, &ada, None, Some(("2026-03-02", "2026-03-31"))).await;
        let sub = app.asked_subcontractor(&ada, &given).await;
        job(app, &ada, None, Some(("2026-03-14", "2026-03-14"))).await;
        job(app, &ada, None, Some(("2026-03-15", "2026-03-15"))).await;
        let weeks = "from=2026-03-01&to=2026-03-14&by=week";
        let response = report(app, &ada, &format!("crews?{weeks}")).await;
        let fields = ["/lane/kind", "/lane/name", "/jobs", "/days", "/total"];
        assert_eq!(cells(&response["crews"], &fields), [
            [json!("subcontractor"), json!("Ridge & Sons"), json!(1), json!([6, 7]), json!(13)],
            [json!("crew"), json!("Tear-off"), json!(1), json!([2, 2]), json!(4)],
            [json!("unassigned"), json!(null), json!(1), json!([0, 1]), json!(1)],
        ]);
        assert_eq!(response["parts"][1], json!({ "from": "2026-03-08", "to": "2026-03-14" }));
        // The subcontractor reads which of its own people do the assigned jobs, and nothing else.
        let theirs = report(app, &sub, &format!("crews?{weeks}")).await;
        assert_eq!(cells(&theirs["crews"], &fields), [
            [json!("unassigned"), json!(null), json!(1), json!([6, 7]), json!(13)],
        ]);
        let file = sheet(app, &ada, &format!("crews/export?{weeks}")).await;
        assert_eq!(file[0], "Who,Kind,Number of jobs,Job days,2026-03-01 – 2026-03-07,2026-03-08 – 2026-03-14");
        assert_eq!(file[2], "Tear-off,Crew,1,4,2,2");
    }

    async fn each_vendor_is_reported_with_its_orders_in_the_period(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let roof = app.job(&ada).await;
        let vendor = app.vendor(&ada).await.to_string();
        order(app, &ada, &roof, Some(&vendor), 2.0).await;
        order(app, &ada, &roof, Some(&vendor), 0.5).await;
        order(app, &ada, &roof, None, 10.0).await;
        // Nobody pays for what was cancelled.
        order(app, &ada, &roof, Some(&vendor), 70.0).await;
        let orders = app.get(&ada, &format!("/api/purchase_orders/job/{}", text(&roof["id"]))).await.json["orders"].clone();
        let last = orders.as_array().and_then(|orders| orders.last()).expect("an order");
        let form = json!({ "id": last["id"], "status": "cancelled", "version": last["version"] });
        done(app, &ada, "/api/purchase_orders/status", form).await;
        // 1 a.m. on 3 March in Nashville.
        app.advance(Duration::hours(19));
        order(app, &ada, &roof, Some(&vendor), 0.0).await;
        let response = report(app, &ada, "vendors?from=2026-03-02&to=2026-03-02").await;
        assert_eq!(cells(&response["vendors"], &["/name", "/orders", "/sent", "/total"]), [
            [json!("Music City Supply"), json!(2), json!(0), json!(78.75)],
            [json!(null), json!(1), json!(0), json!(315)],
        ]);
        assert_eq!((&response["orders"], &response["total"]), (&json!(3), &json!(393.75)));
        let response = report(app, &ada, "vendors?from=2026-03-03&to=2026-03-03").await;
        assert_eq!(cells(&response["vendors"], &["/vendorId", "/orders", "/total"]), [
            [json!(vendor), json!(1), json!(0)],
        ]);
        // Text that a spreadsheet would run as a formula is shown in it.
        let form = json!({ "vendorId": vendor, "name": "=HYPERLINK(\"x\")", "accountNumber": "" });
        let named = app.put(&ada, "/api/contractor_vendors/details", form).await;
        assert_eq!(named.status, StatusCode::OK, "{}", named.json);
        let file = sheet(app, &ada, "vendors/export?from=2026-03-02&to=2026-03-02").await;
        assert_eq!(file, [
            "Vendor,Purchase orders,Sent by email,Total,Late",
            "\"'=HYPERLINK(\"\"x\"\")\",2,0,78.75,0",
            "No vendor yet,1,0,315.00,0",
        ]);
    }

    async fn late_orders_and_what_is_still_to_come_of_each_product_are_reported(app: &TestApp) {
        let office = OrderingOffice::open(app).await;
        let week = "vendors?from=2026-03-02&to=2026-03-08";
        let now = report(app, &office.admin, week).await;
        assert_eq!((&now["late"], &now["products"]), (&json!(0), &json!([])), "a draft is not ordered");
        office.become_now(app, "sent").await;
        office.ask(app, "status", json!({ "status": "confirmed", "expectedOn": "2026-03-04" })).await;
        office.receive(app, &[(0, 12.5)]).await;
        let fields = ["/name", "/ordered", "/received", "/toCome"];
        let products = |left: [Value; 2]| {
            let [felt, shingles] = left;
            vec![
                vec![json!("Felt"), json!(2.5), json!(0), felt],
                vec![json!("Shingles"), json!(20), json!(12.5), shingles],
            ]
        };
        let now = report(app, &office.admin, week).await;
        assert_eq!(cells(&now["products"], &fields), products([json!(2.5), json!(7.5)]));
        app.advance(Duration::days(2));
        assert_eq!(report(app, &office.admin, week).await["late"], json!(0), "it may come today");
        app.advance(Duration::days(1));
        let now = report(app, &office.admin, week).await;
        assert_eq!((&now["late"], &now["vendors"][0]["late"]), (&json!(1), &json!(1)));
        office.become_now(app, "closed").await;
        let now = report(app, &office.admin, week).await;
        assert_eq!((&now["late"], cells(&now["products"], &fields)), (&json!(0), products([json!(0), json!(0)])));
    }

    async fn a_report_shows_nobody_more_than_they_see_elsewhere(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let march = Some(("2026-03-02", "2026-03-03"));
        let [his, given] = [job(app, &ada, Some(100.0), march).await, job(app, &ada, Some(900.0), march).await];
        let vendor = app.vendor(&ada).await.to_string();
        for one in [&his, &given] {
            order(app, &ada, one, Some(&vendor), 1.0).await;
        }
        let foreman = app.colleague(ada.company, Foreman).await;
        let form = json!({ "assignedToUserId": foreman.user, "jobCrewTableId": his["jobCrewTableId"] });
        done(app, &ada, "/api/jobs/update/assign/user", form).await;
        let sub = app.asked_subcontractor(&ada, &given).await;
        done(app, &ada, "/api/jobs/complete", json!({ "jobId": given["id"], "isActive": false })).await;
        let member = app.colleague(ada.company, Member).await;
        let salesman = app.colleague(ada.company, Salesman).await;
        for (who, jobs, value, orders) in [(&ada, 2, 100, 2), (&member, 2, 100, 2), (&foreman, 1, 100, 1), (&salesman, 0, 0, 0)] {
            let response = report(app, who, &format!("jobs?{SPRING}")).await;
            assert_eq!(response["rows"][1]["created"], json!(jobs));
            let response = report(app, who, &format!("value?{SPRING}")).await;
            assert_eq!(response["scheduled"]["value"], json!(value));
            assert_eq!(report(app, who, &format!("vendors?{SPRING}")).await["orders"], json!(orders));
        }
        // A subcontractor sees its assigned jobs, and no amounts.
        let response = report(app, &sub, &format!("jobs?{SPRING}")).await;
        assert_eq!((&response["rows"][1]["created"], &response["rows"][1]["completed"]), (&json!(1), &json!(1)));
        for path in ["value", "vendors", "value/export", "vendors/export"] {
            let response = app.get(&sub, &format!("/api/reports/{path}?from=nonsense")).await;
            assert_eq!(response.status, StatusCode::FORBIDDEN, "{path}");
        }
        // Another company's rows are in no figures, and nobody has access without signing in.
        for outsider in [app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await] {
            let response = report(app, &outsider, &format!("jobs?{SPRING}")).await;
            assert_eq!(response["now"], json!({ "unscheduled": 0, "scheduled": 0, "complete": 0 }));
            assert_eq!(report(app, &outsider, &format!("crews?{SPRING}")).await["crews"], json!([]));
        }
        let outsider = app.sign_in(Contractor, Admin).await;
        let response = report(app, &outsider, &format!("value?{SPRING}")).await;
        assert_eq!((&response["scheduled"]["jobs"], &response["unscheduled"]["jobs"]), (&json!(0), &json!(0)));
        assert_eq!(report(app, &outsider, &format!("vendors?{SPRING}")).await["vendors"], json!([]));
        for name in REPORTS {
            for path in [format!("/api/reports/{name}"), format!("/api/reports/{name}/export")] {
                assert_eq!(app.call(None, "GET", &path, Value::Null).await.status, StatusCode::UNAUTHORIZED, "{path}");
            }
        }
    }

    async fn an_invalid_period_is_refused_and_an_export_is_named_by_its_dates(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        for name in REPORTS {
            for (query, wrong) in [
                ("from=2026-03-02&to=2026-03-01", "from range"),
                ("from=2026-02-30&to=2026-03-01", "from format"),
                ("from=2026-03-01", "to required"),
                ("from=2023-01-01&to=2026-01-01", "to too_large"),
                ("by=year", "by choice"),
            ] {
                for path in [format!("/api/reports/{name}?{query}"), format!("/api/reports/{name}/export?{query}")] {
                    let response = app.get(&ada, &path).await;
                    let outcome = (response.status, response.fields());
                    assert_eq!(outcome, (StatusCode::UNPROCESSABLE_ENTITY, vec![wrong.to_owned()]), "{path}");
                }
            }
            let twice = format!("/api/reports/{name}?by=week&by=week");
            assert_eq!(app.get(&ada, &twice).await.status, StatusCode::BAD_REQUEST);
            let file = app.get(&ada, &format!("/api/reports/{name}/export?{SPRING}")).await;
            let expected = format!("attachment; filename=\"{name}-2026-02-01-2026-04-30.csv\"");
            assert_eq!(file.headers[header::CONTENT_DISPOSITION], expected.as_str());
        }
        // Without dates a report covers a default period around today.
        let response = report(app, &ada, "crews").await;
        assert_eq!(response["period"], json!({ "from": "2026-03-01", "to": "2026-04-25", "by": "week" }));
    }

    async fn a_report_takes_as_many_statements_for_many_jobs_as_for_one(app: &TestApp) {
        let ada = app.sign_in(Contractor, Admin).await;
        let vendor = app.vendor(&ada).await.to_string();
        let db = &app.app.db;
        let mut statements = Vec::new();
        for round in 0..2 {
            for _ in 0..=round * 4 {
                let one = job(app, &ada, Some(10.0), Some(("2026-03-02", "2026-03-03"))).await;
                order(app, &ada, &one, Some(&vendor), 1.0).await;
            }
            // The first call of a session records that it is in use.
            report(app, &ada, "jobs").await;
            let before = db.statements_run();
            for name in REPORTS {
                report(app, &ada, &format!("{name}?{SPRING}")).await;
            }
            statements.push(db.statements_run() - before);
        }
        assert_eq!(statements[0], statements[1]);
        // The company's time zone and the rows; on PostgreSQL also the caller and the quota.
        let most = if db.is_sole_writer() { 2 } else { 4 };
        assert!(statements[0] <= 4 * most, "{statements:?}");
    }
}
