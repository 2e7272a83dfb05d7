//! Sends work orders by mail, and what all mails with orders share: the PDF is stored first, then everything else in one transaction.

use chrono::{DateTime, Utc};
use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    companies::people::User,
    i18n::{
        mails::MailText,
        rules::{Param, Text},
    },
    limits::quotas::Quota,
    notifications::mails::{self, MailBuilder},
    orders::work_orders::{SendWorkOrder, WorkOrder},
    types::{ids::MailDeliveryId, language::Language},
};
use services::core::rate_limiter::RateLimitSubject;
use store::{
    activity::{record, subject::Subject},
    actor::ActionContext,
    companies::{
        companies,
        people::{self, MailRecipient},
    },
    db::{Tx, error::DbResult},
    files::deletion_queue,
    jobs::{changes, visibility::Viewer},
    mail_queue::{self, Attachment, MailAddress, NewMail},
    orders::{sends::NewSend, work_orders},
};
use tempfile::TempPath;
use uuid::Uuid;

use crate::{
    app::App,
    http::{
        error::{ApiError, ApiResult},
        rate_limit,
        transaction_retry::retry_transaction,
        upload::pdf_form::UploadedPdfForm,
    },
    notify::dispatch,
};

/// Sends a work order to the subcontractor's admins and to the employee assigned there, each in their own
/// language.
pub async fn to_subcontractor(
    app: App,
    viewer: Viewer,
    rate_limit_subject: RateLimitSubject,
    arrived: UploadedPdfForm<SendWorkOrder>,
) -> ApiResult<WorkOrder> {
    let Some(order) = arrived.peek(|form| form.order_id.0) else {
        arrived.checked()?;
        return Err(ApiError::NotFound);
    };
    let mut tx = app.db.read().await?;
    work_orders::find(&mut tx, &viewer, order).await?;
    drop(tx);
    let (form, pdf) = arrived.checked()?;
    // One copy per language: a file belongs to one mail.
    let keys = store_pdf(&app, pdf.as_ref(), 2).await?;
    let sent = retry_transaction(|| {
        write_to_subcontractor(&app, &viewer, rate_limit_subject, &form, &keys)
    })
    .await;
    // If no recipient reads one of the languages, its copy is deleted.
    app.files.discard(&app.db, &keys).await;
    sent
}

async fn write_to_subcontractor(
    app: &App,
    viewer: &Viewer,
    rate_limit_subject: RateLimitSubject,
    form: &SendWorkOrder,
    keys: &[String],
) -> ApiResult<WorkOrder> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let id = form.order_id.0.ok_or(ApiError::NotFound)?;
    let state = work_orders::find_seen(&mut tx, viewer, id).await?;
    let title = work_orders::find(&mut tx, viewer, id).await?.title;
    let job = changes::title(&mut tx, &state.job).await?;
    let readers = match state.job.assigned_company_id {
        Some(doer) => people::job_mail_recipients(&mut tx, doer, state.job.id).await?,
        None => Vec::new(),
    };
    if readers.is_empty() {
        return Err(ApiError::Conflict(Text::NoSubcontractor));
    }
    rate_limit::take(app, Quota::OrderMail, rate_limit_subject, readers.len() as u64).await?;
    let writer = OrderSender::find(&mut tx, viewer).await?;
    let file_name = (!keys.is_empty()).then(|| mails::pdf_name(&form.file_name, &title));
    let link = app.sender_identity.link(&format!("/app/work_order/{id}"));
    let of_order = WorkOrderMail { title: &title, job: &job, link: &link, message: &form.message };
    let mut deliveries = Vec::new();
    for (place, language) in [Language::English, Language::Spanish].into_iter().enumerate() {
        let people: Vec<MailAddress> = readers
            .iter()
            .filter(|reader| reader.language == language)
            .map(|reader| MailAddress {
                email: reader.email.clone(),
                name: Some(full_name(reader)),
            })
            .collect();
        if people.is_empty() {
            continue;
        }
        let attachments = attached(file_name.as_deref().unwrap_or_default(), keys.get(place));
        let written = writer.work_order(&of_order, language);
        let new = writer.mail(written, attachments);
        deliveries.extend(mail_queue::queue(&mut tx, &new, &people, now).await?);
        if let Some(key) = keys.get(place) {
            deletion_queue::remove(&mut tx, std::slice::from_ref(key)).await?;
        }
    }
    let subject = writer.work_order(&of_order, viewer.language).subject;
    let send = new_send(viewer, subject, &form.message, file_name, deliveries, now);
    work_orders::add_send(&mut tx, &state, &send).await?;
    let (company, api_key) = (viewer.scope.company(), rate_limit_subject.api_key);
    let act = ActionContext { user: viewer.user, company, now, api_key };
    dispatch::work_order_sent(&mut tx, act, &state.job, id).await?;
    let to = readers.iter().map(full_name).collect::<Vec<_>>().join(", ");
    let snapshot = record::snapshot(&mut tx, Subject::WorkOrder(id)).await?;
    let to = vec![Change::to(ActivityField::SentTo, to)];
    snapshot.record_done(&mut tx, act, ActivityAction::Sent, to).await?;
    let order = work_orders::find(&mut tx, viewer, id).await?;
    tx.commit().await?;
    Ok(order)
}

