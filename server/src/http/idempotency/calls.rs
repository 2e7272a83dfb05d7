//! Calls with an `Idempotency-Key` (contract-2, section 5): the same call with the same key runs once, and gets the
//! same answer for a day.
//!
//! The extractor of the caller looks for an earlier call once it has checked the permission ([`begin`]). The commit of
//! the change claims the key in the same transaction ([`IdempotentCall`]), and the answer is stored, encrypted with the
//! key, before it is sent ([`run`]). A call with a key goes on when its client disconnects. A call that sends a file looks
//! for an earlier one when all of its body has arrived ([`DeferredCall`]).

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, HttpBody as _, to_bytes},
    extract::Request,
    http::{HeaderMap, Method, header, request::Parts},
    response::{IntoResponse as _, Response},
};
use domain::{
    forms::idempotency_key,
    types::ids::{ApiKeyId, CompanyId},
};
use services::auth::sealed;
use sha2::{Digest as _, Sha256};
use store::{
    db::idempotent_call::{CallClaim, CallHash, CallOwner, IdempotentCall},
    idempotent_calls::{self, EarlierCall},
};
use tokio::sync::OwnedMutexGuard;
use tracing::Instrument as _;

use crate::{
    app::App,
    http::{
        callers::api_key,
        callers::guest_headers,
        error::{ApiError, ApiResult},
        idempotency::answer::{REPLAYED, StoredAnswer},
        request_body::{
            body_memory::reservation, body_size::BodyLimit, body_timeout,
            content_hash::ContentHash, shared_body::RequestBody, unread_body::unread_body_error,
        },
    },
};

/// Keeps the keys of answers apart from others.
const CONTEXT: &[u8] = b"ridgeline idempotent answer";
/// The largest answer that is stored, in bytes. A larger one is an import's, which has rows of its own to find out.
const LARGEST_ANSWER: usize = 1 << 20;
/// The headers that belong to what a call asks for.
const DESCRIBING: [&str; 2] = ["upload-length", "upload-metadata"];
/// How long a call waits for the answer to the same call on another server, in steps.
const ANSWER_STEP: Duration = Duration::from_millis(100);
const ANSWER_STEPS: usize = 100;

/// A call with a key, from its arrival to its answer.
#[derive(Clone, Debug)]
struct KeyedCall {
    key: String,
    /// The API key of the caller. Idempotency keys of a user and of each of their API keys are apart: what one of them
    /// was answered, which may be a secret, is not answered to another.
    api_key: Option<ApiKeyId>,
    call: IdempotentCall,
    turn: Arc<Mutex<Option<OwnedMutexGuard<()>>>>,
}

fn key_of(headers: &HeaderMap) -> Option<String> {
    let key = headers.get(idempotency_key::HEADER)?;
    Some(String::from_utf8_lossy(key.as_bytes()).trim().to_owned())
}

/// Looks for an earlier call with the key of this request, once its caller is known and allowed to make it.
///
/// # Errors
/// The stored answer, as an error that ends the call; 422 for an invalid key, or one of another request.
pub async fn begin(
    parts: &Parts,
    app: &App,
    owner: impl Into<CallOwner>,
    company: Option<CompanyId>,
) -> ApiResult<()> {
    let Some(keyed) = parts.extensions.get::<KeyedCall>() else { return Ok(()) };
    idempotency_key::check(&keyed.key)?;
    if body_timeout::sends_file(parts) {
        return Ok(());
    }
    if let Some(claim) = keyed.call.claim() {
        // It runs again after its transaction was rolled back, perhaps because of the same call on another server.
        if let Some(earlier) = find(app, &claim).await? {
            return Err(replay(app, keyed, &claim, earlier).await);
        }
        keyed.call.begin(claim);
        return Ok(());
    }
    let body = buffered_body(parts, app).await?;
    let owner = owner.into();
    let mut address = address_of(&parts.uri.to_string(), owner);
    // What is said of a new upload is in its headers.
    for name in DESCRIBING {
        for value in parts.headers.get_all(name) {
            address.extend([" ", &String::from_utf8_lossy(value.as_bytes())]);
        }
    }
    let hash = hash_request(&keyed.key, company, (parts.method.as_str(), &address), &body);
    claim_key(app, keyed, owner, hash).await
}

