//! Where uploaded files are kept: a folder, or a bucket. Everything is streamed, nothing is changed
//! once it is there, and whoever is shown a file is shown a link to it.
//!
//! Files and rows cannot change in one step. So a file is first named in the table `doomed_file`,
//! then written, and spared by the transaction that adds its row; a row that goes dooms its files in
//! the same way. Whatever happens in between, [`Files::sweep`] finds what nobody needs.

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

/// So many files are written to the store at once; each holds one part in memory.
const WRITTEN_AT_ONCE: usize = 2;
/// A file that nobody asked for within this time, nobody will.
const GRACE: Duration = Duration::from_hours(1);
/// Longer nobody waits until files are gone that nobody needs: what is left of them is swept.
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
}

impl Files {
    /// Opens the store, and with it the folder under `data` where uploads arrive.
    ///
    /// # Errors
    /// When that folder cannot be made, or the database refuses the secret of the links.
    pub async fn open(
        db: &Db,
        room: StorageBackend,
        data: &std::path::Path,
    ) -> anyhow::Result<Self> {
        let arriving = data.join("arriving");
        // What is still there arrived when the server last stopped.
        let _ = std::fs::remove_dir_all(&arriving);
        std::fs::create_dir_all(&arriving)
            .with_context(|| format!("cannot make the folder {}", arriving.display()))?;
        let links = FileLinks::open(db).await?;
        let writers = Arc::new(Semaphore::new(WRITTEN_AT_ONCE));
        let (stored, stored_bytes) = (Counter::default(), Counter::default());
        let opened = SystemTime::now();
        Ok(Self {
            backend: room,
            upload_folder: arriving,
            opened,
            links,
            writers,
            stored,
            stored_bytes,
        })
    }

    /// Adds what is known of uploads to what `/metrics` says.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("files_stored", "Files written to the store", self.stored.clone());
        let told = "Bytes of the files written to the store";
        registry.register("files_stored_bytes", told, self.stored_bytes.clone());
    }

    fn note_stored(&self, bytes: u64) {
        self.stored.inc();
        self.stored_bytes.inc_by(bytes);
    }

    /// An empty file for an upload, on the same disk as the data folder; gone when it is dropped.
    ///
    /// # Errors
    /// What the disk said.
    pub fn new_upload(&self) -> std::io::Result<NamedTempFile> {
        NamedTempFile::new_in(&self.upload_folder)
    }

    /// The address of a file, for whoever gets it within the next hour or two.
    #[must_use]
    pub fn address(&self, key: &str, now: DateTime<Utc>) -> String {
        self.links.address(key, now)
    }

    /// Whether a link opens this file now, and until when.
    #[must_use]
    pub fn time_left(&self, key: &str, link: &Link, now: DateTime<Utc>) -> Option<Duration> {
        self.links.time_left(key, link, now)
    }

    /// Says that these files are about to be written and nothing needs them yet.
    ///
    /// # Errors
    /// What the engine said.
    pub async fn reserve(&self, db: &Db, keys: &[String], now: DateTime<Utc>) -> DbResult<()> {
        let mut tx = db.write().await?;
        deletion_queue::add(&mut tx, keys, now).await?;
        tx.commit().await
    }

    /// Writes a file from the disk, a part at a time.
    ///
    /// # Errors
    /// What the store or the disk said.
    pub async fn put_file(&self, key: &str, from: &std::path::Path) -> anyhow::Result<()> {
        let _writer = self.writers.acquire().await?;
        let bytes = self.backend.put_file(key, from).await?;
        self.note_stored(bytes);
        Ok(())
    }

    /// Writes a small file.
    ///
    /// # Errors
    /// What the store said.
    pub async fn put(&self, key: &str, content: Vec<u8>) -> anyhow::Result<()> {
        let bytes = content.len() as u64;
        self.backend.store().put(&Key::parse(key)?, content.into()).await?;
        self.note_stored(bytes);
        Ok(())
    }

    /// A file to be sent; none where there is none.
    ///
    /// # Errors
    /// What the store said.
    pub async fn read(&self, key: &str) -> anyhow::Result<Option<Content>> {
        self.backend.read(key).await
    }

    /// The folder or bucket itself.
    #[must_use]
    pub const fn backend(&self) -> &StorageBackend {
        &self.backend
    }

    /// An empty folder on the same disk as the data folder; gone when it is dropped.
    ///
    /// # Errors
    /// What the disk said.
    pub fn upload_folder(&self) -> std::io::Result<TempDir> {
        TempDir::new_in(&self.upload_folder)
    }

    /// Deletes those of these files that are doomed, now that nothing needs them. What fails is told
    /// in the log and tried again by [`Files::sweep`].
    pub async fn discard(&self, db: &Db, keys: &[String]) {
        for keys in keys.chunks(deletion_queue::AT_ONCE) {
            let discarding = tokio::time::timeout(DISCARD_TIMEOUT, self.try_discard(db, keys));
            let discarded = discarding.await.context("the store is silent").flatten();
            if let Err(error) = discarded {
                tracing::warn!(error = format!("{error:#}"), "files are left to be swept");
            }
        }
    }

    async fn try_discard(&self, db: &Db, keys: &[String]) -> anyhow::Result<()> {
        let mut tx = db.read().await?;
        // A transaction whose answer got lost may have spared them after all.
        let doomed = deletion_queue::queued(&mut tx, keys).await?;
        drop(tx);
        let paths: Vec<_> = doomed.iter().map(Key::parse).map(|key| Ok(key?)).collect();
        let mut gone = self.backend.store().delete_stream(stream::iter(paths).boxed());
        loop {
            match gone.try_next().await {
                Ok(Some(_)) | Err(object_store::Error::NotFound { .. }) => {}
                Ok(None) => break,
                Err(error) => return Err(error.into()),
            }
        }
        let mut tx = db.write().await?;
        deletion_queue::remove(&mut tx, &doomed).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Deletes what a crash or a store out of reach left behind.
    ///
    /// # Errors
    /// What the database or the store said.
    pub async fn sweep(&self, db: &Db, now: DateTime<Utc>) -> anyhow::Result<()> {
        // One server holds a data folder: what it did not begin itself, nobody will end.
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
