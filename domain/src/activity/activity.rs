//! The activity log: who did what to which record, when, from which values to which.
//!
//! Changes are found by comparing the values of a record before and after, so that only real changes are
//! stored. [`visibility`](crate::activity::visibility) defines who sees what,
//! [`texts`](crate::activity::texts) how it reads.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;
use validator::Validate;

use crate::{
    activity::labels::{ActivityAction, ActivityField, ActivityKind},
    forms::{
        error::{Code, ValidationError},
        form,
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    types::{
        date,
        ids::{ApiKeyId, CompanyId, JobId, UserId},
    },
};

/// Lines on a page of the log.
pub const PAGE: usize = 50;
/// The longest search text, in characters.
pub const SEARCH_LETTERS: u32 = 100;

/// A value of a record at a point in time. Parts of the same kind are distinguished by their id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldValue {
    /// The field.
    pub field: ActivityField,
    /// The id of the part; nil where the record has only one such value.
    pub part: Uuid,
    /// The value as [`ValueFormat`] defines it; `None` where there is none.
    pub value: Option<String>,
}

impl FieldValue {
    /// A value that a record has once. A blank one counts as none.
    #[must_use]
    pub fn new(field: ActivityField, value: Option<String>) -> Self {
        let value = value.filter(|value| !value.is_empty());
        Self { field, part: Uuid::nil(), value }
    }

    /// A part of a record.
    #[must_use]
    pub const fn part(field: ActivityField, part: Uuid, value: String) -> Self {
        Self { field, part, value: Some(value) }
    }
}

/// One changed value, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The field.
    pub field: ActivityField,
    /// The old value.
    pub from: Option<String>,
    /// The new value.
    pub to: Option<String>,
}

impl Change {
    /// A value that did not exist before.
    #[must_use]
    pub fn to(field: ActivityField, to: impl Into<String>) -> Self {
        Self { field, from: None, to: Some(to.into()) }
    }

    /// A value that no longer exists.
    #[must_use]
    pub fn from(field: ActivityField, from: impl Into<String>) -> Self {
        Self { field, from: Some(from.into()), to: None }
    }
}

/// The differences between two points in time, in the order of the values: first those that existed before,
/// then the new ones.
#[must_use]
pub fn differences(before: &[FieldValue], after: &[FieldValue]) -> Vec<Change> {
    let find = |facts: &[FieldValue], fact: &FieldValue| {
        let same = |other: &&FieldValue| other.field == fact.field && other.part == fact.part;
        facts.iter().find(same).and_then(|found| found.value.clone())
    };
    let mut changes = Vec::new();
    for fact in before {
        let to = find(after, fact);
        if to != fact.value {
            changes.push(Change { field: fact.field, from: fact.value.clone(), to });
        }
    }
    for fact in after {
        let is_new = !before.iter().any(|old| old.field == fact.field && old.part == fact.part);
        if is_new && fact.value.is_some() {
            changes.push(Change { field: fact.field, from: None, to: fact.value.clone() });
        }
    }
    changes
}

/// The action that these changes of an existing record represent.
#[must_use]
pub fn action_of(changes: &[Change]) -> ActivityAction {
    let change = |field| changes.iter().find(|change| change.field == field);
    match change(ActivityField::Status).and_then(|status| status.to.as_deref()) {
        Some("complete") => return ActivityAction::Completed,
        Some("active") => return ActivityAction::Reopened,
        // The status of an order is one of many.
        _ => {}
    }
    if let Some(dates) = change(ActivityField::Dates) {
        return match (&dates.from, &dates.to) {
            (None, _) => ActivityAction::Scheduled,
            (_, None) => ActivityAction::Unscheduled,
            _ => ActivityAction::Moved,
        };
    }
    if changes.iter().any(|change| change.field == ActivityField::Time) {
        return ActivityAction::Moved;
    }
    let mut assigned = changes.iter().filter(|change| is_assignment(change.field)).peekable();
    if assigned.peek().is_some() {
        let given = assigned.any(|change| change.to.is_some());
        return if given { ActivityAction::Assigned } else { ActivityAction::Unassigned };
    }
    match changes {
        [one] if one.field == ActivityField::Acceptance => ActivityAction::Accepted,
        [one] if one.field.is_part() && one.from.is_none() => ActivityAction::Added,
        [one] if one.field.is_part() && one.to.is_none() => ActivityAction::Removed,
        _ => ActivityAction::Changed,
    }
}

/// Whether the field is part of a job's assignment.
pub(crate) const fn is_assignment(field: ActivityField) -> bool {
    matches!(
        field,
        ActivityField::Subcontractor
            | ActivityField::Crew
            | ActivityField::CrewLead
            | ActivityField::Employee
    )
}

/// The user who did something, with the name they had then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ActivityActor {
    /// The user; `None` for a person without an account.
    pub id: Option<UserId>,
    /// First and last name.
    pub name: String,
    /// The user's company.
    pub company_id: Option<CompanyId>,
    /// Its name.
    pub company_name: String,
    /// The API key that the user's software used. Only in the log of the user's own company.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub api_key: Option<ActivityApiKey>,
}

/// An API key, with the name it had then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct ActivityApiKey {
    /// The key.
    pub id: ApiKeyId,
    /// Its name.
    pub name: String,
}

