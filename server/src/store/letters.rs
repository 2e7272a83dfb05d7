//! What visitors and people of the product write to whoever runs it.

use chrono::{DateTime, Utc};
use domain::{
    ids::{FeedbackId, LeadId, UserId},
    letters::{Feedback, NewLead},
};

use crate::{
    db::{DbResult, Tx},
    scope::Scope,
    sql,
};

/// Keeps who wants to find out more. A statement without a scope: they have no company here.
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

/// Keeps what somebody thinks of the product.
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
