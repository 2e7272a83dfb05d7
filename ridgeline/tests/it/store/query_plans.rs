//! Query plans: lists use an index, whatever the company's size.

use chrono::{DateTime, Utc};
use domain::{
    companies::companies::CompanySearch, permissions::permission::CompanyType,
    types::ids::CompanyId,
};
use store::{
    companies::company_search,
    db::{
        Engine,
        error::DbResult,
        row::{FromRow, Row},
        statement::STATEMENTS,
    },
    scope::Scope,
    sql,
};
use uuid::Uuid;

use crate::support::TestDb;

struct Step(String);

impl FromRow for Step {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self(row.get("detail")?))
    }
}

#[tokio::test]
async fn no_list_or_change_scans_a_whole_table() {
    let db = TestDb::new(Engine::Sqlite).await;
    let lists: Vec<_> = STATEMENTS
        .iter()
        .filter(|statement| {
            statement.at.starts_with("server/store/src/")
                && !statement.at.contains("src/db/")
                // A function of PostgreSQL.
                && !statement.text.contains("take_of_limits")
                && !statement.text.contains("raise_revision")
                && !statement.text.contains("store_events")
                && ["SELECT", "UPDATE", "DELETE"].iter().any(|act| statement.text.starts_with(act))
        })
        .collect();
    assert!(lists.len() > 60, "only {} statements", lists.len());
    for statement in lists {
        let mut tx = db.read().await.expect("tx");
        let steps: Vec<Step> = tx.explain(statement).await.expect("plan");
        for Step(step) in &steps {
            let whole =
                step.starts_with("SCAN") && !step.contains("USING") && !step.contains("CONSTANT");
            assert!(!whole, "{}: {step}\n{}", statement.at, statement.text);
        }
    }
}

#[tokio::test]
async fn the_lists_of_a_job_are_read_in_order_without_sorting() {
    let db = TestDb::new(Engine::Sqlite).await;
    let lists = [
        ("job_note", "job_note_by_job"),
        ("job_image", "job_image_by_job"),
        ("work_order", "work_order_by_job"),
        ("purchase_order", "purchase_order_by_job"),
    ];
    for (table, index) in lists {
        let of_job = format!("WHERE {table}.job_id = $1");
        let list = format!("ORDER BY {table}.date_inserted, {table}.id");
        let lists: Vec<_> = STATEMENTS
            .iter()
            .filter(|statement| statement.text.contains(&list) && statement.text.contains(&of_job))
            .collect();
        assert_eq!(lists.len(), 1, "{table}");
        let mut tx = db.read().await.expect("tx");
        let steps: Vec<Step> = tx.explain(lists[0]).await.expect("plan");
        assert!(steps.iter().any(|Step(step)| step.contains(index)), "{table}");
        assert!(!steps.iter().any(|Step(step)| step.contains("TEMP B-TREE")), "{table}");
    }
}