/// Stores copies of a PDF in the file store.
pub(super) async fn store_pdf(
    app: &App,
    pdf: Option<&TempPath>,
    copies: usize,
) -> ApiResult<Vec<String>> {
    let Some(pdf) = pdf else { return Ok(Vec::new()) };
    let keys: Vec<String> = (0..copies).map(|_| format!("mail/{}.pdf", Uuid::now_v7())).collect();
    app.files.reserve(&app.db, &keys, app.clock.now()).await?;
    for key in &keys {
        if let Err(error) = app.files.put_file(key, pdf).await {
            app.files.discard(&app.db, &keys).await;
            return Err(error.into());
        }
    }
    Ok(keys)
}

pub(super) fn attached(file_name: &str, key: Option<&String>) -> Vec<Attachment> {
    let attachment = |key: &String| Attachment {
        file_name: file_name.to_string(),
        media_type: "application/pdf",
        file_key: key.clone(),
    };
    key.map(attachment).into_iter().collect()
}

pub(super) fn new_send(
    viewer: &Viewer,
    subject: String,
    message: &str,
    file_name: Option<String>,
    deliveries: Vec<MailDeliveryId>,
    now: DateTime<Utc>,
) -> NewSend {
    let message = Some(message.to_string()).filter(|message| !message.is_empty());
    NewSend { sender: viewer.user, subject, message, file_name, language: None, deliveries, now }
}

fn full_name(reader: &MailRecipient) -> String {
    format!("{} {}", reader.first_name, reader.last_name)
}

/// A work order's values for its mail.
struct WorkOrderMail<'a> {
    title: &'a str,
    job: &'a str,
    link: &'a str,
    message: &'a str,
}

/// The sender of an order.
pub(super) struct OrderSender {
    person: User,
    company: String,
    viewer: Viewer,
}

impl OrderSender {
    pub(super) async fn find(tx: &mut Tx, viewer: &Viewer) -> DbResult<Self> {
        let company = companies::name(tx, viewer.scope.company()).await?;
        let person = people::find(tx, viewer.user).await?;
        Ok(Self { person, company, viewer: *viewer })
    }

    pub(super) fn company(&self) -> &str {
        &self.company
    }

    fn name(&self) -> String {
        format!("{} {}", self.person.first_name, self.person.last_name)
    }

    fn work_order(&self, order: &WorkOrderMail<'_>, language: Language) -> mails::MailContent {
        let gaps: [Param; 3] = [
            ("company", self.company.clone()),
            ("order", order.title.to_string()),
            ("job", order.job.to_string()),
        ];
        let writing = MailBuilder::new(language)
            .say(MailText::WorkOrder, &gaps)
            .link(MailText::WorkOrderOpen, order.link);
        let subject = mails::subject(MailText::WorkOrderSubject, language, &gaps);
        self.with_signature(writing, order.message).finish(&subject)
    }

    /// Adds the sender's message, and the note that replies go to them.
    pub(super) fn with_signature(&self, writing: MailBuilder, message: &str) -> MailBuilder {
        let name = [("name", self.name())];
        let writing = if message.is_empty() {
            writing
        } else {
            writing.say(MailText::Message, &name).quote(message)
        };
        writing.say(MailText::AnswerTo, &name)
    }

    pub(super) fn mail(
        &self,
        written: mails::MailContent,
        attachments: Vec<Attachment>,
    ) -> NewMail {
        NewMail {
            company: Some(self.viewer.scope.company()),
            from_name: Some(self.company.clone()),
            reply_to: Some(MailAddress {
                email: self.person.email.clone(),
                name: Some(self.name()),
            }),
            attachments,
            ..NewMail::own(written)
        }
    }
}
