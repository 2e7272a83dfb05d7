//! Writers that share a commit to the disk, and never each other's failures.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::{
    companies::time_zone::TimeZone, permissions::permission::CompanyType, types::ids::CompanyId,
};
use store::{
    companies::companies::{self, NewCompany},
    db::{
        Db,
        error::{DbError, DbResult},
    },
    sql,
};
use uuid::Uuid;

use crate::support::{Engine, TestDb};

async fn add(db: &Db, name: String, keep: bool) -> DbResult<CompanyId> {
    let id = CompanyId(Uuid::now_v7());
    let mut tx = db.write().await?;
    let new = NewCompany {
        name: &name,
        company_type: CompanyType::Contractor,
        location: "Nashville",
        description: "",
        time_zone: TimeZone::default(),
    };
    companies::insert(&mut tx, id, &new, DateTime::<Utc>::UNIX_EPOCH).await?;
    if keep {
        tx.commit().await?;
    }
    Ok(id)
}

async fn count(db: &Db) -> i64 {
    let mut tx = db.read().await.expect("tx");
    sql!("SELECT COUNT(*) AS value FROM company").value(&mut tx).await.expect("count")
}

both_engines! {
    async fn concurrent_writers_store_exactly_what_they_committed(db: &Db) {
        let db = Arc::new(db.clone());
        let mut writers = tokio::task::JoinSet::new();
        for n in 0..200 {
            let db = db.clone();
            writers.spawn(async move {
                // Every third one rolls back.
                let keep = n % 3 != 0;
                let id = add(&db, format!("company {n}"), keep).await.expect("added");
                let mut tx = db.read().await.expect("tx");
                let found = companies::name(&mut tx, id).await;
                assert_eq!(found.is_ok(), keep, "what was answered is there, and nothing else");
            });
        }
        while let Some(ended) = writers.join_next().await {
            ended.expect("a writer");
        }
        assert_eq!(count(&db).await, 133);
    }

    async fn a_canceled_writer_blocks_no_other(db: &Db) {
        let db = Arc::new(db.clone());
        let mut writers = tokio::task::JoinSet::new();
        for n in 0..120 {
            let db = db.clone();
            let writer = writers.spawn(async move {
                add(&db, format!("company {n}"), true).await.expect("added");
            });
            if n % 2 == 0 {
                tokio::task::yield_now().await;
                writer.abort();
            }
        }
        let mut finished = 0_i64;
        while let Some(ended) = writers.join_next().await {
            finished += i64::from(ended.is_ok());
        }
        let stored = count(&db).await;
        assert!(finished >= 60, "those that stayed were all answered, {finished}");
        assert!((finished..=120).contains(&stored), "{finished} answered, {stored} stored");
        add(&db, "the next one".to_string(), true).await.expect("the desk is free");
    }

    async fn a_failed_statement_fails_no_other_writer(db: &Db) {
        let first = add(db, "first".to_string(), true).await.expect("first");
        let mut tx = db.write().await.expect("tx");
        let new = NewCompany { name: "again", company_type: CompanyType::Contractor, location: "", description: "", time_zone: TimeZone::default() };
        let refused = companies::insert(&mut tx, first, &new, DateTime::UNIX_EPOCH).await;
        assert!(matches!(refused, Err(store::db::error::DbError::Duplicate(_))), "{refused:?}");
        drop(tx);
        add(db, "second".to_string(), true).await.expect("second");
        assert_eq!(count(db).await, 2);
    }

    async fn only_a_committed_change_raises_the_revision(db: &Db) {
        let company = add(db, "one".to_string(), true).await.expect("one");
        let before = db.revision(company).await.expect("revision");
        let mut tx = db.write().await.expect("tx");
        tx.touch(company);
        drop(tx);
        assert_eq!(db.revision(company).await.expect("revision"), before);
        let mut tx = db.write().await.expect("tx");
        tx.touch(company);
        tx.commit().await.expect("commit");
        assert!(db.revision(company).await.expect("revision") > before);
    }
}

/// Without disk space SQLite rolls back more than one change: the whole transaction, including changes of
/// others that share it and are not yet acknowledged.
#[tokio::test]
async fn no_change_is_acknowledged_that_a_full_disk_rolled_back() {
    let db = TestDb::new(Engine::Sqlite).await;
    let mut first = db.write().await.expect("tx");
    let new = NewCompany {
        name: "first",
        company_type: CompanyType::Contractor,
        location: "Nashville",
        description: "",
        time_zone: TimeZone::default(),
    };
    let id = CompanyId(Uuid::now_v7());
    companies::insert(&mut first, id, &new, DateTime::UNIX_EPOCH).await.expect("written");
    let second = {
        let db = Db::clone(&db);
        tokio::spawn(async move {
            let mut tx = db.write().await.expect("tx");
            // No more pages than there are now. The `pragma_` marks the statement as SQLite's.
            sql!("PRAGMA max_page_count = 1 -- pragma_").run(&mut tx).await.expect("no room");
            let long = "x".repeat(1 << 20);
            let id = CompanyId(Uuid::now_v7());
            let new = NewCompany { name: &long, ..new };
            companies::insert(&mut tx, id, &new, DateTime::UNIX_EPOCH).await
        })
    };
    // Yield until it waits behind the first one, whose commit it then shares.
    for _ in 0..10 {
        tokio::task::yield_now().await;
    }
    let result = first.commit().await;
    assert!(matches!(result, Err(DbError::NotStored(_))), "{result:?}");
    let result = second.await.expect("a writer");
    assert!(result.is_err(), "there was no room");
    assert_eq!(count(&db).await, 0);
    let mut tx = db.write().await.expect("tx");
    sql!("PRAGMA max_page_count = 1000000 -- pragma_").run(&mut tx).await.expect("room");
    drop(tx);
    add(&db, "with room again".to_string(), true).await.expect("stored");
    assert_eq!(count(&db).await, 1);
}
