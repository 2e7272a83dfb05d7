//! An uploaded CSV file, and the mapping of its columns.

use axum::extract::multipart::MultipartError;
use domain::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    imports::{
        csv::{Importable, checked::CheckedSheet, mapping::ImportMapping, outcome::ImportOutcome},
        exports::preset::{Preset, PresetChoice},
    },
    types::{
        field::WireEnum as _,
        ids::{CompanyId, ImportId},
        limits::LIMITS,
    },
};
use serde_json::{Value, json};
use services::core::fair_queue::Place;
use tempfile::TempPath;
use tokio::io::AsyncWriteExt as _;

use crate::{
    app::App,
    http::{
        body::Reply,
        caller::{Caller, Gate},
        error::{ApiError, ApiResult},
        openapi::operation::Operation,
        request_body::multipart::{MultipartBody, PartField},
        upload::file::{self as upload, Fields, Uploaded},
    },
};

/// Allowance for the mapping and the boundaries besides the file itself.
const MULTIPART_OVERHEAD: u64 = 1 << 20;
/// The most bytes of the mapping: its JSON takes many times its length while it is read.
const TEXT_BYTES: usize = 64 << 10;

/// The most bytes of a body with such a file.
pub fn body_limit() -> usize {
    usize::try_from(LIMITS.import_bytes + MULTIPART_OVERHEAD).unwrap_or(usize::MAX)
}

/// The file, and the mapping of its columns; without one its headings are matched. An import with a client's
/// id can be stopped by that id. With `dryRun` nothing is stored. `preset` says which program exported it, or `none`;
/// without it that is found by the headings.
#[derive(Debug)]
pub enum CsvUpload {}

impl Fields for CsvUpload {
    fn schema(operation: &mut Operation<'_>) -> Value {
        let presets = Preset::WIRE_WORDS.iter().map(|(word, _)| *word);
        let presets: Vec<_> = presets.chain([PresetChoice::OTHER]).collect();
        json!({
            "type": "object",
            "properties": {
                "file": upload::file_schema(),
                "mapping": operation.schema::<ImportMapping>(),
                "importId": operation.schema::<ImportId>(),
                "preset": { "type": "string", "enum": presets },
                "dryRun": { "type": "string", "enum": ["true", "false"] },
            },
            "required": ["file"],
        })
    }
}

/// A checked file, with its place among the imports of this process until it is dropped.
#[derive(Debug)]
pub struct CheckedUpload<T> {
    /// The id of the import, if it can be stopped.
    pub id: Option<ImportId>,
    /// The file.
    pub sheet: CheckedSheet<T>,
    /// Its place.
    pub place: Place<CompanyId>,
    /// Whether only the outcome is asked for, and nothing is stored.
    pub dry_run: bool,
}

/// Receives a file, waits for a place among the imports, and checks the rows.
///
/// # Errors
/// If the file cannot be read, or columns are missing; if too many imports are waiting.
pub async fn file<T: Importable + 'static>(
    app: &App,
    caller: &Caller<impl Gate>,
    Uploaded { sent, call, .. }: Uploaded<CsvUpload>,
) -> ApiResult<CheckedUpload<T>> {
    let Upload { file, mapping, preset, id, dry_run } = receive(app, sent).await?;
    call.begin(app, caller.user(), caller.scope().company()).await?;
    // Until here the file is on disk, so that waiting takes no memory.
    let place = app.imports.place(caller.scope().company()).await?;
    let file_bytes = tokio::fs::read(&file).await.map_err(anyhow::Error::from)?;
    drop(file);
    let language = caller.language();
    // Validating thousands of rows keeps a core busy, so it must not block other requests.
    let checking = place
        .run_blocking(move || CheckedSheet::read(file_bytes, mapping.as_ref(), preset, language));
    let (place, sheet) = checking.await.map_err(anyhow::Error::from)?;
    Ok(CheckedUpload { id, sheet: sheet?, place, dry_run })
}

/// The response to an import.
///
/// # Errors
/// If it was stopped.
pub fn outcome_response(outcome: Option<ImportOutcome>) -> ApiResult<Reply<ImportOutcome>> {
    outcome.map(Reply).ok_or(ApiError::Conflict(Text::ImportStopped))
}

