//! Offers of a job to several companies: who is asked, and what becomes of the offer.

use axum::http::StatusCode;
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};
use server::tasks::offer_ends;

use crate::support::{Person, TestApp, TestResponse, planning::days};

const ANSWER: &str = "/api/job_offers/answer";
const CREATE: &str = "/api/job_offers/create";
const CONFLICT: (StatusCode, &str, Vec<String>) = (StatusCode::CONFLICT, "conflict", Vec::new());
const MISSING: (StatusCode, &str, Vec<String>) = (StatusCode::NOT_FOUND, "not_found", Vec::new());

fn refusal(response: &TestResponse) -> (StatusCode, &str, Vec<String>) {
    (response.status, response.code(), response.fields())
}

fn invalid(field: &str) -> (StatusCode, &'static str, Vec<String>) {
    (StatusCode::UNPROCESSABLE_ENTITY, "validation", vec![field.to_owned()])
}

fn id(row: &Value) -> &str {
    row["id"].as_str().expect("id")
}

async fn offers(app: &TestApp, owner: &Person, job: &Value) -> Vec<Value> {
    let listed = app.get(owner, &format!("/api/job_offers/{}", id(job))).await;
    assert_eq!(listed.status, StatusCode::OK, "{:?}", listed.json);
    listed.json["offers"].as_array().cloned().expect("offers")
}

async fn received(app: &TestApp, sub: &Person) -> Vec<Value> {
    let listed = app.get(sub, "/api/job_offers/received").await;
    assert_eq!(listed.status, StatusCode::OK, "{:?}", listed.json);
    listed.json["offers"].as_array().cloned().expect("offers")
}

async fn withdraw(app: &TestApp, who: &Person, offer: &Value) -> TestResponse {
    app.delete(who, &format!("/api/job_offers/{}", id(offer))).await
}

/// A contractor with a job, and two connected subcontractors.
struct Parties {
    owner: Person,
    job: Value,
    subs: [Person; 2],
    connections: [String; 2],
}

impl Parties {
    async fn of(app: &TestApp) -> Self {
        let owner = app.sign_in(Contractor, Admin).await;
        let job = app.job(&owner).await;
        let (one, first) = app.connected_subcontractor(&owner).await;
        let (two, second) = app.connected_subcontractor(&owner).await;
        Self { owner, job, subs: [one, two], connections: [first, second] }
    }

    async fn offer(&self, app: &TestApp) -> Value {
        app.offer(&self.owner, &self.job, &[&self.connections[0], &self.connections[1]]).await
    }

    async fn state(&self, app: &TestApp) -> String {
        let offers = offers(app, &self.owner, &self.job).await;
        offers[0]["state"].as_str().expect("a state").to_owned()
    }
}

