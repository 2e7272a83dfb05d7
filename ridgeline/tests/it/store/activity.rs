//! The activity log is append-only, and read through its indexes however long it is.

use std::time::Instant;

use chrono::{DateTime, Utc};
use domain::{
    accounts::deletion::former_key,
    activity::{activity::ActivityFilter, labels::ActivityKind},
    permissions::permission::{CompanyType, Role, UserType},
    types::{
        ids::{CompanyId, JobId, UserId},
        language::Language,
    },
};
use serde_json::{Value, json};
use store::{
    activity::{
        log::{self, ActivityLogFilter, EntryRow},
        record::Actor,
    },
    companies::people,
    db::{
        Db, Json, Tx,
        error::DbResult,
        row::{FromRow, Row},
        statement::STATEMENTS,
    },
    jobs::visibility::Viewer,
    membership::account_deletion,
    scope::Scope,
    sql,
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
    entry_of(tx, company, actor, kind, None).await;
}

async fn entry_of(
    tx: &mut Tx,
    company: CompanyId,
    actor: UserId,
    kind: ActivityKind,
    job: Option<JobId>,
) {
    sql!(
        "INSERT INTO activity (id, company_id, at, actor_id, actor_name, actor_company_id,
             actor_company_name, kind, subject_id, subject_name, job_id, on_job, shared_with,
             action, changes, words)
         VALUES ($1, $2, $3, $4, 'Ada', $2, 'Ridge', $5, $1, 'Roof', $7, CAST($7 AS UUID) IS NOT NULL, $2,
             'changed', $6, 'roof')"
    )
    .bind(Uuid::now_v7())
    .bind(company)
    .bind(DateTime::<Utc>::UNIX_EPOCH)
    .bind(actor)
    .bind(kind)
    .bind(Json(json!([])))
    .bind(job)
    .run_one(tx)
    .await
    .expect("entry");
}

/// The number of entries in the log whose pages are read.
fn entries() -> usize {
    std::env::var("RIDGELINE_TEST_LOG").map_or(3_000, |given| given.parse().expect("a number"))
}

async fn count(db: &Db) -> i64 {
    let mut tx = db.read().await.expect("tx");
    sql!("SELECT COUNT(*) AS value FROM activity").value(&mut tx).await.expect("count")
}

