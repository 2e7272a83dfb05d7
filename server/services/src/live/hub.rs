//! The sockets of this process and their rooms.

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

impl Open {
    /// Adds rooms to a socket; returns the new ones. It receives events from now on.
    fn join(&mut self, connection: &Arc<SocketConnection>, rooms: &[Room]) -> Vec<Room> {
        let mut new = Vec::new();
        for room in rooms {
            if connection.join(*room) {
                self.by_room.entry(*room).or_default().push(connection.clone());
                new.push(*room);
            }
        }
        new
    }
}

/// The audience of a company's room.
#[derive(Clone, Debug)]
pub struct RoomAudience {
    /// The company's type.
    pub company_type: CompanyType,
    /// The languages of its listeners.
    pub languages: Vec<Language>,
}

impl Hub {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a socket. Above `most` of its user the oldest one ends, which is likely to be dead: a phone that
    /// lost its network and comes back is never locked out by its own earlier sockets.
    pub fn add(&self, connection: &Arc<SocketConnection>, most: usize) {
        let mut open = self.open();
        open.count += 1;
        let of_user = open.by_user.entry(connection.user).or_default();
        of_user.push(connection.clone());
        let mut alive = of_user.iter().filter(|connection| !connection.has_ended());
        if let Some(oldest) = alive.next()
            && alive.count() >= most
        {
            oldest.end(CloseReason::Replaced);
        }
        drop(open);
        if self.shutting_down.load(Ordering::SeqCst) {
            connection.end(CloseReason::GoingAway);
        }
    }

    /// Removes a closed socket.
    pub fn remove(&self, connection: &Arc<SocketConnection>) {
        let mut open = self.open();
        open.count -= 1;
        remove_from(&mut open.by_user, &connection.user, connection);
        for room in connection.rooms() {
            remove_from(&mut open.by_room, &room, connection);
        }
        if open.count == 0 {
            self.emptied.notify_waiters();
        }
    }

    /// Adds allowed rooms to a socket and tells it which, before any event of theirs. Returns those above its
    /// limit.
    pub fn subscribe(&self, connection: &Arc<SocketConnection>, rooms: &[Room]) -> Vec<Room> {
        let mut open = self.open();
        let (joined, refused) = connection.divide(rooms);
        connection.reply(frames::subscribed(&joined));
        open.join(connection, &joined);
        refused
    }

    /// Adds allowed rooms to all open sockets of a user.
    pub fn join_all(&self, user: UserId, rooms: &[Room]) {
        for connection in self.of_user(user) {
            let new = self.open().join(&connection, rooms);
            if !new.is_empty() {
                connection.reply(frames::subscribed(&new));
            }
        }
    }

    /// The open sockets of a user.
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

    /// How many sockets were disconnected because they could not keep up, or might have missed something.
    #[must_use]
    pub fn disconnected(&self) -> u64 {
        self.disconnected.load(Ordering::Relaxed)
    }

    /// Counts a disconnected socket.
    pub fn count_disconnect(&self) {
        self.disconnected.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a frame that was sent.
    pub fn note_frame(&self, bytes: usize) {
        self.frames.inc();
        self.frame_bytes.inc_by(bytes as u64);
    }

    /// Registers the metrics of sockets.
    pub fn register(&self, registry: &mut Registry) {
        let open = i64::try_from(self.count()).unwrap_or(i64::MAX);
        registry.register("websocket_connections", "Authenticated sockets", ConstGauge::new(open));
        let help = "Sockets that were disconnected because they could not keep up, or may have missed something";
        registry.register("websocket_disconnects", help, ConstCounter::new(self.disconnected()));
        let help = "Events with at least one listener, each counted once";
        registry.register("websocket_events_sent", help, self.events_sent.clone());
        registry.register("websocket_frames_sent", "Frames sent on sockets", self.frames.clone());
        let help = "Bytes of the frames sent on sockets";
        registry.register("websocket_sent_bytes", help, self.frame_bytes.clone());
    }

    /// Whether a socket listens to this room.
    #[must_use]
    pub fn has_listeners(&self, room: Room) -> bool {
        self.open().by_room.contains_key(&room)
    }

    /// The audience of this company's room; `None` without listeners.
    #[must_use]
    pub fn audience(&self, company: CompanyId) -> Option<RoomAudience> {
        let open = self.open();
        let mut audience: Option<RoomAudience> = None;
        for connection in open.by_room.get(&Room::Company(company))? {
            connection.with_session(|session| {
                let Some(membership) = session.membership else { return };
                let company_type = membership.role.company_type;
                let all =
                    audience.get_or_insert(RoomAudience { company_type, languages: Vec::new() });
                if !all.languages.contains(&session.language) {
                    all.languages.push(session.language);
                }
            });
        }
        audience
    }

    /// The session of a user who listens to this company's room; `None` if they do not.
    #[must_use]
    pub fn listener_session(&self, company: CompanyId, reader: UserId) -> Option<Session> {
        let open = self.open();
        let connections = open.by_room.get(&Room::Company(company))?;
        let connection = connections.iter().find(|connection| connection.user == reader)?;
        Some(connection.session())
    }

    /// Sends an event to the sockets in its room whose session `sees` it.
    pub fn send(&self, room: Room, event: SerializedEvent, sees: impl Fn(&Session) -> bool) {
        let event = Arc::new(event);
        let open = self.open();
        let now = Instant::now();
        if open.by_room.contains_key(&room) {
            self.events_sent.inc();
        }
        for connection in open.by_room.get(&room).into_iter().flatten() {
            if let Some(at) = connection.enqueue(&event, now, &sees) {
                self.pool.add(connection, at);
            }
        }
    }

    /// Serializes a message that is about to be stored, so that it need not be read again for its event. It
    /// is not sent before that event.
    pub fn cache_message(&self, message: &ChatMessage) {
        let room = Room::Chat(message.room_id);
        if self.has_listeners(room)
            && let Ok(event) = SerializedEvent::new("chat_message", room, message)
        {
            self.serialized.put(message.id, event);
        }
    }

    /// The message, if it was serialized in this process.
    pub fn take_cached_message(&self, message: ChatMessageId) -> Option<SerializedEvent> {
        self.serialized.take(message)
    }

    /// Sends batched events, as long as the server runs.
    pub async fn run_batches(&self) {
        self.pool.run().await;
    }

    /// Ends all sockets: they may have missed something, and reload after reconnecting.
    pub fn disconnect_all(&self) {
        for connection in self.all() {
            connection.end(CloseReason::TooSlow);
        }
    }

    /// Ends all sockets and refuses new ones; returns when the last one is closed.
    pub async fn shut_down(&self) {
        self.shutting_down.store(true, Ordering::SeqCst);
        for connection in self.all() {
            connection.end(CloseReason::GoingAway);
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
    connections: &mut HashMap<K, Vec<Arc<SocketConnection>>>,
    key: &K,
    connection: &Arc<SocketConnection>,
) {
    if let Some(of_key) = connections.get_mut(key) {
        of_key.retain(|other| !Arc::ptr_eq(other, connection));
        if of_key.is_empty() {
            connections.remove(key);
        }
    }
}
