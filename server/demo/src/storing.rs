//! Stores the demo in an empty database.

use std::fmt::Write as _;

use anyhow::{Context as _, bail};
use chrono::{DateTime, NaiveTime, Utc};
use domain::{
    calendar::appointment_forms::AppointmentDetails,
    companies::{people::UserSettings, time_zone::TimeZone},
    customers::CustomerForm,
    forms::form::OptionalId,
    jobs::forms::NewJob,
    orders::purchase_orders::OfferedProduct,
    permissions::permission::CompanyType,
    products::Product,
    types::{
        colors::PALETTE,
        field::WireEnum,
        ids::{
            AppointmentId, CalendarId, CategoryId, CompanyId, ConnectionId, CrewId, CrewMemberId,
            CustomerId, JobId, ProductId, QualificationId, ReportId, TagId, UserId,
            VendorContactId, VendorId,
        },
        place::Location,
        point::Point,
    },
    vendors::{VendorContactForm, VendorForm},
};
use services::{
    auth::password::Passwords,
    core::{clock::Clock, network::ClientNetwork},
    files::Files,
};
use store::{
    accounts::passwords,
    calendar::{
        appointments::{self, NewAppointmentRow},
        calendars,
    },
    companies::{
        companies::{self, NewCompany},
        people, qualifications,
    },
    connections::{self, NewConnection},
    crews::{self, NewMember},
    customers,
    db::{Db, Tx},
    jobs::{
        changes,
        jobs::{self, Assignment, NewJobRow},
        notes, records,
    },
    membership::members::NewMembership,
    products,
    scope::Scope,
    vendors,
};
use uuid::Uuid;

use super::{
    PASSWORD, chat, history,
    meetings::{CALENDARS, meetings},
    nashville, ordering, planning, season, site,
};
use crate::{
    company::{Demo, DemoAssignment, DemoCompany, DemoJob},
    meetings::DemoMeeting,
    price_list::DemoProduct,
    stored::StoredCompany,
};

/// Stores the demo for today and returns its sign-ins as text.
///
/// # Errors
/// If the database already has a company: demo data never mixes with real data.
pub async fn store(db: &Db, files: &Files, clock: &Clock) -> anyhow::Result<String> {
    let permit = Passwords::default().permit(ClientNetwork::of_address(None)).await?;
    let hash = permit.hash(PASSWORD).await?;
    let now = clock.now();
    let demo = season(nashville::today(now));
    let mut tx = db.write_long().await?;
    // It happened before.
    tx.omit_changes();
    if companies::any_exist(&mut tx).await? {
        bail!("this database already holds a company; the demo is only loaded into an empty one");
    }
    let mut stored = Vec::new();
    for company in &demo.companies {
        stored.push(store_company(&mut tx, company, &hash, now).await?);
    }
    for connection in &demo.connections {
        let (sender, recipient) = (&stored[connection.sender], &stored[connection.recipient]);
        connections::insert(
            &mut tx,
            sender.scope,
            recipient.scope.company(),
            &NewConnection {
                id: ConnectionId(Uuid::now_v7()),
                accepted: connection.accepted,
                message: connection.message,
            },
            now,
        )
        .await?;
    }
    let mut jobs = Vec::new();
    for (at, company) in demo.companies.iter().enumerate() {
        let mut ids = Vec::new();
        for job in &company.jobs {
            let id = store_job(&mut tx, &stored, at, job).await.context("a job of the demo")?;
            ordering::store(&mut tx, &stored, at, (id, job), now).await.context("its orders")?;
            ids.push(id);
        }
        for meeting in &meetings(company, now) {
            store_meeting(&mut tx, &stored[at], company, meeting).await.context("a meeting")?;
        }
        jobs.push(ids);
    }
    let people: Vec<_> = stored.iter().map(|company| company.people.clone()).collect();
    let on_site: Vec<_> = site::sites(&demo, nashville::today(now))
        .into_iter()
        .map(|site| (site, stored[site.company].scope, jobs[site.company][site.job]))
        .collect();
    for (turn, &(site, scope, job)) in on_site.iter().enumerate() {
        let job = changes::find_own(&mut tx, scope, job).await?;
        for note in &site::notes(&demo, site, turn, &people, now) {
            notes::add(&mut tx, &job, note).await?;
        }
    }
    planning::store(&mut tx, &demo, (&stored, &jobs), now).await.context("the planning")?;
    history::store(&mut tx, &demo, &stored, &jobs, now).await.context("the activity log")?;
    tx.commit().await?;
    site::store_photos(db, files, &demo, &on_site, &people, now).await?;
    chat::store(db, files, &demo, (&stored, &jobs), now).await?;
    Ok(sign_ins(&demo))
}

