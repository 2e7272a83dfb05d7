//! Customers of a contractor.

use domain::{customers::Customer, ids::CustomerId};

use crate::{
    columns,
    db::{DbResult, Tx},
    scope::Scope,
    sql,
};

columns! {
    Customer {
        id, first_name, last_name, company, phone, address, city, state, zip, company_id,
    }
}

/// The company's customers by name.
pub async fn list(tx: &mut Tx, scope: Scope) -> DbResult<Vec<Customer>> {
    sql!(
        "SELECT id, first_name, last_name, company, phone, address, city, state, zip, company_id
         FROM customer WHERE company_id = $1 ORDER BY last_name, first_name, id"
    )
    .bind(scope)
    .all(tx)
    .await
}

/// A customer to be stored.
#[derive(Clone, Debug)]
pub struct NewCustomer<'a> {
    /// First name.
    pub first_name: &'a str,
    /// Last name.
    pub last_name: &'a str,
    /// The company they stand for.
    pub company: Option<&'a str>,
    /// As the domain stores phones.
    pub phone: &'a str,
    /// Street and number.
    pub address: &'a str,
    /// City.
    pub city: &'a str,
    /// State.
    pub state: &'a str,
    /// ZIP.
    pub zip: &'a str,
}

/// Adds a customer.
pub async fn insert(
    tx: &mut Tx,
    scope: Scope,
    id: CustomerId,
    new: &NewCustomer<'_>,
) -> DbResult<()> {
    sql!(
        "INSERT INTO customer
             (id, company_id, first_name, last_name, company, phone, address, city, state, zip)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
    )
    .bind(id)
    .bind(scope)
    .bind(new.first_name)
    .bind(new.last_name)
    .bind(new.company)
    .bind(new.phone)
    .bind(new.address)
    .bind(new.city)
    .bind(new.state)
    .bind(new.zip)
    .run_one(tx)
    .await
}

/// Whether this customer is the company's own; where it is, nobody deletes it until the
/// transaction ends.
pub async fn is_own(tx: &mut Tx, scope: Scope, customer: CustomerId) -> DbResult<bool> {
    let own: Option<(CustomerId,)> =
        sql!("SELECT id AS value FROM customer WHERE company_id = $1 AND id = $2 {keep}")
            .bind(scope)
            .bind(customer)
            .maybe(tx)
            .await?;
    Ok(own.is_some())
}
