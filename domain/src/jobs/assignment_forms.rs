//! The forms that assign a job. Each names the job by its assignment, and may reschedule it in the same call:
//! a job that is dragged to another lane and to other days changes both or neither.

use validator::Validate as _;

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{OptionalId, form},
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    jobs::forms::JobSchedule,
    types::{
        date,
        date_range::Span,
        field::Stated,
        ids::{ConnectionId, CrewId, CrewMemberId, JobCrewId, UserId},
    },
};

form! {
    /// The optional new days of a job that is assigned: both or none.
    #[validate(schema(function = "OptionalSchedule::check_pair", skip_on_field_errors = false))]
    OptionalSchedule {
        #[ts(optional)]
        #[validate(custom(function = rules::optional_day))]
        start_date: Option<String> = "startDate",
        #[ts(optional)]
        #[validate(custom(function = rules::optional_day))]
        end_date: Option<String> = "endDate",
    }
}

impl OptionalSchedule {
    /// The days, where both are given and valid.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.days()?.span()
    }

    fn days(&self) -> Option<JobSchedule> {
        let [start_date, end_date] =
            [&self.start_date, &self.end_date].map(|day| day.clone().unwrap_or_default());
        let are_named = !start_date.is_empty() || !end_date.is_empty();
        are_named.then_some(JobSchedule { start_date, end_date })
    }

    fn check_pair(&self) -> Verdict {
        let Some(days) = self.days() else { return Ok(()) };
        for (field, day) in [("startDate", &days.start_date), ("endDate", &days.end_date)] {
            if day.is_empty() {
                return Err(ValidationError::new(field, Code::Required, Text::Required).into());
            }
        }
        days.check_range()
    }
}

form! {
    /// Assigns a job to the subcontractor of a connection.
    AssignSubcontractor {
        #[ts(as = "JobCrewId")]
        #[validate(required)]
        job_crew_table_id: OptionalId<JobCrewId> = "jobCrewTableId",
        #[ts(as = "ConnectionId")]
        #[validate(required(message = "ChooseSubcontractor"))]
        selected_connection: OptionalId<ConnectionId> = "selectedConnection",
        #[validate(nested)]
        #[ts(flatten)]
        days: OptionalSchedule,
    }
}

impl AssignSubcontractor {
    /// The refusal of a connection that is not accepted, not the company's own, or not with a subcontractor.
    #[must_use]
    pub fn unknown_connection() -> ValidationError {
        ValidationError::new("selectedConnection", Code::Choice, Text::ChooseSubcontractor)
    }
}

form! {
    /// Assigns a job to a custom crew and, if given, its lead.
    AssignCrew {
        #[ts(as = "JobCrewId")]
        #[validate(required)]
        job_crew_table_id: OptionalId<JobCrewId> = "jobCrewTableId",
        #[ts(as = "CrewId")]
        #[validate(required(message = "ChooseSubcontractor"))]
        custom_crew_id: OptionalId<CrewId> = "customCrewId",
        #[ts(as = "Option<CrewMemberId>")]
        custom_crew_member_id: OptionalId<CrewMemberId> = "customCrewMemberId",
        #[validate(nested)]
        #[ts(flatten)]
        days: OptionalSchedule,
    }
}

impl AssignCrew {
    /// Refuses a lead of another crew; `members_crew` is the crew of the chosen lead.
    pub fn check_member(&self, members_crew: Option<CrewId>) -> Result<(), ValidationError> {
        if self.custom_crew_member_id.0.is_none() || members_crew == self.custom_crew_id.0 {
            Ok(())
        } else {
            Err(ValidationError::not_your_own("customCrewMemberId"))
        }
    }
}

form! {
    /// Assigns a job to an employee of the company that does the work; null unassigns it.
    AssignEmployee {
        #[ts(as = "JobCrewId")]
        #[validate(required)]
        job_crew_table_id: OptionalId<JobCrewId> = "jobCrewTableId",
        #[ts(as = "Option<UserId>")]
        assigned_to_user_id: OptionalId<UserId> = "assignedToUserId",
        #[validate(nested)]
        #[ts(flatten)]
        days: OptionalSchedule,
    }
}

form! {
    /// Unassigns a job from a subcontractor or a crew.
    TakeJobBack {
        #[ts(as = "JobCrewId")]
        #[validate(required)]
        job_crew_table_id: OptionalId<JobCrewId> = "jobCrewTableId",
        #[validate(nested)]
        #[ts(flatten)]
        days: OptionalSchedule,
    }
}

form! {
    /// The days of a job as the user saw them when they decided about it: both or neither. Null is a job without
    /// days.
    #[validate(schema(function = "SeenDays::check_pair", skip_on_field_errors = false))]
    SeenDays {
        #[ts(optional, as = "Option<Option<String>>")]
        #[validate(custom(function = rules::stated_day))]
        start_date: Stated<String> = "startDate",
        #[ts(optional, as = "Option<Option<String>>")]
        #[validate(custom(function = rules::stated_day))]
        end_date: Stated<String> = "endDate",
    }
}

impl SeenDays {
    fn check_pair(&self) -> Verdict {
        let missing = match (&self.start_date.0, &self.end_date.0) {
            (Some(_), None) => "endDate",
            (None, Some(_)) => "startDate",
            _ => return Ok(()),
        };
        Err(ValidationError::new(missing, Code::Required, Text::Required).into())
    }

    /// Refuses a decision about a job whose days have changed since the user saw them.
    pub fn check_unchanged(&self, days: Option<Span>) -> Result<(), Text> {
        let (Some(start), Some(end)) = (&self.start_date.0, &self.end_date.0) else {
            return Ok(());
        };
        let seen = (date::read_day(start), date::read_day(end));
        let are = (days.map(|days| days.start_date), days.map(|days| days.end_date));
        if seen == are { Ok(()) } else { Err(Text::JobChanged) }
    }
}

form! {
    /// The subcontractor's response. With days, it answers only for these.
    AnswerAssignment {
        #[ts(as = "JobCrewId")]
        #[validate(required)]
        job_crew_table_id: OptionalId<JobCrewId> = "jobCrewTableId",
        #[ts(as = "bool")]
        #[validate(required)]
        did_accept: Option<bool> = "didAccept",
        #[validate(nested)]
        #[ts(flatten)]
        days: SeenDays,
    }
}
