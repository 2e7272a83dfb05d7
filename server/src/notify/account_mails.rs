//! Mails about a user's own account.

use chrono::{DateTime, Duration, Utc};
use domain::{
    accounts::accounts::{RESET_MINUTES, VERIFICATION_HOURS},
    companies::people::User,
    i18n::mails::MailText,
    notifications::mails::{MailBuilder, MailContent},
    types::{ids::UserId, language::Language},
};
use services::core::network::ClientNetwork;
use store::{
    accounts::email_tokens::{self, Purpose},
    companies::people,
    db::{Tx, error::DbResult},
    mail_queue::{self, MailAddress, MailUrgency, NewMail},
    token::Token,
};

use crate::app::App;

/// A change of an account that its owner is mailed about, in case it was not them.
#[derive(Clone, Copy, Debug)]
pub enum AccountEvent<'a> {
    /// The password changed.
    PasswordChanged,
    /// The second factor was turned on.
    SecondFactorOn,
    /// The second factor was turned off.
    SecondFactorOff,
    /// A recovery code was used; this many are left.
    RecoveryCodeUsed(i64),
    /// The identity provider with this name was linked.
    ProviderLinked(&'a str),
    /// It was unlinked.
    ProviderUnlinked(&'a str),
}

/// An address that is to be verified.
#[derive(Clone, Copy, Debug)]
pub struct Unverified<'a> {
    /// Whose address it is said to be.
    pub user: UserId,
    /// The address.
    pub address: &'a str,
    /// The language of the mail.
    pub language: Language,
    /// The network from which it was given.
    pub from: ClientNetwork,
}

/// Queues the mail with the link that verifies an address. Anybody can sign up with the addresses of strangers: the
/// mails that one network causes wait for each other, and behind the resets and codes that everybody waits for.
pub async fn verify(tx: &mut Tx, app: &App, unverified: Unverified<'_>) -> anyhow::Result<()> {
    let Unverified { user, address, language, from } = unverified;
    let now = app.clock.now();
    let token = Token::random()?;
    email_tokens::insert(tx, token.hash(), user, (Purpose::Verify, address), now).await?;
    let page = app.sender_identity.link(&format!("/verify-email?token={}", token.text()));
    let written = MailBuilder::new(language)
        .say(MailText::ConfirmEmailWelcome, &[("email", address.to_string())])
        .link(MailText::ConfirmEmailOpen, &page)
        .say(MailText::ConfirmEmailLasts, &[("hours", VERIFICATION_HOURS.to_string())])
        .finish(MailText::ConfirmEmailSubject.template(language));
    let mail = NewMail { caused_by: Some(from.pseudonym()), ..awaited(written) };
    mail_queue::queue(tx, &mail, &[to(address)], now).await?;
    Ok(())
}

/// Queues a mail to a user about a change of their account.
pub async fn queue_account_event(
    tx: &mut Tx,
    app: &App,
    user: &User,
    happened: AccountEvent<'_>,
) -> DbResult<()> {
    let (text, subject) = match happened {
        AccountEvent::PasswordChanged => {
            (MailText::PasswordChanged, MailText::PasswordChangedSubject)
        }
        AccountEvent::SecondFactorOn => (MailText::SecondFactorOn, MailText::SecondFactorOnSubject),
        AccountEvent::SecondFactorOff => {
            (MailText::SecondFactorOff, MailText::SecondFactorOffSubject)
        }
        AccountEvent::RecoveryCodeUsed(_) => {
            (MailText::RecoveryCodeUsed, MailText::RecoveryCodeUsedSubject)
        }
        AccountEvent::ProviderLinked(_) => (MailText::ProviderLinked, MailText::ProviderSubject),
        AccountEvent::ProviderUnlinked(_) => {
            (MailText::ProviderUnlinked, MailText::ProviderSubject)
        }
    };
    let (not_you, open, page, gaps) = match happened {
        AccountEvent::ProviderLinked(name) | AccountEvent::ProviderUnlinked(name) => {
            let gaps = vec![("provider", name.to_string())];
            (MailText::NotYourLink, MailText::SettingsOpen, "/app/user/settings", gaps)
        }
        AccountEvent::RecoveryCodeUsed(left) => {
            let gaps = vec![("left", left.to_string())];
            (MailText::NotYou, MailText::ResetPasswordOpen, "/forgot-password", gaps)
        }
        _ => (MailText::NotYou, MailText::ResetPasswordOpen, "/forgot-password", Vec::new()),
    };
    let written = MailBuilder::new(user.language)
        .say(text, &gaps)
        .say(not_you, &[])
        .link(open, &app.sender_identity.link(page))
        .finish(subject.template(user.language));
    queue(tx, &user.email, written, app.clock.now()).await
}

/// Queues the mail about a second factor that the operator turned off. It has no link: the command that does
/// so does not know this server's URL.
pub async fn queue_second_factor_removed(
    tx: &mut Tx,
    owner: &User,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let written = MailBuilder::new(owner.language)
        .say(MailText::SecondFactorOffByOperator, &[])
        .say(MailText::NotYouToOperator, &[])
        .finish(MailText::SecondFactorOffSubject.template(owner.language));
    queue(tx, &owner.email, written, now).await
}

/// Writes the requested mails with password resets, if their addresses belong to users. The mail task calls
/// this: the request was answered before the lookup.
pub async fn send_requested_resets(app: &App) -> DbResult<()> {
    let mut tx = app.db.read().await?;
    let has_request = email_tokens::has_reset_request(&mut tx).await?;
    drop(tx);
    if !has_request {
        return Ok(());
    }
    loop {
        let mut tx = app.db.write().await?;
        let Some(request) = email_tokens::take_reset(&mut tx).await? else {
            return tx.commit().await;
        };
        let is_late = app.clock.now() - request.asked_at >= Duration::minutes(RESET_MINUTES);
        let owner = people::find_by_email(&mut tx, &request.email_key).await?;
        if let Some(owner) = owner.filter(|_| !is_late) {
            // Without randomness there is no link; the user requests another one.
            if let Ok(token) = Token::random() {
                reset(&mut tx, app, &owner, &token).await?;
            }
        }
        tx.commit().await?;
    }
}

async fn reset(tx: &mut Tx, app: &App, owner: &User, token: &Token) -> DbResult<()> {
    let (now, language) = (app.clock.now(), owner.language);
    email_tokens::insert(tx, token.hash(), owner.id, (Purpose::Reset, &owner.email), now).await?;
    let page = app.sender_identity.link(&format!("/reset-password?token={}", token.text()));
    let written = MailBuilder::new(language)
        .say(MailText::ResetPassword, &[])
        .link(MailText::ResetPasswordOpen, &page)
        .say(MailText::ResetPasswordLasts, &[("minutes", RESET_MINUTES.to_string())])
        .finish(MailText::ResetPasswordSubject.template(language));
    queue(tx, &owner.email, written, now).await
}

async fn queue(
    tx: &mut Tx,
    address: &str,
    written: MailContent,
    now: DateTime<Utc>,
) -> DbResult<()> {
    // Limited for each address and person, so they cannot hold up the rest.
    mail_queue::queue(tx, &awaited(written), &[to(address)], now).await?;
    Ok(())
}

fn awaited(written: MailContent) -> NewMail {
    NewMail { urgency: MailUrgency::Awaited, ..NewMail::own(written) }
}

fn to(address: &str) -> MailAddress {
    MailAddress { email: address.to_string(), name: None }
}
