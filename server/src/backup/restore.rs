//! `ridgeline restore`: everything from an archive, which is verified completely before anything is changed.
//! Existing data is moved aside, not deleted.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail, ensure};
use chrono::{DateTime, Utc};
use services::{core::config::Storage, files::backend::StorageBackend};
use store::db::{Db, Engine, migrations::migrations, snapshot};
use tempfile::TempDir;

use crate::{
    app::database_file,
    backup::{
        archive::{self, Manifest},
        backup::{FILES, POSTGRES, SQLITE},
        counts::count_all,
        postgres_tools::{self, ASIDE},
    },
};

/// The files of a SQLite database that was not closed.
const BESIDE: [&str; 3] = ["", "-wal", "-shm"];

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
    let staged = TempDir::with_prefix_in("restoring-", &storage.data)
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
        let file = database_file(data);
        let mut aside = None;
        if file.exists() || self.has_files()? {
            if !self.replace {
                bail!(
                    "there is a database or files in {} already; name an empty folder with --data, \
                     or add --replace, which moves it aside",
                    data.display()
                );
            }
            aside = Some(self.move_data_aside()?);
        }
        self.put_files().await?;
        // Last: a server that starts before this finds no database, rather than one without files.
        std::fs::rename(&staged, &file).context("the database cannot be put into the folder")?;
        Ok(aside)
    }

    async fn postgres(&self, url: &str) -> anyhow::Result<Option<String>> {
        let db = Db::open_postgres_unmigrated(url).await?;
        let mut tx = db.read().await?;
        let is_empty = tx.is_empty_database().await?;
        let server = tx.server_version().await?.unwrap_or_default();
        drop(tx);
        if !is_empty && !self.replace {
            bail!(
                "the database is not empty; create a new one and name it with --database-url, or add \
                 --replace, which moves it aside"
            );
        }
        let server = server.max(self.manifest.server.unwrap_or_default());
        // Before the database, which refers to them; unused files do no harm if it fails.
        self.put_files().await?;
        let aside = format!("{ASIDE}{}", self.now.format("%Y%m%d%H%M%S"));
        if !is_empty {
            snapshot::move_schema_aside(&db, &aside).await?;
        }
        let restored = self.fill_postgres(&db, url, server).await;
        if let Err(error) = restored {
            if !is_empty {
                snapshot::restore_schema(&db, &aside).await.with_context(|| {
                    format!("{error:#}; and what was there before is still in the schema {aside}")
                })?;
            }
            return Err(error);
        }
        db.close().await;
        Ok((!is_empty).then(|| format!("the schema {aside} of the database")))
    }

    async fn fill_postgres(&self, db: &Db, url: &str, server: u32) -> anyhow::Result<()> {
        let (url, file) = (url.to_owned(), self.staged.join(POSTGRES));
        tokio::task::spawn_blocking(move || postgres_tools::restore(&url, server, &file)).await??;
        let mut tx = db.read().await?;
        self.check_rows(&count_all(&mut tx).await?)
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

    /// Whether the data folder has files. A bucket is separate and may well have survived.
    fn has_files(&self) -> anyhow::Result<bool> {
        if self.storage.files_url.as_deref().is_some_and(|url| !url.is_empty()) {
            return Ok(false);
        }
        let folder = self.storage.data.join("files");
        Ok(folder.is_dir() && std::fs::read_dir(folder)?.next().is_some())
    }

    /// Moves the contents of the data folder into a new folder; returns its path.
    fn move_data_aside(&self) -> anyhow::Result<String> {
        let data = &self.storage.data;
        let aside = data.join(format!("replaced-{}", self.now.format("%Y-%m-%d-%H%M%S")));
        std::fs::create_dir(&aside)?;
        let file = database_file(data);
        for ending in BESIDE {
            let from = with_ending(&file, ending);
            if let (true, Some(name)) = (from.exists(), from.file_name()) {
                std::fs::rename(&from, aside.join(name))?;
            }
        }
        if self.has_files()? {
            std::fs::rename(data.join("files"), aside.join("files"))?;
        }
        Ok(aside.display().to_string())
    }

    async fn put_files(&self) -> anyhow::Result<()> {
        let room = StorageBackend::open(self.storage.files_url.as_deref(), &self.storage.data)?;
        for part in &self.manifest.parts {
            if let Some(key) = part.path.strip_prefix(FILES) {
                room.put_file(key, &self.staged.join(&part.path))
                    .await
                    .with_context(|| format!("the file {key} cannot be put into the file store"))?;
            }
        }
        Ok(())
    }
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
