//! Quotas for calls that have a cost for others: guessing passwords, mailing strangers, filling the disk.

use crate::{
    accounts::accounts::RESETS_FROM_NETWORK_PER_HOUR, i18n::rules::Text, types::limits::LIMITS,
};

const MEGABYTE: u64 = 1_048_576;

/// What is limited in number, whatever the calls contain: floods, guesses, waves of mails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quota {
    /// Sign-in attempts, successful or not; failed ones are also counted per account.
    SignIn,
    /// New accounts.
    SignUp,
    /// Links from mails: invitations, verifications, password resets, unsubscribing.
    Link,
    /// Forms that anyone may send, valid or not: leads, requests for a new password.
    PublicForm,
    /// Leads of the landing page.
    Lead,
    /// Password resets.
    Reset,
    /// Verification mails that are sent again; they are also counted per user.
    Verification,
    /// Messages to the operator of the server.
    Feedback,
    /// Invitations.
    Invitation,
    /// Connection requests.
    Connection,
    /// Orders sent by mail, counted per recipient.
    OrderMail,
    /// Searches: for companies, in the company's own data, and in the activity log.
    Search,
    /// Uploaded files.
    Upload,
    /// Uploaded bytes.
    UploadBytes,
    /// Calls of the holder of a link.
    GuestCall,
    /// Chat messages.
    ChatMessage,
    /// Exports of a company's data: each reads all of its rows.
    Export,
}

/// Who shares a quota.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SharedBy {
    /// Everyone behind one network address: a household, an office.
    Network,
    /// One user, on all their devices.
    Person,
    /// All users of one company.
    Company,
    /// Everyone who has one link.
    Link,
}

/// So much in so many minutes; calls beyond that have to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Who shares it.
    pub shared_by: SharedBy,
    /// The limit.
    pub most: u64,
    /// The period in minutes.
    pub minutes: i64,
}

const fn by(shared_by: SharedBy, most: u64, minutes: i64) -> Allowance {
    Allowance { shared_by, most, minutes }
}

impl Quota {
    /// All quotas.
    pub const ALL: &'static [Self] = &[
        Self::SignIn,
        Self::SignUp,
        Self::Link,
        Self::PublicForm,
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
        Self::GuestCall,
        Self::ChatMessage,
        Self::Export,
    ];

    /// The limits of this quota. They are generous: normal use never reaches them, even from a large office
    /// behind one address; guessing, flooding and mailing strangers does.
    #[must_use]
    pub const fn allowances(self) -> &'static [Allowance] {
        use SharedBy::{Company, Link, Network, Person};
        match self {
            Self::SignIn | Self::SignUp | Self::Link | Self::PublicForm => {
                &const { [by(Network, 600, 5)] }
            }
            Self::Lead => &const { [by(Network, LIMITS.leads_per_hour as u64, 60)] },
            Self::Reset => &const { [by(Network, RESETS_FROM_NETWORK_PER_HOUR as u64, 60)] },
            Self::Verification => &const { [by(Network, 600, 60)] },
            Self::Feedback => &const { [by(Person, 60, 60), by(Network, 600, 60)] },
            Self::Invitation | Self::Connection => {
                &const { [by(Company, 200, 60), by(Network, 2_000, 60)] }
            }
            Self::OrderMail => &const { [by(Company, 500, 60), by(Network, 5_000, 60)] },
            Self::Search => &const { [by(Person, 240, 1), by(Network, 2_400, 1)] },
            Self::Upload => {
                &const { [by(Person, 600, 10), by(Link, 600, 10), by(Network, 6_000, 10)] }
            }
            Self::UploadBytes => {
                &const {
                    [
                        by(Person, 5_000 * MEGABYTE, 60),
                        by(Link, 5_000 * MEGABYTE, 60),
                        by(Network, 50_000 * MEGABYTE, 60),
                    ]
                }
            }
            Self::GuestCall => &const { [by(Link, 120, 1)] },
            Self::ChatMessage => &const { [by(Person, 120, 1), by(Network, 6_000, 1)] },
            Self::Export => &const { [by(Company, 60, 60), by(Network, 600, 60)] },
        }
    }

    /// The message for a caller who has to wait.
    #[must_use]
    pub const fn text(self) -> Text {
        match self {
            Self::SignIn | Self::SignUp | Self::Link | Self::PublicForm => Text::TooMuchFromNetwork,
            Self::Lead => Text::TooManyLeads,
            Self::Reset | Self::Verification => Text::TooManyMails,
            Self::Feedback | Self::Search | Self::GuestCall | Self::ChatMessage | Self::Export => {
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
    fn normal_use_stays_below_every_limit() {
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
    fn an_office_behind_one_address_gets_more_than_one_user() {
        for quota in Quota::ALL {
            if let [own @ .., office] = quota.allowances() {
                let is_shared = own.is_empty() || office.shared_by == SharedBy::Network;
                assert!(is_shared, "{quota:?}");
                assert!(own.iter().all(|own| office.most >= 10 * own.most), "{quota:?}");
            }
        }
    }
}