both_engines! {
    async fn asked_companies_see_what_it_is_about_and_no_more(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let form = json!({ "title": "Ridge repair", "address": "1319 6th Ave N", "city": "Nashville", "state": "TN", "zip": "37208" });
        let job = app.post(&owner, "/api/jobs/create", form).await.json;
        let job = app.job_seen_by(&owner, &job["id"]).await;
        let (one, first) = app.connected_subcontractor(&owner).await;
        let (two, second) = app.connected_subcontractor(&owner).await;
        let offer = app.offer(&owner, &job, &[&second, &first, &second]).await;
        let asked = |sub: &Person| json!({ "companyId": sub.company, "name": "Ridge & Sons", "state": "asked" });
        let windows = json!([days("2026-03-09", "2026-03-10"), days("2026-03-16", "2026-03-17")]);
        let expected = json!({
            "id": offer["id"], "jobId": job["id"], "state": "open", "days": windows, "until": "2026-03-03T12:00:00Z",
            "takenBy": null, "companies": [asked(&two), asked(&one)],
        });
        assert_eq!(offer, expected);
        assert_eq!(offers(app, &owner, &job).await, std::slice::from_ref(&offer));
        let expected = json!({
            "id": offer["id"], "state": "open", "days": windows, "until": "2026-03-03T12:00:00Z",
            "contractorCompanyName": "Ridge & Sons",
            "job": { "title": "Ridge repair", "city": "Nashville", "state": "TN", "zip": "37208" },
        });
        assert_eq!(received(app, &one).await, [expected]);
        assert_eq!(app.get(&one, &format!("/api/jobs/job/{}", id(&job))).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.notified(&one).await, ["Job offer"]);
        let history = app.history(&owner, &job).await;
        assert!(history[0].contains("offer of Ridge repair"), "{history:?}");
    }

    async fn the_first_to_accept_gets_the_job_on_the_days_that_it_chose(app: &TestApp) {
        let it = Parties::of(app).await;
        let Parties { owner, job, subs: [one, two], .. } = &it;
        let colleague = app.colleague(two.company, Admin).await;
        let offer = it.offer(app).await;
        let accepted = app.accept_offer(two, &offer).await;
        assert_eq!(accepted.status, StatusCode::OK, "{:?}", accepted.json);
        let keys: Vec<&String> = accepted.json["offer"].as_object().expect("an offer").keys().collect();
        assert_eq!(accepted.json["offer"]["state"], "taken");
        assert!(!keys.iter().any(|key| ["companies", "takenBy"].contains(&key.as_str())), "{keys:?}");
        for who in [owner, two] {
            let seen = app.job_seen_by(who, &job["id"]).await;
            assert_eq!((&seen["assignedToCompanyId"], &seen["isAcceptedBySub"]), (&json!(two.company), &json!(true)));
            assert_eq!((&seen["startDate"], &seen["endDate"]), (&json!("2026-03-16"), &json!("2026-03-17")));
        }
        let listed = &offers(app, owner, job).await[0];
        assert_eq!((&listed["state"], &listed["takenBy"]), (&json!("taken"), &json!(two.company)));
        let states: Vec<&Value> = listed["companies"].as_array().expect("companies").iter().map(|one| &one["state"]).collect();
        assert_eq!(states, ["asked", "accepted"]);
        assert_eq!(app.notified(one).await, ["Job offer", "Offer over"]);
        assert_eq!(app.notified(&colleague).await, ["Job offer", "Offer accepted"]);
        assert_eq!(app.notified(two).await, ["Job offer"], "who accepts is not told");
        assert_eq!(app.notified(owner).await, ["Job accepted"]);
        // Neither late, nor a second time, nor after a decline.
        let winner = two.company.to_string();
        for response in [
            app.accept_offer(one, &offer).await, app.decline_offer(one, &offer).await,
            app.accept_offer(two, &offer).await, app.decline_offer(two, &offer).await,
        ] {
            assert_eq!(refusal(&response), CONFLICT);
            assert!(!String::from_utf8_lossy(&response.bytes).contains(&winner), "not whom it went to");
        }
        assert_eq!(received(app, one).await[0]["state"], "taken");
        assert_eq!(refusal(&withdraw(app, owner, &offer).await), CONFLICT);
        let history = app.history(owner, job).await;
        assert!(history.iter().any(|entry| entry.contains("accepted")), "{history:?}");
        let log = app.get(one, "/api/activity").await.json["activity"].to_string();
        assert!(!log.contains("Whitaker"), "{log}");
    }

    async fn a_decline_leaves_the_offer_to_the_others(app: &TestApp) {
        let it = Parties::of(app).await;
        let Parties { owner, job, subs: [one, two], .. } = &it;
        let offer = it.offer(app).await;
        let declined = app.decline_offer(one, &offer).await;
        assert_eq!((declined.status, &declined.json["offer"]["state"]), (StatusCode::OK, &json!("open")));
        for again in [app.decline_offer(one, &offer).await, app.accept_offer(one, &offer).await] {
            assert_eq!(refusal(&again), CONFLICT);
        }
        assert_eq!((received(app, one).await.len(), received(app, two).await.len()), (0, 1));
        assert_eq!(offers(app, owner, job).await[0]["companies"][0]["state"], "declined");
        assert_eq!(app.decline_offer(two, &offer).await.status, StatusCode::OK);
        assert_eq!(app.notified(owner).await, ["Offer declined", "Offer declined"], "of each answer");
        assert_eq!(app.notified(one).await, ["Job offer"]);
        let history = app.history(owner, job).await;
        assert!(history[0].contains("declined the offer"), "{history:?}");
        assert_eq!(app.history(owner, job).await.len(), history.len());
    }

    async fn of_two_companies_that_accept_at_once_exactly_one_gets_the_job(app: &TestApp) {
        for _ in 0..4 {
            let it = Parties::of(app).await;
            let Parties { owner, job, subs: [one, two], .. } = &it;
            let offer = it.offer(app).await;
            let (first, second) = tokio::join!(app.accept_offer(one, &offer), app.accept_offer(two, &offer));
            let mut statuses = [first.status, second.status];
            statuses.sort_unstable();
            assert_eq!(statuses, [StatusCode::OK, StatusCode::CONFLICT], "{:?} {:?}", first.json, second.json);
            let (winner, loser) = if first.status == StatusCode::OK { (one, two) } else { (two, one) };
            let seen = app.job_seen_by(owner, &job["id"]).await;
            assert_eq!((&seen["assignedToCompanyId"], &seen["isAcceptedBySub"]), (&json!(winner.company), &json!(true)));
            assert_eq!(app.job_seen_by(loser, &job["id"]).await, Value::Null);
            assert_eq!(app.notified(loser).await, ["Job offer", "Offer over"], "once");
            assert_eq!(app.notified(owner).await, ["Job accepted"]);
        }
    }

    async fn an_answer_and_an_assignment_at_once_leave_one_of_them(app: &TestApp) {
        for _ in 0..3 {
            let it = Parties::of(app).await;
            let Parties { owner, job, subs: [one, two], connections } = &it;
            let offer = it.offer(app).await;
            let form = json!({ "selectedConnection": connections[1], "jobCrewTableId": job["jobCrewTableId"] });
            let (accepted, assigned) = tokio::join!(
                app.accept_offer(one, &offer),
                app.post(owner, "/api/jobs/update/assign/subcontractorAccount", form),
            );
            assert_eq!(assigned.status, StatusCode::OK, "{:?}", assigned.json);
            let seen = app.job_seen_by(owner, &job["id"]).await;
            assert_eq!((&seen["assignedToCompanyId"], &seen["isAcceptedBySub"]), (&json!(two.company), &json!(false)));
            let expected = if accepted.status == StatusCode::OK { "taken" } else { "ended" };
            assert_eq!(it.state(app).await, expected);
            assert_ne!(app.notified(two).await, Vec::<String>::new());
        }
    }

    async fn an_offer_names_what_is_wrong_with_it(app: &TestApp) {
        let it = Parties::of(app).await;
        let Parties { owner, job, subs: [sub, _], connections } = &it;
        let pending = app.sign_in(Subcontractor, Admin).await;
        let pending = app.connection(owner, &pending, false).await;
        let other = app.sign_in(Contractor, Admin).await;
        let contractor = app.connection(owner, &other, true).await;
        let foreign = app.connection(&other, sub, true).await;
        let good = json!({ "jobId": job["id"], "connections": [connections[0]], "days": [days("2026-03-09", "2026-03-10")], "until": "2026-03-05" });
        let with = |field: &str, value: Value| {
            let mut form = good.clone();
            form[field] = value;
            form
        };
        let wrong = days("2026-03-10", "2026-03-09");
        for (form, field) in [
            (with("connections", json!([])), "connections required"),
            (with("connections", json!(null)), "connections required"),
            (with("connections", (0..21).map(|n| format!("0198f7a0-0000-7000-8000-0000000000{n:02}")).collect()), "connections too_large"),
            (with("connections", json!(["x"])), "connections choice"),
            (with("connections", json!([connections[0], pending])), "connections choice"),
            (with("connections", json!([contractor])), "connections choice"),
            (with("connections", json!([foreign])), "connections choice"),
            (with("days", json!([])), "days required"),
            (with("days", vec![days("2026-03-09", "2026-03-10"); 11].into()), "days too_large"),
            (with("days", json!([wrong])), "startDate range"),
            (with("until", json!("")), "until required"),
            (with("until", json!("soon")), "until format"),
            (with("until", json!("2026-03-02T12:00:00Z")), "until range"),
            (with("until", json!("2026-03-01")), "until range"),
        ] {
            assert_eq!(refusal(&app.post(owner, CREATE, form.clone()).await), invalid(field), "{form}");
        }
        let missing = app.post(owner, CREATE, with("jobId", Value::Null)).await;
        assert_eq!(refusal(&missing), invalid("jobId required"));
        for (who, job) in [(owner, json!("0198f7a0-0000-7000-8000-000000000000")), (&other, job["id"].clone())] {
            let response = app.post(who, CREATE, with("jobId", job)).await;
            assert_eq!(refusal(&response), MISSING);
        }
        for who in [sub, &app.colleague(owner.company, Foreman).await] {
            assert_eq!(app.post(who, CREATE, good.clone()).await.status, StatusCode::FORBIDDEN);
        }
        let made = app.post(owner, CREATE, good).await;
        assert_eq!(made.json["offer"]["until"], "2026-03-06T06:00:00Z", "the day ends in the company's zone");
    }

    async fn a_completed_accepted_or_offered_job_cannot_be_offered(app: &TestApp) {
        let it = Parties::of(app).await;
        let Parties { owner, job, subs: [_, two], connections: [first, second] } = &it;
        let offer = it.offer(app).await;
        assert_eq!(refusal(&app.try_offer(owner, job, &[first]).await), CONFLICT, "there is an open one");
        assert_eq!(withdraw(app, owner, &offer).await.status, StatusCode::OK);
        let again = app.offer(owner, job, &[second]).await;
        let listed = offers(app, owner, job).await;
        assert_eq!([&listed[0]["id"], &listed[1]["id"]], [&again["id"], &offer["id"]], "newest first");
        assert_eq!(app.accept_offer(two, &again).await.status, StatusCode::OK);
        assert_eq!(refusal(&app.try_offer(owner, job, &[first]).await), CONFLICT, "it is accepted");
        let done = app.job(owner).await;
        let form = json!({ "jobId": done["id"], "isActive": false });
        assert_eq!(app.post(owner, "/api/jobs/complete", form).await.status, StatusCode::OK);
        assert_eq!(refusal(&app.try_offer(owner, &done, &[first]).await), CONFLICT, "it is complete");
        // A company that was asked in the ordinary way has not accepted yet.
        let pending = app.job(owner).await;
        app.assign(owner, &pending, first).await;
        app.offer(owner, &pending, &[second]).await;
    }

    async fn an_answer_names_what_is_wrong_with_it(app: &TestApp) {
        let it = Parties::of(app).await;
        let Parties { owner, subs: [one, _], connections: [connection, _], .. } = &it;
        let offer = it.offer(app).await;
        let form = |fields: Value| {
            let mut form = fields;
            form["id"] = offer["id"].clone();
            form
        };
        for (fields, field) in [
            (json!({}), "accepted required"),
            (json!({ "accepted": true }), "window required"),
            (json!({ "accepted": true, "window": null }), "window required"),
            (json!({ "accepted": true, "window": days("2026-03-09", "2026-03-17") }), "window choice"),
            (json!({ "accepted": true, "window": days("2026-03-10", "2026-03-10") }), "window choice"),
        ] {
            let response = app.post(one, ANSWER, form(fields.clone())).await;
            assert_eq!(refusal(&response), invalid(field), "{fields}");
        }
        assert_eq!(refusal(&app.post(one, ANSWER, json!({ "accepted": true })).await), invalid("id required"));
        let stranger = app.sign_in(Subcontractor, Admin).await;
        assert_eq!(refusal(&app.accept_offer(&stranger, &offer).await), MISSING, "it was not asked");
        assert_eq!(received(app, &stranger).await, Vec::<Value>::new());
        let member = app.colleague(one.company, Member).await;
        for who in [owner, &member] {
            assert_eq!(app.accept_offer(who, &offer).await.status, StatusCode::FORBIDDEN);
            assert_eq!(app.get(who, "/api/job_offers/received").await.status, StatusCode::FORBIDDEN);
        }
        assert_eq!(app.get(one, &format!("/api/job_offers/{}", id(&it.job))).await.status, StatusCode::FORBIDDEN);
        let end = json!({ "id": connection });
        assert_eq!(app.post(owner, "/api/connections/decline", end).await.status, StatusCode::OK);
        for response in [app.accept_offer(one, &offer).await, app.decline_offer(one, &offer).await] {
            assert_eq!(refusal(&response), MISSING, "no longer connected");
        }
        assert_eq!(received(app, one).await, Vec::<Value>::new());
        assert_eq!(withdraw(app, owner, &offer).await.status, StatusCode::OK);
        assert_eq!(app.notified(one).await, ["Job offer", "Connection removed"], "not told any more");
    }

    async fn a_withdrawn_offer_is_over_and_each_company_is_told_once(app: &TestApp) {
        let it = Parties::of(app).await;
        let Parties { owner, job, subs: [one, two], .. } = &it;
        let offer = it.offer(app).await;
        let stranger = app.sign_in(Contractor, Admin).await;
        assert_eq!(refusal(&withdraw(app, &stranger, &offer).await), MISSING);
        assert_eq!(app.get(&stranger, &format!("/api/job_offers/{}", id(job))).await.status, StatusCode::NOT_FOUND);
        assert_eq!(withdraw(app, one, &offer).await.status, StatusCode::FORBIDDEN);
        let withdrawn = withdraw(app, owner, &offer).await;
        assert_eq!((withdrawn.status, &withdrawn.json), (StatusCode::OK, &json!({ "id": offer["id"] })));
        assert_eq!(refusal(&withdraw(app, owner, &offer).await), CONFLICT);
        assert_eq!(it.state(app).await, "withdrawn");
        assert_eq!(refusal(&app.accept_offer(one, &offer).await), CONFLICT);
        for sub in [one, two] {
            assert_eq!(app.notified(sub).await, ["Job offer", "Offer over"]);
            assert_eq!(received(app, sub).await[0]["state"], "withdrawn");
        }
    }

    async fn an_offer_ends_by_itself_and_both_sides_are_told_once(app: &TestApp) {
        let it = Parties::of(app).await;
        let Parties { owner, job, subs: [one, two], connections: [first, _] } = &it;
        let offer = it.offer(app).await;
        let end = async || offer_ends::end_due(&app.app.db, app.app.clock.now()).await.expect("ended");
        end().await;
        assert_eq!(it.state(app).await, "open", "not before its time");
        app.advance(Duration::days(1));
        assert_eq!(it.state(app).await, "ended", "at its time");
        assert_eq!(refusal(&app.accept_offer(one, &offer).await), CONFLICT);
        assert_eq!(received(app, two).await[0]["state"], "ended");
        end().await;
        end().await;
        for sub in [one, two] {
            assert_eq!(app.notified(sub).await, ["Job offer", "Offer over"]);
        }
        assert_eq!(app.notified(owner).await, ["Offer over"], "also who made it");
        let form = json!({ "jobId": job["id"], "connections": [first], "days": [days("2026-03-09", "2026-03-10")], "until": "2026-03-04" });
        assert_eq!(app.post(owner, CREATE, form).await.status, StatusCode::OK, "it can be offered again");
    }

    async fn a_new_offer_does_not_wait_until_the_end_of_the_last_is_stored(app: &TestApp) {
        let it = Parties::of(app).await;
        let offer = it.offer(app).await;
        app.advance(Duration::days(1));
        assert_eq!(refusal(&withdraw(app, &it.owner, &offer).await), CONFLICT);
        let form = json!({ "jobId": it.job["id"], "connections": it.connections, "days": [days("2026-03-09", "2026-03-10")], "until": "2026-03-04" });
        assert_eq!(app.post(&it.owner, CREATE, form).await.status, StatusCode::OK);
        assert_eq!(app.notified(&it.owner).await, ["Offer over"]);
        assert_eq!(app.notified(&it.subs[0]).await, ["Job offer", "Offer over", "Job offer"]);
    }

    async fn whatever_gives_completes_or_deletes_the_job_ends_its_offer(app: &TestApp) {
        for call in ["sub", "crew", "user", "bulk", "complete", "bulk complete", "accept", "delete"] {
            let owner = app.sign_in(Contractor, Admin).await;
            let job = app.job(&owner).await;
            let (_, spare) = app.connected_subcontractor(&owner).await;
            let (asked, connection) = app.connected_subcontractor(&owner).await;
            let mut before = None;
            if call == "accept" {
                before = Some(app.asked_subcontractor(&owner, &job).await);
            }
            let offer = app.offer(&owner, &job, &[&connection]).await;
            let row = &job["jobCrewTableId"];
            let bulk = |change: Value| json!({ "jobIds": [job["id"]], "change": change });
            let (path, form) = match call {
                "sub" => ("/api/jobs/update/assign/subcontractorAccount", json!({ "selectedConnection": spare, "jobCrewTableId": row })),
                "crew" => ("/api/jobs/update/assign/custom", json!({ "customCrewId": app.crew(&owner).await.0, "jobCrewTableId": row })),
                "user" => ("/api/jobs/update/assign/user", json!({ "assignedToUserId": owner.user, "jobCrewTableId": row })),
                "bulk" => ("/api/jobs/bulk", bulk(json!({ "assign": { "selectedConnection": spare } }))),
                "complete" => ("/api/jobs/complete", json!({ "jobId": job["id"], "isActive": false })),
                "bulk complete" => ("/api/jobs/bulk", bulk(json!({ "complete": true }))),
                "accept" => ("/api/jobs/update/acceptDecline", json!({ "didAccept": true, "jobCrewTableId": row })),
                _ => ("/api/jobs/delete", json!({ "jobId": job["id"] })),
            };
            let who = before.as_ref().unwrap_or(&owner);
            let done = app.post(who, path, form).await;
            assert_eq!(done.status, StatusCode::OK, "{call}: {:?}", done.json);
            assert_eq!(app.notified(&asked).await, ["Job offer", "Offer over"], "{call}");
            let late = app.accept_offer(&asked, &offer).await;
            if call == "delete" {
                assert_eq!((refusal(&late), received(app, &asked).await.len()), (MISSING, 0));
            } else {
                assert_eq!(refusal(&late), CONFLICT, "{call}");
                assert_eq!(offers(app, &owner, &job).await[0]["state"], "ended", "{call}");
            }
        }
    }

    async fn other_changes_of_the_job_leave_the_offer_open(app: &TestApp) {
        let it = Parties::of(app).await;
        let Parties { owner, job, subs: [one, _], .. } = &it;
        it.offer(app).await;
        for (path, form) in [
            ("/api/jobs/update/assign/nobody", json!({ "jobCrewTableId": job["jobCrewTableId"] })),
            ("/api/jobs/update/schedule", json!({ "jobId": job["id"], "startDate": "2026-03-20", "endDate": "2026-03-20" })),
            ("/api/jobs/update/changeColor", json!({ "jobId": job["id"], "color": "#112233" })),
        ] {
            assert_eq!(app.post(owner, path, form).await.status, StatusCode::OK);
        }
        assert_eq!((it.state(app).await.as_str(), app.notified(one).await), ("open", vec!["Job offer".to_owned()]));
    }

    async fn an_undo_that_gives_the_job_away_ends_its_offer(app: &TestApp) {
        let it = Parties::of(app).await;
        let Parties { owner, job, subs: [one, _], connections: [first, second] } = &it;
        app.assign(owner, job, second).await;
        let change = json!({ "jobIds": [job["id"]], "change": { "complete": true } });
        let done = app.post(owner, "/api/jobs/bulk", change).await.json;
        assert_eq!(app.post(owner, "/api/jobs/bulk/undo", json!({ "undo": done["undo"] })).await.status, StatusCode::OK);
        let (crew, _) = app.crew(owner).await;
        let change = json!({ "jobIds": [job["id"]], "change": { "assign": { "customCrewId": crew } } });
        let given = app.post(owner, "/api/jobs/bulk", change).await.json;
        app.offer(owner, job, &[first]).await;
        assert_eq!(app.post(owner, "/api/jobs/bulk/undo", json!({ "undo": given["undo"] })).await.status, StatusCode::OK);
        assert_eq!(it.state(app).await, "ended", "it is the second company's again");
        assert_eq!(app.notified(one).await, ["Job offer", "Offer over"]);
    }

    async fn an_undone_move_that_makes_the_job_accepted_again_ends_its_offer(app: &TestApp) {
        let it = Parties::of(app).await;
        let Parties { owner, subs: [one, two], connections: [first, second], .. } = &it;
        let job = app.job_on(owner, "2026-03-09", "2026-03-10").await;
        app.assign(owner, &job, second).await;
        assert_eq!(app.answer(two, &job, true).await.status, StatusCode::OK);
        let mut form = json!({ "selection": { "jobIds": [job["id"]] }, "workdays": 1, "dryRun": true });
        let seen = app.post(owner, "/api/schedule/shift", form.clone()).await;
        assert_eq!(seen.status, StatusCode::OK, "{:?}", seen.json);
        form = json!({ "selection": form["selection"], "workdays": 1, "reason": "Rain", "state": seen.json["state"] });
        let moved = app.post(owner, "/api/schedule/shift", form).await;
        assert_eq!(moved.status, StatusCode::OK, "{:?}", moved.json);
        app.offer(owner, &job, &[first]).await;
        let path = format!("/api/schedule/shift/{}/undo", moved.json["shiftId"].as_str().expect("id"));
        let undone = app.post(owner, &path, json!({})).await;
        assert_eq!((undone.status, &undone.json["restored"]), (StatusCode::OK, &json!([job["id"]])));
        assert_eq!(app.job_seen_by(owner, &job["id"]).await["isAcceptedBySub"], json!(true));
        assert_eq!(offers(app, owner, &job).await[0]["state"], "ended");
        assert_eq!(app.notified(one).await, ["Job offer", "Offer over"]);
    }

    async fn who_had_the_job_before_loses_it_and_links_to_it_end(app: &TestApp) {
        let it = Parties::of(app).await;
        let Parties { owner, job, subs: [one, two], connections: [first, second] } = &it;
        app.assign(owner, job, first).await;
        let (_, secret) = app.link(owner, job, json!({})).await;
        let offer = app.offer(owner, job, &[second]).await;
        assert_eq!(app.accept_offer(two, &offer).await.status, StatusCode::OK);
        assert_eq!(app.job_seen_by(one, &job["id"]).await, Value::Null);
        assert_eq!(app.notified(one).await, ["Job taken back"]);
        let told = app.get(one, "/api/notifications/user").await.json["notifications"][0]["content"].clone();
        assert_eq!(told, "Ridge & Sons took Whitaker re-roof back. It is no longer on your list.");
        assert_eq!(app.guest_get(&secret, "").await.status, StatusCode::NOT_FOUND);
    }

    async fn a_repeated_call_makes_one_offer(app: &TestApp) {
        let it = Parties::of(app).await;
        let form = json!({ "jobId": it.job["id"], "connections": it.connections, "days": [days("2026-03-09", "2026-03-10")], "until": "2026-03-04" });
        let call = async || {
            let request = axum::http::Request::builder()
                .method("POST")
                .uri(CREATE)
                .header("Idempotency-Key", "offer-of-the-ridge-1")
                .body(axum::body::Body::from(form.to_string()))
                .expect("request");
            app.send(Some(&it.owner), request).await
        };
        let (first, again) = (call().await, call().await);
        assert_eq!((first.status, &again.json), (StatusCode::OK, &first.json));
        assert_eq!(offers(app, &it.owner, &it.job).await.len(), 1);
    }
}
