//! Files in multipart forms: streamed to disk as they arrive.

use std::marker::PhantomData;

use axum::{
    extract::{
        FromRequest, Request,
        multipart::{MultipartError, MultipartRejection},
    },
    http::StatusCode,
};
use domain::{
    files::{files::FileKind, signatures::ImageKind},
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
};
use serde_json::{Map, Value, json};
use services::images::{PictureError, PrepareError};
use tempfile::TempPath;

use crate::{
    app::App,
    http::{
        error::{ApiError, ApiResult},
        idempotency::calls::DeferredCall,
        openapi::{operation::Operation, parameters::ApiParameter},
        request_body::multipart::{MultipartBody, PartField},
        upload::incoming_file::{ArrivedFile, IncomingFile, too_large},
    },
};

/// Allowance for names and boundaries besides the file itself.
const MULTIPART_OVERHEAD: u64 = 64 << 10;

/// The most bytes of a body with one such file.
pub const fn body_limit(kind: FileKind) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "megabytes")]
    let bytes = (kind.max_bytes() + MULTIPART_OVERHEAD) as usize;
    bytes
}

/// A multipart body, with a type that describes its parts.
#[derive(Debug)]
pub struct Uploaded<F> {
    /// The body.
    pub sent: MultipartBody,
    /// The call, for its idempotency key.
    pub call: DeferredCall,
    parts: PhantomData<F>,
}

/// The parts of a body.
pub trait Fields {
    /// The properties of an object, with the required ones.
    fn schema(operation: &mut Operation<'_>) -> Value;
}

impl<F> FromRequest<App> for Uploaded<F> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &App) -> ApiResult<Self> {
        let call = DeferredCall::of(&request);
        let sent = MultipartBody::of(request, call.content()).await?;
        Ok(Self { sent, call, parts: PhantomData })
    }
}

impl<F: Fields> ApiParameter for Uploaded<F> {
    fn describe_parameters(operation: &mut Operation<'_>) {
        let fields = F::schema(operation);
        operation.takes_body("multipart/form-data", &fields);
        operation.fails(StatusCode::BAD_REQUEST);
        operation.fails(StatusCode::NOT_FOUND);
        operation.fails(StatusCode::UNSUPPORTED_MEDIA_TYPE);
        operation.fails(StatusCode::UNPROCESSABLE_ENTITY);
    }
}

/// The schema of a file part.
pub fn file_schema() -> Value {
    json!({ "type": "string", "format": "binary" })
}

/// One file, or one picture.
#[derive(Debug)]
pub enum SingleFile {}

impl Fields for SingleFile {
    fn schema(_: &mut Operation<'_>) -> Value {
        json!({
            "type": "object",
            "properties": { "image": file_schema() },
            "required": ["image"],
        })
    }
}

impl From<MultipartRejection> for ApiError {
    fn from(not_one: MultipartRejection) -> Self {
        Self::Malformed(not_one.body_text())
    }
}

impl From<PrepareError> for ApiError {
    fn from(refused: PrepareError) -> Self {
        match refused {
            PrepareError::Busy(busy) => busy.into(),
            PrepareError::Picture(PictureError::Broken) => {
                Self::UnsupportedMedia(Text::ImageBroken)
            }
            PrepareError::Picture(PictureError::TooManyPixels) => Self::TooManyPixels,
            PrepareError::Picture(PictureError::TooMuchMemory) => Self::ImageTooComplex,
            PrepareError::Picture(PictureError::Disk(error)) => anyhow::Error::from(error).into(),
        }
    }
}

/// An image in a temporary file, deleted when dropped.
#[derive(Debug)]
pub struct UploadedImage {
    /// The file.
    pub file: TempPath,
    /// The type that its first bytes indicate.
    pub kind: ImageKind,
}

/// The image in the field `image`, after all of it arrived.
///
/// # Errors
/// What is wrong with it. The whole body is read first in any case, because a browser that is sending does
/// not read the response.
pub async fn image(app: &App, sent: MultipartBody, to: FileKind) -> ApiResult<UploadedImage> {
    image_with_texts(app, sent, to, &[]).await?.0
}

