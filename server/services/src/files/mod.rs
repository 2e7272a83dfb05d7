//! Storage of uploaded files: a folder, or a bucket. Everything is streamed, stored files never change, and
//! clients get links to them.
//!
//! Files and rows cannot change in one transaction. So a file is first listed in the table `doomed_file`,
//! then written, and removed from that table by the transaction that adds its row; a transaction that deletes
//! a row lists its files again. Whatever fails in between, [`Files::sweep`] deletes the unused files.

pub mod backend;
pub mod content;
pub mod content_type;
pub mod error;
pub mod incoming;
pub mod links;

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, SystemTime},
};

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use object_store::{ObjectStoreExt as _, path::Path as Key};
use prometheus_client::{metrics::counter::Counter, registry::Registry};
use store::{
    db::{Db, error::DbResult},
    files::deletion_queue,
};
use tempfile::{NamedTempFile, TempDir};
use tokio::sync::Semaphore;

use self::links::{FileLinks, Link};
use crate::files::{backend::StorageBackend, content::Content};

/// How many files are written at once; each has one part in memory.
const WRITTEN_AT_ONCE: usize = 2;
/// The age at which an unused file is deleted: no transaction takes this long.
const GRACE: Duration = Duration::from_hours(1);
/// The longest wait for deletions; the rest is left to the sweep.
const DISCARD_TIMEOUT: Duration = Duration::from_secs(5);

/// The file store. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Files {
    backend: StorageBackend,
    upload_folder: PathBuf,
    opened: SystemTime,
    links: FileLinks,
    writers: Arc<Semaphore>,
    stored: Counter,
    stored_bytes: Counter,
    failures: Counter,
}

impl Files {
    /// Opens the store and the folder for uploads in `data`.
    ///
    /// # Errors
    /// If that folder cannot be created, or the database fails.
    pub async fn open(
        db: &Db,
        backend: StorageBackend,
        data: &std::path::Path,
    ) -> anyhow::Result<Self> {
        let arriving = data.join("arriving");
        // Leftovers of uploads when the server last stopped.
        let _ = std::fs::remove_dir_all(&arriving);
        std::fs::create_dir_all(&arriving)
            .with_context(|| format!("cannot create the folder {}", arriving.display()))?;
        let links = FileLinks::open(db).await?;
        let writers = Arc::new(Semaphore::new(WRITTEN_AT_ONCE));
        let (stored, stored_bytes, failures) = Default::default();
        let opened = SystemTime::now();
        Ok(Self {
            backend,
            upload_folder: arriving,
            opened,
            links,
            writers,
            stored,
            stored_bytes,
            failures,
        })
    }

