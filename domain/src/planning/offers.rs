//! Offers of a job to several companies, of which the first that accepts gets it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::types::{
    date_range::Span,
    field::WireEnum,
    ids::{CompanyId, JobId, JobOfferId},
};

/// What has become of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum OfferState {
    /// It can be accepted.
    Open,
    /// A company has accepted it.
    Taken,
    /// The contractor took it back.
    Withdrawn,
    /// Its time is over, or its job was assigned, completed or deleted.
    Ended,
}

impl WireEnum for OfferState {
    const WIRE_WORDS: &'static [(&'static str, Self)] = &[
        ("open", Self::Open),
        ("taken", Self::Taken),
        ("withdrawn", Self::Withdrawn),
        ("ended", Self::Ended),
    ];
}

/// What one company has answered to an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum OfferAnswer {
    /// Nothing yet.
    Asked,
    /// It does the job.
    Accepted,
    /// It does not want it.
    Declined,
}

impl WireEnum for OfferAnswer {
    const WIRE_WORDS: &'static [(&'static str, Self)] =
        &[("asked", Self::Asked), ("accepted", Self::Accepted), ("declined", Self::Declined)];
}

/// A company that was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct AskedCompany {
    /// The company.
    pub company_id: CompanyId,
    /// Its name.
    pub name: String,
    /// Its answer.
    pub state: OfferAnswer,
}

/// An offer as the contractor sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct JobOffer {
    pub id: JobOfferId,
    pub job_id: JobId,
    pub state: OfferState,
    /// The days on which it may be done: one of these.
    pub days: Vec<Span>,
    /// Until when it can be accepted.
    pub until: DateTime<Utc>,
    /// The company that accepted it.
    pub taken_by: Option<CompanyId>,
    pub companies: Vec<AskedCompany>,
}

/// An offer as a company that was asked sees it: nothing that tells whose roof it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct ReceivedOffer {
    pub id: JobOfferId,
    pub state: OfferState,
    pub days: Vec<Span>,
    pub until: DateTime<Utc>,
    pub contractor_company_name: String,
    pub job: OfferedJob,
}

/// What a company learns of a job before it has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct OfferedJob {
    pub title: String,
    pub city: String,
    pub state: String,
    pub zip: Option<String>,
}
