//! What may be uploaded where.

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{Form, form},
        validator::Validator,
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
    Upload {
        #[ts(type = "\"logo\" | \"jobImage\" | \"chatImage\" | \"companyFile\"")]
        kind: String = "kind",
        mime: String = "mime",
        #[ts(type = "number | null")]
        bytes: Option<FormNumber> = "bytes",
    }
}

impl Form for Upload {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.choice::<FileKind>("kind", &self.kind);
        let kind = FileKind::from_word(&self.kind);
        let wanted =
            if kind == Some(FileKind::CompanyFile) { Text::ChooseFile } else { Text::ChooseImage };
        checks.text("mime", &self.mime).required_with(wanted);
        let mime = self.mime.to_ascii_lowercase();
        if kind.is_some_and(|kind| !kind.takes(&mime)) {
            // What an iPhone keeps by default: its owner is told how to get a picture that all can see.
            let text = match (kind, mime.as_str()) {
                (Some(FileKind::CompanyFile), _) => Text::FileKind,
                (_, "image/heic" | "image/heif") => Text::ImageHeic,
                _ => Text::ChooseImage,
            };
            checks.add_error(ValidationError::new("mime", Code::Choice, text));
        }
        if let (Some(kind), Some(bytes)) = (kind, self.bytes) {
            let max = i64::try_from(kind.max_bytes()).unwrap_or(i64::MAX);
            if bytes > FormNumber::whole(max) {
                let refusal = ValidationError::new("bytes", Code::TooLarge, Text::FileTooLarge);
                checks.add_error(refusal.with("max", &(max / 1_048_576)));
            }
        }
        checks.number("bytes", self.bytes).required().whole(0, i64::MAX);
        checks.finish()
    }
}
