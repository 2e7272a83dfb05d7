//! What a chat room is for.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{OptionalId, form},
    },
    i18n::rules::Text,
    types::{field::WireEnum, ids::JobId},
};

/// What a room is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum RoomKind {
    /// Two connected companies.
    Connection,
    /// Everybody of one company.
    Company,
    /// Those of both companies who see a job.
    Job,
}

impl WireEnum for RoomKind {
    const WIRE_WORDS: &'static [(&'static str, Self)] =
        &[("connection", Self::Connection), ("company", Self::Company), ("job", Self::Job)];
}

/// The job of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct RoomJob {
    pub id: JobId,
    pub title: String,
}

/// Which rooms to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListedKinds {
    /// Those of connections.
    Connections,
    /// Every kind.
    All,
}

impl ListedKinds {
    /// The kinds that a query asks for: `all`, or nothing.
    ///
    /// # Errors
    /// Another word.
    pub fn of(asked: Option<&str>) -> Result<Self, ValidationError> {
        match asked {
            None => Ok(Self::Connections),
            Some("all") => Ok(Self::All),
            Some(_) => Err(ValidationError::new("kinds", Code::Choice, Text::Choice)),
        }
    }
}

form! {
    /// Opens the room of a job.
    OpenJobRoom {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
    }
}
