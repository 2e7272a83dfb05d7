//! `/api/jobs`: tags and measurement reports.

use domain::{
    jobs::{
        job::{MeasurementReport, Tag},
        records::{AddMeasurement, AddTag, DeleteTag},
    },
    types::ids::{ReportId, TagId},
};
use store::{
    activity::{record, subject::Subject},
    jobs::records as job_records,
};
use uuid::Uuid;

use crate::{api::jobs::jobs::own_job, http::prelude::*};

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/jobs/addTag", add_tag)
        .post("/api/jobs/deleteTag", delete_tag)
        .post("/api/jobs/addMeasurementReport", add_report)
        .delete("/api/jobs/deleteMeasurementReport/{id}", delete_report)
}

async fn add_tag(
    caller: Caller<gate::JobsTags>,
    State(app): State<App>,
    sent: UncheckedForm<AddTag>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, job) = own_job(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    let tag = Tag { id: TagId(Uuid::now_v7()), content: form.tag.content, job_id: job.id };
    let snapshot = record::snapshot(&mut tx, Subject::JobParts(job.id)).await?;
    job_records::add_tag(&mut tx, &job, &tag).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("tag": tag))
}

async fn delete_tag(
    caller: Caller<gate::JobsTags>,
    State(app): State<App>,
    sent: UncheckedForm<DeleteTag>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, job) = own_job(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    let snapshot = record::snapshot(&mut tx, Subject::JobParts(job.id)).await?;
    job_records::delete_tag(&mut tx, &job, form.tag_id()).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("id": form.tag_id()))
}

async fn add_report(
    caller: Caller<gate::JobsMeasurements>,
    State(app): State<App>,
    sent: UncheckedForm<AddMeasurement>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let (form, job) = own_job(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    let report = MeasurementReport {
        id: ReportId(Uuid::now_v7()),
        amount: form.quantity(),
        measurement: form.measured.measurement,
        job_id: job.id,
    };
    let snapshot = record::snapshot(&mut tx, Subject::JobParts(job.id)).await?;
    job_records::add_report(&mut tx, &job, &report).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("report": report))
}

async fn delete_report(
    caller: Caller<gate::JobsMeasurements>,
    State(app): State<App>,
    PathId(report): PathId<ReportId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let job = job_records::find_report(&mut tx, caller.scope(), report).await?;
    let snapshot = record::snapshot(&mut tx, Subject::JobParts(job.id)).await?;
    job_records::delete_report(&mut tx, &job, report).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("id": report))
}
