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
        error::{ApiError, Words},
        request_log::{self, Watch},
        security_headers,
    },
};

/// What the layer knows. Cheap to clone.
#[derive(Clone)]
pub struct Around {
    app: App,
    watch: Arc<Watch>,
}

impl Around {
    /// Of a server whose calls are seen by this watch.
    pub fn new(app: &App, watch: Watch) -> Self {
        Self { app: app.clone(), watch: Arc::new(watch) }
    }
}

/// Lets a call in and its answer out: seen and counted, its body in time and told apart from others, its
/// failure in the caller's words, and with what makes an answer safe. A handler that panics is a failure
/// like others.
pub async fn answer(State(around): State<Around>, mut request: Request, next: Next) -> Response {
    let Around { app, watch } = &around;
    client_address::find(app, &mut request);
    request_log::watch(watch, request, async |mut request| {
        let words = Words::of(&mut request);
        let request = duplicate_requests::hash_body(app, body_timeout::keep(request)).await;
        let answering = AssertUnwindSafe(next.run(request)).catch_unwind();
        let mut answer = answering.await.unwrap_or_else(|_| {
            ApiError::Internal(anyhow::anyhow!("a handler panicked")).into_response()
        });
        words.put_into(&mut answer);
        security_headers::add(app, &mut answer);
        answer
    })
    .await
}
