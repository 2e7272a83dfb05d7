//! Customers of an import.

use domain::{
    customers::CustomerForm,
    types::ids::{CustomerId, ImportId},
};
use uuid::Uuid;

use crate::{
    customers,
    db::{changes::data_text, prelude::*},
    imports::staging::Place,
    scope::Scope,
    text::or_none,
};

/// The fields of a customer that an import compares its rows with.
#[derive(Debug)]
pub struct CustomerKeyRow {
    /// Their first name.
    pub first_name: String,
    /// Their last name.
    pub last_name: String,
    /// Their phone number.
    pub phone: String,
}

columns! {
    CustomerKeyRow { first_name, last_name, phone }
}

/// Passes the fields of each of the company's customers that an import compares.
pub async fn each_known(
    tx: &mut Tx,
    scope: Scope,
    take: impl FnMut(CustomerKeyRow) + Send,
) -> DbResult<()> {
    sql!("SELECT first_name, last_name, phone FROM customer WHERE company_id = $1")
        .bind(scope)
        .each(tx, take)
        .await
}

/// Stages a customer from the form, whose phone has the stored format.
pub async fn stage(
    tx: &mut Tx,
    place: Place<'_>,
    id: CustomerId,
    form: &CustomerForm,
) -> DbResult<()> {
    let created = customers::as_stored(id, place.scope, form);
    sql!(
        "INSERT INTO staged_customer
             (import_id, position, id, first_name, last_name, company, phone, address, city, state, zip,
              event_data)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
    )
    .bind(place.import)
    .bind(place.position)
    .bind(id)
    .bind(&form.first_name)
    .bind(&form.last_name)
    .bind(or_none(&form.company))
    .bind(&form.phone)
    .bind(or_none(&form.address))
    .bind(or_none(&form.city))
    .bind(or_none(&form.state))
    .bind(or_none(&form.zip))
    .bind(data_text(ChangeKind::Customer, &created)?)
    .run_one(tx)
    .await
}

/// Removes a staged customer.
pub async fn unstage(tx: &mut Tx, place: Place<'_>) -> DbResult<()> {
    sql!("DELETE FROM staged_customer WHERE import_id = $1 AND position = $2")
        .bind(place.import)
        .bind(place.position)
        .run_one(tx)
        .await
}

/// Makes customers of the staged ones; returns how many.
pub async fn publish(tx: &mut Tx, scope: Scope, (import, undo): (Uuid, ImportId)) -> DbResult<u64> {
    tx.touch(scope.company());
    tx.note_staged(ChangeType::CustomerCreated, scope.company(), import);
    sql!(
        "INSERT INTO imported_row (company_id, import_id, kind, row_id, is_new)
         SELECT staged_import.company_id, stored_import.id, 'customer', staged.id, TRUE
         FROM staged_customer AS staged
         JOIN staged_import ON staged_import.id = staged.import_id
         JOIN stored_import ON stored_import.company_id = staged_import.company_id
         WHERE staged.import_id = $1 AND staged_import.company_id = $2 AND stored_import.id = $3"
    )
    .bind(import)
    .bind(scope)
    .bind(undo)
    .run(tx)
    .await?;
    sql!(
        "INSERT INTO customer
             (id, company_id, first_name, last_name, company, phone, address, city, state, zip)
         SELECT staged.id, staged_import.company_id, staged.first_name, staged.last_name,
             staged.company, staged.phone, staged.address, staged.city, staged.state, staged.zip
         FROM staged_customer AS staged
         JOIN staged_import ON staged_import.id = staged.import_id
         WHERE staged.import_id = $1 AND staged_import.company_id = $2
         ORDER BY staged.position"
    )
    .bind(import)
    .bind(scope)
    .run(tx)
    .await
}
