//! The server's response to an import.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::{forms::error::FieldError, imports::exports::preset::Preset, types::ids::ImportId};

/// What the server did with one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub enum RowOutcome {
    /// It was added to the company's own.
    Created,
    /// The company had it: a product got another cost, a vendor another contact.
    Changed,
    /// The company, or an earlier row, has it.
    AlreadyThere,
    /// It was not stored.
    Refused,
}

/// One row of the server's response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ImportRow {
    /// The line of the file it starts on; the headings are on line 1.
    #[ts(type = "number")]
    pub row: u64,
    /// What was done with it.
    pub outcome: RowOutcome,
    /// The id of what was created or changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string")]
    pub id: Option<Uuid>,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub errors: Option<Vec<FieldError>>,
}

/// The server's response to an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ImportOutcome {
    /// The program that exported the file, found from its headings; null where it is not known.
    pub preset: Option<Preset>,
    /// The id by which it can be undone within a day; missing from a dry run.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub import_id: Option<ImportId>,
    /// How many were created.
    pub created: u32,
    /// How many have a new cost, or a new contact. Only for price lists and vendors.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub changed: Option<u32>,
    /// How many existed before.
    pub already_there: u32,
    /// How many rows were refused.
    pub refused: u32,
    /// Every row, in the order of the file.
    pub rows: Vec<ImportRow>,
}

/// The counts of an import: its outcome without the rows, of which there may be many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ImportFigures {
    /// How many were created.
    pub created: u32,
    /// How many have a new cost, or a new contact. Only for price lists and vendors.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub changed: Option<u32>,
    /// How many existed before.
    pub already_there: u32,
    /// How many rows were refused.
    pub refused: u32,
}

impl From<&ImportOutcome> for ImportFigures {
    fn from(outcome: &ImportOutcome) -> Self {
        let ImportOutcome { created, changed, already_there, refused, .. } = *outcome;
        Self { created, changed, already_there, refused }
    }
}

/// The server's response when an import is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ImportStopped {
    /// What was stored, all of it, before the import was stopped; null where nothing was stored and nothing
    /// will be.
    pub stored: Option<ImportFigures>,
}

/// The server's response when an import is undone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ImportUndone {
    /// The ids of what the import created and is deleted now.
    #[ts(type = "Array<string>")]
    pub deleted: Vec<Uuid>,
    /// The ids of what somebody changed or used since; it stays as it is.
    #[ts(type = "Array<string>")]
    pub kept: Vec<Uuid>,
    /// The ids of products whose cost is again that before the import.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, type = "Array<string>")]
    pub restored: Vec<Uuid>,
}

impl ImportOutcome {
    /// Adds a row that was created.
    pub fn created(&mut self, row: u64, id: Uuid) {
        self.created += 1;
        self.rows.push(ImportRow { row, outcome: RowOutcome::Created, id: Some(id), errors: None });
    }

    /// Adds a row that existed and was changed.
    pub fn changed(&mut self, row: u64, id: Uuid) {
        *self.changed.get_or_insert_default() += 1;
        self.rows.push(ImportRow { row, outcome: RowOutcome::Changed, id: Some(id), errors: None });
    }

    /// Adds a row that existed already.
    pub fn already_there(&mut self, row: u64) {
        self.already_there += 1;
        self.rows.push(ImportRow {
            row,
            outcome: RowOutcome::AlreadyThere,
            id: None,
            errors: None,
        });
    }

    /// Adds a row that was refused.
    pub fn refused(&mut self, row: u64, errors: Vec<FieldError>) {
        self.refused += 1;
        self.rows.push(ImportRow {
            row,
            outcome: RowOutcome::Refused,
            id: None,
            errors: Some(errors),
        });
    }
}
