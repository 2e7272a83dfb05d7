//! The working days of a company: everybody reads them, admins set them.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member, Salesman},
};
use serde_json::{Value, json};

use crate::support::TestApp;

const PATH: &str = "/api/company/workdays";

both_engines! {
    async fn a_company_works_from_monday_to_friday_until_an_admin_says_otherwise(app: &TestApp) {
        assert_eq!(app.call(None, "GET", PATH, Value::Null).await.status, StatusCode::UNAUTHORIZED);
        let usual = json!({ "workdays": { "weekdays": [1, 2, 3, 4, 5], "holidays": [], "hours": null } });
        for kind in [Contractor, Subcontractor] {
            let admin = app.sign_in(kind, Admin).await;
            assert_eq!(app.get(&admin, PATH).await.json, usual);
            let form = json!({
                "weekdays": [6, 2, 2, 1],
                "holidays": [
                    { "day": "2026-12-25", "name": "Christmas" }, { "day": "2026-07-04", "name": " Independence Day " },
                    { "day": "2026-12-25", "name": "Christmas again" },
                ],
                "hours": { "start": "07:00", "end": "16:30" },
            });
            let stored = json!({ "workdays": {
                "weekdays": [1, 2, 6],
                "holidays": [{ "day": "2026-07-04", "name": "Independence Day" }, { "day": "2026-12-25", "name": "Christmas" }],
                "hours": { "start": "07:00", "end": "16:30" },
            }});
            let set = app.put(&admin, PATH, form).await;
            assert_eq!((set.status, &set.json), (StatusCode::OK, &stored));
            let member = app.colleague(admin.company, Member).await;
            assert_eq!(app.get(&member, PATH).await.json, stored, "everybody of the company reads it");
            let refused = app.put(&member, PATH, json!({ "weekdays": [1] })).await;
            assert_eq!((refused.status, refused.code()), (StatusCode::FORBIDDEN, "forbidden"));
            let cleared = app.put(&admin, PATH, json!({ "weekdays": [1, 2, 6] })).await;
            let left = json!({ "workdays": { "weekdays": [1, 2, 6], "holidays": [], "hours": null } });
            assert_eq!(cleared.json, left, "what is left out is cleared");
            assert_eq!(app.get(&admin, PATH).await.json, left);
            let other = app.sign_in(kind, Admin).await;
            assert_eq!(app.get(&other, PATH).await.json, usual, "of another company nothing changed");
        }
    }

    async fn salesmen_and_foremen_read_working_days_and_set_none(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        for kind in [Salesman, Foreman] {
            let who = app.colleague(admin.company, kind).await;
            assert_eq!(app.get(&who, PATH).await.status, StatusCode::OK);
            assert_eq!(app.put(&who, PATH, json!({ "weekdays": [1] })).await.status, StatusCode::FORBIDDEN);
        }
    }

    async fn working_days_that_cannot_be_are_refused_field_by_field(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let day = |name: &str| json!([{ "day": "2026-07-04", "name": name }]);
        // Ten years with a holiday every week.
        let first = chrono::NaiveDate::from_ymd_opt(2026, 1, 1).expect("a day");
        let many = |count: usize| -> Value {
            first.iter_weeks().take(count).map(|day| json!({ "day": day, "name": "Shutdown" })).collect()
        };
        for (body, fields) in [
            (json!({}), vec!["weekdays required"]),
            (json!({ "weekdays": [] }), vec!["weekdays required"]),
            (json!({ "weekdays": null }), vec!["weekdays required"]),
            (json!({ "weekdays": [0] }), vec!["weekdays choice"]),
            (json!({ "weekdays": [8, 1] }), vec!["weekdays choice"]),
            (json!({ "weekdays": [1.5] }), vec!["weekdays choice"]),
            (json!({ "weekdays": [1], "holidays": [{}] }), vec!["day required", "name required"]),
            (json!({ "weekdays": [1], "holidays": [{ "day": "2026-02-30", "name": "x" }] }), vec!["day format"]),
            (json!({ "weekdays": [1], "holidays": day(" ") }), vec!["name required"]),
            (json!({ "weekdays": [1], "holidays": day(&"é".repeat(101)) }), vec!["name too_long"]),
            (json!({ "weekdays": [1], "holidays": many(501) }), vec!["holidays too_large"]),
            (json!({ "weekdays": [1], "hours": {} }), vec!["start required", "end required"]),
            (json!({ "weekdays": [1], "hours": { "start": "7:00", "end": "24:00" } }), vec!["start format", "end format"]),
            (json!({ "weekdays": [1], "hours": { "start": "16:00", "end": "07:00" } }), vec!["start range"]),
        ] {
            let refused = app.put(&admin, PATH, body.clone()).await;
            let mut named = refused.fields();
            named.sort();
            let mut fields: Vec<String> = fields.into_iter().map(str::to_owned).collect();
            fields.sort();
            assert_eq!((refused.status, named), (StatusCode::UNPROCESSABLE_ENTITY, fields), "{body}");
        }
        assert_eq!(app.put(&admin, PATH, json!({ "weekdays": "1" })).await.status, StatusCode::BAD_REQUEST);
        let longest = json!({ "weekdays": [7], "holidays": many(500) });
        assert_eq!(app.put(&admin, PATH, longest).await.status, StatusCode::OK);
        let longest = json!({ "weekdays": [7], "holidays": day(&"é".repeat(100)) });
        assert_eq!(app.put(&admin, PATH, longest).await.status, StatusCode::OK);
    }

    async fn an_office_reads_in_its_log_who_changed_which_working_day(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        app.put(&admin, PATH, json!({ "weekdays": [1, 2, 3, 4, 5, 6] })).await;
        let form = json!({ "weekdays": [1, 2, 3, 4, 5, 6], "holidays": [{ "day": "2026-07-04", "name": "Independence Day" }] });
        app.put(&admin, PATH, form.clone()).await;
        app.put(&admin, PATH, form).await;
        let log = app.log(&admin, "").await;
        assert_eq!(log[..2], [
            "Ada Ridge added a holiday to the company Ridge & Sons: Independence Day (07/04/2026)",
            "Ada Ridge changed the working days of the company Ridge & Sons from Monday, Tuesday, Wednesday, Thursday and Friday \
             to Monday, Tuesday, Wednesday, Thursday, Friday and Saturday.",
        ]);
    }
}
