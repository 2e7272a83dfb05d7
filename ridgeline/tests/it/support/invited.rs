//! Invited users who have no company yet.

use axum::http::StatusCode;
use domain::types::{
    ids::{CompanyId, UserId},
    language::Language,
};
use serde_json::{Value, json};
use store::{accounts::sessions, companies::people, token::Token};
use uuid::Uuid;

use super::{Person, TestApp, mail::ReceivedMail};

impl TestApp {
    /// A user who signed up with this address and has no company.
    pub async fn newcomer(&self, email: &str) -> Person {
        let user = UserId(Uuid::now_v7());
        let now = self.app.clock.now();
        let mut tx = self.app.db.write().await.expect("tx");
        people::insert(&mut tx, user, email, Language::English, now).await.expect("person");
        tx.commit().await.expect("commit");
        self.signed_in_again(user).await
    }

    /// A new session for a user without one, and without a company.
    pub async fn signed_in_again(&self, user: UserId) -> Person {
        let token = Token::random().expect("randomness");
        let mut tx = self.app.db.write().await.expect("tx");
        let now = self.app.clock.now();
        sessions::insert(&mut tx, token.hash(), user, now).await.expect("session");
        tx.commit().await.expect("commit");
        Person { company: CompanyId::default(), user, token: token.text().to_string() }
    }

    /// The `data` of the response to an invitation.
    pub async fn invite(&self, admin: &Person, email: &str, user_type: &str) -> Value {
        let form = json!({ "email": email, "userType": user_type });
        let sent = self.post(admin, "/api/company/invite", form).await;
        assert_eq!(sent.status, StatusCode::OK, "{:?}", sent.json);
        sent.json["data"].clone()
    }
}

/// The secret in the link of an invitation's mail.
pub fn secret_in(letter: &ReceivedMail) -> String {
    let (_, rest) =
        letter.text.split_once("#secret=").unwrap_or_else(|| panic!("no secret: {letter:?}"));
    rest.split_whitespace().next().expect("a secret").to_string()
}
