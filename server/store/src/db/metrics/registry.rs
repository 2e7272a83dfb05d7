//! Registers the metrics of a database.

use std::{path::PathBuf, sync::atomic::Ordering};

use prometheus_client::{
    metrics::{counter::ConstCounter, gauge::ConstGauge},
    registry::Registry,
};

use crate::db::{Db, pool::Pool, postgres::replica::Replica};

impl Db {
    /// How many writing transactions were dropped without a commit. The test harness compares this with every
    /// successful answer.
    #[must_use]
    pub fn abandoned_writes(&self) -> u64 {
        self.metrics.0.abandoned.load(Ordering::SeqCst)
    }

    /// How many statements were run, for tests that count the queries of a call.
    #[must_use]
    pub fn statements_run(&self) -> u64 {
        self.metrics.0.statements.load(Ordering::SeqCst)
    }

    /// Adds the metrics of the database to `/metrics`.
    pub fn register(&self, registry: &mut Registry) {
        let metrics = &*self.metrics.0;
        let help = "Duration of statements in seconds, by whether their transaction writes";
        let family = metrics.statement_seconds.family.clone();
        registry.register("database_statement_seconds", help, family);
        let help = "Time that transactions waited for a connection, or for the one writer of SQLite, in seconds";
        registry.register("database_pool_wait_seconds", help, metrics.wait_seconds.family.clone());
        let help = "From the end of a change until it was durable, in seconds";
        registry.register("database_commit_seconds", help, metrics.commit_seconds.clone());
        let help = "Write transactions that were not committed";
        registry.register(
            "database_transactions_abandoned",
            help,
            ConstCounter::new(self.abandoned_writes()),
        );
        let help = "Changes rolled back because of a concurrent one (PostgreSQL)";
        let rolled_back = ConstCounter::new(metrics.rolled_back.load(Ordering::Relaxed));
        registry.register("database_transactions_rolled_back", help, rolled_back);
        let help = "1 while changes are stored: 0 if the disk is full, or the database only reads";
        let writable = ConstGauge::new(i64::from(self.write_health.is_storing()));
        registry.register("database_writable", help, writable);
        match &self.pool {
            Pool::Sqlite { readers, file, .. } => {
                let help = "Trips to the disk, in seconds (SQLite)";
                registry.register("database_fsync_seconds", help, metrics.sync_seconds.clone());
                let help = "Changes that shared a trip to the disk (SQLite)";
                registry.register(
                    "database_commit_group_size",
                    help,
                    metrics.changes_at_once.clone(),
                );
                let [open, most] =
                    [readers.size(), readers.options().get_max_connections()].map(|n| n as usize);
                register_connections(registry, open, readers.num_idle(), most);
                let help = "Bytes of the database file (SQLite)";
                registry.register("database_file_bytes", help, ConstGauge::new(bytes_of(file)));
                let log = PathBuf::from(format!("{}-wal", file.display()));
                let help = "Bytes of the write-ahead log beside it (SQLite)";
                registry.register("database_wal_bytes", help, ConstGauge::new(bytes_of(&log)));
            }
            Pool::Postgres(connections) => {
                let [open, idle, most] = connections.counts();
                register_connections(registry, open, idle, most);
            }
        }
        let [reads, refusals] = self.replica.as_ref().map(Replica::counts).unwrap_or_default();
        let help = "Reads that the replica answered (PostgreSQL)";
        registry.register("database_replica_reads", help, ConstCounter::new(reads));
        let help = "Reads that the primary answered because the replica lagged, or was away";
        registry.register("database_replica_refusals", help, ConstCounter::new(refusals));
    }
}

fn register_connections(registry: &mut Registry, open: usize, idle: usize, most: usize) {
    let gauge = |count: usize| ConstGauge::new(i64::try_from(count).unwrap_or(i64::MAX));
    let idle = idle.min(open);
    let help = "Connections in use (SQLite: of those that read)";
    registry.register("database_connections_busy", help, gauge(open - idle));
    let help = "Connections that are open and wait";
    registry.register("database_connections_idle", help, gauge(idle));
    let help = "As many connections may be open";
    registry.register("database_connections_max", help, gauge(most));
}

fn bytes_of(file: &std::path::Path) -> i64 {
    let bytes = std::fs::metadata(file).map_or(0, |about| about.len());
    i64::try_from(bytes).unwrap_or(i64::MAX)
}
