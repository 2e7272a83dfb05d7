//! The forms that create and change a job.

use crate::{
    forms::{
        error::ValidationError,
        form::{Form, OptionalId, form, nested_form},
        validator::Validator,
    },
    i18n::rules::Text,
    jobs::{job::JobStatus, schedule},
    types::{date, date_range::Span, field::WireEnum as _, ids::JobId},
};

form! {
    /// The create-job form: title, city and state are required.
    NewJob {
        title: String = "title",
        address: String = "address",
        city: String = "city",
        state: String = "state",
        zip: String = "zip",
    }
}

impl Form for NewJob {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.text("title", &self.title).required_with(Text::MustProvideTitle).line();
        checks.text("address", &self.address).line();
        checks.text("city", &self.city).required_with(Text::MustProvideCity).line();
        checks.text("state", &self.state).required_with(Text::MustProvideState).line();
        checks.text("zip", &self.zip).line();
        checks.finish()
    }
}

form! {
    /// The edit form of a job's title and address. With what `was` there when it was filled in, only
    /// what differs from that is changed; without, all of it.
    EditJob {
        #[ts(as = "JobId")]
        job_id: OptionalId<JobId> = "jobId",
        title: String = "title",
        address: String = "address",
        city: String = "city",
        state: String = "state",
        zip: String = "zip",
        #[ts(optional)]
        was: Option<NewJob> = "was",
    }
}

nested_form!(NewJob);

impl EditJob {
    /// The title and address alone.
    #[must_use]
    pub fn fields(&self) -> NewJob {
        NewJob {
            title: self.title.clone(),
            address: self.address.clone(),
            city: self.city.clone(),
            state: self.state.clone(),
            zip: self.zip.clone(),
        }
    }

    /// Title and address as they are to be, where this is `stored`.
    #[must_use]
    pub fn over(&self, stored: NewJob) -> NewJob {
        match &self.was {
            Some(was) => self.fields().only_touched(was, stored),
            None => self.fields(),
        }
    }
}

impl NewJob {
    /// Both say that the work is in the same place.
    #[must_use]
    pub fn is_where(&self, other: &Self) -> bool {
        let place =
            |form: &Self| [&form.address, &form.city, &form.state, &form.zip].map(String::clone);
        place(self) == place(other)
    }
}

impl Form for EditJob {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("jobId", self.job_id.0.as_ref());
        checks.add_errors(self.fields().check());
        checks.finish()
    }
}

form! {
    /// The days of a job without the job itself: the rule `jobSchedule.validate`.
    JobSchedule {
        start_date: String = "startDate",
        end_date: String = "endDate",
    }
}

impl JobSchedule {
    /// The days, where both can be read.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        let (start_date, end_date) =
            (date::read_day(&self.start_date)?, date::read_day(&self.end_date)?);
        Some(Span { start_date, end_date })
    }
}

impl Form for JobSchedule {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        for (field, value) in [("startDate", &self.start_date), ("endDate", &self.end_date)] {
            checks.text(field, value).required().parses_as(date::read_day, Text::DateFormat);
        }
        if let Some(Err(refusal)) = self.span().map(schedule::check_range) {
            checks.add_error(refusal);
        }
        checks.finish()
    }
}

form! {
    /// Puts a job on days.
    SetSchedule {
        #[ts(as = "JobId")]
        job_id: OptionalId<JobId> = "jobId",
        start_date: String = "startDate",
        end_date: String = "endDate",
    }
}

impl SetSchedule {
    fn days(&self) -> JobSchedule {
        JobSchedule { start_date: self.start_date.clone(), end_date: self.end_date.clone() }
    }

    /// The days, where both can be read.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.days().span()
    }
}

impl Form for SetSchedule {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("jobId", self.job_id.0.as_ref());
        checks.add_errors(self.days().check());
        checks.finish()
    }
}

form! {
    /// Gives a job another color.
    ChangeColor {
        #[ts(as = "JobId")]
        job_id: OptionalId<JobId> = "jobId",
        color: String = "color",
    }
}

impl Form for ChangeColor {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("jobId", self.job_id.0.as_ref());
        checks.text("color", &self.color).required().color();
        checks.finish()
    }
}

form! {
    /// Marks a job complete, or active again.
    CompleteJob {
        #[ts(as = "JobId")]
        job_id: OptionalId<JobId> = "jobId",
        #[ts(as = "bool")]
        is_active: Option<bool> = "isActive",
        #[ts(optional)]
        was: Option<JobSeen> = "was",
    }
}

form! {
    /// How a job stood when somebody decided about it, perhaps on a roof and hours ago.
    JobSeen {
        #[ts(as = "JobStatus")]
        status: String = "status",
        #[ts(as = "Option<String>")]
        start_date: String = "startDate",
        #[ts(as = "Option<String>")]
        end_date: String = "endDate",
    }
}

nested_form!(JobSeen);

impl JobSeen {
    fn is(&self, status: JobStatus, days: Option<Span>) -> bool {
        let (start, end) = (date::read_day(&self.start_date), date::read_day(&self.end_date));
        JobStatus::from_word(&self.status) == Some(status)
            && start == days.map(|days| days.start_date)
            && end == days.map(|days| days.end_date)
    }
}

impl CompleteJob {
    /// Whoever marks a job that they saw otherwise than it stands now shall look at it again. A job that
    /// is what they want it to be is no reason to.
    pub fn check_seen(&self, status: JobStatus, days: Option<Span>) -> Result<(), Text> {
        if status == self.status() || self.was.as_ref().is_none_or(|was| was.is(status, days)) {
            Ok(())
        } else {
            Err(Text::JobChanged)
        }
    }

    /// The status asked for.
    #[must_use]
    pub fn status(&self) -> JobStatus {
        if self.is_active == Some(false) { JobStatus::Complete } else { JobStatus::Active }
    }
}

impl Form for CompleteJob {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("jobId", self.job_id.0.as_ref());
        checks.required_value("isActive", self.is_active.as_ref());
        checks.finish()
    }
}

form! {
    /// Names a job, to unschedule or delete it.
    JobRef {
        #[ts(as = "JobId")]
        job_id: OptionalId<JobId> = "jobId",
    }
}

impl Form for JobRef {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("jobId", self.job_id.0.as_ref());
        checks.finish()
    }
}

macro_rules! job_id_accessor {
    ($($form:ty),+) => {$(
        impl $form {
            /// The job that is meant; the nil id, which belongs to nothing, where none was given.
            #[must_use]
            pub fn job_id(&self) -> JobId {
                self.job_id.0.unwrap_or_default()
            }
        }
    )+};
}

job_id_accessor!(EditJob, SetSchedule, ChangeColor, CompleteJob, JobRef);
