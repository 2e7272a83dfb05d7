//! How imported vendors are stored: new ones are added, known ones get the contacts that they do not have.

use std::collections::{HashMap, HashSet};

use domain::{
    activity::labels::ActivityKind,
    imports::{
        csv::{
            checked::CheckedSheet,
            row_key::{RowKey, RowKeys},
        },
        vendors::ImportedVendor,
    },
    types::{
        email,
        ids::{ImportId, VendorContactId, VendorId},
        normalize::fold_name,
    },
};
use store::{
    db::{Tx, error::DbResult},
    imports::{
        staging::Place,
        vendors::{self, StagedVendor},
    },
    scope::Scope,
};
use uuid::Uuid;

use crate::{
    api::imports::storing::{RowIds, RowPlan, StoredRow},
    app::App,
};

impl StoredRow for ImportedVendor {
    const KIND: ActivityKind = ActivityKind::Vendor;
    const CHANGES: bool = true;
    type Known = Directory;
    type Staged = StagedVendor;

    async fn known(tx: &mut Tx, scope: Scope, keys: &RowKeys) -> DbResult<Self::Known> {
        let mut known = Directory::default();
        vendors::each_known(tx, scope, |row| {
            let vendor = *known.vendors.entry(keys.of(&fold_name(&row.name))).or_insert(row.id);
            if let Some(address) = row.email_key {
                known.contacts.insert((vendor, keys.of(&address)));
            }
        })
        .await?;
        Ok(known)
    }

    fn plan(
        mut known: Self::Known,
        sheet: &CheckedSheet<Self>,
        ids: &[RowIds],
    ) -> Vec<RowPlan<Self::Staged>> {
        let mut plan = vec![RowPlan::Nothing; sheet.rows().len()];
        let mut reader = sheet.reader();
        for (at, _) in sheet.good() {
            let Ok(row) = reader.read::<Self>(at) else { continue };
            plan[at] = known.put(&row, ids[at], sheet.keys());
        }
        plan
    }

    async fn stage(
        self,
        _: &App,
        tx: &mut Tx,
        place: Place<'_>,
        staged: Self::Staged,
    ) -> DbResult<()> {
        vendors::stage(tx, place, staged, &self).await
    }

    async fn unstage(tx: &mut Tx, place: Place<'_>) -> DbResult<()> {
        vendors::unstage(tx, place).await
    }

    async fn publish(
        tx: &mut Tx,
        scope: Scope,
        import: (Uuid, ImportId),
        _: &[RowPlan<Self::Staged>],
    ) -> DbResult<u64> {
        vendors::publish(tx, scope, import).await
    }
}

/// The company's vendors by name, and the addresses of their contacts. Of several vendors with the same name, the
/// first is used, with the contacts of all of them.
#[derive(Default)]
pub(crate) struct Directory {
    vendors: HashMap<RowKey, VendorId>,
    contacts: HashSet<(VendorId, RowKey)>,
}

impl Directory {
    /// What a row does, if the rows before it are stored. The ids are for a new vendor and a new contact.
    fn put(
        &mut self,
        row: &ImportedVendor,
        [new_vendor, new_contact]: RowIds,
        keys: &RowKeys,
    ) -> RowPlan<StagedVendor> {
        let name = keys.of(&fold_name(&row.vendor.name));
        let known = self.vendors.get(&name).copied();
        let vendor = known.unwrap_or(VendorId(new_vendor));
        self.vendors.insert(name, vendor);
        let address =
            row.contact.as_ref().map(|contact| keys.of(&email::normalized(&contact.email)));
        let is_new_contact = address.is_some_and(|address| self.contacts.insert((vendor, address)));
        let contact = is_new_contact.then_some(VendorContactId(new_contact));
        let staged = StagedVendor { vendor, is_new: known.is_none(), contact };
        match (staged.is_new, contact) {
            (true, _) => RowPlan::Create(vendor.0, staged),
            (false, Some(_)) => RowPlan::Change(vendor.0, staged),
            (false, None) => RowPlan::Nothing,
        }
    }
}
