//! A CSV file during an import: read once, its columns mapped by hand, its rows checked and previewed.

#![expect(clippy::needless_pass_by_value, reason = "the browser passes strings by value")]

use domain::{
    forms::error,
    imports::{
        csv::{
            CheckedRow, Importable, Verdict,
            cells::Cells,
            mapping::{Columns, Field, ImportMapping, SheetField as _},
            refused::refused_csv,
            row_key::RowKeys,
            sheet::Sheet,
        },
        customers::{CustomerField, ImportedCustomer},
        exports::preset::PresetChoice,
        jobs::{fields::ImportField, row::ImportedJob},
        photos,
        products::{ImportedProduct, PriceField},
        vendors::{ImportedVendor, VendorField},
    },
    types::{field::WireEnum as _, language::Language},
};
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::{language, read, to_js, value};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { FieldError, ImportMapping, ImportPreset, ImportRow, Language, MatchedPhoto } from "../../bindings";

/** What the rows of a file become. */
export type ImportKind = "jobs" | "customers" | "products" | "vendors";

/** How many rows of a file can be stored. */
export interface ImportCounts { good: number; refused: number; duplicatesInFile: number }

/** One row as the preview shows it. `row` is its line in the file, the headings being line 1. */
export interface ImportPreviewRow {
  row: number;
  outcome: "good" | "alreadyThere" | "refused";
  cells: string[];
  errors: FieldError[];
}
"#;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Counts {
    good: usize,
    refused: usize,
    duplicates_in_file: usize,
}

#[derive(Serialize)]
struct PreviewRow {
    row: u64,
    outcome: &'static str,
    cells: Vec<String>,
    errors: Vec<error::FieldError>,
}

/// What the rows of a file become.
struct Kind {
    fields: &'static [Field],
    check: fn(&Sheet, &Columns) -> Vec<CheckedRow<()>>,
}

impl Kind {
    const JOBS: Self = Self { fields: ImportField::FIELDS, check: verdicts::<ImportedJob> };
    const CUSTOMERS: Self =
        Self { fields: CustomerField::FIELDS, check: verdicts::<ImportedCustomer> };

    const PRODUCTS: Self = Self { fields: PriceField::FIELDS, check: verdicts::<ImportedProduct> };
    const VENDORS: Self = Self { fields: VendorField::FIELDS, check: verdicts::<ImportedVendor> };

    fn named(word: &str) -> Option<Self> {
        match word {
            "jobs" => Some(Self::JOBS),
            "customers" => Some(Self::CUSTOMERS),
            "products" => Some(Self::PRODUCTS),
            "vendors" => Some(Self::VENDORS),
            _ => None,
        }
    }
}

/// The verdict of each row, without the value it becomes: only the server stores that.
fn verdicts<T: Importable>(sheet: &Sheet, columns: &Columns) -> Vec<CheckedRow<()>> {
    sheet.verdicts::<T>(columns, &RowKeys::default()).map(CheckedRow::map_unit).collect()
}

/// The job of each photo, by its path and the numbers of all jobs.
#[wasm_bindgen(js_name = matchPhotos, unchecked_return_type = "MatchedPhoto[]")]
pub fn match_photos(
    #[wasm_bindgen(unchecked_param_type = "readonly string[]")] paths: Vec<String>,
    #[wasm_bindgen(unchecked_param_type = "readonly string[]")] numbers: Vec<String>,
) -> Result<JsValue, JsError> {
    to_js(&photos::match_photos(&paths, &numbers))
}

/// A file that could be read. The checked rows are cached until the mapping changes.
#[wasm_bindgen]
pub struct ImportSheet {
    kind: Kind,
    sheet: Sheet,
    checked: Option<(Columns, Vec<CheckedRow<()>>)>,
}

#[wasm_bindgen]
impl ImportSheet {
    /// Reads a file of jobs, or of the kind given; returns an error message instead of a sheet when it cannot
    /// be read. Its program is the one given, or found by the headings.
    #[wasm_bindgen(js_name = read, unchecked_return_type = "ImportSheet | string")]
    pub fn read_file(
        bytes: &[u8],
        #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "ImportKind")] of: Option<String>,
        #[wasm_bindgen(unchecked_optional_param_type = "ImportPreset | \"none\"")] preset: Option<
            String,
        >,
    ) -> Result<JsValue, JsError> {
        let kind = of.as_deref().map_or(Some(Kind::JOBS), Kind::named);
        let kind = kind.ok_or_else(|| JsError::new("no such import"))?;
        Ok(match Sheet::read(bytes) {
            Ok(sheet) => {
                let chosen = preset.as_deref().and_then(PresetChoice::from_word);
                let sheet = match chosen {
                    Some(chosen) => sheet.exported_by(chosen),
                    None => sheet,
                };
                Self { kind, sheet, checked: None }.into()
            }
            Err(refusal) => refusal.sentence(language(spoken)).into(),
        })
    }

    /// The program that exported the file; none of another one.
    #[wasm_bindgen(unchecked_return_type = "ImportPreset | undefined")]
    #[must_use]
    pub fn preset(&self) -> Option<String> {
        self.sheet.preset().map(|preset| preset.as_word().to_owned())
    }

    /// The headings of the file.
    #[must_use]
    pub fn headings(&self) -> Vec<String> {
        self.sheet.headings().to_vec()
    }

