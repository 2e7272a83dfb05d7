//! Who belongs to a company, and deleting people and companies.

pub mod account_deletion;
pub mod company_deletion;
pub mod members;
