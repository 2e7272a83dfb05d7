//! `/api/chat`: the messages of rooms.

use axum::{
    extract::{FromRequestParts, Query, rejection::QueryRejection},
    http::{HeaderMap, StatusCode, request::Parts},
};
use chrono::{DateTime, Utc};
use domain::{
    chat::{
        kinds::RoomKind,
        rooms::{ChatMessage, ReadUpTo, RoomPerson, SendMessage, SendPicture},
    },
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    limits::quotas::Quota,
    types::ids::{ChatMessageId, ChatRoomId, UserId},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use services::files::Files;
use store::{
    actor::ActionContext,
    chat::{
        members,
        messages::{self, MessageRow, NewMessage, Page},
        pictures::Picture,
        reads,
        room_state::RoomState,
        rooms,
    },
    db::Tx,
    jobs::visibility::Viewer,
};
use uuid::Uuid;

use crate::{
    http::{
        idempotency::key::{IdempotencyKey, IdempotentForm},
        openapi::{operation::Operation, parameters::ApiParameter},
        prelude::*,
        transaction_retry::retry_transaction,
    },
    notify::dispatch,
};

/// The header with the id of the message before which a page ends.
const LAST_MESSAGE_ID: &str = "lastMessageId";

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/chat/messages/room/{roomId}", messages)
        .post("/api/chat/read/{roomId}", read)
        .post("/api/chat/sendMessage", send)
        .limited(Quota::ChatMessage)
}

/// The requested page of a room. Reading a room's newest page marks it as read unless the request opts out;
/// older and missed pages are only marked if it opts in.
struct MessagesRequest {
    before: Option<String>,
    after: Option<String>,
    is_read: bool,
}

#[derive(Deserialize, JsonSchema)]
struct MessagesQuery {
    after: Option<String>,
    read: Option<bool>,
}

impl FromRequestParts<App> for MessagesRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        let query: Result<Query<MessagesQuery>, QueryRejection> =
            Query::from_request_parts(parts, app).await;
        let Query(MessagesQuery { after, read }) =
            query.map_err(|why| ApiError::Malformed(why.body_text()))?;
        let after = after.filter(|id| !id.trim().is_empty());
        let before = before(&parts.headers);
        let is_newest = after.is_none() && before.is_none();
        Ok(Self { before, after, is_read: read.unwrap_or(is_newest) })
    }
}

fn before(headers: &HeaderMap) -> Option<String> {
    let named = headers.get(LAST_MESSAGE_ID)?.to_str().unwrap_or("?").trim();
    Some(named.to_owned()).filter(|id| !id.is_empty())
}

impl ApiParameter for MessagesRequest {
    fn describe_parameters(operation: &mut Operation<'_>) {
        operation.takes_in_query::<MessagesQuery>();
        let id = operation.schema::<ChatMessageId>();
        operation.takes_header(LAST_MESSAGE_ID, &id);
        operation.fails(StatusCode::BAD_REQUEST);
        operation.fails(StatusCode::NOT_FOUND);
    }
}

impl MessagesRequest {
    async fn page(&self, tx: &mut Tx, room: ChatRoomId) -> ApiResult<Page> {
        let (id, page): (_, fn(i64) -> Page) = match (&self.after, &self.before) {
            (Some(id), _) => (id, Page::After),
            (None, Some(id)) => (id, Page::Before),
            (None, None) => return Ok(Page::Newest),
        };
        let id: ChatMessageId = id.trim().parse().map_err(|_| ApiError::NotFound)?;
        let seq = messages::place(tx, room, id).await?.ok_or(ApiError::NotFound)?;
        Ok(page(seq))
    }
}

async fn messages(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(room): PathId<ChatRoomId>,
    request: MessagesRequest,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    let room = rooms::find_own(&mut tx, &caller.viewer(), room).await?;
    let page = request.page(&mut tx, room.id).await?;
    let rows = messages::page(&mut tx, room.id, page).await?;
    // Nobody has read what a program fetched.
    let is_read = request.is_read && !caller.is_program();
    let newest = rows.last().map(|row| row.seq).filter(|_| is_read);
    let mark = reads::find(&mut tx, room.id, caller.user()).await?;
    drop(tx);
    // Reading seen messages again changes nothing.
    if let Some(newest) = newest.filter(|seq| !mark.is_some_and(|mark| mark.covers(*seq))) {
        retry_transaction(|| async {
            let mut tx = app.db.write().await?;
            let room = rooms::lock_own_shared(&mut tx, &caller.viewer(), room.id).await?;
            reads::set(&mut tx, &room, caller.user(), newest, app.clock.now()).await?;
            Ok(tx.commit().await?)
        })
        .await?;
    }
    let now = app.clock.now();
    let messages: Vec<_> = rows.into_iter().map(|row| shown(&app.files, row, now)).collect();
    Ok(named!("messages": messages))
}

#[derive(Serialize, JsonSchema)]
struct ReadResult {
    room: ChatRoomId,
    unread: i64,
}

