//! What stands around every call, from the line to its handler and back, in one layer: a layer is copied
//! with all that is within it at every call that it sees, so a stack of them costs more than what they do.

use std::{panic::AssertUnwindSafe, sync::Arc};

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use futures_util::FutureExt as _;

use crate::{
    app::App,
    http::{
        body_timeout, client_address, duplicate_requests,
        error::{ApiError, ErrorTranslator},
        request_log::{self, RequestObserver},
        security_headers,
    },
};

/// What the layer knows. Cheap to clone.
#[derive(Clone)]
pub struct MiddlewareState {
    app: App,
    observer: Arc<RequestObserver>,
}

impl MiddlewareState {
    /// Of a server whose calls are seen by this watch.
    pub fn new(app: &App, watch: RequestObserver) -> Self {
        Self { app: app.clone(), observer: Arc::new(watch) }
    }
}

/// Lets a call in and its answer out: seen and counted, its body in time and told apart from others, its
/// failure in the caller's words, and with what makes an answer safe. A handler that panics is a failure
/// like others.
pub async fn handle(
    State(around): State<MiddlewareState>,
    mut request: Request,
    next: Next,
) -> Response {
    let MiddlewareState { app, observer: watch } = &around;
    client_address::find(app, &mut request);
    request_log::observe(watch, request, async |mut request| {
        let words = ErrorTranslator::of(&mut request);
        let request = duplicate_requests::hash_body(app, body_timeout::apply(request)).await;
        let answering = AssertUnwindSafe(next.run(request)).catch_unwind();
        let mut answer = answering.await.unwrap_or_else(|_| {
            ApiError::Internal(anyhow::anyhow!("a handler panicked")).into_response()
        });
        words.translate_response(&mut answer);
        security_headers::add(app, &mut answer);
        answer
    })
    .await
}
