//! What people are told, in words and as it is stored.

use chrono::NaiveDate;
use domain::{
    notifications::{
        notifications::{Destination, Happening, ToldJob, ToldMessage, ToldOrder},
        texts::Doer,
    },
    types::{
        ids::{ChatRoomId, CompanyId, ConnectionId, JobId, WorkOrderId},
        language::Language,
    },
};
use serde_json::json;

fn job(title: &str) -> ToldJob {
    let day = |day| NaiveDate::from_ymd_opt(2026, 3, day);
    let (job, job_title) = (JobId::default(), title.to_owned());
    ToldJob { job, job_title, start_date: day(2), end_date: day(4) }
}

fn order() -> ToldOrder {
    ToldOrder {
        work_order: WorkOrderId::default(),
        order_title: "#7-1".to_owned(),
        job: None,
        job_title: "Whitaker".to_owned(),
    }
}

fn message(contents: &str) -> ToldMessage {
    ToldMessage { room: ChatRoomId::default(), contents: contents.to_owned() }
}

/// One of each, by the word it is stored under.
fn every() -> Vec<(&'static str, Happening)> {
    let connection = ConnectionId::default();
    vec![
        (
            "connectionRequested",
            Happening::ConnectionRequested { connection, message: "Hola".to_owned() },
        ),
        (
            "connectionRequested",
            Happening::ConnectionRequested { connection, message: String::new() },
        ),
        ("connectionAccepted", Happening::ConnectionAccepted { connection }),
        ("connectionDeclined", Happening::ConnectionDeclined { connection }),
        ("connectionWithdrawn", Happening::ConnectionWithdrawn { connection }),
        ("connectionRemoved", Happening::ConnectionRemoved { connection, jobs: 0 }),
        ("connectionRemoved", Happening::ConnectionRemoved { connection, jobs: 1 }),
        ("connectionRemoved", Happening::ConnectionRemoved { connection, jobs: 12 }),
        ("jobAssigned", Happening::JobAssigned(job("Whitaker"))),
        ("jobAccepted", Happening::JobAccepted(job("Whitaker"))),
        ("jobDeclined", Happening::JobDeclined(job("Whitaker"))),
        ("jobTakenBack", Happening::JobTakenBack(job("Whitaker"))),
        ("jobAssignedToMe", Happening::JobAssignedToMe(job("Whitaker"))),
        ("jobRescheduled", Happening::JobRescheduled { job: job("Whitaker"), asked_again: true }),
        ("jobRescheduled", Happening::JobRescheduled { job: job("Whitaker"), asked_again: false }),
        ("jobUnscheduled", Happening::JobUnscheduled(job("Whitaker"))),
        ("jobCompleted", Happening::JobCompleted(job("Whitaker"))),
        ("jobReopened", Happening::JobReopened(job("Whitaker"))),
        ("workOrderCreated", Happening::WorkOrderCreated(order())),
        ("workOrderSent", Happening::WorkOrderSent(order())),
        ("workOrderSigned", Happening::WorkOrderSigned(order())),
        ("messageSent", Happening::MessageSent(message("On our way"))),
        ("messageSent", Happening::MessageSent(message(""))),
        ("tagged", Happening::Tagged(message("Luis, the ladder?"))),
        ("tagged", Happening::Tagged(message(""))),
        ("invitationCompleted", Happening::InvitationCompleted { company: CompanyId::default() }),
    ]
}

const ADA: Doer<'_> = Doer { name: "Ada Ridge", company: "Ridge & Sons" };

#[test]
fn nobody_is_told_a_sentence_with_a_hole_in_it() {
    for (word, happening) in every() {
        for language in [Language::English, Language::Spanish] {
            let (title, content, route) = happening.in_words(ADA, language);
            assert!(!title.contains('{') && !content.contains('{'), "{word}: {title}: {content}");
            assert!(route.starts_with("/app/"), "{word}: {route}");
        }
    }
}

#[test]
fn what_was_told_yesterday_is_read_by_the_server_of_tomorrow() {
    for (word, happening) in every() {
        let stored = serde_json::to_value(&happening).expect("JSON");
        assert_eq!(stored["kind"], word);
        assert_eq!(serde_json::from_value::<Happening>(stored).expect("read"), happening);
    }
    let stored = json!({
        "kind": "jobRescheduled", "job": "00000000-0000-0000-0000-000000000000", "jobTitle": "Whitaker",
        "startDate": "2026-03-02", "endDate": "2026-03-04", "askedAgain": true,
    });
    let read: Happening = serde_json::from_value(stored).expect("read");
    assert_eq!(read, Happening::JobRescheduled { job: job("Whitaker"), asked_again: true });
}

#[test]
fn a_company_or_a_job_that_is_called_like_a_gap_keeps_its_name() {
    let sly = Doer { name: "{job}", company: "{job} {who} {" };
    let happening = Happening::JobAccepted(job("{company} & {when}"));
    let (_, content, _) = happening.in_words(sly, Language::English);
    assert_eq!(content, "{job} {who} { accepted {company} & {when}.");
}

#[test]
fn connections_and_messages_have_their_own_red_dots() {
    for (word, happening) in every() {
        let dot = match word {
            "messageSent" | "tagged" => Destination::Messages,
            _ if word.starts_with("connection") => Destination::Connections,
            _ => Destination::Bell,
        };
        assert_eq!(happening.destination(), dot, "{word}");
    }
}
