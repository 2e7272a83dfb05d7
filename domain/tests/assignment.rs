//! Who does the work on a job, and who may change that when.

use domain::{
    crews::EditCrewMember,
    forms::{
        error::Code,
        form::{Form, OptionalId},
    },
    i18n::rules::Text,
    jobs::{
        assignment::AssignmentState,
        assignment_forms::{AssignCrew, AssignSubcontractor, TakeJobBack},
    },
    permissions::permission::{
        CompanyType::{Contractor, Subcontractor},
        check_author,
    },
    types::ids::{CompanyId, CrewId, CrewMemberId, UserId},
};
use uuid::Uuid;

const fn id(n: u128) -> Uuid {
    Uuid::from_u128(n)
}

#[test]
fn an_acceptance_without_a_subcontractor_does_not_count() {
    let sub = Some(CompanyId(id(1)));
    assert_eq!(AssignmentState::of(None, true), AssignmentState::Own);
    assert_eq!(AssignmentState::of(sub, false), AssignmentState::Pending);
    assert_eq!(AssignmentState::of(sub, true), AssignmentState::Accepted);
}

#[test]
fn a_subcontractor_accepts_or_declines_only_while_the_assignment_is_pending() {
    assert_eq!(AssignmentState::Pending.check_answer(), Ok(()));
    assert_eq!(AssignmentState::Accepted.check_answer(), Err(Text::JobAccepted));
    assert_eq!(AssignmentState::Own.check_answer(), Err(Text::Conflict));
}

#[test]
fn only_the_company_that_does_the_work_chooses_its_employee() {
    assert_eq!(AssignmentState::Own.check_employee(Contractor), Ok(()));
    assert_eq!(AssignmentState::Accepted.check_employee(Subcontractor), Ok(()));
    assert_eq!(AssignmentState::Pending.check_employee(Subcontractor), Err(Text::AcceptFirst));
    assert_eq!(
        AssignmentState::Pending.check_employee(Contractor),
        Err(Text::SubcontractorChooses)
    );
    assert_eq!(
        AssignmentState::Accepted.check_employee(Contractor),
        Err(Text::SubcontractorChooses)
    );
    assert_eq!(AssignmentState::Own.check_employee(Subcontractor), Err(Text::Conflict));
}

#[test]
fn a_job_that_was_taken_back_can_be_given_to_the_contractors_employees() {
    assert_eq!(
        AssignmentState::Accepted.check_employee(Contractor),
        Err(Text::SubcontractorChooses)
    );
    assert_eq!(AssignmentState::of(None, false).check_employee(Contractor), Ok(()));
    let refusals = TakeJobBack::default().check().expect_err("no job is named");
    assert_eq!((refusals[0].field.as_str(), refusals[0].code), ("jobCrewTableId", Code::Required));
}

#[test]
fn a_lead_has_to_be_of_the_chosen_crew() {
    let (crew, other) = (CrewId(id(1)), CrewId(id(2)));
    let led = AssignCrew {
        custom_crew_id: OptionalId(Some(crew)),
        custom_crew_member_id: OptionalId(Some(CrewMemberId(id(3)))),
        ..AssignCrew::default()
    };
    assert_eq!(led.check_member(Some(crew)), Ok(()));
    for other_crew in [Some(other), None] {
        let refusal = led.check_member(other_crew).expect_err("not of this crew");
        assert_eq!((refusal.field.as_str(), refusal.code), ("customCrewMemberId", Code::Choice));
    }
    let without_lead = AssignCrew { custom_crew_member_id: OptionalId(None), ..led };
    assert_eq!(without_lead.check_member(None), Ok(()));
}

#[test]
fn a_member_does_not_move_from_crew_to_crew() {
    let named = |crew| EditCrewMember { crew_id: OptionalId(crew), ..EditCrewMember::default() };
    let (own, other) = (CrewId(id(1)), CrewId(id(2)));
    assert_eq!(named(None).check_crew(own), Ok(()));
    assert_eq!(named(Some(own)).check_crew(own), Ok(()));
    assert!(named(Some(other)).check_crew(own).is_err());
}

#[test]
fn an_assignment_without_a_choice_says_what_to_choose() {
    let refusals = AssignSubcontractor::default().check().expect_err("nothing chosen");
    let chosen = refusals.iter().find(|refusal| refusal.field == "selectedConnection");
    assert_eq!(chosen.map(|refusal| refusal.text), Some(Text::ChooseSubcontractor));
    assert_eq!(AssignSubcontractor::unknown_connection().text, Text::ChooseSubcontractor);
}

#[test]
fn only_the_author_deletes_what_they_wrote() {
    let (author, other) = (UserId(id(1)), UserId(id(2)));
    assert_eq!(check_author(Some(author), author), Ok(()));
    assert_eq!(check_author(Some(author), other), Err(Text::NotYours));
    assert_eq!(check_author(None, other), Err(Text::NotYours), "written by link");
}