/// The same, with the texts of these names; errors of the image are returned separately.
///
/// # Errors
/// What is wrong with the body itself.
pub async fn image_with_texts(
    app: &App,
    mut sent: MultipartBody,
    to: FileKind,
    names: &[&str],
) -> ApiResult<(ApiResult<UploadedImage>, Map<String, Value>)> {
    let (mut arrived, mut texts) = (None, Map::new());
    while let Some(field) = sent.next_field().await.map_err(|error| unreadable(&error, to))? {
        let name = field.name().unwrap_or_default().to_owned();
        if name == "image" && arrived.is_none() {
            arrived = Some(receive(app, field, to).await?);
        } else if names.contains(&name.as_str()) && !texts.contains_key(&name) {
            texts.insert(name, Value::String(text(field, to).await?));
        } else {
            discard_field(field).await;
        }
    }
    Ok((verdict(arrived), texts))
}

/// The picture, if it is one.
pub(super) fn verdict(arrived: Option<ArrivedFile>) -> ApiResult<UploadedImage> {
    let missing = || ValidationError::new("image", Code::Required, Text::ChooseImage);
    let (file, kind) = arrived.ok_or_else(missing)?.picture()?;
    Ok(UploadedImage { file, kind })
}

/// The company file in the field `image`, after all of it arrived. Its type is not checked yet.
///
/// # Errors
/// As with an [`image`].
pub async fn company_file(app: &App, mut sent: MultipartBody) -> ApiResult<TempPath> {
    const TO: FileKind = FileKind::CompanyFile;
    let mut arrived = None;
    while let Some(field) = sent.next_field().await.map_err(|error| unreadable(&error, TO))? {
        if field.name() == Some("image") && arrived.is_none() {
            arrived = Some(receive(app, field, TO).await?);
        } else {
            discard_field(field).await;
        }
    }
    match arrived {
        Some(file) if !file.is_empty() => file.any(),
        _ => Err(ValidationError::new("image", Code::Required, Text::ChooseFile).into()),
    }
}

/// Reads the unused rest of a body, so that its sender gets the response.
pub async fn drain(mut sent: MultipartBody) {
    while let Ok(Some(field)) = sent.next_field().await {
        discard_field(field).await;
    }
}

/// Reads an unused field to its end.
pub async fn discard_field(mut field: PartField<'_>) {
    while let Ok(Some(_)) = field.chunk().await {}
}

/// A text besides the file, held in memory.
async fn text(mut field: PartField<'_>, to: FileKind) -> ApiResult<String> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(|error| unreadable(&error, to))? {
        if (bytes.len() + chunk.len()) as u64 <= MULTIPART_OVERHEAD {
            bytes.extend_from_slice(&chunk);
        } else {
            discard_field(field).await;
            return Err(ApiError::Malformed("a text of too many bytes".to_owned()));
        }
    }
    String::from_utf8(bytes).map_err(|why| ApiError::Malformed(why.to_string()))
}

/// The file, and what was found out about it; an error if the body was cut off.
async fn receive(app: &App, mut field: PartField<'_>, to: FileKind) -> ApiResult<ArrivedFile> {
    let mut file = match IncomingFile::new(app, to) {
        Ok(file) => file,
        Err(error) => {
            discard_field(field).await;
            return Err(error);
        }
    };
    while let Some(chunk) = field.chunk().await.map_err(|error| unreadable(&error, to))? {
        file.add(&chunk).await;
    }
    Ok(file.finish().await)
}

fn unreadable(error: &MultipartError, to: FileKind) -> ApiError {
    if error.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE {
        too_large(to)
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
        for (bytes, is_read) in [(64 << 10, true), ((64 << 10) + 1, false), (1 << 20, false)] {
            let mut sent = body_of_a_text(bytes).await;
            let field = sent.next_field().await.expect("a part").expect("a part");
            let read = text(field, FileKind::JobImage).await;
            assert_eq!(read.map(|text| text.len()).ok(), is_read.then_some(bytes));
        }
    }
}
