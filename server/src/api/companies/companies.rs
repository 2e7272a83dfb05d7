//! `/api/company`: a company's page, its settings and its people.

use domain::{
    activity::labels::ActivityAction,
    companies::{
        companies::{Company, CompanySearch, CompanySettings},
        people::RemoveUser,
        public_pages::SetPublicPage,
        time_zone::SetTimeZone,
    },
    files::files::FileKind,
    i18n::rules::Text,
    limits::quotas::Quota,
    types::ids::CompanyId,
};
use services::images::ProcessedImage;
use store::{
    activity::{
        job_snapshots::{self, JobReference},
        record::{self, Snapshot},
        subject::Subject,
    },
    actor::ActionContext,
    companies::{companies, company_search, people, public_pages},
    db::Tx,
    files::deletion_queue,
    membership::members::Removal,
    scope::Scope,
};
use uuid::Uuid;

use crate::http::{
    detached::run_detached,
    prelude::*,
    transaction_retry::retry_transaction,
    upload::file::{self as upload, SingleFile, Uploaded},
};

/// The folder of logos in the file store; anyone with the URL may read them.
pub(crate) const LOGOS: &str = "logos/";

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/company/find/{id}", find)
        .get("/api/company/users/{companyId}", users)
        .put("/api/company/timeZone", set_time_zone)
        .put("/api/company/update/{companyId}", set_settings)
        .put("/api/company/publicPage", set_public_page)
        .upload("/api/company/uploadImage", upload::body_limit(FileKind::Logo), set_logo)
        .post("/api/company/removeUser", remove_user)
        .post("/api/company/search", search)
        .only_reads()
        .limited(Quota::Search)
}

async fn find(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(company): PathId<CompanyId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    let page =
        companies::find(&mut tx, caller.scope(), company, services::geocoding::locate_company)
            .await?;
    Ok(named!("company": page.shown(|key| app.files.address(key, app.clock.now()))))
}

/// The people of any company, as on its page.
async fn users(
    _: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(company): PathId<CompanyId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    companies::name(&mut tx, company).await?;
    Ok(named!("employees": people::employees(&mut tx, company).await?))
}

/// The caller's company before a change.
async fn snapshot_company(tx: &mut Tx, scope: Scope) -> ApiResult<Snapshot> {
    Ok(record::snapshot(tx, Subject::Company(scope.company())).await?)
}

/// Records a change of the caller's company, commits, and returns the company.
async fn commit_and_respond(
    app: &App,
    mut tx: Tx,
    scope: Scope,
    act: ActionContext,
    snapshot: Snapshot,
) -> ApiResult<Company> {
    snapshot.record(&mut tx, act).await?;
    let page =
        companies::find(&mut tx, scope, scope.company(), services::geocoding::locate_company)
            .await?;
    tx.commit().await?;
    Ok(page.shown(|key| app.files.address(key, app.clock.now())))
}

async fn set_time_zone(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<SetTimeZone>,
) -> ApiResult<impl ApiResponse> {
    let Some(zone) = form.time_zone() else {
        return Err(ApiError::Malformed("a checked form names its time zone".to_string()));
    };
    let (mut tx, scope) = (app.db.write().await?, caller.scope());
    let snapshot = snapshot_company(&mut tx, scope).await?;
    companies::set_time_zone(&mut tx, scope, zone).await?;
    Ok(
        named!("company": commit_and_respond(&app, tx, scope, caller.action_context(&app.clock), snapshot).await?),
    )
}

async fn set_settings(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
    PathId(company): PathId<CompanyId>,
    sent: UncheckedForm<CompanySettings>,
) -> ApiResult<impl ApiResponse> {
    caller.check_own(company)?;
    let (scope, form) = (caller.scope(), sent.checked()?);
    let mut tx = app.db.write().await?;
    let snapshot = snapshot_company(&mut tx, scope).await?;
    companies::set_settings(&mut tx, scope, &form).await?;
    Ok(
        named!("company": commit_and_respond(&app, tx, scope, caller.action_context(&app.clock), snapshot).await?),
    )
}

