//! Messages of visitors and users to the operator.

use chrono::{DateTime, Utc};
use domain::{
    feedback::{Feedback, NewLead},
    types::ids::{FeedbackId, LeadId, UserId},
};

use crate::{db::prelude::*, scope::Scope};

/// Stores a lead. A statement without a scope: a lead belongs to no company.
pub async fn insert_lead(
    tx: &mut Tx,
    id: LeadId,
    lead: &NewLead,
    now: DateTime<Utc>,
) -> DbResult<()> {
    sql!(
        "INSERT INTO lead (id, name, email, company_type, details, date_inserted)
         VALUES ($1, $2, $3, $4, $5, $6)"
    )
    .bind(id)
    .bind(&lead.name)
    .bind(&lead.email)
    .bind(&lead.company_type)
    .bind(&lead.details)
    .bind(now)
    .run_one(tx)
    .await
}

/// Stores a user's feedback.
pub async fn insert_feedback(
    tx: &mut Tx,
    scope: Scope,
    id: FeedbackId,
    author: UserId,
    feedback: &Feedback,
    now: DateTime<Utc>,
) -> DbResult<()> {
    sql!(
        "INSERT INTO feedback (id, person_id, company_id, subject, kind, details, date_inserted)
         VALUES ($1, $2, $3, $4, $5, $6, $7)"
    )
    .bind(id)
    .bind(author)
    .bind(scope)
    .bind(&feedback.subject)
    .bind(&feedback.kind)
    .bind(&feedback.details)
    .bind(now)
    .run_one(tx)
    .await
}

/// A lead as it was sent.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct LeadRow {
    pub name: String,
    pub email: String,
    pub company_type: String,
    pub details: String,
    pub date_inserted: DateTime<Utc>,
}

/// Feedback as it was sent, and its author's address.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct FeedbackRow {
    pub email: String,
    pub kind: String,
    pub subject: String,
    pub details: String,
    pub date_inserted: DateTime<Utc>,
}

columns! {
    LeadRow { name, email, company_type, details, date_inserted }
    FeedbackRow { email, kind, subject, details, date_inserted }
}

/// All leads, newest first, only for the operator.
pub async fn leads(tx: &mut Tx) -> DbResult<Vec<LeadRow>> {
    sql!(
        "SELECT name, email, company_type, details, date_inserted FROM lead
         ORDER BY date_inserted DESC, id DESC"
    )
    .all(tx)
    .await
}

/// All feedback, newest first, only for the operator.
pub async fn feedback(tx: &mut Tx) -> DbResult<Vec<FeedbackRow>> {
    sql!(
        "SELECT person.email, feedback.kind, feedback.subject, feedback.details,
             feedback.date_inserted
         FROM feedback JOIN person ON person.id = feedback.person_id
         ORDER BY feedback.date_inserted DESC, feedback.id DESC"
    )
    .all(tx)
    .await
}
