//! A fresh database of either engine for every test.

use std::{
    borrow::Cow,
    hash::{Hash as _, Hasher as _},
    ops::Deref,
    path::Path,
    sync::{LazyLock, mpsc},
    thread,
};

use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::db::{Db, Engine, migrations::migrations, snapshot};
use tempfile::TempDir;
use tokio::sync::OnceCell;
use uuid::Uuid;

/// A database that exists as long as the test runs.
pub struct TestDb {
    pub db: Db,
    /// Its address, on PostgreSQL.
    pub url: Option<String>,
    folder: Option<TempDir>,
    owned: Option<OwnedDatabase>,
}

/// A database that tests copy, which is faster than to fill theirs.
pub enum Template {
    /// Its file.
    Sqlite(Cow<'static, [u8]>),
    /// Its name. Nobody is connected to it.
    Postgres(String),
}

impl TestDb {
    pub async fn new(engine: Engine) -> Self {
        Self::copy_of(&match engine {
            Engine::Sqlite => Template::Sqlite(sqlite_template().await.into()),
            Engine::Postgres => Template::Postgres(postgres_template().await.to_owned()),
        })
        .await
    }

    pub async fn copy_of(template: &Template) -> Self {
        match template {
            Template::Sqlite(bytes) => {
                let folder = tempfile::tempdir().expect("folder");
                let file = folder.path().join("test.db");
                std::fs::write(&file, bytes).expect("a copy");
                let db = Db::open_sqlite(&file).await.expect("sqlite");
                Self { db, url: None, folder: Some(folder), owned: None }
            }
            Template::Postgres(name) => {
                let url = copy_of_postgres(name).await;
                let db = Db::open_postgres(&url).await.expect("test database");
                let owned = OwnedDatabase(url.clone());
                Self { db, url: Some(url), folder: None, owned: Some(owned) }
            }
        }
    }

    /// Makes it a template. On PostgreSQL it stays until a later run sweeps it.
    pub async fn into_template(self) -> Template {
        match (self.folder, self.owned) {
            (Some(folder), _) => {
                let file = closed_copy(&self.db, &folder.path().join("test.db")).await;
                Template::Sqlite(file.into())
            }
            (None, Some(owned)) => {
                self.db.close().await;
                Template::Postgres(owned.kept())
            }
            (None, None) => panic!("another test uses this database"),
        }
    }

    /// The database of another test server, valid as long as that one runs.
    pub fn of_another(other: &Self) -> Self {
        Self { db: other.db.clone(), url: other.url.clone(), folder: None, owned: None }
    }
}

impl Deref for TestDb {
    type Target = Db;

    fn deref(&self) -> &Db {
        &self.db
    }
}

/// A PostgreSQL database that is dropped with this: those of all tests would take 15 GB of disk.
struct OwnedDatabase(String);

impl OwnedDatabase {
    /// Its name. It is not dropped.
    fn kept(mut self) -> String {
        let url = std::mem::take(&mut self.0);
        std::mem::forget(self);
        url.rsplit('/').next().expect("a name").to_owned()
    }
}

impl Drop for OwnedDatabase {
    fn drop(&mut self) {
        /// How many wait to be dropped before the tests wait for it.
        const WAITING: usize = 16;
        static QUEUE: LazyLock<mpsc::SyncSender<String>> = LazyLock::new(|| {
            let (sender, urls) = mpsc::sync_channel::<String>(WAITING);
            thread::spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                let runtime = runtime.expect("runtime");
                for url in urls {
                    // One that a test has destroyed itself is not there any more.
                    let _ = runtime.block_on(try_drop(&url));
                }
            });
            sender
        });
        // Fails only if the thread could not start.
        let _ = QUEUE.send(std::mem::take(&mut self.0));
    }
}

async fn try_drop(url: &str) -> Result<(), sqlx::Error> {
    let (server, name) = url.rsplit_once('/').expect("an address");
    let mut admin = PgConnection::connect(&format!("{server}/postgres")).await?;
    let text = format!("DROP DATABASE {name} WITH (FORCE)");
    sqlx::raw_sql(AssertSqlSafe(text)).execute(&mut admin).await?;
    admin.close().await
}

