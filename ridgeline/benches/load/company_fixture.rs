//! A company with jobs, in a temporary folder.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use chrono::{Days, NaiveDate};
use domain::{
    imports::{
        csv::{Verdict, mapping::SheetField as _, sheet::Sheet},
        jobs::{fields::ImportField, row::ImportedJob},
    },
    jobs::job::Job,
    permissions::permission::{CompanyType, Role, UserType},
    types::{
        date_range::Span,
        ids::{CompanyId, ImageId, JobId, ReportId, TagId, UserId},
        language::Language,
        money::Quantity,
        place::Location,
        point::Point,
    },
};
use server::{app::database_file, backup::move_to_postgres::move_to_postgres};
use services::core::clock::Clock;
use sqlx::{Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};
use store::{
    db::{Db, Tx},
    jobs::{
        author::Author,
        changes,
        images::{self, NewImage},
        jobs::{self, Assignment, NewJobRow},
        records,
        visibility::{JobSelection, Viewer},
    },
    scope::Scope,
};
use tempfile::TempDir;
use uuid::Uuid;

use crate::{
    Bench, completed_jobs,
    people_fixture::{add_admin, add_companies},
    postgres::with_database,
    server::Server,
    table::Row,
};

/// Real addresses: the permits of the import tests.
pub const PERMITS: &[u8] = include_bytes!("../../tests/data/nashville-permits.csv");

/// Inspection notes of about 300 characters.
const NOTES: [&str; 4] = [
    "Hail on the south and west slopes, eleven hits to the square on the west. Ridge vent loose over \
     the garage, two pipe boots cracked, step flashing at the chimney lifted. Decking soft at the \
     back eave, about two sheets. Homeowner wants the gutters looked at in the same visit and asks \
     for a start before the rains.",
    "Three-tab from before 2004, granules gone on the south side, nails backing out along the ridge. \
     One layer, half inch decking, no drip edge anywhere. Skylight curb leaks into the hall closet. \
     Pitch 8/12 at the front, 4/12 over the porch, which needs membrane. Material can be set on the \
     drive; a dog in the yard.",
    "Wind took the caps and a strip of shingles along the rake. Underlayment torn in two places, a \
     tarp is on. Insurance adjuster was here on Tuesday and agrees to the full slope. Match: \
     architectural, weathered wood. Power line close to the north eave, so the crew sets the ladder \
     from the east side only.",
    "Flat section behind the parapet ponds at the drain, seams open for about four feet. The rest is \
     sound. Owner wants a price for the repair and one for new TPO with tapered insulation. Access \
     over the neighbor's lot is agreed in writing, between eight and four. Photographs of every \
     seam are in the file.",
];

const TAGS: [[&str; 2]; 3] =
    [["insurance", "steep pitch"], ["repair", "call first"], ["re-roof", "two layers"]];

/// A Tuesday with 60 jobs.
pub const RAIN_DAY: NaiveDate = NaiveDate::from_ymd_opt(2024, 1, 2).expect("a day");
const ON_RAIN_DAY: usize = 60;

/// The dates of the jobs.
#[derive(Clone, Copy, Debug)]
pub enum Season {
    /// A few a day, one after another: one summer's work.
    Summer,
    /// Spread evenly over this many days from January 1, 2024.
    Days(u64),
    /// 60 that begin on [`RAIN_DAY`], shared by the company and its three subcontractors; the others as in summer.
    RainDay,
}

/// A company, its jobs and a signed-in user.
pub struct CompanyFixture {
    folder: TempDir,
    /// The owner of the jobs.
    pub company: CompanyId,
    user: UserId,
    token: String,
}

impl CompanyFixture {
    /// Creates a company with `count` jobs.
    pub async fn with_jobs(bench: &Bench, count: usize, season: Season) -> Result<Self> {
        let folder = bench.folder()?;
        let db = Db::open_sqlite(&database_file(folder.path())).await?;
        let mut tx = db.write_long().await?;
        let (company, subcontractors) = add_companies(&mut tx).await?;
        let (user, token) = add_admin(&mut tx, company, "ada@example.com", "Ridge".into()).await?;
        for (at, subcontractor) in subcontractors.into_iter().enumerate() {
            let email = format!("bo{at}@example.com");
            add_admin(&mut tx, subcontractor, &email, "Bay".into()).await?;
        }
        let permits = permits()?;
        for (at, permit) in permits.iter().cycle().take(count).enumerate() {
            insert(&mut tx, scope(company), at, &row(permit, at, count, season, subcontractors))
                .await?;
        }
        tx.commit().await?;
        db.close().await;
        Ok(Self { folder, company, user, token })
    }

