//! Who writes a record of a job: a user, or the holder of a link.

use domain::types::ids::{GuestLinkId, UserId};

/// The author of a record.
#[derive(Clone, Copy, Debug)]
pub enum Author<'a> {
    /// A user.
    User(UserId),
    /// The holder of a link, by their name.
    Guest(GuestLinkId, &'a str),
}

impl Author<'_> {
    /// The user.
    #[must_use]
    pub const fn user(&self) -> Option<UserId> {
        match self {
            Self::User(user) => Some(*user),
            Self::Guest(..) => None,
        }
    }

    /// The link.
    #[must_use]
    pub const fn link(&self) -> Option<GuestLinkId> {
        match self {
            Self::User(_) => None,
            Self::Guest(link, _) => Some(*link),
        }
    }

    /// The name of a link's holder, for its column.
    #[must_use]
    pub fn guest_name(&self) -> Option<String> {
        match self {
            Self::User(_) => None,
            Self::Guest(_, name) => Some((*name).to_owned()),
        }
    }
}
