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

use super::frames::{self, SerializedEvent};
use crate::live::{
    batch::Batcher,
    connection::{CloseReason, SocketConnection},
    serialized::SerializedMessages,
};

/// The open sockets of this process.
#[derive(Debug, Default)]
pub struct Hub {
    open: Mutex<Open>,
    pool: Batcher,
    serialized: SerializedMessages,
    shutting_down: AtomicBool,
    emptied: Notify,
    disconnected: AtomicU64,
    events_sent: Counter,
    frames: Counter,
    frame_bytes: Counter,
}

#[derive(Debug, Default)]
struct Open {
    count: usize,
    by_user: HashMap<UserId, Vec<Arc<SocketConnection>>>,
    by_room: HashMap<Room, Vec<Arc<SocketConnection>>>,
}

/// With whose eyes a company's room is listened to.
#[derive(Clone, Debug)]
pub struct RoomAudience {
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
    pub fn add(&self, line: &Arc<SocketConnection>) {
        let mut open = self.open();
        open.count += 1;
        open.by_user.entry(line.user).or_default().push(line.clone());
        drop(open);
        if self.shutting_down.load(Ordering::SeqCst) {
            line.end(CloseReason::GoingAway);
        }
    }

    /// Forgets a socket that is gone.
    pub fn remove(&self, line: &Arc<SocketConnection>) {
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
    pub fn join(&self, line: &Arc<SocketConnection>, rooms: &[Room]) -> Vec<Room> {
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
    pub fn of_user(&self, user: UserId) -> Vec<Arc<SocketConnection>> {
        self.open().by_user.get(&user).cloned().unwrap_or_default()
    }

    /// Every open socket.
    #[must_use]
    pub fn all(&self) -> Vec<Arc<SocketConnection>> {
        self.open().by_user.values().flatten().cloned().collect()
    }

    /// How many sockets are open.
    #[must_use]
    pub fn count(&self) -> usize {
        self.open().count
    }

    /// How many sockets were cut because they could not keep up, or might have missed something.
    #[must_use]
    pub fn disconnected(&self) -> u64 {
        self.disconnected.load(Ordering::Relaxed)
    }

    /// Counts a socket that was cut.
    pub fn count_disconnect(&self) {
        self.disconnected.fetch_add(1, Ordering::Relaxed);
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
            "websocket_connections",
            "Sockets that said whose they are",
            ConstGauge::new(open),
        );
        let told = "Sockets that were cut: they could not keep up, or may have missed something";
        registry.register("websocket_disconnects", told, ConstCounter::new(self.disconnected()));
        let told = "Events that somebody listened to, each counted once";
        registry.register("websocket_events_sent", told, self.events_sent.clone());
        registry.register("websocket_frames_sent", "Frames sent on sockets", self.frames.clone());
        let told = "Bytes of the frames sent on sockets";
        registry.register("websocket_sent_bytes", told, self.frame_bytes.clone());
    }

    /// Whether anybody listens to this room.
    #[must_use]
    pub fn has_listeners(&self, room: Room) -> bool {
        self.open().by_room.contains_key(&room)
    }

    /// With whose eyes this company's room is listened to; nothing where nobody does.
    #[must_use]
    pub fn audience(&self, company: CompanyId) -> Option<RoomAudience> {
        let open = self.open();
        let mut eyes: Option<RoomAudience> = None;
        for line in open.by_room.get(&Room::Company(company))? {
            line.with_session(|session| {
                let Some(membership) = session.membership else { return };
                let company_type = membership.role.company_type;
                let all = eyes.get_or_insert(RoomAudience { company_type, languages: Vec::new() });
                if !all.languages.contains(&session.language) {
                    all.languages.push(session.language);
                }
            });
        }
        eyes
    }

    /// What somebody reads who listens to this company's room; nothing where they do not.
    #[must_use]
    pub fn listener_session(&self, company: CompanyId, reader: UserId) -> Option<Session> {
        let open = self.open();
        let lines = open.by_room.get(&Room::Company(company))?;
        let line = lines.iter().find(|line| line.user == reader)?;
        Some(line.session())
    }

    /// Tells an event to those in its room whose session `sees` it.
    pub fn send(&self, room: Room, event: SerializedEvent, sees: impl Fn(&Session) -> bool) {
        let event = Arc::new(event);
        let open = self.open();
        let now = Instant::now();
        if open.by_room.contains_key(&room) {
            self.events_sent.inc();
        }
        for line in open.by_room.get(&room).into_iter().flatten() {
            if let Some(at) = line.enqueue(&event, now, &sees) {
                self.pool.add(line, at);
            }
        }
    }

    /// Spells out a message that is about to be stored here, so that it need not be read again to be
    /// told. Nobody hears of it before there is news of it.
    pub fn cache_message(&self, message: &ChatMessage) {
        let room = Room::Chat(message.room_id);
        if self.has_listeners(room)
            && let Ok(event) = SerializedEvent::new("chat_message", room, message)
        {
            self.serialized.put(message.id, event);
        }
    }

    /// The message, where it was spelled out here.
    pub fn take_cached_message(&self, message: ChatMessageId) -> Option<SerializedEvent> {
        self.serialized.take(message)
    }

    /// Flushes what is pooled, for as long as the server runs.
    pub async fn run_batches(&self) {
        self.pool.run().await;
    }

    /// Ends all sockets: they may have missed something, and catch up when they are back.
    pub fn disconnect_all(&self) {
        for line in self.all() {
            line.end(CloseReason::TooSlow);
        }
    }

    /// Ends all sockets and lets in no more; returns when the last one is gone.
    pub async fn shut_down(&self) {
        self.shutting_down.store(true, Ordering::SeqCst);
        for line in self.all() {
            line.end(CloseReason::GoingAway);
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
    lines: &mut HashMap<K, Vec<Arc<SocketConnection>>>,
    key: &K,
    line: &Arc<SocketConnection>,
) {
    if let Some(of_key) = lines.get_mut(key) {
        of_key.retain(|other| !Arc::ptr_eq(other, line));
        if of_key.is_empty() {
            lines.remove(key);
        }
    }
}
