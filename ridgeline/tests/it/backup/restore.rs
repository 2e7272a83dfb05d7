//! A restore replaces everything or nothing.

use std::os::unix::fs::PermissionsExt as _;

use serde_json::json;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection};
use tempfile::TempDir;

use super::backup::{Installation, Visitor, in_folder};
use crate::support::{Engine, drop_postgres};

/// A session of nobody: its row refers to a person who does not exist.
const ORPHAN: &str = "INSERT INTO session (token_hash, person_id, started, last_used)
    VALUES ($1, $1, '2026-03-02 12:00:00+00', '2026-03-02 12:00:00+00')";

/// An installation with a job that no backup has, and a backup of another one whose last constraint fails.
struct Site {
    folder: TempDir,
    installation: Installation,
    backup: String,
}

impl Site {
    async fn new(engine: Engine) -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let other = Installation::with_demo(folder.path().join("other"), engine).await;
        orphan(&other).await;
        let backup = folder.path().join("broken.tar.gz").to_string_lossy().into_owned();
        other.succeeds(&["backup", "--to", &backup]);
        let installation = Installation::with_demo(folder.path().join("data"), engine).await;
        let server = installation.serve();
        let visitor = Visitor::sign_in(&server).await;
        let form = json!({ "title": "Kept", "city": "Nashville", "state": "TN" });
        assert!(visitor.post("/api/jobs/create", form).await.is_some());
        drop(server);
        if let Some(url) = &other.url {
            drop_postgres(url).await;
        }
        Self { folder, installation, backup }
    }

    async fn has_the_old_data(&self) {
        let server = self.installation.serve();
        let visitor = Visitor::sign_in(&server).await;
        assert!(visitor.jobs().await.contains(&"Kept".to_string()));
    }
}

/// Stores a row that violates a constraint, as a damaged disk may leave one.
async fn orphan(installation: &Installation) {
    match &installation.url {
        None => {
            let file = installation.data.join("ridgeline.db");
            let mut conn = SqliteConnection::connect(&format!("sqlite:{}", file.display()))
                .await
                .expect("database");
            let text = format!("PRAGMA foreign_keys = OFF; {}", ORPHAN.replace("$1", "x'00'"));
            sqlx::raw_sql(AssertSqlSafe(text)).execute(&mut conn).await.expect("stored");
            conn.close().await.expect("closed");
        }
        Some(url) => {
            let mut conn = PgConnection::connect(url).await.expect("database");
            let values = ORPHAN
                .replacen("$1", "'x'", 1)
                .replace("$1", "'00000000-0000-7000-8000-000000000000'");
            let text = format!("SET session_replication_role = replica; {values}");
            sqlx::raw_sql(AssertSqlSafe(text)).execute(&mut conn).await.expect("stored");
            conn.close().await.expect("closed");
        }
    }
}

async fn schemas(url: &str) -> Vec<String> {
    let mut conn = PgConnection::connect(url).await.expect("database");
    let names = "SELECT nspname::text FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'";
    sqlx::query_scalar(names).fetch_all(&mut conn).await.expect("schemas")
}

async fn a_constraint_that_fails(engine: Engine) {
    let site = Site::new(engine).await;
    let files = in_folder(&site.installation.data.join("files"));
    let refused = site.installation.fails(&["restore", "--from", &site.backup, "--replace"]);
    assert!(refused.contains("nothing was changed"), "{refused}");
    let left = in_folder(&site.installation.data);
    assert!(
        !left.iter().any(|name| name.starts_with("restoring-") || name.starts_with("replaced-")),
        "{left:?}"
    );
    assert_eq!(in_folder(&site.installation.data.join("files")), files);
    if let Some(url) = &site.installation.url {
        assert_eq!(schemas(url).await, ["public"], "nothing was moved");
    }
    site.has_the_old_data().await;
    if let Some(url) = &site.installation.url {
        drop_postgres(url).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_violates_a_constraint_leaves_the_old_sqlite_database() {
    a_constraint_that_fails(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_violates_a_constraint_leaves_the_old_postgres_database() {
    a_constraint_that_fails(Engine::Postgres).await;
}

/// A folder with a program that calls the real one and then does this; the path to search first.
fn wrapped(site: &Site, program: &str, script: &str) -> String {
    let folder = site.folder.path().join("programs");
    std::fs::create_dir_all(&folder).expect("folder");
    let file = folder.join(program);
    std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).expect("program");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o700)).expect("mode");
    format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_restore_leaves_the_old_postgres_database() {
    let site = Site::new(Engine::Postgres).await;
    let url = site.installation.url.clone().expect("an address");
    for (program, script) in [
        // The restore is killed before it writes.
        ("pg_restore", "[ \"$1\" = --version ] && exec /usr/bin/env PATH=\"${PATH#*:}\" pg_restore --version; kill -9 $PPID"),
        // Its connection breaks before the commit.
        ("psql", "[ \"$1\" = --version ] && exec /usr/bin/env PATH=\"${PATH#*:}\" psql --version
                  exec /usr/bin/env PATH=\"${PATH#*:}\" psql \"$@\" -c 'SELECT pg_terminate_backend(pg_backend_pid())'"),
    ] {
        // A sound backup: only the interruption may be what fails.
        let sound = site.folder.path().join(format!("{program}.tar.gz")).to_string_lossy().into_owned();
        site.installation.succeeds(&["backup", "--to", &sound]);
        let path = wrapped(&site, program, script);
        let mut command = site.installation.ridgeline(&["restore", "--from", &sound, "--replace"]);
        let output = command.env("PATH", path).output().expect("run");
        assert!(!output.status.success(), "{program}");
        std::fs::remove_dir_all(site.folder.path().join("programs")).expect("removed");
        assert_eq!(schemas(&url).await, ["public"], "{program}");
        site.has_the_old_data().await;
        let left = in_folder(&site.installation.data);
        assert!(!left.iter().any(|name| name.starts_with("restoring-")), "the next start cleans up: {left:?}");
    }
    drop_postgres(&url).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgres_database_is_not_replaced_under_a_server_that_goes_on() {
    let site = Site::new(Engine::Postgres).await;
    let url = site.installation.url.clone().expect("an address");
    let sound = site.folder.path().join("sound.tar.gz").to_string_lossy().into_owned();
    site.installation.succeeds(&["backup", "--to", &sound]);
    let server = site.installation.serve();
    let visitor = Visitor::sign_in(&server).await;
    // From another machine, whose data folder is its own.
    let elsewhere =
        Installation { data: site.folder.path().join("elsewhere"), url: Some(url.clone()) };
    let refused = elsewhere.fails(&["restore", "--from", &sound, "--replace"]);
    assert!(
        refused.contains("another ridgeline is using this database; stop every server"),
        "{refused}"
    );
    let form = json!({ "title": "Still here", "city": "Nashville", "state": "TN" });
    assert!(visitor.post("/api/jobs/create", form).await.is_some(), "the server goes on");
    assert!(visitor.jobs().await.contains(&"Kept".to_string()));
    drop(server);
    // A server of an older version holds no lock, and its connections have no name.
    let mut old = PgConnection::connect(&url).await.expect("database");
    let refused = elsewhere.fails(&["restore", "--from", &sound, "--replace"]);
    assert!(refused.contains("another ridgeline is using this database"), "{refused}");
    sqlx::raw_sql("SELECT 1").execute(&mut old).await.expect("it goes on");
    drop_postgres(&url).await;
}
