//! One change of several jobs at once, and its undo (contract-2, section 5).

use crate::{
    forms::{
        error::{Code, ValidationError, ValidationErrors},
        form::{Form, OptionalId, form, nested_form},
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    jobs::{
        assignment_forms::AssignSubcontractor,
        forms::{ChangeColor, JobSchedule},
        job::JobStatus,
        records::NewTag,
    },
    types::{
        date_range::Span,
        field::Stated,
        ids::{BulkChangeId, ConnectionId, CrewId, CrewMemberId, JobId, UserId},
        limits::LIMITS,
    },
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

form! {
    /// Changes several jobs at once: exactly one change.
    BulkJobs {
        #[ts(as = "Vec<JobId>")]
        #[validate(custom(function = check_ids))]
        job_ids: Vec<OptionalId<JobId>> = "jobIds",
        #[ts(as = "BulkChangeForm")]
        change: Option<BulkChangeForm> = "change",
    }
}

form! {
    /// The change: one of these, the others are left out or null.
    BulkChangeForm {
        #[ts(optional)]
        assign: Option<BulkAssignment> = "assign",
        #[ts(optional)]
        schedule: Option<JobSchedule> = "schedule",
        #[ts(optional)]
        color: Option<String> = "color",
        #[ts(optional)]
        tag: Option<String> = "tag",
        #[ts(optional)]
        complete: Option<bool> = "complete",
        #[ts(optional)]
        unschedule: Option<bool> = "unschedule",
    }
}

form! {
    /// Who gets the jobs: a connection, a custom crew, or an employee. A null employee takes them back.
    BulkAssignment {
        #[ts(optional, as = "Option<ConnectionId>")]
        selected_connection: OptionalId<ConnectionId> = "selectedConnection",
        #[ts(optional, as = "Option<CrewId>")]
        custom_crew_id: OptionalId<CrewId> = "customCrewId",
        #[ts(optional, as = "Option<CrewMemberId>")]
        custom_crew_member_id: OptionalId<CrewMemberId> = "customCrewMemberId",
        #[ts(optional, as = "Option<Option<UserId>>")]
        assigned_to_user_id: Stated<OptionalId<UserId>> = "assignedToUserId",
    }
}

nested_form!(JobSchedule, BulkChangeForm, BulkAssignment);

form! {
    /// Undoes a change of several jobs.
    UndoBulk {
        #[ts(as = "BulkChangeId")]
        #[validate(required)]
        undo: OptionalId<BulkChangeId> = "undo",
    }
}

fn check_ids(ids: &[OptionalId<JobId>]) -> Verdict {
    if ids.is_empty() {
        return Err(rules::refused(Code::Required, Text::Required));
    }
    if ids.len() > LIMITS.bulk_jobs as usize {
        let refusal = ValidationError::new("", Code::TooLarge, Text::TooManyJobs);
        return Err(refusal.with("max", &LIMITS.bulk_jobs).into());
    }
    Ok(())
}

/// The body of the call: the form, whose change is checked as well.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangeJobs(pub BulkJobs);

impl<'de> Deserialize<'de> for ChangeJobs {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        BulkJobs::deserialize(from).map(Self)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for ChangeJobs {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        BulkJobs::schema_name()
    }

    fn json_schema(schemas: &mut schemars::SchemaGenerator) -> schemars::Schema {
        BulkJobs::json_schema(schemas)
    }
}

impl Form for ChangeJobs {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut errors = ValidationErrors::default();
        errors.add_all(self.0.check());
        errors.add_all(self.read().map(drop));
        errors.finish()
    }
}

/// A change of several jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BulkChange {
    /// Gives them to somebody.
    Assign(Assignee),
    /// Gives them these days.
    Schedule(Span),
    /// Takes their days.
    Unschedule,
    /// Changes their color, `#rrggbb`.
    Color(String),
    /// Adds a tag.
    Tag(String),
    /// Marks them complete or active.
    SetStatus(JobStatus),
}

/// Who gets the jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assignee {
    /// The subcontractor of a connection.
    Connection(ConnectionId),
    /// A custom crew and, if given, its lead.
    Crew(CrewId, Option<CrewMemberId>),
    /// An employee, or none.
    Employee(Option<UserId>),
}

