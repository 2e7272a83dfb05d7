//! HTTP: one file per feature, each a short list of routes and their handlers.

mod account;
mod activity;
mod answers;
mod appointments;
mod around;
mod asks;
mod assignment;
mod auth;
pub(crate) mod body;
mod body_limit;
mod body_pace;
mod calendars;
pub mod caller;
mod chat;
mod chat_pictures;
mod companies;
mod company_export;
mod company_files;
mod condition;
mod connections;
mod crews;
mod customer_sheets;
mod customers;
mod deletion;
mod entering;
pub mod error;
mod feeds;
mod files;
mod handing_in;
mod imports;
mod invitations;
mod job_facts;
mod job_images;
mod job_import;
mod job_notes;
mod job_records;
mod jobs;
mod letters;
mod metrics;
mod notification_choices;
mod notifications;
mod openapi;
mod operation;
mod order_sending;
mod passwords;
mod pdf_upload;
mod price_import;
mod products;
mod profile;
mod provider;
mod public_pages;
mod purchase_orders;
mod push_devices;
mod qualifications;
mod quotas;
mod repeats;
mod reports;
mod routes;
mod safety;
mod search;
mod second_factor;
mod sent_from;
mod sessions;
mod sheet_upload;
mod sign_in_page;
mod socket;
mod translations;
mod unsubscribe;
mod upload;
mod vendors;
mod verification;
mod work_orders;

use axum::{Router, middleware};
use tower_http::compression::{
    CompressionLayer,
    predicate::{NotForContentType, Predicate as _, SizeAbove},
};

use self::{around::Around, error::ApiError};
pub use self::{
    quotas::Quotas,
    repeats::Repeats,
    routes::{Route, Routes},
    sent_from::address_in,
};
use crate::{app::App, telemetry::Watch, web_app};

/// Every route of the API, in one list.
#[must_use]
pub fn routes() -> Routes {
    Routes::default()
        .with(account::routes())
        .with(activity::routes())
        .with(appointments::routes())
        .with(assignment::routes())
        .with(auth::routes())
        .with(calendars::routes())
        .with(chat::routes())
        .with(chat_pictures::routes())
        .with(companies::routes())
        .with(company_export::routes())
        .with(company_files::routes())
        .with(condition::routes())
        .with(connections::routes())
        .with(crews::routes())
        .with(customer_sheets::routes())
        .with(customers::routes())
        .with(deletion::routes())
        .with(feeds::routes())
        .with(files::routes())
        .with(imports::routes())
        .with(invitations::routes())
        .with(job_facts::routes())
        .with(job_images::routes())
        .with(job_import::routes())
        .with(job_notes::routes())
        .with(job_records::routes())
        .with(jobs::routes())
        .with(letters::routes())
        .with(metrics::routes())
        .with(notification_choices::routes())
        .with(notifications::routes())
        .with(openapi::routes())
        .with(passwords::routes())
        .with(price_import::routes())
        .with(products::routes())
        .with(profile::routes())
        .with(provider::routes())
        .with(public_pages::routes())
        .with(push_devices::routes())
        .with(qualifications::routes())
        .with(reports::routes())
        .with(socket::routes())
        .with(unsubscribe::routes())
        .with(translations::routes())
        .with(search::routes())
        .with(second_factor::routes())
        .with(sessions::routes())
        .with(vendors::routes())
        .with(verification::routes())
        .with(purchase_orders::routes())
        .with(work_orders::routes())
}

/// The whole server: the API, and the web app for every other address.
pub fn service(app: App) -> Router {
    // Pictures are compressed as they are.
    let worth_it = SizeAbove::new(1_400)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::const_new(company_export::ZIP));
    let routes = routes();
    let watch = Watch::new(&app.figures, routes.list().iter().map(|route| route.path));
    routes
        .into_router()
        .method_not_allowed_fallback(async || ApiError::NotFound)
        .route("/api/{*unknown}", axum::routing::any(async || ApiError::NotFound))
        .fallback(web_app::serve)
        .layer(middleware::from_fn_with_state(Around::new(&app, watch), around::answer))
        .layer(CompressionLayer::new().br(true).gzip(true).compress_when(worth_it))
        .with_state(app)
}
