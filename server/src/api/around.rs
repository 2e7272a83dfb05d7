//! What stands around every call, from the line to its handler and back, in one layer: a layer is copied
//! with all that is within it at every call that it sees, so a stack of them costs more than what they do.

use std::{panic::AssertUnwindSafe, sync::Arc};

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use futures_util::FutureExt as _;

use super::{
    body_pace,
    error::{ApiError, Words},
    repeats, safety, sent_from,
};
use crate::{
    app::App,
    telemetry::{self, Watch},
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
    sent_from::find(app, &mut request);
    telemetry::watch(watch, request, async |mut request| {
        let words = Words::of(&mut request);
        let request = repeats::hash_body(app, body_pace::keep(request)).await;
        let answering = AssertUnwindSafe(next.run(request)).catch_unwind();
        let mut answer = answering.await.unwrap_or_else(|_| {
            ApiError::Internal(anyhow::anyhow!("a handler panicked")).into_response()
        });
        words.put_into(&mut answer);
        safety::add(app, &mut answer);
        answer
    })
    .await
}
