//! How often somebody may do what costs others: guess, write to strangers, fill the disk.

use crate::{
    accounts::accounts::RESETS_FROM_NETWORK_PER_HOUR, i18n::rules::Text, types::limits::LIMITS,
};

const MEGABYTE: u64 = 1_048_576;

/// What may come so often only, however it is spelled: a flood, a list of guesses, a wave of mails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quota {
    /// Tries to sign in, good and bad ones; bad ones of one account are counted apart.
    SignIn,
    /// New accounts.
    SignUp,
    /// Links of mails that are followed: invitations, proofs of an address, new passwords.
    Link,
    /// Leads of the landing page.
    Lead,
    /// Ways to a new password.
    Reset,
    /// Proofs of an address that are sent once more; those of one person are counted apart.
    Verification,
    /// Letters to whoever runs the server.
    Feedback,
    /// Invitations.
    Invitation,
    /// Requests to connect.
    Connection,
    /// Orders that are mailed, one for each who gets it.
    OrderMail,
    /// Searches: for companies, for anything of one's own, and in the log of what was done.
    Search,
    /// Files that are uploaded.
    Upload,
    /// Their bytes.
    UploadBytes,
    /// Chat messages.
    ChatMessage,
    /// Everything of a company, to take along: each reads all of its rows.
    Export,
}

/// Who shares an allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SharedBy {
    /// Everybody behind one address of the network: a household, an office.
    Network,
    /// One person, wherever they are signed in.
    Person,
    /// Everybody of one company.
    Company,
}

/// So much in so many minutes; what comes beyond waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// By whom it is used up.
    pub shared_by: SharedBy,
    /// How much of it there is.
    pub most: u64,
    /// In how many minutes.
    pub minutes: i64,
}

const fn by(shared_by: SharedBy, most: u64, minutes: i64) -> Allowance {
    Allowance { shared_by, most, minutes }
}

impl Quota {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::SignIn,
        Self::SignUp,
        Self::Link,
        Self::Lead,
        Self::Reset,
        Self::Verification,
        Self::Feedback,
        Self::Invitation,
        Self::Connection,
        Self::OrderMail,
        Self::Search,
        Self::Upload,
        Self::UploadBytes,
        Self::ChatMessage,
        Self::Export,
    ];

    /// What there is of it. Generous: nobody who works meets them, be it a large office behind one
    /// address; whoever guesses, floods or writes to strangers does.
    #[must_use]
    pub const fn allowances(self) -> &'static [Allowance] {
        use SharedBy::{Company, Network, Person};
        match self {
            Self::SignIn | Self::SignUp | Self::Link => &const { [by(Network, 600, 5)] },
            Self::Lead => &const { [by(Network, LIMITS.leads_per_hour as u64, 60)] },
            Self::Reset => &const { [by(Network, RESETS_FROM_NETWORK_PER_HOUR as u64, 60)] },
            Self::Verification => &const { [by(Network, 600, 60)] },
            Self::Feedback => &const { [by(Person, 60, 60), by(Network, 600, 60)] },
            Self::Invitation | Self::Connection => {
                &const { [by(Company, 200, 60), by(Network, 2_000, 60)] }
            }
            Self::OrderMail => &const { [by(Company, 500, 60), by(Network, 5_000, 60)] },
            Self::Search => &const { [by(Person, 240, 1), by(Network, 2_400, 1)] },
            Self::Upload => &const { [by(Person, 600, 10), by(Network, 6_000, 10)] },
            Self::UploadBytes => {
                &const { [by(Person, 5_000 * MEGABYTE, 60), by(Network, 50_000 * MEGABYTE, 60)] }
            }
            Self::ChatMessage => &const { [by(Person, 120, 1), by(Network, 6_000, 1)] },
            Self::Export => &const { [by(Company, 60, 60), by(Network, 600, 60)] },
        }
    }

    /// What is said to whoever has to wait.
    #[must_use]
    pub const fn text(self) -> Text {
        match self {
            Self::SignIn | Self::SignUp | Self::Link => Text::TooMuchFromNetwork,
            Self::Lead => Text::TooManyLeads,
            Self::Reset | Self::Verification => Text::TooManyMails,
            Self::Feedback | Self::Search | Self::ChatMessage | Self::Export => {
                Text::DuplicateCallLimit
            }
            Self::Invitation | Self::Connection | Self::OrderMail => Text::TooManyMailsSent,
            Self::Upload | Self::UploadBytes => Text::TooManyUploads,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_who_works_meets_a_limit() {
        let own = |quota: Quota| quota.allowances()[0];
        let busy_room = own(Quota::ChatMessage);
        assert!(busy_room.most >= 60 * busy_room.minutes.unsigned_abs(), "a message a second");
        let photos = 200;
        assert!(own(Quota::Upload).most >= photos, "the photos of a roof");
        assert!(own(Quota::UploadBytes).most >= photos * LIMITS.job_image_bytes);
        for quota in Quota::ALL {
            for allowance in quota.allowances() {
                assert!(allowance.most > 0 && allowance.minutes > 0, "{quota:?}");
            }
        }
    }

    #[test]
    fn an_office_behind_one_address_has_more_than_one_person_of_it() {
        for quota in Quota::ALL {
            if let [own, office] = quota.allowances() {
                assert_eq!(office.shared_by, SharedBy::Network, "{quota:?}");
                assert!(office.most >= 10 * own.most, "{quota:?}");
            }
        }
    }
}
