//! Chats: the rooms of a user, and the people in them.

use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

use chrono::{DateTime, Utc};
use domain::{
    chat::{
        kinds::{ListedKinds, RoomJob, RoomKind},
        members::{RoomMembers, is_open},
        rooms::{RoomCompany, RoomPerson, SeenUpTo},
    },
    types::ids::{ChatMessageId, ChatRoomId, CompanyId, JobId, UserId},
};

use crate::{
    chat::{
        members::{member_columns, members_from_row, rooms_of_member},
        messages::{self, MessageRow},
        room_state::{RoomState, completed_at, has_ended},
    },
    db::prelude::*,
    jobs::visibility::Viewer,
};

/// The time zones are read without a lock on their companies.
macro_rules! own_room {
    ($tail:literal) => {
        sql!(concat!(
            "SELECT chat_room.id, chat_room.kind, chat_room.job_id, chat_room.last_seq,
                 COALESCE(chat_room.first_company_id, chat_room.company_id) AS first_side_id,
                 COALESCE(chat_room.second_company_id,
                          chat_room.assigned_company_id) AS second_side_id,
                 (SELECT time_zone FROM company
                  WHERE company.id = COALESCE(chat_room.first_company_id,
                                              chat_room.company_id)) AS first_time_zone,
                 (SELECT time_zone FROM company
                  WHERE company.id = COALESCE(chat_room.second_company_id,
                                              chat_room.assigned_company_id)) AS second_time_zone, ",
            has_ended!(),
            " AS has_ended, ",
            completed_at!(),
            " AS completed_at
             FROM chat_room WHERE chat_room.id = $3 AND ",
            rooms_of_member!("$1", "$2"),
            $tail
        ))
    };
}

/// A room of which the viewer is a member; a writing transaction locks it until it ends.
pub async fn find_own(tx: &mut Tx, viewer: &Viewer, room: ChatRoomId) -> DbResult<RoomState> {
    own_room!(" {lock}").bind(viewer.scope).bind(viewer.only_assigned_to()).bind(room).one(tx).await
}

/// A room of which the viewer is a member, with a shared lock: until the transaction ends, its newest message stays
/// the newest, and others may take the same lock.
pub async fn lock_own_shared(
    tx: &mut Tx,
    viewer: &Viewer,
    room: ChatRoomId,
) -> DbResult<RoomState> {
    own_room!(" {keep}").bind(viewer.scope).bind(viewer.only_assigned_to()).bind(room).one(tx).await
}

/// A room as a viewer sees it, its pictures not yet linked.
#[derive(Clone, Debug)]
pub struct RoomRow {
    /// Its id.
    pub id: ChatRoomId,
    /// What it is for.
    pub kind: RoomKind,
    /// The other company; none in the room of one's own.
    pub company: Option<RoomCompany>,
    /// The job of a job's room.
    pub job: Option<RoomJob>,
    /// Its members. Rooms of one list share them.
    pub people: Vec<Arc<RoomPerson>>,
    /// The newest message.
    pub last_message: Option<MessageRow>,
    /// The number of others' messages that the viewer has not read.
    pub unread: i64,
    /// Whether it accepts messages.
    pub is_open: bool,
    /// How far the others have read.
    pub seen: Vec<SeenUpTo>,
}

/// Rooms, and each of their members once.
#[derive(Clone, Debug)]
pub struct RoomRows {
    /// The rooms.
    pub rooms: Vec<RoomRow>,
    /// Their members, by name.
    pub people: Vec<Arc<RoomPerson>>,
}

/// A room before its details are read.
struct BareRoom {
    room: RoomRow,
    members: RoomMembers,
    has_ended: bool,
    completed_at: Option<DateTime<Utc>>,
}

