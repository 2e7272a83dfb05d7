//! `/api/chat`: pictures in rooms, one per call.

use domain::{
    chat::rooms::SendPicture,
    files::files::FileKind,
    forms::form::{Form as _, FromFields as _},
    types::{
        ids::{ChatMessageId, ChatRoomId, UserId},
        limits::LIMITS,
    },
};
use serde_json::{Map, Value, json};
use services::images::ProcessedImage;
use store::{
    actor::ActionContext,
    chat::{
        messages::{self, MessageRow, NewMessage},
        pictures::NewPicture,
        rooms,
    },
    jobs::visibility::Viewer,
};
use uuid::Uuid;

use crate::{
    api::chat::chat::{check_open, check_tags, deliver, find_sent, shown},
    http::{
        detached::run_detached,
        idempotency::key::IdempotencyKey,
        openapi::operation::Operation,
        prelude::*,
        transaction_retry::retry_transaction,
        upload::{
            file::{self as upload, Fields},
            finished::UsedUpload,
            source::FileSource,
        },
    },
};

/// The fields besides the picture.
const TAGS: &str = "tags";
const TEMP_ID: &str = "tempId";

pub fn routes() -> Routes {
    let limit = upload::body_limit(FileKind::ChatImage);
    Routes::default().upload("/api/chat/sendAttachment/{roomId}", limit, send)
}

/// A picture, and the fields besides it.
enum PictureParts {}

impl Fields for PictureParts {
    fn schema(operation: &mut Operation<'_>) -> Value {
        json!({
            "type": "object",
            "properties": {
                "image": upload::file_schema(),
                TAGS: { "type": "array", "items": operation.schema::<UserId>() },
                TEMP_ID: { "type": "string", "maxLength": LIMITS.temp_id },
            },
            "required": ["image"],
        })
    }
}

/// The author of a picture, and its room.
#[derive(Clone, Copy)]
struct Sender {
    act: ActionContext,
    viewer: Viewer,
    room: ChatRoomId,
}

async fn send(
    caller: Caller<gate::ChatSend>,
    State(app): State<App>,
    PathId(room): PathId<ChatRoomId>,
    idempotency_key: IdempotencyKey,
    sent: FileSource<PictureParts>,
) -> ApiResult<impl ApiResponse> {
    let (act, viewer) = (caller.action_context(&app.clock), caller.viewer());
    let sender = Sender { act, viewer, room };
    let mut tx = app.db.read().await?;
    let found = rooms::find_own(&mut tx, &viewer, room).await;
    drop(tx);
    if let Err(error) = found {
        sent.drain().await;
        return Err(error.into());
    }
    let names = [TAGS, TEMP_ID];
    let caller = (act.user, act.company);
    let (sent, texts) = sent.image(&app, caller, FileKind::ChatImage, &names).await?;
    let extras = extras(texts)?;
    let sent = sent?;
    extras.check()?;
    let files = app.files.clone();
    let idempotency_key = idempotency_key.with_picture(&sent).await?;
    let row = if let Some(row) = precheck(&app, &sender, &extras, &idempotency_key).await? {
        row
    } else {
        let (arrived, used) = sent.read(&app, act.user, FileKind::ChatImage).await?;
        let prepared = app.images.prepare(act.user, arrived.file, arrived.kind).await?;
        let request = SendRequest { extras, idempotency_key, used };
        run_detached(store_file(app, sender, prepared, request)).await?
    };
    Ok(named!("message": shown(&files, row, act.now)))
}

/// What else belongs to a call that sends a picture.
struct SendRequest {
    extras: SendPicture,
    idempotency_key: IdempotencyKey,
    /// The upload that the picture is from.
    used: Option<UsedUpload>,
}

/// The form besides the picture: in a multipart form, tags are a JSON list in a text field.
fn extras(texts: Map<String, Value>) -> ApiResult<SendPicture> {
    let mut texts = texts;
    if let Some(Value::String(text)) = texts.get(TAGS) {
        let list = if text.trim().is_empty() { "[]" } else { text };
        let list: Value =
            serde_json::from_str(list).map_err(|why| ApiError::Malformed(why.to_string()))?;
        texts.insert(TAGS.to_owned(), list);
    }
    SendPicture::from_fields(&texts)
        .map_err(|wrong| ApiError::Malformed(format!("values of the wrong kind: {wrong:?}")))
}

/// Skips the picture's processing if it was sent before or will be refused.
async fn precheck(
    app: &App,
    sender: &Sender,
    extras: &SendPicture,
    idempotency_key: &IdempotencyKey,
) -> ApiResult<Option<MessageRow>> {
    let (mut tx, sends) = (app.db.read().await?, sender.act.user);
    let room = rooms::find_own(&mut tx, &sender.viewer, sender.room).await?;
    if let Some(sent) = find_sent(&mut tx, room.id, sends, extras).await? {
        return Ok(Some(sent));
    }
    if let Some(before) = idempotency_key.find_result(&mut tx, sends).await? {
        return Ok(Some(messages::find(&mut tx, ChatMessageId(before)).await?));
    }
    check_tags(&mut tx, &room, extras).await?;
    check_open(&room, sender.act.now)?;
    Ok(None)
}

/// Files first, then their row. If the row is not stored, the files are deleted.
async fn store_file(
    app: App,
    sender: Sender,
    prepared: ProcessedImage,
    request: SendRequest,
) -> ApiResult<MessageRow> {
    let id = ChatMessageId(Uuid::now_v7());
    let picture = NewPicture::of(id, prepared.format);
    let keys = picture.keys();
    app.files.reserve(&app.db, &keys, sender.act.now).await?;
    let stored = write(&app, &sender, id, &picture, &request, prepared).await;
    // Of two parallel requests only one is stored; the other's files are deleted.
    if !stored.as_ref().is_ok_and(|row| row.id == id) {
        app.files.discard(&app.db, &keys).await;
    }
    if let (Ok(_), Some(used)) = (&stored, &request.used) {
        used.discard(&app).await;
    }
    stored
}

async fn write(
    app: &App,
    sender: &Sender,
    id: ChatMessageId,
    picture: &NewPicture,
    request: &SendRequest,
    prepared: ProcessedImage,
) -> ApiResult<MessageRow> {
    app.files.put_file(&picture.key, &prepared.picture).await?;
    app.files.put(&picture.thumbnail, prepared.thumbnail).await?;
    let (act, extras) = (sender.act, &request.extras);
    let new = NewMessage {
        id,
        author: act.user,
        company: act.company,
        contents: "",
        picture: Some(picture),
        temp_id: extras.given_temp_id(),
        tags: &extras.tagged(),
        language: sender.viewer.language,
        now: act.now,
    };
    let new = &new;
    retry_transaction(|| async move {
        let mut tx = app.db.write().await?;
        let room = rooms::find_own(&mut tx, &sender.viewer, sender.room).await?;
        let key = &request.idempotency_key;
        let row = deliver(&mut tx, (act, &app.files), &room, new, extras, key).await?;
        if let Some(used) = request.used.as_ref().filter(|_| row.id == id) {
            used.delete(&mut tx).await?;
        }
        tx.commit().await?;
        Ok(row)
    })
    .await
}
