//! `/api/uploads`: resumable uploads by tus 1.0 (contract-2, section 5). After a lost connection the client continues
//! from the last stored byte. Another call then takes the id of the completed upload instead of a file (`?upload=`).
//! The holders of links upload by [`guest_uploads`](super::guest_uploads).

use axum::{
    body::{Body, BodyDataStream},
    extract::{FromRequest, Request},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;
use domain::{
    i18n::rules::Text,
    types::{ids::UploadId, limits::LIMITS},
};
use futures_util::StreamExt as _;
use serde_json::json;
use services::core::uploads_in_progress::UploadTurn;
use store::{
    db::Tx,
    files::uploads::{self, NewPart, UploadOwner, UploadRow},
};
use tokio::io::AsyncWriteExt as _;

use crate::http::{
    detached::run_detached,
    openapi::{
        operation::Operation,
        parameters::ApiParameter,
        responses::{ResponseKind, TypedResponse},
    },
    prelude::*,
    request_body::body_timeout::FILE_PART,
    transaction_retry::retry_transaction,
    upload::{
        file,
        tus::{self, Address, Announced, Part, Version},
    },
};

/// How much of a part is stored at once, in bytes: so much is sent again if the server ends.
const STORED_AT_ONCE: u64 = 4 << 20;
/// How much of a file is buffered in memory.
const WAITING_BYTES: usize = 64 << 10;
/// The most parts of one upload: 50 MB on a line that breaks every 50 KB.
const MOST_PARTS: i64 = 1_000;
/// When somebody with too many unused uploads may try again, in seconds.
const RETRY_AFTER: u64 = 600;

pub fn routes() -> Routes {
    let limit = usize::try_from(LIMITS.upload_bytes).unwrap_or(usize::MAX);
    Routes::default()
        .options(tus::ADDRESS, offer)
        .post(tus::ADDRESS, begin)
        .options("/api/uploads/{id}", offer)
        .head("/api/uploads/{id}", progress)
        .upload_part("/api/uploads/{id}", limit, append)
        .upload("/api/uploads/{id}", limit, by_post)
        .delete("/api/uploads/{id}", end)
}

/// An answer whose headers say everything.
#[derive(Debug)]
pub(super) enum Headers {}

impl ResponseKind for Headers {
    fn answers(operation: &mut Operation<'_>) {
        operation.answers_nothing(StatusCode::OK);
        operation.answers_nothing(StatusCode::NO_CONTENT);
    }
}

/// A new upload: its address is in `Location`.
#[derive(Debug)]
pub(super) enum Begun {}

impl ResponseKind for Begun {
    fn answers(operation: &mut Operation<'_>) {
        operation.answers_nothing(StatusCode::CREATED);
    }
}

/// A part of a file, which is read as it arrives.
#[derive(Debug)]
pub(super) struct ArrivingPart {
    headers: HeaderMap,
    body: Body,
}

impl FromRequest<App> for ArrivingPart {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &App) -> ApiResult<Self> {
        let (parts, body) = request.into_parts();
        Ok(Self { headers: parts.headers, body })
    }
}

impl ApiParameter for ArrivingPart {
    fn describe_parameters(operation: &mut Operation<'_>) {
        let offset = json!({ "type": "integer", "minimum": 0 });
        operation.requires_header("upload-offset", &offset);
        operation.takes_body(FILE_PART, &file::file_schema());
        operation.fails(StatusCode::BAD_REQUEST);
        operation.fails(StatusCode::CONFLICT);
        operation.fails(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }
}

fn empty(status: StatusCode, headers: HeaderMap) -> Response {
    (status, headers).into_response()
}

async fn offer(_: Visitor) -> TypedResponse<Headers> {
    abilities()
}

/// What this server can do.
pub(super) fn abilities() -> TypedResponse<Headers> {
    TypedResponse::of(empty(StatusCode::NO_CONTENT, tus::abilities()))
}

async fn begin(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    _: Version,
    address: Address,
    announced: Announced,
) -> ApiResult<TypedResponse<Begun>> {
    create(&app, caller.user().into(), &address, &announced).await
}

/// Begins an upload.
pub(super) async fn create(
    app: &App,
    owner: UploadOwner,
    address: &Address,
    announced: &Announced,
) -> ApiResult<TypedResponse<Begun>> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    check_unused(&mut tx, owner, announced).await?;
    let metadata = announced.metadata.as_deref();
    let upload = uploads::create(&mut tx, owner, announced.bytes, metadata, now).await?;
    tx.commit().await?;
    let mut headers = tus::progress(upload.received_bytes, upload.expires_at);
    headers.insert(header::LOCATION, address.of(upload.id)?);
    Ok(TypedResponse::of(empty(StatusCode::CREATED, headers)))
}

