//! Vendors of an import, and their contacts.

use domain::{
    imports::vendors::ImportedVendor,
    types::{
        email,
        ids::{ImportId, VendorContactId, VendorId},
    },
};
use uuid::Uuid;

use crate::{db::prelude::*, imports::staging::Place, scope::Scope, text::or_none};

/// What a row adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StagedVendor {
    /// The vendor.
    pub vendor: VendorId,
    /// Whether it is new; otherwise it gets a contact.
    pub is_new: bool,
    /// The new contact.
    pub contact: Option<VendorContactId>,
}

/// A vendor as an import compares it.
#[derive(Debug)]
pub struct VendorKeyRow {
    /// Its id.
    pub id: VendorId,
    /// Its name.
    pub name: String,
    /// The address of one of its contacts, as addresses are compared.
    pub email_key: Option<String>,
}

columns! {
    VendorKeyRow { id, name, email_key }
}

/// Passes each of the company's vendors once for each of its contacts, by name.
pub async fn each_known(
    tx: &mut Tx,
    scope: Scope,
    take: impl FnMut(VendorKeyRow) + Send,
) -> DbResult<()> {
    sql!(
        "SELECT vendor.id, vendor.name, vendor_contact.email_key
         FROM vendor LEFT JOIN vendor_contact ON vendor_contact.vendor_id = vendor.id
         WHERE vendor.company_id = $1
         ORDER BY vendor.name, vendor.id"
    )
    .bind(scope)
    .each(tx, take)
    .await
}

/// Stages what a row adds.
pub async fn stage(
    tx: &mut Tx,
    place: Place<'_>,
    staged: StagedVendor,
    row: &ImportedVendor,
) -> DbResult<()> {
    let contact = row.contact.as_ref().filter(|_| staged.contact.is_some());
    sql!(
        "INSERT INTO staged_vendor
             (import_id, position, is_new, vendor_id, name, account_number, contact_id, contact_name,
              email, email_key)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
    )
    .bind(place.import)
    .bind(place.position)
    .bind(staged.is_new)
    .bind(staged.vendor)
    .bind(&row.vendor.name)
    .bind(or_none(&row.vendor.account_number))
    .bind(staged.contact)
    .bind(contact.map(|contact| contact.name.as_str()))
    .bind(contact.map(|contact| contact.email.as_str()))
    .bind(contact.map(|contact| email::normalized(&contact.email)))
    .run_one(tx)
    .await
}

/// Removes what a row adds.
pub async fn unstage(tx: &mut Tx, place: Place<'_>) -> DbResult<()> {
    sql!("DELETE FROM staged_vendor WHERE import_id = $1 AND position = $2")
        .bind(place.import)
        .bind(place.position)
        .run_one(tx)
        .await
}

/// Adds the staged vendors and contacts; returns of how many rows.
pub async fn publish(tx: &mut Tx, scope: Scope, (import, undo): (Uuid, ImportId)) -> DbResult<u64> {
    tx.touch_row(scope.company(), Change::Vendors);
    note_new(tx, scope, (import, undo)).await?;
    let added = sql!(
        "INSERT INTO vendor (id, company_id, name, account_number)
         SELECT staged.vendor_id, staged_import.company_id, staged.name, staged.account_number
         FROM staged_vendor AS staged
         JOIN staged_import ON staged_import.id = staged.import_id
         WHERE staged.import_id = $1 AND staged_import.company_id = $2 AND staged.is_new
         ORDER BY staged.position"
    )
    .bind(import)
    .bind(scope)
    .run(tx)
    .await?;
    let mut contacts = [0, 0];
    for (added, is_new) in contacts.iter_mut().zip([true, false]) {
        *added = sql!(
            "INSERT INTO vendor_contact (id, vendor_id, name, email, email_key)
             SELECT staged.contact_id, vendor.id, staged.contact_name, staged.email, staged.email_key
             FROM staged_vendor AS staged
             JOIN vendor ON vendor.id = staged.vendor_id
             WHERE staged.import_id = $1 AND vendor.company_id = $2 AND staged.is_new = $3
                 AND staged.contact_id IS NOT NULL
             ORDER BY staged.position"
        )
        .bind(import)
        .bind(scope)
        .bind(is_new)
        .run(tx)
        .await?;
    }
    Ok(added + contacts[1])
}

/// Notes the staged vendors that will be new, and the new contacts of those that are there.
async fn note_new(tx: &mut Tx, scope: Scope, (import, undo): (Uuid, ImportId)) -> DbResult<()> {
    for new in [
        sql!(
            "INSERT INTO imported_row (company_id, import_id, kind, row_id, is_new)
             SELECT staged_import.company_id, stored_import.id, 'vendor', staged.vendor_id, TRUE
             FROM staged_vendor AS staged
             JOIN staged_import ON staged_import.id = staged.import_id
             JOIN stored_import ON stored_import.company_id = staged_import.company_id
             WHERE staged.import_id = $1 AND staged_import.company_id = $2 AND staged.is_new
                 AND stored_import.id = $3"
        ),
        sql!(
            "INSERT INTO imported_row (company_id, import_id, kind, row_id, is_new)
             SELECT staged_import.company_id, stored_import.id, 'vendorContact', staged.contact_id,
                 TRUE
             FROM staged_vendor AS staged
             JOIN staged_import ON staged_import.id = staged.import_id
             JOIN stored_import ON stored_import.company_id = staged_import.company_id
             WHERE staged.import_id = $1 AND staged_import.company_id = $2 AND NOT staged.is_new
                 AND stored_import.id = $3"
        ),
    ] {
        new.bind(import).bind(scope).bind(undo).run(tx).await?;
    }
    Ok(())
}