    /// The database file.
    pub fn database(&self) -> PathBuf {
        database_file(self.folder.path())
    }

    /// Another folder with a copy of the database.
    #[expect(clippy::disallowed_methods, reason = "the store does not copy database files")]
    pub async fn copy(&self, bench: &Bench) -> Result<TempDir> {
        let folder = bench.folder()?;
        let options = SqliteConnectOptions::new().filename(self.database());
        let mut file = SqliteConnection::connect_with(&options).await?;
        // Not a file copy: the latest writes may still be in the write-ahead log.
        sqlx::query("VACUUM INTO $1")
            .bind(database_file(folder.path()).display().to_string())
            .execute(&mut file)
            .await?;
        file.close().await?;
        Ok(folder)
    }

    /// Gives its first job `count` pictures without their files.
    pub async fn add_pictures(&self, count: usize) -> Result<JobId> {
        let id = self.jobs().await?.first().context("no job")?.id;
        let db = Db::open_sqlite(&self.database()).await?;
        let mut tx = db.write_long().await?;
        let job = changes::find_own(&mut tx, scope(self.company), id).await?;
        let old = images::list(&mut tx, &self.viewer(), id).await?;
        for image in &old {
            images::delete(&mut tx, &self.viewer(), image, Clock::Real.now()).await?;
        }
        for _ in 0..count {
            let id = ImageId(Uuid::now_v7());
            let new = NewImage {
                id,
                author: Author::User(self.user),
                picture: format!("job-images/{id}.jpg"),
                thumbnail: format!("job-images/{id}-small.jpg"),
                width: 4_032,
                height: 3_024,
                now: Clock::Real.now(),
            };
            images::add(&mut tx, &job, &new).await?;
        }
        tx.commit().await?;
        db.close().await;
        Ok(id)
    }

    /// Completes its past jobs, and adds an order to every second job.
    pub async fn add_past(&self) -> Result<()> {
        let jobs = self.jobs().await?;
        let db = Db::open_sqlite(&self.database()).await?;
        let mut tx = db.write_long().await?;
        completed_jobs::add(&mut tx, scope(self.company), (self.company, self.user), &jobs).await?;
        tx.commit().await?;
        db.close().await;
        Ok(())
    }

    /// Adds companies without jobs, and returns the authorization header of an admin of each.
    pub async fn add_companies(&self, count: usize) -> Result<Vec<String>> {
        let db = Db::open_sqlite(&self.database()).await?;
        let mut tx = db.write_long().await?;
        let mut headers = Vec::new();
        for at in 0..count {
            let (company, _) = add_companies(&mut tx).await?;
            let email = format!("admin{at}@example.com");
            let (_, token) = add_admin(&mut tx, company, &email, "Ridge".into()).await?;
            headers.push(bearer(&token));
        }
        tx.commit().await?;
        db.close().await;
        Ok(headers)
    }

    /// Starts the server to measure on this database.
    pub fn serve(&self, bench: &Bench) -> Result<Server> {
        Server::ours(&bench.server, self.folder.path())
    }