async fn store_company(
    tx: &mut Tx,
    company: &DemoCompany,
    hash: &str,
    now: DateTime<Utc>,
) -> anyhow::Result<StoredCompany> {
    let id = CompanyId(Uuid::now_v7());
    let scope = its_own(id);
    let new = NewCompany {
        name: company.name,
        company_type: company.company_type,
        location: company.location,
        description: company.description,
        time_zone: TimeZone::default(),
    };
    companies::insert(tx, id, &new, now).await?;
    for qualification in company.qualifications {
        let id = QualificationId(Uuid::now_v7());
        qualifications::insert(tx, scope, id, qualification).await?;
    }
    let mut people = Vec::new();
    for person in &company.people {
        let user = UserId(Uuid::now_v7());
        people::insert(tx, user, &person.email, person.language, now).await?;
        let settings = UserSettings {
            first_name: person.first_name.to_string(),
            last_name: person.last_name.to_string(),
            location: person.location.to_string(),
            language: person.language.as_word().to_string(),
            position: person.position.to_string(),
            phone_number: person.phone.clone().unwrap_or_default(),
        };
        let place = NewMembership { company: id, user_type: person.user_type, settings };
        store::membership::members::join_company(tx, user, &place).await?;
        people::set_verified(tx, user, now).await?;
        passwords::insert(tx, user, hash).await?;
        people.push(user);
    }
    let mut crews = Vec::new();
    for crew in company.crews {
        let id = CrewId(Uuid::now_v7());
        crews::insert(tx, scope, id, crew.name).await?;
        let mut members = Vec::new();
        for member in crew.members {
            let member_id = CrewMemberId(Uuid::now_v7());
            let new = NewMember { name: member.name, email: member.email, phone: member.phone };
            crews::insert_member(tx, id, member_id, &new).await?;
            members.push(member_id);
        }
        crews.push((id, members));
    }
    let mut customers = Vec::new();
    for customer in &company.customers {
        let id = CustomerId(Uuid::now_v7());
        let form = CustomerForm {
            first_name: customer.first_name.to_string(),
            last_name: customer.last_name.to_string(),
            company: customer.company.unwrap_or_default().to_string(),
            phone: customer.phone.clone(),
            address: customer.address.street.to_string(),
            city: customer.address.city.to_string(),
            state: customer.address.state.to_string(),
            zip: customer.address.zip.to_string(),
        };
        customers::insert(tx, scope, id, &form).await?;
        customers.push(id);
    }
    let products = store_price_list(tx, scope, company).await?;
    let vendors = store_vendors(tx, scope, company).await?;
    let mut calendars = Vec::new();
    if company.company_type == CompanyType::Contractor {
        for title in CALENDARS {
            let id = CalendarId(Uuid::now_v7());
            calendars::insert(tx, scope, id, title).await?;
            calendars.push(id);
        }
    }
    Ok(StoredCompany { scope, people, crews, customers, calendars, products, vendors })
}

async fn store_price_list(
    tx: &mut Tx,
    scope: Scope,
    company: &DemoCompany,
) -> anyhow::Result<Vec<Vec<OfferedProduct>>> {
    let mut list = Vec::new();
    for category in company.categories {
        let category_id = CategoryId(Uuid::now_v7());
        products::insert_category(tx, scope, category_id, category.title).await?;
        let mut offered = Vec::new();
        for DemoProduct { name, unit_cost } in category.products {
            let id = ProductId(Uuid::now_v7());
            let name = (*name).to_string();
            let product = Product { id, name, unit_cost: *unit_cost, category_id };
            products::insert(tx, scope, &product).await?;
            let Product { id, name, unit_cost, category_id } = product;
            let category_title = category.title.to_string();
            offered.push(OfferedProduct { id, name, category_id, category_title, unit_cost });
        }
        list.push(offered);
    }
    Ok(list)
}

async fn store_vendors(
    tx: &mut Tx,
    scope: Scope,
    company: &DemoCompany,
) -> anyhow::Result<Vec<VendorId>> {
    let mut ids = Vec::new();
    for vendor in company.vendors {
        let id = VendorId(Uuid::now_v7());
        let form = VendorForm {
            name: vendor.name.to_string(),
            account_number: vendor.account_number.unwrap_or_default().to_string(),
        };
        vendors::insert(tx, scope, id, &form).await?;
        for (name, email) in vendor.contacts {
            let form = VendorContactForm { name: (*name).to_string(), email: (*email).to_string() };
            let contact = VendorContactId(Uuid::now_v7());
            vendors::insert_contact(tx, scope, id, contact, &form).await?;
        }
        ids.push(id);
    }
    Ok(ids)
}

