//! What may be uploaded where.

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::form,
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    types::{field::WireEnum, limits::LIMITS, money::FormNumber},
};

/// Where a file goes.
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
/// JPEG first: an iPhone turns its own pictures into the first of these that it knows.
const IMAGES: &[&str] = &["image/jpeg", "image/png", "image/gif", "image/webp"];
/// Media types, and how the names of such files end: not every system knows an office document by its type.
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
    /// May a file of this media type go there?
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

    /// What a file picker offers for it, as the `accept` of an input: media types, and endings of names.
    #[must_use]
    pub fn offered(self) -> String {
        let images = if self == Self::Logo { LOGO } else { IMAGES };
        let mut offered = images.to_vec();
        if self == Self::CompanyFile {
            offered.extend(DOCUMENTS.iter().flat_map(|(mime, ending)| [mime, ending]));
        }
        offered.join(",")
    }

    /// The most bytes that go there.
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
    /// A file before it is uploaded: where it goes, its media type and its size.
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
        let wanted = if is_document { Text::ChooseFile } else { Text::ChooseImage };
        let mime = self.mime.to_ascii_lowercase();
        let (code, text) = if mime.is_empty() {
            (Code::Required, wanted)
        } else if kind.is_none_or(|kind| kind.takes(&mime)) {
            return Ok(());
        } else if is_document {
            (Code::Choice, Text::FileKind)
        } else if matches!(mime.as_str(), "image/heic" | "image/heif") {
            // What an iPhone keeps by default: its owner is told how to get a picture that all can see.
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
