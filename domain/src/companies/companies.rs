//! Companies and their qualifications.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    companies::{
        files::{CompanyDocument, CompanyFile},
        people::Employee,
        public_pages::PublicPage,
        time_zone::TimeZone,
    },
    forms::{form::form, rules},
    permissions::permission::CompanyType,
    types::{
        field::WireEnum as _,
        ids::{CompanyId, QualificationId},
        limits::LIMITS,
        money::FormNumber,
        normalize::fold,
    },
};

/// What a company says it can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Qualification {
    pub id: QualificationId,
    pub qualification: String,
}

/// A company as its page shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Company {
    pub id: CompanyId,
    pub name: String,
    pub location: String,
    pub description: String,
    pub company_type: CompanyType,
    pub logo_url: Option<String>,
    /// Where its location is on the map, in degrees north and east; both null where that is unknown.
    #[ts(optional = nullable)]
    pub latitude: Option<f64>,
    #[ts(optional = nullable)]
    pub longitude: Option<f64>,
    /// Where its days begin and end.
    pub time_zone: TimeZone,
    pub num_connections: u32,
    pub employees: Vec<Employee>,
    pub files: Vec<CompanyFile>,
    pub qualifications: Vec<Qualification>,
    pub connection_exists: bool,
    pub connection_accepted: bool,
    /// Its insurance and its licence, as far as the viewer sees its files.
    #[ts(optional, as = "Option<Vec<CompanyDocument>>")]
    pub documents: Vec<CompanyDocument>,
    /// The page that anybody may see; null where there is none and the company is another one's.
    #[ts(optional = nullable)]
    pub public_page: Option<PublicPage>,
}

/// A company as the search lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct FoundCompany {
    pub id: CompanyId,
    pub name: String,
    pub location: String,
    pub description: String,
    pub company_type: CompanyType,
    pub logo_url: Option<String>,
}

form! {
    /// The company-settings form.
    CompanySettings {
        #[validate(custom(function = rules::required_line))]
        name: String = "name",
        #[validate(custom(function = rules::required_line))]
        location: String = "location",
        #[validate(custom(function = rules::required), custom(function = rules::storable), custom(function = rules::at_most::<{ LIMITS.description }>, message = "DescriptionTooLong"))]
        description: String = "description",
    }
}

/// So much of a name or a place is compared by the search: what fits into one entry of an index.
const SEARCHED: usize = 200;

/// A name or a place as the search compares it.
#[must_use]
pub fn search_key(text: &str) -> String {
    fold(text).chars().take(SEARCHED).collect()
}

form! {
    /// The company search.
    CompanySearch {
        #[validate(custom(function = rules::line))]
        name: String = "name",
        #[validate(custom(function = rules::required_line))]
        location: String = "location",
        #[ts(type = "CompanyType | \"\"")]
        #[validate(custom(function = rules::choice::<CompanyType>))]
        company_type: String = "companyType",
        #[ts(type = "number | null")]
        #[validate(custom(function = rules::whole::<0, { i32::MAX as i64 }>))]
        offset: Option<FormNumber> = "offset",
    }
}

impl CompanySearch {
    /// The kind of company looked for, where it is one.
    #[must_use]
    pub fn company_type(&self) -> Option<CompanyType> {
        CompanyType::from_word(&self.company_type)
    }

    /// How many to pass over; none where nothing was said.
    #[must_use]
    pub fn offset(&self) -> i64 {
        self.offset.and_then(FormNumber::to_whole).unwrap_or_default()
    }
}

form! {
    /// A new qualification.
    NewQualification {
        #[validate(custom(function = rules::required_at_most::<{ LIMITS.qualification }>))]
        qualification: String = "qualification",
    }
}
