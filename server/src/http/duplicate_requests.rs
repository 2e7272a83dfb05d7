//! Counts identical calls: the eleventh within a minute is refused (contract, section 4).
//!
//! The browser spaces repeats out; the server only counts them. Identical means the same caller, method, path,
//! upload and body; reads do not count.

use axum::{
    body::Bytes,
    http::{Method, request::Parts},
};
use domain::types::ids::UserId;

use crate::{
    app::App,
    http::{
        callers::api_key,
        client_address,
        error::ApiResult,
        request_body::{
            body_limit, body_memory::reservation, body_size::BodyLimit, body_timeout,
            shared_body::RequestBody,
        },
        transaction_retry::RunsAgain,
        upload::tus,
    },
};

/// The hash of a request's body, for the extractor that knows the caller.
#[derive(Clone, Copy, Debug)]
struct BodyHash(u64);

/// Reads and hashes the body of a write, whose caller is known by now. Uploads pass: their boundaries make
/// each of them different. So does a request that runs again after a rollback: it was counted.
pub async fn hash_body(parts: &mut Parts, app: &App) {
    let Some(repeats) = &app.duplicate_counter else { return };
    let reads = matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
    let runs_again = parts.extensions.get::<RunsAgain>().is_some();
    if reads || runs_again || body_timeout::sends_file(parts) || begins_upload(parts) {
        return;
    }
    let limit = BodyLimit::default();
    let bytes = match parts.extensions.get::<RequestBody>() {
        None => Bytes::new(),
        // What is declared as too large is not read: it is refused, or read by a call that takes more.
        Some(_) if body_limit::declared(parts).is_some_and(|bytes| bytes > limit.0) => return,
        Some(body) => match body.buffer(limit.0, reservation(app, &parts.extensions)).await {
            Ok(bytes) => bytes,
            Err(error) => {
                parts.extensions.insert(error);
                return;
            }
        },
    };
    parts.extensions.insert(BodyHash(repeats.hash(&bytes)));
}

/// What differs between the uploads of twenty photos is in their headers. Uploads have limits of their own.
fn begins_upload(parts: &Parts) -> bool {
    parts.method == Method::POST && tus::is_path(parts.uri.path())
}

/// The upload that the call uses: the bodies of twenty photos that arrived before are the same.
fn upload_of(parts: &Parts) -> Option<&str> {
    parts.uri.query()?.split('&').find_map(|field| field.strip_prefix("upload="))
}

/// Counts this call, and refuses it above the limit. The caller is a user or, on public calls, an address.
pub async fn check(parts: &Parts, app: &App, user: Option<UserId>) -> ApiResult<()> {
    let (Some(repeats), Some(BodyHash(body))) = (&app.duplicate_counter, parts.extensions.get())
    else {
        return Ok(());
    };
    let address = client_address::address_in(&parts.extensions).filter(|_| user.is_none());
    let api_key = api_key::key_in(&parts.extensions);
    let call = (user, api_key, address, parts.method.as_str(), parts.uri.path(), upload_of(parts));
    let hash = repeats.hash((call, body));
    let now = app.clock.now().timestamp_millis();
    let count = repeats.count(hash, now)?;
    if count > 1 && repeats.is_shared() {
        let sent = match parts.extensions.get::<RequestBody>() {
            // It was read for its hash.
            Some(body) => body.buffered().unwrap_or_default(),
            None => Bytes::new(),
        };
        let call = format!("{call:?} ");
        repeats.count_everywhere((hash, count), &[call.as_bytes(), &sent], now).await?;
    }
    Ok(())
}
