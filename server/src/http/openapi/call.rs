//! One call, and what its handler's types say of it.

use axum::http::StatusCode;
use domain::limits::quotas::Quota;

use crate::http::openapi::operation::Operation;

/// One line of the list, for the permission matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Route {
    /// Where.
    pub path: &'static str,
    /// How.
    pub method: &'static str,
    /// Who may come in.
    pub caller: &'static str,
    /// The most bytes that it takes in one body.
    pub body_limit: usize,
    /// How often it may be called, where that is counted at its door.
    pub quota: Option<Quota>,
}

/// A route, and what its handler's types say of it.
#[derive(Clone, Debug)]
pub struct Call {
    /// Where, how, and for whom.
    pub route: Route,
    /// The path of the handler's function.
    pub handler: &'static str,
    /// Writes down what the types know.
    pub describe: fn(&mut Operation<'_>),
    /// What else it may fail with.
    pub refusals: Vec<StatusCode>,
}