    /// Measures a server on this database, on SQLite and, if configured, on PostgreSQL.
    pub async fn on_both_engines(
        &self,
        bench: &Bench,
        measured: impl AsyncFn(&Server, &'static str) -> Result<Vec<Row>>,
    ) -> Result<Vec<Row>> {
        let mut rows = measured(&self.serve(bench)?, "SQLite").await?;
        let Some(postgres) = &bench.postgres else {
            println!("  PostgreSQL: name one by RIDGELINE_TEST_POSTGRES");
            return Ok(rows);
        };
        let on_postgres = async |url: String| {
            // No server uses the database any more.
            move_to_postgres(self.folder.path(), &url).await?;
            let folder = bench.folder()?;
            let server = Server::ours_over(&bench.server, folder.path(), &url)?;
            measured(&server, "PostgreSQL").await
        };
        rows.extend(with_database(postgres, on_postgres).await?);
        Ok(rows)
    }

    /// The authorization header of the signed-in user.
    pub fn bearer(&self) -> String {
        bearer(&self.token)
    }

    /// Its jobs as the server reads them.
    pub async fn jobs(&self) -> Result<Vec<Job>> {
        let db = Db::open_sqlite(&self.database()).await?;
        let mut tx = db.read().await?;
        let jobs = jobs::list(&mut tx, &self.viewer(), JobSelection::All).await?;
        drop(tx);
        db.close().await;
        Ok(jobs)
    }

    fn viewer(&self) -> Viewer {
        let role = Role { company_type: CompanyType::Contractor, user_type: UserType::Admin };
        Viewer { scope: scope(self.company), role, user: self.user, language: Language::English }
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

#[expect(clippy::disallowed_methods, reason = "the bench creates its companies")]
fn scope(company: CompanyId) -> Scope {
    Scope::trusted(company)
}

fn bearer(token: &str) -> String {
    format!("authorization: Bearer {token}\r\n")
}

/// The valid rows of the permits file.
pub fn permits() -> Result<Vec<ImportedJob>> {
    let refused = |why| anyhow::anyhow!("the file of permits is refused: {why:?}");
    let sheet = Sheet::read(PERMITS).map_err(|why| refused(vec![why]))?;
    let columns =
        sheet.columns(ImportField::FIELDS, &sheet.guess(ImportField::FIELDS)).map_err(refused)?;
    let good: Vec<ImportedJob> = sheet
        .check::<ImportedJob>(&columns)
        .into_iter()
        .filter_map(|row| match row.verdict {
            Verdict::Good(job) => Some(*job),
            _ => None,
        })
        .collect();
    ensure!(!good.is_empty(), "the file of permits has no good row");
    Ok(good)
}

fn row(
    permit: &ImportedJob,
    at: usize,
    count: usize,
    season: Season,
    subcontractors: [CompanyId; 3],
) -> NewJobRow {
    let location = permit
        .coordinates
        .map(|(latitude, longitude)| Location::of_house(Point { latitude, longitude }));
    let company = match season {
        Season::RainDay if at < ON_RAIN_DAY => subcontractors.get(at % 4).copied(),
        _ => subcontractors.first().copied().filter(|_| at.is_multiple_of(3)),
    };
    let assignment = Assignment { company, accepted: company.is_some(), ..Assignment::default() };
    NewJobRow {
        contract_amount: permit.contract_amount,
        // A large company repeats the file's rows; job numbers must stay unique.
        job_number: Some(format!("{}-{at}", permit.job_number.as_deref().unwrap_or("P"))),
        inspection_note: Some(NOTES[at % NOTES.len()].to_string()),
        span: span(at, count, season),
        assignment,
        ..NewJobRow::from_form(permit.job.clone(), location)
    }
}

/// One to four days of work; every twentieth job is unscheduled.
fn span(at: usize, count: usize, season: Season) -> Option<Span> {
    let at = at as u64;
    let count = count.max(1) as u64;
    let day = match season {
        Season::RainDay if at < ON_RAIN_DAY as u64 => {
            let end_date = RAIN_DAY.checked_add_days(Days::new(at % 3))?;
            return Some(Span { start_date: RAIN_DAY, end_date });
        }
        Season::Summer | Season::RainDay => at / 3,
        Season::Days(days) => at * days / count,
    };
    let start_date = NaiveDate::from_ymd_opt(2024, 1, 1)?.checked_add_days(Days::new(day))?;
    let end_date = start_date.checked_add_days(Days::new(at % 4))?;
    (at % 20 != 19).then_some(Span { start_date, end_date })
}

async fn insert(tx: &mut Tx, scope: Scope, at: usize, row: &NewJobRow) -> Result<()> {
    let job = JobId(Uuid::now_v7());
    jobs::insert(tx, scope, job, row, Clock::Real.now()).await.context("a job")?;
    for content in TAGS[at % TAGS.len()] {
        records::insert_tag(tx, job, TagId(Uuid::now_v7()), content).await?;
    }
    let measured = i64::try_from(at)? % 1_900;
    for (measurement, amount) in
        [("Squares", 18_000 + measured * 10), ("Ridge, feet", 42_500 + measured)]
    {
        let amount = Quantity::from_thousandths(amount);
        records::insert_report(tx, job, ReportId(Uuid::now_v7()), measurement, amount).await?;
    }
    Ok(())
}
