//! The activity log is only ever added to, and found through its indexes however long it is.

use chrono::{DateTime, Utc};
use domain::{
    activity::{ActivityFilter, ActivityKind},
    ids::{CompanyId, UserId},
    language::Language,
};
use server::{
    db::{Db, DbResult, FromRow, Row, STATEMENTS, Tx},
    scope::Scope,
    sql,
    store::{
        activity_log::{self, Narrowed},
        people,
    },
};
use uuid::Uuid;

use crate::support::TestDb;

async fn company(tx: &mut Tx) -> CompanyId {
    let id = CompanyId(Uuid::now_v7());
    sql!(
        "INSERT INTO company (id, name, company_type, location, date_inserted)
         VALUES ($1, 'Ridge', 'contractor', '', $2)"
    )
    .bind(id)
    .bind(DateTime::<Utc>::UNIX_EPOCH)
    .run_one(tx)
    .await
    .expect("company");
    id
}

async fn entry(tx: &mut Tx, company: CompanyId, actor: UserId, kind: ActivityKind) {
    sql!(
        "INSERT INTO activity (id, company_id, at, actor_id, actor_name, actor_company_id,
             actor_company_name, kind, subject_id, subject_name, on_job, action, changes, words)
         VALUES ($1, $2, $3, $4, 'Ada', $2, 'Ridge', $5, $1, 'Roof', FALSE, 'changed', $6, 'roof')"
    )
    .bind(Uuid::now_v7())
    .bind(company)
    .bind(DateTime::<Utc>::UNIX_EPOCH)
    .bind(actor)
    .bind(kind)
    .bind(server::db::Json(serde_json::json!([])))
    .run_one(tx)
    .await
    .expect("entry");
}

async fn count(db: &Db) -> i64 {
    let mut tx = db.read().await.expect("tx");
    sql!("SELECT COUNT(*) AS value FROM activity").value(&mut tx).await.expect("count")
}

#[test]
fn no_statement_of_the_server_changes_or_deletes_what_is_in_the_log() {
    let touching: Vec<_> = STATEMENTS
        .iter()
        .filter(|statement| statement.at.contains("src/"))
        // A company that is deleted takes its log along.
        .filter(|statement| !statement.at.contains("store/company_deletion"))
        .filter(|statement| {
            let text = statement.text.split_whitespace().collect::<Vec<_>>().join(" ");
            ["UPDATE activity", "DELETE FROM activity", "ON CONFLICT", "REPLACE INTO activity"]
                .iter()
                .any(|act| text.contains(act) && text.contains("activity "))
        })
        .map(|statement| statement.at)
        .collect();
    assert!(touching.is_empty(), "{touching:?}");
    let adding = STATEMENTS
        .iter()
        .filter(|s| s.at.contains("src/") && s.text.contains("INSERT INTO activity"));
    assert_eq!(adding.count(), 1, "one place writes it");
}

both_engines! {
    async fn not_even_by_hand_is_the_log_changed_or_shortened(db: &Db) {
        let mut tx = db.write().await.expect("tx");
        let (one, other) = (company(&mut tx).await, company(&mut tx).await);
        let ada = UserId(Uuid::now_v7());
        for company in [one, other] {
            let user = UserId(Uuid::now_v7());
            let now = DateTime::<Utc>::UNIX_EPOCH;
            let address = format!("{user}@example.com");
            people::insert(&mut tx, user, &address, Language::English, now).await.expect("person");
            sql!("UPDATE person SET company_id = $2 WHERE id = $1").bind(user).bind(company).run_one(&mut tx).await.expect("place");
        }
        entry(&mut tx, one, ada, ActivityKind::Job).await;
        entry(&mut tx, other, ada, ActivityKind::Job).await;
        tx.commit().await.expect("commit");
        for act in [
            sql!("UPDATE activity SET actor_name = 'Nobody'"),
            sql!("UPDATE activity SET changes = changes"),
            sql!("DELETE FROM activity"),
        ] {
            let mut tx = db.write().await.expect("tx");
            let refused = act.run(&mut tx).await.expect_err("refused");
            assert!(refused.to_string().contains("only ever added to"), "{refused}");
        }
        assert_eq!(count(db).await, 2);
        let mut tx = db.write().await.expect("tx");
        sql!("DELETE FROM person WHERE company_id = $1").bind(one).run_one(&mut tx).await.expect("nobody is left");
        sql!("DELETE FROM company WHERE id = $1").bind(one).run_one(&mut tx).await.expect("the company goes with its log");
        tx.commit().await.expect("commit");
        assert_eq!(count(db).await, 1);
    }
}

