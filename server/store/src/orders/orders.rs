//! What work orders and purchase orders have in common.

use domain::{orders::orders::NewOrder, types::ids::JobId};

use crate::{
    db::prelude::*,
    jobs::changes::{self, JobState},
};

/// Which orders are read: all of a job, or one.
#[derive(Clone, Copy)]
pub(super) enum OrderSelection<Id> {
    Job(JobId),
    One(Id),
}

/// A statement about the orders that are selected of a table, between what stands before and behind that.
macro_rules! of_orders {
    ($of:expr, $table:literal, $head:expr, $tail:expr) => {
        match $of {
            OrderSelection::Job(job) => {
                sql!(concat!($head, " WHERE ", $table, ".job_id = $1 ", $tail)).bind(job)
            }
            OrderSelection::One(order) => {
                sql!(concat!($head, " WHERE ", $table, ".id = $1 ", $tail)).bind(order)
            }
        }
    };
}
pub(super) use of_orders;

/// What a new order of a job is called whose others have the titles that `taken` reads.
pub(super) async fn new_title(
    tx: &mut Tx,
    job: &JobState,
    form: NewOrder,
    taken: Sql,
) -> DbResult<String> {
    let number = changes::number(tx, job).await?;
    let taken: Vec<String> = taken.values(tx).await?;
    Ok(form.title_or_default(number.as_deref(), &taken))
}
