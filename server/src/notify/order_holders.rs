//! Everybody who has a purchase order: whom it was mailed to, and who holds a link to it.

use chrono::{DateTime, Utc};
use domain::{
    i18n::mails::MailText,
    notifications::mails::MailBuilder,
    types::{email, language::Language},
};
use store::{
    db::{Tx, error::DbResult},
    guest_links::{
        changes,
        links::{self, LinkRow},
        secrets,
    },
    mail_queue::MailAddress,
    orders::{purchase_order_changes::OrderState, sends},
    token::Token,
};

use crate::{app::App, notify::guest_mails};

/// The living links to an order with an address, oldest first.
pub async fn living_links(
    tx: &mut Tx,
    order: &OrderState,
    now: DateTime<Utc>,
) -> DbResult<Vec<LinkRow>> {
    let mut found = links::of_order(tx, order.id).await?;
    found.retain(|link| link.email.is_some() && link.is_alive(now));
    Ok(found)
}

/// Whether a link is mailed to this address.
pub fn is_mailed_to(link: &LinkRow, address: &str) -> bool {
    link.email.as_deref().map(email::normalized) == Some(email::normalized(address))
}

/// Another URL of a link, for a mail.
pub async fn another_url(
    tx: &mut Tx,
    app: &App,
    link: &LinkRow,
    secret: &Token,
    now: DateTime<Utc>,
) -> DbResult<String> {
    secrets::insert(tx, link.id, secret.hash(), now).await?;
    changes::announce(tx, link);
    Ok(guest_mails::url(app, secret))
}

/// Adds the link to an order, if its reader holds one.
pub fn with_link(writing: MailBuilder, link: Option<&str>) -> MailBuilder {
    match link {
        Some(link) => writing.link(MailText::OrderOpen, link).say(MailText::GuestLinkPersonal, &[]),
        None => writing,
    }
}

/// Somebody who has a purchase order.
pub struct OrderHolder {
    /// Their address.
    pub address: MailAddress,
    /// That of their link, or of the last mail with the order.
    pub language: Language,
    /// Their newest living link.
    pub link: Option<LinkRow>,
}

/// Everybody an order was sent to or who holds a living link to it, each address once. Of mails whose language is not
/// known it is taken as `otherwise`.
pub async fn holders(
    tx: &mut Tx,
    order: &OrderState,
    otherwise: Language,
    now: DateTime<Utc>,
) -> DbResult<Vec<OrderHolder>> {
    let sent_to = sends::holders(tx, order.id).await?.into_iter().map(|holder| OrderHolder {
        address: holder.address,
        language: holder.language.unwrap_or(otherwise),
        link: None,
    });
    let mut holders: Vec<OrderHolder> = sent_to.collect();
    for link in living_links(tx, order, now).await? {
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
