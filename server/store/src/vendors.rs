//! A contractor's vendors and their contacts.

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

/// The contacts of all the company's vendors, by name: one statement, whatever the number of vendors.
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

/// Whether this vendor belongs to the company; if so, it cannot be deleted until the transaction ends.
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

/// Locks one of the company's vendors before a change.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) if there is none.
pub async fn lock(tx: &mut Tx, scope: Scope, id: VendorId) -> DbResult<()> {
    sql!("SELECT id FROM vendor WHERE company_id = $1 AND id = $2 {lock}")
        .bind(scope)
        .bind(id)
        .one(tx)
        .await
}

/// Changes one of the company's vendors.
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

/// Runs a statement that stores all values of a vendor in order.
async fn write(tx: &mut Tx, scope: Scope, statement: Sql, vendor: Vendor) -> DbResult<Vendor> {
    tx.touch_row(scope.company(), Change::Vendors);
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

/// Deletes one of the company's vendors with its contacts; purchase orders stay, without a vendor.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) if there is none.
pub async fn delete(tx: &mut Tx, scope: Scope, id: VendorId) -> DbResult<()> {
    tx.touch_row(scope.company(), Change::Vendors);
    sql!("DELETE FROM vendor WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(id)
        .run_one(tx)
        .await
}

/// Adds a contact to one of the company's vendors.
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

/// Runs a statement that stores all values of a contact in order.
async fn write_contact(
    tx: &mut Tx,
    scope: Scope,
    statement: Sql,
    contact: VendorContact,
) -> DbResult<VendorContact> {
    tx.touch_row(scope.company(), Change::Vendors);
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

/// Locks a contact of the company's vendors before a change, and returns the vendor.
///
/// # Errors
/// [`DbError::Missing`](crate::db::error::DbError::Missing) if there is none.
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

/// Changes a contact of one of the company's vendors.
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

/// Deletes a contact of one of the company's vendors.
pub async fn delete_contact(
    tx: &mut Tx,
    scope: Scope,
    vendor: VendorId,
    id: VendorContactId,
) -> DbResult<()> {
    tx.touch_row(scope.company(), Change::Vendors);
    sql!("DELETE FROM vendor_contact WHERE vendor_id = $1 AND id = $2")
        .bind(vendor)
        .bind(id)
        .run_one(tx)
        .await
}

/// The contacts of the company's vendors with one of these addresses, each address once and as it is stored.
/// They cannot be deleted until the transaction ends.
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

/// A contact of the company's vendors, if there is one; it cannot be deleted until the transaction ends.
pub async fn contact(
    tx: &mut Tx,
    scope: Scope,
    contact: VendorContactId,
) -> DbResult<Option<VendorContact>> {
    sql!(
        "SELECT vendor_contact.id, vendor_contact.vendor_id, vendor_contact.name,
             vendor_contact.email
         FROM vendor_contact
         WHERE vendor_contact.id = $2
             AND EXISTS (SELECT 1 FROM vendor
                         WHERE vendor.id = vendor_contact.vendor_id AND vendor.company_id = $1)
         {keep}"
    )
    .bind(scope)
    .bind(contact)
    .optional(tx)
    .await
}
