//! Which rooms a socket may subscribe to.

use std::collections::HashSet;

use domain::types::ids::ChatRoomId;
use store::{
    accounts::sessions::Session,
    chat::members,
    db::{error::DbResult, event::Room},
    jobs::visibility::Viewer,
    scope::Scope,
};

use crate::app::App;

/// The rooms among these names that a viewer may join, each once, and the refused names: also
/// those above the number of rooms that a socket may have. Chats are looked up in one statement, and only if one
/// is named.
///
/// # Errors
/// Errors of the database.
pub async fn allowed(
    app: &App,
    viewer: Option<&Viewer>,
    names: &[String],
) -> DbResult<(Vec<Room>, Vec<String>)> {
    let (names, above_limit) = names.split_at(names.len().min(app.live.timings().rooms));
    let requested: Vec<Option<Room>> = names.iter().map(|name| Room::named(name)).collect();
    let chats: Vec<ChatRoomId> = requested
        .iter()
        .filter_map(|room| match room {
            Some(Room::Chat(chat)) => Some(*chat),
            _ => None,
        })
        .collect();
    let own_chats = match viewer {
        Some(viewer) if !chats.is_empty() => {
            let mut tx = app.db.read_one_statement().await?;
            members::filter_own(&mut tx, viewer, &chats).await?
        }
        _ => Vec::new(),
    };
    let is_own = |room: &Room| match room {
        Room::Company(id) => Some(*id) == viewer.map(|viewer| viewer.scope.company()),
        Room::Chat(id) => own_chats.contains(id),
    };
    let (mut allowed, mut refused) = (Vec::new(), Vec::new());
    let mut added = HashSet::new();
    for (name, room) in names.iter().zip(requested) {
        match room.filter(is_own) {
            Some(room) if added.insert(room) => allowed.push(room),
            Some(_) => {}
            None => refused.push(name.clone()),
        }
    }
    refused.extend_from_slice(above_limit);
    Ok((allowed, refused))
}

/// The user of a socket, if they belong to a company.
#[expect(clippy::disallowed_methods, reason = "the company is that of a session")]
#[must_use]
pub fn viewer_of(session: &Session) -> Option<Viewer> {
    let membership = session.membership?;
    Some(Viewer {
        scope: Scope::trusted(membership.company),
        role: membership.role,
        user: session.user,
        language: session.language,
    })
}
