//! Users with passwords, and the links in their mails.

use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use domain::types::ids::{CompanyId, UserId};
use serde_json::{Value, json};
use services::core::network::ClientNetwork;
use store::accounts::passwords;
use tower::ServiceExt as _;

use super::{Person, TestApp, TestResponse, mail::ReceivedMail};

/// A password that is not easily guessed.
pub const PASSWORD: &str = "ridge cap shingle";

impl TestApp {
    /// A POST call without signing in.
    pub async fn ask(&self, path: &str, body: Value) -> TestResponse {
        self.call(None, "POST", path, body).await
    }

    /// A user who signed up with this address and has no company.
    pub async fn signed_up(&self, email: &str) -> Person {
        let form = json!({ "email": email, "password": PASSWORD });
        let created = self.ask("/api/auth/local/signup", form).await;
        assert_eq!(created.status, StatusCode::CREATED, "{:?}", created.json);
        with_token(&created)
    }

    /// A user who signed up with this address and founded a company.
    pub async fn founder(&self, email: &str) -> Person {
        let me = self.signed_up(email).await;
        self.found(&me, "english").await
    }

    /// Founds a company for a signed-up user who reads this language.
    pub async fn found(&self, me: &Person, language: &str) -> Person {
        let form = json!({
            "firstName": "Ana", "lastName": "Muñoz", "location": "Nashville, TN",
            "language": language, "position": "Owner", "account_type": "contractor",
            "company_name": "Summit Roofing",
        });
        let created = self.post(me, "/api/auth/createNewAccountWithCompany", form).await;
        assert_eq!(created.status, StatusCode::CREATED, "{:?}", created.json);
        let id = |id: &Value| id.as_str().expect("an id").parse().expect("an id");
        Person {
            company: CompanyId(id(&created.json["company"]["id"])),
            user: UserId(id(&created.json["user"]["id"])),
            token: me.token.clone(),
        }
    }

    /// A founder whose email address is verified.
    pub async fn founder_with_proof(&self, email: &str) -> Person {
        let me = self.signed_up(email).await;
        let token = token_in(&self.newest_mail().await, "/verify-email");
        let response = self.ask("/api/auth/local/verifyEmail", json!({ "token": token })).await;
        assert_eq!(response.status, StatusCode::OK, "{:?}", response.json);
        self.found(&me, "english").await
    }

    /// The response to a log-in with the password.
    pub async fn log_in(&self, email: &str, password: &str) -> TestResponse {
        self.ask("/api/auth/local/login", json!({ "email": email, "password": password })).await
    }

    /// Sets a password for a user of a company.
    pub async fn set_password(&self, who: &Person) {
        let permit =
            self.app.passwords.permit(ClientNetwork::of_address(None)).await.expect("permit");
        let hash = permit.hash(PASSWORD).await.expect("hash");
        let mut tx = self.app.db.write().await.expect("tx");
        passwords::set(&mut tx, who.user, &hash).await.expect("password");
        tx.commit().await.expect("commit");
    }

    /// The same user after one more log-in.
    pub async fn logged_in_again(&self, who: &Person, email: &str) -> Person {
        let token = with_token(&self.log_in(email, PASSWORD).await).token;
        Person { token, ..who.clone() }
    }

    /// The status of a call that runs beside another one, which may have uncommitted changes meanwhile.
    pub async fn concurrently(&self, request: Request<Body>) -> StatusCode {
        self.router().oneshot(request).await.expect("answer").status()
    }

    /// The newest mail.
    pub async fn newest_mail(&self) -> ReceivedMail {
        self.outbox().await.pop().expect("a mail")
    }

    /// Whether a user is still signed in.
    pub async fn is_signed_in(&self, who: &Person) -> bool {
        self.get(who, "/api/auth/fetchProfile").await.status == StatusCode::OK
    }
}

/// A user with the token in the response.
pub fn with_token(answer: &TestResponse) -> Person {
    let token =
        answer.json["token"].as_str().unwrap_or_else(|| panic!("no token: {:?}", answer.json));
    Person { company: CompanyId::default(), user: UserId::default(), token: token.to_string() }
}

/// The text after `token=` in a mail's link to this page.
pub fn token_in(letter: &ReceivedMail, page: &str) -> String {
    let start = format!("http://localhost:8080{page}?token=");
    let (_, rest) =
        letter.text.split_once(&start).unwrap_or_else(|| panic!("no {page}: {letter:?}"));
    rest.split_whitespace().next().expect("a token").to_string()
}
