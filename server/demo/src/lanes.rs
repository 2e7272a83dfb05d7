//! Schedules a season: each crew works through its list, one job after the other, around the current week.

use std::collections::HashMap;

use chrono::{Datelike as _, Days, NaiveDate, Weekday};
use domain::{
    jobs::job::JobStatus,
    types::{colors, date_range::Span},
};

use super::{
    addresses::HOMES,
    firms::{FIRMS, Firm},
    work::Work,
};
use crate::company::{DemoAddress, DemoAssignment, DemoCustomer, DemoJob};

/// A contractor's season.
pub(super) struct SeasonPlan {
    pub(super) first_number: usize,
    pub(super) lanes: &'static [Lane],
    /// Jobs without dates.
    pub(super) waiting: &'static [Booking],
    /// The crews for the jobs without dates, in turn.
    pub(super) waiting_for: &'static [LaneCrew],
}

/// The jobs of one crew, oldest first.
pub(super) struct Lane {
    pub(super) hand: LaneCrew,
    /// Weekdays between two jobs without work for this contractor.
    pub(super) rest: u16,
    pub(super) past: &'static [Booking],
    /// The job of this week, and its first and last day counted from Monday. Three of these run over the
    /// weekend, so that a Sunday is not empty.
    pub(super) now: (Booking, u64, u64),
    pub(super) ahead: &'static [Booking],
}

/// Who does the jobs of a lane.
#[derive(Clone, Copy)]
pub(super) enum LaneCrew {
    Nobody,
    Employee {
        person: usize,
    },
    /// A crew; its jobs are led by two of its members and one of the contractor's employees in turn.
    Own {
        crew: usize,
        members: [usize; 2],
        person: usize,
    },
    Subcontractor {
        company: usize,
        leads: [usize; 2],
    },
}

/// A booked job. The same customer always has the same address.
#[derive(Clone, Copy)]
pub(super) struct Booking {
    caller: Caller,
    work: Work,
    size: u16,
}

/// The customer: a homeowner, or an index into [`FIRMS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Caller {
    Home { first_name: &'static str, last_name: &'static str },
    Firm(usize),
}

/// A job at a home.
pub(super) const fn home(
    first_name: &'static str,
    last_name: &'static str,
    work: Work,
    size: u16,
) -> Booking {
    Booking { caller: Caller::Home { first_name, last_name }, work, size }
}

/// A job for a business or an owners' association. An unknown name does not compile.
pub(super) const fn firm(name: &str, work: Work, size: u16) -> Booking {
    let mut at = 0;
    while !same(FIRMS[at].name, name) {
        at += 1;
    }
    Booking { caller: Caller::Firm(at), work, size }
}

/// `==` for strings, which is not available in constants.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

impl Caller {
    /// The name of the customer.
    const fn name(self) -> &'static str {
        match self {
            Self::Home { last_name, .. } => last_name,
            Self::Firm(at) => FIRMS[at].name,
        }
    }
}

/// The addresses and phone numbers of customers, which no two of them share.
#[derive(Default)]
pub(super) struct Supply {
    homes: usize,
    phones: usize,
}

impl Supply {
    fn customer(&mut self, caller: Caller) -> DemoCustomer {
        let area = if self.phones < 100 { 629 } else { 931 };
        let phone = format!("{area}-555-01{:02}", self.phones % 100);
        self.phones += 1;
        match caller {
            Caller::Home { first_name, last_name } => {
                let address = HOMES[self.homes % HOMES.len()];
                self.homes += 1;
                DemoCustomer { first_name, last_name, company: None, phone, address }
            }
            Caller::Firm(at) => {
                let Firm { name, contact: [first_name, last_name], address } = FIRMS[at];
                DemoCustomer { first_name, last_name, company: Some(name), phone, address }
            }
        }
    }
}

/// A job with days and crew, but without a number.
struct Draft {
    booking: Booking,
    span: Option<Span>,
    assignment: DemoAssignment,
    taken_in: NaiveDate,
}

