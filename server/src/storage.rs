//! The database and the files of an installation, opened for one process.

pub(crate) mod swap;

use std::{fs::File, path::Path};

use anyhow::{Context as _, bail};
use services::{
    core::config::Storage,
    files::{Files, backend::StorageBackend},
};
use store::db::Db;

use crate::app::database_file;

/// An open database, with the lock on its data folder.
#[derive(Debug)]
pub struct OpenStorage {
    /// The database.
    pub db: Db,
    /// The uploaded files.
    pub files: Files,
    /// Held, not read: dropping it lets another server use the folder.
    _claim: File,
}

/// Opens the configured database.
///
/// # Errors
/// In one sentence for the operator: the folder is not writable, another server uses it, or the database is
/// unreachable or newer than this binary.
pub async fn open(storage: &Storage) -> anyhow::Result<OpenStorage> {
    let claim = lock_data_folder(&storage.data)?;
    let db = match postgres(storage)? {
        None => Db::open_sqlite(&database_file(&storage.data)).await?,
        Some(direct) => match pooler(storage) {
            None => Db::open_postgres(direct).await?,
            Some(pooler) => Db::open_postgres_through(pooler, direct).await?,
        },
    };
    let db = match replica(storage)? {
        None => db,
        Some(url) => db.with_replica(url)?,
    };
    let backend = StorageBackend::open(storage.files_url.as_deref(), &storage.data)?;
    let files = Files::open(&db, backend, &storage.data).await?;
    Ok(OpenStorage { db, files, _claim: claim })
}

/// Opens the configured database for reading, while a server may be using it.
///
/// # Errors
/// In one sentence for the operator: it is missing or unreachable.
pub async fn open_unmigrated(storage: &Storage) -> anyhow::Result<Db> {
    Ok(match postgres(storage)? {
        None => {
            let file = database_file(&storage.data);
            if swap::is_interrupted(&storage.data) {
                bail!("a restore is under way or was interrupted; start the server, and try again");
            }
            if !file.exists() {
                bail!(
                    "there is no database in {}; name its folder with --data",
                    storage.data.display()
                );
            }
            Db::open_sqlite_unmigrated(&file).await?
        }
        Some(url) => Db::open_postgres_unmigrated(url).await?,
    })
}

/// Opens the configured database for changes from the command line. A SQLite database is locked while it is
/// open, because a server that uses it caches what only itself changes.
///
/// # Errors
/// In one sentence for the operator: it is missing, in use by a server, or unreachable.
pub async fn open_for_maintenance(storage: &Storage) -> anyhow::Result<(Db, Option<File>)> {
    if postgres(storage)?.is_some() {
        return Ok((open_unmigrated(storage).await?, None));
    }
    if !database_file(&storage.data).exists() {
        bail!("there is no database in {}; name its folder with --data", storage.data.display());
    }
    let claim = lock_data_folder(&storage.data)?;
    Ok((Db::open_sqlite(&database_file(&storage.data)).await?, Some(claim)))
}

/// The address of the configured PostgreSQL database itself, if there is one.
pub(crate) fn postgres(storage: &Storage) -> anyhow::Result<Option<&str>> {
    let named = [
        ("--database-listen-url", &storage.database_listen_url),
        ("--database-url", &storage.database_url),
    ];
    let mut direct = None;
    for (setting, url) in named {
        let Some(url) = url.as_deref().filter(|url| !url.is_empty()) else { continue };
        if !is_postgres(url) {
            bail!(
                "{setting} must start with postgres://; leave it out for SQLite in the data folder"
            );
        }
        direct = direct.or(Some(url));
    }
    Ok(direct)
}

/// The address of the standby, if there is one.
fn replica(storage: &Storage) -> anyhow::Result<Option<&str>> {
    let url = storage.database_replica_url.as_deref().filter(|url| !url.is_empty());
    if url.is_some_and(|url| !is_postgres(url)) {
        bail!("--database-replica-url must start with postgres://");
    }
    Ok(url)
}

fn is_postgres(url: &str) -> bool {
    url.starts_with("postgres://") || url.starts_with("postgresql://")
}

/// The address of PgBouncer, if calls go through it.
fn pooler(storage: &Storage) -> Option<&str> {
    let is_set = storage.database_listen_url.as_deref().is_some_and(|url| !url.is_empty());
    storage.database_url.as_deref().filter(|_| is_set)
}

/// Locks the data folder for this process: caches of a SQLite database are only correct while no other
/// process writes it. Undoes a restore that was interrupted.
pub(crate) fn lock_data_folder(data: &Path) -> anyhow::Result<File> {
    let cannot = || {
        format!(
            "cannot write to the data folder {}; choose another one with --data or give this user \
             the right to write there",
            data.display()
        )
    };
    std::fs::create_dir_all(data).with_context(cannot)?;
    let claim = File::create(data.join("ridgeline.lock")).with_context(cannot)?;
    match claim.try_lock() {
        Ok(()) => {
            swap::recover(data).context("what an interrupted restore left cannot be put back")?;
            Ok(claim)
        }
        Err(_) => bail!(
            "another ridgeline is using the data folder {}; stop it first, or choose another folder \
             with --data",
            data.display()
        ),
    }
}
