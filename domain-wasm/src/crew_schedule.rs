//! A list of jobs in their lanes, prepared once and queried at every step of a drag.
#![expect(clippy::needless_pass_by_value, reason = "the browser passes strings by value")]

use domain::{
    jobs::{
        crew_schedule::{self, LaneJob},
        job::{CompanyName, PersonName},
    },
    types::{date, date_range::Span},
};
use js_sys::{Array, Reflect};
use wasm_bindgen::prelude::*;

use crate::{
    job_index::{BETWEEN, joined},
    language, read, to_js,
};

const TEXTS: [&str; 8] = [
    "id",
    "status",
    "startDate",
    "endDate",
    "crewId",
    "customSubcontractorName",
    "assignedToCompanyId",
    "assignedToUserId",
];

fn texts_of(jobs: &Array) -> Result<String, JsError> {
    let no_jobs = |_| JsError::new("a list of jobs");
    let names = TEXTS.map(JsValue::from_str);
    let [company, person] = ["companyInfo", "assignedToUserInfo"].map(JsValue::from_str);
    let [name, first, last] = ["name", "firstName", "lastName"].map(JsValue::from_str);
    let texts = Array::new();
    for job in jobs.iter() {
        for field in &names {
            texts.push(&Reflect::get(&job, field).map_err(no_jobs)?);
        }
        for (record, field) in [(&company, &name), (&person, &first), (&person, &last)] {
            let record = Reflect::get(&job, record).map_err(no_jobs)?;
            // Most records are null, and reading a field of null throws, which is slowest of all.
            let text = record.is_object().then(|| Reflect::get(&record, field)).transpose();
            texts.push(&text.map_err(no_jobs)?.unwrap_or(JsValue::NULL));
        }
    }
    Ok(joined(&texts))
}

fn listed(texts: &str, count: usize) -> impl Iterator<Item = LaneJob> {
    let mut texts = texts.split(BETWEEN);
    let mut next = move || texts.next().unwrap_or_default().to_owned();
    (0..count).map(move |_| LaneJob {
        id: next(),
        status: next(),
        start_date: next(),
        end_date: next(),
        crew_id: next(),
        custom_subcontractor_name: next(),
        assigned_to_company_id: next(),
        assigned_to_user_id: next(),
        company_info: Some(CompanyName { name: next() }),
        assigned_to_user_info: Some(PersonName { first_name: next(), last_name: next() }),
    })
}

/// The lanes that the jobs of a list are in. Positions are those of the list and of `lanes()`.
#[wasm_bindgen]
pub struct JobLanes(crew_schedule::LaneIndex);

#[wasm_bindgen]
impl JobLanes {
    /// Reads what lanes and overlaps need. `own_company` is the viewer's company: the jobs it has as a
    /// subcontractor are in the lanes of its employees.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "readonly LaneJob[]")] jobs: JsValue,
        own_company: Option<String>,
    ) -> Result<JobLanes, JsError> {
        let jobs = Array::from(&jobs);
        let texts = texts_of(&jobs)?;
        let count = usize::try_from(jobs.length())?;
        Ok(Self(crew_schedule::LaneIndex::new(listed(&texts, count), own_company.as_deref())))
    }

    /// The lanes that have jobs: subcontractors, crews, employees, each by name; the unassigned lane last.
    #[wasm_bindgen(unchecked_return_type = "Lane[]")]
    pub fn lanes(&self) -> Result<JsValue, JsError> {
        to_js(&self.0.lanes())
    }

    /// For each job of the list, the position of its lane.
    #[must_use]
    pub fn positions(&self) -> Vec<u32> {
        self.0.positions().filter_map(|lane| u32::try_from(lane).ok()).collect()
    }

    /// The other jobs in this job's lane, on its own days or on those it is dragged to; null when there are
    /// none.
    #[wasm_bindgen(unchecked_return_type = "Overlap | null")]
    pub fn overlap(
        &self,
        id: &str,
        start: Option<String>,
        end: Option<String>,
    ) -> Result<JsValue, JsError> {
        to_js(&self.0.overlap(id, span(start, end)))
    }

    /// The same as a warning, `Ríos Brothers already has 2 jobs on these days.`; null when nothing overlaps.
    #[wasm_bindgen(unchecked_return_type = "string | null")]
    pub fn warning(
        &self,
        id: &str,
        start: Option<String>,
        end: Option<String>,
        #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
    ) -> Result<JsValue, JsError> {
        let overlap = self.0.overlap(id, span(start, end));
        to_js(&overlap.map(|overlap| overlap.sentence(language(spoken))))
    }
}

fn span(start: Option<String>, end: Option<String>) -> Option<Span> {
    let day = |text: Option<String>| text.as_deref().and_then(date::read_day);
    Some(Span { start_date: day(start)?, end_date: day(end)? })
}

/// The lane of one job. `own_company` is the viewer's company.
#[wasm_bindgen(js_name = laneOf, unchecked_return_type = "Lane")]
pub fn lane_of(
    #[wasm_bindgen(unchecked_param_type = "LaneJob")] job: JsValue,
    own_company: Option<String>,
) -> Result<JsValue, JsError> {
    to_js(&crew_schedule::Lane::of(&read::<LaneJob>(job)?, own_company.as_deref()))
}
