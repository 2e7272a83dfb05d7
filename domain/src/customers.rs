//! Customers and how they are found.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::{
    forms::{
        error::ValidationError,
        form::{Form, FromFields as _, OptionalId, form},
        validator::Validator,
    },
    i18n::rules::Text,
    types::{
        field::FromField,
        ids::{CompanyId, CustomerId},
        normalize::{Query, TextIndex},
    },
};

/// Whom a contractor works for.
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
    /// The customer form, and what a search looks at.
    CustomerForm {
        first_name: String = "firstName",
        last_name: String = "lastName",
        company: String = "company",
        phone: String = "phone",
        address: String = "address",
        city: String = "city",
        state: String = "state",
        zip: String = "zip",
    }
}

impl Form for CustomerForm {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let missing = Text::CustomerIncomplete;
        let mut checks = Validator::new();
        checks.text("firstName", &self.first_name).required_with(missing).line();
        checks.text("lastName", &self.last_name).required_with(missing).line();
        checks.text("company", &self.company).line();
        checks.text("phone", &self.phone).required_with(missing).phone();
        checks.text("address", &self.address).line();
        checks.text("city", &self.city).line();
        checks.text("state", &self.state).line();
        checks.text("zip", &self.zip).line();
        checks.finish()
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
        first_name: String = "firstName",
        last_name: String = "lastName",
        company: String = "company",
        phone: String = "phone",
        address: String = "address",
        city: String = "city",
        state: String = "state",
        zip: String = "zip",
        #[ts(as = "Option<CompanyId>")]
        company_id: OptionalId<CompanyId> = "companyId",
    }
}

impl CreateCustomer {
    /// Everything but the company whose customer it will be.
    #[must_use]
    pub fn fields(&self) -> CustomerForm {
        CustomerForm {
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            company: self.company.clone(),
            phone: self.phone.clone(),
            address: self.address.clone(),
            city: self.city.clone(),
            state: self.state.clone(),
            zip: self.zip.clone(),
        }
    }
}

impl Form for CreateCustomer {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        self.fields().check()
    }
}

form! {
    /// Changes a customer: the whole form, in place of what stood there.
    EditCustomer {
        #[ts(as = "CustomerId")]
        customer_id: OptionalId<CustomerId> = "customerId",
        customer: CustomerForm = "customer",
    }
}

impl Form for EditCustomer {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("customerId", self.customer_id.0.as_ref());
        checks.add_errors(self.customer.check());
        checks.finish()
    }
}

impl CustomerForm {
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

/// Does every word of the query stand in some field of the customer?
#[must_use]
pub fn matches(query: &str, customer: &CustomerForm) -> bool {
    Query::new(query).matches(&customer.searched())
}

/// The customers of a company, folded once and searched on every keystroke. It answers as [`matches`]
/// does.
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
