//! A company's calendars, and the jobs on them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::{
        form::{OptionalId, form},
        rules,
    },
    types::ids::{CalendarId, CompanyId, JobId},
};

/// A calendar of a company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Calendar {
    pub id: CalendarId,
    pub title: String,
    pub company_id: CompanyId,
}

/// The entry among hidden calendars that hides everything on no calendar.
pub const ON_NONE: &str = "none";

/// Is a job or an appointment visible while some calendars are hidden?
///
/// It is hidden when all its calendars are. What is on no calendar is hidden when [`ON_NONE`] is among the
/// hidden ones.
#[must_use]
pub fn is_shown<'a>(calendars: impl IntoIterator<Item = &'a str>, hidden: &[&str]) -> bool {
    let mut on_none = true;
    for calendar in calendars {
        if !hidden.contains(&calendar) {
            return true;
        }
        on_none = false;
    }
    on_none && !hidden.contains(&ON_NONE)
}

form! {
    /// A new calendar.
    CalendarForm {
        #[validate(custom(function = rules::required, message = "MustProvideTitle"), custom(function = rules::line))]
        title: String = "title",
        #[ts(as = "Option<CompanyId>", optional)]
        company_id: OptionalId<CompanyId> = "companyId",
    }
}

form! {
    /// Puts a job on a calendar, or removes it.
    AssignToCalendar {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[ts(as = "CalendarId")]
        #[validate(required)]
        calendar_id: OptionalId<CalendarId> = "calendarId",
    }
}

#[cfg(test)]
mod tests {
    use super::{ON_NONE, is_shown};

    #[test]
    fn a_job_shows_while_one_of_its_calendars_does() {
        assert!(is_shown(["repairs"], &[]));
        assert!(is_shown(["repairs", "south"], &["repairs"]));
        assert!(is_shown(["repairs"], &["south", ON_NONE]));
    }

    #[test]
    fn hiding_all_calendars_of_a_job_hides_it() {
        assert!(!is_shown(["repairs"], &["repairs"]));
        assert!(!is_shown(["repairs", "south"], &["south", "repairs", "north"]));
    }

    #[test]
    fn a_job_on_no_calendar_is_hidden_only_by_the_entry_for_such_jobs() {
        assert!(is_shown([], &[]));
        assert!(is_shown([], &["repairs", "south"]));
        assert!(!is_shown([], &["repairs", ON_NONE]));
        assert!(!is_shown([], &[ON_NONE]));
    }
}