async fn read(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(room): PathId<ChatRoomId>,
    sent: UncheckedForm<ReadUpTo>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let room = rooms::lock_own_shared(&mut tx, &caller.viewer(), room).await?;
    let Some(message) = sent.checked()?.message_id.0 else { return Err(ApiError::NotFound) };
    let seq = messages::place(&mut tx, room.id, message).await?;
    let seq = seq.ok_or_else(|| ValidationError::new("messageId", Code::Choice, Text::Choice))?;
    reads::set(&mut tx, &room, caller.user(), seq, app.clock.now()).await?;
    let unread = reads::unread(&mut tx, room.id, caller.user()).await?;
    tx.commit().await?;
    Ok(Reply(ReadResult { room: room.id, unread }))
}

async fn send(
    caller: Caller<gate::ChatSend>,
    State(app): State<App>,
    IdempotentForm { sent, idempotency_key }: IdempotentForm<SendMessage>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let room = sent.row_id(|form| form.room_id.0)?;
    let room = rooms::find_own(&mut tx, &caller.viewer(), room).await?;
    let form = sent.checked()?;
    form.check_author(caller.user())?;
    let extras = &form.extras;
    let act = caller.action_context(&app.clock);
    let new = NewMessage {
        id: ChatMessageId(Uuid::now_v7()),
        author: act.user,
        company: act.company,
        contents: &form.contents,
        picture: None,
        temp_id: extras.given_temp_id(),
        tags: &extras.tagged(),
        language: caller.language(),
        now: act.now,
    };
    let row = deliver(&mut tx, (act, &app.files), &room, &new, extras, &idempotency_key).await?;
    let message = shown(&app.files, row, act.now);
    app.live.hub().cache_message(&message);
    tx.commit().await?;
    Ok(named!("message": message))
}

/// Stores a message in a room that was locked for it, and notifies the others. A temporary id that its author
/// used before identifies the message that it was sent with.
pub(crate) async fn deliver(
    tx: &mut Tx,
    (act, files): (ActionContext, &Files),
    room: &RoomState,
    new: &NewMessage<'_>,
    extras: &SendPicture,
    idempotency_key: &IdempotencyKey,
) -> ApiResult<MessageRow> {
    if let Some(sent) = find_sent(tx, room.id, act.user, extras).await? {
        return Ok(sent);
    }
    if let Some(before) = idempotency_key.find_or_claim(tx, act.user, new.id.0, act.now).await? {
        return Ok(messages::find(tx, ChatMessageId(before)).await?);
    }
    let tagged = check_tags(tx, room, extras).await?;
    check_open(room, act.now)?;
    messages::insert(tx, room, new).await?;
    dispatch::message_sent(tx, act, room, new.contents, &tagged).await?;
    let row = messages::find(tx, new.id).await?;
    messages::note_for_software(tx, room, &shown(files, row.clone(), act.now));
    Ok(row)
}

/// The message that the author sent to a room with this temporary id, if there is one.
pub(crate) async fn find_sent(
    tx: &mut Tx,
    room: ChatRoomId,
    author: UserId,
    extras: &SendPicture,
) -> ApiResult<Option<MessageRow>> {
    let Some(temp_id) = extras.given_temp_id() else { return Ok(None) };
    let Some(sent) = messages::find_by_temp_id(tx, room, author, temp_id).await? else {
        return Ok(None);
    };
    Ok(Some(messages::find(tx, sent).await?))
}

/// The tagged people, who must be in the room.
pub(crate) async fn check_tags(
    tx: &mut Tx,
    room: &RoomState,
    extras: &SendPicture,
) -> ApiResult<Vec<RoomPerson>> {
    if extras.tags.is_empty() {
        return Ok(Vec::new());
    }
    let mut people = members::people(tx, room.id).await?;
    let ids: Vec<UserId> = people.iter().map(|person| person.id).collect();
    extras.check_tags(&ids)?;
    let tagged = extras.tagged();
    people.retain(|person| tagged.contains(&person.id));
    Ok(people)
}

/// Refuses to write once the companies are no longer connected, or the job or its assignment is over.
pub(crate) fn check_open(room: &RoomState, now: DateTime<Utc>) -> ApiResult<()> {
    if room.is_open(now) {
        return Ok(());
    }
    Err(ApiError::Conflict(match room.kind {
        RoomKind::Connection | RoomKind::Company => Text::RoomClosed,
        RoomKind::Job => Text::JobRoomClosed,
    }))
}

/// Refuses a chat's file to users outside its room.
pub(crate) async fn check_member(
    tx: &mut Tx,
    viewer: &Viewer,
    message: ChatMessageId,
    key: &str,
) -> ApiResult<()> {
    let row = messages::find(tx, message).await?;
    rooms::find_own(tx, viewer, row.room_id).await?;
    let of = |picture: Picture| picture.key == key || picture.thumbnail == key;
    if row.picture.is_some_and(of) { Ok(()) } else { Err(ApiError::NotFound) }
}

pub(crate) fn shown(files: &Files, row: MessageRow, now: DateTime<Utc>) -> ChatMessage {
    row.with_links(|key| files.address(key, now))
}
