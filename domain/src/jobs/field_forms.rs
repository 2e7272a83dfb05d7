//! The forms that change one fact of a job each: customer, contract amount, number, inspection note.

use validator::Validate as _;

use crate::{
    forms::{
        form::{OptionalId, form},
        rules,
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
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[ts(as = "Option<CustomerId>")]
        job_customer: OptionalId<CustomerId> = "jobCustomer",
    }
}

form! {
    /// What a customer pays for a job; blank where it is not agreed yet.
    ContractAmount {
        #[ts(type = "number | null")]
        #[validate(custom(function = rules::money))]
        contract_amount: Option<FormNumber> = "contractAmount",
    }
}

form! {
    /// The number by which a company calls a job; may be blank.
    JobNumber {
        #[validate(custom(function = rules::at_most::<{ LIMITS.job_number }>))]
        job_number: String = "jobNumber",
    }
}

form! {
    /// Says what the contractor is paid, in dollars; blank clears it.
    SetContractAmount {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[validate(nested)]
        #[ts(flatten)]
        contract: ContractAmount,
    }
}

impl SetContractAmount {
    /// The amount of a form that passed its check; none clears it.
    #[must_use]
    pub fn amount(&self) -> Option<Money> {
        self.contract.contract_amount.and_then(Money::from_figure)
    }
}

form! {
    /// Gives a job the company's own number; blank clears it.
    SetJobNumber {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[validate(nested)]
        #[ts(flatten)]
        number: JobNumber,
    }
}

form! {
    /// Says what the inspection found; blank clears it.
    SetInspectionNote {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[validate(nested)]
        #[ts(flatten)]
        note: InspectionNote,
    }
}