async fn store_job(
    tx: &mut Tx,
    stored: &[StoredCompany],
    owner: usize,
    job: &DemoJob,
) -> anyhow::Result<JobId> {
    let own = &stored[owner];
    let address = job.address;
    let form = NewJob {
        title: job.title.clone(),
        address: address.street.to_string(),
        city: address.city.to_string(),
        state: address.state.to_string(),
        zip: address.zip.to_string(),
    };
    let row = NewJobRow {
        status: job.status,
        color: PALETTE[job.color].light.to_string(),
        contract_amount: Some(job.contract_amount),
        job_number: Some(job.number.clone()),
        inspection_note: job.inspection_note.map(str::to_string),
        customer: Some(own.customers[job.customer]),
        span: job.span,
        assignment: assignment(stored, own, job.assignment),
        ..NewJobRow::from_form(
            form,
            Some(Location::of_house(Point {
                latitude: address.latitude,
                longitude: address.longitude,
            })),
        )
    };
    let id = JobId(Uuid::now_v7());
    let taken_in = job.taken_in.and_time(NaiveTime::MIN).and_utc();
    jobs::insert(tx, own.scope, id, &row, taken_in).await?;
    for tag in &job.tags {
        records::insert_tag(tx, id, TagId(Uuid::now_v7()), tag).await?;
    }
    for report in &job.reports {
        let report_id = ReportId(Uuid::now_v7());
        let unit = report.measurement.0;
        records::insert_report(tx, id, report_id, unit, report.amount).await?;
    }
    if let Some(at) = job.calendar {
        let job = changes::find_own(tx, own.scope, id).await?;
        calendars::toggle(tx, own.scope, &job, own.calendars[at]).await?;
    }
    Ok(id)
}

async fn store_meeting(
    tx: &mut Tx,
    own: &StoredCompany,
    company: &DemoCompany,
    meeting: &DemoMeeting,
) -> anyhow::Result<()> {
    let address = company.customers[meeting.customer].address;
    let id = AppointmentId(Uuid::now_v7());
    let assigned_to = own.people[meeting.person.min(own.people.len() - 1)];
    let details = AppointmentDetails {
        customer_id: OptionalId(Some(own.customers[meeting.customer])),
        assigned_to_id: OptionalId(Some(assigned_to)),
        address: address.street.to_string(),
        city: address.city.to_string(),
        state: address.state.to_string(),
        zip: address.zip.to_string(),
        note: meeting.note.to_string(),
    };
    let row = NewAppointmentRow {
        start: meeting.start,
        end: meeting.start + meeting.length,
        assigned_to,
        details,
        color: PALETTE[meeting.color].light.to_string(),
    };
    appointments::insert(tx, own.scope, id, &row).await?;
    let stored = appointments::find_own(tx, own.scope, id).await?;
    appointments::toggle(tx, &stored, own.calendars[meeting.calendar]).await?;
    if let Some(came_of_it) = meeting.follow_up {
        let meeting = appointments::find_own(tx, own.scope, id).await?;
        appointments::complete(tx, &meeting, came_of_it).await?;
    }
    Ok(())
}

fn assignment(stored: &[StoredCompany], own: &StoredCompany, of: DemoAssignment) -> Assignment {
    match of {
        DemoAssignment::Nobody => Assignment::default(),
        DemoAssignment::Employee { person } => {
            Assignment { user: Some(own.people[person]), ..Assignment::default() }
        }
        DemoAssignment::Crew { crew, member, person } => {
            let (crew, members) = &own.crews[crew];
            Assignment {
                crew: Some(*crew),
                crew_member: member.map(|member| members[member]),
                user: person.map(|person| own.people[person]),
                ..Assignment::default()
            }
        }
        DemoAssignment::Subcontractor { company, accepted, person } => {
            let sub = &stored[company];
            Assignment {
                company: Some(sub.scope.company()),
                accepted,
                user: person.map(|person| sub.people[person]),
                ..Assignment::default()
            }
        }
    }
}

fn sign_ins(demo: &Demo) -> String {
    let mut text = format!("Demo sign-ins, all with the password {PASSWORD}:\n");
    for company in &demo.companies {
        let _ = writeln!(text, "\n  {} ({})", company.name, company.company_type.as_word());
        for person in &company.people {
            let name = format!("{} {}", person.first_name, person.last_name);
            let _ =
                writeln!(text, "    {:<42} {name}, {}", person.email, person.user_type.as_word());
        }
    }
    text
}

#[expect(clippy::disallowed_methods, reason = "the demo makes its companies itself")]
const fn its_own(company: CompanyId) -> Scope {
    Scope::trusted(company)
}
