//! Combines several events about one job within a short time into one mail, or one card on a device.

use uuid::Uuid;

use crate::{
    i18n::{mails::MailText, rules::Param},
    notifications::{
        mails::{MailBuilder, MailContent, subject},
        notifications::NotificationEvent,
        texts::ActorName,
    },
    types::language::Language,
};

/// The length of a text on a card.
const CARD_CHARACTERS: usize = 300;
/// The number of texts on a card.
const CARD_SENTENCES: usize = 4;

/// One event, in the language of its reader.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct DigestItem {
    pub title: String,
    pub content: String,
    pub route: String,
    /// The company that caused it.
    pub company: String,
    /// The title of its job.
    pub job: Option<String>,
}

/// A push notification as a device displays it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Card {
    pub title: String,
    pub body: String,
    pub route: String,
    /// A newer card with the same tag replaces this one.
    pub tag: String,
}

impl NotificationEvent {
    /// The id of its subject: a job, also for a work order of it; a connection, a room, a company.
    #[must_use]
    pub const fn subject_id(&self) -> Uuid {
        match self {
            Self::WorkOrderCreated(order)
            | Self::WorkOrderSent(order)
            | Self::WorkOrderSigned(order) => match order.job {
                Some(job) => job.0,
                // Stored before work orders contained their job.
                None => order.work_order.0,
            },
            _ => self.subject().id,
        }
    }

    /// The title of its job, if it has one.
    #[must_use]
    pub const fn job_title(&self) -> Option<&String> {
        match self {
            Self::JobAssigned(job)
            | Self::JobAccepted(job)
            | Self::JobDeclined(job)
            | Self::JobTakenBack(job)
            | Self::JobAssignedToMe(job)
            | Self::JobRescheduled { job, .. }
            | Self::JobUnscheduled(job)
            | Self::JobCompleted(job)
            | Self::JobReopened(job)
            | Self::Offer { job, .. } => Some(&job.job_title),
            Self::WorkOrderCreated(order)
            | Self::WorkOrderSent(order)
            | Self::WorkOrderSigned(order) => Some(&order.job_title),
            _ => None,
        }
    }
}

impl DigestItem {
    /// Formats an event in a language.
    #[must_use]
    pub fn new(event: &NotificationEvent, by: ActorName<'_>, language: Language) -> Self {
        let (title, content, route) = event.in_words(by, language);
        let job = event.job_title().cloned();
        Self { title, content, route, company: by.company.to_owned(), job }
    }
}

/// The title of several events: the title of the only one, or how many there are, about which job or from
/// which company.
fn heading(items: &[DigestItem], language: Language) -> String {
    let [first, rest @ ..] = items else { return String::new() };
    if rest.is_empty() {
        return first.title.clone();
    }
    let count = ("count", items.len().to_string());
    let is_same =
        |of: fn(&DigestItem) -> Option<&str>| rest.iter().all(|other| of(other) == of(first));
    if let Some(job) = first.job.as_ref().filter(|_| is_same(|item| item.job.as_deref())) {
        subject(MailText::NewsOfJob, language, &[count, ("job", job.clone())])
    } else if is_same(|item| Some(&item.company)) {
        subject(MailText::NewsOfCompany, language, &[count, ("company", first.company.clone())])
    } else {
        subject(MailText::News, language, &[count])
    }
}

/// The card of the unseen events about one subject, newest first; `None` if there are none.
#[must_use]
pub fn card(items: &[DigestItem], about: Uuid, language: Language) -> Option<Card> {
    let newest = items.first()?;
    let sentences: Vec<String> =
        items.iter().take(CARD_SENTENCES).map(|item| shortened(&item.content)).collect();
    Some(Card {
        title: heading(items, language),
        body: sentences.join("\n"),
        route: newest.route.clone(),
        tag: about.to_string(),
    })
}

fn shortened(sentence: &str) -> String {
    if sentence.chars().count() <= CARD_CHARACTERS {
        return sentence.to_owned();
    }
    let begin: String = sentence.chars().take(CARD_CHARACTERS - 1).collect();
    format!("{}…", begin.trim_end())
}

/// The addresses of the links in a mail.
#[derive(Clone, Copy)]
pub struct Links<'a> {
    /// The full address of a route of the web app.
    pub page: &'a dyn Fn(&str) -> String,
    /// The route of the reader's notification settings.
    pub choices: &'a str,
}