struct Upload {
    file: TempPath,
    mapping: Option<ImportMapping>,
    preset: Option<PresetChoice>,
    id: Option<ImportId>,
    dry_run: bool,
}

async fn receive(app: &App, mut upload: MultipartBody) -> ApiResult<Upload> {
    let mut file = None;
    let mut mapping = None;
    let mut preset = None;
    let mut id = None;
    let mut dry_run = false;
    while let Some(field) = upload.next_field().await.map_err(unreadable)? {
        match field.name() {
            Some("file") => file = Some(receive_file(app, field).await?),
            Some("mapping") => {
                let read = serde_json::from_str(&text(field).await?);
                mapping = Some(read.map_err(|why| ApiError::Malformed(why.to_string()))?);
            }
            Some("importId") => {
                let read = text(field).await?.parse::<ImportId>();
                id = Some(read.map_err(|why| ApiError::Malformed(why.to_string()))?);
            }
            Some("preset") => {
                let word = text(field).await?;
                let read = PresetChoice::from_word(&word);
                if read.is_none() && !word.trim().is_empty() {
                    return Err(ValidationError::new("preset", Code::Choice, Text::Choice).into());
                }
                preset = read;
            }
            Some("dryRun") => {
                let read = text(field).await?.parse::<bool>();
                dry_run = read.map_err(|why| ApiError::Malformed(why.to_string()))?;
            }
            _ => upload::discard_field(field).await,
        }
    }
    let Some(file) = file else {
        return Err(ValidationError::new("file", Code::Required, Text::ImportNoFile).into());
    };
    Ok(Upload { file: file?, mapping, preset, id, dry_run })
}

/// Stores the file on disk; an error of its own once all of it arrived, because a browser that is sending does
/// not read the response.
async fn receive_file(app: &App, mut field: PartField<'_>) -> ApiResult<ApiResult<TempPath>> {
    let (file, path) = app.files.new_upload().map_err(anyhow::Error::from)?.into_parts();
    let mut file = tokio::fs::File::from_std(file);
    let (mut bytes, mut written) = (0, Ok(()));
    while let Some(chunk) = field.chunk().await.map_err(unreadable)? {
        bytes += chunk.len() as u64;
        if written.is_ok() && bytes <= LIMITS.import_bytes {
            written = file.write_all(&chunk).await;
        }
    }
    let written = match written {
        Ok(()) => file.flush().await,
        failed => failed,
    };
    if bytes > LIMITS.import_bytes {
        let limit = usize::try_from(LIMITS.import_bytes).unwrap_or(usize::MAX);
        return Ok(Err(ApiError::TooLarge { limit }));
    }
    Ok(written.map(|()| path).map_err(|error| anyhow::Error::from(error).into()))
}

/// A text besides the file.
async fn text(mut field: PartField<'_>) -> ApiResult<String> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(unreadable)? {
        if bytes.len() + chunk.len() > TEXT_BYTES {
            upload::discard_field(field).await;
            return Err(ApiError::Malformed("a text of too many bytes".to_owned()));
        }
        bytes.extend_from_slice(&chunk);
    }
    String::from_utf8(bytes).map_err(|why| ApiError::Malformed(why.to_string()))
}

#[expect(clippy::needless_pass_by_value, reason = "as map_err hands it over")]
fn unreadable(error: MultipartError) -> ApiError {
    if error.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE {
        ApiError::TooLarge { limit: body_limit() }
    } else {
        ApiError::Malformed(error.body_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::request_body::multipart::tests::body_of_a_text;

    #[tokio::test]
    async fn a_text_beside_the_file_is_limited() {
        for (bytes, is_read) in [(TEXT_BYTES, true), (TEXT_BYTES + 1, false), (1 << 20, false)] {
            let mut sent = body_of_a_text(bytes).await;
            let field = sent.next_field().await.expect("a part").expect("a part");
            let read = text(field).await;
            assert_eq!(read.map(|text| text.len()).ok(), is_read.then_some(bytes));
        }
    }
}