/// The customers and jobs of a plan, in the order in which they were created.
pub(super) fn schedule_season(
    plan: &SeasonPlan,
    supply: &mut Supply,
    today: NaiveDate,
) -> (Vec<DemoCustomer>, Vec<DemoJob>) {
    let mut drafts: Vec<Draft> = plan.lanes.iter().flat_map(|lane| lane.drafts(today)).collect();
    drafts.extend(plan.waiting.iter().enumerate().map(|(turn, &booking)| Draft {
        booking,
        span: None,
        assignment: plan.waiting_for[turn % plan.waiting_for.len()].takes(turn, None, today),
        taken_in: back(today, 1 + turn as u64 * 2),
    }));
    drafts.sort_by_key(|draft| (draft.taken_in, draft.span.map(|span| span.start_date)));

    let mut customers: Vec<DemoCustomer> = Vec::new();
    let mut known: HashMap<Caller, usize> = HashMap::new();
    let jobs = drafts.into_iter().enumerate().map(|(turn, draft)| {
        let customer = *known.entry(draft.booking.caller).or_insert_with(|| {
            customers.push(supply.customer(draft.booking.caller));
            customers.len() - 1
        });
        let number = plan.first_number + turn;
        draft.finish(customer, customers[customer].address, number, turn, today)
    });
    let jobs = jobs.collect();
    (customers, jobs)
}

impl Lane {
    fn drafts(&self, today: NaiveDate) -> Vec<Draft> {
        let monday = back(today, u64::from(today.weekday().num_days_from_monday()));
        let (booking, first, last) = self.now;
        let now = Span { start_date: on(monday, first), end_date: on(monday, last) };

        let mut spans = Vec::with_capacity(self.past.len() + self.ahead.len() + 1);
        let mut start = now.start_date;
        for booking in self.past.iter().rev() {
            let span = before(start, self.rest, booking.work.days(booking.size));
            start = span.start_date;
            spans.push((*booking, span));
        }
        spans.reverse();
        spans.push((booking, now));
        let mut end = now.end_date;
        for booking in self.ahead {
            let span = after(end, self.rest, booking.work.days(booking.size));
            end = span.end_date;
            spans.push((*booking, span));
        }

        let draft = |(turn, (booking, span)): (usize, (Booking, Span))| {
            let span = booking.work.moved_to_saturday(span);
            let assignment = self.hand.takes(turn, Some(span), today);
            Draft {
                booking,
                span: Some(span),
                assignment,
                taken_in: taken_in(&booking, span, turn, today),
            }
        };
        spans.into_iter().enumerate().map(draft).collect()
    }
}

impl LaneCrew {
    /// The assignment of the `turn`th job of a lane: unassigned far ahead, offered to the subcontractor
    /// closer to its days, and settled shortly before.
    fn takes(self, turn: usize, span: Option<Span>, today: NaiveDate) -> DemoAssignment {
        let ahead = span.map_or(14, |span| (span.start_date - today).num_days());
        match self {
            Self::Nobody => DemoAssignment::Nobody,
            Self::Employee { person } => DemoAssignment::Employee { person },
            Self::Own { .. } if ahead > 28 && turn.is_multiple_of(3) => DemoAssignment::Nobody,
            Self::Own { crew, members, person } => {
                let (member, person) = match turn % 4 {
                    0 | 2 => (Some(members[turn / 2 % 2]), None),
                    1 => (None, Some(person)),
                    _ if ahead > 7 => (None, None),
                    _ => (Some(members[1]), None),
                };
                DemoAssignment::Crew { crew, member, person }
            }
            Self::Subcontractor { company, leads } => {
                let (is_offered, accepted) = match (ahead, turn % 4) {
                    _ if span.is_none() => (true, false),
                    (..=7, _) | (8..=28, 1 | 3) => (true, true),
                    (8..=28, _) => (true, false),
                    (_, is_offered) => (is_offered < 2, false),
                };
                let lead = leads[turn % leads.len()];
                // A job that is accepted early has no lead yet.
                let person = (accepted && ahead <= 14).then_some(lead);
                if is_offered {
                    DemoAssignment::Subcontractor { company, accepted, person }
                } else {
                    DemoAssignment::Nobody
                }
            }
        }
    }
}

impl Work {
    /// Moves a job that cannot wait until Monday from Friday to Saturday.
    fn moved_to_saturday(self, span: Span) -> Span {
        let urgent =
            matches!(self, Self::Tarp | Self::Leak) && span.end_date.weekday() == Weekday::Fri;
        if !urgent || span.start_date != span.end_date {
            return span;
        }
        Span { start_date: on(span.start_date, 1), end_date: on(span.end_date, 1) }
    }
}

