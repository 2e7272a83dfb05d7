//! Webhooks: a consumer that was down, and a slow one among many.

use anyhow::Result;

use crate::{Bench, table::Row};

mod consumer;
mod outage;
mod slow_consumer;

/// Both.
pub async fn all(bench: &Bench) -> Result<Vec<Row>> {
    let mut rows = slow_consumer::delays_no_other(bench).await?;
    rows.extend(outage::catches_up(bench).await?);
    Ok(rows)
}