    /// Registers the metrics of uploads.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("files_stored", "Files written to the store", self.stored.clone());
        let help = "Bytes of the files written to the store";
        registry.register("files_stored_bytes", help, self.stored_bytes.clone());
        let help = "Files that the store did not take, or did not return";
        registry.register("files_failures", help, self.failures.clone());
    }

    /// Counts a result that is the store's failure.
    fn noted<T, E>(&self, result: Result<T, E>) -> Result<T, E> {
        if result.is_err() {
            self.failures.inc();
        }
        result
    }

    fn note_stored(&self, bytes: u64) {
        self.stored.inc();
        self.stored_bytes.inc_by(bytes);
    }

    /// An empty file for an upload, on the disk of the data folder; deleted when dropped.
    ///
    /// # Errors
    /// Errors of the disk.
    pub fn new_upload(&self) -> std::io::Result<NamedTempFile> {
        NamedTempFile::new_in(&self.upload_folder)
    }

    /// A link to a file, valid for the next hour or two.
    #[must_use]
    pub fn address(&self, key: &str, now: DateTime<Utc>) -> String {
        self.links.address(key, now)
    }

    /// How long a link to this file is still valid; `None` if it is not.
    #[must_use]
    pub fn time_left(&self, key: &str, link: &Link, now: DateTime<Utc>) -> Option<Duration> {
        self.links.time_left(key, link, now)
    }

    /// Lists files that are about to be written as unused.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn reserve(&self, db: &Db, keys: &[String], now: DateTime<Utc>) -> DbResult<()> {
        let mut tx = db.write().await?;
        deletion_queue::add(&mut tx, keys, now).await?;
        tx.commit_without_key().await
    }

    /// Writes a file from disk in parts.
    ///
    /// # Errors
    /// Errors of the store or the disk.
    pub async fn put_file(&self, key: &str, from: &std::path::Path) -> anyhow::Result<()> {
        let _writer = self.writers.acquire().await?;
        let bytes = self.noted(self.backend.put_file(key, from).await)?;
        self.note_stored(bytes);
        Ok(())
    }

    /// Writes a small file.
    ///
    /// # Errors
    /// Errors of the store.
    pub async fn put(&self, key: &str, content: Vec<u8>) -> anyhow::Result<()> {
        let bytes = content.len() as u64;
        self.noted(self.backend.store().put(&Key::parse(key)?, content.into()).await)?;
        self.note_stored(bytes);
        Ok(())
    }

    /// A file to send; `None` if it does not exist.
    ///
    /// # Errors
    /// Errors of the store.
    pub async fn read(&self, key: &str) -> anyhow::Result<Option<Content>> {
        self.noted(self.backend.read(key).await)
    }

    /// The folder or bucket itself.
    #[must_use]
    pub const fn backend(&self) -> &StorageBackend {
        &self.backend
    }

    /// An empty folder on the disk of the data folder; deleted when dropped.
    ///
    /// # Errors
    /// Errors of the disk.
    pub fn upload_folder(&self) -> std::io::Result<TempDir> {
        TempDir::new_in(&self.upload_folder)
    }

    /// Deletes those of these files that are listed as unused. Errors are logged, and [`Files::sweep`] tries
    /// again.
    pub async fn discard(&self, db: &Db, keys: &[String]) {
        for keys in keys.chunks(deletion_queue::AT_ONCE) {
            let discarding = tokio::time::timeout(DISCARD_TIMEOUT, self.try_discard(db, keys));
            let discarded = discarding.await.context("the store did not answer").flatten();
            if let Err(error) = discarded {
                tracing::warn!(
                    error = format!("{error:#}"),
                    "files could not be deleted and are left to the sweep"
                );
            }
        }
    }

    async fn try_discard(&self, db: &Db, keys: &[String]) -> anyhow::Result<()> {
        let mut tx = db.read().await?;
        // A transaction with an unknown result may have used them after all.
        let doomed = deletion_queue::queued(&mut tx, keys).await?;
        drop(tx);
        let paths: Vec<_> = doomed.iter().map(Key::parse).map(|key| Ok(key?)).collect();
        let mut deleted = self.backend.store().delete_stream(stream::iter(paths).boxed());
        loop {
            match deleted.try_next().await {
                Ok(Some(_)) | Err(object_store::Error::NotFound { .. }) => {}
                Ok(None) => break,
                Err(error) => return Err(error.into()),
            }
        }
        let mut tx = db.write().await?;
        deletion_queue::remove(&mut tx, &doomed).await?;
        // The call may have failed: then its key stays free.
        tx.commit_without_key().await?;
        Ok(())
    }

    /// Deletes files that a crash or an unreachable store left behind.
    ///
    /// # Errors
    /// Errors of the database or the store.
    pub async fn sweep(&self, db: &Db, now: DateTime<Utc>) -> anyhow::Result<()> {
        // Only one server uses a data folder: no other one will finish these files.
        self.backend.delete_unfinished(self.opened).await?;
        loop {
            let mut tx = db.read().await?;
            let overdue = deletion_queue::queued_before(&mut tx, now - GRACE).await?;
            drop(tx);
            if overdue.is_empty() {
                return Ok(());
            }
            self.try_discard(db, &overdue).await?;
        }
    }
}