/// Each user and each link may have so many uploads that no call has used.
async fn check_unused(tx: &mut Tx, owner: UploadOwner, announced: &Announced) -> ApiResult<()> {
    let unused = uploads::count_unused(tx, owner).await?;
    let is_room = unused.count < LIMITS.unused_uploads
        && unused.bytes + announced.bytes <= LIMITS.unused_upload_bytes;
    if is_room {
        return Ok(());
    }
    Err(ApiError::LimitExceeded { text: Text::TooManyUploads, retry_after_seconds: RETRY_AFTER })
}

async fn find(app: &App, owner: UploadOwner, upload: UploadId) -> ApiResult<UploadRow> {
    let mut tx = app.db.read_one_statement().await?;
    Ok(uploads::find(&mut tx, owner, upload, app.clock.now()).await?)
}

async fn progress(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    _: Version,
    PathId(id): PathId<UploadId>,
) -> ApiResult<TypedResponse<Headers>> {
    state(&app, caller.user().into(), id).await
}

/// How much has arrived. A connection that still sends it ends: its client is back.
pub(super) async fn state(
    app: &App,
    owner: UploadOwner,
    id: UploadId,
) -> ApiResult<TypedResponse<Headers>> {
    find(app, owner, id).await?;
    let _turn = app.uploads_in_progress.take_over(id).await;
    let upload = find(app, owner, id).await?;
    let mut headers = tus::progress(upload.received_bytes, upload.expires_at);
    tus::add_description(&mut headers, upload.total_bytes, upload.metadata.as_deref());
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(TypedResponse::of(empty(StatusCode::OK, headers)))
}

async fn append(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    _: Version,
    PathId(id): PathId<UploadId>,
    sent: ArrivingPart,
) -> ApiResult<TypedResponse<Headers>> {
    add_part(app, caller.user().into(), id, sent).await
}

async fn by_post(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    _: Version,
    PathId(id): PathId<UploadId>,
    sent: ArrivingPart,
) -> ApiResult<TypedResponse<Headers>> {
    as_meant(app, caller.user().into(), id, sent).await
}

/// For clients that cannot send `PATCH` or `DELETE` (`X-HTTP-Method-Override`).
pub(super) async fn as_meant(
    app: App,
    owner: UploadOwner,
    id: UploadId,
    sent: ArrivingPart,
) -> ApiResult<TypedResponse<Headers>> {
    match tus::meant_method(&sent.headers) {
        Some("PATCH") => add_part(app, owner, id, sent).await,
        Some("DELETE") => delete(&app, owner, id).await,
        _ => Err(ApiError::NotFound),
    }
}

async fn end(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    _: Version,
    PathId(id): PathId<UploadId>,
) -> ApiResult<TypedResponse<Headers>> {
    delete(&app, caller.user().into(), id).await
}

/// Deletes an upload that nobody wants.
pub(super) async fn delete(
    app: &App,
    owner: UploadOwner,
    id: UploadId,
) -> ApiResult<TypedResponse<Headers>> {
    find(app, owner, id).await?;
    let _turn = app.uploads_in_progress.take_over(id).await;
    let mut tx = app.db.write().await?;
    let keys = uploads::parts(&mut tx, id).await?;
    uploads::delete(&mut tx, owner, id).await?;
    tx.commit().await?;
    app.files.discard(&app.db, &keys).await;
    Ok(TypedResponse::of(empty(StatusCode::NO_CONTENT, HeaderMap::new())))
}

/// Stores a part that follows what has arrived.
pub(super) async fn add_part(
    app: App,
    owner: UploadOwner,
    id: UploadId,
    sent: ArrivingPart,
) -> ApiResult<TypedResponse<Headers>> {
    let part = Part::of(&sent.headers)?;
    find(&app, owner, id).await?;
    let turn = app.uploads_in_progress.take_over(id).await;
    let upload = find(&app, owner, id).await?;
    if part.offset != upload.received_bytes {
        return Err(ApiError::Conflict(Text::UploadMoved));
    }
    if uploads::count_parts(&mut app.db.read_one_statement().await?, id).await? >= MOST_PARTS {
        return Err(ApiError::LimitExceeded {
            text: Text::TooManyUploads,
            retry_after_seconds: RETRY_AFTER,
        });
    }
    let rest = upload.total_bytes - upload.received_bytes;
    if part.bytes.is_some_and(|bytes| bytes > rest) {
        let limit = usize::try_from(LIMITS.upload_bytes).unwrap_or(usize::MAX);
        return Err(ApiError::TooLarge { limit });
    }
    let arriving = Arriving {
        app,
        owner,
        upload,
        turn,
        body: sent.body.into_data_stream(),
        ahead: Bytes::new(),
    };
    // What has arrived is stored although the client is gone.
    let upload = run_detached(arriving.store()).await?;
    let headers = tus::progress(upload.received_bytes, upload.expires_at);
    Ok(TypedResponse::of(empty(StatusCode::NO_CONTENT, headers)))
}

