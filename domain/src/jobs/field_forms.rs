//! The forms that change one fact of a job each: customer, contract amount, number, inspection note.

use crate::{
    forms::{
        error::ValidationError,
        form::{Form, OptionalId, form},
        validator::Validator,
    },
    jobs::records::InspectionNote,
    types::{
        ids::{CustomerId, JobId},
        limits::LIMITS,
        money::{FormNumber, Money},
    },
};

form! {
    /// Says whose job it is; nobody clears it.
    SetJobCustomer {
        #[ts(as = "JobId")]
        job_id: OptionalId<JobId> = "jobId",
        #[ts(as = "Option<CustomerId>")]
        job_customer: OptionalId<CustomerId> = "jobCustomer",
    }
}

impl Form for SetJobCustomer {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("jobId", self.job_id.0.as_ref());
        checks.finish()
    }
}

form! {
    /// Says what the contractor is paid, in dollars; blank clears it.
    SetContractAmount {
        #[ts(as = "JobId")]
        job_id: OptionalId<JobId> = "jobId",
        #[ts(type = "number | null")]
        contract_amount: Option<FormNumber> = "contractAmount",
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
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("jobId", self.job_id.0.as_ref());
        checks.number("contractAmount", self.contract_amount).money();
        checks.finish()
    }
}

form! {
    /// Gives a job the company's own number; blank clears it.
    SetJobNumber {
        #[ts(as = "JobId")]
        job_id: OptionalId<JobId> = "jobId",
        job_number: String = "jobNumber",
    }
}

impl Form for SetJobNumber {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("jobId", self.job_id.0.as_ref());
        checks.text("jobNumber", &self.job_number).max(LIMITS.job_number);
        checks.finish()
    }
}

form! {
    /// Says what the inspection found; blank clears it.
    SetInspectionNote {
        #[ts(as = "JobId")]
        job_id: OptionalId<JobId> = "jobId",
        inspection_note: String = "inspectionNote",
    }
}

impl Form for SetInspectionNote {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("jobId", self.job_id.0.as_ref());
        let note = InspectionNote { inspection_note: self.inspection_note.clone() };
        checks.add_errors(note.check());
        checks.finish()
    }
}