/// A call whose body is read as it arrives.
#[derive(Clone, Debug)]
pub struct DeferredCall {
    keyed: Option<KeyedCall>,
    method: Method,
    address: String,
    content: ContentHash,
}

impl DeferredCall {
    /// This request, before its body is read.
    #[must_use]
    pub fn of(request: &Request) -> Self {
        let keyed = request.extensions().get::<KeyedCall>().cloned();
        let content = if keyed.is_some() { ContentHash::wanted() } else { ContentHash::default() };
        let (method, address) = (request.method().clone(), request.uri().to_string());
        Self { keyed, method, address, content }
    }

    /// Hashes the parts of the body.
    #[must_use]
    pub fn content(&self) -> ContentHash {
        self.content.clone()
    }

    /// Looks for an earlier call with the key of this request, once all of its body was read.
    ///
    /// # Errors
    /// As [`begin`].
    pub async fn begin(
        &self,
        app: &App,
        owner: impl Into<CallOwner>,
        company: CompanyId,
    ) -> ApiResult<()> {
        let Some(keyed) = &self.keyed else { return Ok(()) };
        if keyed.call.claim().is_some() {
            return Ok(());
        }
        let owner = owner.into();
        let address = address_of(&self.address, owner);
        let address = (self.method.as_str(), address.as_str());
        let hash = hash_request(&keyed.key, Some(company), address, &self.content.finish());
        claim_key(app, keyed, owner, hash).await
    }
}

/// The address of a call as its owner means it: a link has several secrets, under which it makes the same call.
fn address_of(address: &str, owner: CallOwner) -> String {
    let after_secret = match owner {
        CallOwner::Person(_) => None,
        CallOwner::Guest(_) => address.strip_prefix(guest_headers::CALLS),
    };
    after_secret.map_or_else(
        || address.to_owned(),
        |rest| rest.split_once('/').map_or(String::new(), |(_, call)| call.to_owned()),
    )
}

/// From now on the commit of the change claims the key.
async fn claim_key(
    app: &App,
    keyed: &KeyedCall,
    owner: CallOwner,
    request_hash: CallHash,
) -> ApiResult<()> {
    let mut hash = Sha256::new_with_prefix(owner.id().as_bytes());
    if let Some(api_key) = keyed.api_key {
        hash.update(b"api key ");
        hash.update(api_key.0.as_bytes());
    }
    let key_hash = hash.chain_update(&keyed.key).finalize().into();
    let claim = CallClaim { owner, key_hash, request_hash, now: app.clock.now() };
    let turn = app.calls_in_progress.wait(claim.key_hash).await;
    if let Some(earlier) = find(app, &claim).await? {
        // Others with this key need not wait until its answer is there.
        drop(turn);
        return Err(replay(app, keyed, &claim, earlier).await);
    }
    *keyed.turn.lock().unwrap_or_else(PoisonError::into_inner) = Some(turn);
    keyed.call.begin(claim);
    Ok(())
}

async fn buffered_body(parts: &Parts, app: &App) -> ApiResult<Bytes> {
    let limit = parts.extensions.get::<BodyLimit>().copied().unwrap_or_default();
    let Some(body) = parts.extensions.get::<RequestBody>() else { return Ok(Bytes::new()) };
    let reading = body.buffer(limit.0, reservation(app, &parts.extensions));
    reading.await.map_err(|error| unread_body_error(error, limit))
}

/// A hash of the request and its company. It begins with the key, which is not stored: without that, somebody who
/// reads the database could try passwords in it.
fn hash_request(
    key: &str,
    company: Option<CompanyId>,
    (method, address): (&str, &str),
    body: &[u8],
) -> CallHash {
    let hash = Sha256::new_with_prefix(key)
        .chain_update([0])
        .chain_update(company.unwrap_or_default().0.as_bytes())
        .chain_update(method)
        .chain_update([0])
        .chain_update(address)
        .chain_update([0])
        .chain_update(body);
    hash.finalize().into()
}

/// The earlier call with this key, unless it has expired.
async fn find(app: &App, claim: &CallClaim) -> ApiResult<Option<EarlierCall>> {
    let mut tx = app.db.read_one_statement().await?;
    let earlier = idempotent_calls::find(&mut tx, claim).await?;
    drop(tx);
    if earlier.as_ref().is_some_and(|earlier| earlier.is_expired(claim.now)) {
        let mut tx = app.db.write().await?;
        idempotent_calls::delete(&mut tx, claim).await?;
        tx.commit().await?;
        return Ok(None);
    }
    Ok(earlier)
}

