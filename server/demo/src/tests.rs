//! What a user who tries the product would notice.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::{Datelike as _, Days, NaiveDate, Weekday};
use domain::{
    companies::companies::NewQualification,
    crews::{CrewForm, CrewMemberForm},
    customers::CustomerForm,
    forms::form::Form as _,
    jobs::{
        forms::NewJob,
        job::JobStatus,
        records::{InspectionNote, NewTag, Unit},
    },
    permissions::permission::{CompanyType, UserType},
    products::{CategoryForm, ProductForm},
    types::{colors, email, field::WireEnum as _, limits::LIMITS, money::FormNumber, phone},
    vendors::{VendorContactForm, VendorForm},
};

use super::{
    PASSWORD,
    companies::{HARPETH, SUMMIT},
    season,
};
use crate::company::{Demo, DemoAssignment, DemoCompany, DemoJob};

/// Four weeks around the end of a year: every weekday, several times.
fn days() -> impl Iterator<Item = NaiveDate> {
    NaiveDate::from_ymd_opt(2027, 12, 13).unwrap().iter_days().take(28)
}

fn demo() -> Demo {
    season(NaiveDate::from_ymd_opt(2026, 6, 11).unwrap())
}

fn contractors(demo: &Demo) -> impl Iterator<Item = &DemoCompany> {
    demo.companies.iter().filter(|company| company.company_type == CompanyType::Contractor)
}

fn runs(job: &DemoJob, day: NaiveDate) -> bool {
    job.span.is_some_and(|span| span.start_date <= day && day <= span.end_date)
}

#[test]
fn the_same_day_shows_the_same_demo() {
    assert_eq!(demo(), demo());
}

#[test]
fn there_are_two_contractors_and_three_subcontractors_and_each_has_an_admin_to_sign_in() {
    let demo = demo();
    assert_eq!(demo.companies.len(), 5);
    assert_eq!(contractors(&demo).count(), 2);
    let mut addresses = HashSet::new();
    for company in &demo.companies {
        assert_eq!(company.people[0].user_type, UserType::Admin, "{}", company.name);
        assert!(company.people.len() >= 4);
        assert!((1..=LIMITS.description as usize).contains(&company.description.chars().count()));
        for person in &company.people {
            assert!(email::is_address(&person.email), "{}", person.email);
            assert!(addresses.insert(&person.email), "{} signs in twice", person.email);
            let outsider = matches!(person.user_type, UserType::Salesman | UserType::Foreman);
            assert!(company.company_type == CompanyType::Contractor || !outsider);
        }
        for qualification in company.qualifications {
            let form = NewQualification { qualification: (*qualification).to_owned() };
            assert_eq!(form.check(), Ok(()), "{qualification}");
        }
    }
    assert!(addresses.contains(&"marisol@summit-roofing.example".to_owned()));
    let length = u32::try_from(PASSWORD.chars().count()).unwrap();
    assert!((LIMITS.password_min..=LIMITS.password_max).contains(&length));
}

#[test]
fn both_languages_and_every_kind_of_user_are_there() {
    let demo = demo();
    let people = || demo.companies.iter().flat_map(|company| &company.people);
    let spanish = people()
        .filter(|person| person.language == domain::types::language::Language::Spanish)
        .count();
    assert!((6..=people().count() - 6).contains(&spanish));
    for kind in [UserType::Admin, UserType::Member, UserType::Salesman, UserType::Foreman] {
        assert!(people().any(|person| person.user_type == kind), "no {kind:?}");
    }
    assert!(people().any(|person| person.phone.is_none()));
}

#[test]
fn no_two_people_share_a_phone() {
    let demo = demo();
    let mut phones: Vec<&str> = Vec::new();
    for company in &demo.companies {
        phones.extend(company.people.iter().filter_map(|person| person.phone.as_deref()));
        phones.extend(
            company.crews.iter().flat_map(|crew| crew.members).filter_map(|member| member.phone),
        );
        phones.extend(company.customers.iter().map(|customer| customer.phone.as_str()));
    }
    assert!(phones.len() > 150);
    for number in &phones {
        assert_eq!(phone::parse(number).as_deref(), Some(*number));
    }
    assert_eq!(phones.iter().collect::<HashSet<_>>().len(), phones.len());
}

