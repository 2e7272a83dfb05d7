//! A contractor's calendars, and its meetings with customers in the weeks around today.

use chrono::{DateTime, Datelike as _, Days, Duration, NaiveTime, Utc};

use super::{nashville, work::Work};
use crate::company::DemoCompany;

/// The calendars of a contractor; [`Work::calendar`] and [`Purpose`] refer to them by index.
pub(super) const CALENDARS: [&str; 4] = ["Estimates", "Insurance", "Re-roofs", "Repairs"];

/// The reason for a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Estimate,
    Adjuster,
    Colors,
    Walk,
}

/// A meeting with a customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemoMeeting {
    /// The customer, an index into [`DemoCompany::customers`]; the meeting is at their address.
    pub customer: usize,
    /// The employee, an index into [`DemoCompany::people`].
    pub person: usize,
    /// The start.
    pub start: DateTime<Utc>,
    /// The duration.
    pub length: Duration,
    /// The note before the meeting.
    pub note: &'static str,
    /// The follow-up note, if it is over.
    pub follow_up: Option<&'static str>,
    /// The calendar, an index into [`CALENDARS`].
    pub calendar: usize,
    /// An index into `domain::types::colors::PALETTE`.
    pub color: usize,
}

/// Weekday from Monday, hour and minute in Nashville, minutes, an index into the people, and the reason.
type Slot = (u64, u32, u32, i64, usize, Purpose);

/// Every week has the same meetings with different customers.
const WEEK: [Slot; 13] = [
    (0, 8, 30, 45, 4, Purpose::Estimate),
    (0, 13, 0, 60, 3, Purpose::Adjuster),
    (1, 9, 0, 30, 3, Purpose::Colors),
    (1, 10, 30, 60, 4, Purpose::Estimate),
    (1, 10, 45, 45, 3, Purpose::Walk),
    (1, 15, 30, 45, 4, Purpose::Estimate),
    (2, 8, 0, 90, 3, Purpose::Adjuster),
    (2, 14, 0, 30, 4, Purpose::Colors),
    (3, 9, 30, 60, 4, Purpose::Estimate),
    (3, 16, 30, 60, 3, Purpose::Estimate),
    (4, 8, 30, 60, 0, Purpose::Walk),
    (4, 11, 0, 15, 4, Purpose::Colors),
    (5, 10, 0, 45, 3, Purpose::Estimate),
];

impl Purpose {
    const fn calendar(self) -> usize {
        match self {
            Self::Estimate => 0,
            Self::Adjuster => 1,
            Self::Colors | Self::Walk => 2,
        }
    }

    const fn color(self) -> usize {
        match self {
            Self::Estimate => 8,
            Self::Adjuster => 1,
            Self::Colors => 11,
            Self::Walk => 5,
        }
    }

    const fn note(self) -> &'static str {
        match self {
            Self::Estimate => {
                "Estimate. Bring the 28 ft ladder, ask about the attic hatch and the age of the roof."
            }
            Self::Adjuster => {
                "Adjuster meets us on the roof. Chalk the test squares before, photos of every slope."
            }
            Self::Colors => {
                "Choose the shingle color. Sample boards are in the truck: Charcoal, Weathered Wood, Pewter."
            }
            Self::Walk => "Final walk with the owner, magnet sweep, then the last payment.",
        }
    }

    const fn follow_up(self) -> &'static str {
        match self {
            Self::Estimate => {
                "26 squares, one layer, 6/12. They want the ridge vent. Offer by Friday."
            }
            Self::Adjuster => "Full replacement approved, supplement for the gutters to follow.",
            Self::Colors => "Weathered Wood, drip edge in brown.",
            Self::Walk => "Happy. One downspout to refasten. Paid by check.",
        }
    }
}

impl Work {
    /// The contractor's calendar of this work.
    pub(super) const fn calendar(self) -> Option<usize> {
        match self {
            Self::HailRepair | Self::WindRepair | Self::Tarp => Some(1),
            Self::Reroof
            | Self::Building(_)
            | Self::Tpo
            | Self::StandingSeam
            | Self::ModifiedBitumen => Some(2),
            Self::Leak | Self::LeakSurvey | Self::Skylight | Self::Chimney | Self::Slate => Some(3),
            Self::Gutters | Self::Coating | Self::RidgeVent | Self::Soffit => None,
        }
    }
}

/// The meetings from last week to the week after the next.
pub(super) fn meetings(company: &DemoCompany, now: DateTime<Utc>) -> Vec<DemoMeeting> {
    let today = nashville::today(now);
    let Some(first) =
        today.checked_sub_days(Days::new(7 + u64::from(today.weekday().num_days_from_monday())))
    else {
        return Vec::new();
    };
    // The latest customers.
    let customers = (0..company.customers.len()).rev();
    let slots = (0..4_u64).flat_map(|week| WEEK.iter().map(move |slot| (week, slot)));
    slots
        .zip(customers.cycle())
        .filter_map(|((week, &(weekday, hour, minute, minutes, person, purpose)), customer)| {
            let day = first.checked_add_days(Days::new(week * 7 + weekday))?;
            let start = nashville::at(day, NaiveTime::from_hms_opt(hour, minute, 0)?)?;
            let length = Duration::minutes(minutes);
            Some(DemoMeeting {
                customer,
                person,
                start,
                length,
                note: purpose.note(),
                follow_up: (start + length < now).then(|| purpose.follow_up()),
                calendar: purpose.calendar(),
                color: purpose.color(),
            })
        })
        .collect()
}
