//! A long list of jobs, prepared once and searched on every keystroke.
#![expect(clippy::needless_pass_by_value, reason = "the browser passes strings by value")]

use domain::{
    jobs::search::{self, JobFilter, ListedJob},
    types::date,
};
use js_sys::{Array, Reflect};
use wasm_bindgen::prelude::*;

/// Separates the texts in the joined string; no stored text contains it.
pub(crate) const BETWEEN: char = '\0';

/// Eight texts of each job, passed as one string: passing each of them takes five times as long.
fn texts_of(jobs: &Array) -> Result<String, JsError> {
    let names = ["title", "address", "city", "state", "zip", "status", "startDate", "endDate"];
    let names = names.map(JsValue::from_str);
    let texts = Array::new();
    for job in jobs.iter() {
        for name in &names {
            texts.push(&Reflect::get(&job, name).map_err(|_| JsError::new("a list of jobs"))?);
        }
    }
    Ok(joined(&texts))
}

/// Joins many texts into one; null becomes a blank text.
pub(crate) fn joined(texts: &Array) -> String {
    texts.join(&BETWEEN.to_string()).into()
}

/// The jobs in the joined string.
fn listed(texts: &str, count: usize) -> impl Iterator<Item = ListedJob> {
    let mut texts = texts.split(BETWEEN);
    let mut next = move || texts.next().unwrap_or_default().to_owned();
    (0..count).map(move |_| ListedJob {
        title: next(),
        address: next(),
        city: next(),
        state: next(),
        zip: next(),
        status: next(),
        start_date: next(),
        end_date: next(),
    })
}

/// The jobs of a company, folded once. Results are positions in the list it was built from.
#[wasm_bindgen]
pub struct JobIndex(search::JobIndex);

#[wasm_bindgen]
impl JobIndex {
    /// Reads only the fields that search and filters need.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "readonly ListedJob[]")] jobs: JsValue,
    ) -> Result<JobIndex, JsError> {
        let jobs = Array::from(&jobs);
        let texts = texts_of(&jobs)?;
        let count = usize::try_from(jobs.length())?;
        Ok(Self(search::JobIndex::new(listed(&texts, count))))
    }

    /// The positions of the jobs that match the query and pass the filters, in order.
    #[must_use]
    pub fn search(
        &self,
        query: &str,
        #[wasm_bindgen(unchecked_param_type = "'all' | 'active' | 'complete' | 'completed'")]
        status: &str,
        location: &str,
        from: Option<String>,
        to: Option<String>,
        scheduled: Option<bool>,
    ) -> Vec<u32> {
        let mut filter = JobFilter::read(status, location).unwrap_or_default();
        filter.from = from.as_deref().and_then(date::read_day);
        filter.to = to.as_deref().and_then(date::read_day);
        filter.scheduled = scheduled;
        self.0.search(query, &filter)
    }

    /// The positions of the jobs worked on some day between two, both included.
    #[must_use]
    pub fn overlapping(&self, from: &str, to: &str) -> Vec<u32> {
        let (from, to) = (date::read_day(from), date::read_day(to));
        self.0.search("", &JobFilter { from, to, ..JobFilter::default() })
    }

    /// The cities of all jobs, as the location filter offers them.
    #[must_use]
    pub fn locations(&self) -> Vec<String> {
        self.0.locations()
    }

    /// How many jobs there are.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn length(&self) -> usize {
        self.0.len()
    }
}
