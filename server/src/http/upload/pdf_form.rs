//! A form with a PDF: its texts are read like any form's, the PDF is streamed to disk and recognized by its
//! first bytes.

use std::marker::PhantomData;

use axum::extract::multipart::MultipartError;
use domain::{
    files::signatures::is_pdf,
    forms::{
        error::{Code, ValidationError},
        form::{Form, FormFields, FromFields},
    },
    i18n::rules::Text,
    orders::{purchase_orders::SendPurchaseOrder, work_orders::SendWorkOrder},
    types::limits::LIMITS,
};
use schemars::JsonSchema;
use serde_json::{Map, Value, json};
use tempfile::TempPath;
use tokio::io::AsyncWriteExt as _;

use crate::{
    app::App,
    http::{
        error::{ApiError, ApiResult},
        openapi::operation::Operation,
        request_body::multipart::{MultipartBody, PartField},
        upload::file::{self as upload, Fields},
    },
};

/// Allowance for texts, names and boundaries besides the PDF.
const MULTIPART_OVERHEAD: usize = 64 << 10;
/// How much of a file is buffered in memory.
const WAITING_BYTES: usize = 64 << 10;
/// The texts that hold JSON, which no other text of a form does.
const LISTS: &[&str] = &["contactEmails"];

/// The most bytes of a body with a PDF.
pub fn body_limit() -> usize {
    limit() + MULTIPART_OVERHEAD
}

fn limit() -> usize {
    usize::try_from(LIMITS.purchase_order_bytes).unwrap_or(usize::MAX)
}

/// A form that was read completely, and its PDF as a temporary file, deleted when dropped.
#[derive(Debug)]
#[must_use = "a form is checked before it is used"]
pub struct UploadedPdfForm<F> {
    form: F,
    pdf: Option<TempPath>,
    is_pdf: bool,
}

/// A form that is sent with a PDF.
pub trait HasPdf: Form + FormFields + FromFields + JsonSchema {
    /// The field of the PDF.
    const PDF: &'static str;
}

impl HasPdf for SendPurchaseOrder {
    const PDF: &'static str = "purchaseOrderPDF";
}

impl HasPdf for SendWorkOrder {
    const PDF: &'static str = "workOrderPDF";
}

/// The parts of such a body.
#[derive(Debug)]
pub struct WithPdf<F>(PhantomData<F>);

impl<F: HasPdf> Fields for WithPdf<F> {
    fn schema(operation: &mut Operation<'_>) -> Value {
        let form = operation.form::<F>();
        let pdf = json!({ "type": "object", "properties": { F::PDF: upload::file_schema() } });
        json!({ "allOf": [form, pdf] })
    }
}

impl<F: Form> UploadedPdfForm<F> {
    /// Reads what the form names, to look it up before the form is validated.
    pub fn peek<I>(&self, row: impl FnOnce(&F) -> I) -> I {
        row(&self.form)
    }

    /// The form and its PDF, if the file is a PDF and the form passes its rules.
    pub fn checked(self) -> ApiResult<(F, Option<TempPath>)> {
        self.check(None)
    }

    /// The same for a form that requires a PDF.
    pub fn checked_with(self, field: &'static str) -> ApiResult<(F, Option<TempPath>)> {
        self.check(Some(field))
    }

    fn check(self, required: Option<&'static str>) -> ApiResult<(F, Option<TempPath>)> {
        if self.pdf.is_some() && !self.is_pdf {
            return Err(ApiError::UnsupportedMedia(Text::FileKind));
        }
        let mut refusals = self.form.check().err().unwrap_or_default();
        if let (None, Some(field)) = (&self.pdf, required) {
            refusals.push(ValidationError::new(field, Code::Required, Text::ChooseFile));
        }
        if refusals.is_empty() { Ok((self.form, self.pdf)) } else { Err(refusals.into()) }
    }
}

/// Reads a form and its PDF. An empty file counts as none.
///
/// # Errors
/// What is wrong with the body itself. A body that is too large is still read to its end, because a browser
/// that is sending does not read the response.
pub async fn read_form_with_pdf<F: HasPdf>(
    app: &App,
    mut sent: MultipartBody,
) -> ApiResult<UploadedPdfForm<F>> {
    let mut texts = FormTexts::default();
    let mut pdf = None;
    let mut too_large = false;
    while let Some(field) = sent.next_field().await.map_err(|error| unreadable(&error))? {
        let name = field.name().unwrap_or_default().to_string();
        if name == F::PDF && pdf.is_none() {
            pdf = write_pdf(app, field, &mut too_large).await?;
        } else if field.file_name().is_some()
            || !F::SHAPE.has(&name)
            || texts.fields.contains_key(&name)
        {
            upload::discard_field(field).await;
        } else {
            texts.add(name, field).await?;
        }
    }
    if too_large || texts.are_too_large() {
        return Err(ApiError::TooLarge { limit: limit() });
    }
    let mut texts = texts.fields;
    for list in LISTS {
        if let Some(text) = texts.get(*list).and_then(Value::as_str).filter(|t| !t.is_empty()) {
            let read = serde_json::from_str(text);
            let read = read.map_err(|why| ApiError::Malformed(why.to_string()))?;
            texts.insert((*list).to_string(), read);
        } else {
            texts.remove(*list);
        }
    }
    let form = F::from_fields(&texts)
        .map_err(|wrong| ApiError::Malformed(format!("values of the wrong kind: {wrong:?}")))?;
    let (pdf, is_pdf) = pdf.map_or((None, false), |(file, is_pdf)| (Some(file), is_pdf));
    Ok(UploadedPdfForm { form, pdf, is_pdf })
}