#[tokio::test]
async fn the_newest_notifications_are_read_from_their_index_however_many_there_are() {
    let db = TestDb::new(Engine::Sqlite).await;
    let mut tx = db.read().await.expect("tx");
    for (part, index) in [
        ("$2 ORDER BY notification.date_inserted DESC", "notification_by_reader"),
        ("DELETE FROM notification\n         WHERE person_id IN", "notification_unseen"),
        ("SELECT mail_at AS value FROM notification", "notification_to_mail"),
        ("WHERE NOT is_new AND date_inserted < $1", "notification_seen"),
        ("SELECT next_try AS value FROM push_delivery", "push_delivery_due"),
        ("UPDATE push_delivery SET claim", "push_delivery_by_turn"),
        ("UPDATE mail_delivery SET claim", "mail_delivery_by_turn"),
        ("SELECT next_try AS value FROM mail_delivery", "mail_delivery_by_urgency"),
        ("SELECT MAX(turn) AS value FROM mail_delivery", "mail_delivery_turns"),
        ("SELECT MAX(turn) AS value FROM push_delivery", "push_delivery_turns"),
        ("DELETE FROM session\n         WHERE token_hash IN", "session_by_last_use"),
        ("DELETE FROM sign_in_failure\n", "sign_in_failure_by_time"),
        ("DELETE FROM invitation\n", "invitation_by_time"),
        ("DELETE FROM sign_in_step\n", "sign_in_step_by_time"),
        ("DELETE FROM mailed_link\n", "mailed_link_by_time"),
        ("DELETE FROM import_end\n", "import_end_by_time"),
        ("DELETE FROM stored_import\n", "stored_import_by_time"),
        ("DELETE FROM used_sign_in\n", "used_sign_in_by_time"),
        ("DELETE FROM attempt_lock\n", "attempt_lock_by_time"),
    ] {
        let found: Vec<_> =
            STATEMENTS.iter().filter(|statement| statement.text.contains(part)).collect();
        assert_eq!(found.len(), 1, "{part}");
        let steps: Vec<Step> = tx.explain(found[0]).await.expect("plan");
        let plan: Vec<&str> = steps.iter().map(|Step(step)| step.as_str()).collect();
        assert!(plan.iter().any(|step| step.contains(index)), "{plan:?}");
        assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{plan:?}");
    }
}

#[tokio::test]
async fn a_search_reads_the_index_in_order_and_only_the_companies_found() {
    let db = TestDb::new(Engine::Sqlite).await;
    let search = STATEMENTS.iter().find(|statement| statement.text.contains("name_key LIKE"));
    let mut tx = db.read().await.expect("tx");
    let steps: Vec<Step> = tx.explain(search.expect("the search")).await.expect("plan");
    let steps: Vec<&str> = steps.iter().map(|Step(step)| step.as_str()).collect();
    let inner = "SEARCH company USING COVERING INDEX company_by_search (company_type=?)";
    assert!(steps.contains(&inner), "{steps:#?}");
    // The page of 25 results may be sorted again, the index scan may not.
    let sorted = steps.iter().position(|step| step.contains("TEMP B-TREE"));
    assert!(sorted.is_none_or(|at| at == steps.len() - 1), "{steps:#?}");
}

#[tokio::test]
async fn open_invitations_are_read_by_address_from_their_index() {
    let db = TestDb::new(Engine::Sqlite).await;
    let list = STATEMENTS.iter().find(|statement| {
        statement.text.contains("FROM invitation") && statement.text.contains("ORDER BY email_key")
    });
    let mut tx = db.read().await.expect("tx");
    let steps: Vec<Step> = tx.explain(list.expect("the list")).await.expect("plan");
    let plan: Vec<&str> = steps.iter().map(|Step(step)| step.as_str()).collect();
    assert!(plan.iter().any(|step| step.contains("invitation_by_company")), "{plan:?}");
    assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{plan:?}");
}

#[tokio::test]
async fn a_rare_name_is_found_among_many_companies_without_reading_them_all() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let db = TestDb::new(engine).await;
        let mut tx = db.write().await.expect("tx");
        for n in 0..6_000 {
            let name = if n == 1_500 { "zephyr" } else { "summit" };
            let place = if n == 4_500 { "quincy ky" } else { "nashville tn" };
            sql!(
                "INSERT INTO company (id, name, company_type, location, date_inserted, name_key,
                      location_key) VALUES ($1, $2, 'contractor', $3, $4, $2, $3)"
            )
            .bind(CompanyId(Uuid::now_v7()))
            .bind(format!("{name} roofing {n}"))
            .bind(format!("{place} {n}"))
            .bind(DateTime::<Utc>::UNIX_EPOCH)
            .run_one(&mut tx)
            .await
            .expect("company");
        }
        sql!("ANALYZE company").run(&mut tx).await.expect("statistics");
        tx.commit().await.expect("companies");

        let mut tx = db.read().await.expect("tx");
        #[expect(clippy::disallowed_methods, reason = "a company that is not among them")]
        let looking = Scope::trusted(CompanyId(Uuid::now_v7()));
        for (name, location, on_postgres) in [
            ("zephyr", "tn", "company_by_name_letters"),
            ("", "quincy ky", "company_by_place_letters"),
            ("summit", "tn", "company_by_search"),
            ("q", "t", "company_by_search"),
        ] {
            let search = CompanySearch {
                name: name.to_owned(),
                location: location.to_owned(),
                ..CompanySearch::default()
            };
            let page = company_search::page(looking, CompanyType::Contractor, &search);
            let plan = page.explain(&mut tx).await.expect("plan").join("\n");
            let index = if engine == Engine::Sqlite { "company_by_search" } else { on_postgres };
            assert!(plan.contains(index), "{name} in {location}: {plan}");
            assert!(!plan.contains("Seq Scan"), "{name} in {location}: {plan}");
        }
    }
}

