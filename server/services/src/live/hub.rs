//! Who listens to what in this process.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Instant,
};

use domain::{
    chat::rooms::ChatMessage,
    permissions::permission::CompanyType,
    types::{
        ids::{ChatMessageId, CompanyId, UserId},
        language::Language,
    },
};
use prometheus_client::{
    metrics::{
        counter::{ConstCounter, Counter},
        gauge::ConstGauge,
    },
    registry::Registry,
};
use store::{accounts::sessions::Session, db::event::Room};
use tokio::sync::Notify;

use super::frames::{self, Event};
use crate::live::{
    batch::Pool,
    connection::{End, Line},
    serialized::Prepared,
};

/// The open sockets of this process.
#[derive(Debug, Default)]
pub struct Hub {
    open: Mutex<Open>,
    pool: Pool,
    prepared: Prepared,
    goes_down: AtomicBool,
    emptied: Notify,
    cut: AtomicU64,
    told: Counter,
    frames: Counter,
    frame_bytes: Counter,
}

#[derive(Debug, Default)]
struct Open {
    count: usize,
    by_user: HashMap<UserId, Vec<Arc<Line>>>,
    by_room: HashMap<Room, Vec<Arc<Line>>>,
}

/// With whose eyes a company's room is listened to.
#[derive(Clone, Debug)]
pub struct Eyes {
    /// Which side of the trade the company is on.
    pub company_type: CompanyType,
    /// What its listeners read.
    pub languages: Vec<Language>,
}

impl Hub {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a socket in.
    pub fn add(&self, line: &Arc<Line>) {
        let mut open = self.open();
        open.count += 1;
        open.by_user.entry(line.user).or_default().push(line.clone());
        drop(open);
        if self.goes_down.load(Ordering::SeqCst) {
            line.end(End::ShutdownSignal);
        }
    }

    /// Forgets a socket that is gone.
    pub fn remove(&self, line: &Arc<Line>) {
        let mut open = self.open();
        open.count -= 1;
        remove_from(&mut open.by_user, &line.user, line);
        for room in line.rooms() {
            remove_from(&mut open.by_room, &room, line);
        }
        if open.count == 0 {
            self.emptied.notify_waiters();
        }
    }

    /// Lets a socket hear of rooms that are for it; answers those it did not hear of before. What is
    /// told from now on reaches it.
    pub fn join(&self, line: &Arc<Line>, rooms: &[Room]) -> Vec<Room> {
        let mut open = self.open();
        let mut new = Vec::new();
        for room in rooms {
            if line.join(*room) {
                open.by_room.entry(*room).or_default().push(line.clone());
                new.push(*room);
            }
        }
        new
    }

    /// Lets all open sockets of somebody hear of rooms that are for them.
    pub fn join_all(&self, user: UserId, rooms: &[Room]) {
        for line in self.of_user(user) {
            let new = self.join(&line, rooms);
            if !new.is_empty() {
                line.reply(frames::subscribed(&new));
            }
        }
    }

    /// The open sockets of somebody.
    #[must_use]
    pub fn of_user(&self, user: UserId) -> Vec<Arc<Line>> {
        self.open().by_user.get(&user).cloned().unwrap_or_default()
    }

    /// Every open socket.
    #[must_use]
    pub fn all(&self) -> Vec<Arc<Line>> {
        self.open().by_user.values().flatten().cloned().collect()
    }

    /// How many sockets are open.
    #[must_use]
    pub fn count(&self) -> usize {
        self.open().count
    }

    /// How many sockets were cut because they could not keep up, or might have missed something.
    #[must_use]
    pub fn cut(&self) -> u64 {
        self.cut.load(Ordering::Relaxed)
    }

