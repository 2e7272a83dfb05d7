//! A call, and what its handler's types declare.

use axum::http::StatusCode;
use domain::{api_keys::ApiKeyScope, limits::quotas::Quota};

use crate::http::openapi::operation::Operation;

/// A route, for the permission matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Route {
    /// The path.
    pub path: &'static str,
    /// The method.
    pub method: &'static str,
    /// The caller that it requires.
    pub caller: &'static str,
    /// The scope that an API key needs for it; `None` if no key may call it.
    pub scope: Option<ApiKeyScope>,
    /// The most bytes that it accepts in one body.
    pub body_limit: usize,
    /// The quota of its calls, if the extractor counts them.
    pub quota: Option<Quota>,
}

/// A route, and what its handler's types declare.
#[derive(Clone, Debug)]
pub struct Call {
    /// The path, method and caller.
    pub route: Route,
    /// The path of the handler's function.
    pub handler: &'static str,
    /// Describes the handler's types.
    pub describe: fn(&mut Operation<'_>),
    /// Other statuses that it may fail with.
    pub refusals: Vec<StatusCode>,
}