#[test]
fn no_statement_of_the_server_changes_or_deletes_log_entries() {
    let touching: Vec<_> = STATEMENTS
        .iter()
        .filter(|statement| statement.at.contains("src/"))
        // A deleted company's log is deleted with it.
        .filter(|statement| !statement.at.contains("store/src/membership/company_deletion"))
        // A deleted account is removed from the log.
        .filter(|statement| !statement.at.contains("store/src/activity/erasure"))
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
    async fn the_database_refuses_to_change_or_delete_log_entries(db: &Db) {
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

    async fn only_personal_data_of_a_deleted_user_is_removed_from_the_log(db: &Db) {
        let mut tx = db.write().await.expect("tx");
        let company = company(&mut tx).await;
        let now = DateTime::<Utc>::UNIX_EPOCH;
        let (former, present) = (UserId(Uuid::now_v7()), UserId(Uuid::now_v7()));
        for (user, address, key) in [(former, "", former_key(former)), (present, "leo@x.example", "leo@x.example".to_owned())] {
            people::insert(&mut tx, user, address, Language::English, now).await.expect("person");
            sql!("UPDATE person SET email_key = $2 WHERE id = $1").bind(user).bind(key).run_one(&mut tx).await.expect("key");
        }
        let changes = |email: Value, to: &str, role: &str| json!([
            { "field": "email", "from": "ada@x.example", "to": email },
            { "field": "employee", "from": null, "to": to },
            { "field": "userType", "from": null, "to": role },
        ]);
        for (actor, subject) in [(former, present), (present, former), (present, present)] {
            entry(&mut tx, company, actor, ActivityKind::Member).await;
            sql!("INSERT INTO activity (id, company_id, at, actor_id, actor_name, actor_company_id, actor_company_name, kind, subject_id,
                     subject_name, on_job, action, changes, words)
                 VALUES ($1, $2, $3, $4, 'Ada', $2, 'Ridge', 'member', $5, 'Ada', FALSE, 'changed', $6, $7)")
                .bind(Uuid::now_v7()).bind(company).bind(now).bind(actor).bind(subject)
                .bind(Json(changes(json!("ada@y.example"), "Ada", "admin")))
                .bind("ada\nada@x.example\nada@y.example\nadmin\n")
                .run_one(&mut tx).await.expect("entry");
        }
        tx.commit().await.expect("commit");
        let (key, nobody) = (former_key(former), former_key(present));
        let taken = |email: Value, to: &str, role: &str| Json(changes(email, to, role));
        let mail = || json!("ada@y.example");
        for (which, act) in [
            ("another name", sql!("UPDATE activity SET actor_name = $3 WHERE actor_id = $1 AND actor_id <> $2").bind(former).bind(present).bind("Eve")),
            ("no name", sql!("UPDATE activity SET actor_name = $3 WHERE actor_id = $1 AND actor_id <> $2").bind(former).bind(present).bind("")),
            ("of somebody who is here", sql!("UPDATE activity SET actor_name = $3 WHERE actor_id = $2 AND actor_id <> $1").bind(former).bind(present).bind(&nobody)),
            ("done by somebody else", sql!("UPDATE activity SET actor_name = $3 WHERE actor_id = $2 AND actor_id <> $1").bind(former).bind(present).bind(&key)),
            ("another time", sql!("UPDATE activity SET actor_name = $3, at = $4 WHERE actor_id = $1 AND actor_id <> $2").bind(former).bind(present).bind(&key).bind(now + chrono::Duration::days(1))),
            ("another company's", sql!("UPDATE activity SET actor_name = $3, action = 'created' WHERE actor_id = $1 AND actor_id <> $2").bind(former).bind(present).bind(&key)),
            ("found by more", sql!("UPDATE activity SET actor_name = $3, words = 'more' WHERE actor_id = $1 AND actor_id <> $2").bind(former).bind(present).bind(&key)),
            ("found by less, and no name goes", sql!("UPDATE activity SET words = '' WHERE actor_id = $1 AND actor_id <> $2").bind(former).bind(present)),
            ("nothing", sql!("UPDATE activity SET actor_name = actor_name WHERE actor_id = $1 AND actor_id <> $2").bind(former).bind(present)),
            ("a member who is here", sql!("UPDATE activity SET subject_name = $3 WHERE subject_id = $2 AND subject_id <> $1").bind(former).bind(present).bind(&key)),
            ("a value of a member who is here", sql!("UPDATE activity SET changes = $3 WHERE subject_id = $2 AND subject_id <> $1").bind(former).bind(present).bind(taken(Value::Null, "Ada", "admin"))),
            ("another value of a member who is gone", sql!("UPDATE activity SET changes = $3 WHERE subject_id = $1 AND subject_id <> $2").bind(former).bind(present).bind(taken(json!("eve@x.example"), "Ada", "admin"))),
            ("their role", sql!("UPDATE activity SET changes = $3 WHERE subject_id = $1 AND subject_id <> $2").bind(former).bind(present).bind(taken(Value::Null, "Ada", "member"))),
            ("all of it", sql!("UPDATE activity SET changes = $3 WHERE subject_id = $1 AND subject_id <> $2").bind(former).bind(present).bind(Json(json!([])))),
            ("a name for a name", sql!("UPDATE activity SET changes = $3 WHERE subject_id = $1 AND subject_id <> $2").bind(former).bind(present).bind(taken(mail(), "Eve", "admin"))),
            ("a name for one who is here", sql!("UPDATE activity SET changes = $3 WHERE subject_id = $1 AND subject_id <> $2").bind(former).bind(present).bind(taken(mail(), &nobody, "admin"))),
            ("a name, and one beside it", sql!("UPDATE activity SET changes = $3 WHERE subject_id = $1 AND subject_id <> $2").bind(former).bind(present).bind(taken(mail(), &format!("{key}, Eve"), "admin"))),
        ] {
            let mut tx = db.write().await.expect("tx");
            let refused = act.run(&mut tx).await.expect_err(which);
            assert!(refused.to_string().contains("only ever added to"), "{which}: {refused}");
        }
        let mut tx = db.write().await.expect("tx");
        let done = sql!("UPDATE activity SET actor_name = $2 WHERE actor_id = $1").bind(former).bind(&key).run(&mut tx).await.expect("who did it");
        assert_eq!(done, 2);
        sql!("UPDATE activity SET subject_name = $2, changes = $3, words = $4 WHERE subject_id = $1")
            .bind(former).bind(&key).bind(taken(Value::Null, &key, "admin")).bind("ada@x.example\nadmin\n")
            .run_one(&mut tx).await.expect("whom it was done to");
        tx.commit().await.expect("commit");
        let mut tx = db.write().await.expect("tx");
        sql!("UPDATE activity SET actor_name = 'Ada' WHERE actor_id = $1").bind(former).run(&mut tx).await.expect_err("nobody gets a name back");
    }
}

struct Step(String);

impl FromRow for Step {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self(row.get("detail")?))
    }
}

