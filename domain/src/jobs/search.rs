//! The search for jobs: the search box, the filters, and an index that serves both for long lists.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use serde_json::Value;

use crate::{
    forms::form::{FromFields as _, form},
    jobs::job::{Job, JobStatus},
    types::{
        date,
        date_range::Span,
        field::{FromField, WireEnum as _},
        normalize::{Query, fold},
    },
};

form! {
    /// The fields that search and filters read.
    ListedJob {
        #[ts(type = "string")]
        title: String = "title",
        #[ts(type = "string | null")]
        address: String = "address",
        #[ts(type = "string")]
        city: String = "city",
        #[ts(type = "string")]
        state: String = "state",
        #[ts(type = "string | null")]
        zip: String = "zip",
        #[ts(type = "JobStatus")]
        status: String = "status",
        #[ts(type = "string | null")]
        start_date: String = "startDate",
        #[ts(type = "string | null")]
        end_date: String = "endDate",
    }
}

impl From<&Job> for ListedJob {
    fn from(job: &Job) -> Self {
        let day = |day: Option<NaiveDate>| day.map(|day| day.to_string()).unwrap_or_default();
        let word = JobStatus::WIRE_WORDS.iter().find(|(_, status)| *status == job.status);
        Self {
            title: job.title.clone(),
            address: job.address.clone().unwrap_or_default(),
            city: job.city.clone(),
            state: job.state.clone(),
            zip: job.zip.clone().unwrap_or_default(),
            status: word.map(|(word, _)| (*word).to_owned()).unwrap_or_default(),
            start_date: day(job.start_date),
            end_date: day(job.end_date),
        }
    }
}

impl FromField for ListedJob {
    fn read(value: &Value) -> Option<Self> {
        Self::from_fields(value.as_object()?).ok()
    }
}

impl ListedJob {
    fn searched(&self) -> [&str; 5] {
        [&self.title, &self.address, &self.city, &self.state, &self.zip]
    }

    fn span(&self) -> Option<Span> {
        let start_date = date::read_day(&self.start_date)?;
        Some(Span { start_date, end_date: date::read_day(&self.end_date)? })
    }

    fn status(&self) -> JobStatus {
        JobStatus::from_word(&self.status).unwrap_or_default()
    }
}

/// Does every word of the query occur in some field of the job?
#[must_use]
pub fn matches(query: &str, job: &ListedJob) -> bool {
    Query::new(query).matches(&job.searched())
}

/// The cities of jobs: lower-cased, each once, sorted by code point.
pub fn locations<'a>(jobs: impl IntoIterator<Item = &'a ListedJob>) -> Vec<String> {
    let cities = jobs.into_iter().map(|job| place(&job.city)).filter(|city| !city.is_empty());
    sorted(cities)
}

fn sorted(cities: impl Iterator<Item = String>) -> Vec<String> {
    let mut each = BTreeSet::new();
    for city in cities {
        each.insert(city);
    }
    each.into_iter().collect()
}

fn place(city: &str) -> String {
    city.trim().to_lowercase()
}

/// The filters of the calendar and the jobs list; by default every job passes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobFilter {
    /// Only jobs with this status.
    pub status: Option<JobStatus>,
    /// Only jobs in this lower-cased city.
    pub location: Option<String>,
    /// Only jobs worked on this day or later.
    pub from: Option<NaiveDate>,
    /// Only jobs worked on this day or earlier.
    pub to: Option<NaiveDate>,
    /// Only jobs with dates, or only jobs without.
    pub scheduled: Option<bool>,
}

impl JobFilter {
    /// Parses the filters; `None` for an unknown status.
    #[must_use]
    pub fn read(status: &str, location: &str) -> Option<Self> {
        let status = match status.trim() {
            "" | "all" => None,
            "completed" => Some(JobStatus::Complete),
            word => Some(JobStatus::from_word(word)?),
        };
        let location = place(location);
        let everywhere = matches!(location.as_str(), "" | "all locations");
        let location = (!everywhere).then_some(location);
        Some(Self { status, location, ..Self::default() })
    }

    fn accepts(&self, status: JobStatus, city: &str, span: Option<Span>) -> bool {
        self.status.is_none_or(|required| required == status)
            && self.location.as_ref().is_none_or(|required| required == city)
            && self.scheduled.is_none_or(|required| required == span.is_some())
            && ((self.from.is_none() && self.to.is_none())
                || span.is_some_and(|span| span.overlaps(self.from, self.to)))
    }

    /// Does this job pass the filters?
    #[must_use]
    pub fn passes(&self, job: &ListedJob) -> bool {
        self.accepts(job.status(), &place(&job.city), job.span())
    }
}

/// What the index stores of one job.
#[derive(Debug)]
struct IndexEntry {
    /// Where its folded text ends; it starts at the end of the previous one.
    text_end: usize,
    status: JobStatus,
    city: u32,
    span: Option<Span>,
}

/// A list of jobs prepared for searching: folded once, with positions as results.
///
/// With 20,000 jobs the list itself takes megabytes; this stores one text and a few bytes per job.
#[derive(Debug, Default)]
pub struct JobIndex {
    text: String,
    cities: Vec<String>,
    entries: Vec<IndexEntry>,
}

impl JobIndex {
    /// Reads the list once.
    pub fn new(jobs: impl IntoIterator<Item = ListedJob>) -> Self {
        let mut index = Self::default();
        for job in jobs {
            index.add(&job);
        }
        index
    }

    fn add(&mut self, job: &ListedJob) {
        for field in job.searched() {
            self.text.push_str(&fold(field));
            // No word contains a line break, so none matches across two fields.
            self.text.push('\n');
        }
        let city = self.city(place(&job.city));
        let text_end = self.text.len();
        self.entries.push(IndexEntry { text_end, status: job.status(), city, span: job.span() });
    }

    fn city(&mut self, city: String) -> u32 {
        // Lists mostly have few cities, and the same one several times in a row.
        let known = self.cities.iter().rposition(|known| *known == city);
        let at = known.unwrap_or_else(|| {
            self.cities.push(city);
            self.cities.len() - 1
        });
        u32::try_from(at).unwrap_or(u32::MAX)
    }

    /// The positions of the jobs that match the query and pass the filters, in order.
    #[must_use]
    pub fn search(&self, query: &str, filter: &JobFilter) -> Vec<u32> {
        let query = Query::new(query);
        let mut start = 0;
        let mut found = Vec::new();
        for (entry, at) in self.entries.iter().zip(0_u32..) {
            let text = &self.text[start..entry.text_end];
            start = entry.text_end;
            let city = self.cities.get(entry.city as usize).map_or("", String::as_str);
            if filter.accepts(entry.status, city, entry.span) && query.matches_folded(text) {
                found.push(at);
            }
        }
        found
    }

    /// The cities of all jobs, as the location filter offers them.
    #[must_use]
    pub fn locations(&self) -> Vec<String> {
        sorted(self.cities.iter().filter(|city| !city.is_empty()).cloned())
    }

    /// How many jobs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Are there no jobs?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}