impl std::fmt::Debug for Links<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Links").field("choices", &self.choices).finish_non_exhaustive()
    }
}

/// The immediate mail with all events about one subject, oldest first.
#[must_use]
pub fn mail(items: &[DigestItem], links: Links<'_>, language: Language) -> MailContent {
    let heading = heading(items, language);
    let subject = match items {
        // The job identifies a mail better in a list of mails than the event does.
        [only] => format!("{}: {heading}", only.job.as_ref().unwrap_or(&only.company)),
        _ => heading,
    };
    with_items(items, links, MailBuilder::new(language), MailText::ChosenMail).finish(&subject)
}

/// The daily mail, oldest first.
#[must_use]
pub fn digest(items: &[DigestItem], links: Links<'_>, language: Language) -> MailContent {
    let count: [Param; 1] = [("count", items.len().to_string())];
    let subject = if items.len() == 1 { MailText::DigestOne } else { MailText::Digest };
    let subject = subject.say(language, &count);
    with_items(items, links, MailBuilder::new(language), MailText::ChosenDigest).finish(&subject)
}

/// Each event with its link; consecutive events on the same page share one.
fn with_items(
    items: &[DigestItem],
    links: Links<'_>,
    mut builder: MailBuilder,
    chosen: MailText,
) -> MailBuilder {
    for (at, item) in items.iter().enumerate() {
        builder = builder.words(&item.content);
        if items.get(at + 1).is_none_or(|next| next.route != item.route) {
            builder = builder.link(MailText::OpenInApp, &(links.page)(&item.route));
        }
    }
    builder.say(chosen, &[]).link(MailText::ChooseMails, &(links.page)(links.choices))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(title: &str, route: &str, company: &str, job: Option<&str>) -> DigestItem {
        DigestItem {
            title: title.into(),
            content: format!("{company}: {title}."),
            route: route.into(),
            company: company.into(),
            job: job.map(Into::into),
        }
    }

    const LINKS: Links<'_> =
        Links { page: &|route| format!("https://r.example{route}"), choices: "/c" };

    #[test]
    fn a_burst_of_events_about_one_job_is_one_mail_with_all_of_them() {
        let moved = item("Job rescheduled", "/j/1", "Summit", Some("Ridge repair"));
        let done = item("Job complete", "/j/1", "Summit", Some("Ridge repair"));
        let one = mail(std::slice::from_ref(&moved), LINKS, Language::English);
        assert_eq!(one.subject, "Ridge repair: Job rescheduled");
        let both = mail(&[moved, done], LINKS, Language::English);
        assert_eq!(both.subject, "2 updates about Ridge repair");
        assert!(
            both.text.contains("Summit: Job rescheduled.\n\nSummit: Job complete.\n\n"),
            "{}",
            both.text
        );
        assert_eq!(both.text.matches("https://r.example/j/1").count(), 1, "{}", both.text);
    }

    #[test]
    fn a_device_shows_a_burst_of_events_in_one_card() {
        let moved = item("Job rescheduled", "/j/1", "Summit", Some("Ridge repair"));
        let signed = item("Work order signed", "/w/1", "Summit", Some("Ridge repair"));
        let request = item("Connection request", "/c", "Summit", None);
        let card = |items: &[DigestItem]| card(items, Uuid::nil(), Language::Spanish);
        let both = card(&[signed.clone(), moved.clone()]).expect("a card");
        assert_eq!(both.title, "2 novedades de Ridge repair");
        assert_eq!(both.body, "Summit: Work order signed.\nSummit: Job rescheduled.");
        assert_eq!(
            (both.route.as_str(), both.tag.as_str()),
            ("/w/1", "00000000-0000-0000-0000-000000000000")
        );
        assert_eq!(
            card(&[request.clone(), request.clone()]).expect("a card").title,
            "2 novedades de Summit"
        );
        assert_eq!(
            card(std::slice::from_ref(&request)).expect("a card").title,
            "Connection request"
        );
        assert_eq!(card(&[]), None);
        let long = DigestItem { content: "é".repeat(5_000), ..request };
        let card =
            card(&[long.clone(), long.clone(), long.clone(), long.clone(), long]).expect("a card");
        assert!(card.body.len() < 3_000 && card.body.ends_with('…'), "{} bytes", card.body.len());
    }
}
