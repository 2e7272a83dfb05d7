//! Search in all records of a company: what can be searched, by which roles, and how results are ranked.

pub mod index;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;
use validator::Validate;

use crate::{
    forms::{error::ValidationError, form, rules},
    permissions::permission::{self, Action, Role},
    types::{limits::LIMITS, normalize::fold},
};

/// How many results of one kind a response contains; the total is given beside them.
pub const SHOWN: usize = 5;

/// What can be found, in the order of the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub enum SearchKind {
    /// Jobs, by title, number, place and customer.
    Jobs,
    /// Customers, by name, company, phone and place.
    Customers,
    /// Work orders, by title and job.
    WorkOrders,
    /// Purchase orders, by title, vendor and job.
    PurchaseOrders,
    /// Appointments, by customer, place and note.
    Appointments,
    /// Colleagues, by name and position.
    People,
    /// Connected companies and those with an open request, by name and place.
    Connections,
    /// Vendors, by name and account number.
    Vendors,
    /// Products, by name and category.
    Products,
}

impl SearchKind {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Jobs,
        Self::Customers,
        Self::WorkOrders,
        Self::PurchaseOrders,
        Self::Appointments,
        Self::People,
        Self::Connections,
        Self::Vendors,
        Self::Products,
    ];

    /// The action that a role needs permission for to find records of this kind; `None` for kinds that all
    /// users see their own part of.
    #[must_use]
    pub const fn required_action(self) -> Option<Action> {
        match self {
            Self::Jobs | Self::WorkOrders | Self::People | Self::Connections => None,
            Self::Customers => Some(Action::CustomersView),
            Self::PurchaseOrders | Self::Vendors => Some(Action::PurchaseOrdersView),
            Self::Appointments => Some(Action::AppointmentsView),
            Self::Products => Some(Action::ProductsView),
        }
    }

    /// Does this role find records of this kind?
    #[must_use]
    pub fn is_visible_to(self, role: Role) -> bool {
        self.required_action().is_none_or(|action| permission::check(role, action).is_ok())
    }

    /// Do users who see only assigned records see only part of this kind?
    #[must_use]
    pub const fn is_assigned(self) -> bool {
        matches!(self, Self::Jobs | Self::WorkOrders | Self::PurchaseOrders | Self::Appointments)
    }
}

/// The search text, as in the query string.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Validate)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SearchForm {
    /// The words; blank finds nothing.
    #[validate(custom(function = rules::search_text::<{ LIMITS.search_letters }>))]
    pub q: String,
}

impl SearchForm {
    /// Parses the search text.
    ///
    /// # Errors
    /// A text that is too long, or that contains an invalid character.
    pub fn read(&self) -> Result<SearchQuery, Vec<ValidationError>> {
        form::refusals(self.validate(), "q ")?;
        Ok(SearchQuery::new(&self.q))
    }
}

/// One result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct SearchHit {
    /// Its id; for a connection, that of the other company.
    #[ts(type = "string")]
    pub id: Uuid,
    /// Its name or title.
    pub title: String,
    /// What distinguishes it from others of that name: a place, a job, a position; may be blank.
    pub detail: String,
    /// When an appointment starts.
    pub start: Option<DateTime<Utc>>,
}

/// The results of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct SearchGroup {
    /// The kind.
    pub kind: SearchKind,
    /// The best results, at most [`SHOWN`].
    pub hits: Vec<SearchHit>,
    /// How many results there are in all.
    #[ts(type = "number")]
    pub total: u32,
}

/// All results; kinds without any are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct SearchAnswer {
    /// In the order of [`SearchKind::ALL`].
    pub found: Vec<SearchGroup>,
}

/// The words of a search, folded like the texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchQuery {
    whole: String,
    /// The same at the beginning of a field other than the first.
    field: String,
    words: Vec<Word>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    word: String,
    /// The same after the most frequent separators, which is much faster to search for.
    behind: [String; 2],
}

/// How well a text matches a query; the best comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchRank {
    /// Its name begins with the query.
    Name,
    /// Another field begins with the query: its address, its number.
    Field,
    /// Each word of the query begins one of its words.
    Words,
    /// Some word of the query is within one of its words.
    Within,
}

impl MatchRank {
    const ALL: [Self; 4] = [Self::Name, Self::Field, Self::Words, Self::Within];
}

impl SearchQuery {
    /// Splits and folds the query.
    #[must_use]
    pub fn new(typed: &str) -> Self {
        let folded = fold(typed);
        let whole = folded.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = whole.split_whitespace().map(|word| Word {
            word: word.to_owned(),
            behind: [' ', '\n'].map(|before| format!("{before}{word}")),
        });
        Self { words: words.collect(), field: format!("\n{whole}"), whole }
    }

    /// Is the query blank?
    #[must_use]
    pub const fn is_blank(&self) -> bool {
        self.words.is_empty()
    }

    /// Does a folded text contain every word? A blank query matches nothing.
    #[must_use]
    pub fn is_in(&self, folded: &str) -> bool {
        !self.is_blank() && self.words.iter().all(|word| folded.contains(&word.word))
    }

    /// Does a folded text match this well? Its lines are its fields, the first of them its name.
    fn is(&self, rank: MatchRank, folded: &str) -> bool {
        match rank {
            MatchRank::Name => folded.starts_with(&self.whole),
            MatchRank::Field => folded.contains(&self.field),
            MatchRank::Words => self.words.iter().all(|word| word.begins_one_of(folded)),
            MatchRank::Within => true,
        }
    }
}

impl Word {
    /// A single letter follows too many other characters for this search.
    fn begins_one_of(&self, text: &str) -> bool {
        text.starts_with(&self.word)
            || self.behind.iter().any(|behind| text.contains(behind))
            || (self.word.len() > 1
                && text
                    .match_indices(&self.word)
                    .any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::permissions::permission::{CompanyType, UserType};

    #[test]
    fn a_subcontractor_never_finds_the_contractors_private_records() {
        let sub = Role::new(CompanyType::Subcontractor, UserType::Admin);
        let found: Vec<SearchKind> =
            SearchKind::ALL.into_iter().filter(|kind| kind.is_visible_to(sub)).collect();
        assert_eq!(
            found,
            [SearchKind::Jobs, SearchKind::WorkOrders, SearchKind::People, SearchKind::Connections]
        );
        let member = Role::new(CompanyType::Contractor, UserType::Member);
        assert!(SearchKind::ALL.into_iter().all(|kind| kind.is_visible_to(member)));
    }
}
