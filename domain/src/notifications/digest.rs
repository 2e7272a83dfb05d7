//! Several things about one job within a short time: said together, in one mail or on one card of a
//! device.

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

/// How much of a sentence a device shows.
const CARD_CHARACTERS: usize = 300;
/// How many sentences a device shows.
const CARD_SENTENCES: usize = 4;

/// One thing that somebody was told, put into words for them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct DigestItem {
    pub title: String,
    pub content: String,
    pub route: String,
    /// The company it comes from.
    pub company: String,
    /// What the job is called that it is about.
    pub job: Option<String>,
}

/// What a device shows.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Card {
    pub title: String,
    pub body: String,
    pub route: String,
    /// A card of the same tag takes the place of this one.
    pub tag: String,
}

impl NotificationEvent {
    /// The thing that it is about: a job, also where a work order of it is meant; a connection, a
    /// room, a company.
    #[must_use]
    pub const fn subject_id(&self) -> Uuid {
        match self {
            Self::WorkOrderCreated(order)
            | Self::WorkOrderSent(order)
            | Self::WorkOrderSigned(order) => match order.job {
                Some(job) => job.0,
                // Told before work orders named their job.
                None => order.work_order.0,
            },
            _ => self.subject().id,
        }
    }

    /// What its job is called, where it is about one.
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
            | Self::JobReopened(job) => Some(&job.job_title),
            Self::WorkOrderCreated(order)
            | Self::WorkOrderSent(order)
            | Self::WorkOrderSigned(order) => Some(&order.job_title),
            _ => None,
        }
    }
}

impl DigestItem {
    /// Puts a happening into words.
    #[must_use]
    pub fn new(happening: &NotificationEvent, by: ActorName<'_>, language: Language) -> Self {
        let (title, content, route) = happening.in_words(by, language);
        let job = happening.job_title().cloned();
        Self { title, content, route, company: by.company.to_owned(), job }
    }
}

/// What several things are called together: what the one is called, or how many they are and about
/// which job, or from whom.
fn heading(told: &[DigestItem], language: Language) -> String {
    let [first, rest @ ..] = told else { return String::new() };
    if rest.is_empty() {
        return first.title.clone();
    }
    let count = ("count", told.len().to_string());
    let is_same =
        |of: fn(&DigestItem) -> Option<&str>| rest.iter().all(|other| of(other) == of(first));
    if let Some(job) = first.job.as_ref().filter(|_| is_same(|told| told.job.as_deref())) {
        subject(MailText::NewsOfJob, language, &[count, ("job", job.clone())])
    } else if is_same(|told| Some(&told.company)) {
        subject(MailText::NewsOfCompany, language, &[count, ("company", first.company.clone())])
    } else {
        subject(MailText::News, language, &[count])
    }
}

/// What a device shows of what is unseen about one thing, newest first; none where nothing is.
#[must_use]
pub fn card(told: &[DigestItem], about: Uuid, language: Language) -> Option<Card> {
    let newest = told.first()?;
    let sentences: Vec<String> =
        told.iter().take(CARD_SENTENCES).map(|told| shortened(&told.content)).collect();
    Some(Card {
        title: heading(told, language),
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

/// Where the links of a mail lead.
#[derive(Clone, Copy)]
pub struct Links<'a> {
    /// The address of a page of the web app.
    pub page: &'a dyn Fn(&str) -> String,
    /// Where its reader chooses what is mailed to them.
    pub choices: &'a str,
}

impl std::fmt::Debug for Links<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Links").field("choices", &self.choices).finish_non_exhaustive()
    }
}

/// The mail at once that says all of what happened to one thing, oldest first.
#[must_use]
pub fn mail(told: &[DigestItem], links: Links<'_>, language: Language) -> MailContent {
    let heading = heading(told, language);
    let subject = match told {
        // Whose it is says more in a list of mails than that it is about a job.
        [only] => format!("{}: {heading}", only.job.as_ref().unwrap_or(&only.company)),
        _ => heading,
    };
    written(told, links, MailBuilder::new(language), MailText::ChosenMail).finish(&subject)
}

/// The daily mail, oldest first.
#[must_use]
pub fn digest(told: &[DigestItem], links: Links<'_>, language: Language) -> MailContent {
    let count: [Param; 1] = [("count", told.len().to_string())];
    let subject = if told.len() == 1 { MailText::DigestOne } else { MailText::Digest };
    let subject = subject.say(language, &count);
    written(told, links, MailBuilder::new(language), MailText::ChosenDigest).finish(&subject)
}

/// Each thing with the way to it; what follows another on the same page shares its link.
fn written(
    told: &[DigestItem],
    links: Links<'_>,
    mut writing: MailBuilder,
    chosen: MailText,
) -> MailBuilder {
    for (place, one) in told.iter().enumerate() {
        writing = writing.words(&one.content);
        if told.get(place + 1).is_none_or(|next| next.route != one.route) {
            writing = writing.link(MailText::OpenInApp, &(links.page)(&one.route));
        }
    }
    writing.say(chosen, &[]).link(MailText::ChooseMails, &(links.page)(links.choices))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(title: &str, route: &str, company: &str, job: Option<&str>) -> DigestItem {
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
    fn a_burst_about_one_job_is_one_mail_that_says_all_of_it() {
        let moved = told("Job rescheduled", "/j/1", "Summit", Some("Ridge repair"));
        let done = told("Job complete", "/j/1", "Summit", Some("Ridge repair"));
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
    fn a_device_shows_a_burst_in_one_card() {
        let moved = told("Job rescheduled", "/j/1", "Summit", Some("Ridge repair"));
        let signed = told("Work order signed", "/w/1", "Summit", Some("Ridge repair"));
        let asked = told("Connection request", "/c", "Summit", None);
        let card = |told: &[DigestItem]| card(told, Uuid::nil(), Language::Spanish);
        let both = card(&[signed.clone(), moved.clone()]).expect("a card");
        assert_eq!(both.title, "2 novedades de Ridge repair");
        assert_eq!(both.body, "Summit: Work order signed.\nSummit: Job rescheduled.");
        assert_eq!(
            (both.route.as_str(), both.tag.as_str()),
            ("/w/1", "00000000-0000-0000-0000-000000000000")
        );
        assert_eq!(
            card(&[asked.clone(), asked.clone()]).expect("a card").title,
            "2 novedades de Summit"
        );
        assert_eq!(card(std::slice::from_ref(&asked)).expect("a card").title, "Connection request");
        assert_eq!(card(&[]), None);
        let long = DigestItem { content: "é".repeat(5_000), ..asked };
        let card =
            card(&[long.clone(), long.clone(), long.clone(), long.clone(), long]).expect("a card");
        assert!(card.body.len() < 3_000 && card.body.ends_with('…'), "{} bytes", card.body.len());
    }
}
