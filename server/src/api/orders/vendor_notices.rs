//! Mails to everybody who has a purchase order: what changed of it, and that it is cancelled (contract-2, section 2).

use domain::{
    i18n::{mails::MailText, rules::Param},
    limits::quotas::Quota,
    notifications::mails::{self, MailBuilder},
    orders::{amendment::changed_rows, purchase_orders::PurchaseOrderItem},
    types::language::Language,
};
use services::core::rate_limiter::RateLimitSubject;
use store::{
    db::Tx,
    jobs::visibility::Viewer,
    mail_queue::{self, NewMail},
    orders::{
        purchase_order_changes::{self, OrderState},
        purchase_orders,
    },
    token::Token,
};

use crate::{
    api::orders::sending::{OrderSender, new_send},
    app::App,
    http::{error::ApiResult, mail_allowance, rate_limit},
    notify::order_holders::{self, with_link},
};

/// A notice to everybody who was mailed an order or holds a link to it.
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

/// Mails a notice to everybody the order was sent to or who holds a link to it, each in the language of the link, or else
/// of the mail by which they got it, and stores on the order that it was sent.
pub async fn tell_holders(
    tx: &mut Tx,
    app: &App,
    (viewer, subject): (&Viewer, RateLimitSubject),
    order: &OrderState,
    notice: OrderNotice<'_>,
) -> ApiResult<()> {
    let now = app.clock.now();
    let holders = order_holders::holders(tx, order, viewer.language, now).await?;
    if holders.is_empty() {
        return Ok(());
    }
    rate_limit::take(app, Quota::OrderMail, subject, holders.len() as u64).await?;
    let addresses = holders.iter().map(|holder| holder.address.email.as_str());
    mail_allowance::check(tx, app, viewer.scope, addresses, now).await?;
    let writer = OrderSender::find(tx, viewer).await?;
    let title = purchase_orders::find(tx, viewer, order.id).await?.title().to_owned();
    for language in [Language::English, Language::Spanish] {
        let mut deliveries = Vec::new();
        for holder in holders.iter().filter(|holder| holder.language == language) {
            let url = match (notice, &holder.link) {
                (OrderNotice::Amended(..), Some(link)) => {
                    let secret = Token::random().map_err(anyhow::Error::from)?;
                    Some(order_holders::another_url(tx, app, link, &secret, now).await?)
                }
                _ => None,
            };
            let written = notice.write(&writer, &title, language, url.as_deref());
            let new = NewMail { typed_addresses: true, ..writer.mail(written, Vec::new()) };
            let to = std::slice::from_ref(&holder.address);
            deliveries.extend(mail_queue::queue(tx, &new, to, now).await?);
        }
        if deliveries.is_empty() {
            continue;
        }
        let subject = notice.write(&writer, &title, language, None).subject;
        let mut send = new_send(viewer, subject, "", None, deliveries, now);
        send.language = Some(language);
        purchase_order_changes::add_notice(tx, order, &send).await?;
    }
    Ok(())
}
