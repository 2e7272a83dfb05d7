//! Stores the messages of the demo in its rooms, and how far they were read.

use anyhow::Context as _;
use chrono::{DateTime, Days, Duration, NaiveDate, NaiveTime, Utc};
use domain::{
    chat::kinds::{ListedKinds, RoomKind},
    files::signatures::ImageKind,
    jobs::job::JobStatus,
    permissions::permission::Role,
    types::ids::{ChatMessageId, ChatRoomId, JobId, UserId},
};
use server::notify::dispatch;
use services::{files::Files, images::ImageProcessor};
use store::{
    actor::ActionContext,
    chat::{
        members,
        messages::{self, NewMessage},
        opening,
        pictures::NewPicture,
        reads,
        rooms::{self, RoomRow},
    },
    db::{Db, Tx},
    jobs::visibility::Viewer,
};
use uuid::Uuid;

use self::{
    chats::{DemoChat, TALKS},
    lines::{ChatLine, DemoMessage, SentAt},
};
use crate::{
    company::{Demo, DemoAssignment, DemoJob},
    nashville,
    roof_picture::{Scene, draw_to},
    stored::StoredCompany,
};

mod chats;
mod inside;
mod lines;

/// The times of a chat's messages: each after the one before, whatever the time at which the demo is loaded.
fn stamps(talk: &DemoChat, now: DateTime<Utc>) -> Vec<DateTime<Utc>> {
    let mut next = now;
    let mut stamps: Vec<_> = (talk.lines.iter().rev())
        .map(|line| {
            let sent_at = match line.when {
                SentAt::Ago(minutes) => Some(now - Duration::minutes(minutes)),
                SentAt::Day(days, hour, minute) => {
                    let day = nashville::today(now).checked_sub_days(Days::new(days));
                    let time = NaiveTime::from_hms_opt(hour, minute, 0);
                    day.zip(time).and_then(|(day, time)| nashville::at(day, time))
                }
            };
            next = sent_at.unwrap_or(next).min(next - Duration::minutes(1));
            next
        })
        .collect();
    stamps.reverse();
    stamps
}

/// Stores every chat in its room; `jobs` are those of each company.
///
/// # Errors
/// Errors of the disk, the store or the database.
pub(super) async fn store(
    db: &Db,
    files: &Files,
    demo: &Demo,
    (stored, jobs): (&[StoredCompany], &[Vec<JobId>]),
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    for talk in &TALKS {
        // Files first, so that no transaction waits for the drawing.
        let mut drawn = Vec::new();
        for (turn, line) in (0_u32..).zip(talk.lines) {
            let id = ChatMessageId(Uuid::now_v7());
            let picture = match line.what {
                DemoMessage::Picture(scene) => Some(put(db, files, id, scene, turn, now).await?),
                _ => None,
            };
            drawn.push((id, picture));
        }
        let mut tx = db.write().await?;
        let room = room_of(&mut tx, demo, (stored, jobs), talk, now).await?;
        store_talk(&mut tx, demo, stored, (talk, room), &drawn, now)
            .await
            .context("a chat of the demo")?;
        tx.commit().await?;
    }
    Ok(())
}

/// Draws a picture and stores its files as the API would.
async fn put(
    db: &Db,
    files: &Files,
    message: ChatMessageId,
    scene: Scene,
    turn: u32,
    now: DateTime<Utc>,
) -> anyhow::Result<NewPicture> {
    let arrived = files.new_upload()?;
    draw_to(arrived.as_file(), scene, turn)?;
    // Nobody else is in this queue.
    let (user, pictures) = (UserId(Uuid::nil()), ImageProcessor::default());
    let prepared = pictures.prepare(user, arrived.into_temp_path(), ImageKind::Jpeg).await?;
    let picture = NewPicture::of(message, prepared.format);
    files.reserve(db, &picture.keys(), now).await?;
    files.put_file(&picture.key, &prepared.picture).await?;
    files.put(&picture.thumbnail, prepared.thumbnail).await?;
    Ok(picture)
}

async fn store_talk(
    tx: &mut Tx,
    demo: &Demo,
    stored: &[StoredCompany],
    (talk, room): (&DemoChat, ChatRoomId),
    drawn: &[(ChatMessageId, Option<NewPicture>)],
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let sides = talk.companies.map(|company| &stored[company]);
    let first_unread = talk.lines.len() - talk.unread;
    let stamps = stamps(talk, now);
    for (at, line) in talk.lines.iter().enumerate() {
        let side = sides[line.side];
        let person = &demo.companies[talk.companies[line.side]].people[line.person];
        let (id, picture) = &drawn[at];
        let author = side.people[line.person];
        let (contents, tagged) = words(line, sides);
        let tags: Vec<UserId> = tagged.into_iter().collect();
        let new = NewMessage {
            id: *id,
            author,
            company: side.scope.company(),
            contents,
            picture: picture.as_ref(),
            temp_id: None,
            tags: &tags,
            language: person.language,
            now: stamps[at],
        };
        let viewer = viewer(demo, stored, talk.companies[line.side], line.person);
        let room = rooms::find_own(tx, &viewer, room).await?;
        messages::insert(tx, &room, &new).await?;
        if at >= first_unread {
            let mut people = members::people(tx, room.id).await?;
            people.retain(|person| tags.contains(&person.id));
            let act =
                ActionContext { user: author, company: new.company, now: new.now, api_key: None };
            dispatch::message_sent(tx, act, &room, contents, &people).await?;
        }
    }
    let viewer = viewer(demo, stored, talk.companies[0], 0);
    let room = rooms::lock_own_shared(tx, &viewer, room).await?;
    let people = members::people(tx, room.id).await?;
    for (side, company) in sides.iter().enumerate() {
        for (at, reader) in company.people.iter().enumerate() {
            if !people.iter().any(|person| person.id == *reader) {
                continue;
            }
            let wrote = talk.lines[first_unread..]
                .iter()
                .any(|line| (line.side, line.person) == (side, at));
            let read = if wrote { talk.lines.len() } else { first_unread };
            let seq = i64::try_from(read)?;
            reads::set(tx, &room, *reader, seq, stamps[read - 1]).await?;
        }
    }
    Ok(())
}

