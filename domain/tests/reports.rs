//! Reports: the rules' counts for an invented company, compared with counts by hand.

use chrono::NaiveDate;
use domain::{
    forms::error::ValidationError,
    jobs::{
        crew_schedule::{LaneJob, LaneKind},
        job::JobStatus,
    },
    permissions::permission::{Action, CompanyType, Role, UserType, check},
    reports::{
        crews::CrewsReport,
        jobs::{JobDates, JobsNow, JobsReport},
        period::{Report, ReportForm, ReportPeriod, ReportStep},
        value::{DailyValue, ValueReport},
        vendors::{ReportedOrder, VendorsReport},
    },
    types::{date_range::Span, ids::VendorId, language::Language, money::Total},
};
use uuid::Uuid;

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

fn days(start: &str, end: &str) -> Span {
    Span { start_date: day(start), end_date: day(end) }
}

fn period(from: &str, to: &str, by: ReportStep) -> ReportPeriod {
    ReportPeriod { from: day(from), to: day(to), by }
}

fn form(from: &str, to: &str, by: &str) -> ReportForm {
    let text = |text: &str| Some(text.to_owned());
    ReportForm { from: text(from), to: text(to), by: text(by) }
}

fn parts(period: ReportPeriod) -> Vec<String> {
    period.parts().iter().map(|part| format!("{}..{}", part.from, part.to)).collect()
}

fn refused(form: &ReportForm) -> Vec<String> {
    let refusals = form.read(Report::Jobs, day("2026-06-10")).expect_err("refused");
    let field_and_code = |refusal: &ValidationError| {
        let code = serde_json::to_value(refusal.code).expect("a code");
        format!("{} {}", refusal.field, code.as_str().expect("a word"))
    };
    refusals.iter().map(field_and_code).collect()
}

#[test]
fn weeks_begin_on_sunday_as_on_the_calendar_and_end_where_the_period_does() {
    // The 10th of June 2026 is a Wednesday.
    let weeks = period("2026-06-10", "2026-06-22", ReportStep::Week);
    let expected = ["2026-06-10..2026-06-13", "2026-06-14..2026-06-20", "2026-06-21..2026-06-22"];
    assert_eq!(parts(weeks), expected);
    let months = period("2026-01-31", "2026-03-01", ReportStep::Month);
    let expected = ["2026-01-31..2026-01-31", "2026-02-01..2026-02-28", "2026-03-01..2026-03-01"];
    assert_eq!(parts(months), expected);
    let one = period("2024-02-29", "2024-02-29", ReportStep::Week);
    assert_eq!(parts(one), ["2024-02-29..2024-02-29"]);
}

#[test]
fn a_report_without_days_covers_its_default_period() {
    let read = |report| ReportForm::default().read(report, day("2026-06-10")).expect("read");
    assert_eq!(read(Report::Jobs), period("2025-07-01", "2026-06-30", ReportStep::Month));
    assert_eq!(read(Report::Value), period("2026-06-01", "2026-11-30", ReportStep::Month));
    assert_eq!(read(Report::Crews), period("2026-06-07", "2026-08-01", ReportStep::Week));
    assert_eq!(read(Report::Vendors), period("2026-04-01", "2026-06-30", ReportStep::Month));
    let weeks = form("", " ", "week").read(Report::Jobs, day("2026-06-10")).expect("read");
    assert_eq!(weeks, period("2025-07-01", "2026-06-30", ReportStep::Week));
    // A Sunday begins its own week, and the last day of a month belongs to that month.
    let sunday = ReportForm::default().read(Report::Crews, day("2026-05-31")).expect("read");
    assert_eq!(sunday, period("2026-05-31", "2026-07-25", ReportStep::Week));
    let leap = ReportForm::default().read(Report::Vendors, day("2024-04-30")).expect("read");
    assert_eq!(leap.from, day("2024-02-01"));
}

#[test]
fn an_invalid_period_is_refused_at_the_invalid_field() {
    let today = day("2026-06-10");
    let read = form("2026-06-01", "2026-06-30", "week").read(Report::Jobs, today);
    assert_eq!(read, Ok(period("2026-06-01", "2026-06-30", ReportStep::Week)));
    let read = form("2026-06-01", "2026-06-01", "").read(Report::Crews, today);
    assert_eq!(read, Ok(period("2026-06-01", "2026-06-01", ReportStep::Week)));
    assert_eq!(refused(&form("2026-06-02", "2026-06-01", "")), ["from range"]);
    assert_eq!(refused(&form("2026-02-30", "2026-06-01", "")), ["from format"]);
    assert_eq!(refused(&form("2026-06-01", "later", "year")), ["to format", "by choice"]);
    assert_eq!(refused(&form("2026-06-01", "", "")), ["to required"]);
    assert_eq!(refused(&form("", "2026-06-01", "")), ["from required"]);
    // Three years with a 29th of February, and one day more.
    assert!(form("2024-01-01", "2026-12-31", "week").read(Report::Jobs, today).is_ok());
    assert_eq!(refused(&form("2024-01-01", "2027-01-01", "week")), ["to too_large"]);
}