/// What a call gets whose key was used before.
async fn replay(
    app: &App,
    keyed: &KeyedCall,
    claim: &CallClaim,
    mut earlier: EarlierCall,
) -> ApiError {
    if !earlier.is_of(&claim.request_hash) {
        return idempotency_key::used_otherwise().into();
    }
    for _ in 0..ANSWER_STEPS {
        if let Some(sealed) = &earlier.answer {
            let opened = sealed::open(CONTEXT, &keyed.key, sealed);
            let stored = opened.as_deref().and_then(StoredAnswer::from_bytes);
            return stored.map_or(ApiError::Unsure, |stored| ApiError::Answered(Box::new(stored)));
        }
        // Another server is about to store it.
        tokio::time::sleep(ANSWER_STEP).await;
        match find(app, claim).await {
            Ok(Some(found)) => earlier = found,
            // It was refused there.
            Ok(None) => return ApiError::Unavailable(domain::i18n::rules::Text::Busy),
            Err(error) => return error,
        }
    }
    // The server ended between the commit and the answer.
    ApiError::Unsure
}

/// Runs a request, and stores its answer if it has a key.
pub async fn run<F>(app: App, mut request: Request, work: impl FnOnce(Request) -> F) -> Response
where
    F: Future<Output = Response> + Send + 'static,
{
    let key = key_of(request.headers()).filter(|_| !request.method().is_safe());
    let Some(key) = key else { return work(request).await };
    let api_key = api_key::key_in(request.extensions());
    let keyed = KeyedCall { key, api_key, call: IdempotentCall::default(), turn: Arc::default() };
    request.extensions_mut().insert(keyed.clone());
    let work = work(request);
    let running = async move {
        let response = keyed.call.clone().over(work).await;
        finish(&app, &keyed, response).await
    };
    let ended = tokio::spawn(running.in_current_span()).await;
    ended.unwrap_or_else(|error| ApiError::Internal(error.into()).into_response())
}

async fn finish(app: &App, keyed: &KeyedCall, response: Response) -> Response {
    let Some(claim) = keyed.call.claim() else { return response };
    if response.headers().contains_key(REPLAYED) {
        return response;
    }
    let (response, stored) = if response.status().is_success() {
        match store(app, keyed, &claim, response).await {
            Ok(answered) => answered,
            Err(error) => return error.into_response(),
        }
    } else if keyed.call.is_stored() && response.status().is_client_error() {
        (response, free(app, &claim).await)
    } else if response.status().is_client_error() {
        // The same call on another server may have used up what this one asked for.
        match find(app, &claim).await {
            Ok(Some(earlier)) if earlier.is_of(&claim.request_hash) => {
                return replay(app, keyed, &claim, earlier).await.into_response();
            }
            found => (response, found.map(drop)),
        }
    } else {
        (response, Ok(()))
    };
    if let Err(error) = stored {
        tracing::warn!(%error, "the answer to a call with a key could not be stored");
    }
    response
}

/// Stores the answer. The outer error is that of its body.
async fn store(
    app: &App,
    keyed: &KeyedCall,
    claim: &CallClaim,
    response: Response,
) -> ApiResult<(Response, ApiResult<()>)> {
    if response.body().size_hint().exact().is_none_or(|size| size > LARGEST_ANSWER as u64) {
        return Ok((response, Ok(())));
    }
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, LARGEST_ANSWER).await.map_err(anyhow::Error::from)?;
    let location = parts.headers.get(header::LOCATION).cloned();
    let answer = StoredAnswer { status: parts.status, location, body: body.clone() };
    let stored = async {
        let sealed = sealed::seal(CONTEXT, &keyed.key, &answer.to_bytes())?;
        let mut tx = app.db.write().await?;
        idempotent_calls::store_answer(&mut tx, claim, sealed).await?;
        Ok(tx.commit().await?)
    };
    let stored = stored.await;
    Ok((Response::from_parts(parts, Body::from(body)), stored))
}

/// Frees the key of a call that was refused after it had stored something, such as an attempt that counts.
async fn free(app: &App, claim: &CallClaim) -> ApiResult<()> {
    let mut tx = app.db.write().await?;
    idempotent_calls::delete(&mut tx, claim).await?;
    Ok(tx.commit().await?)
}
