//! Customers of a contractor.

use domain::{
    customers::{Customer, CustomerForm},
    types::{
        ids::{AppointmentId, CustomerId, JobId},
        phone,
    },
};

use crate::{db::prelude::*, scope::Scope, text::or_none};

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

/// Those of these customers that are the company's.
pub async fn list_of(tx: &mut Tx, scope: Scope, ids: &[CustomerId]) -> DbResult<Vec<Customer>> {
    sql!(
        "SELECT id, first_name, last_name, company, phone, address, city, state, zip, company_id
         FROM customer WHERE company_id = $1 AND id IN ({ids})
         ORDER BY last_name, first_name, id"
    )
    .bind(scope)
    .bind_list("ids", ids.iter().copied())
    .all(tx)
    .await
}

/// One of the company's customers.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) when there is none.
pub async fn find(tx: &mut Tx, scope: Scope, id: CustomerId) -> DbResult<Customer> {
    list_of(tx, scope, &[id]).await?.pop().ok_or(DbError::Missing)
}

/// Adds a customer from the form.
pub async fn insert(
    tx: &mut Tx,
    scope: Scope,
    id: CustomerId,
    form: &CustomerForm,
) -> DbResult<Customer> {
    let statement = sql!(
        "INSERT INTO customer
             (company_id, id, first_name, last_name, company, phone, address, city, state, zip)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
    );
    write(tx, (scope, ChangeType::CustomerCreated), statement, as_stored(id, scope, form)).await
}

/// Runs a statement that stores all values of a customer in order.
async fn write(
    tx: &mut Tx,
    (scope, change): (Scope, ChangeType),
    statement: Sql,
    customer: Customer,
) -> DbResult<Customer> {
    tx.touch_row(scope.company(), Change::Customer(customer.id));
    note(tx, change, scope, customer.id);
    statement
        .bind(scope)
        .bind(customer.id)
        .bind(&customer.first_name)
        .bind(&customer.last_name)
        .bind(&customer.company)
        .bind(&customer.phone)
        .bind(&customer.address)
        .bind(&customer.city)
        .bind(&customer.state)
        .bind(&customer.zip)
        .run_one(tx)
        .await?;
    Ok(customer)
}

/// Locks one of the company's customers before a change.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) when there is none.
pub async fn lock(tx: &mut Tx, scope: Scope, id: CustomerId) -> DbResult<()> {
    sql!("SELECT id FROM customer WHERE company_id = $1 AND id = $2 {lock}")
        .bind(scope)
        .bind(id)
        .one(tx)
        .await
}

/// Changes one of the company's customers. Their name appears on their appointments.
pub async fn update(
    tx: &mut Tx,
    scope: Scope,
    id: CustomerId,
    form: &CustomerForm,
) -> DbResult<Customer> {
    tx.publish_lists(scope.company(), [ListKind::Appointments]);
    let statement = sql!(
        "UPDATE customer SET first_name = $3, last_name = $4, company = $5, phone = $6,
             address = $7, city = $8, state = $9, zip = $10
         WHERE company_id = $1 AND id = $2"
    );
    write(tx, (scope, ChangeType::CustomerUpdated), statement, as_stored(id, scope, form)).await
}

/// Deletes one of the company's customers; their jobs and appointments stay, without a customer.
pub async fn delete(tx: &mut Tx, scope: Scope, id: CustomerId) -> DbResult<()> {
    let company = scope.company();
    tx.touch_row(company, Change::Customer(id));
    note(tx, ChangeType::CustomerDeleted, scope, id);
    let jobs: Vec<JobId> =
        sql!("SELECT id AS value FROM job WHERE company_id = $1 AND customer_id = $2")
            .bind(scope)
            .bind(id)
            .values(tx)
            .await?;
    let appointments: Vec<AppointmentId> =
        sql!("SELECT id AS value FROM appointment WHERE company_id = $1 AND customer_id = $2")
            .bind(scope)
            .bind(id)
            .values(tx)
            .await?;
    for job in jobs {
        tx.touch_row(company, Change::Job(job));
    }
    for appointment in appointments {
        tx.touch_row(company, Change::Appointment(appointment));
    }
    tx.publish_lists(company, [ListKind::Jobs, ListKind::Appointments]);
    sql!("DELETE FROM customer WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(id)
        .run_one(tx)
        .await
}

/// Notes a change of a customer for other software.
fn note(tx: &mut Tx, change: ChangeType, scope: Scope, customer: CustomerId) {
    tx.note_change(change, Changed::Customer { customer, company: scope.company() });
}

/// The customer that the form makes.
pub(crate) fn as_stored(id: CustomerId, scope: Scope, form: &CustomerForm) -> Customer {
    let text = |text: &str| or_none(text).map(str::to_string);
    Customer {
        id,
        first_name: form.first_name.clone(),
        last_name: form.last_name.clone(),
        company: text(&form.company),
        // A validated form has a valid phone number.
        phone: phone::parse(&form.phone).unwrap_or_else(|| form.phone.clone()),
        address: text(&form.address),
        city: text(&form.city),
        state: text(&form.state),
        zip: text(&form.zip),
        company_id: scope.company(),
    }
}

/// Whether this customer belongs to the company; if so, it cannot be deleted until the transaction ends.
pub async fn is_own(tx: &mut Tx, scope: Scope, customer: CustomerId) -> DbResult<bool> {
    sql!("SELECT id FROM customer WHERE company_id = $1 AND id = $2 {keep}")
        .bind(scope)
        .bind(customer)
        .exists(tx)
        .await
}