/// A part of a file while it arrives.
struct Arriving {
    app: App,
    owner: UploadOwner,
    upload: UploadRow,
    turn: UploadTurn,
    body: BodyDataStream,
    /// What has arrived and is not written yet.
    ahead: Bytes,
}

/// Why no more is read for now.
enum Pause {
    /// As much was read as is stored at once.
    Full,
    /// The body has ended.
    End,
    /// The connection broke, or its client is back on another.
    Broken,
}

impl Arriving {
    /// Stores the part as it arrives; what has arrived is kept if the connection breaks.
    async fn store(mut self) -> ApiResult<UploadRow> {
        loop {
            let (file, path) =
                self.app.files.new_upload().map_err(anyhow::Error::from)?.into_parts();
            let mut file = tokio::fs::File::from_std(file);
            file.set_max_buf_size(WAITING_BYTES);
            let (bytes, pause) = self.receive(&mut file).await?;
            drop(file);
            if bytes > 0 {
                let part = NewPart::at(self.upload.received_bytes, bytes);
                self.keep(&part, &path).await?;
            }
            match pause {
                Pause::Full if self.turn.is_superseded() && !self.upload.is_complete() => {
                    return Err(ApiError::Conflict(Text::UploadMoved));
                }
                Pause::Full if !self.upload.is_complete() => {}
                Pause::Full | Pause::End if self.ahead.is_empty() => return Ok(self.upload),
                Pause::Full | Pause::End => {
                    let limit = usize::try_from(LIMITS.upload_bytes).unwrap_or(usize::MAX);
                    return Err(ApiError::TooLarge { limit });
                }
                // A client that is still there, such as one whose time is over, goes on from what has arrived.
                Pause::Broken => return Err(ApiError::Conflict(Text::UploadMoved)),
            }
        }
    }

    /// Writes what arrives to a file; returns how many bytes, and why it stopped.
    async fn receive(&mut self, file: &mut tokio::fs::File) -> ApiResult<(i64, Pause)> {
        let rest = self.upload.total_bytes - self.upload.received_bytes;
        let room = u64::try_from(rest).unwrap_or(0).min(STORED_AT_ONCE);
        let mut bytes = 0_u64;
        let pause = loop {
            let most = usize::try_from(room - bytes).unwrap_or(usize::MAX);
            let now = self.ahead.split_to(self.ahead.len().min(most));
            file.write_all(&now).await.map_err(anyhow::Error::from)?;
            bytes += now.len() as u64;
            if bytes == room && (!self.ahead.is_empty() || room == STORED_AT_ONCE) {
                break Pause::Full;
            }
            tokio::select! {
                // What has arrived already is kept.
                biased;
                chunk = self.body.next() => match chunk {
                    Some(Ok(chunk)) => self.ahead = chunk,
                    Some(Err(_)) => break Pause::Broken,
                    None => break Pause::End,
                },
                () = self.turn.superseded() => break Pause::Broken,
            }
        };
        file.flush().await.map_err(anyhow::Error::from)?;
        Ok((i64::try_from(bytes).unwrap_or(i64::MAX), pause))
    }

    /// The file first, then its row. If the row is not stored, the file is deleted.
    async fn keep(&mut self, part: &NewPart, from: &std::path::Path) -> ApiResult<()> {
        let (app, now) = (self.app.clone(), self.app.clock.now());
        let keys = [part.key.clone()];
        app.files.reserve(&app.db, &keys, now).await?;
        let (owner, id) = (self.owner, self.upload.id);
        let stored = async {
            app.files.put_file(&part.key, from).await?;
            retry_transaction(|| async {
                let mut tx = app.db.write().await?;
                // Another server may have gone on with it meanwhile.
                if !uploads::append(&mut tx, owner, id, part, now).await? {
                    return Err(ApiError::Conflict(Text::UploadMoved));
                }
                let upload = uploads::find(&mut tx, owner, id, now).await?;
                tx.commit().await?;
                Ok(upload)
            })
            .await
        };
        match stored.await {
            Ok(upload) => {
                self.upload = upload;
                Ok(())
            }
            Err(error) => {
                app.files.discard(&app.db, &keys).await;
                Err(error)
            }
        }
    }
}
