//! A file that is arriving: written to disk, counted, and recognized by its first bytes.

use bytes::Bytes;
use domain::files::{
    files::FileKind,
    signatures::{ImageKind, SIGNATURE_BYTES},
};
use domain::i18n::rules::Text;
use tempfile::TempPath;
use tokio::{fs::File, io::AsyncWriteExt as _};

use crate::{
    app::App,
    http::error::{ApiError, ApiResult},
};

/// How much of a file is buffered in memory.
const WAITING_BYTES: usize = 64 << 10;

/// A file that is arriving. What is wrong with it is kept until all of it was read: a browser that is sending does not
/// read the response.
pub(super) struct IncomingFile {
    file: File,
    path: TempPath,
    to: FileKind,
    bytes: u64,
    first: Vec<u8>,
    refused: Option<ApiError>,
}

/// A file that has arrived.
pub(super) struct ArrivedFile {
    /// The file, deleted when dropped.
    path: TempPath,
    to: FileKind,
    bytes: u64,
    first: Vec<u8>,
    refused: Option<ApiError>,
}

impl IncomingFile {
    /// An empty file for this purpose.
    pub fn new(app: &App, to: FileKind) -> ApiResult<Self> {
        let (file, path) = app.files.new_upload().map_err(anyhow::Error::from)?.into_parts();
        let mut file = File::from_std(file);
        file.set_max_buf_size(WAITING_BYTES);
        Ok(Self { file, path, to, bytes: 0, first: Vec::new(), refused: None })
    }

    /// Adds its next bytes.
    pub async fn add(&mut self, chunk: &Bytes) {
        self.inspect(chunk);
        if self.refused.is_none() {
            let written = self.file.write_all(chunk).await;
            self.note(written);
        }
    }

    /// No more bytes follow.
    pub async fn finish(mut self) -> ArrivedFile {
        let written = self.file.flush().await;
        self.note(written);
        let Self { path, to, bytes, first, refused, .. } = self;
        ArrivedFile { path, to, bytes, first, refused }
    }

    fn note(&mut self, written: std::io::Result<()>) {
        if let Err(error) = written {
            self.refused.get_or_insert_with(|| anyhow::Error::from(error).into());
        }
    }

    fn inspect(&mut self, chunk: &Bytes) {
        self.bytes += chunk.len() as u64;
        if self.bytes > self.to.max_bytes() {
            self.refused.get_or_insert(too_large(self.to));
        }
        let missing = SIGNATURE_BYTES - self.first.len();
        if missing > 0 {
            self.first.extend_from_slice(&chunk[..missing.min(chunk.len())]);
            if self.first.len() == SIGNATURE_BYTES
                && self.to != FileKind::CompanyFile
                && let Err(text) = ImageKind::read(&self.first)
            {
                self.refused.get_or_insert(ApiError::UnsupportedMedia(text));
            }
        }
    }
}

impl ArrivedFile {
    /// Whether it has no content.
    pub const fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// The file of any type.
    pub fn any(self) -> ApiResult<TempPath> {
        self.refused.map_or(Ok(self.path), Err)
    }

    /// The file, if it is a picture that its purpose takes.
    pub fn picture(self) -> ApiResult<(TempPath, ImageKind)> {
        if let Some(refused) = self.refused {
            return Err(refused);
        }
        let kind = ImageKind::read(&self.first).map_err(ApiError::UnsupportedMedia)?;
        if self.to.takes(kind.mime()) {
            Ok((self.path, kind))
        } else {
            Err(ApiError::UnsupportedMedia(Text::ImageKind))
        }
    }
}

/// The refusal of a file of too many bytes.
pub(super) fn too_large(to: FileKind) -> ApiError {
    ApiError::TooLarge { limit: usize::try_from(to.max_bytes()).unwrap_or(usize::MAX) }
}