    /// How many rows are below the headings.
    #[wasm_bindgen(js_name = rowCount)]
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.sheet.len()
    }

    /// Maps headings to our fields, as far as the headings are recognized.
    #[wasm_bindgen(unchecked_return_type = "ImportMapping")]
    pub fn guess(&self) -> Result<JsValue, JsError> {
        to_js(&self.sheet.guess(self.kind.fields))
    }

    /// The errors of a mapping; none when rows can be checked.
    #[wasm_bindgen(unchecked_return_type = "FieldError[]")]
    pub fn problems(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ImportMapping")] mapping: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
    ) -> Result<JsValue, JsError> {
        let columns = self.sheet.columns(self.kind.fields, &read(mapping)?);
        let refusals = columns.err().unwrap_or_default();
        to_js(&error::in_language(&refusals, language(spoken)))
    }

    /// How many rows can be stored under a mapping without problems.
    #[wasm_bindgen(unchecked_return_type = "ImportCounts")]
    pub fn check(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ImportMapping")] mapping: JsValue,
    ) -> Result<JsValue, JsError> {
        self.prepare(&read(mapping)?)?;
        let count = |matches: fn(&Verdict<()>) -> bool| {
            self.rows_checked().iter().filter(|row| matches(&row.verdict)).count()
        };
        to_js(&Counts {
            good: count(|verdict| matches!(verdict, Verdict::Good(_))),
            refused: count(|verdict| matches!(verdict, Verdict::Refused(_))),
            duplicates_in_file: count(|verdict| matches!(verdict, Verdict::Duplicate)),
        })
    }

    /// Some rows of the preview; only those with one outcome if it is given.
    #[wasm_bindgen(unchecked_return_type = "ImportPreviewRow[]")]
    pub fn rows(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ImportMapping")] mapping: JsValue,
        from: usize,
        count: usize,
        #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "ImportPreviewRow[\"outcome\"]")]
        only: Option<String>,
    ) -> Result<JsValue, JsError> {
        self.prepare(&read(mapping)?)?;
        let spoken = language(spoken);
        let all = self.rows_checked().iter().enumerate();
        let selected =
            all.filter(|(_, row)| only.as_deref().is_none_or(|only| only == outcome(&row.verdict)));
        let preview = selected.skip(from).take(count).map(|(at, row)| PreviewRow {
            row: row.line,
            outcome: outcome(&row.verdict),
            cells: self.sheet.cells(at).iter().flat_map(Cells::iter).map(str::to_owned).collect(),
            errors: error::in_language(refusals(&row.verdict), spoken),
        });
        to_js(&preview.collect::<Vec<_>>())
    }

    /// The refused rows with their reasons, as a CSV to correct. The reasons are those of the server's
    /// response if it is given, else those found here.
    #[wasm_bindgen(js_name = refusedCsv)]
    pub fn refused_csv(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ImportMapping")] mapping: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "readonly ImportRow[]")] response: JsValue,
    ) -> Result<String, JsError> {
        let spoken = language(spoken);
        let reasons = if response.is_undefined() {
            self.prepare(&read(mapping)?)?;
            self.local_reasons(spoken)
        } else {
            response_reasons(&value(response)?)
        };
        Ok(refused_csv(&self.sheet, &reasons, spoken))
    }

    fn local_reasons(&self, spoken: Language) -> Vec<(u64, String)> {
        let refused = self.rows_checked().iter().filter_map(|row| match &row.verdict {
            Verdict::Refused(refusals) => Some((row.line, refusals)),
            _ => None,
        });
        let mut reasons = Vec::new();
        for (line, refusals) in refused {
            reasons.push((line, joined(&error::in_language(refusals, spoken))));
        }
        reasons
    }

    fn prepare(&mut self, mapping: &ImportMapping) -> Result<(), JsError> {
        let columns = self.sheet.columns(self.kind.fields, mapping);
        let columns = columns.map_err(|_| JsError::new("call problems() first"))?;
        if self.checked.as_ref().is_none_or(|(known, _)| *known != columns) {
            let rows = (self.kind.check)(&self.sheet, &columns);
            self.checked = Some((columns, rows));
        }
        Ok(())
    }

    fn rows_checked(&self) -> &[CheckedRow<()>] {
        self.checked.as_ref().map_or(&[], |(_, rows)| rows)
    }
}

fn outcome(verdict: &Verdict<()>) -> &'static str {
    match verdict {
        Verdict::Good(_) => "good",
        Verdict::Duplicate => "alreadyThere",
        Verdict::Refused(_) => "refused",
    }
}

fn refusals(verdict: &Verdict<()>) -> &[error::ValidationError] {
    match verdict {
        Verdict::Refused(refusals) => refusals,
        _ => &[],
    }
}

/// The reasons in the server's response, by line, in the order of the lines as the response is.
fn response_reasons(rows: &Value) -> Vec<(u64, String)> {
    let mut reasons = Vec::new();
    for row in rows.as_array().into_iter().flatten() {
        let text = |value: &Value, name: &str| value[name].as_str().unwrap_or_default().to_owned();
        if text(row, "outcome") != "refused" {
            continue;
        }
        let errors = row["errors"].as_array().into_iter().flatten();
        let each =
            errors.map(|error| format!("{}: {}", text(error, "field"), text(error, "message")));
        if let Some(line) = row["row"].as_u64() {
            reasons.push((line, each.collect::<Vec<_>>().join(" ")));
        }
    }
    reasons
}

fn joined(errors: &[error::FieldError]) -> String {
    let reasons: Vec<String> =
        errors.iter().map(|error| format!("{}: {}", error.field, error.message)).collect();
    reasons.join(" ")
}
