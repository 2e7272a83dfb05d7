//! From whom a contractor buys: vendors and the people there.

use std::collections::HashSet;

use domain::{
    types::{
        email,
        ids::{VendorContactId, VendorId},
    },
    vendors::{Vendor, VendorContact, VendorContactForm, VendorForm},
};

use crate::{db::prelude::*, scope::Scope, text::or_none};

columns! {
    Vendor { id, name, account_number, company_id }
    VendorContact { id, vendor_id, name, email }
}

/// The company's vendors by name.
pub async fn list(tx: &mut Tx, scope: Scope) -> DbResult<Vec<Vendor>> {
    sql!(
        "SELECT id, name, account_number, company_id FROM vendor WHERE company_id = $1
         ORDER BY name, id"
    )
    .bind(scope)
    .all(tx)
    .await
}

/// The contacts of all the company's vendors, by name: one statement, however many vendors.
pub async fn contacts(tx: &mut Tx, scope: Scope) -> DbResult<Vec<VendorContact>> {
    sql!(
        "SELECT vendor_contact.id, vendor_contact.vendor_id, vendor_contact.name,
             vendor_contact.email
         FROM vendor_contact JOIN vendor ON vendor.id = vendor_contact.vendor_id
         WHERE vendor.company_id = $1
         ORDER BY vendor_contact.name, vendor_contact.id"
    )
    .bind(scope)
    .all(tx)
    .await
}

/// Whether this vendor is the company's own; where it is, nobody deletes it until the transaction
/// ends.
pub async fn is_own(tx: &mut Tx, scope: Scope, vendor: VendorId) -> DbResult<bool> {
    sql!("SELECT id FROM vendor WHERE company_id = $1 AND id = $2 {keep}")
        .bind(scope)
        .bind(vendor)
        .exists(tx)
        .await
}

/// Adds a vendor.
pub async fn insert(
    tx: &mut Tx,
    scope: Scope,
    id: VendorId,
    form: &VendorForm,
) -> DbResult<Vendor> {
    let statement =
        sql!("INSERT INTO vendor (company_id, id, name, account_number) VALUES ($1, $2, $3, $4)");
    write(tx, scope, statement, as_stored(id, scope, form)).await
}

/// Finds one of the company's own vendors in order to change it.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) when there is none.
pub async fn lock(tx: &mut Tx, scope: Scope, id: VendorId) -> DbResult<()> {
    sql!("SELECT id FROM vendor WHERE company_id = $1 AND id = $2 {lock}")
        .bind(scope)
        .bind(id)
        .one(tx)
        .await
}

/// Changes a vendor that was found to be one's own.
pub async fn update(
    tx: &mut Tx,
    scope: Scope,
    id: VendorId,
    form: &VendorForm,
) -> DbResult<Vendor> {
    let statement =
        sql!("UPDATE vendor SET name = $3, account_number = $4 WHERE company_id = $1 AND id = $2");
    write(tx, scope, statement, as_stored(id, scope, form)).await
}

/// Runs what stores a vendor, all of whose values it names in their order.
async fn write(tx: &mut Tx, scope: Scope, statement: Sql, vendor: Vendor) -> DbResult<Vendor> {
    tx.touch(scope.company());
    statement
        .bind(scope)
        .bind(vendor.id)
        .bind(&vendor.name)
        .bind(&vendor.account_number)
        .run_one(tx)
        .await?;
    Ok(vendor)
}

fn as_stored(id: VendorId, scope: Scope, form: &VendorForm) -> Vendor {
    Vendor {
        id,
        name: form.name.clone(),
        account_number: or_none(&form.account_number).map(str::to_string),
        company_id: scope.company(),
    }
}

