//! HTTP: one file per feature, each a short list of routes and their handlers.

pub mod accounts;
pub mod activity;
pub mod calendar;
pub mod chat;
pub mod companies;
mod connections;
mod crews;
mod customers;
mod files;
pub mod imports;
pub mod jobs;
pub mod live;
pub mod notifications;
pub mod operations;
pub mod orders;
mod products;
mod reports;
mod search;
mod translations;
mod vendors;

use axum::{Router, middleware};
use tower_http::compression::{
    CompressionLayer,
    predicate::{NotForContentType, Predicate as _, SizeAbove},
};

use crate::{
    app::App,
    http::{error::ApiError, middleware::Around, request_log::Watch, routes::Routes, web_app},
};

/// Every route of the API, in one list.
#[must_use]
pub fn routes() -> Routes {
    Routes::default()
        .with(accounts::account::routes())
        .with(activity::activity::routes())
        .with(calendar::appointments::routes())
        .with(jobs::assignment::routes())
        .with(accounts::password_sign_in::routes())
        .with(calendar::calendars::routes())
        .with(chat::chat::routes())
        .with(chat::pictures::routes())
        .with(companies::companies::routes())
        .with(companies::export::routes())
        .with(companies::files::routes())
        .with(operations::health::routes())
        .with(connections::routes())
        .with(crews::routes())
        .with(imports::customers::routes())
        .with(customers::routes())
        .with(accounts::deletion::routes())
        .with(calendar::feeds::routes())
        .with(files::routes())
        .with(imports::imports::routes())
        .with(companies::invitations::routes())
        .with(jobs::fields::routes())
        .with(jobs::images::routes())
        .with(imports::jobs::routes())
        .with(jobs::notes::routes())
        .with(jobs::records::routes())
        .with(jobs::jobs::routes())
        .with(operations::feedback::routes())
        .with(operations::metrics::routes())
        .with(notifications::preferences::routes())
        .with(notifications::notifications::routes())
        .with(operations::openapi::routes())
        .with(accounts::passwords::routes())
        .with(imports::products::routes())
        .with(products::routes())
        .with(accounts::profile::routes())
        .with(accounts::oidc::routes())
        .with(companies::public_pages::routes())
        .with(notifications::push_subscriptions::routes())
        .with(companies::qualifications::routes())
        .with(reports::routes())
        .with(live::routes::routes())
        .with(notifications::unsubscribe::routes())
        .with(translations::routes())
        .with(search::routes())
        .with(accounts::second_factor::routes())
        .with(accounts::sessions::routes())
        .with(vendors::routes())
        .with(accounts::email_verification::routes())
        .with(orders::purchase_orders::routes())
        .with(orders::work_orders::routes())
}

/// The whole server: the API, and the web app for every other address.
pub fn service(app: App) -> Router {
    // Pictures are compressed as they are.
    let worth_it = SizeAbove::new(1_400)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::const_new(companies::export::ZIP));
    let routes = routes();
    // The first router of a process stands for all: they are the same.
    let _ = app.openapi.set(|| self::routes().document());
    let watch = Watch::new(&app.figures, routes.list().iter().map(|route| route.path));
    routes
        .into_router()
        .method_not_allowed_fallback(async || ApiError::NotFound)
        .route("/api/{*unknown}", axum::routing::any(async || ApiError::NotFound))
        .fallback(web_app::serve)
        .layer(middleware::from_fn_with_state(
            Around::new(&app, watch),
            crate::http::middleware::answer,
        ))
        .layer(CompressionLayer::new().br(true).gzip(true).compress_when(worth_it))
        .with_state(app)
}