impl FromRow for BareRoom {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let other: Option<CompanyId> = row.get("other_id")?;
        let company = match other {
            None => None,
            Some(id) => Some(RoomCompany {
                id,
                name: row.get("name")?,
                logo_url: row.get("logo_url")?,
                company_type: row.get("company_type")?,
            }),
        };
        let job: Option<JobId> = row.get("job_id")?;
        let job = match job {
            None => None,
            Some(id) => Some(RoomJob { id, title: row.get("job_title")? }),
        };
        let room = RoomRow {
            id: row.get("id")?,
            kind: row.get("kind")?,
            company,
            job,
            people: Vec::new(),
            last_message: None,
            unread: row.get("unread")?,
            is_open: false,
            seen: Vec::new(),
        };
        Ok(Self {
            room,
            members: members_from_row(row)?,
            has_ended: row.get("has_ended")?,
            completed_at: row.get("completed_at")?,
        })
    }
}

/// Unread are the messages after the read position without the viewer's own. Messages are numbered without
/// gaps, so only the viewer's own must be counted.
macro_rules! rooms {
    ($tail:expr) => {
        sql!(concat!(
            "SELECT chat_room.id, ",
            member_columns!(),
            ", chat_room.job_id, job.title AS job_title, other.id AS other_id, other.name,
                 other.logo_url, other.company_type, ",
            has_ended!(),
            " AS has_ended, ",
            completed_at!(),
            " AS completed_at,
                 chat_room.last_seq - COALESCE(mark.seq, 0)
                     - (SELECT COUNT(*) FROM chat_message AS own
                        WHERE own.room_id = chat_room.id AND own.person_id = $2
                            AND own.seq > COALESCE(mark.seq, 0)) AS unread
             FROM chat_room
             LEFT JOIN job ON job.id = chat_room.job_id
             LEFT JOIN company AS other ON other.id = CASE
                 WHEN chat_room.first_company_id = $1 THEN chat_room.second_company_id
                 WHEN chat_room.second_company_id = $1 THEN chat_room.first_company_id
                 WHEN chat_room.assigned_company_id = $1 THEN chat_room.company_id
                 ELSE chat_room.assigned_company_id END
             LEFT JOIN chat_read AS mark ON mark.room_id = chat_room.id AND mark.person_id = $2
             LEFT JOIN chat_message AS newest
                 ON newest.room_id = chat_room.id AND newest.seq = chat_room.last_seq
             WHERE ",
            $tail
        ))
    };
}

macro_rules! by_newest_message {
    () => {
        " ORDER BY COALESCE(newest.date_inserted, chat_room.date_opened) DESC, chat_room.id DESC"
    };
}

/// The viewer's rooms: open ones first, then by newest message. Five statements, whatever the number of rooms, and
/// each person is read once, however many rooms they are in.
pub async fn list(
    tx: &mut Tx,
    viewer: &Viewer,
    kinds: ListedKinds,
    now: DateTime<Utc>,
) -> DbResult<RoomRows> {
    let rooms = match kinds {
        ListedKinds::Connections => rooms!(concat!(
            "(chat_room.first_company_id = $1 OR chat_room.second_company_id = $1)",
            by_newest_message!()
        ))
        .bind(viewer.scope)
        .bind(viewer.user),
        ListedKinds::All => rooms!(concat!(rooms_of_member!("$1", "$3"), by_newest_message!()))
            .bind(viewer.scope)
            .bind(viewer.user)
            .bind(viewer.only_assigned_to()),
    };
    let rooms = rooms.all(tx).await?;
    let mut rows = with_details(tx, viewer, rooms, now).await?;
    // Which are open is known only now, and this keeps the order of the others.
    rows.rooms.sort_by_key(|room| !room.is_open);
    Ok(rows)
}

/// A room of which the viewer is a member.
pub async fn find(
    tx: &mut Tx,
    viewer: &Viewer,
    room: ChatRoomId,
    now: DateTime<Utc>,
) -> DbResult<RoomRow> {
    let found: BareRoom = rooms!(concat!("chat_room.id = $4 AND ", rooms_of_member!("$1", "$3")))
        .bind(viewer.scope)
        .bind(viewer.user)
        .bind(viewer.only_assigned_to())
        .bind(room)
        .one(tx)
        .await?;
    with_details(tx, viewer, vec![found], now).await?.rooms.pop().ok_or(DbError::Missing)
}

