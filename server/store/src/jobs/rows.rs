//! Reads a [`Job`] from its row.

use chrono::{DateTime, Utc};
use domain::{
    jobs::job::{CompanyName, Job, PersonName, ReportedComplete},
    types::ids::CrewId,
};

use crate::{db::prelude::*, jobs::place_columns::area};

/// Every column that [`Job`] is read from, and their tables. Spelled out, because `*` breaks prepared
/// statements when another server adds a column. Further columns begin with a comma.
macro_rules! job_columns {
    () => {
        job_columns!("")
    };
    ($further:literal) => {
        concat!(
            "job.id, job.company_id, job.title, job.address, job.city, job.state, job.zip, \
             job.status, job.color, job.contract_amount, job.job_number, job.inspection_note, \
             job.customer_id, job.latitude, job.longitude, job.area_kind, job.area_radius, \
             job.start_date, job.end_date, job.date_inserted, \
             job.reported_complete_by, job.reported_complete_note, job.reported_complete_at, \
             job.job_crew_id, job.assigned_company_id, job.is_accepted_by_sub, job.crew_id, \
             job.assigned_user_id, owner.name AS owner_name, sub.name AS sub_name, \
             lead.first_name AS lead_first_name, lead.last_name AS lead_last_name, \
             crew.name AS crew_name, crew_member.name AS crew_member_name",
            $further,
            " FROM job \
             JOIN company AS owner ON owner.id = job.company_id \
             LEFT JOIN company AS sub ON sub.id = job.assigned_company_id \
             LEFT JOIN person AS lead ON lead.id = job.assigned_user_id \
             LEFT JOIN crew ON crew.company_id = job.company_id AND crew.id = job.crew_id \
             LEFT JOIN crew_member ON crew_member.id = job.crew_member_id"
        )
    };
}
pub(crate) use job_columns;

fn reported_complete(row: Row<'_>) -> DbResult<Option<ReportedComplete>> {
    let name: Option<String> = row.get("reported_complete_by")?;
    let at: Option<DateTime<Utc>> = row.get("reported_complete_at")?;
    let note = row.get("reported_complete_note")?;
    Ok(name.zip(at).map(|(name, at)| ReportedComplete { name, note, at }))
}

impl FromRow for Job {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let crew_id: Option<CrewId> = row.get("crew_id")?;
        let sub_name: Option<String> = row.get("sub_name")?;
        let first_name: Option<String> = row.get("lead_first_name")?;
        let last_name: Option<String> = row.get("lead_last_name")?;
        Ok(Self {
            id: row.get("id")?,
            title: row.get("title")?,
            address: row.get("address")?,
            city: row.get("city")?,
            state: row.get("state")?,
            zip: row.get("zip")?,
            status: row.get("status")?,
            color: row.get("color")?,
            contract_amount: row.get("contract_amount")?,
            contractor_company_name: row.get("owner_name")?,
            contractor_id: row.get("company_id")?,
            company_id: row.get("company_id")?,
            crew_id,
            company_info: sub_name.map(|name| CompanyName { name }),
            assigned_to_company_id: row.get("assigned_company_id")?,
            assigned_to_user_id: row.get("assigned_user_id")?,
            assigned_to_user_info: first_name
                .zip(last_name)
                .map(|(first_name, last_name)| PersonName { first_name, last_name }),
            custom_subcontractor_name: row.get("crew_name")?,
            custom_crew_member_name: row.get("crew_member_name")?,
            is_custom: crew_id.is_some(),
            is_accepted_by_sub: row.get("is_accepted_by_sub")?,
            job_crew_table_id: row.get("job_crew_id")?,
            job_customer: row.get("customer_id")?,
            job_number: row.get("job_number")?,
            latitude: row.get("latitude")?,
            longitude: row.get("longitude")?,
            place_area: area(row.get("area_kind")?, row.get("area_radius")?),
            start_date: row.get("start_date")?,
            end_date: row.get("end_date")?,
            date_inserted: row.get("date_inserted")?,
            inspection_note: row.get("inspection_note")?,
            reported_complete: reported_complete(row)?,
            follows: Vec::new(),
            reports: Vec::new(),
            tags: Vec::new(),
            calendar_assignments: Vec::new(),
        })
    }
}
