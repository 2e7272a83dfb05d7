//! The secret address at which a calendar outside the app reads what somebody sees.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Somebody's own feed, or that they have none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct Feed {
    /// A path of this site. Told once, by the call that makes it: nobody keeps it.
    pub url: Option<String>,
    /// When it was made; null where there is none.
    pub date_inserted: Option<DateTime<Utc>>,
    /// When a calendar last read it, to the quarter of an hour.
    pub last_read: Option<DateTime<Utc>>,
}