#[test]
fn every_form_of_the_product_would_take_what_the_demo_stores() {
    let demo = demo();
    for company in contractors(&demo) {
        for crew in company.crews {
            assert_eq!(CrewForm { name: crew.name.to_owned() }.check(), Ok(()));
            for member in crew.members {
                let form = CrewMemberForm {
                    name: member.name.to_owned(),
                    email: member.email.unwrap_or_default().to_owned(),
                    phone: member.phone.unwrap_or_default().to_owned(),
                };
                assert_eq!(form.check(), Ok(()), "{}", member.name);
            }
        }
        for customer in &company.customers {
            let form = CustomerForm {
                first_name: customer.first_name.to_owned(),
                last_name: customer.last_name.to_owned(),
                company: customer.company.unwrap_or_default().to_owned(),
                phone: customer.phone.clone(),
                ..CustomerForm::default()
            };
            assert_eq!(form.check(), Ok(()), "{} {}", customer.first_name, customer.last_name);
        }
        for job in &company.jobs {
            let form = NewJob {
                title: job.title.clone(),
                address: job.address.street.to_owned(),
                city: job.address.city.to_owned(),
                state: job.address.state.to_owned(),
                zip: job.address.zip.to_owned(),
            };
            assert_eq!(form.check(), Ok(()), "{}", job.title);
            let note = InspectionNote {
                inspection_note: job.inspection_note.unwrap_or_default().to_owned(),
            };
            assert_eq!(note.check(), Ok(()), "{}", job.title);
            for tag in &job.tags {
                assert_eq!(NewTag { content: (*tag).to_owned() }.check(), Ok(()), "{tag}");
            }
            assert_eq!(
                job.tags.iter().collect::<HashSet<_>>().len(),
                job.tags.len(),
                "a tag twice"
            );
            for report in &job.reports {
                assert!(Unit::WIRE_WORDS.iter().any(|(_, unit)| *unit == report.measurement));
                assert!((1..=LIMITS.quantity_thousandths).contains(&report.amount.thousandths()));
            }
            let dollars = job.contract_amount.cents() / 100;
            assert!((500..=150_000).contains(&dollars), "{} for {dollars}", job.title);
            assert!(job.color < colors::PALETTE.len());
        }
    }
}

#[test]
fn each_contractor_has_a_price_list_and_vendors_with_contacts() {
    for company in contractors(&demo()) {
        assert_eq!((company.categories.len(), company.vendors.len()), (8, 4));
        let mut names = HashSet::new();
        for category in company.categories {
            assert_eq!(CategoryForm { title: category.title.to_owned() }.check(), Ok(()));
            for product in category.products {
                let unit_cost = Some(FormNumber::scaled(product.unit_cost.cents(), 2));
                let form = ProductForm { name: product.name.to_owned(), unit_cost };
                assert_eq!(form.check(), Ok(()), "{}", product.name);
                assert!(names.insert(product.name), "{} twice", product.name);
            }
        }
        assert!(names.len() >= 40, "{} products", names.len());
        for vendor in company.vendors {
            let account_number = vendor.account_number.unwrap_or_default().to_owned();
            let form = VendorForm { name: vendor.name.to_owned(), account_number };
            assert_eq!(form.check(), Ok(()), "{}", vendor.name);
            assert!(!vendor.contacts.is_empty(), "{}", vendor.name);
            for (name, email) in vendor.contacts {
                let form = VendorContactForm { name: (*name).into(), email: (*email).into() };
                assert_eq!(form.check(), Ok(()), "{name}");
                assert!(email.ends_with(".example"), "{email} could be somebody's");
            }
        }
    }
}

