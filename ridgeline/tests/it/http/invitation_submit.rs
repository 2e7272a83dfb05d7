//! Accepting an invitation: once, with the invited address, with the role that was offered.

use axum::http::StatusCode;
use chrono::Duration;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use serde_json::{Value, json};

use crate::support::{Person, TestApp};

const SUBMIT: &str = "/api/company/invitation/submit";
const MISMATCH: &str =
    "You must sign up using the same email with which you received the invitation.";

fn settings(invitation: &Value) -> Value {
    json!({
        "invitationId": invitation["invitationId"], "email": invitation["email"], "firstName": " Ana ", "lastName": "López",
        "phoneNumber": "615 555 0100", "location": "Nashville, TN", "position": "Crew lead", "language": "spanish",
    })
}

fn with(invitation: &Value, field: &str, value: Value) -> Value {
    let mut form = settings(invitation);
    form[field] = value;
    form
}

async fn is_open(app: &TestApp, invitation: &Value) -> bool {
    let path = format!("/api/company/invite/{}", invitation["invitationId"].as_str().expect("id"));
    app.call(None, "GET", &path, Value::Null).await.status == StatusCode::OK
}

async fn people(app: &TestApp, company: &Person) -> usize {
    let path = format!("/api/company/users/{}", company.company);
    app.get(company, &path).await.json["employees"].as_array().expect("people").len()
}

async fn notification_texts(app: &TestApp, who: &Person) -> Vec<Value> {
    let list = app.get(who, "/api/notifications/user").await.json["notifications"].clone();
    list.as_array()
        .expect("notifications")
        .iter()
        .map(|notification| notification["content"].clone())
        .collect()
}

