//! Sends purchase orders to vendors by mail (contract-2, section 2): each address gets a link of its own.

use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField, ActivityKind},
    },
    forms::error::{Code, ValidationError},
    i18n::{mails::MailText, rules::Text},
    limits::quotas::Quota,
    notifications::mails::{self, MailBuilder},
    orders::{
        purchase_order_status::PurchaseOrderStatus,
        purchase_orders::{PurchaseOrder, SendPurchaseOrder},
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
    mail_queue::{self, MailAddress, NewMail},
    orders::{purchase_order_changes, purchase_orders},
    vendors,
};

use crate::{
    api::orders::{
        sending::{OrderSender, attached, new_send, store_pdf},
        shown_order::order_now,
        vendor_links::OrderLinks,
    },
    app::App,
    http::{
        error::{ApiError, ApiResult},
        mail_allowance, rate_limit,
        transaction_retry::retry_transaction,
        upload::pdf_form::{HasPdf as _, UploadedPdfForm},
    },
    notify::{order_holders::with_link, vendor_reminders},
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
    rate_limit::take(&app, Quota::OrderMail, rate_limit_subject, contacts.len() as u64).await?;
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
    let file_name = mails::pdf_name(&form.file_name, title.unwrap_or_default());
    let subject = vendor_mail(&writer, title, form, (viewer.language, None)).subject;
    let addresses = contacts.iter().map(|contact| contact.email.as_str());
    mail_allowance::check(&mut tx, app, viewer.scope, addresses, now).await?;
    let act = ActionContext { user: viewer.user, company: viewer.scope.company(), now, api_key };
    let links = match &found {
        Some((state, _)) => Some(OrderLinks::find(&mut tx, state, act).await?),
        None => None,
    };
    let mut deliveries = Vec::new();
    for contact in &contacts {
        let link = match &links {
            Some(links) => Some(links.give(&mut tx, app, contact, viewer).await?),
            None => None,
        };
        let language = link.as_ref().map_or(viewer.language, |link| link.language);
        let url = link.as_ref().map(|link| link.url.as_str());
        let written = vendor_mail(&writer, title, form, (language, url));
        let attachments = attached(&file_name, keys.first());
        let new = NewMail { typed_addresses: true, ..writer.mail(written, attachments) };
        let to = MailAddress { email: contact.email.clone(), name: Some(contact.name.clone()) };
        deliveries.extend(mail_queue::queue(&mut tx, &new, &[to], now).await?);
    }
    deletion_queue::remove(&mut tx, keys).await?;
    let mut order = None;
    let sent_to: Vec<String> = contacts.into_iter().map(|contact| contact.email).collect();
    let to = Change::to(ActivityField::SentTo, sent_to.join(", "));
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
            let status = PurchaseOrderStatus::Sent;
            purchase_order_changes::set_status(&mut tx, &mut state, status, None).await?;
        }
        // Also of an order that was marked as sent before anybody had it.
        if matches!(state.status, PurchaseOrderStatus::Sent | PurchaseOrderStatus::Seen) {
            vendor_reminders::schedule(&mut tx, &state, None, now).await?;
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

/// Vendors have no account: the mail is in the language of their link, or else in the sender's. The link opens the order
/// without an account.
fn vendor_mail(
    writer: &OrderSender,
    title: Option<&str>,
    form: &SendPurchaseOrder,
    (language, link): (Language, Option<&str>),
) -> mails::MailContent {
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
