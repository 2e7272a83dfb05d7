//! Tells the admins of a company that one of its webhooks was disabled: in the app, and by mail whatever their settings,
//! since other software no longer gets what changes.

use chrono::{DateTime, Utc};
use domain::{
    i18n::mails::MailText,
    notifications::{
        mails::{MailBuilder, subject},
        notifications::NotificationEvent,
        texts::host_of,
    },
};
use store::{
    actor::ActionContext,
    companies::{companies, people},
    db::{Tx, error::DbResult},
    mail_queue::{self, MailAddress, NewMail},
    notifications::{notifications, recipients::Recipients},
    webhooks::webhooks::WebhookState,
};

use crate::app::App;

/// Notifies the admins, in the name of who made the webhook.
pub async fn disabled(
    tx: &mut Tx,
    app: &App,
    webhook: &WebhookState,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let company = webhook.company_id;
    let maker = ActionContext { user: webhook.person_id, company, now, api_key: None };
    let readers = Recipients { admins_of: vec![company], employee: None };
    let event =
        NotificationEvent::WebhookDisabled { webhook: webhook.id, url: webhook.url.clone() };
    notifications::insert_on_behalf(tx, maker, &readers, &event).await?;
    let name = companies::name(tx, company).await?;
    let params = [("company", name), ("host", host_of(&webhook.url).to_owned())];
    for admin in people::admins(tx, webhook.scope()).await? {
        let written = MailBuilder::new(admin.language)
            .say(MailText::WebhookTurnedOff, &params)
            .say(MailText::WebhookDisabledFeed, &[])
            .link(MailText::OpenInApp, &app.sender_identity.link("/app/company"))
            .finish(&subject(MailText::WebhookDisabledSubject, admin.language, &params));
        let mail = NewMail { on_behalf_of: Some(company), ..NewMail::own(written) };
        let name = Some(format!("{} {}", admin.first_name, admin.last_name));
        let to = MailAddress { email: admin.email, name };
        mail_queue::queue(tx, &mail, &[to], now).await?;
    }
    Ok(())
}
