//! `/api/company`: a company's files. Every member sees them; admins edit them.

use axum::{
    extract::{FromRequestParts, Path},
    http::{StatusCode, request::Parts},
};
use domain::{
    companies::files::{CompanyFile, EditFile, NewFile},
    files::files::FileKind,
    forms::form::Form as _,
    i18n::rules::Text,
    types::{
        ids::{FileId, UserId},
        limits::LIMITS,
    },
};
use serde_json::json;
use services::{
    files::content_type::{self, Kind},
    images,
};
use store::{
    activity::{record, subject::Subject},
    actor::ActionContext,
    companies::files::{self as company_files, FileRow, NewFileRow},
    scope::Scope,
};
use tempfile::TempPath;

use crate::http::{
    detached::run_detached,
    openapi::{operation::Operation, parameters::ApiParameter},
    prelude::*,
    transaction_retry::retry_transaction,
    upload::{
        file::{self as upload, SingleFile},
        finished::UsedUpload,
        source::FileSource,
    },
};

pub fn routes() -> Routes {
    Routes::default()
        .upload(
            "/api/company/uploadFile/{fileName}/{isPublic}",
            upload::body_limit(FileKind::CompanyFile),
            add,
        )
        .get("/api/company/myFiles", list)
        .put("/api/company/myFiles/{id}", update)
        .delete("/api/company/myFiles/{id}", delete)
}

/// The metadata of an upload, from its query.
struct UploadQuery(NewFile);

impl FromRequestParts<App> for UploadQuery {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        let named = Path::<(String, String)>::from_request_parts(parts, app).await;
        let Path((file_name, is_public)) = named.map_err(|_| ApiError::NotFound)?;
        Ok(Self(NewFile { file_name: file_name.trim().to_owned(), is_public }))
    }
}

impl ApiParameter for UploadQuery {
    fn describe_parameters(operation: &mut Operation<'_>) {
        operation.takes_in_path(&json!({ "type": "string", "maxLength": LIMITS.file_name }));
        operation.takes_in_path(&json!({ "enum": ["true", "false"] }));
        operation.fails(StatusCode::NOT_FOUND);
    }
}

async fn list(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    let (rows, now) = (company_files::list(&mut tx, caller.scope()).await?, app.clock.now());
    let files: Vec<CompanyFile> =
        rows.into_iter().map(|row| row.shown(|key| app.files.address(key, now))).collect();
    Ok(named!("files": files))
}

async fn add(
    caller: Caller<gate::CompanyFiles>,
    State(app): State<App>,
    UploadQuery(form): UploadQuery,
    sent: FileSource<SingleFile>,
) -> ApiResult<impl ApiResponse> {
    if let Err(refusals) = form.check() {
        sent.drain().await;
        return Err(refusals.into());
    }
    let sent = sent.company_file(&app, (caller.user(), caller.scope().company())).await?;
    let (arrived, used) = sent.read(&app, caller.user()).await?;
    let (file, ending) = ready(&app, caller.user(), arrived, form.file_name.clone()).await?;
    let new = NewFileRow::of(&form.file_name, form.is_public(), ending, app.clock.now());
    let (files, act, scope) =
        (app.files.clone(), caller.action_context(&app.clock), caller.scope());
    let file = ReadyFile { file, used };
    let row = run_detached(store_file(app, scope, act, new, file)).await?;
    Ok(named!("companyFile": row.shown(|key| files.address(key, act.now))))
}

/// A file that is stored as it is, and the upload that it is from.
struct ReadyFile {
    file: TempPath,
    used: Option<UsedUpload>,
}

/// What is stored of a file, and its extension: of a picture only the image data.
async fn ready(
    app: &App,
    user: UserId,
    file: TempPath,
    name: String,
) -> ApiResult<(TempPath, &'static str)> {
    let place = app.images.place(user).await?;
    let looked_at = tokio::task::spawn_blocking(move || {
        content_type::kind_of(&file, &name).map(|kind| (place, file, kind))
    });
    let (place, file, kind) =
        looked_at.await.map_err(anyhow::Error::from)?.map_err(anyhow::Error::from)?;
    match kind {
        Some(Kind::Document(document)) => Ok((file, document.ending)),
        Some(Kind::Image(kind)) => {
            let prepared = images::prepare_in(place, file, kind).await?;
            Ok((prepared.picture, prepared.format.kind.ending()))
        }
        None => Err(ApiError::UnsupportedMedia(Text::FileKind)),
    }
}

/// The file first, then its row. If the row is not stored, the file is deleted.
async fn store_file(
    app: App,
    scope: Scope,
    act: ActionContext,
    new: NewFileRow,
    file: ReadyFile,
) -> ApiResult<FileRow> {
    let keys = [new.file_key.clone()];
    app.files.reserve(&app.db, &keys, new.now).await?;
    let stored = write(&app, scope, act, &new, &file).await;
    match (&stored, &file.used) {
        (Err(_), _) => app.files.discard(&app.db, &keys).await,
        (Ok(_), Some(used)) => used.discard(&app).await,
        (Ok(_), None) => {}
    }
    stored
}

async fn write(
    app: &App,
    scope: Scope,
    act: ActionContext,
    new: &NewFileRow,
    file: &ReadyFile,
) -> ApiResult<FileRow> {
    app.files.put_file(&new.file_key, &file.file).await?;
    retry_transaction(|| async move {
        let mut tx = app.db.write().await?;
        if let Some(used) = &file.used {
            used.delete(&mut tx).await?;
        }
        let row = company_files::add(&mut tx, scope, new).await?;
        record::commit_new(tx, act, Subject::CompanyFile(row.id)).await?;
        Ok(row)
    })
    .await
}

async fn update(
    caller: Caller<gate::CompanyFiles>,
    State(app): State<App>,
    PathId(file): PathId<FileId>,
    sent: UncheckedForm<EditFile>,
) -> ApiResult<impl ApiResponse> {
    let (mut tx, scope) = (app.db.write().await?, caller.scope());
    let before = company_files::find(&mut tx, scope, file).await?;
    let form = sent.checked()?;
    let snapshot = record::snapshot(&mut tx, Subject::CompanyFile(file)).await?;
    let row = company_files::update(&mut tx, scope, &before, &form).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("companyFile": row.shown(|key| app.files.address(key, app.clock.now()))))
}

async fn delete(
    caller: Caller<gate::CompanyFiles>,
    State(app): State<App>,
    PathId(file): PathId<FileId>,
) -> ApiResult<impl ApiResponse> {
    let (mut tx, scope) = (app.db.write().await?, caller.scope());
    let row = company_files::find(&mut tx, scope, file).await?;
    let snapshot = record::snapshot(&mut tx, Subject::CompanyFile(file)).await?;
    let keys = company_files::delete(&mut tx, scope, &row, app.clock.now()).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    app.files.discard(&app.db, &keys).await;
    Ok(named!("id": file))
}
