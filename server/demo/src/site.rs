//! The notes and photos on jobs in progress, from the office and the roof.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use domain::{
    files::signatures::ImageKind,
    types::ids::{JobId, NoteId, UserId},
};
use services::{files::Files, images::ImageProcessor};
use store::{
    db::Db,
    jobs::{
        author::Author,
        changes,
        images::{self, NewImage},
        notes::NewNote,
    },
    scope::Scope,
};
use uuid::Uuid;

use super::roof_picture::{Scene, draw_to};
use crate::company::{Demo, DemoAssignment, DemoCompany, DemoJob};

/// The photos on each job in progress.
const SCENES: [Scene; 4] = [Scene::Decking, Scene::Shingles, Scene::Chimney, Scene::Ridge];
/// How many jobs get photos: drawing them takes a moment.
const WITH_PHOTOS: usize = 4;

/// The notes of the office, and the crew's replies. Crews write in their own language.
const OFFICE: [&str; 4] = [
    "Homeowner works from home on Thursdays: no tear-off before 9 that day.",
    "Inspector comes at 2 pm. Leave the ice & water at the eaves open until he has seen it.",
    "Delivery is on the driveway, left side. The pallet with the ridge caps goes on the back plane.",
    "Neighbor at the corner asked us to keep the alley free before 8.",
];
const ROOF: [&str; 4] = [
    "Cambiamos 5 hojas de OSB en el lado norte. Fotos subidas.",
    "Found rotten fascia on the west gable, about 14 ft. Took photos before we covered it.",
    "Falta un rollo de underlayment, alcanza para hoy.",
    "Back plane is dried in. Valley metal goes in first thing tomorrow.",
];

/// Whether the crew is on this roof today.
fn runs(job: &DemoJob, today: NaiveDate) -> bool {
    job.span.is_some_and(|span| span.start_date <= today && today <= span.end_date)
}

/// A job in progress: the indexes of its company and of the job.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) company: usize,
    pub(super) job: usize,
}

/// The jobs in progress today.
pub(super) fn sites(demo: &Demo, today: NaiveDate) -> Vec<Site> {
    let of = |(company, firm): (usize, &DemoCompany)| {
        let running = firm.jobs.iter().enumerate().filter(|(_, job)| runs(job, today));
        running.map(move |(job, _)| Site { company, job }).collect::<Vec<_>>()
    };
    demo.companies.iter().enumerate().flat_map(of).collect()
}

/// Who writes from the roof: the subcontractor's lead, or the contractor's admin for a crew without accounts.
/// Indexes of a company and of one of its people.
fn on_the_roof(owner: usize, job: &DemoJob) -> (usize, usize) {
    match job.assignment {
        DemoAssignment::Subcontractor { company, person, .. } => {
            (company, person.unwrap_or_default())
        }
        DemoAssignment::Employee { person } | DemoAssignment::Crew { person: Some(person), .. } => {
            (owner, person)
        }
        DemoAssignment::Nobody | DemoAssignment::Crew { .. } => (owner, 0),
    }
}

/// The two notes of a site, the older first.
pub(super) fn notes(
    demo: &Demo,
    site: Site,
    turn: usize,
    people: &[Vec<UserId>],
    now: DateTime<Utc>,
) -> [NewNote<'static>; 2] {
    let (company, person) = on_the_roof(site.company, &demo.companies[site.company].jobs[site.job]);
    let note = |author, content, hours| NewNote {
        id: NoteId(Uuid::now_v7()),
        author: Author::User(author),
        content,
        now: now - Duration::hours(hours),
    };
    [
        note(people[site.company][0], OFFICE[turn % OFFICE.len()], 23),
        note(people[company][person], ROOF[turn % ROOF.len()], 2),
    ]
}

/// Draws the photos of the first sites and stores them as the API would.
///
/// # Errors
/// Errors of the disk, the store or the database.
pub(super) async fn store_photos(
    db: &Db,
    files: &Files,
    demo: &Demo,
    on_site: &[(Site, Scope, JobId)],
    people: &[Vec<UserId>],
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let pictures = ImageProcessor::default();
    for (turn, &(site, scope, job)) in (0_u32..).zip(on_site.iter().take(WITH_PHOTOS)) {
        let (company, person) =
            on_the_roof(site.company, &demo.companies[site.company].jobs[site.job]);
        for scene in SCENES {
            let arrived = files.new_upload()?;
            draw_to(arrived.as_file(), scene, turn)?;
            let prepared = pictures
                .prepare(people[company][person], arrived.into_temp_path(), ImageKind::Jpeg)
                .await?;
            let image = NewImage::of(Author::User(people[company][person]), prepared.format, now);
            files.reserve(db, &[image.picture.clone(), image.thumbnail.clone()], now).await?;
            files.put_file(&image.picture, &prepared.picture).await?;
            files.put(&image.thumbnail, prepared.thumbnail).await?;
            let mut tx = db.write().await?;
            let job = changes::find_own(&mut tx, scope, job).await?;
            images::add(&mut tx, &job, &image).await?;
            tx.commit().await?;
        }
    }
    Ok(())
}