/// The file and whether it is a PDF.
async fn write_pdf(
    app: &App,
    mut field: PartField<'_>,
    too_large: &mut bool,
) -> ApiResult<Option<(TempPath, bool)>> {
    let (file, path) = app.files.new_upload().map_err(anyhow::Error::from)?.into_parts();
    let mut file = tokio::fs::File::from_std(file);
    file.set_max_buf_size(WAITING_BYTES);
    let (mut bytes, mut first) = (0, Vec::new());
    while let Some(chunk) = field.chunk().await.map_err(|error| unreadable(&error))? {
        bytes += chunk.len();
        first.extend_from_slice(&chunk[..chunk.len().min(8_usize.saturating_sub(first.len()))]);
        if bytes > limit() {
            *too_large = true;
        } else {
            file.write_all(&chunk).await.map_err(anyhow::Error::from)?;
        }
    }
    file.flush().await.map_err(anyhow::Error::from)?;
    Ok((bytes > 0).then(|| (path, is_pdf(&first))))
}

/// The texts of a form, in memory. All of them together are limited: a body has room for thousands besides a PDF.
#[derive(Default)]
struct FormTexts {
    fields: Map<String, Value>,
    /// What arrived of names and texts.
    bytes: usize,
}

impl FormTexts {
    const fn are_too_large(&self) -> bool {
        self.bytes > MULTIPART_OVERHEAD
    }

    /// Reads a text to its end, and keeps it unless all of them are too large.
    async fn add(&mut self, name: String, mut field: PartField<'_>) -> ApiResult<()> {
        self.bytes += name.len();
        let mut bytes = Vec::new();
        while let Some(chunk) = field.chunk().await.map_err(|error| unreadable(&error))? {
            self.bytes += chunk.len();
            if !self.are_too_large() {
                bytes.extend_from_slice(&chunk);
            }
        }
        if !self.are_too_large() {
            let text =
                String::from_utf8(bytes).map_err(|why| ApiError::Malformed(why.to_string()))?;
            self.fields.insert(name, Value::String(text));
        }
        Ok(())
    }
}

fn unreadable(error: &MultipartError) -> ApiError {
    if error.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE {
        ApiError::TooLarge { limit: limit() }
    } else {
        ApiError::Malformed(error.body_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::request_body::content_hash::ContentHash;
    use axum::{body::Body, extract::Request, http::header::CONTENT_TYPE};
    use bytes::Bytes;

    /// Reads a form of so many texts, each of so many bytes; whether it is too large, and how many are kept.
    fn read(texts: usize, bytes: usize) -> (bool, usize) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(async {
            let part = |number: usize| {
                let name = format!("name=\"{number}\"");
                let head =
                    ["--edge\r\nContent-Disposition: form-data; ", &name, "\r\n\r\n"].concat();
                [&head, &"x".repeat(bytes), "\r\n"].concat()
            };
            let body = Bytes::from((0..texts).map(part).collect::<String>() + "--edge--\r\n");
            // In pieces, as a connection delivers them.
            let pieces = (0..body.len())
                .step_by(4_000)
                .map(move |at| Ok::<_, axum::Error>(body.slice(at..body.len().min(at + 4_000))));
            let body = Body::from_stream(futures_util::stream::iter(pieces));
            let request =
                Request::builder().header(CONTENT_TYPE, "multipart/form-data; boundary=edge");
            let request = request.body(body).expect("a request");
            let mut sent =
                MultipartBody::of(request, ContentHash::default()).await.expect("a boundary");
            let mut form = FormTexts::default();
            while let Some(field) = sent.next_field().await.expect("a part") {
                let name = field.name().unwrap_or_default().to_owned();
                form.add(name, field).await.expect("a text");
            }
            (form.are_too_large(), form.fields.len())
        })
    }

    #[test]
    fn thousands_of_texts_beside_a_pdf_take_no_memory() {
        assert_eq!(read(10, 6_000), (false, 10));
        assert_eq!(read(30, 60_000), (true, 1));
    }
}