#[tokio::test]
async fn reports_find_their_rows_by_index_and_scan_no_log() {
    let db = TestDb::new(Engine::Sqlite).await;
    let mut tx = db.read().await.expect("tx");
    let mut seen = Vec::new();
    for statement in STATEMENTS.iter().filter(|one| one.at.contains("store/src/reports.rs")) {
        let steps: Vec<Step> = tx.explain(statement).await.expect("plan");
        seen.push(steps.into_iter().map(|Step(step)| step).collect::<Vec<_>>().join("\n"));
    }
    let using = |index: &str| seen.iter().filter(|plan| plan.contains(index)).count();
    assert_eq!(seen.len(), 6);
    assert_eq!(using("activity_completed (subject_id=?)"), 2, "{seen:#?}");
    assert_eq!(using("job_by_assigned_company"), 2, "{seen:#?}");
    assert_eq!(using("job_by_end (company_id=? AND end_date>?)"), 1, "{seen:#?}");
    assert_eq!(using("purchase_order_by_job (job_id=? AND date_inserted>?"), 1, "{seen:#?}");
}

#[tokio::test]
async fn a_room_is_read_and_notified_through_its_indexes_however_long_it_is() {
    let db = TestDb::new(Engine::Sqlite).await;
    let mut tx = db.read().await.expect("tx");
    for (part, index) in [
        ("chat_message.seq < $2", "chat_message_by_room"),
        ("chat_message.seq > $2", "chat_message_by_room"),
        ("AND chat_room.last_seq = chat_message.seq", "chat_message_by_room"),
        ("AND temp_id = $3", "chat_message_once"),
        ("THEN chat_room.second_company_id", "COVERING INDEX chat_message_by_author"),
        ("ORDER BY COALESCE(newest.date_inserted", "chat_room_by_second"),
        ("job.assigned_user_id = $3))) ORDER BY", "chat_room_by_company"),
        ("job.assigned_user_id = $3))) ORDER BY", "chat_room_by_assigned"),
        ("assigned_company_id FROM chat_room WHERE job_id = $1", "chat_room_of_job"),
        ("chat_message.id AS message_id", "chat_message_by_room"),
        ("ON CONFLICT (person_id, subject_id, company_id)", "person_by_company"),
        ("topic IN ('message', 'tag')", "notification_unseen"),
    ] {
        let found: Vec<_> = STATEMENTS
            .iter()
            .filter(|statement| statement.text.contains(part) && statement.at.contains("/chat"))
            .collect();
        assert!(!found.is_empty(), "{part}");
        for statement in found {
            let steps: Vec<Step> = tx.explain(statement).await.expect("plan");
            let plan: Vec<&str> = steps.iter().map(|Step(step)| step.as_str()).collect();
            assert!(plan.iter().any(|step| step.contains(index)), "{part}: {plan:#?}");
            let is_page = part.starts_with("chat_message.seq");
            assert!(!is_page || !plan.iter().any(|step| step.contains("TEMP B-TREE")), "{plan:#?}");
        }
    }
}
