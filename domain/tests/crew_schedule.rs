//! The rows of a crew schedule, and the warnings of a drag over them.

use chrono::NaiveDate;
use domain::{
    jobs::{
        crew_schedule::{Lane, LaneIndex, LaneJob, LaneKind},
        job::{CompanyName, PersonName},
    },
    types::{date_range::Span, language::Language},
};

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

fn job(id: &str, start: &str, end: &str) -> LaneJob {
    LaneJob {
        id: id.to_owned(),
        start_date: start.to_owned(),
        end_date: end.to_owned(),
        ..LaneJob::default()
    }
}

fn of_company(id: &str, name: &str, job: LaneJob) -> LaneJob {
    LaneJob {
        assigned_to_company_id: id.to_owned(),
        company_info: Some(CompanyName { name: name.to_owned() }),
        ..job
    }
}

fn of_crew(id: &str, name: &str, job: LaneJob) -> LaneJob {
    LaneJob { crew_id: id.to_owned(), custom_subcontractor_name: name.to_owned(), ..job }
}

fn of_person(id: &str, first_name: &str, job: LaneJob) -> LaneJob {
    let info = PersonName { first_name: first_name.to_owned(), last_name: "Ridge".to_owned() };
    LaneJob { assigned_to_user_id: id.to_owned(), assigned_to_user_info: Some(info), ..job }
}

/// A week of four assignees; the second of Ríos Brothers' jobs is led by one of its employees.
fn week() -> Vec<LaneJob> {
    vec![
        job("nobody's", "2024-05-06", "2024-05-10"),
        of_person("1", "Ada", job("ada's", "2024-05-06", "2024-05-06")),
        of_crew("1", "Night crew", job("night", "2024-05-06", "2024-05-07")),
        of_company("1", "Ríos Brothers", job("ríos 1", "2024-05-06", "2024-05-07")),
        of_company(
            "1",
            "Ríos Brothers",
            of_person("2", "Luz", job("ríos 2", "2024-05-09", "2024-05-10")),
        ),
        of_crew("2", "Álamo crew", job("álamo", "2024-05-08", "2024-05-08")),
        of_company("1", "Ríos Brothers", job("ríos 3", "", "")),
    ]
}

fn names(index: &LaneIndex) -> Vec<(LaneKind, &str)> {
    index.lanes().iter().map(|lane| (lane.kind, lane.name.as_deref().unwrap_or("-"))).collect()
}

#[test]
fn every_job_is_in_the_row_of_its_assignee_and_rows_are_in_order() {
    let index = LaneIndex::new(week(), None);
    let expected = [
        (LaneKind::Subcontractor, "Ríos Brothers"),
        (LaneKind::Crew, "Álamo crew"),
        (LaneKind::Crew, "Night crew"),
        (LaneKind::Employee, "Ada Ridge"),
        (LaneKind::Unassigned, "-"),
    ];
    assert_eq!(names(&index), expected);
    assert_eq!(index.positions().collect::<Vec<_>>(), [4, 3, 2, 0, 0, 1, 0]);
    let alone: Vec<usize> = week()
        .iter()
        .map(|job| {
            index.lanes().iter().position(|lane| *lane == Lane::of(job, None)).expect("known")
        })
        .collect();
    assert_eq!(alone, index.positions().collect::<Vec<_>>(), "a single job has the same lane");
}

#[test]
fn a_subcontractor_sees_the_rows_of_its_own_employees() {
    let index = LaneIndex::new(week(), Some("1"));
    let own: Vec<_> =
        names(&index).into_iter().filter(|(kind, _)| *kind == LaneKind::Employee).collect();
    assert_eq!(own, [(LaneKind::Employee, "Ada Ridge"), (LaneKind::Employee, "Luz Ridge")]);
    assert!(!names(&index).iter().any(|(kind, _)| *kind == LaneKind::Subcontractor));
}

#[test]
fn two_crews_of_one_name_have_a_row_each() {
    let jobs = [
        of_crew("a", "Crew", job("1", "2024-05-06", "2024-05-06")),
        of_crew("b", "Crew", job("2", "2024-05-06", "2024-05-06")),
    ];
    let index = LaneIndex::new(jobs, None);
    assert_eq!(index.lanes().len(), 2);
    assert_eq!(index.overlap("1", None), None);
}

#[test]
fn a_drag_warns_of_overlaps_on_its_target_days_in_both_languages() {
    let index = LaneIndex::new(week(), None);
    let over = |id: &str, start: &str, end: &str| {
        index.overlap(id, Some(Span { start_date: day(start), end_date: day(end) }))
    };
    assert_eq!(index.overlap("ríos 1", None), None, "nothing overlaps its own days");
    let one = over("ríos 1", "2024-05-08", "2024-05-09").expect("one overlap");
    assert_eq!(one.jobs, ["ríos 2"]);
    assert_eq!(one.sentence(Language::English), "Ríos Brothers already has 1 job on these days.");
    assert_eq!(one.sentence(Language::Spanish), "Ríos Brothers ya tiene 1 trabajo en estos días.");
    let two =
        over("ríos 3", "2024-05-01", "2024-05-31").expect("two overlaps of an unscheduled job");
    assert_eq!(two.jobs, ["ríos 1", "ríos 2"]);
    assert_eq!(two.sentence(Language::English), "Ríos Brothers already has 2 jobs on these days.");
    assert_eq!(two.sentence(Language::Spanish), "Ríos Brothers ya tiene 2 trabajos en estos días.");
    assert_eq!(over("nobody's", "2024-05-06", "2024-05-06"), None);
    assert_eq!(over("unknown", "2024-05-06", "2024-05-06"), None);
}