impl ChangeJobs {
    /// The jobs, each once, in the order of their ids: the order in which they are locked.
    #[must_use]
    pub fn jobs(&self) -> Vec<JobId> {
        let mut ids: Vec<JobId> =
            self.0.job_ids.iter().map(|id| id.0.unwrap_or_default()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// The change of a checked form.
    #[must_use]
    pub fn change(&self) -> Option<BulkChange> {
        self.read().ok()
    }

    fn read(&self) -> Result<BulkChange, Vec<ValidationError>> {
        self.0.change.clone().unwrap_or_default().read()
    }
}

impl BulkChangeForm {
    fn read(&self) -> Result<BulkChange, Vec<ValidationError>> {
        let alone = |code| vec![ValidationError::new("change", code, Text::ChooseOneChange)];
        let given = [
            self.assign.is_some(),
            self.schedule.is_some(),
            self.color.is_some(),
            self.tag.is_some(),
            self.complete.is_some(),
            self.unschedule == Some(true),
        ];
        match given.iter().filter(|given| **given).count() {
            0 => return Err(alone(Code::Required)),
            1 => {}
            _ => return Err(alone(Code::Mismatch)),
        }
        if let Some(assign) = &self.assign {
            return assign.read().map(BulkChange::Assign);
        }
        if let Some(days) = &self.schedule {
            days.check()?;
            let span = days.span().ok_or_else(|| alone(Code::Required))?;
            return Ok(BulkChange::Schedule(span));
        }
        if let Some(color) = &self.color {
            let form =
                ChangeColor { job_id: OptionalId(Some(JobId::default())), color: color.clone() };
            form.check()?;
            return Ok(BulkChange::Color(form.color));
        }
        if let Some(tag) = &self.tag {
            let form = NewTag { content: tag.clone() };
            form.check().map_err(|errors| errors.into_iter().map(of_tag).collect::<Vec<_>>())?;
            return Ok(BulkChange::Tag(form.content));
        }
        Ok(match self.complete {
            Some(true) => BulkChange::SetStatus(JobStatus::Complete),
            Some(false) => BulkChange::SetStatus(JobStatus::Active),
            None => BulkChange::Unschedule,
        })
    }
}

/// A refusal of a tag's text, at the field of this form.
fn of_tag(refusal: ValidationError) -> ValidationError {
    ValidationError { field: "tag".to_owned(), ..refusal }
}

impl BulkAssignment {
    /// Who it names: exactly one.
    pub(crate) fn read(&self) -> Result<Assignee, Vec<ValidationError>> {
        let employee = self.assigned_to_user_id.0;
        match (self.selected_connection.0, self.custom_crew_id.0, employee) {
            (Some(connection), None, None) => Ok(Assignee::Connection(connection)),
            (None, Some(crew), None) => Ok(Assignee::Crew(crew, self.custom_crew_member_id.0)),
            (None, None, Some(employee)) => Ok(Assignee::Employee(employee.0)),
            (None, None, None) => Err(vec![ValidationError::new(
                "selectedConnection",
                Code::Required,
                AssignSubcontractor::unknown_connection().text,
            )]),
            _ => Err(vec![ValidationError::new("assign", Code::Mismatch, Text::ChooseOneChange)]),
        }
    }
}

/// Why one of the jobs was left as it was: the code of the call that changes it alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "index.ts")]
pub enum RefusalCode {
    /// Unknown, or another company's.
    NotFound,
    /// Its state does not allow the change.
    Conflict,
    /// An undo: it was changed since.
    Changed,
}

/// A job that was left as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[ts(export, export_to = "index.ts")]
pub struct RefusedJob {
    /// The job.
    pub id: JobId,
    /// Why.
    pub code: RefusalCode,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(change: &Value) -> Result<BulkChange, Vec<(String, Code)>> {
        let body = json!({ "jobIds": ["018f0000-0000-7000-8000-000000000001"], "change": change });
        let form: ChangeJobs = serde_json::from_value(body).expect("a form");
        form.check()
            .map_err(|errors| errors.into_iter().map(|e| (e.field, e.code)).collect::<Vec<_>>())?;
        Ok(form.change().expect("a checked form has a change"))
    }

    #[test]
    fn a_change_of_several_jobs_is_exactly_one() {
        for (change, field, code) in [
            (json!({}), "change", Code::Required),
            (json!({ "title": "x" }), "change", Code::Required),
            (json!({ "unschedule": false }), "change", Code::Required),
            (json!({ "color": "#aabbcc", "tag": "x" }), "change", Code::Mismatch),
            (json!({ "color": "blue" }), "color", Code::Format),
            (json!({ "color": "" }), "color", Code::Required),
            (json!({ "tag": "" }), "tag", Code::Required),
            (json!({ "tag": "x".repeat(31) }), "tag", Code::TooLong),
            (json!({ "schedule": {} }), "startDate", Code::Required),
            (
                json!({ "schedule": { "startDate": "2026-05-02", "endDate": "2026-05-01" } }),
                "startDate",
                Code::Range,
            ),
            (json!({ "assign": {} }), "selectedConnection", Code::Required),
            (
                json!({ "assign": { "customCrewId": JobId::default(), "assignedToUserId": null } }),
                "assign",
                Code::Mismatch,
            ),
        ] {
            let errors = read(&change).expect_err("refused");
            assert_eq!(errors[0], (field.to_owned(), code), "{change}");
        }
        assert_eq!(
            read(&json!({ "complete": false })),
            Ok(BulkChange::SetStatus(JobStatus::Active))
        );
        assert_eq!(read(&json!({ "tag": " roof " })), Ok(BulkChange::Tag("roof".to_owned())));
        assert_eq!(
            read(&json!({ "assign": { "assignedToUserId": null }, "tag": null })),
            Ok(BulkChange::Assign(Assignee::Employee(None)))
        );
    }

    #[test]
    fn more_jobs_than_one_call_may_change_are_refused_before_anything_is_read() {
        let most = LIMITS.bulk_jobs as usize;
        for (count, code) in
            [(0, Some(Code::Required)), (most, None), (most + 1, Some(Code::TooLarge))]
        {
            let ids = vec![JobId::default(); count];
            let form: ChangeJobs =
                serde_json::from_value(json!({ "jobIds": ids, "change": { "complete": true } }))
                    .expect("a form");
            assert_eq!(form.check().err().map(|errors| errors[0].code), code, "{count}");
        }
    }
}