fn job(created: &str, status: JobStatus, span: Option<Span>, completed: Option<&str>) -> JobDates {
    JobDates { created: day(created), status, span, completed: completed.map(day) }
}

/// Six jobs of a roofer's spring.
fn spring() -> Vec<JobDates> {
    use JobStatus::{Active, Complete};
    vec![
        // Completed in May, marked in June.
        job("2026-03-02", Complete, Some(days("2026-05-28", "2026-05-30")), Some("2026-06-01")),
        // Over the end of May.
        job("2026-04-10", Active, Some(days("2026-05-30", "2026-06-02")), None),
        job("2026-05-31", Active, None, None),
        // Imported in June, complete since April.
        job("2026-06-05", Complete, Some(days("2026-04-01", "2026-04-03")), None),
        // The completion date is unknown.
        job("2026-05-01", Complete, None, None),
        // Marked complete, then reopened: the current status counts.
        job("2026-05-02", Active, Some(days("2026-07-01", "2026-07-01")), Some("2026-05-20")),
    ]
}

#[test]
fn each_month_counts_created_worked_completed_and_active_jobs() {
    let months = period("2026-04-01", "2026-07-31", ReportStep::Month);
    let report = JobsReport::of(months, day("2026-06-10"), &spring());
    let rows: Vec<_> = report
        .rows
        .iter()
        .map(|row| (row.created, row.worked, row.completed, row.active))
        .collect();
    let expected = [
        // April: one was created, the imported one was worked and completed; two were active.
        (1, 1, 1, Some(2)),
        // May: three were created; two were worked; four are active on the 31st.
        (3, 2, 0, Some(4)),
        // June: the imported one was created; one was worked, one marked complete.
        (1, 1, 1, Some(3)),
        // July is in the future.
        (0, 1, 0, None),
    ];
    assert_eq!(rows, expected);
    assert_eq!(report.now, JobsNow { unscheduled: 1, scheduled: 2, complete: 3 });
    assert_eq!(report.undated, 1);
    let sheet = report.sheet(Language::Spanish);
    let head = ["Desde", "Hasta", "Creados", "En el calendario", "Completados", "Activos al final"];
    assert_eq!(sheet[0], head);
    assert_eq!(sheet[2], ["2026-05-01", "2026-05-31", "3", "2", "0", "4"]);
    assert_eq!(sheet[4], ["2026-07-01", "2026-07-31", "0", "1", "0", ""]);
}

#[test]
fn a_job_of_many_weeks_is_worked_in_each_of_them_and_in_none_beyond_the_period() {
    let weeks = period("2026-06-10", "2026-06-27", ReportStep::Week);
    let long = job("2026-06-10", JobStatus::Active, Some(days("2026-01-01", "2026-12-31")), None);
    let short = job("2026-06-27", JobStatus::Active, Some(days("2026-06-13", "2026-06-14")), None);
    let later = job("2026-06-28", JobStatus::Active, Some(days("2026-06-28", "2026-06-28")), None);
    let report = JobsReport::of(weeks, day("2026-06-30"), &[long, short, later]);
    let rows: Vec<_> =
        report.rows.iter().map(|row| (row.created, row.worked, row.active)).collect();
    assert_eq!(rows, [(1, 2, Some(1)), (0, 2, Some(1)), (1, 1, Some(2))]);
}

#[test]
fn the_whole_value_of_a_job_counts_where_it_starts_and_nothing_is_lost() {
    let of = |start: Option<&str>, jobs, with_amount, cents| DailyValue {
        start: start.map(day),
        jobs,
        with_amount,
        cents,
    };
    let months = period("2026-06-01", "2026-07-31", ReportStep::Month);
    let report = ValueReport::of(
        months,
        &[
            of(None, 3, 1, 810_000),
            of(Some("2026-05-31"), 1, 1, 100),
            of(Some("2026-06-01"), 2, 2, 1_250_050),
            of(Some("2026-06-30"), 1, 0, 0),
            of(Some("2026-07-31"), 1, 1, 999_999_999_999),
            of(Some("2026-08-01"), 4, 4, 400),
        ],
    );
    let sum =
        |sum: domain::reports::value::ValueSum| (sum.jobs, sum.value.plain(), sum.without_amount);
    let rows: Vec<_> = report.rows.iter().map(|row| sum(row.sum)).collect();
    assert_eq!(rows, [(3, "12500.50".to_owned(), 1), (1, "9999999999.99".to_owned(), 0)]);
    assert_eq!(sum(report.scheduled), (4, "10000012500.49".to_owned(), 1));
    assert_eq!(sum(report.before), (1, "1.00".to_owned(), 0));
    assert_eq!(sum(report.after), (4, "4.00".to_owned(), 0));
    assert_eq!(sum(report.unscheduled), (3, "8100.00".to_owned(), 2));
    let sheet = report.sheet(Language::English);
    assert_eq!(sheet.len(), 1 + 2 + 3);
    assert_eq!(sheet[1], ["Scheduled", "2026-06-01", "2026-06-30", "3", "12500.50", "1"]);
    assert_eq!(sheet[5], ["Not scheduled", "", "", "3", "8100.00", "2"]);
}

