//! What an invitation proves: an address is verified by the secret in its mail, and by nothing that an API answers.

use axum::http::StatusCode;
use chrono::Duration;
use domain::{
    permissions::permission::{CompanyType::Contractor, UserType::Admin},
    types::ids::UserId,
};
use serde_json::{Value, json};
use store::{accounts::identities, companies::people, db::Tx, sql, token::TokenHash};

use crate::support::{
    Person, TestApp,
    accounts::{PASSWORD, token_in, with_token},
    invited::secret_in,
};

const ANA: &str = "ana@example.com";
const SUBMIT: &str = "/api/company/invitation/submit";

/// What Ana submits, with the secret of a mail if she has one.
fn form(invitation: &Value, secret: Option<&str>) -> Value {
    let mut form = json!({
        "invitationId": invitation["invitationId"], "firstName": "Ana", "lastName": "Muñoz",
        "location": "Nashville, TN", "position": "Foreman", "language": "english", "email": ANA,
    });
    if let Some(secret) = secret {
        form["secret"] = json!(secret);
    }
    form
}

/// Ana joins and works. Whether her address is verified then.
async fn is_verified_after(app: &TestApp, me: &Person, form: Value) -> bool {
    let come = app.post(me, SUBMIT, form).await;
    assert_eq!(come.status, StatusCode::CREATED, "{:?}", come.json);
    assert_eq!(app.get(me, "/api/jobs/myJobs/contractor").await.status, StatusCode::OK);
    let account = app.get(me, "/api/auth/account").await;
    account.json["account"]["emailVerified"].as_bool().expect("yes or no")
}

async fn mails_to_confirm(app: &TestApp) -> usize {
    let mails = app.outbox().await;
    mails.iter().filter(|mail| mail.subject == "Confirm your email address").count()
}

/// What the migration does with rows of earlier versions.
async fn migrate(tx: &mut Tx) {
    sql!(include_str!("../../../../migrations/0034_invited_addresses.sql"))
        .run(tx)
        .await
        .expect("migrated");
}

