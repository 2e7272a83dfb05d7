//! Notifications: their texts, and the format in which they are stored.

use chrono::NaiveDate;
use domain::{
    notifications::{
        notifications::{
            Destination, NotificationEvent, NotificationJob, NotificationMessage,
            NotificationOrder, OfferNews,
        },
        texts::ActorName,
    },
    types::{
        ids::{
            ChatRoomId, CompanyId, ConnectionId, GuestLinkId, JobId, JobOfferId, ShiftId,
            WorkOrderId,
        },
        language::Language,
    },
};
use serde_json::json;

fn job(title: &str) -> NotificationJob {
    let day = |day| NaiveDate::from_ymd_opt(2026, 3, day);
    let (job, job_title) = (JobId::default(), title.to_owned());
    NotificationJob { job, job_title, start_date: day(2), end_date: day(4) }
}

fn order() -> NotificationOrder {
    NotificationOrder {
        work_order: WorkOrderId::default(),
        order_title: "#7-1".to_owned(),
        job: None,
        job_title: "Whitaker".to_owned(),
    }
}

fn message(contents: &str) -> NotificationMessage {
    NotificationMessage { room: ChatRoomId::default(), contents: contents.to_owned() }
}

/// Every kind of event, with the word under which it is stored.
fn every() -> Vec<(&'static str, NotificationEvent)> {
    let connection = ConnectionId::default();
    vec![
        (
            "connectionRequested",
            NotificationEvent::ConnectionRequested { connection, message: "Hola".to_owned() },
        ),
        (
            "connectionRequested",
            NotificationEvent::ConnectionRequested { connection, message: String::new() },
        ),
        ("connectionAccepted", NotificationEvent::ConnectionAccepted { connection }),
        ("connectionDeclined", NotificationEvent::ConnectionDeclined { connection }),
        ("connectionWithdrawn", NotificationEvent::ConnectionWithdrawn { connection }),
        ("connectionRemoved", NotificationEvent::ConnectionRemoved { connection, jobs: 0 }),
        ("connectionRemoved", NotificationEvent::ConnectionRemoved { connection, jobs: 1 }),
        ("connectionRemoved", NotificationEvent::ConnectionRemoved { connection, jobs: 12 }),
        ("jobAssigned", NotificationEvent::JobAssigned(job("Whitaker"))),
        ("jobAccepted", NotificationEvent::JobAccepted(job("Whitaker"))),
        ("jobDeclined", NotificationEvent::JobDeclined(job("Whitaker"))),
        ("jobTakenBack", NotificationEvent::JobTakenBack(job("Whitaker"))),
        ("jobAssignedToMe", NotificationEvent::JobAssignedToMe(job("Whitaker"))),
        (
            "jobRescheduled",
            NotificationEvent::JobRescheduled { job: job("Whitaker"), asked_again: true },
        ),
        (
            "jobRescheduled",
            NotificationEvent::JobRescheduled { job: job("Whitaker"), asked_again: false },
        ),
        ("jobsMoved", moved(false)),
        ("jobsMoved", moved(true)),
        ("jobsMovedBack", NotificationEvent::JobsMovedBack { shift: ShiftId::default(), jobs: 7 }),
        (
            "jobsTakenBack",
            NotificationEvent::JobsTakenBack {
                shift: ShiftId::default(),
                jobs: 7,
                titles: "Gutters".to_owned(),
            },
        ),
        ("jobUnscheduled", NotificationEvent::JobUnscheduled(job("Whitaker"))),
        ("jobCompleted", NotificationEvent::JobCompleted(job("Whitaker"))),
        ("jobReopened", NotificationEvent::JobReopened(job("Whitaker"))),
        ("workOrderCreated", NotificationEvent::WorkOrderCreated(order())),
        ("workOrderSent", NotificationEvent::WorkOrderSent(order())),
        ("workOrderSigned", NotificationEvent::WorkOrderSigned(order())),
        ("messageSent", NotificationEvent::MessageSent(message("On our way"))),
        ("messageSent", NotificationEvent::MessageSent(message(""))),
        ("tagged", NotificationEvent::Tagged(message("Luis, the ladder?"))),
        ("tagged", NotificationEvent::Tagged(message(""))),
        (
            "invitationCompleted",
            NotificationEvent::InvitationCompleted { company: CompanyId::default() },
        ),
        ("guestAnswered", answered(true, None)),
        ("guestAnswered", answered(false, None)),
        ("guestAnswered", answered(false, Some("The truck is in the shop"))),
        (
            "guestReportedComplete",
            NotificationEvent::GuestReportedComplete {
                job: job("Whitaker"),
                name: "Rosa Díaz".to_owned(),
            },
        ),
        (
            "guestSigned",
            NotificationEvent::GuestSigned {
                order: order(),
                link: GuestLinkId::default(),
                name: "Rosa Díaz".to_owned(),
                sign_off: None,
            },
        ),
        ("offer", offer(OfferNews::Asked)),
        ("offer", offer(OfferNews::Over)),
        ("offer", offer(OfferNews::Taken)),
        ("offer", offer(OfferNews::Declined)),
        ("offer", offer(OfferNews::Expired)),
    ]
}

