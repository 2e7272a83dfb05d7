//! What is planned across jobs and companies: gutters that follow their roof, and a job offered to three companies.

use anyhow::Context as _;
use chrono::{DateTime, Days, Duration, NaiveDate, Utc, Weekday};
use domain::{
    jobs::job::{JobFollow, JobStatus},
    types::{date_range::Span, ids::JobId},
};
use store::{
    db::Tx,
    jobs::{changes, follows},
    planning::offers::{self, NewOfferRow},
};

use crate::{
    companies::{CUMBRE, RIOS, STONES_RIVER, SUMMIT},
    company::{Demo, DemoAssignment, DemoCompany, DemoJob},
    nashville,
    stored::StoredCompany,
};

/// The customer whose job is offered: a reroof that nobody has yet.
const OFFERED_OF: &str = "Ezell";
/// Whom Summit asks.
const ASKED: [usize; 3] = [RIOS, CUMBRE, STONES_RIVER];

/// A job that follows another of the same customer: the indexes of both, and the working days between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DemoFollow {
    pub(super) first: usize,
    pub(super) then: usize,
    pub(super) gap_workdays: u32,
}

/// The jobs that begin after another active one of their customer has ended.
pub(super) fn follows(company: &DemoCompany) -> Vec<DemoFollow> {
    let scheduled = |job: &DemoJob| job.span.filter(|_| job.status == JobStatus::Active);
    let mut found = Vec::new();
    for (then, later) in company.jobs.iter().enumerate() {
        let Some(starts) = scheduled(later) else { continue };
        let before = company.jobs.iter().enumerate().filter_map(|(first, job)| {
            let ends = scheduled(job).filter(|span| span.end_date < starts.start_date)?;
            (job.customer == later.customer).then_some((ends.end_date, first))
        });
        let Some((ends, first)) = before.max() else { continue };
        // Over any weekend, four days hold at least one working day.
        let gap_workdays = u32::from((starts.start_date - ends).num_days() > 4);
        found.push(DemoFollow { first, then, gap_workdays });
    }
    found
}

/// The job that is offered.
pub(super) fn offered(company: &DemoCompany) -> Option<usize> {
    company.jobs.iter().position(|job| {
        company.customers[job.customer].last_name == OFFERED_OF
            && job.span.is_none()
            && job.assignment == DemoAssignment::Nobody
    })
}

/// Monday to Wednesday of the next two weeks, and Wednesday to Friday of the second.
pub(super) fn windows(today: NaiveDate) -> [Span; 3] {
    let monday = today.week(Weekday::Mon).first_day();
    let window = |first: u64| Span {
        start_date: monday + Days::new(first),
        end_date: monday + Days::new(first + 2),
    };
    [window(7), window(14), window(16)]
}

/// Stores both.
///
/// # Errors
/// Errors of the database.
pub(super) async fn store(
    tx: &mut Tx,
    demo: &Demo,
    (stored, jobs): (&[StoredCompany], &[Vec<JobId>]),
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    for (at, company) in demo.companies.iter().enumerate() {
        for DemoFollow { first, then, gap_workdays } in self::follows(company) {
            let job = changes::find_own(tx, stored[at].scope, jobs[at][then]).await?;
            let follow = JobFollow { job_id: jobs[at][first], gap_workdays };
            follows::replace(tx, &job, &[follow]).await?;
        }
    }
    let summit = &stored[SUMMIT];
    let offered = offered(&demo.companies[SUMMIT]).context("no job to offer")?;
    let job = changes::find_own(tx, summit.scope, jobs[SUMMIT][offered]).await?;
    let new = NewOfferRow {
        companies: &ASKED.map(|company| stored[company].scope.company()),
        days: &windows(nashville::today(now)),
        ends_at: now + Duration::days(3),
        created_by: summit.people[0],
        now: now - Duration::hours(3),
    };
    offers::insert(tx, &job, &new).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use chrono::Datelike as _;

    use super::*;
    use crate::season;

    #[test]
    fn on_any_day_gutters_follow_a_roof_and_a_job_is_there_to_be_offered() {
        let first = NaiveDate::from_ymd_opt(2027, 12, 13).unwrap();
        for today in first.iter_days().take(28) {
            let summit = &season(today).companies[SUMMIT];
            let follows = follows(summit);
            assert!(!follows.is_empty(), "{today}");
            for DemoFollow { first, then, .. } in follows {
                let (roof, gutters) = (&summit.jobs[first], &summit.jobs[then]);
                assert_eq!(roof.customer, gutters.customer, "{today}");
                assert!(roof.span.unwrap().end_date < gutters.span.unwrap().start_date, "{today}");
            }
            assert!(offered(summit).is_some(), "{today}");
        }
    }

    #[test]
    fn the_offered_days_are_ahead_and_working_days() {
        let sunday = NaiveDate::from_ymd_opt(2026, 6, 14).unwrap();
        for span in windows(sunday) {
            assert!(span.start_date > sunday);
            assert!(span.end_date.weekday().number_from_monday() <= 5);
            assert_eq!((span.end_date - span.start_date).num_days(), 2);
        }
    }
}
