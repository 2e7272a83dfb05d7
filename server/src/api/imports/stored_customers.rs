//! How imported customers are stored.

use std::collections::HashSet;

use domain::{
    activity::labels::ActivityKind,
    imports::{
        csv::{
            checked::CheckedSheet,
            row_key::{RowKey, RowKeys},
        },
        customers::{ImportedCustomer, dedupe_key},
    },
    types::ids::{CustomerId, ImportId},
};
use store::{
    db::{Tx, error::DbResult},
    imports::{customers, staging::Place},
    scope::Scope,
};
use uuid::Uuid;

use crate::{
    api::imports::storing::{RowIds, RowPlan, StoredRow, new_rows},
    app::App,
};

impl StoredRow for ImportedCustomer {
    const KIND: ActivityKind = ActivityKind::Customer;
    type Known = HashSet<RowKey>;
    type Staged = CustomerId;

    async fn known(tx: &mut Tx, scope: Scope, keys: &RowKeys) -> DbResult<Self::Known> {
        let mut known = HashSet::new();
        customers::each_known(tx, scope, |one| {
            known.insert(keys.of(&dedupe_key(&one.first_name, &one.last_name, &one.phone)));
        })
        .await?;
        Ok(known)
    }

    fn plan(
        known: Self::Known,
        sheet: &CheckedSheet<Self>,
        ids: &[RowIds],
    ) -> Vec<RowPlan<CustomerId>> {
        new_rows(&known, sheet, |at| (ids[at][0], CustomerId(ids[at][0])))
    }

    async fn stage(self, _: &App, tx: &mut Tx, place: Place<'_>, id: CustomerId) -> DbResult<()> {
        customers::stage(tx, place, id, &self.form).await
    }

    async fn unstage(tx: &mut Tx, place: Place<'_>) -> DbResult<()> {
        customers::unstage(tx, place).await
    }

    async fn publish(
        tx: &mut Tx,
        scope: Scope,
        import: (Uuid, ImportId),
        _: &[RowPlan<CustomerId>],
    ) -> DbResult<u64> {
        customers::publish(tx, scope, import).await
    }
}
