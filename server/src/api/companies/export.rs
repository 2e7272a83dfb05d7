//! `/api/company/export`: all data of the caller's company.

use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, header};
use chrono::{DateTime, Utc};
use domain::{limits::quotas::Quota, permissions::permission::UserType};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use services::export::{self, archive_writer};
use store::{companies::people, scope::Scope};
use tokio::runtime::Handle;

use crate::{
    api::companies::export_links::ExportLinks,
    http::{
        compression::ZIP,
        openapi::{
            operation::Operation,
            responses::{ResponseKind, TypedResponse},
        },
        prelude::*,
    },
};

/// The path of downloads. What follows it gives access to all data of a company for a while.
const SECRET_PATH: &str = "/api/company/export/file/";

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/company/export", all)
        .limited(Quota::Export)
        .post("/api/company/export/link", link)
        .get("/api/company/export/file/{token}", by_link)
        .limited(Quota::Export)
}

/// A zip file.
enum Zip {}

impl ResponseKind for Zip {
    fn answers(operation: &mut Operation<'_>) {
        let bytes = json!({ "type": "string", "format": "binary" });
        operation.answers(StatusCode::OK, ZIP, bytes);
    }
}

async fn all(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
) -> ApiResult<TypedResponse<Zip>> {
    send(&app, caller.scope()).await
}

/// A URL that a browser can open without a token.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Link {
    url: String,
    expires_at: DateTime<Utc>,
}

async fn link(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let links = ExportLinks::open(&mut tx).await?;
    tx.commit().await?;
    let (token, expires_at) = links.token(caller.user(), app.clock.now());
    Ok(named!("export": Link { url: format!("{SECRET_PATH}{token}"), expires_at }))
}

/// For the user who requested the URL, while they are an admin.
async fn by_link(
    _: Visitor,
    State(app): State<App>,
    PathId(token): PathId<String>,
) -> ApiResult<TypedResponse<Zip>> {
    let mut tx = app.db.read().await?;
    let links = ExportLinks::find(&mut tx).await?.ok_or(ApiError::NotFound)?;
    let user = links.read(&token, app.clock.now()).ok_or(ApiError::NotFound)?;
    let person = people::find(&mut tx, user).await?;
    drop(tx);
    let is_admin = person.account_creation_complete && person.user_type == UserType::Admin;
    let company = person.company_id.filter(|_| is_admin).ok_or(ApiError::NotFound)?;
    #[expect(clippy::disallowed_methods, reason = "the sealed address says whose eyes it has")]
    let scope = Scope::trusted(company);
    send(&app, scope).await
}

async fn send(app: &App, scope: Scope) -> ApiResult<TypedResponse<Zip>> {
    let place = app.exports.place(scope.company()).await?;
    let folder = app.files.upload_folder().map_err(anyhow::Error::from)?;
    let (mut tx, now) = (app.db.read_long().await?, app.clock.now());
    let (runtime, backend) = (Handle::current(), app.files.backend().clone());
    // Dropped with this future when the caller disconnects.
    let caller = Arc::new(());
    let wanted = Arc::downgrade(&caller);
    // Each row is written three times, which is work of the processor and of the disk.
    let writing = place.run_blocking(move || {
        let staged = runtime.block_on(export::stage_export(&mut tx, scope, folder.path(), now))?;
        drop(tx);
        let file = archive_writer::write_unnamed(&staged, folder, &backend, &runtime, wanted)?;
        anyhow::Ok((staged.file_name(), file))
    });
    let (place, written) = writing.await.map_err(anyhow::Error::from)?;
    drop(caller);
    let (name, file) = written?;
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(ZIP)),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::try_from(disposition).map_err(anyhow::Error::from)?,
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ];
    Ok(TypedResponse::of((headers, archive_writer::stream(file, place.into_request()))))
}
