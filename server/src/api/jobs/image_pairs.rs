//! `/api/jobs/update/imagePair`: two pictures of a job as before and after. Everybody who may caption them may pair them.

use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    forms::error::ValidationError,
    jobs::records::SetImagePair,
};
use store::{
    activity::record::{self, Entry},
    db::error::DbError,
    jobs::{changes, image_pairs, images},
};

use crate::{api::jobs::images::shown, http::prelude::*};

pub fn routes() -> Routes {
    Routes::default().post("/api/jobs/update/imagePair", set)
}

async fn set(
    caller: Caller<gate::JobsImages>,
    State(app): State<App>,
    sent: UncheckedForm<SetImagePair>,
) -> ApiResult<impl ApiResponse> {
    let viewer = caller.viewer();
    let mut tx = app.db.write().await?;
    let after = sent.row_id(|form| form.image_id.0)?;
    let job = images::find(&mut tx, &viewer, after).await?.job_id;
    let job = changes::find_seen(&mut tx, &viewer, job).await?;
    // Read again: the job is locked now, and with it the pairs of its pictures.
    let rows = images::list(&mut tx, &viewer, job.id).await?;
    let form = sent.checked()?;
    let row = rows.iter().find(|row| row.id == after).ok_or(DbError::Missing)?;
    // A picture is taken out of its pair by either of the two.
    let pair_of_before = rows.iter().find(|row| row.before_id == Some(after)).map(|row| row.id);
    let wanted = form.before_id.0;
    let was = if wanted.is_none() { row.before_id.or(pair_of_before) } else { row.before_id };
    if let Some(before) = wanted
        && (before == after || !rows.iter().any(|row| row.id == before))
    {
        return Err(ValidationError::not_your_own("beforeId").into());
    }
    if was != wanted {
        let (action, change) = if let Some(before) = wanted {
            image_pairs::set(&mut tx, &job, (before, after)).await?;
            (ActivityAction::Added, Change::to(ActivityField::PicturePair, "true"))
        } else {
            image_pairs::clear(&mut tx, &job, after).await?;
            (ActivityAction::Removed, Change::from(ActivityField::PicturePair, "true"))
        };
        let entry = Entry::of_job(&mut tx, &job, action, change).await?;
        record::record(&mut tx, caller.action_context(&app.clock), &entry).await?;
    }
    let row = images::find(&mut tx, &viewer, after).await?;
    tx.commit().await?;
    Ok(named!("image": shown(&app.files, row, app.clock.now())))
}
