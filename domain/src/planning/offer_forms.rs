//! The forms that offer a job and answer an offer.

use chrono::{DateTime, Datelike as _, Days, NaiveDate, Utc};

use crate::{
    forms::{
        error::{Code, ValidationError, ValidationErrors},
        form::{Form as _, OptionalId, form},
    },
    i18n::rules::Text,
    jobs::forms::JobSchedule,
    planning::{numbers, read_form},
    types::{
        date,
        date_range::Span,
        ids::{ConnectionId, JobId, JobOfferId},
        limits::LIMITS,
    },
};

form! {
    /// Offers a job to several companies.
    OfferForm {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[ts(as = "Vec<ConnectionId>")]
        connections: Vec<OptionalId<ConnectionId>> = "connections",
        days: Vec<JobSchedule> = "days",
        until: String = "until",
    }
}

form! {
    /// Answers an offer. Who accepts it names one of its days.
    AnswerOffer {
        #[ts(as = "JobOfferId")]
        #[validate(required)]
        id: OptionalId<JobOfferId> = "id",
        #[ts(as = "bool")]
        #[validate(required)]
        accepted: Option<bool> = "accepted",
        #[ts(optional)]
        window: Option<JobSchedule> = "window",
    }
}

read_form! {
    /// Offers a job of the caller's company to some of its connections.
    NewOffer(OfferForm)
}

/// The end of an offer: an instant, or a whole day of the company.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferEnd {
    /// At this instant.
    At(DateTime<Utc>),
    /// With this day, in the company's time zone.
    With(NaiveDate),
}

/// What an offer asks, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferTerms {
    /// The connections, in the order of the form.
    pub connections: Vec<ConnectionId>,
    /// The days, in the order of the form.
    pub days: Vec<Span>,
    /// Until when.
    pub until: OfferEnd,
}

impl NewOffer {
    /// The job's id; the nil id, which belongs to nothing, where none was given.
    #[must_use]
    pub fn job_id(&self) -> JobId {
        self.0.job_id.0.unwrap_or_default()
    }

    /// What it asks. Whether its end has passed is for [`OfferEnd::check`].
    pub fn read(&self) -> Result<OfferTerms, Vec<ValidationError>> {
        let mut errors = ValidationErrors::default();
        errors.add_all(self.0.check());
        let connections = each_once(self.0.connections.iter().map(|id| id.0.unwrap_or_default()));
        let counts = [
            ("connections", connections.len(), LIMITS.offer_companies),
            ("days", self.0.days.len(), LIMITS.offer_days),
        ];
        for (field, count, most) in counts {
            if count == 0 {
                errors.add(ValidationError::new(field, Code::Required, Text::Required));
            }
            errors.add_all(numbers::at_most(field, count, most).map_err(|refusal| vec![refusal]));
        }
        if !errors.has("days") {
            self.0.days.iter().for_each(|days| errors.add_all(days.check()));
        }
        let until = OfferEnd::read(&self.0.until).unwrap_or_else(|refusal| {
            errors.add(refusal);
            OfferEnd::With(NaiveDate::MIN)
        });
        errors.finish()?;
        let days = each_once(self.0.days.iter().filter_map(JobSchedule::span));
        Ok(OfferTerms { connections, days, until })
    }
}

/// The entries of a short list, each once, in its order.
fn each_once<T: PartialEq>(entries: impl Iterator<Item = T>) -> Vec<T> {
    let mut each = Vec::new();
    for entry in entries {
        if !each.contains(&entry) {
            each.push(entry);
        }
    }
    each
}

/// The last year with four digits.
const LAST_YEAR: i32 = 9999;

impl OfferEnd {
    fn read(text: &str) -> Result<Self, ValidationError> {
        if text.is_empty() {
            return Err(ValidationError::new("until", Code::Required, Text::Required));
        }
        let day = date::read_day(text).map(Self::With);
        day.or_else(|| date::read_instant(text).map(Self::At))
            .ok_or_else(|| ValidationError::new("until", Code::Format, Text::InstantFormat))
    }

    /// The instant, where `midnight` says when a day of the company begins, and a refusal of one that is not
    /// ahead.
    pub fn check(
        self,
        now: DateTime<Utc>,
        midnight: impl FnOnce(NaiveDate) -> DateTime<Utc>,
    ) -> Result<DateTime<Utc>, ValidationError> {
        let until = match self {
            Self::At(instant) => instant,
            Self::With(day) => midnight(day.checked_add_days(Days::new(1)).unwrap_or(day)),
        };
        if until <= now {
            return Err(ValidationError::new("until", Code::Range, Text::AlreadyPast));
        }
        // Later instants have no form that a client can read.
        if until.year() > LAST_YEAR {
            return Err(ValidationError::new("until", Code::Range, Text::InstantFormat));
        }
        Ok(until)
    }
}

impl AnswerOffer {
    /// The offer's id; the nil id, which belongs to nothing, where none was given.
    #[must_use]
    pub fn offer(&self) -> JobOfferId {
        self.id.0.unwrap_or_default()
    }

    /// The days on which the company that accepts will do the job; `None` where it declines.
    pub fn window(&self, offered: &[Span]) -> Result<Option<Span>, ValidationError> {
        if self.accepted != Some(true) {
            return Ok(None);
        }
        let Some(window) = &self.window else {
            return Err(ValidationError::new("window", Code::Required, Text::ChoiceRequired));
        };
        let days = window.span().filter(|days| offered.contains(days));
        match days {
            Some(days) => Ok(Some(days)),
            None => Err(ValidationError::new("window", Code::Choice, Text::Choice)),
        }
    }
}