#[test]
fn each_contractor_has_the_jobs_of_a_season() {
    let demo = demo();
    let [summit, harpeth] = [SUMMIT, HARPETH].map(|company| &demo.companies[company]);
    assert_eq!(summit.jobs.len(), 122);
    assert_eq!(harpeth.jobs.len(), 49);
    assert_eq!(summit.jobs[0].number, "2401");
    for company in [summit, harpeth] {
        let numbers: Vec<u32> =
            company.jobs.iter().map(|job| job.number.parse().unwrap()).collect();
        assert!(numbers.is_sorted_by(|before, after| before < after));
        assert!(company.jobs.is_sorted_by_key(|job| job.taken_in));
        let titles: HashSet<_> = company.jobs.iter().map(|job| &job.title).collect();
        assert_eq!(titles.len(), company.jobs.len(), "two jobs that nobody can tell apart");
        let used: BTreeSet<_> = company.jobs.iter().map(|job| job.color).collect();
        assert_eq!(used.len(), colors::PALETTE.len());
        for with in [
            company.jobs.iter().filter(|job| job.inspection_note.is_some()).count(),
            company.jobs.iter().filter(|job| !job.tags.is_empty()).count(),
            company.jobs.iter().filter(|job| !job.reports.is_empty()).count(),
        ] {
            assert!((company.jobs.len() / 3..company.jobs.len()).contains(&with), "{with}");
        }
    }
}

#[test]
fn no_two_customers_live_in_the_same_house() {
    let demo = demo();
    let mut streets = HashMap::new();
    for company in contractors(&demo) {
        for (at, customer) in company.customers.iter().enumerate() {
            let other = streets.insert((customer.address.street, customer.address.city), customer);
            assert_eq!(other, None, "{} {}", customer.first_name, customer.last_name);
            let point = (customer.address.latitude, customer.address.longitude);
            assert!((35.9..36.5).contains(&point.0) && (-87.2..-86.4).contains(&point.1));
            assert!(company.jobs.iter().any(|job| job.customer == at), "a customer without a job");
        }
        for job in &company.jobs {
            assert_eq!(job.address, company.customers[job.customer].address);
        }
    }
}

#[test]
fn no_screen_is_empty_on_any_day() {
    for today in days() {
        let demo = season(today);
        for (company, running, waiting) in [(SUMMIT, 3, 8), (HARPETH, 1, 4)] {
            let jobs = &demo.companies[company].jobs;
            let now = jobs.iter().filter(|job| runs(job, today)).count();
            assert!(now >= running, "{now} run on {today}");
            assert!(jobs.iter().filter(|job| job.span.is_none()).count() >= waiting);
        }
        let summit = &demo.companies[SUMMIT];
        for (what, count, least) in [
            (
                "complete",
                summit.jobs.iter().filter(|job| job.status == JobStatus::Complete).count(),
                40,
            ),
            ("nobody", tone(summit, |to| to == DemoAssignment::Nobody), 5),
            ("employee", tone(summit, |to| matches!(to, DemoAssignment::Employee { .. })), 2),
            ("crew", tone(summit, |to| matches!(to, DemoAssignment::Crew { .. })), 20),
            (
                "pending",
                tone(summit, |to| {
                    matches!(to, DemoAssignment::Subcontractor { accepted: false, .. })
                }),
                5,
            ),
            (
                "accepted",
                tone(summit, |to| {
                    matches!(to, DemoAssignment::Subcontractor { accepted: true, .. })
                }),
                30,
            ),
        ] {
            assert!(count >= least, "{count} {what} on {today}");
        }
    }
}

fn tone(company: &DemoCompany, is: impl Fn(DemoAssignment) -> bool) -> usize {
    company.jobs.iter().filter(|job| is(job.assignment)).count()
}

