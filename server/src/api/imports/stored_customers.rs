//! How imported customers are stored.

use std::collections::HashSet;

use domain::{
    activity::labels::ActivityKind,
    imports::{
        csv::{checked::CheckedSheet, row_key::RowKey},
        customers::{ImportedCustomer, dedupe_key},
    },
    types::ids::CustomerId,
};
use store::{
    db::{Tx, error::DbResult},
    imports::{
        customers::{self, CustomerKeyRow},
        staging::Place,
    },
    scope::Scope,
};
use uuid::Uuid;

use crate::{
    api::imports::storing::{RowIds, RowPlan, StoredRow, new_rows},
    app::App,
};

impl StoredRow for ImportedCustomer {
    const KIND: ActivityKind = ActivityKind::Customer;
    type Known = Vec<CustomerKeyRow>;
    type Staged = CustomerId;

    async fn known(tx: &mut Tx, scope: Scope) -> DbResult<Self::Known> {
        customers::known(tx, scope).await
    }

    fn plan(
        known: Self::Known,
        sheet: &CheckedSheet<Self>,
        ids: &[RowIds],
    ) -> Vec<RowPlan<CustomerId>> {
        let key = |one: &CustomerKeyRow| dedupe_key(&one.first_name, &one.last_name, &one.phone);
        let known: HashSet<RowKey> = known.iter().map(|one| sheet.keys().of(&key(one))).collect();
        new_rows(&known, sheet, |at| (ids[at][0], CustomerId(ids[at][0])))
    }

    async fn stage(self, _: &App, tx: &mut Tx, place: Place, id: CustomerId) -> DbResult<()> {
        customers::stage(tx, place, id, &self.form).await
    }

    async fn unstage(tx: &mut Tx, place: Place) -> DbResult<()> {
        customers::unstage(tx, place).await
    }

    async fn publish(
        tx: &mut Tx,
        scope: Scope,
        import: Uuid,
        _: &[RowPlan<CustomerId>],
    ) -> DbResult<u64> {
        customers::publish(tx, scope, import).await
    }
}