/// Adds members, newest messages and read positions of others to rooms.
async fn with_details(
    tx: &mut Tx,
    viewer: &Viewer,
    bare: Vec<BareRoom>,
    now: DateTime<Utc>,
) -> DbResult<RoomRows> {
    let ids: Vec<ChatRoomId> = bare.iter().map(|bare| bare.room.id).collect();
    let mut newest = messages::newest_of(tx, &ids).await?;
    let companies: BTreeSet<CompanyId> =
        bare.iter().flat_map(|bare| bare.members.companies()).collect();
    let people: Vec<RoomPerson> = sql!(
        "SELECT id, first_name, last_name, company_id, user_type, position FROM person
         WHERE company_id IN ({companies}) AND account_creation_complete
         ORDER BY last_name, first_name, id"
    )
    .bind_list("companies", companies)
    .all(tx)
    .await?;
    let seen = positions_of_others(tx, viewer.user, &ids).await?;
    let mut marks = grouped(seen.into_iter().map(|row| (row.room_id, row.seen)));
    // Each person once, with their place in the order of all.
    let people: Vec<Arc<RoomPerson>> = people.into_iter().map(Arc::new).collect();
    let places = people.iter().enumerate();
    let places = grouped(places.map(|(place, person)| (person.company_id, place)));
    let mut is_member = vec![false; people.len()];
    let mut rooms = Vec::with_capacity(bare.len());
    for BareRoom { mut room, members, has_ended, completed_at } in bare {
        let of = |company| places.get(&company).into_iter().flatten().copied();
        let mut in_room: Vec<usize> = members.companies().flat_map(of).collect();
        in_room.retain(|place| {
            let RoomPerson { id, company_id, user_type, .. } = *people[*place];
            members.include(company_id, id, user_type)
        });
        in_room.sort_unstable();
        let ids: HashSet<UserId> = in_room.iter().map(|place| people[*place].id).collect();
        for place in &in_room {
            is_member[*place] = true;
        }
        room.people = in_room.into_iter().map(|place| people[place].clone()).collect();
        room.last_message = newest.remove(&room.id);
        room.seen = marks.remove(&room.id).unwrap_or_default();
        room.seen.retain(|seen| ids.contains(&seen.user_id));
        room.is_open = is_open(has_ended, completed_at, now);
        rooms.push(room);
    }
    let people = people.into_iter().zip(is_member).filter(|(_, is_member)| *is_member);
    Ok(RoomRows { rooms, people: people.map(|(person, _)| person).collect() })
}

struct SeenRow {
    room_id: ChatRoomId,
    seen: SeenUpTo,
}

impl FromRow for SeenRow {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let message_id: ChatMessageId = row.get("message_id")?;
        let seen = SeenUpTo {
            user_id: row.get("person_id")?,
            message_id,
            date_seen: row.get("date_seen")?,
        };
        Ok(Self { room_id: row.get("room_id")?, seen })
    }
}

async fn positions_of_others(
    tx: &mut Tx,
    viewer: UserId,
    rooms: &[ChatRoomId],
) -> DbResult<Vec<SeenRow>> {
    sql!(
        "SELECT chat_read.room_id, chat_read.person_id, chat_read.date_seen,
             chat_message.id AS message_id
         FROM chat_read
         JOIN chat_message ON chat_message.room_id = chat_read.room_id
             AND chat_message.seq = chat_read.seq
         WHERE chat_read.room_id IN ({rooms}) AND chat_read.person_id <> $1
             AND chat_read.date_seen IS NOT NULL
         ORDER BY chat_read.room_id, chat_read.person_id"
    )
    .bind(viewer)
    .bind_list("rooms", rooms.iter().copied())
    .all(tx)
    .await
}
