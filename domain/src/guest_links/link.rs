//! A link, as those who manage it see it. No field contains its secret, which is part of the URL; the URL is
//! returned once.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::types::{
    date_range::Span,
    field::WireEnum,
    ids::{CrewMemberId, GuestLinkId, JobId, PurchaseOrderId, UserId, VendorContactId},
    language::Language,
};

/// What the holder of a link may do besides reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum GuestAction {
    /// Say whether the days of the job suit them.
    Accept,
    /// Add photos.
    Photos,
    /// Add notes.
    Notes,
    /// Sign work orders.
    Sign,
    /// Report the job as complete.
    Complete,
}

impl WireEnum for GuestAction {
    const WIRE_WORDS: &'static [(&'static str, Self)] = &[
        ("accept", Self::Accept),
        ("photos", Self::Photos),
        ("notes", Self::Notes),
        ("sign", Self::Sign),
        ("complete", Self::Complete),
    ];
}

impl GuestAction {
    /// All of them, in the order in which they are shown.
    #[must_use]
    pub fn all() -> Vec<Self> {
        Self::WIRE_WORDS.iter().map(|(_, action)| *action).collect()
    }
}

/// The holder's answer to the days of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum GuestState {
    /// None yet, or one for other days.
    #[default]
    Pending,
    /// They suit.
    Accepted,
    /// They do not.
    Declined,
}

/// An answer that was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuestAnswer {
    /// Whether the days suit.
    pub accepted: bool,
    /// The days; `None` of an unscheduled job.
    pub days: Option<Span>,
}

impl GuestState {
    /// The state for the last answer and the job's days: an answer for other days no longer counts.
    #[must_use]
    pub fn of(answer: Option<GuestAnswer>, days: Option<Span>) -> Self {
        match answer {
            Some(answer) if answer.days == days && answer.accepted => Self::Accepted,
            Some(answer) if answer.days == days => Self::Declined,
            _ => Self::Pending,
        }
    }
}

/// A link for a person without an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct GuestLink {
    /// Its id, which gives no access.
    pub id: GuestLinkId,
    /// The job that it opens.
    pub job_id: Option<JobId>,
    /// The purchase order that it opens instead.
    pub purchase_order_id: Option<PurchaseOrderId>,
    /// The crew member it was made for.
    pub crew_member_id: Option<CrewMemberId>,
    /// The vendor's contact it was made for.
    pub vendor_contact_id: Option<VendorContactId>,
    /// The holder.
    pub name: String,
    /// `555-555-5555`.
    pub phone: Option<String>,
    /// Where it is mailed to.
    pub email: Option<String>,
    /// The language of its page and its mails.
    pub language: Language,
    /// What the holder may do.
    pub may: Vec<GuestAction>,
    /// Whether it also shows the crew member's other jobs of the next days.
    pub all_jobs: bool,
    /// The chosen last day, in the company's time zone.
    pub expires_on: Option<NaiveDate>,
    /// The last day, chosen or not.
    pub ends_on: NaiveDate,
    /// Who made it.
    pub created_by: UserId,
    /// When.
    pub date_inserted: DateTime<Utc>,
    /// When its page was last opened.
    pub last_seen: Option<DateTime<Utc>>,
    /// The holder's answer.
    pub state: GuestState,
    /// The reason that the holder gave with it.
    pub reason: Option<String>,
    /// Whether it has ended: revoked, expired, or its job was given to others.
    pub revoked: bool,
    /// The absolute URL with the secret; only in the response that makes or renews the link.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub url: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_counts_for_the_days_that_were_answered() {
        let span = |start: &str, end: &str| Span {
            start_date: start.parse().expect("day"),
            end_date: end.parse().expect("day"),
        };
        let days = Some(span("2026-05-04", "2026-05-06"));
        let answer = |accepted| Some(GuestAnswer { accepted, days });
        assert_eq!(GuestState::of(None, days), GuestState::Pending);
        assert_eq!(GuestState::of(answer(true), days), GuestState::Accepted);
        assert_eq!(GuestState::of(answer(false), days), GuestState::Declined);
        for moved in [None, Some(span("2026-05-04", "2026-05-07"))] {
            assert_eq!(GuestState::of(answer(true), moved), GuestState::Pending);
        }
        let open = Some(GuestAnswer { accepted: true, days: None });
        assert_eq!(GuestState::of(open, None), GuestState::Accepted);
    }
}