async fn set_public_page(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<SetPublicPage>,
) -> ApiResult<impl ApiResponse> {
    let (mut tx, scope) = (app.db.write().await?, caller.scope());
    let snapshot = snapshot_company(&mut tx, scope).await?;
    if !public_pages::set(&mut tx, scope, &form).await? {
        return Err(ApiError::Conflict(Text::SlugTaken));
    }
    Ok(
        named!("company": commit_and_respond(&app, tx, scope, caller.action_context(&app.clock), snapshot).await?),
    )
}

/// Only a newly encoded small copy is stored, nothing of the uploaded file.
async fn set_logo(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
    Uploaded { sent, call, .. }: Uploaded<SingleFile>,
) -> ApiResult<impl ApiResponse> {
    let arrived = upload::image(&app, sent, FileKind::Logo).await?;
    call.begin(&app, caller.user(), caller.scope().company()).await?;
    let prepared = app.images.prepare(caller.user(), arrived.file, arrived.kind).await?;
    let (scope, act) = (caller.scope(), caller.action_context(&app.clock));
    Ok(named!("url": run_detached(keep_logo(app, scope, act, prepared)).await?))
}

/// The file first, then its row; the former logo is deleted. If the row is not stored, the new file is.
async fn keep_logo(
    app: App,
    scope: Scope,
    act: ActionContext,
    prepared: ProcessedImage,
) -> ApiResult<String> {
    let key = format!("{LOGOS}{}.{}", Uuid::now_v7(), prepared.format.thumbnail_kind.ending());
    let keys = [key];
    app.files.reserve(&app.db, &keys, app.clock.now()).await?;
    let written = write_logo(&app, scope, act, &keys, prepared.thumbnail).await;
    app.files.discard(&app.db, written.as_deref().unwrap_or(&keys)).await;
    written.map(|_| format!("/files/{}", keys[0]))
}

/// Returns the key of the former logo, which is marked for deletion.
async fn write_logo(
    app: &App,
    scope: Scope,
    act: ActionContext,
    keys: &[String; 1],
    logo: Vec<u8>,
) -> ApiResult<Vec<String>> {
    app.files.put(&keys[0], logo).await?;
    retry_transaction(|| replace_logo(app, scope, act, keys)).await
}

async fn replace_logo(
    app: &App,
    scope: Scope,
    act: ActionContext,
    keys: &[String; 1],
) -> ApiResult<Vec<String>> {
    let mut tx = app.db.write().await?;
    let before = companies::lock_logo_url(&mut tx, scope).await?;
    let former: Vec<String> =
        before.iter().filter_map(|url| url.strip_prefix("/files/")).map(str::to_owned).collect();
    let snapshot = snapshot_company(&mut tx, scope).await?;
    companies::set_logo_url(&mut tx, scope, &format!("/files/{}", keys[0])).await?;
    snapshot.record(&mut tx, act).await?;
    deletion_queue::remove(&mut tx, keys).await?;
    deletion_queue::add(&mut tx, &former, app.clock.now()).await?;
    tx.commit().await?;
    Ok(former)
}

async fn remove_user(
    caller: Caller<gate::UsersRemove>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<RemoveUser>,
) -> ApiResult<impl ApiResponse> {
    let user = form.user_id.0.unwrap_or_default();
    if user == caller.user() {
        return Err(ApiError::Conflict(Text::RemoveSelf));
    }
    let mut tx = app.db.write().await?;
    // A user outside the company is refused below, and nothing of them is recorded.
    let snapshot = record::snapshot(&mut tx, Subject::Member(user)).await?;
    let jobs = job_snapshots::snapshot_jobs_naming(&mut tx, JobReference::Employee(user)).await?;
    match store::membership::members::remove(&mut tx, caller.scope(), user).await? {
        Removal::Done => {
            jobs.record(&mut tx, caller.action_context(&app.clock)).await?;
            snapshot
                .record_as(&mut tx, caller.action_context(&app.clock), ActivityAction::Removed)
                .await?;
            tx.commit().await?;
        }
        Removal::LastAdmin => return Err(ApiError::Conflict(Text::LastAdmin)),
    }
    Ok(named!("id": user))
}

async fn search(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<CompanySearch>,
) -> ApiResult<impl ApiResponse> {
    let Some(kind) = form.company_type() else {
        return Err(ApiError::Malformed("a checked form names its company type".to_string()));
    };
    let mut tx = app.db.read_long().await?;
    let found = company_search::find(&mut tx, caller.scope(), kind, &form).await?;
    Ok(named!("companies": found))
}
