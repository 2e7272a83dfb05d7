//! Presents an entry of the activity log to its reader, on the screen and in a file.

use chrono::{DateTime, NaiveDateTime, Utc};
use domain::{
    accounts::deletion::display_name,
    activity::{
        activity::{ActivityActor, ActivityApiKey, ActivityChange, ActivityEntry, Change},
        labels::{ActivityAction, ActivityKind},
        texts::EntrySummary,
        values::value,
        visibility::seen_by,
    },
    companies::time_zone::TimeZone,
    imports::csv::formulas::escape_formula,
    permissions::permission::{CompanyType, Role},
    types::{ids::CompanyId, language::Language},
};
use store::{activity::log::EntryRow, company_time, db::Json};

/// The reader of the entries.
#[derive(Clone, Copy, Debug)]
pub struct EntryPresenter {
    /// Their role, which decides what they see.
    pub role: Role,
    /// Their company.
    pub company: CompanyId,
    /// Their language.
    pub language: Language,
    /// Their time zone.
    pub zone: TimeZone,
    /// Whether an entry names its job.
    pub names_job: bool,
}

impl EntryPresenter {
    fn local(&self, at: DateTime<Utc>) -> NaiveDateTime {
        company_time::local(at, self.zone)
    }

    /// An entry in its reader's language.
    #[must_use]
    pub fn of(&self, mut row: EntryRow) -> ActivityEntry {
        let local = |at| self.local(at);
        let Json(changes) = std::mem::replace(&mut row.changes, Json(Vec::new()));
        row.actor_name = display_name(&row.actor_name, self.language).into_owned();
        row.subject_name = display_name(&row.subject_name, self.language).into_owned();
        // In a company's log every change is its own; a job's log may have changes of another company.
        let changes = if self.names_job { changes } else { seen_by(row.kind, changes, self.role) };
        let is_job = row.kind == ActivityKind::Job;
        let summary = EntrySummary {
            actor: &row.actor_name,
            of_company: (row.actor_company_id != Some(self.company))
                .then_some(row.actor_company_name.as_str()),
            kind: row.kind,
            name: (self.names_job || !is_job).then_some(row.subject_name.as_str()),
            job: row.job_title.as_deref().filter(|_| self.names_job && !is_job),
            action: row.action,
            is_own: row.actor_id.is_some_and(|actor| row.subject_id == Some(actor.0)),
            changes: &changes,
        };
        let sentence = summary.sentence(self.language, &local);
        // A company that declined an offer never had the job.
        let is_offer_to_us = row.kind == ActivityKind::JobOffer
            && self.role.company_type == CompanyType::Subcontractor;
        row.job_id = row.job_id.filter(|_| !is_offer_to_us);
        let route = row.stands.then(|| route(&row)).flatten();
        let shown = |change: &Change, side: &Option<String>| {
            let written = side.as_deref().or_else(|| change.field.meaning_when_absent());
            written.map(|text| value(change.field, text, self.language, &local))
        };
        // How a company's software is set up is its own matter.
        let is_own_company = row.actor_company_id == Some(self.company);
        let api_key = row.api_key_id.zip(row.api_key_name).filter(|_| is_own_company);
        // Both sides are empty for values of a user who deleted their account.
        let left = changes.iter().filter(|change| change.from.is_some() || change.to.is_some());
        let changes = left.map(|change| ActivityChange {
            field: change.field,
            label: change.field.label(self.language).to_owned(),
            from: shown(change, &change.from),
            to: shown(change, &change.to),
        });
        ActivityEntry {
            id: row.id,
            at: row.at,
            actor: ActivityActor {
                id: row.actor_id,
                name: row.actor_name,
                company_id: row.actor_company_id,
                company_name: row.actor_company_name,
                api_key: api_key.map(|(id, name)| ActivityApiKey { id, name }),
            },
            kind: row.kind,
            kind_label: row.kind.label(self.language).to_owned(),
            action: row.action,
            action_label: row.action.label(self.language).to_owned(),
            subject_id: row.subject_id,
            subject_name: row.subject_name,
            job_id: row.job_id,
            job_title: row.job_title,
            route,
            sentence,
            changes: changes.collect(),
        }
    }

    /// An entry as a row of a file, with cells that a spreadsheet does not run as formulas.
    #[must_use]
    pub fn csv(&self, row: EntryRow) -> Vec<u8> {
        let entry = self.of(row);
        let changes = entry.changes.iter().map(|change| {
            let side = |side: &Option<String>| side.clone().unwrap_or_default();
            format!("{}: {} → {}", change.label, side(&change.from), side(&change.to))
        });
        csv_row(&[
            self.local(entry.at).format("%Y-%m-%d %H:%M:%S").to_string(),
            entry.actor.name,
            entry.actor.company_name,
            entry.kind_label,
            entry.subject_name,
            entry.job_title.unwrap_or_default(),
            entry.action_label,
            entry.sentence,
            changes.collect::<Vec<_>>().join("; "),
        ])
    }
}

/// One row of a file.
#[must_use]
pub fn csv_row(cells: &[String]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(cells.iter().map(|cell| escape_formula(cell)));
    writer.into_inner().unwrap_or_default()
}

/// The app's route to the subject of an entry.
fn route(row: &EntryRow) -> Option<String> {
    if row.action == ActivityAction::Deleted {
        return None;
    }
    let of = |begin: &str| row.subject_id.map(|id| format!("{begin}{id}"));
    match row.kind {
        ActivityKind::Job => of("/app/jobs/details/"),
        ActivityKind::GuestLink | ActivityKind::JobOffer => {
            row.job_id.map(|id| format!("/app/jobs/details/{id}"))
        }
        ActivityKind::WorkOrder => of("/app/work_order/"),
        ActivityKind::PurchaseOrder => of("/app/purchase_order/"),
        ActivityKind::Appointment => of("/app/calendar/appointment_options/"),
        ActivityKind::Calendar => Some("/app/calendar".to_owned()),
        ActivityKind::Customer => Some("/app/jobs/customers".to_owned()),
        ActivityKind::Product | ActivityKind::Category => Some("/app/jobs/products".to_owned()),
        ActivityKind::Crew => Some("/app/jobs/custom_crews".to_owned()),
        ActivityKind::Company
        | ActivityKind::CompanyFile
        | ActivityKind::Qualification
        | ActivityKind::Member
        | ActivityKind::Invitation => Some("/app/company".to_owned()),
        ActivityKind::Connection => Some("/app/connections".to_owned()),
        ActivityKind::Vendor
        | ActivityKind::ApiKey
        | ActivityKind::Webhook
        | ActivityKind::Photo
        | ActivityKind::Other => None,
    }
}
