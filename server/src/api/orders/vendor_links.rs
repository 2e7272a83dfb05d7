//! Links by which vendors open a purchase order without an account (contract-2, sections 1 and 2).

use domain::{
    activity::labels::ActivityAction,
    i18n::rules::Text,
    types::{ids::GuestLinkId, language::Language},
    vendors::VendorContact,
};
use store::{
    activity::record::{self, Entry},
    actor::ActionContext,
    db::Tx,
    guest_links::{
        changes::{self, NewLink},
        links::{LinkRow, LinkTarget},
    },
    jobs::{changes as job_changes, visibility::Viewer},
    orders::purchase_order_changes::OrderState,
    token::Token,
};
use uuid::Uuid;

use crate::{
    app::App,
    http::error::{ApiError, ApiResult},
    notify::{
        guest_mails,
        order_holders::{another_url, is_mailed_to, living_links},
    },
};

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
        Ok(Self { order, act, known: living_links(tx, order, act.now).await? })
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
            let secret = Token::random().map_err(anyhow::Error::from)?;
            let url = another_url(tx, app, link, &secret, self.act.now).await?;
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
