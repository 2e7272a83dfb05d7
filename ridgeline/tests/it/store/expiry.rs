//! What has expired is deleted, and nothing else.

use chrono::{DateTime, Duration, Utc};
use domain::{
    permissions::permission::{CompanyType::Contractor, UserType},
    types::ids::{ImportId, ShiftId},
};
use server::tasks::sweep::sweep_old_rows;
use store::{
    accounts::{
        attempts::{self, AttemptKind},
        email_tokens::{self, Purpose},
        identities::{self, NewCode},
        passwords, second_factors,
        sessions::{self, Origin},
        sign_in_proofs::SignInProof,
        used_sign_ins,
    },
    actor::ActionContext,
    companies::invitations::{self, NewInvitation, Seed},
    db::{Tx, idempotent_call::CallClaim},
    files::uploads,
    idempotency_keys::{self, KeyClaim},
    idempotent_calls,
    imports::{imports, undo},
    jobs::bulk::{self, ChangedFields, UndoableChange},
    planning::shifts,
    scope::Scope,
    sql,
    token::{Token, TokenHash},
};
use uuid::Uuid;

use crate::support::{Person, TestApp};

/// A row of every kind that expires, as if it were stored at this time.
async fn store_all(tx: &mut Tx, who: &Person, name: &str, at: DateTime<Utc>) {
    let hash = || Token::random().expect("randomness").hash();
    let key = format!("{name}@example.com");
    sessions::insert(tx, hash(), who.user, at).await.expect("session");
    passwords::insert_failure(tx, &key, at).await.expect("failure");
    attempts::insert(tx, AttemptKind::Code, &key, at).await.expect("attempt");
    attempts::lock(tx, AttemptKind::Reset, &key, at).await.expect("lock");
    for purpose in [Purpose::Verify, Purpose::Reset] {
        email_tokens::insert(tx, hash(), who.user, (purpose, &key), at).await.expect("link");
    }
    second_factors::insert_step(tx, hash(), (who.user, &SignInProof::default()), at)
        .await
        .expect("step");
    let code = NewCode {
        code: hash(),
        browser: hash(),
        user: who.user,
        proof: &SignInProof::default(),
        sealed_id_token: b"x",
    };
    identities::insert_code(tx, &code, at).await.expect("code");
    used_sign_ins::insert(tx, hash(), at).await.expect("sign-in");
    let invitation = NewInvitation {
        seed: Seed(Uuid::now_v7()),
        link: hash(),
        secret: hash(),
        email: &key,
        user_type: UserType::Member,
    };
    let scope = Scope::trusted(who.company);
    invitations::send(tx, scope, &invitation, at).await.expect("invitation");
    let claim = KeyClaim { person: who.user, key: name, request_hash: b"x" };
    idempotency_keys::take(tx, &claim, Uuid::now_v7(), at).await.expect("key");
    let call =
        CallClaim { owner: who.user.into(), key_hash: [2; 32], request_hash: [1; 32], now: at };
    idempotent_calls::store_answer(tx, &call, Vec::new()).await.expect("answer");
    uploads::create(tx, who.user.into(), 0, None, at).await.expect("upload");
    let act = ActionContext { user: who.user, company: who.company, now: at, api_key: None };
    let change = UndoableChange { fields: ChangedFields::Color, jobs: Vec::new() };
    bulk::insert(tx, act, &change).await.expect("change of several jobs");
    shifts::insert(tx, act, ShiftId(Uuid::now_v7()), &[]).await.expect("move of many jobs");
    imports::stop(tx, scope, ImportId(Uuid::now_v7()), at).await.expect("stopped");
    let import = ImportId(Uuid::now_v7());
    undo::store(tx, act, import).await.expect("stored");
    sql!(
        "INSERT INTO imported_row (company_id, import_id, kind, row_id, is_new)
         SELECT company_id, id, 'job', id, TRUE FROM stored_import WHERE id = $1"
    )
    .bind(import)
    .run_one(tx)
    .await
    .expect("row");
}

