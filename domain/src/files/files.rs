//! Which files may be uploaded where.

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::form,
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    types::{field::WireEnum, limits::LIMITS, money::FormNumber},
};

/// The purpose of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A company's logo.
    Logo,
    /// An image of a job.
    JobImage,
    /// An image in a chat.
    ChatImage,
    /// A file of a company.
    CompanyFile,
}

impl WireEnum for FileKind {
    const WIRE_WORDS: &'static [(&'static str, Self)] = &[
        ("logo", Self::Logo),
        ("jobImage", Self::JobImage),
        ("chatImage", Self::ChatImage),
        ("companyFile", Self::CompanyFile),
    ];
}

const LOGO: &[&str] = &["image/png", "image/jpeg"];
/// JPEG first: an iPhone converts its own pictures into the first known type in the list.
const IMAGES: &[&str] = &["image/jpeg", "image/png", "image/gif", "image/webp"];
/// Media types, and the file extensions for them: not every system recognizes an office document by its type.
const DOCUMENTS: &[(&str, &str)] = &[
    ("application/pdf", ".pdf"),
    ("text/plain", ".txt"),
    ("text/csv", ".csv"),
    ("application/msword", ".doc"),
    ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", ".docx"),
    ("application/vnd.ms-excel", ".xls"),
    ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ".xlsx"),
    ("application/vnd.ms-powerpoint", ".ppt"),
    ("application/vnd.openxmlformats-officedocument.presentationml.presentation", ".pptx"),
    ("application/vnd.oasis.opendocument.text", ".odt"),
    ("application/vnd.oasis.opendocument.spreadsheet", ".ods"),
    ("application/vnd.oasis.opendocument.presentation", ".odp"),
];

impl FileKind {
    /// Is this media type accepted for this purpose?
    #[must_use]
    pub fn takes(self, mime: &str) -> bool {
        match self {
            Self::Logo => LOGO.contains(&mime),
            Self::JobImage | Self::ChatImage => IMAGES.contains(&mime),
            Self::CompanyFile => {
                IMAGES.contains(&mime) || DOCUMENTS.iter().any(|(document, _)| *document == mime)
            }
        }
    }

    /// The types that a file picker offers, as the `accept` of an input: media types and file extensions.
    #[must_use]
    pub fn offered(self) -> String {
        let images = if self == Self::Logo { LOGO } else { IMAGES };
        let mut offered = images.to_vec();
        if self == Self::CompanyFile {
            offered.extend(DOCUMENTS.iter().flat_map(|(mime, extension)| [mime, extension]));
        }
        offered.join(",")
    }

    /// The largest size accepted, in bytes.
    #[must_use]
    pub const fn max_bytes(self) -> u64 {
        match self {
            Self::Logo => LIMITS.logo_bytes,
            Self::JobImage => LIMITS.job_image_bytes,
            Self::ChatImage => LIMITS.chat_image_bytes,
            Self::CompanyFile => LIMITS.company_file_bytes,
        }
    }
}

form! {
    /// A file before it is uploaded: its purpose, its media type and its size.
    #[validate(
        schema(function = "Upload::check_mime", skip_on_field_errors = false),
        schema(function = "Upload::check_size", skip_on_field_errors = false)
    )]
    Upload {
        #[ts(type = "\"logo\" | \"jobImage\" | \"chatImage\" | \"companyFile\"")]
        #[validate(custom(function = rules::choice::<FileKind>))]
        kind: String = "kind",
        mime: String = "mime",
        #[ts(type = "number | null")]
        #[validate(required, custom(function = rules::whole::<0, { i64::MAX }>))]
        bytes: Option<FormNumber> = "bytes",
    }
}

impl Upload {
    fn check_mime(&self) -> Verdict {
        let kind = FileKind::from_word(&self.kind);
        let is_document = kind == Some(FileKind::CompanyFile);
        let missing = if is_document { Text::ChooseFile } else { Text::ChooseImage };
        let mime = self.mime.to_ascii_lowercase();
        let (code, text) = if mime.is_empty() {
            (Code::Required, missing)
        } else if kind.is_none_or(|kind| kind.takes(&mime)) {
            return Ok(());
        } else if is_document {
            (Code::Choice, Text::FileKind)
        } else if matches!(mime.as_str(), "image/heic" | "image/heif") {
            // The default format of an iPhone: the message explains how to take a picture that everyone can
            // see.
            (Code::Choice, Text::ImageHeic)
        } else {
            (Code::Choice, Text::ChooseImage)
        };
        Err(ValidationError::new("mime", code, text).into())
    }

    fn check_size(&self) -> Verdict {
        let (Some(kind), Some(bytes)) = (FileKind::from_word(&self.kind), self.bytes) else {
            return Ok(());
        };
        let max = i64::try_from(kind.max_bytes()).unwrap_or(i64::MAX);
        if bytes <= FormNumber::whole(max) {
            return Ok(());
        }
        let refusal = ValidationError::new("bytes", Code::TooLarge, Text::FileTooLarge);
        Err(refusal.with("max", &(max / 1_048_576)).into())
    }
}
