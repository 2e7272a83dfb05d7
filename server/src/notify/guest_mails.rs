//! Mails with links for people without an account. Each carries a further secret of its link: of the others only hashes
//! are known.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::{
    guest_links::link::GuestState,
    i18n::{mails::MailText, rules::Param},
    notifications::{
        mails::{self, MailBuilder},
        texts,
    },
    types::{
        date_range::Span,
        ids::{CompanyId, JobId},
    },
};
use store::{
    db::{Tx, error::DbResult},
    guest_links::{
        changes as link_changes,
        links::{self, LinkRow, LinkTarget},
        secrets,
    },
    jobs::changes::{self, JobState},
    mail_allowance,
    mail_queue::{self, MailAddress, NewMail},
    scope::Scope,
    token::Token,
};

use crate::app::App;

/// Why a link is mailed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// The office sends it.
    Sent,
    /// The days of its job changed.
    Moved,
    /// The job has the days again for which its holder has answered.
    MovedBack,
}

/// The absolute URL of a link.
pub fn url(app: &App, secret: &Token) -> String {
    app.sender_identity.link(&format!("/g/{}", secret.text()))
}

/// Queues the mail of a locked link to this address, with a new secret of its own. `title` is that of what it opens.
pub async fn queue(
    tx: &mut Tx,
    app: &App,
    link: &LinkRow,
    (email, title, secret): (&str, &str, &Token),
    (occasion, reply_to): (Occasion, Option<MailAddress>),
    now: DateTime<Utc>,
) -> DbResult<()> {
    secrets::insert(tx, link.id, secret.hash(), now).await?;
    let language = link.language;
    let is_of_order = link.order().is_some();
    let dates = link.days.filter(|_| !is_of_order).map(|days| texts::days(days, language));
    let gaps: Vec<Param> = vec![
        ("company", link.company_name.clone()),
        ("job", title.to_owned()),
        ("dates", dates.clone().unwrap_or_default()),
    ];
    let builder = MailBuilder::new(language);
    let (builder, subject) = match (occasion, dates.is_some()) {
        (Occasion::Sent, _) if is_of_order => {
            (builder.say(MailText::GuestLinkOrder, &gaps), MailText::GuestLinkSubject)
        }
        (Occasion::Sent, is_scheduled) => {
            let builder = builder.say(MailText::GuestLink, &gaps);
            let builder = if is_scheduled {
                builder.say(MailText::GuestLinkScheduled, &gaps)
            } else {
                builder
            };
            (builder, MailText::GuestLinkSubject)
        }
        (Occasion::Moved, true) => {
            (builder.say(MailText::GuestLinkMoved, &gaps), MailText::GuestLinkMovedSubject)
        }
        (Occasion::MovedBack, true) => {
            (builder.say(MailText::GuestLinkMovedBack, &gaps), MailText::GuestLinkMovedSubject)
        }
        (Occasion::Moved | Occasion::MovedBack, false) => {
            (builder.say(MailText::GuestLinkUnscheduled, &gaps), MailText::GuestLinkMovedSubject)
        }
    };
    let mut builder = builder
        .link(
            if is_of_order { MailText::OrderOpen } else { MailText::GuestLinkOpen },
            &url(app, secret),
        )
        .say(MailText::GuestLinkPersonal, &[]);
    if let Some(person) = &reply_to {
        let name = person.name.clone().unwrap_or_default();
        builder = builder.say(MailText::AnswerTo, &[("name", name)]);
    }
    let written = builder.finish(&mails::subject(subject, language, &gaps));
    let mail = NewMail {
        company: Some(link.company),
        from_name: Some(link.company_name.clone()),
        reply_to,
        typed_addresses: true,
        ..NewMail::own(written)
    };
    let to = MailAddress { email: email.to_owned(), name: Some(link.name.clone()) };
    mail_queue::queue(tx, &mail, &[to], now).await?;
    Ok(())
}

/// Mails the holders of all active links to a job that its days changed, which is stored. An answer counts no longer,
/// unless it was given for the new days. `before` is the job before the change.
pub async fn job_moved(
    tx: &mut Tx,
    app: &App,
    before: &JobState,
    days: Option<Span>,
    now: DateTime<Utc>,
) -> DbResult<()> {
    if days == before.span() {
        return Ok(());
    }
    let links = links::of_jobs(tx, before.company_id, &[before.id]).await?;
    if !links.iter().any(|link| link.is_alive(now)) {
        return Ok(());
    }
    let title = changes::title(tx, before).await?;
    tell_holders(tx, app, &links, |_| Some(title.as_str()), now).await
}

/// The same for many jobs of one company. Each job is given with its title.
pub async fn jobs_moved(
    tx: &mut Tx,
    app: &App,
    owner: CompanyId,
    jobs: &[(JobId, &str)],
    now: DateTime<Utc>,
) -> DbResult<()> {
    let ids: Vec<JobId> = jobs.iter().map(|(job, _)| *job).collect();
    let links = links::of_jobs(tx, owner, &ids).await?;
    let titles: HashMap<JobId, &str> = jobs.iter().copied().collect();
    tell_holders(tx, app, &links, |job| titles.get(&job).copied(), now).await
}

async fn tell_holders<'a>(
    tx: &mut Tx,
    app: &App,
    links: &[LinkRow],
    title_of: impl Fn(JobId) -> Option<&'a str>,
    now: DateTime<Utc>,
) -> DbResult<()> {
    for link in links.iter().filter(|link| link.is_alive(now)) {
        let LinkTarget::Job(job) = link.target else { continue };
        link_changes::announce(tx, link);
        let (Some(email), Some(title)) = (link.email.as_deref(), title_of(job)) else { continue };
        // The job moves also where the company has mailed too many new addresses today.
        if app.has_limits() && is_over_allowance(tx, link.company, email, now).await? {
            tracing::info!(link = %link.id, "the holder of a link is not mailed: over the allowance");
            continue;
        }
        // Without randomness there is no secret, and the job moves nevertheless.
        let Ok(secret) = Token::random() else { continue };
        // An answer counts for the days that it was given for, and these are stored.
        let has_answered = link.state() != GuestState::Pending;
        let occasion = if has_answered { Occasion::MovedBack } else { Occasion::Moved };
        queue(tx, app, link, (email, title, &secret), (occasion, None), now).await?;
    }
    Ok(())
}

/// Whether another mail to this address exceeds the company's allowance. No user waits for the result, so the mail is
/// left out without an error.
#[expect(
    clippy::disallowed_methods,
    reason = "the company is that of a row, and nothing is shown to it"
)]
pub(super) async fn is_over_allowance(
    tx: &mut Tx,
    company: CompanyId,
    email: &str,
    now: DateTime<Utc>,
) -> DbResult<bool> {
    let scope = Scope::trusted(company);
    Ok(mail_allowance::find_excess(tx, scope, [email], now).await?.is_some())
}
