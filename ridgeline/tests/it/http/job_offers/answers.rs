//! Who accepts or declines an offered job, and who then has it.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::Subcontractor,
    UserType::{Admin, Member},
};
use serde_json::{Value, json};

use super::{ANSWER, CONFLICT, MISSING, Parties, id, invalid, offers, received, refusal, withdraw};
use crate::support::{TestApp, planning::days};

both_engines! {
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
}
