//! The demo, stored once for all tests that need one: to draw its photos takes longer than most tests.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use chrono::{DateTime, TimeZone as _, Utc};
use server::app::database_file;
use services::{
    core::clock::Clock,
    files::{Files, backend::StorageBackend},
};
use store::db::Engine;
use tokio::sync::OnceCell;

use super::{
    database::{Template, TestDb, copy_of_postgres},
    folder::files_below,
};

/// When a test begins.
pub fn noon() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 3, 2, 12, 0, 0).single().expect("a time")
}

/// A stored demo, which each test gets a copy of.
pub struct StoredDemo {
    pub database: Template,
    /// The text that names its users.
    pub sign_ins: String,
    /// The content of its data folder: paths below it, and bytes.
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl StoredDemo {
    /// That of noon UTC on 2 March 2026, when tests begin.
    pub async fn of(engine: Engine) -> &'static Self {
        static SQLITE: OnceCell<StoredDemo> = OnceCell::const_new();
        static POSTGRES: OnceCell<StoredDemo> = OnceCell::const_new();
        let cell = match engine {
            Engine::Sqlite => &SQLITE,
            Engine::Postgres => &POSTGRES,
        };
        cell.get_or_init(|| Self::store(engine)).await
    }

    async fn store(engine: Engine) -> Self {
        let test = TestDb::new(engine).await;
        let folder = tempfile::tempdir().expect("folder");
        let room = StorageBackend::open(None, folder.path()).expect("room");
        let stored_files = Files::open(&test, room, folder.path()).await.expect("files");
        let clock = Clock::Set(Arc::new(Mutex::new(noon())));
        let sign_ins = demo::storing::store(&test, &stored_files, &clock).await.expect("demo");
        let read =
            |path: PathBuf| (path.clone(), fs::read(folder.path().join(path)).expect("file"));
        let files = files_below(folder.path()).into_iter().map(read).collect();
        Self { database: test.into_template().await, sign_ins, files }
    }

    /// Makes the data folder of an installation with it; returns the address of its database, on PostgreSQL.
    pub async fn install(&self, data: &Path) -> Option<String> {
        self.copy_files(data);
        match &self.database {
            Template::Sqlite(bytes) => {
                fs::write(database_file(data), bytes).expect("a copy");
                None
            }
            Template::Postgres(name) => Some(copy_of_postgres(name).await),
        }
    }

    /// Copies its files to a data folder.
    pub fn copy_files(&self, data: &Path) {
        for (path, bytes) in &self.files {
            let file = data.join(path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("folder");
            fs::write(file, bytes).expect("a copy");
        }
    }
}
