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

/// A qualification that a company states.
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
    /// The coordinates of its location, in degrees north and east; both null where they are unknown.
    #[ts(optional = nullable)]
    pub latitude: Option<f64>,
    #[ts(optional = nullable)]
    pub longitude: Option<f64>,
    /// The time zone of its days.
    pub time_zone: TimeZone,
    pub num_connections: u32,
    pub employees: Vec<Employee>,
    pub files: Vec<CompanyFile>,
    pub qualifications: Vec<Qualification>,
    pub connection_exists: bool,
    pub connection_accepted: bool,
    /// Its insurance and its license, as far as the viewer may see its files.
    #[ts(optional, as = "Option<Vec<CompanyDocument>>")]
    pub documents: Vec<CompanyDocument>,
    /// The company's public page; null where there is none and the company is not the viewer's.
    #[ts(optional = nullable)]
    pub public_page: Option<PublicPage>,
}

/// A company in the search results.
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

/// How many characters of a name or a place the search compares: what fits into one entry of an index.
const SEARCHED: usize = 200;

/// A name or a place in the form that the search compares.
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
    /// The kind of company to search for, where it is valid.
    #[must_use]
    pub fn company_type(&self) -> Option<CompanyType> {
        CompanyType::from_word(&self.company_type)
    }

    /// How many results to skip; none by default.
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