/// Deletes a vendor of one's own with its contacts; purchase orders stay, without a vendor.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) when there is none.
pub async fn delete(tx: &mut Tx, scope: Scope, id: VendorId) -> DbResult<()> {
    tx.touch(scope.company());
    sql!("DELETE FROM vendor WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(id)
        .run_one(tx)
        .await
}

/// Adds somebody at a vendor that was found to be one's own.
pub async fn insert_contact(
    tx: &mut Tx,
    scope: Scope,
    vendor_id: VendorId,
    id: VendorContactId,
    form: &VendorContactForm,
) -> DbResult<VendorContact> {
    let statement = sql!(
        "INSERT INTO vendor_contact (vendor_id, id, name, email, email_key)
         VALUES ($1, $2, $3, $4, $5)"
    );
    write_contact(tx, scope, statement, contact_as_stored(id, vendor_id, form)).await
}

/// Runs what stores a contact, all of whose values it names in their order.
async fn write_contact(
    tx: &mut Tx,
    scope: Scope,
    statement: Sql,
    contact: VendorContact,
) -> DbResult<VendorContact> {
    tx.touch(scope.company());
    statement
        .bind(contact.vendor_id)
        .bind(contact.id)
        .bind(&contact.name)
        .bind(&contact.email)
        .bind(email::normalized(&contact.email))
        .run_one(tx)
        .await?;
    Ok(contact)
}

fn contact_as_stored(
    id: VendorContactId,
    vendor_id: VendorId,
    form: &VendorContactForm,
) -> VendorContact {
    VendorContact { id, vendor_id, name: form.name.clone(), email: form.email.clone() }
}

/// The vendor of a contact of the company's own, which is found in order to be changed.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) when there is none.
pub async fn vendor_of(tx: &mut Tx, scope: Scope, contact: VendorContactId) -> DbResult<VendorId> {
    sql!(
        "SELECT vendor_contact.vendor_id AS value FROM vendor_contact
         WHERE vendor_contact.id = $2
             AND EXISTS (SELECT 1 FROM vendor
                         WHERE vendor.id = vendor_contact.vendor_id AND vendor.company_id = $1)
         {lock}"
    )
    .bind(scope)
    .bind(contact)
    .value(tx)
    .await
}

/// Changes somebody at a vendor who was found to be one's own.
pub async fn set_contact(
    tx: &mut Tx,
    scope: Scope,
    vendor_id: VendorId,
    id: VendorContactId,
    form: &VendorContactForm,
) -> DbResult<VendorContact> {
    let statement = sql!(
        "UPDATE vendor_contact SET name = $3, email = $4, email_key = $5
         WHERE vendor_id = $1 AND id = $2"
    );
    write_contact(tx, scope, statement, contact_as_stored(id, vendor_id, form)).await
}

/// Deletes somebody at a vendor who was found to be one's own.
pub async fn delete_contact(
    tx: &mut Tx,
    scope: Scope,
    vendor: VendorId,
    id: VendorContactId,
) -> DbResult<()> {
    tx.touch(scope.company());
    sql!("DELETE FROM vendor_contact WHERE vendor_id = $1 AND id = $2")
        .bind(vendor)
        .bind(id)
        .run_one(tx)
        .await
}

/// Those contacts of the company's own vendors that have one of these addresses, each address once
/// and as it is stored. Nobody deletes them until the transaction ends.
pub async fn contacts_at(
    tx: &mut Tx,
    scope: Scope,
    keys: &[String],
) -> DbResult<Vec<VendorContact>> {
    let mut found: Vec<VendorContact> = sql!(
        "SELECT vendor_contact.id, vendor_contact.vendor_id, vendor_contact.name,
             vendor_contact.email
         FROM vendor_contact JOIN vendor ON vendor.id = vendor_contact.vendor_id
         WHERE vendor.company_id = $1 AND vendor_contact.email_key IN ({keys})
         ORDER BY vendor_contact.id {keep}"
    )
    .bind(scope)
    .bind_list("keys", keys)
    .all(tx)
    .await?;
    let mut seen = HashSet::new();
    found.retain(|contact| seen.insert(email::normalized(&contact.email)));
    Ok(found)
}