both_engines! {
    async fn nobody_accepts_an_invitation_without_signing_in(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let invitation = app.invite(&admin, "ana@example.com", "member").await;
        let response = app.call(None, "POST", SUBMIT, settings(&invitation)).await;
        assert_eq!((response.status, response.code()), (StatusCode::UNAUTHORIZED, "unauthenticated"));
        assert!(is_open(app, &invitation).await);
    }

    async fn the_invited_user_joins_with_the_offered_role(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let partner = app.colleague(admin.company, Admin).await;
        let member = app.colleague(admin.company, Member).await;
        let invitation = app.invite(&admin, "Ana@example.com", "foreman").await;
        let ana = app.newcomer("ana@EXAMPLE.com").await;
        let form = with(&invitation, "companyId", json!(admin.company));
        let come = app.post(&ana, SUBMIT, form).await;
        assert_eq!(come.status, StatusCode::CREATED, "{:?}", come.json);
        assert_eq!(come.json["user"], json!({
            "id": ana.user, "firstName": "Ana", "lastName": "López", "position": "Crew lead", "email": "ana@EXAMPLE.com",
            "phoneNumber": "615-555-0100", "userType": "foreman", "companyId": admin.company, "location": "Nashville, TN",
            "language": "spanish", "accountCreationComplete": true,
        }));
        assert_eq!((&come.json["company"]["id"], &come.json["company"]["name"]), (&json!(admin.company), &json!("Ridge & Sons")));
        assert_eq!(app.get(&ana, "/api/auth/fetchProfile").await.json, come.json);
        assert_eq!(app.get(&ana, "/api/jobs/myJobs/contractor").await.status, StatusCode::OK, "the same session is inside");
        assert_eq!(people(app, &admin).await, 4);
        for who in [&admin, &partner] {
            assert_eq!(notification_texts(app, who).await, ["Ana López accepted the invitation and joined Ridge & Sons."]);
        }
        for who in [&member, &ana] {
            assert_eq!(notification_texts(app, who).await.len(), 0);
        }
        assert_eq!(app.get(&admin, "/api/company/invitations").await.json["invitations"], json!([]));
    }

    async fn an_invitation_works_once(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let invitation = app.invite(&admin, "ana@example.com", "member").await;
        let ana = app.newcomer("ana@example.com").await;
        assert_eq!(app.post(&ana, SUBMIT, settings(&invitation)).await.status, StatusCode::CREATED);
        assert!(!is_open(app, &invitation).await);
        let twice = app.post(&ana, SUBMIT, settings(&invitation)).await;
        assert_eq!((twice.status, twice.code()), (StatusCode::BAD_REQUEST, "invitation"));
        assert_eq!(twice.message(), "Hubo un problema al cargar esta invitación... venció o ya se usó...");
        assert_eq!((people(app, &admin).await, notification_texts(app, &admin).await.len()), (2, 1));
        let response = app.post(&admin, "/api/company/invite", json!({ "email": "ana@example.com", "userType": "member" })).await;
        assert_eq!((response.status, response.message()), (StatusCode::CONFLICT, "A user with this email already exists."));
    }

    async fn two_concurrent_submits_create_one_membership(app: &TestApp) {
        for round in 0..4 {
            let admin = app.sign_in(Contractor, Admin).await;
            let email = format!("ana{round}@example.com");
            let invitation = app.invite(&admin, &email, "member").await;
            let ana = app.newcomer(&email).await;
            let (one, other) = tokio::join!(
                app.post(&ana, SUBMIT, settings(&invitation)),
                app.post(&ana, SUBMIT, settings(&invitation)),
            );
            let (one, other) = (one.status.as_u16(), other.status.as_u16());
            assert_eq!([one.min(other), one.max(other)], [201, 400]);
            assert_eq!((people(app, &admin).await, notification_texts(app, &admin).await.len()), (2, 1));
        }
    }

    async fn a_person_invited_by_two_companies_joins_only_one(app: &TestApp) {
        for round in 0..4 {
            let (admin, sub) = (app.sign_in(Contractor, Admin).await, app.sign_in(Subcontractor, Admin).await);
            let email = format!("ana{round}@example.com");
            let (first, second) = (app.invite(&admin, &email, "foreman").await, app.invite(&sub, &email, "admin").await);
            let ana = app.newcomer(&email).await;
            let (one, other) = tokio::join!(app.post(&ana, SUBMIT, settings(&first)), app.post(&ana, SUBMIT, settings(&second)));
            let (one, other) = (one.status.as_u16(), other.status.as_u16());
            assert_eq!([one.min(other), one.max(other)], [201, 400]);
            let lost = if one == 201 { &second } else { &first };
            let response = app.post(&ana, SUBMIT, settings(lost)).await;
            assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "invitation"));
            assert_eq!(response.message(), "Ya existe una cuenta con esos datos de acceso.");
            assert_eq!(people(app, &admin).await + people(app, &sub).await, 3);
        }
    }

    async fn another_account_is_asked_to_sign_up_with_the_invited_address(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let invitation = app.invite(&admin, "ana@example.com", "admin").await;
        let eve = app.newcomer("eve@example.com").await;
        // Neither an incomplete form nor the invited address in the form changes that.
        for form in [settings(&invitation), json!({ "invitationId": invitation["invitationId"] })] {
            let response = app.post(&eve, SUBMIT, form).await;
            assert_eq!((response.status, response.code(), response.message()), (StatusCode::BAD_REQUEST, "invitation", MISMATCH));
        }
        let member = app.sign_in(Subcontractor, Member).await;
        let response = app.post(&member, SUBMIT, settings(&invitation)).await;
        assert_eq!((response.status, response.message()), (StatusCode::BAD_REQUEST, MISMATCH));
        assert!(is_open(app, &invitation).await, "whoever it is for can still come");
        assert_eq!((people(app, &admin).await, notification_texts(app, &admin).await.len()), (1, 0));
        assert_eq!(app.get(&eve, "/api/auth/fetchProfile").await.json["company"], Value::Null);
        let ana = app.newcomer("ana@example.com").await;
        let come = app.post(&ana, SUBMIT, with(&invitation, "email", json!("someone@else.example"))).await;
        assert_eq!((come.status, &come.json["user"]["email"]), (StatusCode::CREATED, &json!("ana@example.com")), "the token's address counts");
    }

    async fn an_incomplete_form_names_each_missing_field_and_does_not_use_up_the_invitation(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let other = app.sign_in(Contractor, Admin).await;
        let invitation = app.invite(&admin, "ana@example.com", "member").await;
        let ana = app.newcomer("ana@example.com").await;
        let only_id = json!({ "invitationId": invitation["invitationId"] });
        for (form, refused) in [
            (only_id, vec!["firstName required", "lastName required", "location required", "language required", "position required"]),
            (with(&invitation, "phoneNumber", json!("555")), vec!["phoneNumber phone_format"]),
            (with(&invitation, "language", json!("latin")), vec!["language choice"]),
            (with(&invitation, "firstName", json!("x".repeat(1_001))), vec!["firstName too_long"]),
            (with(&invitation, "position", json!("a\u{0}b")), vec!["position format"]),
            (with(&invitation, "companyId", json!(other.company)), vec!["companyId choice"]),
            (with(&invitation, "companyId", json!("no id")), vec!["companyId choice"]),
            (with(&invitation, "invitationId", json!(" ")), vec!["invitationId required"]),
        ] {
            let response = app.post(&ana, SUBMIT, form).await;
            assert_eq!((response.status, response.fields()), (StatusCode::UNPROCESSABLE_ENTITY, refused.iter().map(ToString::to_string).collect()));
        }
        for bad in [json!([]), with(&invitation, "firstName", json!(7)), with(&invitation, "invitationId", json!({}))] {
            let response = app.post(&ana, SUBMIT, bad).await;
            assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "malformed"));
        }
        assert!(is_open(app, &invitation).await);
        let come = app.post(&ana, SUBMIT, with(&invitation, "phoneNumber", Value::Null)).await;
        assert_eq!((come.status, &come.json["user"]["phoneNumber"]), (StatusCode::CREATED, &Value::Null), "the phone is optional");
    }

    async fn an_expired_or_declined_invitation_admits_nobody(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let ana = app.newcomer("ana@example.com").await;
        let declined = app.invite(&admin, "ana@example.com", "member").await;
        let path = format!("/api/company/invitation/{}", declined["invitationId"].as_str().expect("id"));
        assert_eq!(app.call(None, "DELETE", &path, Value::Null).await.status, StatusCode::OK);
        let late = app.invite(&admin, "ana@example.com", "member").await;
        app.advance(Duration::days(14));
        for id in [declined["invitationId"].clone(), late["invitationId"].clone(), json!("no id"), json!(admin.company)] {
            // This takes precedence over validation errors.
            for form in [with(&late, "invitationId", id.clone()), json!({ "invitationId": id })] {
                let response = app.post(&ana, SUBMIT, form).await;
                assert_eq!((response.status, response.code()), (StatusCode::BAD_REQUEST, "invitation"), "{id}");
            }
        }
        assert_eq!(people(app, &admin).await, 1);
    }

    async fn a_removed_user_returns_with_the_newly_offered_role(app: &TestApp) {
        let admin = app.sign_in(Contractor, Admin).await;
        let ana = app.newcomer("ana@example.com").await;
        let invitation = app.invite(&admin, "ana@example.com", "admin").await;
        assert_eq!(app.post(&ana, SUBMIT, settings(&invitation)).await.status, StatusCode::CREATED);
        let out = app.post(&admin, "/api/company/removeUser", json!({ "userId": ana.user })).await;
        assert_eq!(out.status, StatusCode::OK);
        let invitation = app.invite(&admin, "ana@example.com", "member").await;
        let back = app.signed_in_again(ana.user).await;
        let come = app.post(&back, SUBMIT, settings(&invitation)).await;
        assert_eq!((come.status, &come.json["user"]["userType"]), (StatusCode::CREATED, &json!("member")));
        assert_eq!(come.json["user"]["id"], json!(ana.user));
        assert_eq!(people(app, &admin).await, 2);
    }
}
