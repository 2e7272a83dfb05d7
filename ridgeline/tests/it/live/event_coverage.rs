//! Every call that changes a job, an appointment, an order, a calendar, a connection or a chat sends an event and adds an
//! entry to the activity log, and tells other software what [`change_types`] says. Calls all of these routes, and fails
//! for a route that it does not know; `http/activity_coverage.rs` calls the routes without live events.

use std::collections::{BTreeMap, BTreeSet};

use axum::{body::Body, http::Request};
use domain::{
    permissions::permission::{CompanyType, UserType},
    types::ids::CompanyId,
};
use serde_json::Value;

use crate::{
    live::change_types,
    support::{Person, TestApp, TestResponse, activity, changes, sockets::Socket},
};

mod company;
mod jobs;
mod orders;

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

/// Listens on a socket while others work.
struct Walk<'a> {
    app: &'a TestApp,
    looks: Socket,
    own: CompanyId,
    walked: BTreeSet<String>,
    traced: BTreeSet<String>,
}

/// What was written before a call.
struct Written {
    activity: i64,
    changes: BTreeMap<CompanyId, i64>,
}

impl Written {
    async fn of(app: &TestApp) -> Self {
        Self { activity: activity::written(app).await, changes: changes::written(app).await }
    }
}

impl Walk<'_> {
    /// Calls a route with its path parameters filled in, and checks that the listener receives an event.
    async fn step(
        &mut self,
        who: &Person,
        (route, gap): (&str, Option<&Value>),
        body: Value,
        event: &str,
    ) -> TestResponse {
        let (method, path) = route.split_once(' ').expect("method and path");
        let path = filled(path, gap);
        let written = Written::of(self.app).await;
        let answer = self.app.call(Some(who), &method.to_uppercase(), &path, body).await;
        self.check(route, &answer, event, written).await;
        answer
    }

    async fn upload(
        &mut self,
        who: &Person,
        route: &str,
        request: Request<Body>,
        event: &str,
    ) -> TestResponse {
        let written = Written::of(self.app).await;
        let answer = self.app.send(Some(who), request).await;
        self.check(route, &answer, event, written).await;
        answer
    }

    async fn check(&mut self, route: &str, answer: &TestResponse, event: &str, written: Written) {
        assert!(answer.status.is_success(), "{route}: {:?}", answer.json);
        let told = changes::types_since(self.app, &written.changes, self.own).await;
        assert_eq!(told, change_types::of(route), "{route}");
        if activity::written(self.app).await > written.activity {
            self.traced.insert(route.to_string());
        }
        let received = self.looks.names(self.app).await;
        assert!(
            received.iter().any(|name| name == event),
            "{route}: {event} is not in {received:?}"
        );
        self.walked.insert(route.to_string());
    }
}

pub fn filled(path: &str, gap: Option<&Value>) -> String {
    match (path.split_once('{'), gap) {
        (Some((begin, rest)), Some(id)) => {
            // What follows the last parameter, of addresses with something behind it.
            let behind = rest.rsplit_once('}').map_or("", |(_, behind)| behind);
            format!("{begin}{}{behind}", text(id))
        }
        _ => path.to_string(),
    }
}

fn text(id: &Value) -> &str {
    id.as_str().unwrap_or_else(|| panic!("no id but {id}"))
}

both_engines! {
    async fn every_change_is_sent_to_open_sockets(app: &TestApp) {
        let at = app.listen().await;
        let ada = app.sign_in(CompanyType::Contractor, UserType::Admin).await;
        let looks = app.colleague(ada.company, UserType::Admin).await;
        let looks = Socket::of(at, &looks).await;
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