struct Step(String);

impl FromRow for Step {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self(row.get("detail")?))
    }
}

#[tokio::test]
async fn a_page_of_the_log_is_read_in_order_from_the_index_of_its_filter() {
    let db = TestDb::new(crate::support::Engine::Sqlite).await;
    let mut tx = db.read().await.expect("tx");
    for (part, index) in [
        ("company_id = $1 AND (CAST", "activity_by_company"),
        ("company_id = $1 AND job_id = $7", "activity_by_job"),
        ("company_id = $1 AND actor_id = $5", "activity_by_actor"),
        ("company_id = $1 AND kind = $4", "activity_by_kind"),
        ("job_id = $1 AND on_job AND company_id = $4", "activity_by_job"),
        ("job_id = $1 AND on_job AND shared_with = $4", "activity_by_job"),
        ("GROUP BY activity.actor_id", "activity_by_actor"),
    ] {
        let found: Vec<_> = STATEMENTS
            .iter()
            .filter(|statement| {
                let text = statement.text.split_whitespace().collect::<Vec<_>>().join(" ");
                text.contains(part) && statement.at.contains("activity_log")
            })
            .collect();
        assert_eq!(found.len(), 1, "{part}");
        let steps: Vec<Step> = tx.explain(found[0]).await.expect("plan");
        let plan: Vec<&str> = steps.iter().map(|Step(step)| step.as_str()).collect();
        assert!(plan.iter().any(|step| step.contains(index)), "{part}: {plan:#?}");
        assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{part}: {plan:#?}");
    }
}

both_engines! {
    async fn the_newest_page_of_a_long_log_opens_no_more_of_it_than_it_shows(db: &Db) {
        let mut tx = db.write_long().await.expect("tx");
        let company = company(&mut tx).await;
        let (ada, leo) = (UserId(Uuid::now_v7()), UserId(Uuid::now_v7()));
        for n in 0..3_000 {
            let (actor, kind) = if n % 1_000 == 7 { (leo, ActivityKind::Crew) } else { (ada, ActivityKind::Job) };
            entry(&mut tx, company, actor, kind).await;
        }
        sql!("ANALYZE activity").run(&mut tx).await.expect("statistics");
        tx.commit().await.expect("commit");
        let scope = Scope::trusted(company);
        let mut tx = db.read().await.expect("tx");
        for (filter, lines) in [
            (ActivityFilter::default(), 50),
            (ActivityFilter { actor: Some(leo), ..ActivityFilter::default() }, 3),
            (ActivityFilter { kind: Some(ActivityKind::Crew), ..ActivityFilter::default() }, 3),
            (ActivityFilter { text: "roof".to_owned(), ..ActivityFilter::default() }, 50),
        ] {
            let narrowed = Narrowed::find(&mut tx, scope, filter, [None, None]).await.expect("filter");
            let plan = narrowed.lines(scope, None, 51).explain(&mut tx).await.expect("plan").join("\n");
            assert!(!plan.contains("Seq Scan on activity"), "{plan}");
            let (page, _) = activity_log::of_company(&mut tx, scope, &narrowed).await.expect("page");
            assert_eq!(page.len(), lines);
        }
    }
}
