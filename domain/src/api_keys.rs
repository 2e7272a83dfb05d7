//! Keys for other software (contract-2, section 4): what a key may do, and the form that creates one.
//!
//! A key acts as the user who made it, with that user's present permissions, and makes only the calls of its scopes.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{OptionalId, form},
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    permissions::permission::Action,
    types::{
        date,
        ids::{ApiKeyId, UserId},
        limits::LIMITS,
    },
};

/// A group of calls: those of an action, or those that only read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum ApiKeyScope {
    /// What only reads and has no action of its own. Also opens every other `GET` that a key may make.
    Read,
    /// The calls of this action.
    #[serde(untagged)]
    Action(Action),
}

impl ApiKeyScope {
    /// The scope of an action's calls; none for the calls that manage keys, which no key may make.
    #[must_use]
    pub const fn of_action(action: Action) -> Option<Self> {
        match action {
            Action::ApiKeysManage => None,
            action => Some(Self::Action(action)),
        }
    }

    /// The scope with this wire name, if a key may hold it.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "read" => Some(Self::Read),
            word => Self::of_action(word.parse().ok()?),
        }
    }

    /// The wire name, such as `read` or `jobs.create`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Action(action) => action.as_str(),
        }
    }

    /// Whether a key with these scopes may make a call of this scope. `reads` is whether it is a `GET`.
    #[must_use]
    pub fn is_held(self, scopes: &[Self], reads: bool) -> bool {
        scopes.contains(&self) || reads && scopes.contains(&Self::Read)
    }
}

/// A key of a company, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct ApiKey {
    pub id: ApiKeyId,
    pub name: String,
    pub scopes: Vec<ApiKeyScope>,
    pub created_by: ApiKeyMaker,
    /// When it last made a call, to the minute.
    pub last_used: Option<DateTime<Utc>>,
    /// The last day on which it is valid, in the company's time zone.
    pub expires_on: Option<NaiveDate>,
}

/// The user whose permissions a key has: who created it, or renewed it last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct ApiKeyMaker {
    /// The user.
    pub id: UserId,
    /// First and last name.
    pub name: String,
}

form! {
    /// Creates a key.
    NewApiKey {
        #[validate(custom(function = rules::required_at_most::<{ LIMITS.api_key_name }>))]
        name: String = "name",
        #[ts(as = "Vec<ApiKeyScope>")]
        #[validate(required, custom(function = check_scopes))]
        scopes: Option<Vec<String>> = "scopes",
        #[validate(custom(function = rules::day))]
        #[ts(optional, as = "Option<String>")]
        expires_on: String = "expiresOn",
    }
}

#[expect(clippy::ref_option, reason = "`validator` passes a reference to the field")]
fn check_scopes(words: &Option<Vec<String>>) -> Verdict {
    if words.iter().flatten().all(|word| ApiKeyScope::from_word(word).is_some()) {
        Ok(())
    } else {
        Err(rules::refused(Code::Choice, Text::Choice))
    }
}

impl NewApiKey {
    /// The scopes, each once and sorted. For a form that passed its check.
    #[must_use]
    pub fn scopes(&self) -> Vec<ApiKeyScope> {
        let words = self.scopes.iter().flatten();
        let mut scopes: Vec<_> = words.filter_map(|word| ApiKeyScope::from_word(word)).collect();
        scopes.sort_unstable();
        scopes.dedup();
        scopes
    }

    /// The last day on which the key is valid.
    ///
    /// # Errors
    /// `expiresOn` with `range` for a day before `today` in the company's time zone.
    pub fn expires_on(&self, today: NaiveDate) -> Result<Option<NaiveDate>, ValidationError> {
        let day = date::read_day(&self.expires_on);
        if day.is_some_and(|day| day < today) {
            return Err(ValidationError::new("expiresOn", Code::Range, Text::DayPast));
        }
        Ok(day)
    }
}

form! {
    /// Names a key.
    ApiKeyRef {
        #[ts(as = "ApiKeyId")]
        #[validate(required)]
        id: OptionalId<ApiKeyId> = "id",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::forms::form::Form as _;

    fn form(body: serde_json::Value) -> NewApiKey {
        serde_json::from_value(body).expect("a form")
    }

    fn refusals(body: serde_json::Value) -> Vec<(String, Code)> {
        let refused = form(body).check().expect_err("refused");
        refused.into_iter().map(|error| (error.field, error.code)).collect()
    }

    #[test]
    fn a_key_can_hold_every_action_but_that_which_manages_keys() {
        for action in Action::ALL {
            let scope = ApiKeyScope::from_word(action.as_str());
            assert_eq!(scope.is_some(), *action != Action::ApiKeysManage, "{action:?}");
            if let Some(scope) = scope {
                let word = serde_json::to_value(scope).expect("a word");
                assert_eq!(word, scope.as_str());
                assert_eq!(serde_json::from_value::<ApiKeyScope>(word).expect("a scope"), scope);
            }
        }
        assert_eq!(serde_json::to_value(ApiKeyScope::Read).expect("a word"), "read");
        let read = serde_json::from_value::<ApiKeyScope>(json!("read"));
        assert_eq!(read.expect("a scope"), ApiKeyScope::Read);
    }

    #[test]
    fn an_unknown_scope_a_missing_name_and_a_day_that_is_none_are_refused() {
        let named = json!({ "name": "Zapier", "scopes": ["read", "jobs.create", "read"] });
        assert_eq!(form(named.clone()).check(), Ok(()));
        assert_eq!(form(named).scopes().len(), 2);
        let refused = refusals(json!({ "name": " ", "scopes": ["write"], "expiresOn": "soon" }));
        let expected =
            [("name", Code::Required), ("scopes", Code::Choice), ("expiresOn", Code::Format)];
        assert_eq!(refused, expected.map(|(field, code)| (field.to_owned(), code)));
        let refused = refusals(json!({ "name": "x".repeat(101), "scopes": ["apiKeys.manage"] }));
        let expected = [("name", Code::TooLong), ("scopes", Code::Choice)];
        assert_eq!(refused, expected.map(|(field, code)| (field.to_owned(), code)));
        assert_eq!(refusals(json!({ "name": "x" })), [("scopes".to_owned(), Code::Required)]);
    }

    #[test]
    fn a_key_is_valid_through_its_last_day_and_not_made_for_a_past_one() {
        let of = |day: &str| form(json!({ "name": "x", "scopes": [], "expiresOn": day }));
        let today = date::read_day("2026-03-09").expect("a day");
        assert_eq!(of("2026-03-09").expires_on(today), Ok(Some(today)));
        assert_eq!(of("").expires_on(today), Ok(None));
        let past = of("2026-03-08").expires_on(today).expect_err("past");
        assert_eq!((past.field.as_str(), past.code), ("expiresOn", Code::Range));
    }
}
