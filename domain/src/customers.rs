//! Customers and the search for them.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use validator::Validate as _;

use crate::{
    forms::{
        form::{FromFields as _, OptionalId, form},
        rules,
    },
    jobs::{create_job::NewJobCustomer, forms::NewJob},
    types::{
        field::FromField,
        ids::{CompanyId, CustomerId},
        normalize::{Query, TextIndex},
    },
};

/// A customer of a contractor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Customer {
    pub id: CustomerId,
    pub first_name: String,
    pub last_name: String,
    pub company: Option<String>,
    /// As `555-555-5555`.
    pub phone: String,
    pub address: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub zip: Option<String>,
    pub company_id: CompanyId,
}

form! {
    /// The customer form, which is also what a search reads.
    CustomerForm {
        #[validate(custom(function = rules::required, message = "CustomerIncomplete"), custom(function = rules::line))]
        first_name: String = "firstName",
        #[validate(custom(function = rules::required, message = "CustomerIncomplete"), custom(function = rules::line))]
        last_name: String = "lastName",
        #[validate(custom(function = rules::line))]
        company: String = "company",
        #[validate(custom(function = rules::required, message = "CustomerIncomplete"), custom(function = rules::phone))]
        phone: String = "phone",
        #[validate(custom(function = rules::line))]
        address: String = "address",
        #[validate(custom(function = rules::line))]
        city: String = "city",
        #[validate(custom(function = rules::line))]
        state: String = "state",
        #[validate(custom(function = rules::line))]
        zip: String = "zip",
    }
}

/// As part of a larger form.
impl FromField for CustomerForm {
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(Self::default()),
            Value::Object(fields) => Self::from_fields(fields).ok(),
            _ => None,
        }
    }

    #[cfg(feature = "schema")]
    fn schema(schemas: &mut schemars::SchemaGenerator) -> schemars::Schema {
        crate::types::json_schema::or_null(crate::schema::of_form::<Self>(schemas))
    }
}

form! {
    /// The call that adds a customer.
    CreateCustomer {
        #[validate(nested)]
        #[ts(flatten)]
        customer: CustomerForm,
        #[ts(as = "Option<CompanyId>")]
        company_id: OptionalId<CompanyId> = "companyId",
    }
}

form! {
    /// Changes a customer. With `was`, the values from when the form was opened, only the fields that differ from them
    /// change; without, all of them.
    EditCustomer {
        #[ts(as = "CustomerId")]
        #[validate(required)]
        customer_id: OptionalId<CustomerId> = "customerId",
        #[validate(nested)]
        customer: CustomerForm => "customer",
        #[ts(optional)]
        was: Option<CustomerForm> = "was",
    }
}

impl Customer {
    /// The form that shows the customer.
    #[must_use]
    pub fn form(self) -> CustomerForm {
        let Self { first_name, last_name, company, phone, address, city, state, zip, .. } = self;
        let [company, address, city, state, zip] =
            [company, address, city, state, zip].map(Option::unwrap_or_default);
        CustomerForm { first_name, last_name, company, phone, address, city, state, zip }
    }
}

impl CustomerForm {
    /// Somebody who was entered with a new job, at the address of the job.
    #[must_use]
    pub fn of_new_job(customer: &NewJobCustomer, job: &NewJob) -> Self {
        let NewJobCustomer { first_name, last_name, phone, company } = customer.clone();
        let NewJob { address, city, state, zip, .. } = job.clone();
        Self { first_name, last_name, company, phone, address, city, state, zip }
    }

    fn searched(&self) -> [&str; 8] {
        [
            &self.address,
            &self.city,
            &self.state,
            &self.zip,
            &self.first_name,
            &self.last_name,
            &self.phone,
            &self.company,
        ]
    }
}

/// Does every word of the query occur in some field of the customer?
#[must_use]
pub fn matches(query: &str, customer: &CustomerForm) -> bool {
    Query::new(query).matches(&customer.searched())
}

/// The customers of a company, folded once and searched on every keystroke, with the results of [`matches`].
#[derive(Clone, Debug, Default)]
pub struct CustomerIndex(TextIndex);

impl CustomerIndex {
    /// Reads the list once.
    pub fn new(customers: impl IntoIterator<Item = CustomerForm>) -> Self {
        Self(TextIndex::new(customers.into_iter().map(|customer| customer.searched().join("\n"))))
    }

    /// The positions of the customers that match the query, in order.
    #[must_use]
    pub fn search(&self, query: &str) -> Vec<u32> {
        self.0.search(query)
    }
}
