//! What the migration to rooms of every kind does with the chats of earlier versions.

use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection, raw_sql};
use store::db::{Engine, migrations::migrations};

use crate::support::empty_postgres;

/// The migration.
const VERSION: i64 = 50;

/// Two companies with a room, a message with a tag and a read mark in it, and a company that was deleted.
const BEFORE: &str = "
    INSERT INTO company (id, name, company_type, location, date_inserted, deleted_at) VALUES
        ('00000000-0000-0000-0000-00000000000a', 'A', 'contractor', '', '2026-01-01 00:00:00Z', NULL),
        ('00000000-0000-0000-0000-00000000000b', 'B', 'subcontractor', '', '2026-01-02 00:00:00Z', NULL),
        ('00000000-0000-0000-0000-00000000000c', 'C', 'contractor', '', '2026-01-03 00:00:00Z', '2026-02-01 00:00:00Z');
    INSERT INTO person (id, first_name, last_name, user_type, email, email_key, language, date_inserted) VALUES
        ('00000000-0000-0000-0000-000000000001', 'Ada', 'Ridge', 'admin', 'a@example.com', 'a@example.com', 'english', '2026-01-01 00:00:00Z');
    INSERT INTO chat_room (id, first_company_id, second_company_id, is_open, last_seq, date_opened) VALUES
        ('00000000-0000-0000-0000-0000000000f1', '00000000-0000-0000-0000-00000000000a',
         '00000000-0000-0000-0000-00000000000b', FALSE, 1, '2026-01-04 00:00:00Z');
    INSERT INTO chat_message (id, room_id, seq, person_id, company_id, contents, language, date_inserted) VALUES
        ('00000000-0000-0000-0000-0000000000e1', '00000000-0000-0000-0000-0000000000f1', 1,
         '00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-00000000000a', 'Hello', 'english',
         '2026-01-05 00:00:00Z');
    INSERT INTO chat_tag (message_id, person_id, place) VALUES
        ('00000000-0000-0000-0000-0000000000e1', '00000000-0000-0000-0000-000000000001', 0);
    INSERT INTO chat_read (room_id, person_id, seq) VALUES
        ('00000000-0000-0000-0000-0000000000f1', '00000000-0000-0000-0000-000000000001', 1);";

/// What there is afterwards: each part counts one.
const AFTER: &str = "
    SELECT (SELECT COUNT(*) FROM chat_room WHERE kind = 'connection' AND last_seq = 1 AND NOT is_open
                AND first_company_id IS NOT NULL AND second_company_id IS NOT NULL AND company_id IS NULL)
        || ' ' || (SELECT COUNT(*) FROM chat_message JOIN chat_room ON chat_room.id = chat_message.room_id
                   WHERE contents = 'Hello')
        || ' ' || (SELECT COUNT(*) FROM chat_tag JOIN chat_message ON chat_message.id = chat_tag.message_id)
        || ' ' || (SELECT COUNT(*) FROM chat_read JOIN chat_room ON chat_room.id = chat_read.room_id WHERE seq = 1)
        || ' ' || (SELECT COUNT(*) FROM chat_room JOIN company ON company.id = chat_room.company_id
                   WHERE kind = 'company' AND chat_room.id = company.id AND deleted_at IS NULL)
        || ' ' || (SELECT COUNT(*) FROM chat_room)";

/// One connection's, its message, tag and mark; the rooms of two companies; three in all.
const KEPT: &str = "1 1 1 1 2 3";

/// The indexes and references of the chats' tables.
const INDEXES: [&str; 10] = [
    "chat_message_by_author",
    "chat_message_by_company",
    "chat_message_by_room",
    "chat_message_once",
    "chat_read_by_person",
    "chat_room_by_assigned",
    "chat_room_by_company",
    "chat_room_by_second",
    "chat_room_of_job",
    "chat_room_pair",
];

#[tokio::test]
async fn the_chats_of_an_earlier_version_are_kept_on_sqlite_and_every_company_gets_its_room() {
    let mut conn = SqliteConnection::connect("sqlite::memory:").await.expect("a database");
    migrations(Engine::Sqlite)
        .run_direct(Some(VERSION - 1), &mut conn, false)
        .await
        .expect("the versions before");
    raw_sql(BEFORE).execute(&mut conn).await.expect("rows");
    migrations(Engine::Sqlite).run_direct(None, &mut conn, false).await.expect("migrated");
    let kept: String = sqlx::query_scalar(AFTER).fetch_one(&mut conn).await.expect("counts");
    assert_eq!(kept, KEPT);
    let broken = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut conn).await.expect("check");
    assert!(broken.is_empty());
    for index in INDEXES {
        let there =
            format!("SELECT COUNT(*) FROM sqlite_master WHERE type = 'index' AND name = '{index}'");
        let there: i64 =
            sqlx::query_scalar(AssertSqlSafe(there)).fetch_one(&mut conn).await.expect("index");
        assert_eq!(there, 1, "{index}");
    }
}

#[tokio::test]
async fn the_chats_of_an_earlier_version_are_kept_on_postgres_and_every_company_gets_its_room() {
    let mut conn = PgConnection::connect(&empty_postgres().await).await.expect("a database");
    migrations(Engine::Postgres)
        .run_direct(Some(VERSION - 1), &mut conn, false)
        .await
        .expect("the versions before");
    raw_sql(BEFORE).execute(&mut conn).await.expect("rows");
    migrations(Engine::Postgres).run_direct(None, &mut conn, false).await.expect("migrated");
    let kept: String = sqlx::query_scalar(AFTER).fetch_one(&mut conn).await.expect("counts");
    assert_eq!(kept, KEPT);
    // A server of the version before still opens and finds the rooms of connections.
    let opened = sqlx::query(
        "INSERT INTO chat_room (id, first_company_id, second_company_id, date_opened)
         SELECT gen_random_uuid(), first_company_id, second_company_id, now() FROM chat_room
         WHERE kind = 'connection'
         ON CONFLICT (first_company_id, second_company_id) DO UPDATE SET is_open = TRUE",
    );
    assert_eq!(opened.execute(&mut conn).await.expect("reopened").rows_affected(), 1);
}
