//! How imported jobs are stored.

use std::collections::HashSet;

use domain::{
    activity::labels::ActivityKind,
    imports::{
        csv::{
            checked::CheckedSheet,
            row_key::{RowKey, RowKeys},
        },
        jobs::row::{ImportedJob, dedupe_key},
    },
    jobs::forms::NewJob,
    types::{
        ids::{ImportId, JobCrewId, JobId},
        place::Location,
        point::Point,
    },
};
use store::{
    db::{Tx, error::DbResult},
    imports::{
        jobs::{self, JobKeyRow},
        staging::Place,
    },
    scope::Scope,
};
use uuid::Uuid;

use crate::{
    api::imports::storing::{RowIds, RowPlan, StoredRow, new_rows},
    app::App,
};

impl StoredRow for ImportedJob {
    const KIND: ActivityKind = ActivityKind::Job;
    type Known = HashSet<RowKey>;
    type Staged = (JobId, JobCrewId);

    async fn known(tx: &mut Tx, scope: Scope, keys: &RowKeys) -> DbResult<Self::Known> {
        let mut known = HashSet::new();
        jobs::each_known(tx, scope, |job| {
            known.insert(keys.of(&key_of(job)));
        })
        .await?;
        Ok(known)
    }

    fn plan(
        known: Self::Known,
        sheet: &CheckedSheet<Self>,
        ids: &[RowIds],
    ) -> Vec<RowPlan<Self::Staged>> {
        new_rows(&known, sheet, |at| (ids[at][0], (JobId(ids[at][0]), JobCrewId(ids[at][1]))))
    }

    /// At the coordinates of the file, or else of the embedded table: thousands of rows are too many for a
    /// geocoding service to be asked while the import waits.
    async fn stage(
        self,
        app: &App,
        tx: &mut Tx,
        place: Place<'_>,
        ids: Self::Staged,
    ) -> DbResult<()> {
        let location = self.coordinates.map_or_else(
            || app.geocoder.offline().locate((&self.job).into()),
            |(latitude, longitude)| Some(Location::of_house(Point { latitude, longitude })),
        );
        jobs::stage(tx, place, ids, &self, location).await
    }

    async fn unstage(tx: &mut Tx, place: Place<'_>) -> DbResult<()> {
        jobs::unstage(tx, place).await
    }

    async fn publish(
        tx: &mut Tx,
        scope: Scope,
        import: (Uuid, ImportId),
        plan: &[RowPlan<Self::Staged>],
    ) -> DbResult<u64> {
        let ids = plan.iter().filter_map(|row| match row {
            RowPlan::Create(_, (job, _)) => Some(*job),
            _ => None,
        });
        jobs::publish(tx, scope, import, ids).await
    }
}

fn key_of(known: JobKeyRow) -> String {
    let job = NewJob {
        title: known.title,
        address: known.address.unwrap_or_default(),
        city: known.city,
        state: known.state,
        zip: known.zip.unwrap_or_default(),
    };
    dedupe_key(known.job_number.as_deref(), &job)
}
