//! What every file of calls begins with: who may call, what comes in, and what is answered.

pub(crate) use axum::extract::State;

pub(crate) use crate::{
    app::App,
    http::{
        body::{CheckedForm, PathId, Reply, UncheckedForm, named},
        caller::{Caller, Visitor, gate},
        error::{ApiError, ApiResult},
        openapi::responses::ApiResponse,
        routes::Routes,
    },
};
