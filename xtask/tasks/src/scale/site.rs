//! Two companies at work during a phase, and what they know of their changes.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use crate::scale::{
    api::{Admin, Api, Outcome, text},
    calls::{CallFailure, CallLog},
    ledger::{Ledger, StoredJob, read_job},
};

/// How many companies are at work.
const COMPANIES: usize = 2;
/// How long a user tries to make a change that is not acknowledged.
const PERSISTENCE: Duration = Duration::from_secs(45);
/// The pause before the next try.
const AGAIN: Duration = Duration::from_millis(300);
/// How often a change is tried again after the server said that it cannot tell.
const UNSURE_TRIES: u32 = 1;
/// Where a contractor's jobs are.
const LIST: &str = "/api/jobs/myJobs/contractor";

/// What was done last in a company, 50 entries.
const ACTIVITY: &str = "/api/activity";

/// The companies and their changes.
pub struct Site {
    /// Begins the title of each job.
    pub name: String,
    pub api: Api,
    pub admins: Vec<Admin>,
    /// The job of the first company that gets pictures.
    pub photo_job: String,
    ledger: Mutex<Ledger>,
    photos: Mutex<Vec<String>>,
    invited: Mutex<Vec<String>>,
    unseen: Mutex<Vec<String>>,
    is_over: AtomicBool,
}

impl Site {
    /// Signs the companies up.
    pub fn open(name: &str, address: &str) -> Result<Self> {
        let api = Api::new(address, Arc::new(CallLog::begin()));
        let founder = |at| api.founder(&format!("{name}-{at}@summit.example"));
        let admins = (0..COMPANIES).map(founder).collect::<Result<Vec<_>>>();
        let admins = admins.context("nobody can sign up")?;
        let form = new_job(&format!("pictures of {name}"));
        let created = api.post(&admins[0].token, "/api/jobs/create", &form, None);
        let photo_job = text(&api.expect_json(created)?["id"])?;
        // The calls of the phase are counted from here.
        let api = Api::new(address, Arc::new(CallLog::begin()));
        Ok(Self {
            name: name.to_owned(),
            api,
            admins,
            photo_job,
            ledger: Mutex::default(),
            photos: Mutex::default(),
            invited: Mutex::default(),
            unseen: Mutex::default(),
            is_over: AtomicBool::new(false),
        })
    }

    /// What is known about the jobs.
    pub fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ids of the pictures whose upload was acknowledged.
    pub fn photos(&self) -> MutexGuard<'_, Vec<String>> {
        self.photos.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The addresses whose invitation was acknowledged.
    pub fn invited(&self) -> MutexGuard<'_, Vec<String>> {
        self.invited.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The jobs that their own creator did not see in the activity log afterwards.
    pub fn unseen(&self) -> MutexGuard<'_, Vec<String>> {
        self.unseen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the activity log, a long read, as the one to whom the job of this title was acknowledged just now. A read
    /// that fails counts among the calls.
    pub fn look_for_own_write(&self, company: usize, title: &str) {
        if let Outcome::Done(log) = self.api.get(&self.admins[company].token, ACTIVITY)
            && !String::from_utf8_lossy(&log).contains(title)
        {
            self.unseen().push(title.to_owned());
        }
    }

    /// Whether nobody begins anything more.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Lets everybody end what they have begun.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Makes a change under one key until it is acknowledged, as a browser does that got no answer. `None` if nobody
    /// knows whether it is stored, or it was refused for good.
    pub fn persist(&self, token: &str, path: &str, body: &Value, key: &str) -> Option<Vec<u8>> {
        let began = Instant::now();
        let mut unsure = 0;
        while began.elapsed() < PERSISTENCE {
            match self.api.post(token, path, body, Some(key)) {
                Outcome::Done(answer) => return Some(answer),
                Outcome::Failed(CallFailure::Status(500)) if unsure < UNSURE_TRIES => unsure += 1,
                Outcome::Failed(CallFailure::Status(400..=500)) => return None,
                Outcome::Failed(_) => {}
            }
            thread::sleep(AGAIN);
        }
        None
    }

    /// The jobs of a company, as this client gets them; `None` if the call fails.
    pub fn list(&self, api: &Api, company: usize) -> Option<Vec<StoredJob>> {
        let Outcome::Done(body) = api.get(&self.admins[company].token, LIST) else { return None };
        let list: Value = serde_json::from_slice(&body).ok()?;
        let own = format!("{} ", self.name);
        let jobs = list["jobs"].as_array()?.iter().filter_map(read_job);
        Some(jobs.filter(|job| job.title.starts_with(&own)).collect())
    }

    /// A read of the same that only waits for the answer.
    pub fn read_list(&self, company: usize) {
        self.api.get(&self.admins[company].token, LIST);
    }
}

/// The form of a job without days.
pub fn new_job(title: &str) -> Value {
    json!({ "title": title, "city": "Nashville", "state": "TN" })
}