/// One changed value, ready to display.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ActivityChange {
    /// The field.
    pub field: ActivityField,
    /// Its label.
    pub label: String,
    /// The old value; `None` where there was none.
    pub from: Option<String>,
    /// The new value; `None` where there is none any more.
    pub to: Option<String>,
}

/// One entry of the log, in the language of its reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ActivityEntry {
    /// Its id; newer ones are greater.
    #[ts(type = "string")]
    pub id: Uuid,
    /// When it was done.
    pub at: DateTime<Utc>,
    /// Who did it.
    pub actor: ActivityActor,
    /// The kind of record.
    pub kind: ActivityKind,
    /// Its label.
    pub kind_label: String,
    /// What was done.
    pub action: ActivityAction,
    /// Its label.
    pub action_label: String,
    /// The id of the record; `None` for an action on many at once.
    #[ts(type = "string | null")]
    pub subject_id: Option<Uuid>,
    /// The name of the record at that time.
    pub subject_name: String,
    /// The job it belongs to.
    pub job_id: Option<JobId>,
    /// The title of the job at that time.
    pub job_title: Option<String>,
    /// The route that shows it, as long as it exists.
    pub route: Option<String>,
    /// The whole entry as one sentence.
    pub sentence: String,
    /// The changed values.
    pub changes: Vec<ActivityChange>,
}

/// A page of the log, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ActivityPage {
    /// Its entries.
    pub activity: Vec<ActivityEntry>,
    /// The cursor of the next page, with older entries; `None` on the last one.
    #[ts(type = "string | null")]
    pub next: Option<Uuid>,
}

/// An option of a filter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct ActivityChoice<Value> {
    /// The wire word.
    pub value: Value,
    /// Its label.
    pub label: String,
}

/// A user to filter by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct ActivityPerson {
    /// The user.
    pub id: UserId,
    /// The name in the log.
    pub name: String,
}

/// The options of a company's log filters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct ActivityChoices {
    /// Kinds of records.
    pub kinds: Vec<ActivityChoice<ActivityKind>>,
    /// Actions.
    pub actions: Vec<ActivityChoice<ActivityAction>>,
    /// Users with entries in the log.
    pub people: Vec<ActivityPerson>,
}

/// The filters of a company's log, as in the query string. Blank is the same as missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, TS, Validate)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[ts(export, export_to = "index.ts", optional_fields)]
#[validate(schema(function = "ActivityFilterForm::check_range", skip_on_field_errors = false))]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct ActivityFilterForm {
    #[validate(custom(function = check_kind))]
    pub kind: Option<String>,
    #[validate(custom(function = rules::query_id::<UserId>))]
    pub actor: Option<String>,
    #[validate(custom(function = check_action))]
    pub action: Option<String>,
    #[validate(custom(function = rules::query_id::<JobId>))]
    pub job: Option<String>,
    #[validate(custom(function = rules::query_day))]
    pub from: Option<String>,
    #[validate(custom(function = rules::query_day))]
    pub to: Option<String>,
    #[validate(custom(function = rules::search_text::<SEARCH_LETTERS>))]
    pub text: Option<String>,
    #[validate(custom(function = rules::query_id::<Uuid>))]
    pub before: Option<String>,
}

/// The filters, parsed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActivityFilter {
    /// Records of this kind.
    pub kind: Option<ActivityKind>,
    /// Done by this user.
    pub actor: Option<UserId>,
    /// This action.
    pub action: Option<ActivityAction>,
    /// Records of this job.
    pub job: Option<JobId>,
    /// From this day on.
    pub from: Option<NaiveDate>,
    /// Up to the end of this day.
    pub to: Option<NaiveDate>,
    /// Each word of it occurs in a name or a value.
    pub text: String,
    /// Older than this entry.
    pub before: Option<Uuid>,
}

impl ActivityFilterForm {
    /// Parses the filters.
    ///
    /// # Errors
    /// What cannot be parsed: an unknown kind or action, an invalid id or date, a range that ends before it
    /// starts, a text that is too long.
    pub fn read(&self) -> Result<ActivityFilter, Vec<ValidationError>> {
        form::refusals(self.validate(), "kind action actor job before from to text ")?;
        Ok(ActivityFilter {
            kind: read(self.kind.as_ref(), ActivityKind::from_word),
            actor: read(self.actor.as_ref(), |id| id.parse().ok()),
            action: read(self.action.as_ref(), ActivityAction::from_word),
            job: read(self.job.as_ref(), |id| id.parse().ok()),
            from: read(self.from.as_ref(), date::read_day),
            to: read(self.to.as_ref(), date::read_day),
            text: self.text.clone().unwrap_or_default(),
            before: read(self.before.as_ref(), |id| id.parse().ok()),
        })
    }

    fn check_range(&self) -> Verdict {
        let days =
            read(self.from.as_ref(), date::read_day).zip(read(self.to.as_ref(), date::read_day));
        if days.is_some_and(|(from, to)| from > to) {
            return Err(ValidationError::new("from", Code::Range, Text::StartAfterEnd).into());
        }
        Ok(())
    }
}

fn check_kind(word: &str) -> Verdict {
    rules::readable(word, ActivityKind::from_word, Code::Choice, Text::Choice)
}

fn check_action(word: &str) -> Verdict {
    rules::readable(word, ActivityAction::from_word, Code::Choice, Text::Choice)
}

/// Parses one filter, unless it is blank.
fn read<T>(text: Option<&String>, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
    text.map(|text| text.trim()).and_then(read)
}
