//! The rows of a crew schedule, one for each assignee, and the warning that a crew is scheduled twice on one
//! day. It warns and never forbids.

use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use crate::{
    forms::form::{FromFields as _, form},
    i18n::rules::Text,
    jobs::{
        assignment::named,
        job::{CompanyName, JobStatus, PersonName},
    },
    types::{
        date,
        date_range::Span,
        field::{FromField, WireEnum as _},
        language::Language,
        normalize::fold,
    },
};

form! {
    /// The fields that lanes and overlaps read.
    LaneJob {
        id: String = "id",
        #[ts(type = "JobStatus")]
        status: String = "status",
        #[ts(type = "string | null")]
        start_date: String = "startDate",
        #[ts(type = "string | null")]
        end_date: String = "endDate",
        #[ts(type = "string | null")]
        crew_id: String = "crewId",
        #[ts(type = "string | null")]
        custom_subcontractor_name: String = "customSubcontractorName",
        #[ts(type = "string | null")]
        assigned_to_company_id: String = "assignedToCompanyId",
        company_info: Option<CompanyName> = "companyInfo",
        #[ts(type = "string | null")]
        assigned_to_user_id: String = "assignedToUserId",
        assigned_to_user_info: Option<PersonName> = "assignedToUserInfo",
    }
}

impl FromField for LaneJob {
    fn read(value: &Value) -> Option<Self> {
        Self::from_fields(value.as_object()?).ok()
    }
}

/// The kind of assignee; schedules display them in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum LaneKind {
    /// A connected company, whether it has accepted or not.
    Subcontractor,
    /// A custom crew.
    Crew,
    /// An employee, where the company does the work itself.
    Employee,
    /// No one yet.
    Unassigned,
}

/// One row of a crew schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct Lane {
    /// Identifies the lane: the kind and the id, `crew:…`; `unassigned` without an id.
    pub key: String,
    /// The assignee's name; null for the unassigned lane, and where the name is unknown.
    pub name: Option<String>,
    /// The kind of assignee.
    pub kind: LaneKind,
}

impl Lane {
    /// The lane of a job: its custom crew, else its subcontractor, else its employee.
    ///
    /// A subcontractor would see all its jobs in its own single lane, so `own_company` may name the viewer's
    /// company: its jobs are in the lanes of its employees.
    #[must_use]
    pub fn of(job: &LaneJob, own_company: Option<&str>) -> Self {
        let company =
            Some(job.assigned_to_company_id.as_str()).filter(|id| own_company != Some(id));
        let crew = named(&job.custom_subcontractor_name);
        let ids = [
            (LaneKind::Crew, Some(job.crew_id.as_str())),
            (LaneKind::Subcontractor, company),
            (LaneKind::Employee, Some(job.assigned_to_user_id.as_str())),
        ];
        let assignee = ids.into_iter().find_map(|(kind, id)| Some((kind, named(id?)?)));
        let Some((kind, id)) = assignee else {
            return Self { key: "unassigned".to_owned(), name: None, kind: LaneKind::Unassigned };
        };
        let (word, name) = match kind {
            LaneKind::Crew => ("crew", crew),
            LaneKind::Subcontractor => (
                "subcontractor",
                job.company_info.as_ref().and_then(|company| named(&company.name)),
            ),
            _ => ("employee", job.assigned_to_user_info.as_ref().and_then(PersonName::full)),
        };
        Self { key: format!("{word}:{id}"), name, kind }
    }

    fn shown(&self) -> &str {
        self.name.as_deref().unwrap_or_default()
    }
}

/// The jobs of an assignee who has other jobs on the same days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct Overlap {
    /// The lane of the assignee.
    pub lane: Lane,
    /// The ids of their other jobs on these days, in the order of the list.
    pub jobs: Vec<String>,
}

impl Overlap {
    /// The warning; blank where nothing overlaps.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        let who = ("who", self.lane.shown().to_owned());
        match self.jobs.len() {
            0 => String::new(),
            1 => Text::LaneBusyOne.say(language, &[who]),
            count => Text::LaneBusy.say(language, &[who, ("count", count.to_string())]),
        }
    }
}

/// What the index stores of one job.
#[derive(Debug)]
struct LaneEntry {
    id: String,
    lane: usize,
    status: JobStatus,
    span: Option<Span>,
}

