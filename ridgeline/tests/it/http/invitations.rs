//! Invitations: who sends them, what arrives, who may open them, and when they expire.

use axum::http::StatusCode;
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Foreman, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp, invited::secret_in};

const INVITE: &str = "/api/company/invite";
const OPEN: &str = "/api/company/invitations";
const UNKNOWN: &str = "0198f7a0-0000-7000-8000-000000000000";

fn look(id: &Value) -> String {
    format!("/api/company/invite/{}", id.as_str().expect("id"))
}

fn decline(id: &Value) -> String {
    format!("/api/company/invitation/{}", id.as_str().expect("id"))
}

fn form(email: &str, user_type: &str) -> Value {
    json!({ "email": email, "userType": user_type })
}

async fn open(app: &TestApp, admin: &Person) -> Value {
    app.get(admin, OPEN).await.json["invitations"].clone()
}

async fn status(app: &TestApp, method: &str, path: &str) -> (u16, String) {
    let response = app.call(None, method, path, Value::Null).await;
    (response.status.as_u16(), response.code().to_string())
}

both_engines! {
    async fn only_admins_invite_and_see_the_invitations(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        app.invite(&admin, "ana@example.com", "member").await;
        for (method, path) in [("POST", INVITE), ("GET", OPEN)] {
            let response = app.call(None, method, path, form("bea@example.com", "admin")).await;
            assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"), "{path}");
            for (company, kind) in [(admin.company, Member), (admin.company, Foreman), (sub.company, Member)] {
                let who = app.colleague(company, kind).await;
                let response = app.call(Some(&who), method, path, form("bea@example.com", "admin")).await;
                assert_eq!((response.status, response.message()), (StatusCode::FORBIDDEN, "Only admin accounts can perform this action"), "{path}");
            }
            let newcomer = app.newcomer(&format!("{method}@example.com")).await;
            let response = app.call(Some(&newcomer), method, path, form("bea@example.com", "admin")).await;
            assert_eq!(response.status, StatusCode::FORBIDDEN, "{path}");
        }
        assert_eq!(open(app, &sub).await, json!([]), "another company's guests are nobody's business");
        assert_eq!(open(app, &admin).await.as_array().map(Vec::len), Some(1));
        assert_eq!(app.outbox().await.len(), 1);
    }

    async fn an_invitation_arrives_with_a_link_that_opens_without_signing_in(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let data = app.invite(&admin, "  Ana@Example.com ", "foreman").await;
        let id = data["invitationId"].clone();
        assert_eq!(data, json!({ "invitationId": id, "email": "Ana@Example.com", "userType": "foreman", "isResendingInvitation": false }));
        let mails = app.outbox().await;
        let mail = &mails[0];
        assert_eq!(mails.len(), 1);
        assert_eq!((&mail.to, &mail.from), (&vec!["- <Ana@Example.com>".to_string()], &vec!["Ridge & Sons <ridgeline@localhost>".to_string()]));
        assert_eq!(mail.reply_to, [format!("Ada Ridge <{}@example.com>", admin.user)]);
        assert_eq!(mail.subject, "Ridge & Sons invites you to Ridgeline");
        let link = format!("http://localhost:8080/invite/{}#secret={}", id.as_str().expect("id"), secret_in(mail));
        assert!(mail.text.contains("Ada Ridge invites you to join Ridge & Sons on Ridgeline."), "{}", mail.text);
        assert!(mail.text.contains(&format!("Accept the invitation:\n{link}\n")), "{}", mail.text);
        assert!(mail.text.contains("The invitation works once, within 14 days."), "{}", mail.text);
        assert!(mail.html.contains(&format!("<a href=\"{link}\">Accept the invitation</a>")), "{}", mail.html);
        let seen = app.call(None, "GET", &look(&id), Value::Null).await;
        assert_eq!((seen.status, &seen.json), (StatusCode::OK, &json!({
            "companyName": "Ridge & Sons", "companyId": admin.company, "email": "Ana@Example.com",
        })));
        let now = app.app.clock.now();
        assert_eq!(open(app, &admin).await, json!([{
            "invitationId": id, "email": "Ana@Example.com", "userType": "foreman", "sentAt": now, "expiresAt": now + Duration::days(14),
        }]));
    }

    async fn an_invitation_is_in_the_language_of_its_sender(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let settings = json!({ "firstName": "Luis", "lastName": "Ríos", "location": "Antioch, TN", "language": "spanish", "position": "Dueño" });
        assert_eq!(app.post(&admin, "/api/auth/user/update", settings).await.status, StatusCode::OK);
        app.invite(&admin, "ana@example.com", "member").await;
        let mails = app.outbox().await;
        assert_eq!(mails[0].subject, "Ridge & Sons le invita a Ridgeline");
        assert!(mails[0].text.contains("Luis Ríos le invita a unirse a Ridge & Sons en Ridgeline."), "{}", mails[0].text);
        assert!(mails[0].text.contains("Aceptar la invitación:\nhttp://localhost:8080/invite/"), "{}", mails[0].text);
        let taken = app.post(&admin, INVITE, form(&format!("{}@example.com", admin.user), "member")).await;
        assert_eq!(taken.message(), "Ya existe un usuario con este correo.");
    }

    async fn an_invalid_invitation_names_its_errors_and_sends_no_mail(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let sub = app.sign_in(Subcontractor, Admin).await;
        for (who, form, refused) in [
            (&admin, json!({}), vec!["email required", "userType required"]),
            (&admin, form("no address", "boss"), vec!["email email", "userType choice"]),
            (&admin, form("ana@example.com\r\nBcc: everybody@example.com", "member"), vec!["email email"]),
            (&admin, form("ana@example.com, bea@example.com", "member"), vec!["email email"]),
            (&admin, form("Ana <ana@example.com>", "member"), vec!["email email"]),
            (&admin, form("a\u{0}na@example.com", "member"), vec!["email format"]),
            (&admin, form(&format!("{}@example.com", "x".repeat(1_000)), "member"), vec!["email too_long"]),
            (&sub, form("ana@example.com", "salesman"), vec!["userType choice"]),
            (&sub, form("ana@example.com", "foreman"), vec!["userType choice"]),
            (&sub, json!({ "email": "ana@example.com", "userType": "foreman", "companyType": "contractor" }), vec!["userType choice"]),
        ] {
            let response = app.post(who, INVITE, form.clone()).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, refused.iter().map(ToString::to_string).collect()), "{form}");
        }
        for bad in [json!([]), json!("ana@example.com"), json!({ "email": 7, "userType": "member" })] {
            assert_eq!(app.post(&admin, INVITE, bad).await.status, StatusCode::BAD_REQUEST);
        }
        let lone = axum::http::Request::post(INVITE).body(r#"{"email":"a\ud800@example.com","userType":"member"}"#.into());
        assert_eq!(app.send(Some(&admin), lone.expect("request")).await.status, StatusCode::BAD_REQUEST);
        assert_eq!((open(app, &admin).await, open(app, &sub).await), (json!([]), json!([])));
        assert_eq!(app.outbox().await.len(), 0);
        for user_type in ["admin", "member"] {
            app.invite(&sub, &format!("{user_type}@example.com"), user_type).await;
        }
        for user_type in ["admin", "member", "salesman", "foreman"] {
            app.invite(&admin, &format!("{user_type}@example.com"), user_type).await;
        }
    }

    async fn a_user_of_a_company_cannot_be_invited_and_a_user_without_one_can(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let colleague = app.colleague(admin.company, Member).await;
        let outsider = app.sign_in(Subcontractor, Member).await;
        for known in [&admin, &colleague, &outsider] {
            let response = app.post(&admin, INVITE, form(&format!("{}@EXAMPLE.com", known.user), "member")).await;
            assert_eq!((response.status, response.code(), response.message()), (StatusCode::CONFLICT, "conflict", "A user with this email already exists."));
        }
        assert_eq!(app.outbox().await.len(), 0);
        app.newcomer("signed.up@example.com").await;
        app.invite(&admin, "signed.up@example.com", "member").await;
        let removed = app.post(&admin, "/api/company/removeUser", json!({ "userId": colleague.user })).await;
        assert_eq!(removed.status, StatusCode::OK);
        let again = app.invite(&admin, &format!("{}@example.com", colleague.user), "member").await;
        assert_eq!(again["isResendingInvitation"], false);
    }

    async fn resending_an_invitation_extends_the_link_of_the_first_mail(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let first = app.invite(&admin, "ana@example.com", "member").await;
        app.advance(Duration::days(13));
        let partner = app.colleague(admin.company, Admin).await;
        let again = app.invite(&partner, "ANA@example.com", "admin").await;
        assert_eq!(again, json!({ "invitationId": first["invitationId"], "email": "ANA@example.com", "userType": "admin", "isResendingInvitation": true }));
        let mails = app.outbox().await;
        assert_eq!(mails.len(), 2);
        for mail in &mails {
            assert!(mail.text.contains(first["invitationId"].as_str().expect("id")), "{}", mail.text);
        }
        app.advance(Duration::days(14) - Duration::seconds(1));
        assert_eq!(app.call(None, "GET", &look(&first["invitationId"]), Value::Null).await.status, StatusCode::OK);
        let list = open(app, &admin).await;
        assert_eq!((list.as_array().map(Vec::len), &list[0]["userType"]), (Some(1), &json!("admin")));
        app.advance(Duration::seconds(1));
        assert_eq!(status(app, "GET", &look(&first["invitationId"])).await, (404, "not_found".to_string()));
    }

    async fn an_expired_invitation_stays_expired(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let old = app.invite(&admin, "ana@example.com", "admin").await["invitationId"].clone();
        app.advance(Duration::days(14));
        assert_eq!(open(app, &admin).await, json!([]));
        for (method, path) in [("GET", look(&old)), ("DELETE", decline(&old))] {
            assert_eq!(status(app, method, &path).await, (404, "not_found".to_string()), "{method}");
        }
        let new = app.invite(&admin, "ana@example.com", "member").await;
        assert_eq!(new["isResendingInvitation"], false);
        assert_ne!(new["invitationId"], old);
        assert_eq!(status(app, "GET", &look(&old)).await.0, 404, "the old link does not rise again");
        assert_eq!(open(app, &admin).await[0]["invitationId"], new["invitationId"]);
    }

    async fn only_the_link_declines_an_invitation(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let ana = app.invite(&admin, "ana@example.com", "member").await["invitationId"].clone();
        let bea = app.invite(&admin, "bea@example.com", "member").await["invitationId"].clone();
        for unknown in [UNKNOWN, "no-id", "%00", "018f"] {
            for path in [look(&json!(unknown)), decline(&json!(unknown))] {
                let method = if path.contains("/invite/") { "GET" } else { "DELETE" };
                assert_eq!(status(app, method, &path).await, (404, "not_found".to_string()), "{path}");
            }
        }
        let declined = app.call(None, "DELETE", &decline(&ana), Value::Null).await;
        assert_eq!((declined.status, &declined.json), (StatusCode::OK, &json!({ "id": ana })));
        assert_eq!(status(app, "DELETE", &decline(&ana)).await.0, 404);
        assert_eq!(status(app, "GET", &look(&ana)).await.0, 404);
        let list = open(app, &admin).await;
        assert_eq!((list.as_array().map(Vec::len), &list[0]["invitationId"]), (Some(1), &bea));
        let anew = app.invite(&admin, "ana@example.com", "member").await;
        assert_eq!(anew["isResendingInvitation"], false);
        assert_ne!(anew["invitationId"], ana);
    }

    async fn a_company_name_injects_no_header_and_no_markup(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let name = "Ridge\r\nBcc: everybody@example.com\r\n\r\n<script>alert(1)</script>";
        let path = format!("/api/company/update/{}", admin.company);
        let renamed = app.put(&admin, &path, json!({ "name": name, "location": "Nashville, TN", "description": "Roofs" })).await;
        assert_eq!(renamed.status, StatusCode::OK, "{:?}", renamed.json);
        app.invite(&admin, "o'neil+crew@example.com", "member").await;
        let mails = app.outbox().await;
        assert_eq!(mails[0].to, ["- <o'neil+crew@example.com>"]);
        assert!(!mails[0].headers.iter().any(|header| header.eq_ignore_ascii_case("bcc")), "{:?}", mails[0].headers);
        assert!(!mails[0].html.contains("<script"), "{}", mails[0].html);
        assert!(mails[0].subject.starts_with("Ridge Bcc: everybody@example.com <script>"), "{}", mails[0].subject);
    }

    async fn an_invitations_id_is_neither_stored_nor_guessable(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let mut ids = Vec::new();
        for guest in 0..4 {
            let sent = app.invite(&admin, &format!("{guest}@example.com"), "member").await;
            ids.push(sent["invitationId"].as_str().expect("id").to_string());
        }
        let listed: Vec<_> = open(app, &admin).await.as_array().expect("list").iter().map(|row| row["invitationId"].clone()).collect();
        assert_eq!(listed, ids.iter().map(|id| json!(id)).collect::<Vec<_>>());
        let starts: std::collections::BTreeSet<_> = ids.iter().map(|id| &id[..8]).collect();
        assert_eq!(starts.len(), 4, "ids of one moment have nothing in common: {ids:?}");
        let mut tx = app.app.db.read().await.expect("tx");
        for id in &ids {
            let id: uuid::Uuid = id.parse().expect("id");
            let stored: bool = store::sql!("SELECT EXISTS (SELECT 1 FROM invitation WHERE seed = $1 OR link_hash = $2) AS value")
                .bind(id).bind(id.as_bytes().to_vec()).value(&mut tx).await.expect("asked");
            assert!(!stored, "whoever reads the table can follow {id}");
        }
    }

    async fn listing_many_invitations_takes_as_many_statements_as_one(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let mut statements = Vec::new();
        for guest in 0..6 {
            app.invite(&admin, &format!("{guest}@example.com"), "member").await;
            let before = app.app.db.statements_run();
            open(app, &admin).await;
            statements.push(app.app.db.statements_run() - before);
        }
        assert_eq!(statements.iter().min(), statements.iter().max(), "{statements:?}");
    }

    async fn two_admins_who_invite_at_once_create_one_invitation(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let partner = app.colleague(admin.company, Admin).await;
        let (one, other) = tokio::join!(
            app.invite(&admin, "ana@example.com", "member"),
            app.invite(&partner, "ana@example.com", "member"),
        );
        assert_eq!(one["invitationId"], other["invitationId"]);
        assert_ne!(one["isResendingInvitation"], other["isResendingInvitation"]);
        assert_eq!(open(app, &admin).await.as_array().map(Vec::len), Some(1));
    }
}
