//! `/api/leads` and `/api/feedback`: what people write to the operator.

use domain::{
    feedback::{Feedback, NewLead},
    i18n::mails::MailText,
    limits::quotas::Quota,
    notifications::mails::{self, MailBuilder},
    types::{
        ids::{FeedbackId, LeadId},
        language::Language,
    },
};
use schemars::JsonSchema;
use serde::Serialize;
use services::core::{network::ClientNetwork, rate_limiter::RateLimitSubject};
use store::{
    feedback as letters,
    mail_queue::{self, MailAddress, NewMail},
};
use uuid::Uuid;

use crate::http::{body::Created, prelude::*, rate_limit::take};

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/leads", add_lead)
        .limited(Quota::PublicForm)
        .post("/api/feedback", add_feedback)
        .limited(Quota::Feedback)
}

#[derive(Serialize, JsonSchema)]
struct StoredId<Id> {
    id: Id,
}

/// A robot gets the same response, so that it does not try another way.
async fn add_lead(
    _: Visitor,
    State(app): State<App>,
    from: ClientNetwork,
    CheckedForm(lead): CheckedForm<NewLead>,
) -> ApiResult<Created<StoredId<LeadId>>> {
    let now = app.clock.now();
    // A refused form does not count as a lead.
    take(&app, Quota::Lead, RateLimitSubject::anonymous(from), 1).await?;
    let id = LeadId(Uuid::now_v7());
    if !lead.is_spam() {
        let mut tx = app.db.write().await?;
        letters::insert_lead(&mut tx, id, &lead, now).await?;
        if let Some(operator) = &app.leads_to {
            let to = [MailAddress { email: operator.clone(), name: None }];
            mail_queue::queue(&mut tx, &mail_of(lead), &to, now).await?;
        }
        tx.commit().await?;
    }
    Ok(Created(StoredId { id }))
}

/// The operator's language is unknown, so the mail is in English. A reply goes to the visitor.
fn mail_of(lead: NewLead) -> NewMail {
    let language = Language::default();
    let gaps =
        [("name", lead.name.clone()), ("email", lead.email.clone()), ("kind", lead.company_type)];
    let writing = MailBuilder::new(language).say(MailText::Lead, &gaps);
    let writing = if lead.details.is_empty() { writing } else { writing.quote(&lead.details) };
    let written = writing.finish(&mails::subject(MailText::LeadSubject, language, &gaps));
    let reply_to = Some(MailAddress { email: lead.email, name: Some(lead.name) });
    NewMail { reply_to, ..NewMail::own(written) }
}

async fn add_feedback(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    CheckedForm(feedback): CheckedForm<Feedback>,
) -> ApiResult<Reply<StoredId<FeedbackId>>> {
    let id = FeedbackId(Uuid::now_v7());
    let mut tx = app.db.write().await?;
    let (scope, author, now) = (caller.scope(), caller.user(), app.clock.now());
    letters::insert_feedback(&mut tx, scope, id, author, &feedback, now).await?;
    tx.commit().await?;
    Ok(Reply(StoredId { id }))
}
