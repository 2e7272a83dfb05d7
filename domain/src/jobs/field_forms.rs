//! The forms that each change one field of a job: customer, contract amount, number, inspection note.

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
    /// Sets the customer of a job; null clears it.
    SetJobCustomer {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[ts(as = "Option<CustomerId>")]
        job_customer: OptionalId<CustomerId> = "jobCustomer",
    }
}

form! {
    /// The contract amount of a job; blank while it is not agreed.
    ContractAmount {
        #[ts(type = "number | null")]
        #[validate(custom(function = rules::money))]
        contract_amount: Option<FormNumber> = "contractAmount",
    }
}

form! {
    /// The company's number for a job; may be blank.
    JobNumber {
        #[validate(custom(function = rules::at_most::<{ LIMITS.job_number }>))]
        job_number: String = "jobNumber",
    }
}

form! {
    /// Sets the contract amount, in dollars; blank clears it.
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
    /// The amount of a form that passed its check; `None` clears it.
    #[must_use]
    pub fn amount(&self) -> Option<Money> {
        self.contract.contract_amount.and_then(Money::from_figure)
    }
}

form! {
    /// Sets the company's number for a job; blank clears it.
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
    /// Sets the inspection note; blank clears it.
    SetInspectionNote {
        #[ts(as = "JobId")]
        #[validate(required)]
        job_id: OptionalId<JobId> = "jobId",
        #[validate(nested)]
        #[ts(flatten)]
        note: InspectionNote,
    }
}
