//! Every call that changes a job, an appointment, an order, a calendar, a connection or a chat sends an event and adds an
//! entry to the activity log, and tells other software what `change_types` says. Calls all of these routes, and fails
//! for a route that it does not know; `http/activity_coverage.rs` calls the routes without live events.

use std::collections::BTreeSet;

use domain::permissions::permission::{CompanyType, UserType};

use walk::Walk;

use crate::support::{TestApp, sockets::Socket};

mod company;
mod jobs;
mod orders;
pub mod walk;

/// The path prefixes of the routes that send events.
pub const LIVE: &[&str] = &[
    "/api/appointment_series/",
    "/api/appointments/",
    "/api/calendar/",
    "/api/chat/",
    "/api/connections/",
    "/api/guest/",
    "/api/guest_links/",
    "/api/job_offers/",
    "/api/job_series/",
    "/api/jobs/",
    "/api/notifications/",
    "/api/purchase_orders/",
    "/api/schedule/",
    "/api/work_orders/",
];

/// Calls that concern only the caller: personal feeds and devices, the caller's own subscriptions, and files that no call
/// has used yet.
const OWN: &[&str] = &[
    "delete /api/calendar/feed",
    "delete /api/notifications/pushDevices/{id}",
    "post /api/calendar/feed",
    "post /api/chat/subscribe",
    "options /api/guest/{secret}/uploads",
    "post /api/guest/{secret}/uploads",
    "delete /api/guest/{secret}/uploads/{id}",
    "head /api/guest/{secret}/uploads/{id}",
    "options /api/guest/{secret}/uploads/{id}",
    "patch /api/guest/{secret}/uploads/{id}",
    "post /api/guest/{secret}/uploads/{id}",
    "post /api/notifications/pushDevices",
    "post /api/notifications/unsubscribe/{token}",
    "put /api/notifications/choices",
];

/// Calls below these paths that change only the price list, which no screen follows: `http/activity_coverage.rs` calls
/// them.
pub const PRICE_LIST: &[&str] = &["post /api/purchase_orders/prices"];

/// Calls that rightly add no entry to the activity log: chat rooms, messages and read marks.
const UNTRACED: &[&str] = &[
    "post /api/chat/read/{roomId}",
    "post /api/chat/rooms/job",
    "post /api/chat/sendAttachment/{roomId}",
    "post /api/chat/sendMessage",
    "post /api/guest/{secret}/seen",
    "post /api/notifications/seen",
];

both_engines! {
    async fn every_change_is_sent_to_open_sockets(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let looks = app.colleague(ada.company, UserType::Admin).await;
        let looks = Socket::of(app, at, &looks).await;
        let (walked, traced) = (BTreeSet::new(), BTreeSet::new());
        let mut walk = Walk { app, looks, own: ada.company, walked, traced };
        company::connections(&mut walk, &ada).await;
        jobs::job_itself(&mut walk, &ada).await;
        jobs::assignments(&mut walk, &ada, at).await;
        jobs::what_hangs_on_a_job(&mut walk, &ada).await;
        orders::guest_links(&mut walk, &ada).await;
        jobs::job_offers(&mut walk, &ada).await;
        orders::work_orders(&mut walk, &ada).await;
        orders::purchase_orders(&mut walk, &ada).await;
        company::appointments(&mut walk, &ada).await;
        company::chats(&mut walk, &ada, at).await;
        let routes = server::api::routes().list();
        let all: BTreeSet<String> = routes
            .iter()
            .filter(|route| route.method != "get")
            .filter(|route| LIVE.iter().any(|room| route.path.starts_with(room)))
            .map(|route| format!("{} {}", route.method, route.path))
            .filter(|route| !OWN.contains(&route.as_str()) && !PRICE_LIST.contains(&route.as_str()))
            .collect();
        let forgotten: Vec<_> = all.difference(&walk.walked).collect();
        assert!(forgotten.is_empty(), "no test checks the events of these calls: {forgotten:#?}");
        let untraced: Vec<_> =
            walk.walked.difference(&walk.traced).filter(|route| !UNTRACED.contains(&route.as_str())).collect();
        assert!(untraced.is_empty(), "these calls record no activity: {untraced:#?}");
    }
}
