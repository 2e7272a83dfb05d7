//! What ends an offer of a job, and what leaves it open.

use axum::http::StatusCode;
use chrono::Duration;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};
use server::tasks::offer_ends;

use super::{CONFLICT, CREATE, MISSING, Parties, id, offers, received, refusal, withdraw};
use crate::support::{TestApp, planning::days};

both_engines! {
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
}
