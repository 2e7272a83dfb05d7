//! An uploaded CSV file, and the mapping of its columns.

use axum::extract::multipart::MultipartError;
use domain::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    imports::csv::{
        CheckedRow, Importable,
        mapping::{ImportMapping, SheetField as _},
        outcome::ImportOutcome,
        sheet::Sheet,
    },
    types::{ids::ImportId, limits::LIMITS},
};
use serde_json::{Value, json};
use store::imports::CheckedImport;

use crate::http::{
    body::Reply,
    error::{ApiError, ApiResult},
    multipart::MultipartBody,
    openapi::operation::Operation,
    upload::{self, Fields},
};

/// Allowance for the mapping and the boundaries besides the file itself.
const MULTIPART_OVERHEAD: u64 = 1 << 20;

/// The most bytes of a body with such a file.
pub fn body_limit() -> usize {
    usize::try_from(LIMITS.import_bytes + MULTIPART_OVERHEAD).unwrap_or(usize::MAX)
}

/// The file, and the mapping of its columns; without one its headings are matched. An import with a client's
/// id can be stopped by that id.
#[derive(Debug)]
pub enum CsvUpload {}

impl Fields for CsvUpload {
    fn schema(operation: &mut Operation<'_>) -> Value {
        json!({
            "type": "object",
            "properties": {
                "file": upload::file_schema(),
                "mapping": operation.schema::<ImportMapping>(),
                "importId": operation.schema::<ImportId>(),
            },
            "required": ["file"],
        })
    }
}

/// An uploaded file with its rows validated.
///
/// # Errors
/// If the file cannot be read, or columns are missing.
pub async fn file<T: Importable + Send + 'static>(
    upload: MultipartBody,
) -> ApiResult<CheckedImport<T>> {
    let upload = read(upload).await?;
    let id = upload.id;
    // Validating thousands of rows keeps a core busy, so it must not block other requests.
    let rows = tokio::task::spawn_blocking(move || check(&upload));
    Ok(CheckedImport { id, rows: rows.await.map_err(anyhow::Error::from)?? })
}

/// The response to an import.
///
/// # Errors
/// If it was stopped.
pub fn outcome_response(outcome: Option<ImportOutcome>) -> ApiResult<Reply<ImportOutcome>> {
    outcome.map(Reply).ok_or(ApiError::Conflict(Text::ImportStopped))
}

struct Upload {
    file: Vec<u8>,
    mapping: Option<ImportMapping>,
    id: Option<ImportId>,
}

async fn read(mut upload: MultipartBody) -> ApiResult<Upload> {
    let mut file = None;
    let mut mapping = None;
    let mut id = None;
    while let Some(field) = upload.next_field().await.map_err(unreadable)? {
        match field.name() {
            Some("file") => file = Some(field.bytes().await.map_err(unreadable)?.to_vec()),
            Some("mapping") => {
                let json = field.text().await.map_err(unreadable)?;
                let read = serde_json::from_str(&json);
                mapping = Some(read.map_err(|why| ApiError::Malformed(why.to_string()))?);
            }
            Some("importId") => {
                let text = field.text().await.map_err(unreadable)?;
                let read = text.parse::<ImportId>();
                id = Some(read.map_err(|why| ApiError::Malformed(why.to_string()))?);
            }
            _ => upload::discard_field(field).await,
        }
    }
    let Some(file) = file else {
        return Err(ValidationError::new("file", Code::Required, Text::ImportNoFile).into());
    };
    Ok(Upload { file, mapping, id })
}

#[expect(clippy::needless_pass_by_value, reason = "as map_err hands it over")]
fn unreadable(error: MultipartError) -> ApiError {
    if error.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE {
        ApiError::TooLarge { limit: body_limit() }
    } else {
        ApiError::Malformed(error.body_text())
    }
}

fn check<T: Importable>(upload: &Upload) -> ApiResult<Vec<CheckedRow<T>>> {
    if u64::try_from(upload.file.len()).is_ok_and(|bytes| bytes > LIMITS.import_bytes) {
        let limit = usize::try_from(LIMITS.import_bytes).unwrap_or(usize::MAX);
        return Err(ApiError::TooLarge { limit });
    }
    let sheet = Sheet::read(&upload.file)?;
    let fields = T::Field::FIELDS;
    let mapping = upload.mapping.clone().unwrap_or_else(|| sheet.guess(fields));
    let columns = sheet.columns(fields, &mapping)?;
    Ok(sheet.check(&columns))
}
