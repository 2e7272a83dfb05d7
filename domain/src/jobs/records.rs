//! The records of a job: notes, images, tags, measurements and the inspection note.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use validator::Validate as _;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{OptionalId, form},
        rules,
    },
    i18n::rules::Text,
    types::{
        field::WireEnum,
        ids::{ImageId, JobId, NoteId, TagId, UserId},
        limits::LIMITS,
        money::{FormNumber, Quantity},
    },
};

/// A note about a job, and its author.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Note {
    pub id: NoteId,
    pub content: String,
    pub job_id: JobId,
    /// None of a note by link.
    pub author_id: Option<UserId>,
    /// The author's name, also after they leave their company; of a note by link the holder's.
    pub first_name: String,
    pub last_name: String,
    /// The holder's name, of a note by link.
    pub name: Option<String>,
    /// Whether the holder of a link wrote it.
    pub via_link: bool,
    pub date_inserted: DateTime<Utc>,
}

/// A picture of a job, and who uploaded it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct JobImage {
    pub id: ImageId,
    pub job_id: JobId,
    /// The address of the picture; a link that is valid for an hour or two.
    pub img_url: String,
    /// The address of its thumbnail, at most [`LIMITS`]`.thumbnail_side` pixels long.
    pub thumb_url: String,
    /// What it shows; none if nobody has said.
    pub caption: Option<String>,
    /// The picture of the same place before the work, of one that shows it afterwards.
    pub before_id: Option<ImageId>,
    /// Size of the picture in pixels, upright.
    #[ts(type = "number")]
    pub width: u32,
    #[ts(type = "number")]
    pub height: u32,
    /// None of a picture by link.
    pub posted_by: Option<UserId>,
    /// The author's name, also after they leave their company; of a picture by link the holder's.
    pub posted_by_first_name: String,
    pub posted_by_last_name: String,
    /// The holder's name, of a picture by link.
    pub name: Option<String>,
    /// Whether the holder of a link added it.
    pub via_link: bool,
    pub date_inserted: DateTime<Utc>,
}

/// A unit of measurement, by its wire word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Unit(pub &'static str);

/// The default unit of the form.
pub const DEFAULT_UNIT: Unit = Unit("square");

macro_rules! units {
    ($($word:literal),+ $(,)?) => {
        impl WireEnum for Unit {
            const WIRE_WORDS: &'static [(&'static str, Self)] = &[$(($word, Unit($word))),+];
        }
    };
}

units! {
    "bundle", "board foot", "bag", "bucket", "box", "each", "foot", "square foot", "cubic foot",
    "US gallon", "inch", "pound", "linear foot", "ounce", "pallet", "roll", "square", "sheet",
    "square yard", "cubic yard", "yard",
}

form! {
    /// The inspection note; blank clears it.
    InspectionNote {
        #[validate(custom(function = rules::at_most::<{ LIMITS.inspection_note }>))]
        inspection_note: String = "inspectionNote",
    }
}

form! {
    /// What a picture of a job shows; blank clears it.
    SetImageCaption {
        #[ts(as = "ImageId")]
        #[validate(required)]
        image_id: OptionalId<ImageId> = "imageId",
        #[validate(custom(function = rules::at_most::<{ LIMITS.image_caption }>))]
        caption: String = "caption",
    }
}

impl SetImageCaption {
    /// The caption of a form that passed its check; `None` clears it.
    #[must_use]
    pub fn caption(&self) -> Option<&str> {
        Some(self.caption.as_str()).filter(|caption| !caption.is_empty())
    }
}

form! {
    /// A picture that shows what another one showed before the work; none takes it out of its pair.
    SetImagePair {
        #[ts(as = "ImageId")]
        #[validate(required)]
        image_id: OptionalId<ImageId> = "imageId",
        #[ts(as = "Option<ImageId>")]
        before_id: OptionalId<ImageId> = "beforeId",
    }
}

form! {
    /// A new tag.
    NewTag {
        #[validate(custom(function = rules::required_at_most::<{ LIMITS.tag }>))]
        content: String = "content",
    }
}

form! {
    /// A new note.
    NewNote {
        #[validate(custom(function = rules::required_lines))]
        content: String = "content",
    }
}

form! {
    /// A new measurement report.
    NewMeasurement {
        #[validate(custom(function = rules::choice::<Unit>))]
        measurement: String = "measurement",
        #[ts(type = "number | null")]
        #[validate(custom(function = rules::required_quantity))]
        amount: Option<FormNumber> = "amount",
    }
}

form! {
    /// Adds a tag to a job.
    AddTag {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[validate(nested)]
        #[ts(flatten)]
        tag: NewTag,
    }
}

form! {
    /// Removes a tag from a job.
    DeleteTag {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[ts(as = "TagId")]
        #[validate(required)]
        tag_id: OptionalId<TagId> = "tagId",
    }
}

impl DeleteTag {
    /// The tag's id; the nil id, which belongs to nothing, where none was given.
    #[must_use]
    pub fn tag_id(&self) -> TagId {
        self.tag_id.0.unwrap_or_default()
    }
}

form! {
    /// Adds a measurement to a job.
    AddMeasurement {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[validate(nested)]
        #[ts(flatten)]
        measured: NewMeasurement,
    }
}

impl AddMeasurement {
    /// The amount of a form that passed its check.
    #[must_use]
    pub fn quantity(&self) -> Quantity {
        self.measured.amount.and_then(Quantity::from_figure).unwrap_or_default()
    }
}

form! {
    /// Adds a note to a job.
    AddNote {
        #[ts(as = "UserId")]
        #[validate(required)]
        author_id: OptionalId<UserId> = "authorId",
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[validate(nested)]
        #[ts(flatten)]
        note: NewNote,
    }
}

impl AddNote {
    /// Refuses a note in another user's name.
    pub fn check_author(&self, caller: UserId) -> Result<(), ValidationError> {
        if self.author_id.0 == Some(caller) {
            Ok(())
        } else {
            Err(ValidationError::new("authorId", Code::Choice, Text::NotYourself))
        }
    }
}

form! {
    /// A note, to delete it.
    NoteRef {
        #[ts(as = "NoteId")]
        #[validate(required)]
        note_id: OptionalId<NoteId> = "noteId",
    }
}
