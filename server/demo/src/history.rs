//! What the demo's people did to its jobs since they were created, for the activity log.

use chrono::{DateTime, Days, Duration, NaiveTime, Utc};
use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField, ActivityKind},
    },
    jobs::job::JobStatus,
    types::{date_range::Span, ids::JobId},
};
use store::{
    activity::record::{Actor, Entry, record_past},
    db::{Tx, error::DbResult},
};

use crate::{
    company::{Demo, DemoAssignment, DemoJob},
    stored::StoredCompany,
};

/// One of this many jobs was rescheduled once.
const MOVED: usize = 4;

/// An action: the time, the user (indexes of a company and of one of its people), and the change.
struct DemoAction {
    at: DateTime<Utc>,
    by: (usize, usize),
    action: ActivityAction,
    changes: Vec<Change>,
}

/// Records the actions on the stored jobs up to now.
pub(super) async fn store(
    tx: &mut Tx,
    demo: &Demo,
    stored: &[StoredCompany],
    jobs: &[Vec<JobId>],
    now: DateTime<Utc>,
) -> DbResult<()> {
    for (owner, ids) in jobs.iter().enumerate() {
        for (turn, (id, job)) in ids.iter().zip(&demo.companies[owner].jobs).enumerate() {
            for action in actions(demo, owner, turn, job) {
                if action.at < now {
                    record_action(tx, stored, owner, (*id, job), action).await?;
                }
            }
        }
    }
    Ok(())
}

async fn record_action(
    tx: &mut Tx,
    stored: &[StoredCompany],
    owner: usize,
    (id, job): (JobId, &DemoJob),
    action: DemoAction,
) -> DbResult<()> {
    let (company, person) = action.by;
    let by = Actor {
        user: Some(stored[company].people[person]),
        link: None,
        company: Some(stored[company].scope.company()),
        now: action.at,
        api_key: None,
    };
    let mut entry = Entry {
        company: stored[owner].scope.company(),
        kind: ActivityKind::Job,
        subject: Some(id.0),
        name: job.title.clone(),
        job: Some((id, job.title.clone())),
        action: action.action,
        changes: action.changes,
    };
    record_past(tx, by, &entry).await?;
    if company != owner {
        entry.company = stored[company].scope.company();
        record_past(tx, by, &entry).await?;
    }
    Ok(())
}

/// The actions on a job, oldest first.
fn actions(demo: &Demo, owner: usize, turn: usize, job: &DemoJob) -> Vec<DemoAction> {
    let company = &demo.companies[owner];
    let office = (owner, 0);
    // The office works from nine to five, at varying minutes.
    let minutes = i64::try_from(turn * 7 % 55).unwrap_or_default();
    let at = |days: u64, hour: i64| {
        let day = job.taken_in.checked_add_days(Days::new(days)).unwrap_or(job.taken_in);
        day.and_time(NaiveTime::MIN).and_utc() + Duration::hours(hour) + Duration::minutes(minutes)
    };
    let action = |at, by, action, changes| DemoAction { at, by, action, changes };
    let customer = &company.customers[job.customer];
    let mut actions = vec![
        action(
            at(0, 15),
            office,
            ActivityAction::Created,
            vec![
                Change::to(ActivityField::Title, job.title.as_str()),
                Change::to(ActivityField::Address, job.address.street),
                Change::to(ActivityField::City, job.address.city),
                Change::to(ActivityField::State, job.address.state),
                Change::to(ActivityField::Zip, job.address.zip),
            ],
        ),
        action(
            at(0, 16),
            office,
            ActivityAction::Changed,
            vec![Change::to(
                ActivityField::Customer,
                format!("{} {}", customer.first_name, customer.last_name),
            )],
        ),
        action(
            at(1, 15),
            office,
            ActivityAction::Changed,
            vec![Change::to(
                ActivityField::ContractAmount,
                job.contract_amount.decimal().to_string(),
            )],
        ),
    ];
    let given = given_to(demo, owner, job.assignment);
    if !given.is_empty() {
        actions.push(action(at(1, 17), office, ActivityAction::Assigned, given));
    }
    if let DemoAssignment::Subcontractor { company, accepted: true, .. } = job.assignment {
        let yes = vec![Change::to(ActivityField::Acceptance, "true")];
        actions.push(action(at(1, 20), (company, 0), ActivityAction::Accepted, yes));
    }
    if let Some(span) = job.span {
        let days = |span: Span| format!("{}/{}", span.start_date, span.end_date);
        let later = |day: chrono::NaiveDate| day.checked_add_days(Days::new(2)).unwrap_or(day);
        let first = Span { start_date: later(span.start_date), end_date: later(span.end_date) };
        let was_moved = turn % MOVED == 1;
        let put = Change::to(ActivityField::Dates, days(if was_moved { first } else { span }));
        actions.push(action(at(2, 15), office, ActivityAction::Scheduled, vec![put]));
        if was_moved {
            let (from, to) = (Some(days(first)), Some(days(span)));
            let moved = vec![Change { field: ActivityField::Dates, from, to }];
            actions.push(action(at(3, 19), office, ActivityAction::Moved, moved));
        }
        if job.status == JobStatus::Complete {
            let done = vec![Change {
                field: ActivityField::Status,
                from: Some("active".to_owned()),
                to: Some("complete".to_owned()),
            }];
            let evening = span.end_date.and_time(NaiveTime::MIN).and_utc() + Duration::hours(22);
            actions.push(action(evening, office, ActivityAction::Completed, done));
        }
    }
    actions
}

/// The assignment of a job, as its log shows it.
fn given_to(demo: &Demo, owner: usize, assignment: DemoAssignment) -> Vec<Change> {
    let own = &demo.companies[owner];
    let employee = |person: usize| {
        let person = &own.people[person];
        let name = format!("{} {}", person.first_name, person.last_name);
        Change::to(ActivityField::Employee, name)
    };
    match assignment {
        DemoAssignment::Nobody => Vec::new(),
        DemoAssignment::Employee { person } => vec![employee(person)],
        DemoAssignment::Crew { crew, member, person } => {
            let crew = &own.crews[crew];
            let lead =
                member.map(|member| Change::to(ActivityField::CrewLead, crew.members[member].name));
            let crew = Change::to(ActivityField::Crew, crew.name);
            [Some(crew), lead, person.map(employee)].into_iter().flatten().collect()
        }
        DemoAssignment::Subcontractor { company, .. } => {
            vec![Change::to(ActivityField::Subcontractor, demo.companies[company].name)]
        }
    }
}