impl Draft {
    fn finish(
        self,
        customer: usize,
        address: DemoAddress,
        number: usize,
        turn: usize,
        today: NaiveDate,
    ) -> DemoJob {
        let Booking { caller, work, size } = self.booking;
        let over = self.span.filter(|span| span.end_date < today);
        // Some roofs are done before their punch list is.
        let open =
            |span: Span| turn % 16 == 5 || (today - span.end_date).num_days() <= 3 && turn % 3 == 1;
        let complete = over.is_some_and(|span| !open(span));
        let measured = work.reports(size);
        let tags = work.tags();
        let notes = work.notes();
        DemoJob {
            title: format!("{} {}", caller.name(), work.words()),
            number: number.to_string(),
            customer,
            address,
            contract_amount: work.contract_amount(size, turn * 7),
            color: (turn * 5 + 9) % colors::PALETTE.len(),
            status: if complete { JobStatus::Complete } else { JobStatus::Active },
            span: self.span,
            taken_in: self.taken_in,
            assignment: self.assignment,
            calendar: work.calendar(),
            tags: tags
                .iter()
                .cycle()
                .skip(turn % tags.len())
                .take((turn % 4).min(tags.len()))
                .copied()
                .collect(),
            inspection_note: (turn % 5 < 3).then(|| notes[turn % notes.len()]),
            reports: measured.into_iter().take([0, 5, 1, 3][turn % 4]).collect(),
            // A crew's pay is agreed after the days, and the supply house delivers at most two weeks ahead.
            work_order: self.span.map(|_| work.work_order(size, turn)),
            purchase_orders: match self.span {
                Some(span) if (span.start_date - today).num_days() <= 14 => {
                    work.purchase_orders(size, turn)
                }
                _ => Vec::new(),
            },
        }
    }
}

/// Repairs are booked days ahead, roofs weeks ahead; no job was created after today.
fn taken_in(booking: &Booking, span: Span, turn: usize, today: NaiveDate) -> NaiveDate {
    let turn = turn as u64;
    let lead = match booking.work {
        Work::Tarp | Work::Leak => 1 + turn % 3,
        Work::Building(_) | Work::Tpo | Work::StandingSeam => 24 + turn % 19,
        _ => 11 + turn % 14,
    };
    back(span.start_date, lead).min(back(today, 1 + turn % 11))
}

/// The last `days` weekdays before a day, after `rest` free ones.
fn before(day: NaiveDate, rest: u16, days: u16) -> Span {
    let mut end_date = weekdays_back(day, rest + 1);
    let mut start_date = weekdays_back(end_date, days - 1);
    // A small roof is not left open over the weekend.
    if days <= 3 && start_date.iso_week() != end_date.iso_week() {
        end_date =
            weekdays_back(back(end_date, u64::from(end_date.weekday().num_days_from_monday())), 1);
        start_date = weekdays_back(end_date, days - 1);
    }
    Span { start_date, end_date }
}

/// The first `days` weekdays after a day, after `rest` free ones.
fn after(day: NaiveDate, rest: u16, days: u16) -> Span {
    let mut start_date = weekdays_on(day, rest + 1);
    let mut end_date = weekdays_on(start_date, days - 1);
    if days <= 3 && start_date.iso_week() != end_date.iso_week() {
        start_date = back(end_date, u64::from(end_date.weekday().num_days_from_monday()));
        end_date = weekdays_on(start_date, days - 1);
    }
    Span { start_date, end_date }
}

fn weekdays_on(day: NaiveDate, count: u16) -> NaiveDate {
    (0..count).fold(day, |day, _| match day.weekday() {
        Weekday::Fri => on(day, 3),
        Weekday::Sat => on(day, 2),
        _ => on(day, 1),
    })
}

fn weekdays_back(day: NaiveDate, count: u16) -> NaiveDate {
    (0..count).fold(day, |day, _| match day.weekday() {
        Weekday::Mon => back(day, 3),
        Weekday::Sun => back(day, 2),
        _ => back(day, 1),
    })
}

fn on(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_add_days(Days::new(days)).unwrap_or(NaiveDate::MAX)
}

fn back(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(Days::new(days)).unwrap_or(NaiveDate::MIN)
}
