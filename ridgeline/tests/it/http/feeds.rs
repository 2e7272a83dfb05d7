//! Calendar feeds, read with a different library than the one that writes them.

use std::sync::{Arc, LazyLock, Mutex};

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::Contractor,
    UserType::{Admin, Foreman, Member, Salesman},
};
use serde_json::{Value, json};

use crate::support::{
    Person, TestApp, TestResponse,
    calendars::{ReadEvent, read_calendar},
};

const FEED: &str = "/api/calendar/feed";

/// The address of this person's new feed.
async fn feed_of(app: &TestApp, who: &Person) -> String {
    let created = app.post(who, FEED, Value::Null).await;
    assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
    created.json["feed"]["url"].as_str().expect("an address").to_string()
}

/// Requests a feed as a calendar app does: without signing in.
async fn fetch(app: &TestApp, url: &str) -> TestResponse {
    app.call(None, "GET", url, Value::Null).await
}

async fn events(app: &TestApp, url: &str) -> Vec<ReadEvent> {
    let answer = fetch(app, url).await;
    assert_eq!(answer.status, StatusCode::OK);
    read_calendar(&answer.bytes).events
}

async fn scheduled(app: &TestApp, owner: &Person, title: &str, start: &str, end: &str) -> Value {
    let form = json!({ "title": title, "city": "Nashville", "state": "TN", "address": "1319 6th Ave N", "zip": "37208" });
    let id = app.post(owner, "/api/jobs/create", form).await.json["id"].clone();
    let days = json!({ "jobId": id, "startDate": start, "endDate": end });
    let done = app.post(owner, "/api/jobs/update/schedule", days).await;
    assert_eq!(done.status, StatusCode::OK, "{:?}", done.json);
    done.json["job"].clone()
}

async fn appointment(
    app: &TestApp,
    owner: &Person,
    goes: &Person,
    start: &str,
    end: &str,
) -> Value {
    let form = json!({
        "start": start, "end": end, "customerId": app.customer(owner).await, "assignedToId": goes.user,
        "address": "1319 6th Ave N", "city": "Nashville", "state": "TN", "zip": "37208", "note": "Ring; twice, please.",
    });
    let created = app.post(owner, "/api/appointments/create", form).await;
    assert_eq!(created.status, StatusCode::OK, "{:?}", created.json);
    created.json["appointment"].clone()
}

