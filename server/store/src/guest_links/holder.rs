//! What the holder of a link sees besides the job: whom to ask, and the crew member's other jobs.

use chrono::{Days, NaiveDate};
use domain::{
    guest_links::view::GuestContact,
    jobs::job::Job,
    limits::guest_links::{DAYS_SHOWN, JOBS_SHOWN},
};

use crate::{db::prelude::*, guest_links::links::LinkRow, jobs::rows::job_columns};

struct ContactRow {
    first_name: String,
    last_name: String,
    phone_number: Option<String>,
}

columns! {
    ContactRow { first_name, last_name, phone_number }
}

/// Who made the link, or the longest-standing admin of the company if they have left it.
pub async fn contact(tx: &mut Tx, link: &LinkRow) -> DbResult<GuestContact> {
    let found: Option<ContactRow> = sql!(
        "SELECT first_name, last_name, phone_number FROM person
         WHERE company_id = $1 AND account_creation_complete AND (id = $2 OR user_type = 'admin')
         ORDER BY CASE WHEN id = $2 THEN 0 ELSE 1 END, date_inserted, id LIMIT 1"
    )
    .bind(link.company)
    .bind(link.created_by)
    .optional(tx)
    .await?;
    let (name, phone) = found.map_or((String::new(), None), |row| {
        let name = format!("{} {}", row.first_name, row.last_name).trim().to_owned();
        (name, row.phone_number.filter(|phone| !phone.is_empty()))
    });
    Ok(GuestContact { company: link.company_name.clone(), name, phone })
}

/// The jobs of the link's crew member in the next days: those they lead, and those they hold another link of this
/// company to. In the order of their days.
pub async fn jobs(tx: &mut Tx, link: &LinkRow, today: NaiveDate) -> DbResult<Vec<Job>> {
    let Some(member) = link.crew_member else { return Ok(Vec::new()) };
    let last = today.checked_add_days(Days::new(DAYS_SHOWN - 1)).unwrap_or(today);
    let jobs: Vec<Job> = sql!(concat!(
        "SELECT ",
        job_columns!(),
        " WHERE job.id IN (
             SELECT led.id FROM job AS led WHERE led.crew_member_id = $1 AND led.company_id = $2
             UNION
             SELECT guest_link.job_id FROM guest_link
             JOIN job AS held ON held.id = guest_link.job_id
             WHERE guest_link.crew_member_id = $1 AND guest_link.company_id = $2
                 AND guest_link.revoked_at IS NULL AND guest_link.handovers = held.handovers
                 AND (held.company_id = $2 OR held.assigned_company_id = $2))
             AND job.status = 'active' AND job.end_date >= $3 AND job.start_date <= $4
         ORDER BY job.start_date, job.end_date, job.id LIMIT $5"
    ))
    .bind(member)
    .bind(link.company)
    .bind(today)
    .bind(last)
    .bind(JOBS_SHOWN)
    .all(tx)
    .await?;
    Ok(jobs.into_iter().map(|job| job.as_seen_by(link.role())).collect())
}
