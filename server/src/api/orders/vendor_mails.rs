//! Mails to vendors: a purchase order, what changed of it, and that it is cancelled (contract-2, section 2).

use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField, ActivityKind},
    },
    forms::error::{Code, ValidationError},
    i18n::{
        mails::MailText,
        rules::{Param, Text},
    },
    limits::quotas::Quota,
    notifications::mails::{self, MailBuilder},
    orders::{
        amendment::changed_rows,
        purchase_order_status::PurchaseOrderStatus,
        purchase_orders::{PurchaseOrder, PurchaseOrderItem, SendPurchaseOrder},
    },
    types::{ids::ApiKeyId, language::Language},
    vendors::VendorContact,
};
use schemars::JsonSchema;
use serde::Serialize;
use services::core::rate_limiter::RateLimitSubject;
use store::{
    activity::{
        record::{self, Entry},
        subject::Subject,
    },
    actor::ActionContext,
    db::Tx,
    files::deletion_queue,
    jobs::visibility::Viewer,
    orders::{
        purchase_order_changes::{self, OrderState},
        purchase_orders,
        sends::{self, OrderHolder},
    },
    outbox::{self, MailAddress, NewMail},
    vendors,
};

use crate::{
    api::orders::{
        purchase_orders::order_now,
        sending::{OrderSender, attached, new_send, store_pdf},
    },
    app::App,
    http::{
        error::{ApiError, ApiResult},
        mail_allowance, rate_limit,
        transaction_retry::retry_transaction,
        upload::pdf_form::{HasPdf as _, UploadedPdfForm},
    },
};

/// The response to a purchase order that was sent.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PurchaseOrderSent {
    /// The contacts' addresses as stored.
    sent_to: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<PurchaseOrder>,
}

/// Sends a purchase order to contacts of the company's own vendors only.
pub async fn to_vendors(
    app: App,
    viewer: Viewer,
    rate_limit_subject: RateLimitSubject,
    arrived: UploadedPdfForm<SendPurchaseOrder>,
) -> ApiResult<PurchaseOrderSent> {
    let mut tx = app.db.read().await?;
    if let Some(order) = arrived.peek(|form| form.order_id.0) {
        purchase_orders::find(&mut tx, &viewer, order).await?;
    }
    let (form, pdf) = arrived.checked_with(SendPurchaseOrder::PDF)?;
    let contacts = chosen(&mut tx, &viewer, &form).await?;
    drop(tx);
    rate_limit::take(&app, Quota::OrderMail, rate_limit_subject, contacts.len() as u64)?;
    let keys = store_pdf(&app, pdf.as_ref(), 1).await?;
    let api_key = rate_limit_subject.api_key;
    let sent = retry_transaction(|| write_to_vendors(&app, (&viewer, api_key), &form, &keys)).await;
    if sent.is_err() {
        app.files.discard(&app.db, &keys).await;
    }
    sent
}

/// The chosen contacts, all of which must be the company's own.
async fn chosen(
    tx: &mut Tx,
    viewer: &Viewer,
    form: &SendPurchaseOrder,
) -> ApiResult<Vec<VendorContact>> {
    let keys = form.contact_keys();
    let contacts = vendors::contacts_at(tx, viewer.scope, &keys).await?;
    if contacts.len() == keys.len() {
        Ok(contacts)
    } else {
        Err(ValidationError::new("contactEmails", Code::Choice, Text::NotYourOwn).into())
    }
}

async fn write_to_vendors(
    app: &App,
    (viewer, api_key): (&Viewer, Option<ApiKeyId>),
    form: &SendPurchaseOrder,
    keys: &[String],
) -> ApiResult<PurchaseOrderSent> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let found = match form.order_id.0 {
        Some(order) => {
            let state = purchase_order_changes::find_own(&mut tx, viewer.scope, order).await?;
            let title = purchase_orders::find(&mut tx, viewer, order).await?.title().to_owned();
            Some((state, title))
        }
        None => None,
    };
    let contacts = chosen(&mut tx, viewer, form).await?;
    if found.as_ref().is_some_and(|(state, _)| !state.status.may_be_sent()) {
        return Err(ApiError::Conflict(Text::OrderStatus));
    }
    let writer = OrderSender::find(&mut tx, viewer).await?;
    let title = found.as_ref().map(|(_, title)| title.as_str());
    let written = vendor_mail(&writer, title, form, None);
    let file_name = mails::pdf_name(&form.file_name, title.unwrap_or_default());
    let subject = written.subject.clone();
    let attachments = attached(&file_name, keys.first());
    let people: Vec<MailAddress> = contacts
        .into_iter()
        .map(|contact| MailAddress { email: contact.email, name: Some(contact.name) })
        .collect();
    let addresses = people.iter().map(|person| person.email.as_str());
    mail_allowance::check(&mut tx, app, viewer.scope, addresses, now).await?;
    let new = NewMail { typed_addresses: true, ..writer.mail(written, attachments) };
    let deliveries = outbox::queue(&mut tx, &new, &people, now).await?;
    deletion_queue::remove(&mut tx, keys).await?;
    let mut order = None;
    let sent_to: Vec<String> = people.into_iter().map(|person| person.email).collect();
    let to = Change::to(ActivityField::SentTo, sent_to.join(", "));
    let act = ActionContext { user: viewer.user, company: viewer.scope.company(), now, api_key };
    if found.is_none() {
        record::record(&mut tx, act, &sent_without_order(act, &subject, to.clone())).await?;
    }
    if let Some((mut state, _)) = found {
        let snapshot = record::snapshot(&mut tx, Subject::PurchaseOrder(state.id)).await?;
        snapshot.record_done(&mut tx, act, ActivityAction::Sent, vec![to]).await?;
        let mut send =
            new_send(viewer, subject, &form.mail.message, Some(file_name), deliveries, now);
        send.language = Some(viewer.language);
        purchase_order_changes::add_send(&mut tx, &state, &send).await?;
        if state.status == PurchaseOrderStatus::Draft {
            let sent = PurchaseOrderStatus::Sent;
            purchase_order_changes::set_status(&mut tx, &mut state, sent, None).await?;
        }
        order = Some(order_now(app, &mut tx, viewer, state.id).await?);
    }
    tx.commit().await?;
    Ok(PurchaseOrderSent { sent_to, order })
}