both_engines! {
    async fn only_its_secret_address_opens_a_feed_and_it_is_shown_once(app: &TestApp) {
        for method in ["GET", "POST", "DELETE"] {
            let response = app.call(None, method, FEED, Value::Null).await;
            assert_eq!(response.status, StatusCode::UNAUTHORIZED, "{method}");
        }
        let admin = app.sign_in(Contractor, Admin).await;
        let none = json!({ "feed": { "url": null, "dateInserted": null, "lastRead": null } });
        assert_eq!(app.get(&admin, FEED).await.json, none);
        assert_eq!(app.delete(&admin, FEED).await.status, StatusCode::NOT_FOUND);
        let url = feed_of(app, &admin).await;
        let token = url.strip_prefix("/feeds/").and_then(|rest| rest.strip_suffix(".ics")).expect("a token");
        assert!(token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit()), "256 bits");
        let known = app.get(&admin, FEED).await.json["feed"].clone();
        assert_eq!(known, json!({ "url": null, "dateInserted": "2026-03-02T12:00:00Z", "lastRead": null }));
        let colleague = app.colleague(admin.company, Admin).await;
        assert_eq!(app.get(&colleague, FEED).await.json, none, "a feed is one's own");
        let wrong = [
            format!("/feeds/{token}"),
            format!("/feeds/{}.ics", "0".repeat(64)),
            format!("/feeds/{}.ics", token.to_uppercase()),
            "/feeds/.ics".to_string(),
            format!("/feeds/{}.ics", "x".repeat(4_000)),
        ];
        for path in wrong {
            let response = fetch(app, &path).await;
            assert!((response.status, response.code()) == (StatusCode::NOT_FOUND, "not_found"), "{path}: {}", response.status);
        }
        let answer = fetch(app, &url).await;
        assert_eq!(answer.headers[header::CONTENT_TYPE], "text/calendar; charset=utf-8");
        assert_eq!(answer.headers[header::CACHE_CONTROL], "private, no-cache");
        app.advance(Duration::minutes(10));
        fetch(app, &url).await;
        assert_eq!(app.get(&admin, FEED).await.json["feed"]["lastRead"], "2026-03-02T12:00:00Z", "to the quarter of an hour");
        app.advance(Duration::minutes(6));
        fetch(app, &url).await;
        assert_eq!(app.get(&admin, FEED).await.json["feed"]["lastRead"], "2026-03-02T12:16:00Z");
    }

    async fn a_leaked_feed_stops_working_once_it_is_replaced_or_ended(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let other = app.colleague(admin.company, Admin).await;
        let theirs = feed_of(app, &other).await;
        let first = feed_of(app, &admin).await;
        let second = feed_of(app, &admin).await;
        assert_ne!(first, second);
        assert_eq!(fetch(app, &first).await.status, StatusCode::NOT_FOUND);
        assert_eq!(fetch(app, &second).await.status, StatusCode::OK);
        let ended = app.delete(&admin, FEED).await;
        assert_eq!(ended.json, json!({ "feed": { "url": null, "dateInserted": null, "lastRead": null } }));
        assert_eq!(fetch(app, &second).await.status, StatusCode::NOT_FOUND);
        assert_eq!(fetch(app, &theirs).await.status, StatusCode::OK, "nobody else's ends with it");
        assert_eq!(app.delete(&admin, FEED).await.status, StatusCode::NOT_FOUND);
    }

    async fn the_feed_of_a_removed_user_stops_working(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let elsewhere = app.sign_in(Contractor, Admin).await;
        let member = app.colleague(admin.company, Member).await;
        scheduled(app, &admin, "Ours", "2026-03-02", "2026-03-02").await;
        scheduled(app, &elsewhere, "Theirs", "2026-03-02", "2026-03-02").await;
        let url = feed_of(app, &member).await;
        assert_eq!(events(app, &url).await.len(), 1);
        let place = async |company: Option<domain::types::ids::CompanyId>| {
            let mut tx = app.app.db.write().await.expect("tx");
            store::sql!("UPDATE person SET company_id = $2 WHERE id = $1")
                .bind(member.user).bind(company).run_one(&mut tx).await.expect("moved");
            tx.commit().await.expect("commit");
        };
        place(None).await;
        assert_eq!(fetch(app, &url).await.status, StatusCode::NOT_FOUND, "removed");
        place(Some(elsewhere.company)).await;
        assert_eq!(fetch(app, &url).await.status, StatusCode::NOT_FOUND, "an address given away here shows nothing of the next company");
    }

    async fn a_job_is_an_all_day_event_that_ends_the_day_after_its_last(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        app.put(&admin, "/api/company/timeZone", json!({ "timeZone": "America/Denver" })).await;
        let spans = [
            ("2026-01-30", "2026-02-02", "2026-02-03"),
            ("2026-02-28", "2026-02-28", "2026-03-01"),
            ("2028-02-28", "2028-02-29", "2028-03-01"),
            ("2026-12-31", "2027-01-01", "2027-01-02"),
            ("2026-03-08", "2026-03-08", "2026-03-09"),
            ("2026-11-01", "2026-11-01", "2026-11-02"),
        ];
        let mut jobs = Vec::new();
        for (start, end, _) in spans {
            jobs.push(scheduled(app, &admin, &format!("{start} to {end}"), start, end).await);
        }
        app.job(&admin).await;
        let answer = fetch(app, &feed_of(app, &admin).await).await;
        let calendar = read_calendar(&answer.bytes);
        assert_eq!(calendar.property("X-WR-CALNAME"), "Ridge & Sons");
        assert_eq!(calendar.property("X-WR-TIMEZONE"), "America/Denver");
        assert_eq!(calendar.events.len(), spans.len(), "the unscheduled job is left out");
        for ((start, end, after), job) in spans.into_iter().zip(&jobs) {
            let uid = format!("job-{}@ridgeline", job["id"].as_str().expect("id"));
            let event = calendar.events.iter().find(|event| event.uid == uid).expect("there");
            assert_eq!((event.start.as_str(), event.end.as_str()), (start, after));
            assert_eq!(event.summary, format!("{start} to {end}"));
            assert_eq!(event.location, "1319 6th Ave N, Nashville, TN 37208");
        }
        let text = String::from_utf8(answer.bytes).expect("UTF-8");
        assert!(text.contains("DTSTART;VALUE=DATE:20260130\r\n") && text.contains("DTEND;VALUE=DATE:20260203\r\n"));
    }

    async fn a_job_on_the_last_possible_date_breaks_no_calendar(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        scheduled(app, &admin, "Never", "9999-12-31", "9999-12-31").await;
        let all = events(app, &feed_of(app, &admin).await).await;
        assert_eq!((all[0].start.as_str(), all[0].end.as_str()), ("9999-12-31", ""));
    }

    async fn an_appointment_is_at_the_right_time_on_both_days_the_clock_changes(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        // Nashville: 2 to 3 a.m. is skipped on 8 March, and 1 to 2 a.m. occurs twice on 1 November.
        let times = [
            ("2026-03-08T07:30:00Z", "2026-03-08T08:30:00Z"),
            ("2026-03-08T08:00:00Z", "2026-03-08T09:00:00Z"),
            ("2026-11-01T06:30:00Z", "2026-11-01T07:30:00Z"),
            ("2026-11-01T05:59:59Z", "2026-11-01T08:00:00Z"),
        ];
        for (start, end) in times {
            appointment(app, &admin, &admin, start, end).await;
        }
        let mut all = events(app, &feed_of(app, &admin).await).await;
        all.sort_by(|a, b| a.start.cmp(&b.start));
        let mut expected = times.to_vec();
        expected.sort_unstable();
        let found: Vec<_> = all.iter().map(|event| (event.start.as_str(), event.end.as_str())).collect();
        assert_eq!(found, expected);
        assert_eq!(all[0].summary, "Appointment with June Whitaker");
        assert_eq!(all[0].description, "Ada Ridge\nRing; twice, please.");
        assert_eq!(all[0].location, "1319 6th Ave N, Nashville, TN 37208");
    }

    async fn no_title_injects_calendar_properties(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let long = "Zedernschindeln für Köln ".repeat(12);
        let titles = [
            "Line one\nLine two",
            "a, b; c: d \\ e \\n f \"g\"",
            "END:VEVENT\nBEGIN:VEVENT\nSUMMARY:injected",
            "x\r\nEND:VEVENT\r\nBEGIN:VEVENT",
            "x\rEND:VEVENT\rBEGIN:VEVENT",
            "🏠 Techo de la señora Peña 👨‍👩‍👧‍👦",
            &"👷".repeat(250),
            &"x".repeat(300),
            long.trim(),
            "SUMMARY;LANGUAGE=de:x",
            "bell \u{7} and escape \u{1b}[31m",
            " x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x",
        ];
        for title in titles {
            scheduled(app, &admin, title, "2026-03-02", "2026-03-03").await;
        }
        // Lines of every length around the folding limit.
        for length in 60..160 {
            scheduled(app, &admin, &"y".repeat(length), "2026-03-04", "2026-03-04").await;
        }
        let answer = fetch(app, &feed_of(app, &admin).await).await;
        for line in answer.bytes.split(|byte| *byte == b'\n') {
            assert!(line.len() <= 76, "75 octets and the carriage return: {:?}", String::from_utf8_lossy(line));
            assert!(std::str::from_utf8(line).is_ok(), "a letter is cut in two");
        }
        let text = String::from_utf8(answer.bytes.clone()).expect("UTF-8");
        assert_eq!(text.matches('\r').count(), text.matches("\r\n").count(), "no carriage return of a title");
        assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
        let calendar = read_calendar(&answer.bytes);
        assert_eq!(calendar.events.len(), titles.len() + 100);
        for title in titles {
            let expected = title.trim().replace("\r\n", "\n").replace('\r', "\n").replace(['\u{7}', '\u{1b}'], "");
            assert!(calendar.events.iter().any(|event| event.summary == expected), "{title:?}");
        }
    }

    async fn a_feed_shows_what_its_user_sees_in_the_app_and_no_more(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let (member, foreman) = (app.colleague(admin.company, Member).await, app.colleague(admin.company, Foreman).await);
        let salesman = app.colleague(admin.company, Salesman).await;
        let outsider = app.sign_in(Contractor, Admin).await;
        let own = scheduled(app, &admin, "Foreman's", "2026-03-02", "2026-03-02").await;
        let assign = json!({ "jobCrewTableId": own["jobCrewTableId"], "assignedToUserId": foreman.user });
        assert_eq!(app.post(&admin, "/api/jobs/update/assign/user", assign).await.status, StatusCode::OK);
        let shared = scheduled(app, &admin, "Subcontractor's", "2026-03-03", "2026-03-04").await;
        let amount = json!({ "jobId": shared["id"], "contractAmount": 12_345.67 });
        assert_eq!(app.post(&admin, "/api/jobs/contractAmount/update", amount).await.status, StatusCode::OK);
        let customer = json!({ "jobId": shared["id"], "jobCustomer": app.customer(&admin).await });
        assert_eq!(app.post(&admin, "/api/jobs/update/customer", customer).await.status, StatusCode::OK);
        let sub = app.asked_subcontractor(&admin, &shared).await;
        appointment(app, &admin, &salesman, "2026-03-05T15:00:00Z", "2026-03-05T15:30:00Z").await;

        let (mine, shared_one, visit) = ("Foreman's", "Subcontractor's", "Appointment with June Whitaker");
        let expected = [
            (&admin, vec![visit, mine, shared_one]),
            (&member, vec![visit, mine, shared_one]),
            (&foreman, vec![mine]),
            (&salesman, vec![visit]),
            (&sub, vec![shared_one]),
            (&outsider, vec![]),
        ];
        for (who, titles) in expected {
            let answer = fetch(app, &feed_of(app, who).await).await;
            let mut found: Vec<_> = read_calendar(&answer.bytes).events.into_iter().map(|event| event.summary).collect();
            found.sort();
            assert_eq!(found, titles);
            let text = String::from_utf8(answer.bytes).expect("UTF-8");
            assert!(!text.contains("12345") && !text.contains("12,345"), "no amount leaves the house");
            assert!(titles.contains(&visit) || !text.contains("Whitaker"), "nor a customer");
        }
        // The contractor's feed names the crew; the subcontractor's names the contractor.
        let url = feed_of(app, &sub).await;
        assert_eq!(events(app, &url).await[0].description, "Ridge & Sons");
        app.answer(&sub, &shared, false).await;
        assert_eq!(events(app, &url).await.len(), 0, "a declined job is gone at once");
    }

    async fn an_unchanged_feed_is_304_and_a_change_is_never_missed(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = scheduled(app, &admin, "Tear-off", "2026-03-02", "2026-03-02").await;
        let url = feed_of(app, &admin).await;
        let first = fetch(app, &url).await;
        let tag = first.headers[header::ETAG].clone();
        app.advance(Duration::hours(3));
        let again = Request::get(&url).header(header::IF_NONE_MATCH, tag.clone()).body(Body::empty());
        let unchanged = app.send(None, again.expect("request")).await;
        assert_eq!((unchanged.status, unchanged.bytes.len()), (StatusCode::NOT_MODIFIED, 0));
        assert_eq!(unchanged.headers[header::ETAG], tag);
        assert_eq!(fetch(app, &url).await.bytes, first.bytes, "the same to the last byte, hours later");
        let (old, days) = (read_calendar(&first.bytes), json!({ "jobId": job["id"], "startDate": "2026-03-09", "endDate": "2026-03-10" }));
        assert_eq!(app.post(&admin, "/api/jobs/update/schedule", days).await.status, StatusCode::OK);
        let again = Request::get(&url).header(header::IF_NONE_MATCH, tag.clone()).body(Body::empty());
        let changed = app.send(None, again.expect("request")).await;
        assert_eq!(changed.status, StatusCode::OK);
        assert_ne!(changed.headers[header::ETAG], tag);
        let new = read_calendar(&changed.bytes);
        assert_eq!(new.events[0].uid, old.events[0].uid, "the same event, moved");
        assert_eq!(new.events[0].start, "2026-03-09");
        assert!(new.events[0].sequence > old.events[0].sequence);
        assert!(new.events[0].changed > old.events[0].changed);
    }

    async fn a_feed_of_ten_jobs_takes_as_many_statements_as_one_and_is_never_throttled(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let url = feed_of(app, &admin).await;
        let mut statements = Vec::new();
        for more in [1, 9] {
            for _ in 0..more {
                scheduled(app, &admin, "Tear-off", "2026-03-02", "2026-03-02").await;
                app.advance(Duration::minutes(2));
            }
            fetch(app, &url).await;
            let before = app.app.db.statements_run();
            fetch(app, &url).await;
            statements.push(app.app.db.statements_run() - before);
        }
        assert_eq!(statements[0], statements[1], "statements for 1 and for 10");
        for _ in 0..20 {
            assert_eq!(fetch(app, &url).await.status, StatusCode::OK);
        }
    }

    async fn only_users_who_see_a_job_download_its_calendar_file(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let job = scheduled(app, &admin, "Peña / \"Ridge\"\r\nre-roof 🏠", "2026-03-02", "2026-03-03").await;
        let path = format!("/api/jobs/ics/{}", job["id"].as_str().expect("id"));
        assert_eq!(app.call(None, "GET", &path, Value::Null).await.status, StatusCode::UNAUTHORIZED);
        let (outsider, foreman) = (app.sign_in(Contractor, Admin).await, app.colleague(admin.company, Foreman).await);
        for who in [&outsider, &foreman] {
            assert_eq!(app.get(who, &path).await.status, StatusCode::NOT_FOUND);
        }
        assert_eq!(app.get(&admin, "/api/jobs/ics/nonsense").await.status, StatusCode::NOT_FOUND);
        let sub = app.asked_subcontractor(&admin, &job).await;
        for who in [&admin, &sub, &app.colleague(admin.company, Member).await] {
            let file = app.get(who, &path).await;
            assert_eq!(file.status, StatusCode::OK);
            assert_eq!(file.headers[header::CONTENT_TYPE], "text/calendar; charset=utf-8");
            assert_eq!(file.headers[header::CONTENT_DISPOSITION], "attachment; filename=\"pena-ridge-re-roof.ics\"");
            let calendar = read_calendar(&file.bytes);
            assert_eq!(calendar.events.len(), 1);
            assert_eq!((calendar.events[0].start.as_str(), calendar.events[0].end.as_str()), ("2026-03-02", "2026-03-04"));
        }
        let waiting = app.job(&admin).await;
        let path = format!("/api/jobs/ics/{}", waiting["id"].as_str().expect("id"));
        let response = app.get(&admin, &path).await;
        assert_eq!((response.status, response.code()), (StatusCode::CONFLICT, "conflict"));
        assert_eq!(response.message(), "This job has no dates yet. It can be downloaded once it is scheduled.");
    }

    async fn no_log_contains_the_address_of_a_feed(app: &TestApp) {
        let log = Log::of_this_process();
        let admin = app.sign_in(Contractor, Admin).await;
        let url = feed_of(app, &admin).await;
        let wrong = format!("/feeds/{}.ics", "ab".repeat(32));
        fetch(app, &url).await;
        fetch(app, &wrong).await;
        let written = String::from_utf8(log.0.lock().expect("log").clone()).expect("UTF-8");
        assert!(written.contains("route=\"/feeds/{file}\""), "the calls are logged: {written}");
        assert!(!written.contains(&url[7..71]), "the address is not");
        assert!(!written.contains(&wrong[7..71]), "nor one that opens nothing");
    }
}

/// The text that was logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// The log of all tests in this process: tracing decides once per call site, at its first use by any
    /// thread, so a single test's log would miss lines.
    fn of_this_process() -> Self {
        static LOG: LazyLock<Log> = LazyLock::new(|| {
            let log = Log::default();
            let writer = log.clone();
            let subscriber = tracing_subscriber::fmt()
                .with_ansi(false)
                .with_max_level(tracing_subscriber::filter::LevelFilter::INFO)
                .with_writer(move || writer.clone())
                .finish();
            tracing::subscriber::set_global_default(subscriber).expect("the only one");
            log
        });
        LOG.clone()
    }
}

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("log").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
