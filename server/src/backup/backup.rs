//! `ridgeline backup`: a snapshot of the database and every file that it refers to, while the server runs.
//!
//! Files never change under their keys, so they are copied first; then the database is copied in one
//! snapshot, and the few files that were added since are copied after it. If a file was deleted meanwhile, a
//! later snapshot is taken that does not refer to it.

use std::{
    collections::BTreeSet,
    fs::File,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use services::{
    core::config::Storage,
    files::{backend::StorageBackend, incoming::BlockingReader},
};
use store::db::{Db, Engine, Tx, snapshot};
use tempfile::{NamedTempFile, TempDir};
use tokio::runtime::Handle;

use crate::{
    app::database_file,
    backup::{
        archive::{Manifest, Writing},
        postgres_tools,
        referenced_files::referenced_files,
    },
};

/// The most snapshots. Another one is only needed if a file was deleted during the copy.
const MAX_SNAPSHOTS: usize = 5;
/// The folder of the archive with the uploaded files.
pub(crate) const FILES: &str = "files/";
/// The SQLite database in the archive.
pub(crate) const SQLITE: &str = "database.sqlite";
/// The PostgreSQL database in the archive.
pub(crate) const POSTGRES: &str = "database.pgdump";

/// Writes everything to an archive; returns its path and manifest. The file only gets its name when it is
/// complete.
///
/// # Errors
/// In one sentence for the operator.
pub async fn back_up(
    storage: &Storage,
    to: &Path,
    now: DateTime<Utc>,
) -> anyhow::Result<(PathBuf, Manifest)> {
    let file = named(to, now);
    if file.exists() {
        bail!("{} is there already; name another file", file.display());
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).to_path_buf();
    let cannot = || format!("cannot write to the folder {}", folder.display());
    std::fs::create_dir_all(&folder).with_context(cannot)?;
    let begun = tempfile::Builder::new()
        .prefix(".ridgeline-backup-")
        .suffix(".part")
        .tempfile_in(&folder)
        .with_context(cannot)?;
    let aside = TempDir::with_prefix_in(".ridgeline-backup-", &folder).with_context(cannot)?;
    let db = crate::storage::open_unmigrated(storage).await?;
    let room = StorageBackend::open(storage.files_url.as_deref(), &storage.data)?;
    let work = BackupRun {
        handle: Handle::current(),
        storage: storage.clone(),
        db: db.clone(),
        room,
        aside,
        archive: Writing::new(begun, now),
        made: now,
    };
    // Archives are written with blocking calls.
    let (begun, manifest) = tokio::task::spawn_blocking(move || work.write()).await??;
    begun.as_file().sync_all()?;
    begun
        .persist_noclobber(&file)
        .with_context(|| format!("the archive cannot get its name {}", file.display()))?;
    db.close().await;
    Ok((file, manifest))
}

/// In a folder the archive gets a name with the time.
fn named(to: &Path, now: DateTime<Utc>) -> PathBuf {
    if to.is_dir() || to.as_os_str().to_string_lossy().ends_with('/') {
        to.join(format!("ridgeline-{}.tar.gz", now.format("%Y-%m-%d-%H%M%S")))
    } else {
        to.to_path_buf()
    }
}

struct BackupRun {
    handle: Handle,
    storage: Storage,
    db: Db,
    room: StorageBackend,
    aside: TempDir,
    archive: Writing<NamedTempFile>,
    made: DateTime<Utc>,
}

/// A snapshot of a database.
struct DatabaseSnapshot {
    manifest: Manifest,
    keys: Vec<String>,
    file: PathBuf,
    name: &'static str,
    /// Of PostgreSQL: the open transaction of the snapshot.
    held: Option<(Tx, String)>,
}

impl BackupRun {
    fn write(mut self) -> anyhow::Result<(NamedTempFile, Manifest)> {
        let handle = self.handle.clone();
        let keys = handle.block_on(async {
            let mut tx = self.db.read().await.context("the database does not answer")?;
            anyhow::Ok(referenced_files(&mut tx).await?)
        })?;
        self.copy(&keys)?;
        let mut lost: Option<Vec<String>> = None;
        for round in 0..MAX_SNAPSHOTS {
            let mut moment = handle.block_on(self.moment(round))?;
            let missing = self.copy(&moment.keys)?;
            // A file that a later snapshot still refers to is really missing.
            let is_all = missing.is_empty() || lost.as_ref() == Some(&missing);
            if is_all || round + 1 == MAX_SNAPSHOTS {
                moment.manifest.missing = missing;
                return self.finish(moment);
            }
            lost = Some(missing);
        }
        bail!("files are deleted faster than they can be copied; try again")
    }

    /// Copies those of these files that are not in the archive yet; returns the missing ones.
    fn copy(&mut self, keys: &[String]) -> anyhow::Result<Vec<String>> {
        let mut missing = Vec::new();
        for key in keys {
            let path = format!("{FILES}{key}");
            if self.archive.has(&path) {
                continue;
            }
            match self.handle.block_on(self.room.read(key))? {
                Some(content) => {
                    let body = content.body.into_data_stream();
                    let from =
                        BlockingReader { handle: self.handle.clone(), body, part: Bytes::new() };
                    self.archive.add(&path, content.bytes, from)?;
                }
                None => missing.push(key.clone()),
            }
        }
        Ok(missing)
    }

    async fn moment(&self, round: usize) -> anyhow::Result<DatabaseSnapshot> {
        match self.db.engine() {
            Engine::Sqlite => {
                let file = self.aside.path().join(format!("{round}.sqlite"));
                snapshot::copy_sqlite(&database_file(&self.storage.data), &file).await?;
                let caught = Db::open_sqlite_unmigrated(&file).await?;
                let mut tx = caught.read().await?;
                let manifest = self.described(&mut tx, "sqlite").await?;
                let keys = referenced_files(&mut tx).await?;
                drop(tx);
                caught.close().await;
                Ok(DatabaseSnapshot { manifest, keys, file, name: SQLITE, held: None })
            }
            Engine::Postgres => {
                let mut tx = self.db.read().await?;
                let manifest = self.described(&mut tx, "postgres").await?;
                let keys = referenced_files(&mut tx).await?;
                let moment = tx.export_snapshot().await?.unwrap_or_default();
                let file = self.aside.path().join(format!("{round}.pgdump"));
                Ok(DatabaseSnapshot {
                    manifest,
                    keys,
                    file,
                    name: POSTGRES,
                    held: Some((tx, moment)),
                })
            }
        }
    }

    async fn described(&self, tx: &mut Tx, engine: &str) -> anyhow::Result<Manifest> {
        let mut manifest = Manifest::begin(engine, self.made);
        manifest.server = tx.server_version().await?;
        manifest.migrations = tx.migrations_run().await?;
        manifest.rows = crate::backup::counts::count_all(tx).await?;
        Ok(manifest)
    }

    fn finish(mut self, moment: DatabaseSnapshot) -> anyhow::Result<(NamedTempFile, Manifest)> {
        if let Some((tx, name)) = &moment.held {
            let url = crate::storage::postgres(&self.storage)?.unwrap_or_default();
            let server = moment.manifest.server.unwrap_or_default();
            postgres_tools::dump(url, server, name, &moment.file)?;
            let _ = tx;
        }
        let file = File::open(&moment.file)?;
        self.archive.add(moment.name, file.metadata()?.len(), file)?;
        let needed: BTreeSet<String> =
            moment.keys.iter().map(|key| format!("{FILES}{key}")).collect();
        self.archive.finish(moment.manifest, |path| path == moment.name || needed.contains(path))
    }
}
