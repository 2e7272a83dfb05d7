//! How long a link lives. All days are those of its company's time zone.

use chrono::{Days, NaiveDate};

use crate::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    limits::guest_links::{DAYS_AFTER, DAYS_AT_MOST},
};

/// What the last day of a link depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lifetime {
    /// The chosen last day.
    pub expires_on: Option<NaiveDate>,
    /// The day on which it was made.
    pub made_on: NaiveDate,
    /// The last day of its job, if that is scheduled.
    pub job_end: Option<NaiveDate>,
}

fn after(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_add_days(Days::new(days)).unwrap_or(NaiveDate::MAX)
}

impl Lifetime {
    /// The last day: the chosen one, or else one that moves with the job.
    #[must_use]
    pub fn last_day(&self) -> NaiveDate {
        if let Some(chosen) = self.expires_on {
            return chosen;
        }
        let at_least = after(self.made_on, DAYS_AFTER);
        let with_job = self.job_end.map(|end| after(end, DAYS_AFTER));
        with_job.map_or(at_least, |day| day.min(after(self.made_on, DAYS_AT_MOST)).max(at_least))
    }
}

/// Refuses a chosen last day in the past, or too far ahead.
pub fn check_last_day(chosen: NaiveDate, today: NaiveDate) -> Result<(), ValidationError> {
    if (today..=after(today, DAYS_AT_MOST)).contains(&chosen) {
        Ok(())
    } else {
        Err(ValidationError::new("expiresOn", Code::Range, Text::ExpiryRange)
            .with("max", &DAYS_AT_MOST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    #[test]
    fn a_link_lives_until_thirty_days_after_the_job_within_its_bounds() {
        let made_on = day("2026-03-02");
        for (job_end, last) in [
            (None, "2026-04-01"),
            (Some("2026-01-10"), "2026-04-01"),
            (Some("2026-03-05"), "2026-04-04"),
            (Some("2026-12-31"), "2027-01-30"),
            (Some("2028-01-01"), "2027-04-06"),
        ] {
            let life = Lifetime { expires_on: None, made_on, job_end: job_end.map(day) };
            assert_eq!(life.last_day(), day(last), "{job_end:?}");
            let chosen = Lifetime { expires_on: Some(day("2026-03-03")), ..life };
            assert_eq!(chosen.last_day(), day("2026-03-03"));
        }
    }

    #[test]
    fn a_last_day_is_today_or_within_400_days() {
        let today = day("2026-03-02");
        for (chosen, fits) in [
            ("2026-03-01", false),
            ("2026-03-02", true),
            ("2027-04-06", true),
            ("2027-04-07", false),
        ] {
            assert_eq!(check_last_day(day(chosen), today).is_ok(), fits, "{chosen}");
        }
    }
}
