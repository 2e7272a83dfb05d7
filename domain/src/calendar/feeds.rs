//! The secret address of a feed, from which a calendar outside the app reads what its user sees.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The user's feed, if there is one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct Feed {
    /// A path of this site. Returned once, by the call that creates it: only its hash is stored.
    pub url: Option<String>,
    /// When it was created; null where there is none.
    pub date_inserted: Option<DateTime<Utc>>,
    /// When a calendar last read it, to the quarter of an hour.
    pub last_read: Option<DateTime<Utc>>,
}
