//! `/api/company`: a company's page, its settings and its people.

use axum::extract::State;
use domain::{
    activity::words::ActivityAction,
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
use services::images::Prepared;
use store::{
    activity::{
        record::{self, Named, Watch},
        subject::Subject,
    },
    actor::Act,
    companies::{companies, company_search, people, public_pages},
    db::Tx,
    files::deletion_queue,
    membership::members::Removal,
    scope::Scope,
};
use uuid::Uuid;

use crate::{
    app::App,
    http::{
        body::{Checked, PathId, Sent, named},
        caller::{Caller, gate},
        error::{ApiError, ApiResult},
        openapi::responses::Answer,
        routes::Routes,
        upload::{self, OneFile, Uploaded},
    },
};

/// The part of the file store that logos stand in; whoever has the address may look.
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
        .limited(Quota::Search)
}

async fn find(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(company): PathId<CompanyId>,
) -> ApiResult<impl Answer> {
    let mut tx = app.db.read().await?;
    let page =
        companies::find(&mut tx, caller.scope(), company, services::geocoding::locate_company)
            .await?;
    Ok(named!("company": page.shown(|key| app.files.address(key, app.clock.now()))))
}

/// The people of any company, as its page shows them.
async fn users(
    _: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(company): PathId<CompanyId>,
) -> ApiResult<impl Answer> {
    let mut tx = app.db.read().await?;
    companies::name(&mut tx, company).await?;
    Ok(named!("employees": people::employees(&mut tx, company).await?))
}

/// One's own company as it was before a change.
async fn watch(tx: &mut Tx, scope: Scope) -> ApiResult<Watch> {
    Ok(record::watch(tx, Subject::Company(scope.company())).await?)
}

/// One's own company after a change, which is written down and committed.
async fn changed(
    app: &App,
    mut tx: Tx,
    scope: Scope,
    act: Act,
    watch: Watch,
) -> ApiResult<Company> {
    watch.record(&mut tx, act).await?;
    let page =
        companies::find(&mut tx, scope, scope.company(), services::geocoding::locate_company)
            .await?;
    tx.commit().await?;
    Ok(page.shown(|key| app.files.address(key, app.clock.now())))
}

async fn set_time_zone(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
    Checked(form): Checked<SetTimeZone>,
) -> ApiResult<impl Answer> {
    let Some(zone) = form.time_zone() else {
        return Err(ApiError::Malformed("a checked form names its time zone".to_string()));
    };
    let (mut tx, scope) = (app.db.write().await?, caller.scope());
    let watch = watch(&mut tx, scope).await?;
    companies::set_time_zone(&mut tx, scope, zone).await?;
    Ok(named!("company": changed(&app, tx, scope, caller.act(&app.clock), watch).await?))
}

async fn set_settings(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
    PathId(company): PathId<CompanyId>,
    sent: Sent<CompanySettings>,
) -> ApiResult<impl Answer> {
    let scope = caller.scope();
    if company != scope.company() {
        return Err(ApiError::NotFound);
    }
    let form = sent.checked()?;
    let mut tx = app.db.write().await?;
    let watch = watch(&mut tx, scope).await?;
    companies::set_settings(&mut tx, scope, &form).await?;
    Ok(named!("company": changed(&app, tx, scope, caller.act(&app.clock), watch).await?))
}

async fn set_public_page(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
    Checked(form): Checked<SetPublicPage>,
) -> ApiResult<impl Answer> {
    let (mut tx, scope) = (app.db.write().await?, caller.scope());
    let watch = watch(&mut tx, scope).await?;
    if !public_pages::set(&mut tx, scope, &form).await? {
        return Err(ApiError::Conflict(Text::SlugTaken));
    }
    Ok(named!("company": changed(&app, tx, scope, caller.act(&app.clock), watch).await?))
}

/// What is kept is a small copy, made anew: nothing of the file that was sent.
async fn set_logo(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
    Uploaded(sent, ..): Uploaded<OneFile>,
) -> ApiResult<impl Answer> {
    let arrived = upload::image(&app, sent, FileKind::Logo).await?;
    let prepared = app.pictures.prepare(arrived.file, arrived.kind).await?;
    let (scope, act) = (caller.scope(), caller.act(&app.clock));
    // A task of its own: a caller who hangs up now must not leave it half done.
    let kept = tokio::spawn(keep_logo(app, scope, act, prepared));
    Ok(named!("url": kept.await.map_err(anyhow::Error::from)??))
}

/// The file first, then its row, and the former one goes. Where that does not come about, it goes itself.
async fn keep_logo(app: App, scope: Scope, act: Act, prepared: Prepared) -> ApiResult<String> {
    let key = format!("{LOGOS}{}.{}", Uuid::now_v7(), prepared.format.thumbnail_kind.ending());
    let keys = [key];
    app.files.announce(&app.db, &keys, app.clock.now()).await?;
    let written = write_logo(&app, scope, act, &keys, prepared.thumbnail).await;
    app.files.discard(&app.db, written.as_deref().unwrap_or(&keys)).await;
    written.map(|_| format!("/files/{}", keys[0]))
}

/// Answers the key of the former logo, which is doomed.
async fn write_logo(
    app: &App,
    scope: Scope,
    act: Act,
    keys: &[String; 1],
    logo: Vec<u8>,
) -> ApiResult<Vec<String>> {
    app.files.put(&keys[0], logo).await?;
    let mut tx = app.db.write().await?;
    let before = companies::logo_url(&mut tx, scope).await?;
    let former: Vec<String> =
        before.iter().filter_map(|url| url.strip_prefix("/files/")).map(str::to_owned).collect();
    let watch = watch(&mut tx, scope).await?;
    companies::set_logo_url(&mut tx, scope, &format!("/files/{}", keys[0])).await?;
    watch.record(&mut tx, act).await?;
    deletion_queue::spare(&mut tx, keys).await?;
    deletion_queue::add(&mut tx, &former, app.clock.now()).await?;
    tx.commit().await?;
    Ok(former)
}

async fn remove_user(
    caller: Caller<gate::UsersRemove>,
    State(app): State<App>,
    Checked(form): Checked<RemoveUser>,
) -> ApiResult<impl Answer> {
    let user = form.user_id.0.unwrap_or_default();
    if user == caller.user() {
        return Err(ApiError::Conflict(Text::RemoveSelf));
    }
    let mut tx = app.db.write().await?;
    // Whoever is not of the company is refused below, and nothing of them is written down.
    let watch = record::watch(&mut tx, Subject::Member(user)).await?;
    let jobs = record::watch_jobs_with(&mut tx, Named::Employee(user)).await?;
    match store::membership::members::remove(&mut tx, caller.scope(), user).await? {
        Removal::Done => {
            jobs.record(&mut tx, caller.act(&app.clock)).await?;
            watch.record_as(&mut tx, caller.act(&app.clock), ActivityAction::Removed).await?;
            tx.commit().await?;
        }
        Removal::LastAdmin => return Err(ApiError::Conflict(Text::LastAdmin)),
    }
    Ok(named!("id": user))
}

async fn search(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    Checked(form): Checked<CompanySearch>,
) -> ApiResult<impl Answer> {
    let Some(kind) = form.company_type() else {
        return Err(ApiError::Malformed("a checked form names its company type".to_string()));
    };
    let mut tx = app.db.read().await?;
    let found = company_search::find(&mut tx, caller.scope(), kind, &form).await?;
    Ok(named!("companies": found))
}
