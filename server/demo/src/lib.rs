//! The demo data of a new installation: two contractors and three subcontractors around Nashville, their
//! people and crews, and a season of roofing jobs around today.
//!
//! Pure content: [`season`] returns the same data for the same day. References are indexes into the lists of
//! [`Demo`] and [`DemoCompany`]; [`store`] stores it in an empty database.

use chrono::NaiveDate;

mod addresses;
mod chat;
pub(crate) mod companies;
pub mod company;
mod firms;
mod harpeth_jobs;
mod history;
mod lanes;
pub mod meetings;
mod nashville;
mod ordering;
pub mod orders;
mod planning;
pub mod price_list;
pub mod report;
mod roof_picture;
mod site;
pub mod stored;
pub mod storing;
mod summit_jobs;
#[cfg(test)]
mod tests;
mod work;
mod work_texts;

use crate::company::Demo;

/// The password of every sign-in of the demo.
pub const PASSWORD: &str = "ridgeline-demo";

/// The demo for a day.
#[must_use]
pub fn season(today: NaiveDate) -> Demo {
    let mut companies = companies::companies();
    let seasons =
        [(companies::SUMMIT, &summit_jobs::PLAN), (companies::HARPETH, &harpeth_jobs::PLAN)];
    let mut supply = lanes::Supply::default();
    for (company, plan) in seasons {
        let (customers, mut jobs) = lanes::schedule_season(plan, &mut supply, today);
        ordering::purchasing::progress(&mut jobs, today);
        companies[company].customers = customers;
        companies[company].jobs = jobs;
    }
    Demo { companies, connections: companies::CONNECTIONS.to_vec() }
}