fn moved(asked_again: bool) -> NotificationEvent {
    let (shift, reason) = (ShiftId::default(), "Rain".to_owned());
    NotificationEvent::JobsMoved { shift, jobs: 7, asked_again, reason }
}

fn offer(what: OfferNews) -> NotificationEvent {
    NotificationEvent::Offer { job: job("Whitaker"), offer: JobOfferId::default(), what }
}

fn answered(accepted: bool, reason: Option<&str>) -> NotificationEvent {
    NotificationEvent::GuestAnswered {
        job: job("Whitaker"),
        link: GuestLinkId::default(),
        name: "Rosa Díaz".to_owned(),
        accepted,
        reason: reason.map(str::to_owned),
    }
}

const ADA: ActorName<'_> = ActorName { name: "Ada Ridge", company: "Ridge & Sons" };

#[test]
fn no_notification_has_an_unfilled_placeholder() {
    for (word, event) in every() {
        for language in [Language::English, Language::Spanish] {
            let (title, content, route) = event.in_words(ADA, language);
            assert!(!title.contains('{') && !content.contains('{'), "{word}: {title}: {content}");
            assert!(route.starts_with("/app/"), "{word}: {route}");
        }
    }
}

#[test]
fn stored_notifications_can_be_read_by_newer_servers() {
    for (word, event) in every() {
        let stored = serde_json::to_value(&event).expect("JSON");
        assert_eq!(stored["kind"], word);
        assert_eq!(serde_json::from_value::<NotificationEvent>(stored).expect("read"), event);
    }
    let stored = json!({
        "kind": "jobRescheduled", "job": "00000000-0000-0000-0000-000000000000", "jobTitle": "Whitaker",
        "startDate": "2026-03-02", "endDate": "2026-03-04", "askedAgain": true,
    });
    let read: NotificationEvent = serde_json::from_value(stored).expect("read");
    assert_eq!(read, NotificationEvent::JobRescheduled { job: job("Whitaker"), asked_again: true });
}

#[test]
fn a_company_or_a_job_named_like_a_placeholder_keeps_its_name() {
    let sly = ActorName { name: "{job}", company: "{job} {who} {" };
    let event = NotificationEvent::JobAccepted(job("{company} & {when}"));
    let (_, content, _) = event.in_words(sly, Language::English);
    assert_eq!(content, "{job} {who} { accepted {company} & {when}.");
}

#[test]
fn connections_and_messages_have_their_own_red_dots() {
    for (word, event) in every() {
        let dot = match word {
            "messageSent" | "tagged" => Destination::Messages,
            _ if word.starts_with("connection") => Destination::Connections,
            _ => Destination::Bell,
        };
        assert_eq!(event.destination(), dot, "{word}");
    }
}
