//! The people at work: writers that create jobs and move them, readers, one who uploads pictures and one who invites.

use std::{
    sync::Arc,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::scale::{
    api::Outcome,
    ledger::{MOST_STATES, day_of},
    site::{Site, new_job},
};

/// How many people of each kind there are.
const WRITERS: usize = 4;
const READERS: usize = 2;
/// How often a writer moves a job before it creates the next.
const MOVES: u32 = 2;
const _: () = assert!(MOVES <= MOST_STATES, "a job has no more days");
/// How soon a job must be acknowledged for its writer to look for it in the log.
const SOON: Duration = Duration::from_secs(3);
/// The pauses between two calls of one of them.
const WRITER_PAUSE: Duration = Duration::from_millis(100);
const READER_PAUSE: Duration = Duration::from_millis(150);
const PHOTO_PAUSE: Duration = Duration::from_secs(1);
/// A company may invite 50 new addresses in a day.
const INVITATION_PAUSE: Duration = Duration::from_secs(2);
/// A picture: one pixel.
const PICTURE: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53,
    0xde, 0x00, 0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0x60, 0x60, 0x60, 0x00,
    0x00, 0x00, 0x04, 0x00, 0x01, 0xc8, 0xea, 0xeb, 0xf9, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e,
    0x44, 0xae, 0x42, 0x60, 0x82,
];

/// The running threads.
pub struct Load(Vec<JoinHandle<()>>);

impl Load {
    /// Lets everybody begin.
    pub fn begin(site: &Arc<Site>) -> Self {
        let mut threads = Vec::new();
        let mut begin = |work: fn(&Site, usize), number: usize| {
            let site = site.clone();
            threads.push(thread::spawn(move || work(&site, number)));
        };
        (0..WRITERS).for_each(|number| begin(write, number));
        (0..READERS).for_each(|number| begin(read_lists, number));
        (0..READERS).for_each(|number| begin(read_jobs, number));
        begin(upload, 0);
        begin(invite, 1);
        Self(threads)
    }

    /// Waits until everybody has ended what they began; the site must be over.
    pub fn wait(self) {
        for thread in self.0 {
            // A thread that panicked has said so, and the checks find what it left.
            let _ = thread.join();
        }
    }
}

fn write(site: &Site, writer: usize) {
    let company = writer % site.admins.len();
    let token = &site.admins[company].token;
    for number in 0_u32.. {
        if site.is_over() {
            return;
        }
        let title = format!("{} {writer}-{number}", site.name);
        let key = |state: u32| format!("scale write {title} {state}");
        site.ledger().begin(company, &title);
        let began = Instant::now();
        let created = site.persist(token, "/api/jobs/create", &new_job(&title), &key(0));
        let Some(id) = created.and_then(|body| id_in(&body)) else {
            site.ledger().leave_unclear(&title);
            continue;
        };
        site.ledger().acknowledge(&title, &id);
        // A call that was repeated for long may not be among the last entries any more.
        if began.elapsed() < SOON {
            site.look_for_own_write(company, &title);
        }
        thread::sleep(WRITER_PAUSE);
        for state in 1..=MOVES {
            let day = day_of(state);
            let body = json!({ "jobId": id, "startDate": day, "endDate": day });
            if site.persist(token, "/api/jobs/update/schedule", &body, &key(state)).is_none() {
                site.ledger().leave_unclear(&title);
                break;
            }
            site.ledger().acknowledge(&title, &id);
            thread::sleep(WRITER_PAUSE);
        }
    }
}

fn id_in(body: &[u8]) -> Option<String> {
    serde_json::from_slice::<Value>(body).ok()?["id"].as_str().map(str::to_owned)
}

fn read_lists(site: &Site, reader: usize) {
    while !site.is_over() {
        site.read_list(reader % site.admins.len());
        thread::sleep(READER_PAUSE);
    }
}

fn read_jobs(site: &Site, reader: usize) {
    let company = reader % site.admins.len();
    while !site.is_over() {
        let newest = site.ledger().newest_of(company);
        if let Some(id) = newest {
            site.api.get(&site.admins[company].token, &format!("/api/jobs/job/{id}"));
        }
        thread::sleep(READER_PAUSE);
    }
}

fn upload(site: &Site, company: usize) {
    let path = format!("/api/jobs/uploadJobImage/{}", site.photo_job);
    while !site.is_over() {
        if let Outcome::Done(body) = site.api.upload(&site.admins[company].token, &path, PICTURE) {
            let answer: Value = serde_json::from_slice(&body).unwrap_or_default();
            site.photos().extend(answer["newEntry"]["id"].as_str().map(str::to_owned));
        }
        pause(site, PHOTO_PAUSE);
    }
}

fn invite(site: &Site, company: usize) {
    for number in 0_u32.. {
        if site.is_over() {
            return;
        }
        let email = format!("{}-{number}@crew.example", site.name);
        let body = json!({ "email": email, "userType": "member" });
        let key = format!("scale invitation {email}");
        let token = &site.admins[company].token;
        if site.persist(token, "/api/company/invite", &body, &key).is_some() {
            site.invited().push(email);
        }
        pause(site, INVITATION_PAUSE);
    }
}

/// A long pause, which ends with the site.
fn pause(site: &Site, length: Duration) {
    let mut left = length;
    while !left.is_zero() && !site.is_over() {
        let part = left.min(READER_PAUSE);
        thread::sleep(part);
        left = left.saturating_sub(part);
    }
}
