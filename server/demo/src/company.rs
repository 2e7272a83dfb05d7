//! The types of the demo.

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
    /// The two contractors, the main one first, then the subcontractors.
    pub companies: Vec<DemoCompany>,
    /// The connections between them.
    pub connections: Vec<DemoConnection>,
}

/// A company and its data.
#[derive(Clone, Debug, PartialEq)]
pub struct DemoCompany {
    /// Its name.
    pub name: &'static str,
    /// City and state.
    pub location: &'static str,
    /// Its description of itself.
    pub description: &'static str,
    /// Its type.
    pub company_type: CompanyType,
    /// Its qualifications.
    pub qualifications: &'static [&'static str],
    /// Its people; the first one is an admin.
    pub people: Vec<DemoPerson>,
    /// Its crews without accounts; contractors only.
    pub crews: &'static [DemoCrew],
    /// Its customers; contractors only.
    pub customers: Vec<DemoCustomer>,
    /// Its price list; contractors only.
    pub categories: &'static [DemoCategory],
    /// Its vendors; contractors only.
    pub vendors: &'static [DemoVendor],
    /// Its jobs, oldest first; contractors only.
    pub jobs: Vec<DemoJob>,
}

/// A person who signs in with this email address and [`PASSWORD`].
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

/// Two companies and the request of the first to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoConnection {
    /// The requesting company, an index into [`Demo::companies`].
    pub sender: usize,
    /// The requested company, an index into [`Demo::companies`].
    pub recipient: usize,
    /// Whether it was accepted; otherwise it is open.
    pub accepted: bool,
    /// The message of the request.
    pub message: &'static str,
}

/// A crew without an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoCrew {
    /// Its name.
    pub name: &'static str,
    /// Its members.
    pub members: &'static [DemoCrewMember],
}

/// A member of a crew without an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoCrewMember {
    /// First and last name.
    pub name: &'static str,
    /// Their email address.
    pub email: Option<&'static str>,
    /// Their phone number.
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

/// A real address and its coordinates.
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
    /// Its title.
    pub title: String,
    /// Its number, in the order of the days on which jobs were created.
    pub number: String,
    /// Its customer, an index into [`DemoCompany::customers`].
    pub customer: usize,
    /// Its address.
    pub address: DemoAddress,
    /// What the customer pays.
    pub contract_amount: Money,
    /// Its color, an index into `domain::types::colors::PALETTE`; stored as that color's light hex.
    pub color: usize,
    /// Active or complete.
    pub status: JobStatus,
    /// Its days on the calendar; `None` while it is unscheduled.
    pub span: Option<Span>,
    /// The day it was created.
    pub taken_in: NaiveDate,
    /// Its assignment.
    pub assignment: DemoAssignment,
    /// Its calendar, an index into the contractor's list that the meetings share.
    pub calendar: Option<usize>,
    /// Its tags.
    pub tags: Vec<&'static str>,
    /// Its inspection note.
    pub inspection_note: Option<&'static str>,
    /// Its measurement reports.
    pub reports: Vec<DemoReport>,
    /// Its work order.
    pub work_order: Option<DemoWorkOrder>,
    /// Its purchase orders.
    pub purchase_orders: Vec<DemoPurchaseOrder>,
}

/// The assignment of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DemoAssignment {
    /// Unassigned.
    Nobody,
    /// An employee of the contractor.
    Employee {
        /// An index into the contractor's [`DemoCompany::people`].
        person: usize,
    },
    /// A crew of the contractor, led by one of its members, by an employee, or by no one yet.
    Crew {
        /// An index into the contractor's [`DemoCompany::crews`].
        crew: usize,
        /// An index into that crew's members.
        member: Option<usize>,
        /// An index into the contractor's [`DemoCompany::people`]; never together with a member.
        person: Option<usize>,
    },
    /// A connected subcontractor.
    Subcontractor {
        /// An index into [`Demo::companies`].
        company: usize,
        /// Whether it accepted the job; otherwise it has not answered yet.
        accepted: bool,
        /// The lead, an index into its [`DemoCompany::people`]; only on accepted jobs.
        person: Option<usize>,
    },
}
