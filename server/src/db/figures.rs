//! How the database is doing, counted as it is used: what `/metrics` says of it, and what tests hold
//! answers against.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::ConstCounter, family::Family, gauge::ConstGauge, histogram::Histogram},
    registry::Registry,
};

use super::{Db, Pool};

/// Seconds: from what memory answers to what a disk in trouble takes.
const SECONDS: [f64; 13] =
    [0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];
/// Changes that share a commit; as many as there may be at most.
const CHANGES: [f64; 8] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0];

/// What is counted. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Figures(Arc<Counted>);

#[derive(Debug)]
struct Counted {
    /// Writing transactions that were dropped without a commit.
    abandoned: AtomicU64,
    statements: AtomicU64,
    statement_seconds: ByPurpose,
    wait_seconds: ByPurpose,
    commit_seconds: Histogram,
    sync_seconds: Histogram,
    changes_at_once: Histogram,
}

/// What a transaction is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Purpose {
    purpose: &'static str,
}

/// One histogram for reading, one for writing, found without looking them up.
#[derive(Debug)]
struct ByPurpose {
    family: Family<Purpose, Histogram, fn() -> Histogram>,
    reading: Histogram,
    writing: Histogram,
}

impl ByPurpose {
    fn new() -> Self {
        let family = Family::new_with_constructor(seconds as fn() -> Histogram);
        let reading = family.get_or_create_owned(&Purpose { purpose: "read" });
        let writing = family.get_or_create_owned(&Purpose { purpose: "write" });
        Self { family, reading, writing }
    }

    fn of(&self, writes: bool) -> &Histogram {
        if writes { &self.writing } else { &self.reading }
    }
}

fn seconds() -> Histogram {
    Histogram::new(SECONDS)
}

/// Something that takes time, noted when it is over, however it ends.
#[derive(Debug)]
pub(super) struct Took {
    histogram: Histogram,
    since: Instant,
}

impl Took {
    fn new(histogram: &Histogram) -> Self {
        Self { histogram: histogram.clone(), since: Instant::now() }
    }
}

impl Drop for Took {
    fn drop(&mut self) {
        self.histogram.observe(self.since.elapsed().as_secs_f64());
    }
}

impl Default for Figures {
    fn default() -> Self {
        Self(Arc::new(Counted {
            abandoned: AtomicU64::new(0),
            statements: AtomicU64::new(0),
            statement_seconds: ByPurpose::new(),
            wait_seconds: ByPurpose::new(),
            commit_seconds: seconds(),
            sync_seconds: seconds(),
            changes_at_once: Histogram::new(CHANGES),
        }))
    }
}

impl Figures {
    /// A statement begins.
    pub(super) fn statement(&self, writes: bool) -> Took {
        self.0.statements.fetch_add(1, Ordering::Relaxed);
        Took::new(self.0.statement_seconds.of(writes))
    }

    /// Somebody waits for a connection, or for the one writer's desk.
    pub(super) fn wait(&self, writes: bool) -> Took {
        Took::new(self.0.wait_seconds.of(writes))
    }

    /// Somebody waits until a change is durable.
    pub(super) fn commit(&self) -> Took {
        Took::new(&self.0.commit_seconds)
    }

    /// A trip to the disk, and how many changes share it.
    pub(super) fn sync(&self, changes: usize) -> Took {
        // As many as a few thousand: every one of them is a number that a float holds.
        self.0.changes_at_once.observe(f64::from(u32::try_from(changes).unwrap_or(u32::MAX)));
        Took::new(&self.0.sync_seconds)
    }

    /// A change was given up.
    pub(super) fn abandon(&self) {
        self.0.abandoned.fetch_add(1, Ordering::SeqCst);
    }
}

impl Db {
    /// How many writing transactions were dropped without a commit. The test harness holds this
    /// against every answer that claims success.
    #[must_use]
    pub fn abandoned_writes(&self) -> u64 {
        self.figures.0.abandoned.load(Ordering::SeqCst)
    }

    /// How many statements were run, for tests that count the queries of a call.
    #[must_use]
    pub fn statements_run(&self) -> u64 {
        self.figures.0.statements.load(Ordering::SeqCst)
    }

    /// Adds what is known of the database to what `/metrics` says.
    pub fn register(&self, registry: &mut Registry) {
        let counted = &*self.figures.0;
        let told = "What statements took, in seconds, by whether their transaction writes";
        let family = counted.statement_seconds.family.clone();
        registry.register("database_statement_seconds", told, family);
        let told = "What transactions waited for a connection, or for the one writer of SQLite, in seconds";
        registry.register("database_wait_seconds", told, counted.wait_seconds.family.clone());
        let told = "From the end of a change until it was durable, in seconds";
        registry.register("database_commit_seconds", told, counted.commit_seconds.clone());
        let told = "Changes that were begun and given up";
        registry.register(
            "database_changes_given_up",
            told,
            ConstCounter::new(self.abandoned_writes()),
        );
        match &self.pool {
            Pool::Sqlite { readers, file, .. } => {
                let told = "Trips to the disk, in seconds (SQLite)";
                registry.register("database_sync_seconds", told, counted.sync_seconds.clone());
                let told = "Changes that shared a trip to the disk (SQLite)";
                registry.register(
                    "database_changes_at_once",
                    told,
                    counted.changes_at_once.clone(),
                );
                register_connections(
                    registry,
                    readers.size(),
                    readers.num_idle(),
                    readers.options().get_max_connections(),
                );
                let told = "Bytes of the database file (SQLite)";
                registry.register("database_file_bytes", told, ConstGauge::new(bytes_of(file)));
                let log = PathBuf::from(format!("{}-wal", file.display()));
                let told = "Bytes of the write-ahead log beside it (SQLite)";
                registry.register("database_log_bytes", told, ConstGauge::new(bytes_of(&log)));
            }
            Pool::Postgres(pool) => {
                register_connections(
                    registry,
                    pool.size(),
                    pool.num_idle(),
                    pool.options().get_max_connections(),
                );
            }
        }
    }
}

fn register_connections(registry: &mut Registry, open: u32, idle: usize, most: u32) {
    let idle = u32::try_from(idle).unwrap_or(u32::MAX).min(open);
    let told = "Connections in use (SQLite: of those that read)";
    let busy = ConstGauge::new(i64::from(open - idle));
    registry.register("database_connections_busy", told, busy);
    let told = "Connections that are open and wait";
    registry.register("database_connections_idle", told, ConstGauge::new(i64::from(idle)));
    let told = "As many connections may be open";
    registry.register("database_connections_most", told, ConstGauge::new(i64::from(most)));
}

fn bytes_of(file: &std::path::Path) -> i64 {
    let bytes = std::fs::metadata(file).map_or(0, |about| about.len());
    i64::try_from(bytes).unwrap_or(i64::MAX)
}
