//! Who may listen to what.

use std::collections::HashSet;

use domain::types::ids::{ChatRoomId, CompanyId};
use store::{
    chat::rooms,
    db::{error::DbResult, event::Room},
    scope::Scope,
};

use crate::app::App;

/// Of these names the rooms that somebody of this company may listen to, each once, and the other
/// names. Chats are looked up in one statement, and only where one is named.
///
/// # Errors
/// What the engine said.
#[expect(clippy::disallowed_methods, reason = "the company is that of a session")]
pub async fn allowed(
    app: &App,
    company: Option<CompanyId>,
    names: &[String],
) -> DbResult<(Vec<Room>, Vec<String>)> {
    let asked: Vec<Option<Room>> = names.iter().map(|name| Room::named(name)).collect();
    let chats: Vec<ChatRoomId> = asked
        .iter()
        .filter_map(|room| match room {
            Some(Room::Chat(chat)) => Some(*chat),
            _ => None,
        })
        .collect();
    let own_chats = match company {
        Some(company) if !chats.is_empty() => {
            let mut tx = app.db.read().await?;
            rooms::filter_own(&mut tx, Scope::trusted(company), &chats).await?
        }
        _ => Vec::new(),
    };
    let is_own = |room: &Room| match room {
        Room::Company(id) => Some(*id) == company,
        Room::Chat(id) => own_chats.contains(id),
    };
    let (mut allowed, mut refused) = (Vec::new(), Vec::new());
    let mut known = HashSet::new();
    for (name, room) in names.iter().zip(asked) {
        match room.filter(is_own) {
            Some(room) if known.insert(room) => allowed.push(room),
            Some(_) => {}
            None => refused.push(name.clone()),
        }
    }
    Ok((allowed, refused))
}
