//! Finds out how exact the places of jobs are that a server of an older version stored.

use domain::{jobs::forms::NewJob, types::place::Location};
use services::geocoding::OfflineGeocoder;
use store::{
    db::{Db, error::DbResult},
    jobs::addresses::{self, UnknownArea},
};

/// Finds out the areas of all jobs that have none yet, in small transactions.
///
/// # Errors
/// The database's.
pub async fn find_out(db: &Db) -> DbResult<()> {
    loop {
        let mut tx = db.read().await?;
        let has_any = addresses::has_unknown_areas(&mut tx).await?;
        drop(tx);
        if !has_any {
            return Ok(());
        }
        let mut tx = db.write().await?;
        for job in addresses::without_area(&mut tx).await? {
            addresses::set_area(&mut tx, &job, location(&job)).await?;
        }
        tx.commit().await?;
    }
}

/// Where the embedded table has put the job, its area is known. Everything else was more exact: a file's coordinates, or
/// Mapbox.
fn location(job: &UnknownArea) -> Option<Location> {
    let point = job.point()?;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let form = NewJob {
        title: String::new(),
        address: text(&job.address),
        city: job.city.clone(),
        state: job.state.clone(),
        zip: text(&job.zip),
    };
    let in_table = OfflineGeocoder::load().locate((&form).into());
    Some(in_table.filter(|located| located.point == point).unwrap_or(Location::of_house(point)))
}