/// The rows of each table.
async fn counts(app: &TestApp) -> [i64; 17] {
    let mut tx = app.app.db.read().await.expect("tx");
    let mut counts = Vec::new();
    for count in [
        sql!("SELECT COUNT(*) AS value FROM session"),
        sql!("SELECT COUNT(*) AS value FROM sign_in_failure"),
        sql!("SELECT COUNT(*) AS value FROM attempt"),
        sql!("SELECT COUNT(*) AS value FROM mailed_link"),
        sql!("SELECT COUNT(*) AS value FROM sign_in_step"),
        sql!("SELECT COUNT(*) AS value FROM exchange_code"),
        sql!("SELECT COUNT(*) AS value FROM invitation"),
        sql!("SELECT COUNT(*) AS value FROM handed_in"),
        sql!("SELECT COUNT(*) AS value FROM import_end"),
        sql!("SELECT COUNT(*) AS value FROM attempt_lock"),
        sql!("SELECT COUNT(*) AS value FROM used_sign_in"),
        sql!("SELECT COUNT(*) AS value FROM idempotent_call"),
        sql!("SELECT COUNT(*) AS value FROM upload"),
        sql!("SELECT COUNT(*) AS value FROM bulk_change"),
        sql!("SELECT COUNT(*) AS value FROM schedule_shift"),
        sql!("SELECT COUNT(*) AS value FROM stored_import"),
        sql!("SELECT COUNT(*) AS value FROM imported_row"),
    ] {
        counts.push(count.value(&mut tx).await.expect("count"));
    }
    counts.try_into().expect("seventeen tables")
}

both_engines! {
    async fn every_kind_of_row_that_expired_is_gone_and_the_living_ones_stay(app: &TestApp) {
        let (who, other) = (app.sign_in(Contractor, UserType::Admin).await, app.sign_in(Contractor, UserType::Admin).await);
        let now = app.app.clock.now();
        // Another user's rows, so that what is stored now does not delete them.
        let mut tx = app.app.db.write().await.expect("tx");
        store_all(&mut tx, &who, "old", now - Duration::days(31)).await;
        tx.commit().await.expect("commit");
        assert_eq!(counts(app).await, [3, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
        sweep_old_rows(&app.app.db, now).await.expect("swept");
        assert_eq!(counts(app).await, [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], "the old ones are gone");
        let mut tx = app.app.db.write().await.expect("tx");
        store_all(&mut tx, &other, "new", now).await;
        tx.commit().await.expect("commit");
        sweep_old_rows(&app.app.db, now).await.expect("swept");
        assert_eq!(counts(app).await, [3, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], "the new ones stay");
    }

    async fn more_rows_than_one_transaction_deletes_are_all_deleted(app: &TestApp) {
        let now = app.app.clock.now();
        let mut tx = app.app.db.write().await.expect("tx");
        for n in 0..1_201 {
            passwords::insert_failure(&mut tx, &format!("{n}@example.com"), now - Duration::days(1)).await.expect("failure");
        }
        tx.commit().await.expect("commit");
        sweep_old_rows(&app.app.db, now).await.expect("swept");
        assert_eq!(counts(app).await[1], 0);
    }

    async fn an_id_token_is_stored_sealed_and_a_raw_one_of_an_older_server_is_forgotten(app: &TestApp) {
        let who = app.sign_in(Contractor, UserType::Admin).await;
        let token = TokenHash::of(&who.token);
        let mut tx = app.app.db.write().await.expect("tx");
        let sealed = Some(b"sealed".to_vec());
        sessions::set_origin(&mut tx, token, &Origin { sealed_id_token: sealed.clone(), ..Origin::default() }).await.expect("stored");
        sql!("UPDATE session SET id_token = 'header.claims.signature' WHERE token_hash = $1").bind(token.bytes()).run_one(&mut tx).await.expect("an older server's");
        tx.commit().await.expect("commit");
        sweep_old_rows(&app.app.db, app.app.clock.now()).await.expect("swept");
        let mut tx = app.app.db.read().await.expect("tx");
        let stored = sessions::id_token(&mut tx, token).await.expect("stored");
        assert_eq!((stored.sealed_id_token, stored.id_token), (sealed, None));
        assert!(app.is_signed_in(&who).await, "the session goes on");
    }
}