/// A list of jobs, assigned to their lanes once, so that a job can be dragged over it.
#[derive(Debug, Default)]
pub struct LaneIndex {
    lanes: Vec<Lane>,
    jobs: Vec<LaneEntry>,
}

/// The days of the job, if it is scheduled.
pub(crate) fn span_of(job: &LaneJob) -> Option<Span> {
    let start_date = date::read_day(&job.start_date)?;
    Some(Span { start_date, end_date: date::read_day(&job.end_date)? })
}

impl LaneIndex {
    /// Reads the list once, as a company sees it (see [`Lane::of`]).
    pub fn new(jobs: impl IntoIterator<Item = LaneJob>, own_company: Option<&str>) -> Self {
        let mut index = Self::default();
        for job in jobs {
            index.add(job, own_company);
        }
        index.sort();
        index
    }

    fn add(&mut self, job: LaneJob, own_company: Option<&str>) {
        let lane = Lane::of(&job, own_company);
        // Lists have few lanes, and often the same one several times in a row.
        let known = self.lanes.iter().rposition(|known| known.key == lane.key);
        let lane = known.unwrap_or_else(|| {
            self.lanes.push(lane);
            self.lanes.len() - 1
        });
        let status = JobStatus::from_word(&job.status).unwrap_or_default();
        let span = span_of(&job);
        self.jobs.push(LaneEntry { id: job.id, lane, status, span });
    }

    /// By kind, then by name. Lanes are few, and counting takes up less space in the browser than sorting.
    fn sort(&mut self) {
        let names: Vec<String> = self.lanes.iter().map(|lane| fold(lane.shown())).collect();
        let order = |at: usize| (self.lanes[at].kind, &names[at], &self.lanes[at].key);
        let all = 0..self.lanes.len();
        let ranks: Vec<usize> = all
            .clone()
            .map(|at| all.clone().filter(|other| order(*other) < order(at)).count())
            .collect();
        for job in &mut self.jobs {
            job.lane = ranks[job.lane];
        }
        let mut ordered = self.lanes.clone();
        for (lane, rank) in self.lanes.drain(..).zip(ranks) {
            ordered[rank] = lane;
        }
        self.lanes = ordered;
    }

    /// The lanes that have jobs, in the order of a schedule: subcontractors, crews, employees, each by name;
    /// the unassigned lane last.
    #[must_use]
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// For each job, in the order of the list, its position in [`Self::lanes`].
    pub fn positions(&self) -> impl Iterator<Item = usize> {
        self.jobs.iter().map(|job| job.lane)
    }

    /// The other jobs in this job's lane, on its own days or on those it is dragged to. `None` for a job that
    /// is not in the list, unassigned, completed, or without days.
    #[must_use]
    pub fn overlap(&self, id: &str, days: Option<Span>) -> Option<Overlap> {
        let job = self.jobs.iter().find(|job| job.id == id)?;
        let lane = &self.lanes[job.lane];
        let span = days.or(job.span)?;
        if lane.kind == LaneKind::Unassigned || job.status == JobStatus::Complete {
            return None;
        }
        let meets = |other: &&LaneEntry| {
            other.lane == job.lane
                && other.id != job.id
                && other.status == JobStatus::Active
                && other.span.is_some_and(|theirs| {
                    theirs.overlaps(Some(span.start_date), Some(span.end_date))
                })
        };
        let jobs: Vec<String> =
            self.jobs.iter().filter(meets).map(|other| other.id.clone()).collect();
        (!jobs.is_empty()).then(|| Overlap { lane: lane.clone(), jobs })
    }
}

/// The ids of the jobs with the same assignee on one of this job's days, in the order of the list.
#[must_use]
pub fn overlaps(job: LaneJob, others: Vec<LaneJob>, own_company: Option<&str>) -> Vec<String> {
    let id = job.id.clone();
    let mut index = LaneIndex::default();
    index.add(job, own_company);
    // The job comes first and only once; its entry in the list is older.
    for other in others.into_iter().filter(|other| other.id != id) {
        index.add(other, own_company);
    }
    index.overlap(&id, None).map(|overlap| overlap.jobs).unwrap_or_default()
}
