//! Where the file of a call comes from: a part of its multipart body, or an upload that arrived in parts before it
//! (`?upload=`, contract-2, section 5).

use std::marker::PhantomData;

use axum::{
    extract::{FromRequest, Query, Request},
    http::StatusCode,
};
use domain::{
    files::files::FileKind,
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    types::ids::{CompanyId, UploadId},
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use store::{db::idempotent_call::CallOwner, files::uploads::UploadOwner};
use tempfile::TempPath;

use crate::{
    app::App,
    http::{
        body::read_body,
        error::{ApiError, ApiResult},
        idempotency::calls::DeferredCall,
        openapi::{operation::Operation, parameters::ApiParameter},
        request_body::{body_timeout::is_upload, multipart::MultipartBody},
        upload::{
            file::{self, Fields, UploadedImage},
            finished::{UsedUpload, assemble},
        },
    },
};

/// The most bytes of the fields beside an upload.
const FIELD_BYTES: usize = 64 << 10;

/// The query of a call that takes a file.
#[derive(Debug, Default, Deserialize, JsonSchema)]
struct UploadQuery {
    /// The finished upload whose file is meant, instead of a part of the body.
    upload: Option<UploadId>,
}

/// A call that takes a file, with a type that describes its fields.
#[derive(Debug)]
pub struct FileSource<F> {
    upload: Option<UploadId>,
    body: Body,
    call: DeferredCall,
    fields: PhantomData<F>,
}

#[derive(Debug)]
enum Body {
    Multipart(MultipartBody),
    /// The fields beside an upload, as JSON.
    Fields(Map<String, Value>),
}

/// A file that a call was given.
#[derive(Debug)]
pub enum SentFile<T> {
    /// It arrived with the call.
    Arrived(T),
    /// It arrived before, in parts.
    Upload(UploadId),
}

impl<F> FromRequest<App> for FileSource<F> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> ApiResult<Self> {
        let query = Query::<UploadQuery>::try_from_uri(request.uri());
        let upload = query.map_err(|_| ApiError::NotFound)?.0.upload;
        let call = DeferredCall::of(&request);
        let body = if upload.is_none() || is_upload(request.headers()) {
            Body::Multipart(MultipartBody::of(request, call.content()).await?)
        } else {
            Body::Fields(read_fields(request, app).await?)
        };
        Ok(Self { upload, body, call, fields: PhantomData })
    }
}

async fn read_fields(request: Request, app: &App) -> ApiResult<Map<String, Value>> {
    let bytes = read_body(request, app).await?;
    if bytes.len() > FIELD_BYTES {
        return Err(ApiError::Malformed("too many bytes beside an upload".to_owned()));
    }
    if bytes.is_empty() {
        return Ok(Map::new());
    }
    serde_json::from_slice(&bytes).map_err(|why| ApiError::Malformed(why.to_string()))
}

impl<F: Fields> ApiParameter for FileSource<F> {
    fn describe_parameters(operation: &mut Operation<'_>) {
        file::Uploaded::<F>::describe_parameters(operation);
        operation.takes_in_query::<UploadQuery>();
        operation.fails(StatusCode::CONFLICT);
    }
}

impl<F> FileSource<F> {
    /// Reads an unused body to its end, so that its sender gets the response.
    pub async fn drain(self) {
        if let Body::Multipart(sent) = self.body {
            file::drain(sent).await;
        }
    }

    /// The picture in the field `image`, and the texts of these names. Errors of the picture are returned separately.
    ///
    /// # Errors
    /// What is wrong with the body itself; the answer to an earlier call with the same idempotency key.
    pub async fn image(
        self,
        app: &App,
        (owner, company): (impl Into<CallOwner>, CompanyId),
        to: FileKind,
        names: &[&str],
    ) -> ApiResult<(ApiResult<SentFile<UploadedImage>>, Map<String, Value>)> {
        let (arrived, texts) = match self.body {
            Body::Multipart(sent) => {
                let read = file::image_with_texts(app, sent, to, names).await?;
                self.call.begin(app, owner, company).await?;
                read
            }
            Body::Fields(mut fields) => {
                fields.retain(|name, _| names.contains(&name.as_str()));
                (Err(missing(Text::ChooseImage)), fields)
            }
        };
        let sent = self
            .upload
            .map_or(arrived.map(SentFile::Arrived), |upload| Ok(SentFile::Upload(upload)));
        Ok((sent, texts))
    }

    /// The company file in the field `image`. Its type is not checked yet.
    ///
    /// # Errors
    /// As with an [`image`](Self::image).
    pub async fn company_file(
        self,
        app: &App,
        (owner, company): (impl Into<CallOwner>, CompanyId),
    ) -> ApiResult<SentFile<TempPath>> {
        let arrived = match self.body {
            Body::Multipart(sent) => {
                let read = file::company_file(app, sent).await;
                // Of a body that broke off only a part was hashed.
                if read.is_ok() {
                    self.call.begin(app, owner, company).await?;
                }
                read
            }
            Body::Fields(_) => Err(missing(Text::ChooseFile)),
        };
        self.upload.map_or(arrived.map(SentFile::Arrived), |upload| Ok(SentFile::Upload(upload)))
    }
}

fn missing(text: Text) -> ApiError {
    ValidationError::new("image", Code::Required, text).into()
}

impl SentFile<UploadedImage> {
    /// The picture, and the upload that it is from.
    ///
    /// # Errors
    /// If there is no such upload, it is unfinished, or no picture for this purpose.
    pub async fn read(
        self,
        app: &App,
        owner: impl Into<UploadOwner>,
        to: FileKind,
    ) -> ApiResult<(UploadedImage, Option<UsedUpload>)> {
        match self {
            Self::Arrived(image) => Ok((image, None)),
            Self::Upload(id) => {
                let (arrived, used) = assemble(app, owner.into(), id, to).await?;
                Ok((file::verdict(Some(arrived).filter(|file| !file.is_empty()))?, Some(used)))
            }
        }
    }
}

impl SentFile<TempPath> {
    /// The file, and the upload that it is from.
    ///
    /// # Errors
    /// If there is no such upload, or it is unfinished.
    pub async fn read(
        self,
        app: &App,
        owner: impl Into<UploadOwner>,
    ) -> ApiResult<(TempPath, Option<UsedUpload>)> {
        match self {
            Self::Arrived(file) => Ok((file, None)),
            Self::Upload(id) => {
                let (arrived, used) =
                    assemble(app, owner.into(), id, FileKind::CompanyFile).await?;
                if arrived.is_empty() {
                    return Err(missing(Text::ChooseFile));
                }
                Ok((arrived.any()?, Some(used)))
            }
        }
    }
}
