//! HTTP: one file per feature, each a short list of routes and their handlers.

mod answers;
mod appointments;
mod asks;
mod assignment;
mod auth;
pub(crate) mod body;
mod body_limit;
mod calendars;
pub mod caller;
mod chat;
mod chat_pictures;
mod companies;
mod company_files;
mod condition;
mod connections;
mod crews;
mod customer_sheets;
mod customers;
pub mod error;
mod feeds;
mod files;
mod invitations;
mod job_facts;
mod job_images;
mod job_import;
mod job_notes;
mod job_records;
mod jobs;
mod lead_quota;
mod letters;
mod notification_choices;
mod notifications;
mod openapi;
mod operation;
mod order_sending;
mod pdf_upload;
mod price_import;
mod products;
mod profile;
mod public_pages;
mod purchase_orders;
mod push_devices;
mod qualifications;
mod repeats;
mod routes;
mod sheet_upload;
mod socket;
mod translations;
mod unsubscribe;
mod upload;
mod vendors;
mod work_orders;

use axum::{
    Router,
    http::{HeaderName, HeaderValue, Method},
    middleware,
    response::IntoResponse as _,
};
use tower_http::{
    catch_panic::CatchPanicLayer,
    compression::{
        CompressionLayer,
        predicate::{NotForContentType, Predicate as _, SizeAbove},
    },
    request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer},
};

use self::error::ApiError;
pub use self::{
    lead_quota::LeadQuota,
    repeats::Repeats,
    routes::{Route, Routes},
};
use crate::{app::App, notification_mails::UNSUBSCRIBE_PATH, web_app};

/// The header that names a request in the log and in its answer.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Every route of the API, in one list.
#[must_use]
pub fn routes() -> Routes {
    Routes::default()
        .with(appointments::routes())
        .with(assignment::routes())
        .with(auth::routes())
        .with(calendars::routes())
        .with(chat::routes())
        .with(chat_pictures::routes())
        .with(companies::routes())
        .with(company_files::routes())
        .with(condition::routes())
        .with(connections::routes())
        .with(crews::routes())
        .with(customer_sheets::routes())
        .with(customers::routes())
        .with(feeds::routes())
        .with(files::routes())
        .with(invitations::routes())
        .with(job_facts::routes())
        .with(job_images::routes())
        .with(job_import::routes())
        .with(job_notes::routes())
        .with(job_records::routes())
        .with(jobs::routes())
        .with(letters::routes())
        .with(notification_choices::routes())
        .with(notifications::routes())
        .with(openapi::routes())
        .with(price_import::routes())
        .with(products::routes())
        .with(profile::routes())
        .with(public_pages::routes())
        .with(push_devices::routes())
        .with(qualifications::routes())
        .with(socket::routes())
        .with(unsubscribe::routes())
        .with(translations::routes())
        .with(vendors::routes())
        .with(purchase_orders::routes())
        .with(work_orders::routes())
}

/// The whole server: the API, and the web app for every other address.
pub fn service(app: App) -> Router {
    // Pictures are compressed as they are.
    let worth_it = SizeAbove::new(1_400).and(NotForContentType::IMAGES);
    let api = routes()
        .into_router()
        .method_not_allowed_fallback(async || ApiError::NotFound)
        .route("/api/{*unknown}", axum::routing::any(async || ApiError::NotFound))
        .layer(middleware::from_fn_with_state(app.clone(), repeats::hash_body))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            ApiError::Internal(anyhow::anyhow!("a handler panicked")).into_response()
        }))
        .layer(middleware::from_fn(error::put_into_words))
        .layer(middleware::from_fn(log_request));
    api.fallback(web_app::serve)
        .layer(middleware::map_response_with_state(app.clone(), add_safety))
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        .layer(SetRequestIdLayer::new(REQUEST_ID, MakeRequestUuid))
        .layer(CompressionLayer::new().br(true).gzip(true).compress_when(worth_it))
        .with_state(app)
}

async fn add_safety(
    axum::extract::State(app): axum::extract::State<App>,
    mut answer: axum::response::Response,
) -> axum::response::Response {
    if app.mapbox_token.is_some() {
        answer
            .headers_mut()
            .entry(axum::http::header::CONTENT_SECURITY_POLICY)
            .or_insert(web_app::WITH_STREETS);
    }
    for (name, value) in web_app::SAFETY {
        answer.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    answer
}

/// The path without what is as good as a password.
fn path_for_the_log(path: &str) -> &str {
    let begins = [feeds::SECRET_PATH, UNSUBSCRIBE_PATH];
    let begins = begins.into_iter().chain(invitations::SECRET_PATHS);
    let mut begins = begins.filter(|begin| path.starts_with(begin));
    if path == invitations::SUBMIT_PATH { path } else { begins.next().unwrap_or(path) }
}

/// One line per call in the log: what was asked, what came of it, how long it took. Never a token,
/// a body or a query.
async fn log_request(
    request: axum::extract::Request,
    next: middleware::Next,
) -> axum::response::Response {
    let id = request.headers().get(REQUEST_ID).cloned();
    let method: Method = request.method().clone();
    let path = path_for_the_log(request.uri().path()).to_string();
    let span = tracing::info_span!("request", id = id.as_ref().and_then(|id| id.to_str().ok()));
    let began = std::time::Instant::now();
    let answer = tracing::Instrument::instrument(next.run(request), span.clone()).await;
    let status = answer.status().as_u16();
    span.in_scope(|| {
        tracing::info!(%method, path, status, ms = began.elapsed().as_millis(), "answered");
    });
    answer
}

#[cfg(test)]
mod tests {
    use super::path_for_the_log;

    #[test]
    fn whoever_reads_the_log_opens_no_feed_ends_no_mails_and_comes_in_by_nobodys_invitation() {
        for (path, logged) in [
            ("/feeds/0a1b.ics", "/feeds/"),
            ("/api/notifications/unsubscribe/0a1b.jobs.2c", "/api/notifications/unsubscribe/"),
            ("/api/company/invite/0a1b", "/api/company/invite/"),
            ("/api/company/invitation/0a1b", "/api/company/invitation/"),
            ("/api/company/invitation/submit", "/api/company/invitation/submit"),
            ("/api/company/invite", "/api/company/invite"),
            ("/api/company/invitations", "/api/company/invitations"),
        ] {
            assert_eq!(path_for_the_log(path), logged);
        }
    }
}
