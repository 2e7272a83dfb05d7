//! The shared part of work orders and purchase orders.

use domain::{orders::orders::NewOrder, types::ids::JobId};

use crate::{
    db::prelude::*,
    jobs::changes::{self, JobState},
};

/// Which orders to read: all of a job, one, or some.
#[derive(Clone, Copy)]
pub(super) enum OrderSelection<'a, Id> {
    Job(JobId),
    One(Id),
    These(&'a [Id]),
}

/// A statement about the selected orders of a table, with the text before and after the condition.
macro_rules! of_orders {
    ($of:expr, $table:literal, $head:expr, $tail:expr) => {
        match $of {
            OrderSelection::Job(job) => {
                sql!(concat!($head, " WHERE ", $table, ".job_id = $1 ", $tail)).bind(job)
            }
            OrderSelection::One(order) => {
                sql!(concat!($head, " WHERE ", $table, ".id = $1 ", $tail)).bind(order)
            }
            OrderSelection::These(orders) => {
                sql!(concat!($head, " WHERE ", $table, ".id IN ({orders}) ", $tail))
                    .bind_list("orders", orders.iter().copied())
            }
        }
    };
}
pub(super) use of_orders;

/// The default title of a job's new order; `taken` reads the titles of its other orders.
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
