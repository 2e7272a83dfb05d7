//! Calls of the routes, and what each has to tell.

use std::collections::{BTreeMap, BTreeSet};

use axum::{body::Body, http::Request};
use domain::types::ids::CompanyId;
use serde_json::Value;

use crate::{
    live::change_types,
    support::{Person, TestApp, TestResponse, activity, changes, sockets::Socket},
};

/// Listens on a socket while others work.
pub struct Walk<'a> {
    pub app: &'a TestApp,
    pub looks: Socket,
    pub own: CompanyId,
    pub walked: BTreeSet<String>,
    pub traced: BTreeSet<String>,
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
    pub async fn step(
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

    pub async fn upload(
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

/// A path with its parameter filled in.
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

/// The text of an id.
pub fn text(id: &Value) -> &str {
    id.as_str().unwrap_or_else(|| panic!("no id but {id}"))
}