both_engines! {
    async fn the_secret_of_the_mail_verifies_the_address(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let me = app.signed_up(ANA).await;
        let invitation = app.invite(&admin, ANA, "member").await;
        let secret = secret_in(&app.newest_mail().await);
        assert_eq!(secret.len(), 64, "256 bits");
        assert!(is_verified_after(app, &me, form(&invitation, Some(&secret))).await);
        assert_eq!(mails_to_confirm(app).await, 1, "only that of the sign-up");
    }

    async fn an_admin_verifies_nobodys_address_with_the_id_that_the_api_answers(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let me = app.signed_up(ANA).await;
        let invitation = app.invite(&admin, ANA, "member").await;
        assert!(!is_verified_after(app, &me, form(&invitation, None)).await);
        // The mail of the sign-up is still good.
        let mails = app.outbox().await;
        let letter = mails.iter().find(|mail| mail.subject == "Confirm your email address");
        let token = token_in(letter.expect("a mail"), "/verify-email");
        assert_eq!(mails_to_confirm(app).await, 1);
        let verified = app.ask("/api/auth/local/verifyEmail", json!({ "token": token })).await;
        assert_eq!(verified.status, StatusCode::OK, "{:?}", verified.json);
        let account = app.get(&me, "/api/auth/account").await;
        assert_eq!(account.json["account"]["emailVerified"], true);
    }

    async fn an_old_or_invented_secret_verifies_nothing_and_keeps_nobody_out(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        for (email, secret) in [("a@example.com", Some("")), ("b@example.com", Some("nonsense\u{0}")), ("c@example.com", None)] {
            app.invite(&admin, email, "member").await;
            let old = secret_in(&app.newest_mail().await);
            let invitation = app.invite(&admin, email, "member").await;
            assert_ne!(secret_in(&app.newest_mail().await), old, "each mail has its own");
            let me = app.signed_up(email).await;
            assert!(!is_verified_after(app, &me, form(&invitation, Some(secret.unwrap_or(&old)))).await, "{email}");
        }
    }

    async fn an_invitation_of_an_earlier_version_still_opens_the_company(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let me = app.signed_up(ANA).await;
        let invitation = app.invite(&admin, ANA, "member").await;
        let mut tx = app.app.db.write().await.expect("tx");
        sql!("UPDATE invitation SET secret_hash = NULL").run(&mut tx).await.expect("as before");
        tx.commit().await.expect("commit");
        assert!(!is_verified_after(app, &me, form(&invitation, Some(""))).await);
    }

    async fn whoever_joins_unverified_gets_a_mail_to_confirm_the_address(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        app.signed_up(ANA).await;
        assert_eq!(mails_to_confirm(app).await, 1);
        app.advance(Duration::hours(25));
        let login = app.log_in(ANA, PASSWORD).await;
        let me = with_token(&login);
        let invitation = app.invite(&admin, ANA, "member").await;
        assert!(!is_verified_after(app, &me, form(&invitation, None)).await);
        assert_eq!(mails_to_confirm(app).await, 2, "the first has expired");
        let token = token_in(&app.newest_mail().await, "/verify-email");
        let verified = app.ask("/api/auth/local/verifyEmail", json!({ "token": token })).await;
        assert_eq!(verified.status, StatusCode::OK, "{:?}", verified.json);
    }

    async fn no_answer_and_no_row_contains_the_secret(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let me = app.signed_up(ANA).await;
        let sent = app.post(&admin, "/api/company/invite", json!({ "email": ANA, "userType": "member" })).await;
        let secret = secret_in(&app.newest_mail().await);
        let id = sent.json["data"]["invitationId"].as_str().expect("id").to_string();
        let path = format!("/api/company/invite/{id}");
        let mut answers = vec![sent.bytes.clone(), app.get(&admin, "/api/company/invitations").await.bytes];
        answers.push(app.call(None, "GET", &path, Value::Null).await.bytes);
        let mut tx = app.app.db.read().await.expect("tx");
        let stored: Vec<u8> = sql!("SELECT secret_hash AS value FROM invitation").value(&mut tx).await.expect("a hash");
        assert_eq!(stored, TokenHash::of(&secret).bytes());
        let texts: String = sql!("SELECT text || html AS value FROM mail WHERE subject LIKE '%invites%'").value(&mut tx).await.expect("mail");
        assert_eq!(texts, "", "the mail is emptied once it was sent");
        drop(tx);
        answers.push(app.post(&me, SUBMIT, form(&sent.json["data"], Some(&secret))).await.bytes);
        for path in ["/api/activity", "/api/notifications/user"] {
            answers.push(app.get(&admin, path).await.bytes);
        }
        for answer in answers {
            let answer = String::from_utf8_lossy(&answer).to_string();
            assert!(!answer.contains(&secret), "{answer}");
        }
    }

    async fn whoever_was_verified_by_an_invitation_before_is_asked_again_and_nobody_else(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        // As earlier versions did: the id was enough.
        let invited = app.signed_up(ANA).await;
        let invitation = app.invite(&admin, ANA, "member").await;
        let come = app.post(&invited, SUBMIT, form(&invitation, None)).await;
        assert_eq!(come.status, StatusCode::CREATED);
        let followed = app.founder_with_proof("bo@example.com").await;
        let provided = app.founder("cy@example.com").await;
        let now = app.app.clock.now();
        let mut tx = app.app.db.write().await.expect("tx");
        let users = [come.json["user"]["id"].as_str().expect("id").parse().expect("id"), provided.user.0];
        for user in users {
            people::set_verified(&mut tx, UserId(user), now).await.expect("verified");
        }
        identities::insert(&mut tx, provided.user, ("https://id.example", "cy-1"), now).await.expect("identity");
        tx.commit().await.expect("commit");
        let mut tx = app.app.db.write().await.expect("tx");
        migrate(&mut tx).await;
        let mut verified = Vec::new();
        for user in [users[0], followed.user.0, provided.user.0] {
            verified.push(people::is_verified(&mut tx, UserId(user)).await.expect("known"));
        }
        tx.commit().await.expect("commit");
        assert_eq!(verified, [false, true, true]);
        assert_eq!(app.get(&invited, "/api/jobs/myJobs/contractor").await.status, StatusCode::OK, "she works on");
        let account = app.get(&invited, "/api/auth/account").await;
        assert_eq!(account.json["account"]["emailVerified"], false);
        let asked = app.post(&invited, "/api/auth/local/resendVerification", Value::Null).await;
        assert_eq!((asked.status, &asked.json["sentTo"]), (StatusCode::OK, &json!(ANA)));
    }
}
