//! Pictures in chats: their columns. The files are in the file store.

use domain::types::ids::ChatMessageId;

use crate::{
    db::prelude::*,
    files::{deletion_queue, picture_format::PictureFormat},
};

/// The prefix of chat pictures in the file store.
const PREFIX: &str = "chat-images";

/// The message that a key of the file store belongs to, if it is a chat picture.
#[must_use]
pub fn message_of(key: &str) -> Option<ChatMessageId> {
    let name = key.strip_prefix(PREFIX)?.strip_prefix('/')?;
    name.split_at_checked(36)?.0.parse().ok()
}

/// The picture of a message.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Its key in the file store.
    pub key: String,
    /// The key of its thumbnail.
    pub thumbnail: String,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
}

impl Picture {
    /// The picture in a message's row, if it has one.
    pub(crate) fn from_row(row: Row<'_>) -> DbResult<Option<Self>> {
        let key: Option<String> = row.get("picture")?;
        let thumbnail: Option<String> = row.get("thumbnail")?;
        let (width, height): (Option<i64>, Option<i64>) = (row.get("width")?, row.get("height")?);
        Ok(key.zip(thumbnail).map(|(key, thumbnail)| Self {
            key,
            thumbnail,
            width: width.unwrap_or_default(),
            height: height.unwrap_or_default(),
        }))
    }
}

/// A picture to be stored, under keys of its message.
#[derive(Clone, Debug)]
pub struct NewPicture {
    /// Its key in the file store.
    pub key: String,
    /// The key of its thumbnail.
    pub thumbnail: String,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

impl NewPicture {
    /// A picture that was just processed.
    #[must_use]
    pub fn of(message: ChatMessageId, format: PictureFormat) -> Self {
        Self {
            key: format!("{PREFIX}/{message}.{}", format.kind.ending()),
            thumbnail: format!("{PREFIX}/{message}-small.{}", format.thumbnail_kind.ending()),
            width: format.width,
            height: format.height,
        }
    }

    /// The keys of its files.
    #[must_use]
    pub fn keys(&self) -> [String; 2] {
        [self.key.clone(), self.thumbnail.clone()]
    }

    /// Takes its files out of the deletion queue.
    pub(crate) async fn spare(&self, tx: &mut Tx) -> DbResult<()> {
        deletion_queue::remove(tx, &self.keys()).await
    }
}