/// The log entry of a PDF that was sent to vendors without an order.
fn sent_without_order(act: ActionContext, subject: &str, to: Change) -> Entry {
    Entry {
        company: act.company,
        kind: ActivityKind::PurchaseOrder,
        subject: None,
        name: subject.to_owned(),
        job: None,
        action: ActivityAction::Sent,
        changes: vec![to],
    }
}

/// Vendors have no account and no language, so the mail is in the sender's. `link` opens the order without an account,
/// for whom has such a link.
fn vendor_mail(
    writer: &OrderSender,
    title: Option<&str>,
    form: &SendPurchaseOrder,
    link: Option<&str>,
) -> mails::MailContent {
    let language = writer.language();
    let company = ("company", writer.company().to_owned());
    let writing = MailBuilder::new(language);
    let (writing, subject) = if let Some(title) = title {
        let gaps = [company, ("order", title.to_string())];
        let subject = format!("{}: {title}", writer.company());
        (writing.say(MailText::PurchaseOrderTitled, &gaps), subject)
    } else {
        let gaps = [company];
        let subject = mails::subject(MailText::PurchaseOrderSubject, language, &gaps);
        (writing.say(MailText::PurchaseOrder, &gaps), subject)
    };
    let subject = if form.subject.is_empty() { &subject } else { &form.subject };
    let writing = with_link(writing, link);
    writer.with_signature(writing, &form.mail.message).finish(subject)
}

fn with_link(writing: MailBuilder, link: Option<&str>) -> MailBuilder {
    match link {
        Some(link) => writing.link(MailText::OrderOpen, link),
        None => writing,
    }
}

/// What everybody is told who has an order.
#[derive(Clone, Copy, Debug)]
pub enum OrderNotice<'a> {
    /// Its rows changed, from these to those.
    Amended(&'a [PurchaseOrderItem], &'a [PurchaseOrderItem]),
    /// It is not to be delivered.
    Cancelled,
}

impl OrderNotice<'_> {
    fn write(
        self,
        writer: &OrderSender,
        title: &str,
        language: Language,
        link: Option<&str>,
    ) -> mails::MailContent {
        let gaps: [Param; 2] =
            [("company", writer.company().to_owned()), ("order", title.to_owned())];
        let writing = MailBuilder::new(language);
        let (writing, subject) = match self {
            Self::Amended(before, after) => {
                let lines = changed_rows(before, after, language).join("\n");
                let writing = writing.say(MailText::OrderAmended, &gaps).quote(&lines);
                (with_link(writing, link), MailText::OrderAmendedSubject)
            }
            Self::Cancelled => {
                (writing.say(MailText::OrderCancelled, &gaps), MailText::OrderCancelledSubject)
            }
        };
        let subject = mails::subject(subject, language, &gaps);
        writer.with_signature(writing, "").finish(&subject)
    }
}

/// Mails a notice to everybody the order was sent to, each in the language in which they got it, and stores on the
/// order that it was sent.
pub async fn tell_holders(
    tx: &mut Tx,
    app: &App,
    (viewer, subject): (&Viewer, RateLimitSubject),
    order: &OrderState,
    notice: OrderNotice<'_>,
) -> ApiResult<()> {
    let now = app.clock.now();
    let holders = sends::holders(tx, order.id).await?;
    if holders.is_empty() {
        return Ok(());
    }
    rate_limit::take(app, Quota::OrderMail, subject, holders.len() as u64)?;
    let addresses = holders.iter().map(|holder| holder.address.email.as_str());
    mail_allowance::check(tx, app, viewer.scope, addresses, now).await?;
    let writer = OrderSender::find(tx, viewer).await?;
    let title = purchase_orders::find(tx, viewer, order.id).await?.title().to_owned();
    for language in [Language::English, Language::Spanish] {
        let reads = |holder: &&OrderHolder| holder.language.unwrap_or(viewer.language) == language;
        let people: Vec<MailAddress> =
            holders.iter().filter(reads).map(|holder| holder.address.clone()).collect();
        if people.is_empty() {
            continue;
        }
        let written = notice.write(&writer, &title, language, None);
        let subject = written.subject.clone();
        let new = NewMail { typed_addresses: true, ..writer.mail(written, Vec::new()) };
        let deliveries = outbox::queue(tx, &new, &people, now).await?;
        let mut send = new_send(viewer, subject, "", None, deliveries, now);
        send.language = Some(language);
        purchase_order_changes::add_send(tx, order, &send).await?;
    }
    Ok(())
}