#[tokio::test]
async fn a_log_page_is_read_in_order_from_the_index_of_its_filter() {
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
                text.contains(part) && statement.at.contains("store/src/activity/log")
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
    async fn the_newest_page_of_a_long_log_reads_only_the_rows_it_shows(db: &Db) {
        let mut tx = db.write_long().await.expect("tx");
        let company = company(&mut tx).await;
        let (ada, leo) = (UserId(Uuid::now_v7()), UserId(Uuid::now_v7()));
        let job = JobId(Uuid::now_v7());
        for user in [ada, leo] {
            let address = format!("{user}@example.com");
            people::insert(&mut tx, user, &address, Language::English, DateTime::UNIX_EPOCH).await.expect("person");
        }
        for n in 0..entries() {
            let rare = n % 1_000 == 7;
            let (actor, kind) = if rare { (leo, ActivityKind::Crew) } else { (ada, ActivityKind::Job) };
            entry_of(&mut tx, company, actor, kind, (n % 100 == 8).then_some(job)).await;
        }
        sql!("ANALYZE activity").run(&mut tx).await.expect("statistics");
        tx.commit().await.expect("commit");
        let scope = Scope::trusted(company);
        let rare = (entries() / 1_000).min(50);
        let middle = {
            let mut tx = db.read().await.expect("tx");
            let half = i64::try_from(entries() / 2).expect("a number");
            let middle: Uuid = sql!("SELECT id AS value FROM activity WHERE company_id = $1 ORDER BY id LIMIT 1 OFFSET $2").bind(scope).bind(half).value(&mut tx).await.expect("an entry");
            middle
        };
        let mut tx = db.read().await.expect("tx");
        for (what, filter, lines) in [
            ("the newest page", ActivityFilter::default(), 50),
            ("a page in the middle", ActivityFilter { before: Some(middle), ..ActivityFilter::default() }, 50),
            ("who rarely did anything", ActivityFilter { actor: Some(leo), ..ActivityFilter::default() }, rare),
            ("a rare kind", ActivityFilter { kind: Some(ActivityKind::Crew), ..ActivityFilter::default() }, rare),
            ("a job", ActivityFilter { job: Some(job), ..ActivityFilter::default() }, (entries() / 100).min(50)),
            ("a word", ActivityFilter { text: "roof".to_owned(), ..ActivityFilter::default() }, 50),
            ("a word that nobody wrote", ActivityFilter { text: "zzz".to_owned(), ..ActivityFilter::default() }, 0),
        ] {
            let began = Instant::now();
            let filter = ActivityLogFilter::find(&mut tx, (scope, Language::English), filter, [None, None]).await.expect("filter");
            let (page, _) = log::of_company(&mut tx, scope, &filter).await.expect("page");
            println!("{what}: {} ms", began.elapsed().as_millis());
            assert_eq!(page.len(), lines, "{what}");
            // A text that is in no entry is searched in every entry, in any order.
            if lines > 0 {
                let plan = filter.lines(scope, filter.filter.before, 51).explain(&mut tx).await.expect("plan").join("\n");
                assert!(!plan.contains("Seq Scan on activity") && !plan.contains("SCAN activity"), "{what}: {plan}");
            }
        }
        for company_type in [CompanyType::Contractor, CompanyType::Subcontractor] {
            let role = Role::new(company_type, UserType::Admin);
            let viewer = Viewer { scope, role, user: ada, language: Language::English };
            let began = Instant::now();
            let lines = log::lines_of_job(&viewer, job, None);
            let page: Vec<EntryRow> = lines.all(&mut tx).await.expect("page");
            println!("a job's own page: {} ms", began.elapsed().as_millis());
            assert_eq!(page.len(), (entries() / 100).min(51));
            let plan = log::lines_of_job(&viewer, job, None).explain(&mut tx).await.expect("plan").join("\n");
            assert!(plan.contains("activity_by_job"), "{plan}");
        }

        // As the export reads it.
        let (began, filter) = (Instant::now(), ActivityLogFilter::default());
        let (mut before, mut read) = (None, 0);
        loop {
            let rows: Vec<EntryRow> = filter.lines(scope, before, 500).all(&mut tx).await.expect("lines");
            read += rows.len();
            let Some(last) = rows.last() else { break };
            before = Some(last.id);
        }
        println!("all {read} for a file: {} ms", began.elapsed().as_millis());
        assert_eq!(read, entries());
        drop(tx);

        let mut tx = db.write().await.expect("tx");
        let me = people::find(&mut tx, ada).await.expect("person");
        let began = Instant::now();
        let by = Actor { user: Some(ada), company: None, now: DateTime::UNIX_EPOCH, api_key: None, link: None };
        account_deletion::delete(&mut tx, by, None, &me).await.expect("deleted");
        tx.commit().await.expect("commit");
        println!("somebody who did nearly all of it goes: {} ms", began.elapsed().as_millis());
        let mut tx = db.read().await.expect("tx");
        let people = log::people(&mut tx, scope, Language::English).await.expect("people");
        let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
        assert_eq!(names, ["Ada", "Former user"]);
    }
}