    /// Counts a socket that was cut.
    pub fn note_cut(&self) {
        self.cut.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a frame that was sent.
    pub fn note_frame(&self, bytes: usize) {
        self.frames.inc();
        self.frame_bytes.inc_by(bytes as u64);
    }

    /// Adds what is known of sockets to what `/metrics` says.
    pub fn register(&self, registry: &mut Registry) {
        let open = i64::try_from(self.count()).unwrap_or(i64::MAX);
        registry.register(
            "sockets_open",
            "Sockets that said whose they are",
            ConstGauge::new(open),
        );
        let told = "Sockets that were cut: they could not keep up, or may have missed something";
        registry.register("sockets_cut", told, ConstCounter::new(self.cut()));
        let told = "Events that somebody listened to, each counted once";
        registry.register("socket_events", told, self.told.clone());
        registry.register("socket_frames", "Frames sent on sockets", self.frames.clone());
        let told = "Bytes of the frames sent on sockets";
        registry.register("socket_frame_bytes", told, self.frame_bytes.clone());
    }

    /// Whether anybody listens to this room.
    #[must_use]
    pub fn is_heard(&self, room: Room) -> bool {
        self.open().by_room.contains_key(&room)
    }

    /// With whose eyes this company's room is listened to; nothing where nobody does.
    #[must_use]
    pub fn eyes(&self, company: CompanyId) -> Option<Eyes> {
        let open = self.open();
        let mut eyes: Option<Eyes> = None;
        for line in open.by_room.get(&Room::Company(company))? {
            line.with_session(|session| {
                let Some(membership) = session.membership else { return };
                let company_type = membership.role.company_type;
                let all = eyes.get_or_insert(Eyes { company_type, languages: Vec::new() });
                if !all.languages.contains(&session.language) {
                    all.languages.push(session.language);
                }
            });
        }
        eyes
    }

    /// What somebody reads who listens to this company's room; nothing where they do not.
    #[must_use]
    pub fn reads(&self, company: CompanyId, reader: UserId) -> Option<Session> {
        let open = self.open();
        let lines = open.by_room.get(&Room::Company(company))?;
        let line = lines.iter().find(|line| line.user == reader)?;
        Some(line.session())
    }

    /// Tells an event to those in its room whose session `sees` it.
    pub fn tell(&self, room: Room, event: Event, sees: impl Fn(&Session) -> bool) {
        let event = Arc::new(event);
        let open = self.open();
        let now = Instant::now();
        if open.by_room.contains_key(&room) {
            self.told.inc();
        }
        for line in open.by_room.get(&room).into_iter().flatten() {
            if let Some(at) = line.tell(&event, now, &sees) {
                self.pool.add(line, at);
            }
        }
    }

    /// Spells out a message that is about to be stored here, so that it need not be read again to be
    /// told. Nobody hears of it before there is news of it.
    pub fn prepare(&self, message: &ChatMessage) {
        let room = Room::Chat(message.room_id);
        if self.is_heard(room)
            && let Ok(event) = Event::new("chat_message", room, message)
        {
            self.prepared.put(message.id, event);
        }
    }

    /// The message, where it was spelled out here.
    pub fn prepared(&self, message: ChatMessageId) -> Option<Event> {
        self.prepared.take(message)
    }

    /// Flushes what is pooled, for as long as the server runs.
    pub async fn run_pool(&self) {
        self.pool.run().await;
    }

    /// Ends all sockets: they may have missed something, and catch up when they are back.
    pub fn cut_all(&self) {
        for line in self.all() {
            line.end(End::Behind);
        }
    }

    /// Ends all sockets and lets in no more; returns when the last one is gone.
    pub async fn go_down(&self) {
        self.goes_down.store(true, Ordering::SeqCst);
        for line in self.all() {
            line.end(End::ShutdownSignal);
        }
        loop {
            let emptied = self.emptied.notified();
            if self.count() == 0 {
                return;
            }
            emptied.await;
        }
    }
}

fn remove_from<K: std::hash::Hash + Eq>(
    lines: &mut HashMap<K, Vec<Arc<Line>>>,
    key: &K,
    line: &Arc<Line>,
) {
    if let Some(of_key) = lines.get_mut(key) {
        of_key.retain(|other| !Arc::ptr_eq(other, line));
        if of_key.is_empty() {
            lines.remove(key);
        }
    }
}
