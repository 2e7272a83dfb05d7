//! The activity log: who did what to which thing, when, from which values to which.
//!
//! What a change was is found by comparing the facts of a thing before and after it, so that nothing
//! but real changes is ever written down. Who may read what of it is decided here, too; how it reads is
//! in [`texts`](crate::activity::texts).

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::{
    activity::labels::{ActivityAction, ActivityField, ActivityKind},
    forms::error::{Code, ValidationError, ValidationErrors},
    i18n::rules::Text,
    types::{
        date,
        ids::{CompanyId, JobId, UserId},
    },
};

/// Lines on a page of the log.
pub const PAGE: usize = 50;
/// Characters of what is looked for in the log.
pub const SEARCH_LETTERS: u32 = 100;

/// A value of a thing at a moment. Parts of the same kind are told apart by their id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldValue {
    /// Which value.
    pub field: ActivityField,
    /// Of which part; nil where the thing has one such value.
    pub part: Uuid,
    /// The value as [`ValueFormat`] writes it; `None` where there is none.
    pub value: Option<String>,
}

impl FieldValue {
    /// A value that a thing has once. A blank one is none.
    #[must_use]
    pub fn new(field: ActivityField, value: Option<String>) -> Self {
        let value = value.filter(|value| !value.is_empty());
        Self { field, part: Uuid::nil(), value }
    }

    /// A part of a thing.
    #[must_use]
    pub const fn part(field: ActivityField, part: Uuid, value: String) -> Self {
        Self { field, part, value: Some(value) }
    }
}

/// One value that is another now, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Which value.
    pub field: ActivityField,
    /// What it was.
    pub from: Option<String>,
    /// What it is.
    pub to: Option<String>,
}

impl Change {
    /// Something that was not there before.
    #[must_use]
    pub fn to(field: ActivityField, to: impl Into<String>) -> Self {
        Self { field, from: None, to: Some(to.into()) }
    }

    /// Something that is there no more.
    #[must_use]
    pub fn from(field: ActivityField, from: impl Into<String>) -> Self {
        Self { field, from: Some(from.into()), to: None }
    }
}

/// What differs between two moments, in the order of the facts: first what was there before, then what
/// came to it.
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

/// What was done where a thing that was there changed so.
#[must_use]
pub fn action_of(changes: &[Change]) -> ActivityAction {
    let change = |field| changes.iter().find(|change| change.field == field);
    if let Some(status) = change(ActivityField::Status) {
        let done = status.to.as_deref() == Some("complete");
        return if done { ActivityAction::Completed } else { ActivityAction::Reopened };
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

/// Who works on a job.
pub(crate) const fn is_assignment(field: ActivityField) -> bool {
    matches!(
        field,
        ActivityField::Subcontractor
            | ActivityField::Crew
            | ActivityField::CrewLead
            | ActivityField::Employee
    )
}

/// Who did something, as they were called when they did it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ActivityActor {
    /// Who; `None` for somebody who had no sign-in.
    pub id: Option<UserId>,
    /// First and last name.
    pub name: String,
    /// Their company.
    pub company_id: Option<CompanyId>,
    /// Its name.
    pub company_name: String,
}

/// One changed value, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ActivityChange {
    /// Which value.
    pub field: ActivityField,
    /// What people call it.
    pub label: String,
    /// What it was; `None` where there was nothing.
    pub from: Option<String>,
    /// What it became; `None` where nothing is there any more.
    pub to: Option<String>,
}

/// One line of the log, in the words of its reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ActivityEntry {
    /// Its id; newer ones are greater.
    #[ts(type = "string")]
    pub id: Uuid,
    /// When.
    pub at: DateTime<Utc>,
    /// Who.
    pub actor: ActivityActor,
    /// To what kind of thing.
    pub kind: ActivityKind,
    /// What people call that.
    pub kind_label: String,
    /// What was done.
    pub action: ActivityAction,
    /// What people call that.
    pub action_label: String,
    /// To which one; `None` where it was many at once.
    #[ts(type = "string | null")]
    pub subject_id: Option<Uuid>,
    /// As it was called then.
    pub subject_name: String,
    /// The job it belongs to.
    pub job_id: Option<JobId>,
    /// As that was called then.
    pub job_title: Option<String>,
    /// Where it is shown, as long as it is there.
    pub route: Option<String>,
    /// The whole of it in one sentence.
    pub sentence: String,
    /// From which values to which.
    pub changes: Vec<ActivityChange>,
}

