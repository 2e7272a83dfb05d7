//! What is left after a phase: whether everything that was acknowledged is there once, on every server.

use std::{
    collections::BTreeSet,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::scale::{
    api::{Api, Outcome},
    calls::CallLog,
    cluster::Cluster,
    ledger::Differences,
    processes::wait_until,
    site::Site,
};

/// How long a call of the checks is repeated until it succeeds.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The pause before the next try.
const AGAIN: Duration = Duration::from_millis(250);
/// How long the last emails may take. Those that a killed server was sending come after ten minutes.
const LAST_MAILS: Duration = Duration::from_secs(15);

/// What is left.
#[derive(Debug, Default)]
pub struct Findings {
    pub jobs: Differences,
    /// Pictures whose upload was acknowledged, and that cannot be opened.
    pub photos_lost: Vec<String>,
    /// Invitations that were acknowledged, and whose email did not come yet.
    pub mails_missing: usize,
}

/// Checks the jobs on each server, and the pictures and emails.
pub fn check(cluster: &Cluster, site: &Site) -> Result<Findings> {
    let mut jobs = Differences::default();
    for server in &cluster.servers {
        // Its calls are not those of the phase.
        let api = Api::new(&server.address(), Arc::new(CallLog::begin()));
        for company in 0..site.admins.len() {
            let stored = until_it_succeeds("the list", || site.list(&api, company))?;
            jobs.merge(site.ledger().compare(company, &stored));
        }
    }
    let api = Api::new(&cluster.address(), Arc::new(CallLog::begin()));
    Ok(Findings {
        jobs,
        photos_lost: lost_photos(&api, site)?,
        mails_missing: missing(cluster, site),
    })
}

fn lost_photos(api: &Api, site: &Site) -> Result<Vec<String>> {
    let path = format!("/api/jobs/fetchImgs/{}", site.photo_job);
    let list = until_it_succeeds("the pictures", || json(api.get(&site.admins[0].token, &path)))?;
    let mut unseen: BTreeSet<String> = site.photos().iter().cloned().collect();
    for photo in list["imgs"].as_array().into_iter().flatten() {
        let (Some(id), Some(url)) = (photo["id"].as_str(), photo["imgUrl"].as_str()) else {
            continue;
        };
        let opens = || match api.get("", url) {
            Outcome::Done(picture) => (!picture.is_empty()).then_some(()),
            Outcome::Failed(_) => None,
        };
        if unseen.contains(id) && until_it_succeeds("a picture", opens).is_ok() {
            unseen.remove(id);
        }
    }
    Ok(unseen.into_iter().collect())
}

/// How many invited people have no email.
fn missing(cluster: &Cluster, site: &Site) -> usize {
    let invited = site.invited().clone();
    let missing = || {
        let mails = cluster.mail.mails();
        invited.iter().filter(|address| !mails.recipients.contains(*address)).count()
    };
    // Those that do not come are counted.
    let _ = wait_until("the last email", LAST_MAILS, || missing() == 0);
    missing()
}

fn json(outcome: Outcome) -> Option<Value> {
    match outcome {
        Outcome::Done(body) => serde_json::from_slice(&body).ok(),
        Outcome::Failed(_) => None,
    }
}

fn until_it_succeeds<T>(what: &str, call: impl Fn() -> Option<T>) -> Result<T> {
    let began = Instant::now();
    loop {
        let answer = call();
        if answer.is_some() || began.elapsed() > TIMEOUT {
            return answer.with_context(|| format!("{what} cannot be read after the phase"));
        }
        thread::sleep(AGAIN);
    }
}
