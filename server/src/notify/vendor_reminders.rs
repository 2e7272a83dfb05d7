//! Reminders of purchase orders, mailed to everybody who has the order: to answer it a day after it was sent, and of the
//! delivery on the last working day before it.

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    i18n::mails::MailText,
    notifications::{
        mails::{self, MailBuilder, MailContent},
        texts,
    },
    orders::vendor_reminders::VendorReminder,
    planning::{reminder_times, workdays::WorkCalendar},
    types::{date_range::Span, language::Language},
};
use store::{
    activity::{
        record::{self, Actor},
        subject::Subject,
    },
    company_time,
    db::{Tx, error::DbResult},
    mail_queue::{self, MailAddress, NewMail},
    orders::{
        purchase_order_changes::OrderState,
        sends::NewSend,
        vendor_reminders::{self, DueOrder, ReplyTo},
    },
    planning::workdays,
    token::Token,
};

use crate::{
    app::App,
    notify::{
        guest_mails,
        order_holders::{self, OrderHolder},
    },
};

/// Sets when the vendor of a locked order is reminded, from its status as it is now stored; whatever was due before is
/// not.
pub async fn schedule(
    tx: &mut Tx,
    order: &OrderState,
    expected_on: Option<NaiveDate>,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let at = match VendorReminder::of(order.status, expected_on) {
        None => None,
        Some(reminder) => {
            let zone = vendor_reminders::time_zone(tx, order).await?;
            let today = company_time::local(now, zone);
            let at = time_of(reminder, today, &calendar(tx, order).await?);
            // Who names tomorrow this afternoon needs no reminder.
            at.map(|at| company_time::instant(at, zone)).filter(|at| *at > now)
        }
    };
    vendor_reminders::schedule(tx, order, at).await
}

fn time_of(
    reminder: VendorReminder,
    now: NaiveDateTime,
    calendar: &WorkCalendar,
) -> Option<NaiveDateTime> {
    match reminder {
        VendorReminder::Answer => reminder_times::a_day_after(now, calendar),
        VendorReminder::Delivery(day) => reminder_times::morning_before(day, calendar),
    }
}

async fn calendar(tx: &mut Tx, order: &OrderState) -> DbResult<WorkCalendar> {
    let company = order.job().company_id;
    let mut found = workdays::calendars(tx, &[company]).await?;
    Ok(found.remove(&company).unwrap_or_default())
}

/// Mails the reminder of an order that was taken, if there is still something to remind of.
pub async fn send(tx: &mut Tx, app: &App, due: &DueOrder, now: DateTime<Utc>) -> DbResult<()> {
    let Some(reminder) = VendorReminder::of(due.order.status, due.expected_on) else {
        return Ok(());
    };
    let today = company_time::local(now, due.zone);
    if let VendorReminder::Delivery(day) = reminder {
        let begins = time_of(reminder, today, &calendar(tx, &due.order).await?);
        let Some(begins) = begins.filter(|_| day > today.date()) else { return Ok(()) };
        if today < begins {
            // Its company has moved to another time zone or changed its working days since.
            let at = company_time::instant(begins, due.zone);
            return vendor_reminders::schedule(tx, &due.order, Some(at)).await;
        }
    }
    let Some(person) = vendor_reminders::reply_to(tx, due).await? else { return Ok(()) };
    let holders = order_holders::holders(tx, &due.order, person.language, now).await?;
    let mail = ReminderMail { due, person: &person, reminder };
    let mut mailed = Vec::new();
    for language in [Language::English, Language::Spanish] {
        let mut deliveries = Vec::new();
        for holder in holders.iter().filter(|holder| holder.language == language) {
            let email = holder.address.email.as_str();
            if app.has_limits()
                && guest_mails::is_over_allowance(tx, due.company, email, now).await?
            {
                tracing::info!(order = %due.order.id, "a vendor is not reminded: over the allowance");
                continue;
            }
            let link = link_of(tx, app, holder, now).await?;
            let new = mail.to(language, link.as_deref());
            let to = std::slice::from_ref(&holder.address);
            deliveries.extend(mail_queue::queue(tx, &new, to, now).await?);
            mailed.push(email);
        }
        if !deliveries.is_empty() {
            let send = NewSend {
                sender: person.id,
                subject: mail.written(language, None).subject,
                message: None,
                file_name: None,
                language: Some(language),
                deliveries,
                now,
            };
            vendor_reminders::add(tx, &due.order, &send).await?;
        }
    }
    if mailed.is_empty() {
        return Ok(());
    }
    let to = vec![Change::to(ActivityField::SentTo, mailed.join(", "))];
    let nobody = Actor { user: None, link: None, company: Some(due.company), now, api_key: None };
    let snapshot = record::snapshot(tx, Subject::PurchaseOrder(due.order.id)).await?;
    snapshot.record_done(tx, nobody, ActivityAction::Reminded, to).await
}

/// Another URL of the link that the holder has.
async fn link_of(
    tx: &mut Tx,
    app: &App,
    holder: &OrderHolder,
    now: DateTime<Utc>,
) -> DbResult<Option<String>> {
    // Without randomness there is no secret, and the mail is sent nevertheless.
    let (Some(link), Ok(secret)) = (&holder.link, Token::random()) else { return Ok(None) };
    order_holders::another_url(tx, app, link, &secret, now).await.map(Some)
}

/// A reminder, whose replies go to somebody of the contractor.
struct ReminderMail<'a> {
    due: &'a DueOrder,
    person: &'a ReplyTo,
    reminder: VendorReminder,
}

impl ReminderMail<'_> {
    fn reply_name(&self) -> String {
        format!("{} {}", self.person.first_name, self.person.last_name).trim().to_owned()
    }

    fn written(&self, language: Language, link: Option<&str>) -> MailContent {
        let (text, subject, day) = match self.reminder {
            VendorReminder::Answer => {
                (MailText::OrderUnanswered, MailText::OrderUnansweredSubject, String::new())
            }
            VendorReminder::Delivery(day) => {
                let day = texts::days(Span { start_date: day, end_date: day }, language);
                (MailText::OrderDue, MailText::OrderDueSubject, day)
            }
        };
        let gaps = [
            ("company", self.due.company_name.clone()),
            ("order", self.due.title.clone()),
            ("day", day),
        ];
        let writing = MailBuilder::new(language).say(text, &gaps);
        order_holders::with_link(writing, link)
            .say(MailText::AnswerTo, &[("name", self.reply_name())])
            .finish(&mails::subject(subject, language, &gaps))
    }

    fn to(&self, language: Language, link: Option<&str>) -> NewMail {
        NewMail {
            company: Some(self.due.company),
            from_name: Some(self.due.company_name.clone()),
            reply_to: Some(MailAddress {
                email: self.person.email.clone(),
                name: Some(self.reply_name()),
            }),
            typed_addresses: true,
            ..NewMail::own(self.written(language, link))
        }
    }
}
