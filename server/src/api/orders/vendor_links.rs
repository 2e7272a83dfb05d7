//! Links by which vendors open a purchase order without an account (contract-2, sections 1 and 2).

use chrono::{DateTime, Utc};
use domain::{
    activity::labels::ActivityAction,
    i18n::rules::Text,
    types::{email, ids::GuestLinkId, language::Language},
    vendors::VendorContact,
};
use store::{
    activity::record::{self, Entry},
    actor::ActionContext,
    db::Tx,
    guest_links::{
        changes::{self, NewLink},
        links::{self, LinkRow, LinkTarget},
        secrets,
    },
    jobs::{changes as job_changes, visibility::Viewer},
    orders::{purchase_order_changes::OrderState, sends},
    outbox::MailAddress,
    token::Token,
};
use uuid::Uuid;

use crate::{
    app::App,
    http::error::{ApiError, ApiResult},
    notify::guest_mails,
};

/// The living links to an order with an address, oldest first.
async fn living(tx: &mut Tx, order: &OrderState, now: DateTime<Utc>) -> ApiResult<Vec<LinkRow>> {
    let mut found = links::of_order(tx, order.id).await?;
    found.retain(|link| link.email.is_some() && link.is_alive(now));
    Ok(found)
}

/// Whether a link is mailed to this address.
fn is_mailed_to(link: &LinkRow, address: &str) -> bool {
    link.email.as_deref().map(email::normalized) == Some(email::normalized(address))
}

/// The links to a locked order that is being sent.
pub(super) struct OrderLinks<'a> {
    order: &'a OrderState,
    act: ActionContext,
    known: Vec<LinkRow>,
}

/// A link for a mail.
pub(super) struct MailedLink {
    pub(super) language: Language,
    pub(super) url: String,
}

impl<'a> OrderLinks<'a> {
    pub(super) async fn find(
        tx: &mut Tx,
        order: &'a OrderState,
        act: ActionContext,
    ) -> ApiResult<Self> {
        Ok(Self { order, act, known: living(tx, order, act.now).await? })
    }

    /// The contact's link: the newest that they hold already, with a further secret, or a new one in the sender's
    /// language.
    pub(super) async fn give(
        &self,
        tx: &mut Tx,
        app: &App,
        contact: &VendorContact,
        sender: &Viewer,
    ) -> ApiResult<MailedLink> {
        if let Some(link) = self.known.iter().rfind(|link| is_mailed_to(link, &contact.email)) {
            let url = another_url(tx, app, link, self.act.now).await?;
            return Ok(MailedLink { language: link.language, url });
        }
        let new = NewLink {
            id: GuestLinkId(Uuid::now_v7()),
            target: LinkTarget::Order(self.order.id),
            crew_member: None,
            vendor_contact: Some(contact.id),
            name: contact.name.clone(),
            phone: None,
            email: Some(contact.email.clone()),
            language: sender.language,
            may: Vec::new(),
            all_jobs: false,
            expires_on: None,
            created_by: sender.user,
            now: self.act.now,
        };
        let secret = Token::random().map_err(anyhow::Error::from)?;
        let job = self.order.job();
        if !changes::insert(tx, sender.scope, job.id, &new, secret.hash()).await? {
            return Err(ApiError::Conflict(Text::TooManyGuestLinks));
        }
        let of_job = (job.id, job_changes::title(tx, job).await?);
        let (link, action) = ((new.id, new.name.as_str()), ActivityAction::Created);
        let entry = Entry::guest_link(self.act.company, link, of_job, action, Vec::new());
        record::record(tx, self.act, &entry).await?;
        Ok(MailedLink { language: new.language, url: guest_mails::url(app, &secret) })
    }
}

/// Another URL of a link, for a mail.
pub(super) async fn another_url(
    tx: &mut Tx,
    app: &App,
    link: &LinkRow,
    now: DateTime<Utc>,
) -> ApiResult<String> {
    let secret = Token::random().map_err(anyhow::Error::from)?;
    secrets::insert(tx, link.id, secret.hash(), now).await?;
    changes::announce(tx, link);
    Ok(guest_mails::url(app, &secret))
}

/// Somebody who has a purchase order.
pub(super) struct OrderHolder {
    /// Their address.
    pub(super) address: MailAddress,
    /// That of their link, or of the last mail with the order.
    pub(super) language: Language,
    /// Their newest living link.
    pub(super) link: Option<LinkRow>,
}

/// Everybody an order was sent to or who holds a living link to it, each address once. Of mails whose language is not
/// known it is taken as `otherwise`.
pub(super) async fn holders(
    tx: &mut Tx,
    order: &OrderState,
    otherwise: Language,
    now: DateTime<Utc>,
) -> ApiResult<Vec<OrderHolder>> {
    let sent_to = sends::holders(tx, order.id).await?.into_iter().map(|holder| OrderHolder {
        address: holder.address,
        language: holder.language.unwrap_or(otherwise),
        link: None,
    });
    let mut holders: Vec<OrderHolder> = sent_to.collect();
    for link in living(tx, order, now).await? {
        let known = holders.iter_mut().find(|holder| is_mailed_to(&link, &holder.address.email));
        if let Some(holder) = known {
            (holder.language, holder.link) = (link.language, Some(link));
        } else {
            let email = link.email.clone().unwrap_or_default();
            let address = MailAddress { email, name: Some(link.name.clone()) };
            holders.push(OrderHolder { address, language: link.language, link: Some(link) });
        }
    }
    Ok(holders)
}
