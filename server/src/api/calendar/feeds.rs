//! Calendars outside the app: a user's feed, and the file of one job.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use chrono::{DateTime, Duration, NaiveDate, Utc};
use domain::{
    calendar::feeds::Feed,
    i18n::rules::Text,
    permissions::permission::{self, Action},
    types::ids::JobId,
};
use services::core::{
    cached_list::CachedList,
    ical::{self, Heading},
    list_cache::ListKey,
};
use sha2::{Digest as _, Sha256};
use store::{
    calendar::{
        appointments,
        feeds::{self, OpenFeed, Revision},
    },
    companies::companies,
    jobs::{
        jobs,
        visibility::{JobSelection, Viewer},
    },
    scope::Scope,
    token::{Token, TokenHash},
};

use crate::http::{
    openapi::responses::{Calendar, TypedResponse},
    prelude::*,
    transaction_retry::retry_transaction,
};

/// The path of feeds. What follows it is as secret as a password.
const SECRET_PATH: &str = "/feeds/";
const ENDING: &str = ".ics";
/// A read within this time of the last one is not recorded.
const READ_WRITE_INTERVAL: Duration = Duration::minutes(15);

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/calendar/feed", own)
        .post("/api/calendar/feed", make)
        .delete("/api/calendar/feed", end)
        .get("/feeds/{file}", read)
        .get("/api/jobs/ics/{id}", one_job)
        .also_fails_with(StatusCode::CONFLICT)
}

async fn own(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    let feed = feeds::find(&mut tx, caller.scope(), caller.user()).await?;
    Ok(named!("feed": feed.unwrap_or_default()))
}

/// Creates a feed, or replaces the user's feed. Its URL is only returned here.
async fn make(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let token = Token::random().map_err(anyhow::Error::from)?;
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    feeds::replace(&mut tx, caller.scope(), caller.user(), token.hash(), now).await?;
    tx.commit().await?;
    let url = Some(format!("{SECRET_PATH}{}{ENDING}", token.text()));
    Ok(named!("feed": Feed { url, date_inserted: Some(now), last_read: None }))
}

async fn end(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    feeds::delete(&mut tx, caller.scope(), caller.user()).await?;
    tx.commit().await?;
    Ok(named!("feed": Feed::default()))
}

/// What the feed's user sees now. The text is cached until something that their company sees changes; the
/// existence of the link is checked every time.
async fn read(
    _: Visitor,
    State(app): State<App>,
    PathId(file): PathId<String>,
    headers: HeaderMap,
) -> ApiResult<TypedResponse<Calendar>> {
    let token = TokenHash::of(file.strip_suffix(ENDING).ok_or(ApiError::NotFound)?);
    let feed = feeds::open(&mut app.db.read().await?, token).await?;
    let now = app.clock.now();
    let mut is_new = false;
    // Boxed: it reads jobs and appointments, which would make every request that large.
    let read = Box::pin(async {
        let (text, hash) = load(&app, token, &feed, now).await?;
        is_new = hash != feed.content_hash;
        ApiResult::Ok(Arc::new(CachedList::new(&text)))
    });
    let key = list_key(&feed);
    let list = app.list_cache.get_or_load(&app.db, &key, None, |_| read).await?;
    let mut answer = app.list_cache.respond(&app.compute, &key, &list.value, &headers).await;
    // A new version is stored with the time. The next read looks for it under its own key.
    if !is_new && feed.last_read.is_none_or(|read| now - read > READ_WRITE_INTERVAL) {
        retry_transaction(|| async {
            let mut tx = app.db.write().await?;
            feeds::set_last_read(&mut tx, token, now).await?;
            Ok(tx.commit().await?)
        })
        .await?;
    }
    let headers = answer.headers_mut();
    if headers.contains_key(header::CONTENT_TYPE) {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(ical::MIME));
    }
    Ok(TypedResponse::of(answer))
}

/// Everything that the text depends on besides the data of the company: the reader, and what was sent last, which
/// decides the version that the text names.
fn list_key(feed: &OpenFeed) -> ListKey {
    let (heading, version) = (heading(feed), feed.revision);
    let content = hex::encode(&feed.content_hash);
    ListKey {
        company: feed.company,
        viewer: Some(feed.user),
        list: format!("calendar feed {content} {version:?} {heading:?}"),
    }
}

/// The feed's text and its hash. A new version is stored.
async fn load(
    app: &App,
    token: TokenHash,
    feed: &OpenFeed,
    now: DateTime<Utc>,
) -> ApiResult<(Vec<u8>, Vec<u8>)> {
    let mut tx = app.db.read().await?;
    let viewer = viewer_of(feed);
    let (first, last) = all_days();
    let jobs = jobs::list(&mut tx, &viewer, JobSelection::Between(first, last)).await?;
    let appointments = match permission::check(feed.role, Action::AppointmentsView) {
        Ok(()) => appointments::list(&mut tx, &viewer).await?,
        Err(_) => Vec::new(),
    };
    drop(tx);
    let of = feed.clone();
    let write = move || {
        let written = |revision| {
            let text = ical::calendar(heading(&of), revision, &jobs, &appointments).into_bytes();
            let hash = Sha256::digest(&text).to_vec();
            (text, hash, revision)
        };
        // The last revision stays valid if the text is unchanged.
        let (text, hash, revision) = written(of.revision);
        if hash == of.content_hash {
            return (text, hash, revision);
        }
        written(Revision { sequence: revision.sequence.saturating_add(1), changed: now })
    };
    let (text, hash, revision) = app.compute.run(write).await.map_err(anyhow::Error::from)?;
    if hash != feed.content_hash {
        retry_transaction(|| async {
            let mut tx = app.db.write().await?;
            feeds::set_content(&mut tx, token, &hash, revision, now).await?;
            Ok(tx.commit().await?)
        })
        .await?;
    }
    Ok((text, hash))
}

fn heading(feed: &OpenFeed) -> Heading<'_> {
    Heading {
        company: &feed.company_name,
        zone: feed.zone,
        role: feed.role,
        language: feed.language,
    }
}

#[expect(clippy::disallowed_methods, reason = "the feed's own row says whose eyes it has")]
const fn viewer_of(feed: &OpenFeed) -> Viewer {
    Viewer {
        scope: Scope::trusted(feed.company),
        role: feed.role,
        user: feed.user,
        language: feed.language,
    }
}

/// The whole date range: jobs with days are found through their index.
fn all_days() -> (NaiveDate, NaiveDate) {
    let day = |year, month, day| NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default();
    (day(1, 1, 1), day(9999, 12, 31))
}

/// One job as a file, to import into any calendar.
async fn one_job(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(job): PathId<JobId>,
) -> ApiResult<TypedResponse<Calendar>> {
    let mut tx = app.db.read().await?;
    let job = jobs::find(&mut tx, &caller.viewer(), job).await?;
    if job.span().is_none() {
        return Err(ApiError::Conflict(Text::JobUnscheduled));
    }
    let company = companies::find(
        &mut tx,
        caller.scope(),
        caller.scope().company(),
        services::geocoding::locate_company,
    )
    .await?;
    let company = company.without_files();
    let heading = Heading {
        company: &company.name,
        zone: company.time_zone,
        role: caller.role(),
        language: caller.language(),
    };
    let revision = Revision { sequence: 0, changed: app.clock.now() };
    let disposition = format!("attachment; filename=\"{}\"", ical::file_name(&job.title));
    let text = ical::calendar(heading, revision, &[job], &[]);
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(ical::MIME)),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::try_from(disposition).map_err(anyhow::Error::from)?,
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ];
    Ok(TypedResponse::of((headers, text)))
}
