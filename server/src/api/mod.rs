//! The API: one file per feature, with a short list of routes and their handlers.

pub mod accounts;
pub mod activity;
mod api_keys;
pub mod calendar;
mod changes;
pub mod chat;
pub mod companies;
mod connections;
mod crews;
mod customers;
mod files;
mod guest_links;
pub mod imports;
pub mod jobs;
pub mod live;
pub mod notifications;
pub mod operations;
pub mod orders;
mod planning;
mod products;
mod reports;
mod search;
mod today;
mod translations;
mod vendors;
mod webhooks;

use axum::{Router, middleware};

use crate::{
    app::App,
    http::{
        compression, error::ApiError, middleware::MiddlewareState, request_log::RequestObserver,
        routes::Routes, web_app,
    },
};

/// All routes of the API.
#[must_use]
pub fn routes() -> Routes {
    Routes::default()
        .merge(accounts::account::routes())
        .merge(activity::activity::routes())
        .merge(api_keys::routes())
        .merge(calendar::appointments::routes())
        .merge(operations::basemap::routes())
        .merge(jobs::assignment::routes())
        .merge(jobs::bulk::routes())
        .merge(accounts::password_sign_in::routes())
        .merge(calendar::calendars::routes())
        .merge(changes::routes())
        .merge(chat::chat::routes())
        .merge(chat::pictures::routes())
        .merge(chat::rooms::routes())
        .merge(companies::companies::routes())
        .merge(companies::export::routes())
        .merge(companies::files::routes())
        .merge(operations::health::routes())
        .merge(connections::routes())
        .merge(crews::routes())
        .merge(imports::customers::routes())
        .merge(customers::routes())
        .merge(accounts::deletion::routes())
        .merge(calendar::feeds::routes())
        .merge(calendar::series::routes())
        .merge(files::files::routes())
        .merge(guest_links::holder::routes())
        .merge(guest_links::office::routes())
        .merge(guest_links::orders::routes())
        .merge(guest_links::page::routes())
        .merge(guest_links::pictures::routes())
        .merge(imports::imports::routes())
        .merge(companies::invitations::routes())
        .merge(jobs::fields::routes())
        .merge(jobs::images::routes())
        .merge(jobs::image_pairs::routes())
        .merge(imports::jobs::routes())
        .merge(jobs::notes::routes())
        .merge(jobs::records::routes())
        .merge(jobs::jobs::routes())
        .merge(jobs::list::routes())
        .merge(jobs::one_job::routes())
        .merge(jobs::saved_views::routes())
        .merge(jobs::templates::routes())
        .merge(operations::feedback::routes())
        .merge(operations::metrics::routes())
        .merge(notifications::preferences::routes())
        .merge(notifications::notifications::routes())
        .merge(operations::api_docs::routes())
        .merge(operations::openapi::routes())
        .merge(accounts::passwords::routes())
        .merge(planning::follows::routes())
        .merge(planning::series::routes())
        .merge(planning::shift::routes())
        .merge(planning::workdays::routes())
        .merge(imports::products::routes())
        .merge(imports::vendors::routes())
        .merge(planning::availability::routes())
        .merge(planning::capacity::routes())
        .merge(planning::job_offers::routes())
        .merge(planning::weather::routes())
        .merge(products::routes())
        .merge(accounts::profile::routes())
        .merge(accounts::oidc::routes())
        .merge(accounts::sign_in_methods::routes())
        .merge(companies::public_pages::routes())
        .merge(notifications::push_subscriptions::routes())
        .merge(companies::qualifications::routes())
        .merge(reports::routes())
        .merge(live::routes::routes())
        .merge(notifications::unsubscribe::routes())
        .merge(translations::routes())
        .merge(search::routes())
        .merge(today::routes())
        .merge(accounts::second_factor::routes())
        .merge(accounts::sessions::routes())
        .merge(files::guest_uploads::routes())
        .merge(files::uploads::routes())
        .merge(vendors::routes())
        .merge(webhooks::routes())
        .merge(accounts::email_verification::routes())
        .merge(orders::purchase_orders::routes())
        .merge(orders::purchase_order_progress::routes())
        .merge(orders::confirmed_prices::routes())
        .merge(orders::delivery_photos::routes())
        .merge(orders::vendor_reminders::routes())
        .merge(orders::work_orders::routes())
}

/// The whole server: the API, and the web app for every other address.
pub fn service(app: App) -> Router {
    let routes = routes();
    // Every router of a process has the same routes, so the first one sets this.
    let _ = app.openapi.set(|| self::routes().document());
    let observer = RequestObserver::new(&app.metrics, routes.list().iter().map(|route| route.path));
    routes
        .into_router()
        .method_not_allowed_fallback(async || ApiError::NotFound)
        .route("/api", axum::routing::any(async || ApiError::NotFound))
        .route("/api/", axum::routing::any(async || ApiError::NotFound))
        .route("/api/{*unknown}", axum::routing::any(async || ApiError::NotFound))
        .fallback(web_app::serve)
        .layer(middleware::from_fn_with_state(
            MiddlewareState::new(&app, observer),
            crate::http::middleware::handle,
        ))
        .layer(middleware::from_fn_with_state(app.compute.clone(), compression::compress))
        .with_state(app)
}
