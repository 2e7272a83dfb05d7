//! Calls that only admins of the owning company may make.

use axum::http::StatusCode;
use domain::permissions::permission::{
    CompanyType::{Contractor, Subcontractor},
    UserType::{Admin, Member},
};
use serde_json::Value;

use super::{Person, TestApp};

/// A method, a path and a body.
pub type Call = (&'static str, String, Value);

impl TestApp {
    /// All of these calls are refused without a token, and to a member of the company with this message. For
    /// an admin of another company they are 404, except the first one, which names nothing.
    pub async fn refuse_all_but_own_admins(&self, admin: &Person, words: &str, calls: &[Call]) {
        let member = self.colleague(admin.company, Member).await;
        let outsider = self.sign_in(Contractor, Admin).await;
        for (method, path, body) in calls {
            let response = self.call(None, method, path, body.clone()).await;
            let outcome = (response.status, response.code());
            assert_eq!(outcome, (StatusCode::UNAUTHORIZED, "unauthenticated"), "{method} {path}");
            let response = self.call(Some(&member), method, path, body.clone()).await;
            let outcome = (response.status, response.message());
            assert_eq!(outcome, (StatusCode::FORBIDDEN, words), "{method} {path}");
        }
        for (method, path, body) in &calls[1..] {
            let response = self.call(Some(&outsider), method, path, body.clone()).await;
            let outcome = (response.status, response.code());
            let wanted = (StatusCode::NOT_FOUND, "not_found");
            assert_eq!(outcome, wanted, "{method} {path}: 404 comes before 422");
        }
    }

    /// Subcontractors are refused all of these calls.
    pub async fn refuse_subcontractors(&self, calls: &[Call]) {
        let sub = self.sign_in(Subcontractor, Admin).await;
        for (method, path, body) in calls {
            let response = self.call(Some(&sub), method, path, body.clone()).await;
            let outcome = (response.status, response.message());
            assert_eq!(outcome, (StatusCode::FORBIDDEN, "Unauthorized"), "{method} {path}");
        }
    }
}
