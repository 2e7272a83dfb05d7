//! `/api/jobs/import`: a CSV of jobs, and which of its columns is what.

use axum::extract::{
    Multipart, State,
    multipart::{MultipartError, MultipartRejection},
};
use domain::{
    error::{Code, Refusal},
    job_import::{CheckedRow, ImportMapping, ImportOutcome, Sheet},
    limits::LIMITS,
    text::Text,
};

use super::{
    Routes,
    body::Reply,
    caller::{Caller, gate},
    error::{ApiError, ApiResult},
};
use crate::{app::App, job_import};

/// Room for the mapping and the boundaries beside the file itself.
const AROUND_THE_FILE: u64 = 1 << 20;

pub fn routes() -> Routes {
    Routes::default().upload("/api/jobs/import", body_limit(), import)
}

fn body_limit() -> usize {
    usize::try_from(LIMITS.import_bytes + AROUND_THE_FILE).unwrap_or(usize::MAX)
}

async fn import(
    caller: Caller<gate::JobsCreate>,
    State(app): State<App>,
    upload: Result<Multipart, MultipartRejection>,
) -> ApiResult<Reply<ImportOutcome>> {
    let upload = upload.map_err(|not_one| ApiError::Malformed(not_one.body_text()))?;
    let upload = read(upload).await?;
    // Reading and checking thousands of rows keeps a core busy; requests must not wait for that.
    let rows = tokio::task::spawn_blocking(move || check(&upload))
        .await
        .map_err(anyhow::Error::from)??;
    let outcome = job_import::store(&app, caller.scope(), rows, caller.language()).await?;
    Ok(Reply(outcome))
}

struct Upload {
    file: Vec<u8>,
    mapping: Option<ImportMapping>,
}

async fn read(mut upload: Multipart) -> ApiResult<Upload> {
    let mut file = None;
    let mut mapping = None;
    while let Some(field) = upload.next_field().await.map_err(unreadable)? {
        match field.name() {
            Some("file") => file = Some(field.bytes().await.map_err(unreadable)?.to_vec()),
            Some("mapping") => {
                let json = field.text().await.map_err(unreadable)?;
                let read = serde_json::from_str(&json);
                mapping = Some(read.map_err(|why| ApiError::Malformed(why.to_string()))?);
            }
            _ => {}
        }
    }
    let Some(file) = file else {
        return Err(Refusal::new("file", Code::Required, Text::ImportNoFile).into());
    };
    Ok(Upload { file, mapping })
}

#[expect(clippy::needless_pass_by_value, reason = "as map_err hands it over")]
fn unreadable(error: MultipartError) -> ApiError {
    if error.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE {
        ApiError::TooLarge { limit: body_limit() }
    } else {
        ApiError::Malformed(error.body_text())
    }
}

fn check(upload: &Upload) -> ApiResult<Vec<CheckedRow>> {
    if u64::try_from(upload.file.len()).is_ok_and(|bytes| bytes > LIMITS.import_bytes) {
        let limit = usize::try_from(LIMITS.import_bytes).unwrap_or(usize::MAX);
        return Err(ApiError::TooLarge { limit });
    }
    let sheet = Sheet::read(&upload.file)?;
    let mapping = upload.mapping.clone().unwrap_or_else(|| sheet.guess());
    let columns = sheet.columns(&mapping)?;
    Ok(sheet.check(&columns))
}