/// A migrated file, which every test copies: to migrate takes longer than most tests.
async fn sqlite_template() -> &'static [u8] {
    static TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();
    let migrated = async || {
        let folder = tempfile::tempdir().expect("folder");
        let file = folder.path().join("template.db");
        let db = Db::open_sqlite(&file).await.expect("migrations");
        closed_copy(&db, &file).await
    };
    TEMPLATE.get_or_init(migrated).await
}

/// Closes a database; returns its file, without the log beside it.
async fn closed_copy(db: &Db, file: &Path) -> Vec<u8> {
    let copy = file.with_file_name("copy.db");
    snapshot::copy_sqlite(file, &copy).await.expect("a copy");
    db.close().await;
    std::fs::read(copy).expect("template")
}

/// The address of the server of the tests.
fn postgres_server() -> String {
    std::env::var("RIDGELINE_TEST_POSTGRES")
        .expect("RIDGELINE_TEST_POSTGRES names a server that may be filled with test databases")
}

/// The name of a migrated template: to copy it is several times faster than to migrate for every test. It is a hash of
/// the migrations, so all test processes of all runs share it.
async fn postgres_template() -> &'static str {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    TEMPLATE.get_or_init(migrated_postgres).await
}

async fn migrated_postgres() -> String {
    let server = postgres_server();
    let mut admin = PgConnection::connect(&format!("{server}/postgres")).await.expect("postgres");

    let mut sum = std::hash::DefaultHasher::new();
    for migration in migrations(Engine::Postgres).iter() {
        migration.checksum.hash(&mut sum);
    }
    let template = format!("template_{:016x}", sum.finish());
    sqlx::query("SELECT pg_advisory_lock(4711)").execute(&mut admin).await.expect("lock");
    let exists: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)")
            .bind(&template)
            .fetch_one(&mut admin)
            .await
            .expect("template");
    if !exists {
        run(&mut admin, format!("CREATE DATABASE {template}_new")).await;
        let db = Db::open_postgres(&format!("{server}/{template}_new")).await.expect("migrations");
        db.close().await;
        run(&mut admin, format!("ALTER DATABASE {template}_new RENAME TO {template}")).await;
    }
    // What earlier runs left.
    let old: Vec<String> = sqlx::query_scalar(
        "SELECT datname FROM pg_database WHERE datname ~ '^test_[0-9a-f]{32}$' AND datname < $1",
    )
    .bind(format!("test_{}", hour_ago().simple()))
    .fetch_all(&mut admin)
    .await
    .expect("old ones");
    for name in old {
        run(&mut admin, format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
    }
    sqlx::query("SELECT pg_advisory_unlock(4711)").execute(&mut admin).await.expect("unlock");
    template
}

/// The address of a copy of this database.
pub async fn copy_of_postgres(template: &str) -> String {
    let server = postgres_server();
    let mut admin = PgConnection::connect(&format!("{server}/postgres")).await.expect("postgres");
    let name = format!("test_{}", Uuid::now_v7().simple());
    run(&mut admin, format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")).await;
    format!("{server}/{name}")
}

/// The address of an empty PostgreSQL database.
pub async fn empty_postgres() -> String {
    let server = postgres_server();
    let mut admin = PgConnection::connect(&format!("{server}/postgres")).await.expect("postgres");
    let name = format!("test_{}", Uuid::now_v7().simple());
    run(&mut admin, format!("CREATE DATABASE {name}")).await;
    format!("{server}/{name}")
}

/// Destroys a PostgreSQL database, as an accident would.
pub async fn drop_postgres(url: &str) {
    try_drop(url).await.expect("dropped");
}

async fn run(admin: &mut PgConnection, text: String) {
    sqlx::raw_sql(AssertSqlSafe(text)).execute(admin).await.expect("admin statement");
}

/// The names of test databases contain the time of their creation.
fn hour_ago() -> Uuid {
    let now =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970");
    Uuid::new_v7(uuid::Timestamp::from_unix(uuid::NoContext, now.as_secs() - 3600, 0))
}