/// A person of the demo, as the API sees them.
fn viewer(demo: &Demo, stored: &[StoredCompany], company: usize, person: usize) -> Viewer {
    let (its, theirs) = (&demo.companies[company], &demo.companies[company].people[person]);
    Viewer {
        scope: stored[company].scope,
        role: Role { company_type: its.company_type, user_type: theirs.user_type },
        user: stored[company].people[person],
        language: theirs.language,
    }
}

/// The room of a chat.
async fn room_of(
    tx: &mut Tx,
    demo: &Demo,
    (stored, jobs): (&[StoredCompany], &[Vec<JobId>]),
    talk: &DemoChat,
    now: DateTime<Utc>,
) -> anyhow::Result<ChatRoomId> {
    let [own, other] = talk.companies;
    let viewer = viewer(demo, stored, own, 0);
    let other_id = stored[other].scope.company();
    if talk.kind == RoomKind::Job {
        let job = job_with(demo, own, other, nashville::today(now)).context("a job of both")?;
        let (owner, opened) = (viewer.scope.company(), stamps(talk, now)[0]);
        return Ok(opening::open_for_job(tx, jobs[own][job], owner, other_id, opened).await?);
    }
    let rooms = rooms::list(tx, &viewer, ListedKinds::All, now).await?.rooms;
    let is_theirs = |room: &RoomRow| {
        let partner = room.company.as_ref().map(|company| company.id);
        room.kind == talk.kind && (room.kind == RoomKind::Company || partner == Some(other_id))
    };
    Ok(rooms.iter().find(|room| is_theirs(room)).context("its room")?.id)
}

/// The job nearest to today that a subcontractor accepted and has not completed.
fn job_with(demo: &Demo, owner: usize, sub: usize, today: NaiveDate) -> Option<usize> {
    let jobs = demo.companies[owner].jobs.iter().enumerate();
    let accepted = jobs.filter(|(_, job)| {
        let DemoAssignment::Subcontractor { company, accepted, .. } = job.assignment else {
            return false;
        };
        company == sub && accepted && job.status == JobStatus::Active
    });
    let days =
        |job: &DemoJob| job.span.map_or(i64::MAX, |span| (span.end_date - today).num_days().abs());
    accepted.min_by_key(|(_, job)| days(job)).map(|(at, _)| at)
}

fn words(line: &ChatLine, sides: [&StoredCompany; 2]) -> (&'static str, Option<UserId>) {
    match line.what {
        DemoMessage::Words(words) => (words, None),
        DemoMessage::To(side, person, words) => (words, Some(sides[side].people[person])),
        DemoMessage::Picture(_) => ("", None),
    }
}

#[cfg(test)]
mod tests {
    use domain::{
        chat::rooms::SendMessage,
        forms::form::{Form as _, OptionalId},
    };

    use super::*;
    use crate::season;

    #[test]
    fn every_demo_message_could_be_sent_by_its_author() {
        let now: DateTime<Utc> = "2026-06-11T08:30:00Z".parse().expect("a time");
        let demo = season(nashville::today(now));
        for talk in &TALKS {
            let is_connected = demo.connections.iter().any(|link| {
                let ends = [link.sender, link.recipient];
                link.accepted && talk.companies.iter().all(|company| ends.contains(company))
            });
            let [own, other] = talk.companies;
            let is_connected = is_connected || (talk.kind == RoomKind::Company && own == other);
            assert!(is_connected && talk.unread < talk.lines.len(), "{:?}", talk.companies);
            for line in talk.lines {
                let people = |side: usize| demo.companies[talk.companies[side]].people.len();
                assert!(line.person < people(line.side));
                let contents = match line.what {
                    DemoMessage::Words(words) => words,
                    DemoMessage::To(side, person, words) => {
                        assert!(
                            person < people(side) && (side, person) != (line.side, line.person)
                        );
                        words
                    }
                    DemoMessage::Picture(_) => continue,
                };
                let form = SendMessage {
                    user_id: OptionalId(Some(UserId::default())),
                    room_id: OptionalId(Some(ChatRoomId::default())),
                    contents: contents.to_owned(),
                    ..SendMessage::default()
                };
                assert_eq!(form.check(), Ok(()), "{contents}");
            }
        }
    }

    #[test]
    fn a_job_is_talked_about_on_every_day_on_which_the_demo_is_loaded() {
        for day in 0..366 {
            let today = NaiveDate::from_yo_opt(2026, 1).expect("a day") + Days::new(day);
            for talk in TALKS.iter().filter(|talk| talk.kind == RoomKind::Job) {
                let [owner, sub] = talk.companies;
                assert!(job_with(&season(today), owner, sub, today).is_some(), "{today}");
            }
        }
    }

    #[test]
    fn demo_messages_are_in_order_and_never_in_the_future_whenever_it_is_loaded() {
        for hour in 0..24 {
            let now: DateTime<Utc> =
                format!("2026-11-22T{hour:02}:30:00Z").parse().expect("a time");
            for talk in &TALKS {
                let stamps = stamps(talk, now);
                assert_eq!(stamps.len(), talk.lines.len());
                assert!(stamps.is_sorted_by(|one, next| one < next) && stamps.last() < Some(&now));
            }
        }
    }
}