#[test]
fn the_calendar_is_believable_around_any_day() {
    for today in days() {
        let demo = season(today);
        for job in contractors(&demo).flat_map(|company| &company.jobs) {
            assert!(job.taken_in < today, "{} was taken in on {}", job.title, job.taken_in);
            let Some(span) = job.span else {
                assert_eq!(job.status, JobStatus::Active);
                continue;
            };
            assert!(job.taken_in < span.start_date, "{}", job.title);
            assert!(
                (0..8).contains(&(span.end_date - span.start_date).num_days()),
                "{}",
                job.title
            );
            assert!(
                span.start_date >= today - Days::new(11 * 7)
                    && span.end_date <= today + Days::new(9 * 7)
            );
            assert!(
                span.end_date < today || job.status == JobStatus::Active,
                "{} is done too early",
                job.title
            );
            assert_ne!(span.start_date.weekday(), Weekday::Sun);
        }
        let summit = &demo.companies[SUMMIT].jobs;
        let mut busy = 0;
        let season = (today - Days::new(8 * 7)).iter_days().take(14 * 7);
        for day in season.filter(|day| day.weekday().num_days_from_monday() < 5) {
            let now = summit.iter().filter(|job| runs(job, day)).count();
            assert!((1..=6).contains(&now), "{now} jobs on {day}, seen on {today}");
            busy += usize::from(now >= 3);
        }
        assert!(busy >= 55, "only {busy} of 70 weekdays have three jobs or more, seen on {today}");
    }
}

#[test]
fn everyone_assigned_to_a_job_may_do_it() {
    for today in days() {
        let demo = season(today);
        for (owner, company) in demo.companies.iter().enumerate() {
            for job in &company.jobs {
                match job.assignment {
                    DemoAssignment::Nobody => {}
                    DemoAssignment::Employee { person } => assert!(person < company.people.len()),
                    DemoAssignment::Crew { crew, member, person } => {
                        assert!(
                            member.is_none_or(|member| member < company.crews[crew].members.len())
                        );
                        assert!(person.is_none_or(|person| person < company.people.len()));
                        assert!(member.is_none() || person.is_none());
                    }
                    DemoAssignment::Subcontractor { company: sub, accepted, person } => {
                        let works_for = |link: &&crate::company::DemoConnection| {
                            link.accepted
                                && [(owner, sub), (sub, owner)]
                                    .contains(&(link.sender, link.recipient))
                        };
                        assert!(demo.connections.iter().find(works_for).is_some(), "{}", job.title);
                        assert!(
                            person.is_none_or(|person| person < demo.companies[sub].people.len())
                        );
                        assert!(
                            accepted || person.is_none(),
                            "nobody leads before the crew said yes"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn companies_are_connected_once_and_one_request_is_open() {
    let demo = demo();
    let mut pairs = HashSet::new();
    for link in &demo.connections {
        assert_ne!(link.sender, link.recipient);
        let pair = (link.sender.min(link.recipient), link.sender.max(link.recipient));
        assert!(pair.1 < demo.companies.len() && pairs.insert(pair));
        assert!(link.message.chars().count() <= LIMITS.connection_message as usize);
    }
    assert!(demo.connections.iter().any(|link| !link.accepted));
    assert!(pairs.contains(&(SUMMIT, HARPETH)));
}

#[test]
fn a_meeting_is_in_working_hours_of_nashville_winter_and_summer() {
    use chrono::{Duration, Timelike as _};
    for (day, behind) in
        [("2026-03-07", 6), ("2026-03-09", 5), ("2026-10-30", 5), ("2026-11-02", 6)]
    {
        let now = day.parse::<NaiveDate>().unwrap().and_hms_opt(12, 0, 0).unwrap().and_utc();
        let demo = season(now.date_naive());
        let meetings = super::meetings::meetings(&demo.companies[SUMMIT], now);
        assert_eq!(meetings.len(), 52);
        let near =
            meetings.iter().filter(|meeting| (meeting.start - now).abs() < Duration::hours(20));
        for meeting in near {
            let there = (meeting.start - Duration::hours(behind)).time();
            assert!((8..17).contains(&there.hour()), "{day}: {there}");
        }
        assert!(
            meetings.iter().all(
                |meeting| meeting.follow_up.is_some() == (meeting.start + meeting.length < now)
            )
        );
    }
}
