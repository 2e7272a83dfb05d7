//! Metrics of the database, counted as it is used, for `/metrics` and for tests.

mod registry;

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{family::Family, histogram::Histogram},
};

/// Buckets in seconds: from reads in memory to a failing disk.
const SECONDS: [f64; 13] =
    [0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];
/// Buckets of changes that share a commit, up to the maximum.
const CHANGES: [f64; 8] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0];

/// The metrics of a database. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct DbMetrics(pub(super) Arc<MetricsInner>);

#[derive(Debug)]
pub(super) struct MetricsInner {
    /// Writing transactions that were dropped without a commit.
    pub(super) abandoned: AtomicU64,
    /// Those that PostgreSQL rolled back because of a concurrent one.
    pub(super) rolled_back: AtomicU64,
    pub(super) statements: AtomicU64,
    pub(super) statement_seconds: ByPurpose,
    pub(super) wait_seconds: ByPurpose,
    pub(super) commit_seconds: Histogram,
    pub(super) sync_seconds: Histogram,
    pub(super) changes_at_once: Histogram,
}

/// The label for the purpose of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Purpose {
    purpose: &'static str,
}

/// One histogram for reading, one for writing, without a lookup by label.
#[derive(Debug)]
pub(super) struct ByPurpose {
    pub(super) family: Family<Purpose, Histogram, fn() -> Histogram>,
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

/// Measures a duration and records it when dropped.
#[derive(Debug)]
pub(super) struct Timer {
    histogram: Histogram,
    since: Instant,
}

impl Timer {
    fn new(histogram: &Histogram) -> Self {
        Self { histogram: histogram.clone(), since: Instant::now() }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.histogram.observe(self.since.elapsed().as_secs_f64());
    }
}

impl Default for DbMetrics {
    fn default() -> Self {
        Self(Arc::new(MetricsInner {
            abandoned: AtomicU64::new(0),
            rolled_back: AtomicU64::new(0),
            statements: AtomicU64::new(0),
            statement_seconds: ByPurpose::new(),
            wait_seconds: ByPurpose::new(),
            commit_seconds: seconds(),
            sync_seconds: seconds(),
            changes_at_once: Histogram::new(CHANGES),
        }))
    }
}

impl DbMetrics {
    /// Times a statement.
    pub(super) fn statement(&self, writes: bool) -> Timer {
        self.0.statements.fetch_add(1, Ordering::Relaxed);
        Timer::new(self.0.statement_seconds.of(writes))
    }

    /// Times the wait for a connection, or for the single writer.
    pub(super) fn wait(&self, writes: bool) -> Timer {
        Timer::new(self.0.wait_seconds.of(writes))
    }

    /// Times the wait until a change is durable.
    pub(super) fn commit(&self) -> Timer {
        Timer::new(&self.0.commit_seconds)
    }

    /// Times an `fsync`, and records how many changes share it.
    pub(super) fn sync(&self, changes: usize) -> Timer {
        // At most a few thousand, so the float is exact.
        self.0.changes_at_once.observe(f64::from(u32::try_from(changes).unwrap_or(u32::MAX)));
        Timer::new(&self.0.sync_seconds)
    }

    /// Counts a change that PostgreSQL rolled back because of a concurrent one.
    pub(super) fn note_rollback(&self) {
        self.0.rolled_back.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a change that was dropped without a commit.
    pub(super) fn abandon(&self) {
        self.0.abandoned.fetch_add(1, Ordering::SeqCst);
    }
}