fn lane_job(crew: &str, span: Span, status: &str) -> LaneJob {
    LaneJob {
        id: format!("{crew} {}", span.start_date),
        status: status.to_owned(),
        start_date: span.start_date.to_string(),
        end_date: span.end_date.to_string(),
        crew_id: crew.to_owned(),
        custom_subcontractor_name: crew.to_owned(),
        ..LaneJob::default()
    }
}

#[test]
fn the_load_of_a_crew_counts_every_day_of_its_jobs_including_weekends_and_completed_jobs() {
    let weeks = period("2026-06-07", "2026-06-20", ReportStep::Week);
    let report = CrewsReport::of(
        weeks,
        vec![
            // Friday to Monday: two days in the first week, two in the second.
            lane_job("Night crew", days("2026-06-12", "2026-06-15"), "active"),
            // Also on one of these days.
            lane_job("Night crew", days("2026-06-15", "2026-06-15"), "complete"),
            // From before the period to after it.
            lane_job("Day crew", days("2026-06-01", "2026-06-30"), "active"),
            lane_job("Idle crew", days("2026-06-21", "2026-06-25"), "active"),
            lane_job("", days("2026-06-07", "2026-06-07"), "active"),
        ],
        None,
    );
    let loads: Vec<_> = report
        .crews
        .iter()
        .map(|crew| (crew.lane.name.as_deref(), crew.jobs, crew.days.clone(), crew.total))
        .collect();
    let expected = [
        (Some("Day crew"), 1, vec![7, 7], 14),
        (Some("Night crew"), 2, vec![2, 3], 5),
        (None, 1, vec![1, 0], 1),
    ];
    assert_eq!(loads, expected);
    assert_eq!(report.crews[2].lane.kind, LaneKind::Unassigned);
    let sheet = report.sheet(Language::Spanish);
    let weeks = ["2026-06-07 – 2026-06-13", "2026-06-14 – 2026-06-20"];
    assert_eq!(sheet[0][..4], ["Quién", "Tipo", "Número de trabajos", "Días de trabajo"]);
    assert_eq!(sheet[0][4..], weeks);
    assert_eq!(sheet[2], ["Night crew", "Cuadrilla", "2", "5", "2", "3"]);
    assert_eq!(sheet[3], ["", "Nadie todavía", "1", "1", "1", "0"]);
}

#[test]
fn a_subcontractor_reads_the_load_of_its_own_employees() {
    let own = LaneJob {
        assigned_to_company_id: "ours".to_owned(),
        assigned_to_user_id: "luis".to_owned(),
        ..lane_job("", days("2026-06-08", "2026-06-09"), "active")
    };
    let week = period("2026-06-07", "2026-06-13", ReportStep::Week);
    let report = CrewsReport::of(week, vec![own], Some("ours"));
    assert_eq!(report.crews[0].lane.kind, LaneKind::Employee);
    assert_eq!(report.crews[0].days, [2]);
}

#[test]
fn vendors_are_sorted_by_total_and_orders_without_one_are_not_lost() {
    let vendor = |number, name: &str| Some((VendorId(Uuid::from_u128(number)), name.to_owned()));
    let order = |vendor, is_sent, cents| ReportedOrder {
        vendor,
        is_sent,
        // So that each is late or not by its total.
        is_late: cents > 20_000,
        total: Total::from_cents(cents),
        products: Vec::new(),
    };
    let report = VendorsReport::of(
        period("2026-06-01", "2026-06-30", ReportStep::Month),
        vec![
            order(vendor(1, "Music City Supply"), true, 10_010),
            order(None, false, 999_900),
            order(vendor(2, "ÁBC Lumber"), false, 30_000),
            order(vendor(1, "Music City Supply"), false, 20_020),
            order(vendor(3, "=Zed"), true, 0),
            order(vendor(4, "Abe"), true, 30_000),
        ],
    );
    let sheet = report.sheet(Language::English);
    let expected = [
        ["Vendor", "Purchase orders", "Sent by email", "Total", "Late"],
        ["Music City Supply", "2", "1", "300.30", "1"],
        ["ÁBC Lumber", "1", "0", "300.00", "1"],
        ["Abe", "1", "1", "300.00", "1"],
        ["=Zed", "1", "1", "0.00", "0"],
        ["No vendor yet", "1", "0", "9999.00", "1"],
    ];
    assert_eq!(sheet, expected);
    assert_eq!((report.orders, report.sent, report.late), (6, 3, 4));
    assert_eq!(report.total.plain(), "10899.30");
}

#[test]
fn a_user_who_sees_no_amounts_of_jobs_gets_no_report_of_them() {
    for role in Role::ALL {
        let is_contractor = role.company_type == CompanyType::Contractor;
        assert_eq!(check(role, Action::ReportsView), Ok(()), "{}", role.name());
        assert_eq!(check(role, Action::ReportsValue).is_ok(), is_contractor, "{}", role.name());
    }
    let foreman = Role::new(CompanyType::Contractor, UserType::Foreman);
    assert_eq!(check(foreman, Action::PurchaseOrdersView), Ok(()));
}
