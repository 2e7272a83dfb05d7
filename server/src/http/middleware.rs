//! Everything around a call, from the connection to its handler and back, in one layer: axum clones a layer
//! and everything inside it for every call, so a stack of layers costs more than their work.

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
        callers::guest_headers,
        client_address,
        error::{ApiError, ErrorTranslator},
        request_body::{
            body_timeout,
            shared_body::{ClosedEarly, RequestBody},
        },
        request_log::{self, RequestObserver},
        security_headers,
        upload::tus,
    },
};

/// The layer's state. Cheap to clone.
#[derive(Clone)]
pub struct MiddlewareState {
    app: App,
    observer: Arc<RequestObserver>,
}

impl MiddlewareState {
    /// The state of a server whose calls this observer counts.
    pub fn new(app: &App, observer: RequestObserver) -> Self {
        Self { app: app.clone(), observer: Arc::new(observer) }
    }
}

/// Handles a call: it is logged and counted, its body is timed and read to its end, its failure is translated, and
/// its response gets the security headers. A handler that panics is an internal error.
pub async fn handle(
    State(around): State<MiddlewareState>,
    mut request: Request,
    next: Next,
) -> Response {
    let MiddlewareState { app, observer } = &around;
    client_address::find(app, &mut request);
    let version = request.version();
    let is_resumable = tus::is_path(request.uri().path());
    let is_of_guest = guest_headers::is_path(request.uri().path());
    let closed = request.extensions().get::<ClosedEarly>().cloned();
    let (request, body) = RequestBody::share(body_timeout::apply(request));
    let mut answer = request_log::observe(observer, request, async |mut request| {
        let translator = ErrorTranslator::of(&mut request);
        let answering = AssertUnwindSafe(next.run(request)).catch_unwind();
        let mut answer = answering.await.unwrap_or_else(|_| {
            ApiError::Internal(anyhow::anyhow!("a handler panicked")).into_response()
        });
        translator.translate_response(&mut answer);
        if is_of_guest {
            guest_headers::add(&mut answer);
        }
        security_headers::add(app, &mut answer);
        if is_resumable {
            tus::add_version(&mut answer);
        }
        answer
    })
    .await;
    if let Some(body) = body {
        body.finish(version, closed, &mut answer).await;
    }
    answer
}
