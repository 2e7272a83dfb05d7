//! `ridgeline restore`: everything from an archive, which is verified completely before anything is changed.
//! Existing data is moved aside, not deleted, in one step at the end: whatever fails leaves it where it is.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail, ensure};
use chrono::{DateTime, Utc};
use services::{core::config::Storage, files::backend::StorageBackend};
use store::db::{Db, Engine, migrations::migrations, postgres::usage, snapshot};
use tempfile::TempDir;

use crate::{
    app::database_file,
    backup::{
        archive::{self, Manifest},
        backup::{FILES, POSTGRES, SQLITE},
        counts::count_all,
        postgres_tools::{self, ASIDE},
    },
    storage::swap::{self, STAGED, Swap},
};

/// The files of a SQLite database that was not closed.
const DATABASE_SUFFIXES: [&str; 3] = ["", "-wal", "-shm"];
/// The staged folder of the restored files.
const NEW_FILES: &str = "new-files";
/// The staged folder of what nobody misses, such as an empty folder of files.
const UNUSED: &str = "unused";

/// Restores everything; returns a summary, and where the former data is now.
///
/// # Errors
/// In one sentence for the operator: a damaged archive, a database that is not empty, a running server. In
/// all of them nothing was changed.
pub async fn restore(
    storage: &Storage,
    from: &Path,
    replace: bool,
    now: DateTime<Utc>,
) -> anyhow::Result<(Manifest, Option<String>)> {
    let claim = crate::storage::lock_data_folder(&storage.data)?;
    let url = crate::storage::postgres(storage)?;
    // On the same disk as the folder that it is moved to.
    let staged = TempDir::with_prefix_in(STAGED, &storage.data)
        .with_context(|| format!("cannot write to the data folder {}", storage.data.display()))?;
    let (archive, into) = (from.to_path_buf(), staged.path().to_path_buf());
    let manifest = tokio::task::spawn_blocking(move || archive::unpack(&archive, &into)).await??;
    let engine = if url.is_some() { Engine::Postgres } else { Engine::Sqlite };
    check_known(&manifest, engine)?;
    let work = RestoreRun { storage, staged: staged.path(), manifest: &manifest, replace, now };
    let aside = match url {
        None => work.sqlite().await?,
        Some(url) => work.postgres(url).await?,
    };
    drop(claim);
    Ok((manifest, aside))
}

/// Refuses an archive that this version, or this engine, cannot read.
fn check_known(manifest: &Manifest, engine: Engine) -> anyhow::Result<()> {
    let own = if engine == Engine::Sqlite { "sqlite" } else { "postgres" };
    if manifest.engine != own {
        let hint = if own == "sqlite" {
            "name its new database with --database-url"
        } else {
            "restore it without --database-url, and take it over with ridgeline move"
        };
        bail!("this is a backup of a {} database; {hint}", manifest.engine);
    }
    let known: Vec<i64> = migrations(engine).iter().map(|migration| migration.version).collect();
    let newer = manifest.migrations.iter().find(|version| !known.contains(version));
    ensure!(
        newer.is_none(),
        "this backup was made by a newer Ridgeline ({}); restore it with that version",
        manifest.version
    );
    Ok(())
}

struct RestoreRun<'a> {
    storage: &'a Storage,
    staged: &'a Path,
    manifest: &'a Manifest,
    replace: bool,
    now: DateTime<Utc>,
}

