//! The forms that change one fact of a job each: customer, contract amount, number, inspection note.

use crate::{
    forms::{
        checks::Checks,
        error::Refusal,
        form::{Form, Given, form},
    },
    jobs::records::InspectionNote,
    types::{
        ids::{CustomerId, JobId},
        limits::LIMITS,
        money::{Figure, Money},
    },
};

form! {
    /// Says whose job it is; nobody clears it.
    SetJobCustomer {
        #[ts(as = "JobId")]
        job_id: Given<JobId> = "jobId",
        #[ts(as = "Option<CustomerId>")]
        job_customer: Given<CustomerId> = "jobCustomer",
    }
}

impl Form for SetJobCustomer {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.given("jobId", self.job_id.0.as_ref());
        checks.done()
    }
}

form! {
    /// Says what the contractor is paid, in dollars; blank clears it.
    SetContractAmount {
        #[ts(as = "JobId")]
        job_id: Given<JobId> = "jobId",
        #[ts(type = "number | null")]
        contract_amount: Option<Figure> = "contractAmount",
    }
}

impl SetContractAmount {
    /// The amount of a form that passed its check; none clears it.
    #[must_use]
    pub fn amount(&self) -> Option<Money> {
        self.contract_amount.and_then(Money::from_figure)
    }
}

impl Form for SetContractAmount {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.given("jobId", self.job_id.0.as_ref());
        checks.figure("contractAmount", self.contract_amount).money();
        checks.done()
    }
}

form! {
    /// Gives a job the company's own number; blank clears it.
    SetJobNumber {
        #[ts(as = "JobId")]
        job_id: Given<JobId> = "jobId",
        job_number: String = "jobNumber",
    }
}

impl Form for SetJobNumber {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.given("jobId", self.job_id.0.as_ref());
        checks.text("jobNumber", &self.job_number).max(LIMITS.job_number);
        checks.done()
    }
}

form! {
    /// Says what the inspection found; blank clears it.
    SetInspectionNote {
        #[ts(as = "JobId")]
        job_id: Given<JobId> = "jobId",
        inspection_note: String = "inspectionNote",
    }
}

impl Form for SetInspectionNote {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.given("jobId", self.job_id.0.as_ref());
        let note = InspectionNote { inspection_note: self.inspection_note.clone() };
        checks.refuse_all(note.check());
        checks.done()
    }
}
