//! The forms that say who does the work on a job. Each names the job by its assignment, and may put it
//! on other days in the same go: a job that is dragged to other hands and other days does both or
//! neither.

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{Form, OptionalId, form},
        validator::Validator,
    },
    i18n::rules::Text,
    jobs::forms::JobSchedule,
    types::{
        date_range::Span,
        ids::{ConnectionId, CrewId, CrewMemberId, JobCrewId, UserId},
    },
};

macro_rules! optional_schedule {
    ($($form:ty),+) => {$(
        impl $form {
            /// The days, where both are named and can be read.
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

            fn check_days(&self, checks: &mut Validator) {
                if let Some(days) = self.days() {
                    checks.add_errors(days.check());
                }
            }
        }
    )+};
}

optional_schedule!(AssignSubcontractor, AssignCrew, AssignEmployee, TakeJobBack);

form! {
    /// Assigns a job to the subcontractor at the other end of a connection.
    AssignSubcontractor {
        #[ts(as = "JobCrewId")]
        job_crew_table_id: OptionalId<JobCrewId> = "jobCrewTableId",
        #[ts(as = "ConnectionId")]
        selected_connection: OptionalId<ConnectionId> = "selectedConnection",
        #[ts(optional)]
        start_date: Option<String> = "startDate",
        #[ts(optional)]
        end_date: Option<String> = "endDate",
    }
}

impl AssignSubcontractor {
    /// What is said of a connection that is not accepted, not one's own, or with no subcontractor.
    #[must_use]
    pub fn unknown_connection() -> ValidationError {
        ValidationError::new("selectedConnection", Code::Choice, Text::ChooseSubcontractor)
    }
}

impl Form for AssignSubcontractor {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("jobCrewTableId", self.job_crew_table_id.0.as_ref());
        checks.required_with(
            "selectedConnection",
            self.selected_connection.0.as_ref(),
            Text::ChooseSubcontractor,
        );
        self.check_days(&mut checks);
        checks.finish()
    }
}

form! {
    /// Assigns a job to a custom crew and, where one is named, its lead.
    AssignCrew {
        #[ts(as = "JobCrewId")]
        job_crew_table_id: OptionalId<JobCrewId> = "jobCrewTableId",
        #[ts(as = "CrewId")]
        custom_crew_id: OptionalId<CrewId> = "customCrewId",
        #[ts(as = "Option<CrewMemberId>")]
        custom_crew_member_id: OptionalId<CrewMemberId> = "customCrewMemberId",
        #[ts(optional)]
        start_date: Option<String> = "startDate",
        #[ts(optional)]
        end_date: Option<String> = "endDate",
    }
}

impl AssignCrew {
    /// Refuses a lead who is not of the chosen crew; `members_crew` is the crew of the named one.
    pub fn check_member(&self, members_crew: Option<CrewId>) -> Result<(), ValidationError> {
        if self.custom_crew_member_id.0.is_none() || members_crew == self.custom_crew_id.0 {
            Ok(())
        } else {
            Err(ValidationError::not_your_own("customCrewMemberId"))
        }
    }
}

impl Form for AssignCrew {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("jobCrewTableId", self.job_crew_table_id.0.as_ref());
        checks.required_with(
            "customCrewId",
            self.custom_crew_id.0.as_ref(),
            Text::ChooseSubcontractor,
        );
        self.check_days(&mut checks);
        checks.finish()
    }
}

form! {
    /// Gives a job to an employee of the company that does the work; nobody takes it back.
    AssignEmployee {
        #[ts(as = "JobCrewId")]
        job_crew_table_id: OptionalId<JobCrewId> = "jobCrewTableId",
        #[ts(as = "Option<UserId>")]
        assigned_to_user_id: OptionalId<UserId> = "assignedToUserId",
        #[ts(optional)]
        start_date: Option<String> = "startDate",
        #[ts(optional)]
        end_date: Option<String> = "endDate",
    }
}

impl Form for AssignEmployee {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("jobCrewTableId", self.job_crew_table_id.0.as_ref());
        self.check_days(&mut checks);
        checks.finish()
    }
}

form! {
    /// Takes a job back from whoever does the work, a subcontractor or a crew: it is nobody's again.
    TakeJobBack {
        #[ts(as = "JobCrewId")]
        job_crew_table_id: OptionalId<JobCrewId> = "jobCrewTableId",
        #[ts(optional)]
        start_date: Option<String> = "startDate",
        #[ts(optional)]
        end_date: Option<String> = "endDate",
    }
}

impl Form for TakeJobBack {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("jobCrewTableId", self.job_crew_table_id.0.as_ref());
        self.check_days(&mut checks);
        checks.finish()
    }
}

form! {
    /// The subcontractor's answer.
    AnswerAssignment {
        #[ts(as = "JobCrewId")]
        job_crew_table_id: OptionalId<JobCrewId> = "jobCrewTableId",
        #[ts(as = "bool")]
        did_accept: Option<bool> = "didAccept",
    }
}

impl Form for AnswerAssignment {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("jobCrewTableId", self.job_crew_table_id.0.as_ref());
        checks.required_value("didAccept", self.did_accept.as_ref());
        checks.finish()
    }
}
