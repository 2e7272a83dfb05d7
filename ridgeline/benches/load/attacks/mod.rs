//! What a hostile or careless caller may cost the others: small files that grow in memory, passwords and sign-ins at
//! once, lists of endless distinct ranges, large imports, and connections.

mod connections;
mod files;
mod imports;
mod passwords;
mod ranges;

use anyhow::Result;

use crate::{Bench, table::Row};

/// All attacks.
pub async fn all(bench: &Bench) -> Result<Vec<Row>> {
    let mut rows = files::that_grow(bench).await?;
    rows.extend(passwords::at_once(bench).await?);
    rows.extend(ranges::without_end(bench).await?);
    rows.extend(imports::beside_others(bench).await?);
    rows.extend(connections::refused_early(bench).await?);
    rows.extend(connections::idle(bench).await?);
    Ok(rows)
}
