//! The job import: a CSV file becomes jobs, row by row, the same in the preview and on the server.

mod mapping;
mod refused;
mod row;
mod sheet;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    error::{FieldError, Refusal},
    ids::JobId,
};

pub use mapping::{Columns, ImportField, ImportMapping};
pub use refused::refused_csv;
pub use row::{ImportedJob, dedupe_key};
pub use sheet::Sheet;

/// What checking says about one row.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It can be stored.
    Good(Box<ImportedJob>),
    /// An earlier row of the file is the same job.
    AlreadyThere,
    /// It cannot be stored.
    Refused(Vec<Refusal>),
}

/// One row after checking.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedRow {
    /// The line of the file it starts on; the headings stand on line 1.
    pub line: u64,
    /// What became of it.
    pub verdict: Verdict,
}

/// What the server did with one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub enum RowOutcome {
    /// It is a job now.
    Created,
    /// The company, or an earlier row, has this job.
    AlreadyThere,
    /// It was not stored.
    Refused,
}

/// One row of the server's answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ImportRow {
    /// The line of the file it starts on; the headings stand on line 1.
    #[ts(type = "number")]
    pub row: u64,
    /// What became of it.
    pub outcome: RowOutcome,
    /// The new job, or the one that was there before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<JobId>,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub errors: Option<Vec<FieldError>>,
}

/// The server's answer to an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ImportOutcome {
    /// How many jobs are new.
    pub created: u32,
    /// How many were there before.
    pub already_there: u32,
    /// How many rows were refused.
    pub refused: u32,
    /// Every row, in the order of the file.
    pub rows: Vec<ImportRow>,
}

impl ImportOutcome {
    /// Adds a row and counts it.
    pub fn add(&mut self, row: ImportRow) {
        match row.outcome {
            RowOutcome::Created => self.created += 1,
            RowOutcome::AlreadyThere => self.already_there += 1,
            RowOutcome::Refused => self.refused += 1,
        }
        self.rows.push(row);
    }
}