/// A page of the log, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ActivityPage {
    /// Its lines.
    pub activity: Vec<ActivityEntry>,
    /// From where the next page goes on into the past; `None` on the last one.
    #[ts(type = "string | null")]
    pub next: Option<Uuid>,
}

/// Something to choose in a filter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct ActivityChoice<Value> {
    /// The wire word.
    pub value: Value,
    /// What people read.
    pub label: String,
}

/// Somebody to choose in a filter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct ActivityPerson {
    /// Who.
    pub id: UserId,
    /// As they are called in the log.
    pub name: String,
}

/// What the filters of a company's log offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct ActivityChoices {
    /// Kinds of things.
    pub kinds: Vec<ActivityChoice<ActivityKind>>,
    /// What was done.
    pub actions: Vec<ActivityChoice<ActivityAction>>,
    /// Whoever did something.
    pub people: Vec<ActivityPerson>,
}

/// What a company's log is narrowed to, as an address says it. Blank is the same as missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[ts(export, export_to = "index.ts", optional_fields)]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct ActivityFilterForm {
    pub kind: Option<String>,
    pub actor: Option<String>,
    pub action: Option<String>,
    pub job: Option<String>,
    pub from: Option<String>,
    pub to: Option<String>,
    pub text: Option<String>,
    pub before: Option<String>,
}

/// The same, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActivityFilter {
    /// Things of this kind.
    pub kind: Option<ActivityKind>,
    /// Done by this person.
    pub actor: Option<UserId>,
    /// This was done.
    pub action: Option<ActivityAction>,
    /// Things of this job.
    pub job: Option<JobId>,
    /// From this day on.
    pub from: Option<NaiveDate>,
    /// Up to the end of this one.
    pub to: Option<NaiveDate>,
    /// Each word of it stands in a name or a value.
    pub text: String,
    /// Older than this line.
    pub before: Option<Uuid>,
}

impl ActivityFilterForm {
    /// Reads it.
    ///
    /// # Errors
    /// What cannot be read: an unknown kind or action, an id or a day that is none, a range that ends
    /// before it starts, a text that is too long.
    pub fn read(&self) -> Result<ActivityFilter, Vec<ValidationError>> {
        let mut errors = ValidationErrors::default();
        let kind = read("kind", self.kind.as_ref(), CHOICE, ActivityKind::from_word, &mut errors);
        let action =
            read("action", self.action.as_ref(), CHOICE, ActivityAction::from_word, &mut errors);
        let actor = read("actor", self.actor.as_ref(), ID, |id| id.parse().ok(), &mut errors);
        let job = read("job", self.job.as_ref(), ID, |id| id.parse().ok(), &mut errors);
        let before = read("before", self.before.as_ref(), ID, |id| id.parse().ok(), &mut errors);
        let from = read("from", self.from.as_ref(), DAY, date::read_day, &mut errors);
        let to = read("to", self.to.as_ref(), DAY, date::read_day, &mut errors);
        if from.zip(to).is_some_and(|(from, to)| from > to) {
            errors.add(ValidationError::new("from", Code::Range, Text::StartAfterEnd));
        }
        let text = self.text.clone().unwrap_or_default();
        errors.add_searched("text", &text, SEARCH_LETTERS);
        errors.finish()?;
        Ok(ActivityFilter { kind, actor, action, job, from, to, text, before })
    }
}

const CHOICE: (Code, Text) = (Code::Choice, Text::Choice);
const ID: (Code, Text) = (Code::Format, Text::Choice);
const DAY: (Code, Text) = (Code::Format, Text::DateFormat);

/// What a filter says, unless it is blank.
fn read<T>(
    field: &str,
    text: Option<&String>,
    (code, why): (Code, Text),
    read: impl FnOnce(&str) -> Option<T>,
    errors: &mut ValidationErrors,
) -> Option<T> {
    let text = text.map(|text| text.trim()).filter(|text| !text.is_empty())?;
    let found = read(text);
    if found.is_none() {
        errors.add(ValidationError::new(field, code, why));
    }
    found
}
