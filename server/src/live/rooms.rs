//! Who may listen to what.

use crate::{app::App, db::DbResult, news::Room, store::sessions::Seat};

/// Of these names the rooms that somebody in this seat may listen to, each once, and the other names.
pub async fn allowed(
    app: &App,
    seat: Option<Seat>,
    names: &[String],
) -> DbResult<(Vec<Room>, Vec<String>)> {
    let (mut allowed, mut refused) = (Vec::new(), Vec::new());
    let _ = app;
    for name in names {
        let room = Room::named(name).filter(|room| match (room, seat) {
            (Room::Company(company), Some(seat)) => *company == seat.company,
            _ => false,
        });
        match room {
            Some(room) if allowed.contains(&room) => {}
            Some(room) => allowed.push(room),
            None => refused.push(name.clone()),
        }
    }
    Ok((allowed, refused))
}
