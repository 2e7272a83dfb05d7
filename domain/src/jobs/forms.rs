//! The forms that create and change a job.

use validator::Validate as _;

use crate::{
    forms::{
        form::{OptionalId, form, nested_form},
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    jobs::{job::JobStatus, schedule},
    types::{date, date_range::Span, field::WireEnum as _, ids::JobId},
};

form! {
    /// The create-job form: title, city and state are required.
    NewJob {
        #[validate(custom(function = rules::required, message = "MustProvideTitle"), custom(function = rules::line))]
        title: String = "title",
        #[validate(custom(function = rules::line))]
        address: String = "address",
        #[validate(custom(function = rules::required, message = "MustProvideCity"), custom(function = rules::line))]
        city: String = "city",
        #[validate(custom(function = rules::required, message = "MustProvideState"), custom(function = rules::line))]
        state: String = "state",
        #[validate(custom(function = rules::line))]
        zip: String = "zip",
    }
}

form! {
    /// The edit form of a job's title and address. With `was`, the values from when the form was opened, only
    /// the fields that differ from them change; without, all of them.
    EditJob {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[validate(nested)]
        #[ts(flatten)]
        job: NewJob,
        #[ts(optional)]
        was: Option<NewJob> = "was",
    }
}

nested_form!(NewJob);

impl EditJob {
    /// Title and address after the change, where these are `stored`.
    #[must_use]
    pub fn over(&self, stored: NewJob) -> NewJob {
        match &self.was {
            Some(was) => self.job.clone().only_touched(was, stored),
            None => self.job.clone(),
        }
    }
}

impl NewJob {
    /// Whether both have the same address.
    #[must_use]
    pub fn is_where(&self, other: &Self) -> bool {
        let place =
            |form: &Self| [&form.address, &form.city, &form.state, &form.zip].map(String::clone);
        place(self) == place(other)
    }
}

form! {
    /// The days of a job without the job itself: the rule `jobSchedule.validate`.
    #[validate(schema(function = "JobSchedule::check_range", skip_on_field_errors = false))]
    JobSchedule {
        #[validate(custom(function = rules::required_day))]
        start_date: String = "startDate",
        #[validate(custom(function = rules::required_day))]
        end_date: String = "endDate",
    }
}

impl JobSchedule {
    /// The days, where both are valid.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        let (start_date, end_date) =
            (date::read_day(&self.start_date)?, date::read_day(&self.end_date)?);
        Some(Span { start_date, end_date })
    }

    pub(crate) fn check_range(&self) -> Verdict {
        self.span().map_or(Ok(()), |span| schedule::check_range(span).map_err(Into::into))
    }
}

form! {
    /// Schedules a job.
    SetSchedule {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[validate(nested)]
        #[ts(flatten)]
        days: JobSchedule,
    }
}

impl SetSchedule {
    /// The days, where both are valid.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.days.span()
    }
}

form! {
    /// Changes a job's color.
    ChangeColor {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[validate(custom(function = rules::required_color))]
        color: String = "color",
    }
}

form! {
    /// Marks a job complete, or active again.
    CompleteJob {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[ts(as = "bool")]
        #[validate(required)]
        is_active: Option<bool> = "isActive",
        #[ts(optional)]
        was: Option<JobSeen> = "was",
    }
}

form! {
    /// A job as the user saw it when they decided about it, perhaps on a roof and hours ago.
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
    /// Refuses to complete or reopen a job that has changed since the user saw it, unless it has the
    /// requested status already.
    pub fn check_unchanged(&self, status: JobStatus, days: Option<Span>) -> Result<(), Text> {
        if status == self.status() || self.was.as_ref().is_none_or(|was| was.is(status, days)) {
            Ok(())
        } else {
            Err(Text::JobChanged)
        }
    }

    /// Whether it makes a job of this status active again.
    #[must_use]
    pub fn reopens(&self, status: JobStatus) -> bool {
        status == JobStatus::Complete && self.status() == JobStatus::Active
    }

    /// The requested status.
    #[must_use]
    pub fn status(&self) -> JobStatus {
        if self.is_active == Some(false) { JobStatus::Complete } else { JobStatus::Active }
    }
}

form! {
    /// A job, to unschedule or delete it.
    JobRef {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
    }
}

macro_rules! job_id_accessor {
    ($($form:ty),+) => {$(
        impl $form {
            /// The job's id; the nil id, which belongs to nothing, where none was given.
            #[must_use]
            pub fn job_id(&self) -> JobId {
                self.job_id.0.unwrap_or_default()
            }
        }
    )+};
}

job_id_accessor!(EditJob, SetSchedule, ChangeColor, CompleteJob, JobRef);