impl RestoreRun<'_> {
    async fn sqlite(&self) -> anyhow::Result<Option<String>> {
        let data = &self.storage.data;
        let staged = self.staged.join(SQLITE);
        if let Some(error) = snapshot::check_sqlite_integrity(&staged).await? {
            bail!("the database in this backup is damaged ({error}); nothing was changed");
        }
        let db = Db::open_sqlite_unmigrated(&staged).await?;
        let mut tx = db.read().await?;
        let rows = count_all(&mut tx).await?;
        drop(tx);
        db.close().await;
        self.check_rows(&rows)?;
        // Here and not at the next start: what fails now leaves the old database.
        Db::open_sqlite(&staged).await?.close().await;
        std::fs::File::open(&staged)?.sync_all()?;
        let file = database_file(data);
        let is_replaced = file.exists() || self.has_files()?;
        if is_replaced && !self.replace {
            bail!(
                "there is a database or files in {} already; name an empty folder with --data, \
                 or add --replace, which moves it aside",
                data.display()
            );
        }
        if self.is_bucket() {
            let room = self.open_files()?;
            let added = self.put_files(&room).await?;
            return match self.swap_data(is_replaced, false) {
                Ok(aside) => Ok(aside),
                Err(error) => {
                    Self::delete_files(&room, &added).await;
                    Err(error)
                }
            };
        }
        let files = self.staged.join(NEW_FILES);
        self.put_files(&StorageBackend::folder(&files)?).await?;
        swap::sync(self.staged)?;
        self.swap_data(is_replaced, true)
    }

    /// Puts the staged database and its files in the place of those in the data folder; returns where these are
    /// now.
    fn swap_data(&self, is_replaced: bool, has_new_files: bool) -> anyhow::Result<Option<String>> {
        let data = &self.storage.data;
        // All paths of a swap are in the data folder.
        let staged = PathBuf::from(self.staged.file_name().unwrap_or_default());
        let aside = PathBuf::from(format!("replaced-{}", self.now.format("%Y-%m-%d-%H%M%S")));
        std::fs::create_dir_all(self.staged.join(UNUSED))?;
        let mut swap = Swap::new(is_replaced.then(|| aside.clone()));
        let file = database_file(data);
        let old = DATABASE_SUFFIXES.map(|ending| with_ending(&file, ending));
        let files = data.join("files");
        // The old database first and the new one last: there is never one without its files.
        let old_files = [files.clone()].into_iter().filter(|_| has_new_files);
        for path in old.into_iter().chain(old_files).filter(|path| path.exists()) {
            let name = path.file_name().unwrap_or_default();
            // Without anything to keep, it goes with what was staged.
            let to = if is_replaced { aside.clone() } else { staged.join(UNUSED) };
            swap.then(name, to.join(name));
        }
        if has_new_files {
            swap.then(staged.join(NEW_FILES), "files");
        }
        swap.then(staged.join(SQLITE), file.file_name().unwrap_or_default());
        swap.run(data)?;
        Ok(is_replaced.then(|| data.join(aside).display().to_string()))
    }

    async fn postgres(&self, url: &str) -> anyhow::Result<Option<String>> {
        if usage::is_in_use(url).await? {
            bail!("{}", snapshot::IN_USE);
        }
        let db = Db::open_postgres_for_restore(url).await?;
        let mut tx = db.read().await?;
        let is_empty = tx.is_empty_database().await?;
        let server = tx.server_version().await?.unwrap_or_default();
        let schema = snapshot::current_schema(&mut tx).await?;
        drop(tx);
        db.close().await;
        if !is_empty && !self.replace {
            bail!(
                "the database is not empty; create a new one and name it with --database-url, or add \
                 --replace, which moves it aside"
            );
        }
        let server = server.max(self.manifest.server.unwrap_or_default());
        // Before the database, which refers to them.
        let room = self.open_files()?;
        let added = self.put_files(&room).await?;
        let aside = format!("{ASIDE}{}", self.now.format("%Y%m%d%H%M%S"));
        let aside = (!is_empty).then_some(aside);
        if let Err(error) = self.fill_postgres(url, server, &schema, aside.as_deref()).await {
            Self::delete_files(&room, &added).await;
            return Err(error.context("the backup cannot be restored; nothing was changed"));
        }
        Ok(aside.map(|aside| format!("the schema {aside} of the database")))
    }

    /// Replaces everything in one transaction.
    async fn fill_postgres(
        &self,
        url: &str,
        server: u32,
        schema: &str,
        aside: Option<&str>,
    ) -> anyhow::Result<()> {
        let before = snapshot::script_before_restore(url, schema, aside)?;
        let after = snapshot::script_after_restore(url, schema, &self.manifest.rows)?;
        let (url, file) = (url.to_owned(), self.staged.join(POSTGRES));
        tokio::task::spawn_blocking(move || {
            postgres_tools::restore(&url, server, &file, (&before, &after))
        })
        .await?
    }

    fn check_rows(&self, rows: &BTreeMap<String, u64>) -> anyhow::Result<()> {
        for (table, wanted) in &self.manifest.rows {
            let there = rows.get(table).copied().unwrap_or_default();
            ensure!(
                there == *wanted,
                "the backup has {there} rows of {table} and says {wanted}; it cannot be trusted"
            );
        }
        Ok(())
    }

    fn is_bucket(&self) -> bool {
        self.storage.files_url.as_deref().is_some_and(|url| !url.is_empty())
    }

    /// Whether the data folder has files. A bucket is separate and may well have survived.
    fn has_files(&self) -> anyhow::Result<bool> {
        let folder = self.storage.data.join("files");
        Ok(!self.is_bucket() && folder.is_dir() && std::fs::read_dir(folder)?.next().is_some())
    }

    fn open_files(&self) -> anyhow::Result<StorageBackend> {
        StorageBackend::open(self.storage.files_url.as_deref(), &self.storage.data)
    }

    /// Writes the files that are not there yet, and returns their keys. If it fails, it deletes them again.
    async fn put_files(&self, room: &StorageBackend) -> anyhow::Result<Vec<String>> {
        let mut added = Vec::new();
        for part in &self.manifest.parts {
            let Some(key) = part.path.strip_prefix(FILES) else { continue };
            let put = async {
                let size = room.size(key).await?;
                // Stored files never change: one of this size is this one.
                if size != Some(part.bytes) {
                    room.put_file(key, &self.staged.join(&part.path)).await?;
                }
                anyhow::Ok(size.is_none())
            };
            match put.await {
                Ok(true) => added.push(key.to_owned()),
                Ok(false) => {}
                Err(error) => {
                    Self::delete_files(room, &added).await;
                    return Err(
                        error.context(format!("the file {key} cannot be put into the file store"))
                    );
                }
            }
        }
        Ok(added)
    }

    /// Deletes files that a failed restore added here. What cannot be deleted is used by nothing.
    async fn delete_files(room: &StorageBackend, keys: &[String]) {
        for key in keys {
            let _ = room.delete(key).await;
        }
    }
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
