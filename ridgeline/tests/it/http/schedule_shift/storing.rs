//! Storing a schedule shift: atomic, once, in few statements.

use axum::http::StatusCode;
use domain::permissions::permission::{CompanyType::Contractor, UserType::Admin};
use serde_json::{Value, json};

use super::{days, job_on, moves, preview, request, schedule, send, span, undo};
use crate::support::{TestApp, sockets::Socket};

both_engines! {
    async fn a_job_that_moved_between_preview_and_sending_stops_the_whole_move(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let (one, two) = (job_on(app, &owner, "2026-05-04", "2026-05-04").await, job_on(app, &owner, "2026-05-04", "2026-05-04").await);
        let unrelated = job_on(app, &owner, "2026-08-03", "2026-08-03").await;
        let form = request(&[&one, &two], 1);
        let shown = preview(app, &owner, &form).await;
        schedule(app, &owner, &unrelated, "2026-08-04", "2026-08-04").await;
        schedule(app, &owner, &two, "2026-05-06", "2026-05-06").await;
        let answer = send(app, &owner, &form, &shown["state"]).await;
        assert_eq!((answer.status, answer.code()), (StatusCode::CONFLICT, "changed"));
        assert_eq!(moves(&answer.json)[1].1, span("2026-05-07", "2026-05-07"), "the moves of now");
        assert_eq!(days(app, &owner, &one).await, ["2026-05-04", "2026-05-04"], "nothing is stored");
        // Another request has another state.
        let mut longer = form.clone();
        longer["workdays"] = json!(2);
        assert_eq!(send(app, &owner, &longer, &answer.json["state"]).await.code(), "changed");
        assert_eq!(send(app, &owner, &form, &json!("x")).await.code(), "changed");
        let sent = send(app, &owner, &form, &answer.json["state"]).await;
        assert_eq!(sent.status, StatusCode::OK, "{:?}", sent.json);
        // So does an acceptance, an assignment, a completion.
        let shown = preview(app, &owner, &form).await;
        let sub = app.asked_subcontractor(&owner, &one).await;
        assert_eq!(send(app, &owner, &form, &shown["state"]).await.code(), "changed");
        let shown = preview(app, &owner, &form).await;
        assert_eq!(app.answer(&sub, &one, true).await.status, StatusCode::OK);
        let changed = send(app, &owner, &form, &shown["state"]).await;
        assert_eq!((changed.code(), &changed.json["moves"][0]["asksAgain"]), ("changed", &json!([sub.company])));
        let by_day = json!({ "selection": { "day": "2026-05-05" }, "workdays": 1, "reason": "Rain" });
        let shown = preview(app, &owner, &by_day).await;
        job_on(app, &owner, "2026-05-05", "2026-05-05").await;
        assert_eq!(send(app, &owner, &by_day, &shown["state"]).await.code(), "changed", "another job of that day");
    }

    async fn of_simultaneous_sends_and_undos_of_one_move_exactly_one_counts(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let jobs = [job_on(app, &owner, "2026-05-04", "2026-05-04").await, job_on(app, &owner, "2026-05-05", "2026-05-05").await];
        let form = request(&[&jobs[0], &jobs[1]], 1);
        let shown = preview(app, &owner, &form).await;
        let (a, b, c) = tokio::join!(
            send(app, &owner, &form, &shown["state"]),
            send(app, &owner, &form, &shown["state"]),
            send(app, &owner, &form, &shown["state"]),
        );
        let mut statuses = [a.status, b.status, c.status];
        statuses.sort();
        assert_eq!(statuses, [StatusCode::OK, StatusCode::CONFLICT, StatusCode::CONFLICT]);
        assert_eq!(days(app, &owner, &jobs[0]).await, ["2026-05-05", "2026-05-05"], "moved once");
        let stored = [a, b, c].into_iter().find(|answer| answer.status == StatusCode::OK).expect("one").json;
        let (a, b) = tokio::join!(undo(app, &owner, &stored), undo(app, &owner, &stored));
        let mut statuses = [a.status, b.status];
        statuses.sort();
        assert_eq!(statuses, [StatusCode::OK, StatusCode::CONFLICT]);
        assert_eq!(days(app, &owner, &jobs[0]).await, ["2026-05-04", "2026-05-04"]);
        let again = undo(app, &owner, &stored).await;
        assert_eq!((again.status, again.code()), (StatusCode::CONFLICT, "conflict"));
    }

    async fn sixty_jobs_move_with_few_statements_and_each_has_its_own_live_event(app: &TestApp) {
        let owner = app.sign_in(Contractor, Admin).await;
        let mut jobs = Vec::new();
        for n in 0..60 {
            let form = json!({ "title": format!("Roof {n}"), "city": "Nashville", "state": "TN" });
            let job = app.post(&owner, "/api/jobs/create", form).await.json;
            schedule(app, &owner, &job, "2026-05-04", "2026-05-05").await;
            jobs.push(job);
        }
        let form = request(&jobs.iter().collect::<Vec<_>>(), 1);
        let before = app.app.db.statements_run();
        let shown = preview(app, &owner, &form).await;
        let after = app.app.db.statements_run();
        assert!(after - before <= 8, "a preview takes {} statements", after - before);
        let stored = send(app, &owner, &form, &shown["state"]).await.json;
        let taken = app.app.db.statements_run() - after;
        assert!(taken <= 60 * 2 + 20, "60 moves take {taken} statements");
        let log = app.history(&owner, &jobs[59]).await;
        assert_eq!(log[0], "Ada Ridge moved the job from 05/04/2026 – 05/05/2026 to 05/05/2026 – 05/06/2026.");

        let at = app.listen().await;
        let mut socket = Socket::of(app, at, &owner).await;
        assert_eq!(undo(app, &owner, &stored).await.status, StatusCode::OK);
        let received = socket.received(app).await;
        let told = received.iter().filter(|event| event["event"] == "job").map(|event| &event["data"]);
        let mut told: Vec<&Value> = told.filter(|job| job["startDate"] == "2026-05-04").map(|job| &job["id"]).collect();
        told.sort_by_key(ToString::to_string);
        told.dedup();
        assert_eq!(told.len(), 60, "{:?}", received.iter().map(|event| &event["event"]).collect::<Vec<_>>());
    }
}
