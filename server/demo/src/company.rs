//! What the demo is made of.

use chrono::NaiveDate;
use domain::{
    jobs::job::JobStatus,
    permissions::permission::{CompanyType, UserType},
    types::{date_range::Span, language::Language, money::Money},
};

use super::{
    orders::{DemoPurchaseOrder, DemoWorkOrder},
    price_list::{DemoCategory, DemoVendor},
};
use crate::report::DemoReport;

/// The whole demo.
#[derive(Clone, Debug, PartialEq)]
pub struct Demo {
    /// The two contractors first, the main one before the other, then the subcontractors.
    pub companies: Vec<DemoCompany>,
    /// Who works with whom.
    pub connections: Vec<DemoConnection>,
}

/// A company and all that is its own.
#[derive(Clone, Debug, PartialEq)]
pub struct DemoCompany {
    /// Its name.
    pub name: &'static str,
    /// City and state.
    pub location: &'static str,
    /// What it says of itself.
    pub description: &'static str,
    /// Which side it is on.
    pub company_type: CompanyType,
    /// What it says it can do.
    pub qualifications: &'static [&'static str],
    /// Who works there; the first one is an admin.
    pub people: Vec<DemoPerson>,
    /// Its crews without accounts; contractors only.
    pub crews: &'static [DemoCrew],
    /// Whom it works for; contractors only.
    pub customers: Vec<DemoCustomer>,
    /// What it buys; contractors only.
    pub categories: &'static [DemoCategory],
    /// From whom; contractors only.
    pub vendors: &'static [DemoVendor],
    /// What it does for them, the oldest first; contractors only.
    pub jobs: Vec<DemoJob>,
}

/// A person who signs in with this e-mail address and [`PASSWORD`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct DemoPerson {
    pub first_name: &'static str,
    pub last_name: &'static str,
    pub position: &'static str,
    pub email: String,
    pub phone: Option<String>,
    pub user_type: UserType,
    pub location: &'static str,
    pub language: Language,
}

/// Two companies and what the first wrote to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoConnection {
    /// Who asked, a place in [`Demo::companies`].
    pub sender: usize,
    /// Who was asked, a place in [`Demo::companies`].
    pub recipient: usize,
    /// Did they agree? Otherwise the question is still open.
    pub accepted: bool,
    /// What the sender wrote.
    pub message: &'static str,
}

/// A crew without an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoCrew {
    /// Its name.
    pub name: &'static str,
    /// Who is in it.
    pub members: &'static [DemoCrewMember],
}

/// A member of a crew without an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoCrewMember {
    /// First and last name.
    pub name: &'static str,
    /// Where mail reaches them.
    pub email: Option<&'static str>,
    /// Where they are called.
    pub phone: Option<&'static str>,
}

/// A customer of a contractor. Their address is that of their jobs.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct DemoCustomer {
    pub first_name: &'static str,
    pub last_name: &'static str,
    pub company: Option<&'static str>,
    pub phone: String,
    pub address: DemoAddress,
}

/// A real address and where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct DemoAddress {
    pub street: &'static str,
    pub city: &'static str,
    pub state: &'static str,
    pub zip: &'static str,
    pub latitude: f64,
    pub longitude: f64,
}

/// A job.
#[derive(Clone, Debug, PartialEq)]
pub struct DemoJob {
    /// What the office calls it.
    pub title: String,
    /// Its number; in the order of the days they were taken in.
    pub number: String,
    /// Whom it is for, a place in [`DemoCompany::customers`].
    pub customer: usize,
    /// Where it is.
    pub address: DemoAddress,
    /// What the customer pays.
    pub contract_amount: Money,
    /// Its color, a place in `domain::types::colors::PALETTE`; stored as that color's light hex.
    pub colour: usize,
    /// Active or complete.
    pub status: JobStatus,
    /// The days it is on the calendar; `None` while it waits in the strip.
    pub span: Option<Span>,
    /// The day it was taken in.
    pub taken_in: NaiveDate,
    /// Who does it.
    pub assignment: DemoAssignment,
    /// On which of the contractor's calendars it stands, a place in the list that the meetings share.
    pub calendar: Option<usize>,
    /// Short labels.
    pub tags: Vec<&'static str>,
    /// What was found on the roof.
    pub inspection_note: Option<&'static str>,
    /// What was measured.
    pub reports: Vec<DemoReport>,
    /// What the crew is to do and what it is paid.
    pub work_order: Option<DemoWorkOrder>,
    /// What is bought for it.
    pub purchase_orders: Vec<DemoPurchaseOrder>,
}

/// Who does a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DemoAssignment {
    /// Nobody yet.
    Nobody,
    /// One of the contractor's own people.
    Employee {
        /// A place in the contractor's [`DemoCompany::people`].
        person: usize,
    },
    /// One of the contractor's crews, led by a member of it, by one of the contractor's people, or by nobody yet.
    Crew {
        /// A place in the contractor's [`DemoCompany::crews`].
        crew: usize,
        /// A place in that crew's members.
        member: Option<usize>,
        /// A place in the contractor's [`DemoCompany::people`]; never together with a member.
        person: Option<usize>,
    },
    /// A connected subcontractor.
    Subcontractor {
        /// A place in [`Demo::companies`].
        company: usize,
        /// Did it take the job? Otherwise it has not answered yet.
        accepted: bool,
        /// Who of its people leads, a place in its [`DemoCompany::people`]; only on accepted jobs.
        person: Option<usize>,
    },
}
