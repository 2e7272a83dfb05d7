//! Imports of every file of calls: callers, parameters and responses.

pub(crate) use axum::extract::State;

pub(crate) use crate::{
    app::App,
    http::{
        body::{CheckedForm, PathId, Reply, UncheckedForm, named},
        caller::{Caller, Visitor},
        callers::gate,
        error::{ApiError, ApiResult},
        openapi::responses::ApiResponse,
        routes::Routes,
    },
};
