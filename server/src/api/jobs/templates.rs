//! `/api/job_templates`: templates of jobs, for those who create jobs. `jobs/create` makes a job from one.

use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    i18n::rules::Text,
    jobs::{
        job::Job,
        templates::{
            JobTemplate, JobTemplateName, NewJobTemplate, TemplateContents, TemplateMeasurement,
            TemplatePurchaseItem, TemplatePurchaseOrder, TemplateWorkItem, TemplateWorkOrder,
        },
    },
    orders::{
        orders::is_default_title, purchase_order_status::PurchaseOrderStatus,
        purchase_orders::PurchaseOrder, work_orders::WorkOrder,
    },
    types::{date_range::Span, ids::JobTemplateId, limits::LIMITS},
};
use store::{
    activity::{record, subject::Subject},
    companies::companies,
    db::Tx,
    jobs::{
        jobs,
        templates::{self, TemplateRow},
        visibility::Viewer,
    },
    orders::{purchase_orders, work_orders},
    planning::workdays,
};
use uuid::Uuid;

use crate::{api::jobs::jobs::own_job, http::prelude::*};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/job_templates/all", list)
        .post("/api/job_templates/create", create)
        .put("/api/job_templates/{id}", rename)
        .delete("/api/job_templates/{id}", delete)
}

async fn list(
    caller: Caller<gate::JobsCreate>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read_one_statement().await?;
    let rows = templates::list(&mut tx, caller.scope()).await?;
    let all: Vec<JobTemplate> = rows.into_iter().map(TemplateRow::shown).collect();
    Ok(named!("templates": all))
}

async fn create(
    caller: Caller<gate::JobsCreate>,
    State(app): State<App>,
    sent: UncheckedForm<NewJobTemplate>,
) -> ApiResult<impl ApiResponse> {
    let scope = caller.scope();
    let mut tx = app.db.write().await?;
    // Two admins at once would each find room for one more template.
    companies::lock(&mut tx, scope).await?;
    let (form, job) = own_job(&mut tx, &caller, sent, |form| form.job_id.0).await?;
    if templates::count(&mut tx, scope).await? >= LIMITS.job_templates {
        return Err(ApiError::Conflict(Text::TooManyTemplates));
    }
    let viewer = caller.viewer();
    let job = jobs::find(&mut tx, &viewer, job.id).await?;
    let contents = TemplateContents {
        note: (!form.note.is_empty()).then_some(form.note),
        ..contents_of(&mut tx, &viewer, job).await?
    };
    contents.check_size()?;
    let new = TemplateRow { id: JobTemplateId(Uuid::now_v7()), name: form.named.name, contents };
    templates::insert(&mut tx, scope, &new, app.clock.now()).await?;
    let added = Change::to(ActivityField::JobTemplate, new.name.as_str());
    log(&mut tx, &app, &caller, ActivityAction::Added, added).await?;
    tx.commit().await?;
    Ok(named!("template": new.shown()))
}

async fn rename(
    caller: Caller<gate::JobsCreate>,
    State(app): State<App>,
    PathId(id): PathId<JobTemplateId>,
    sent: UncheckedForm<JobTemplateName>,
) -> ApiResult<impl ApiResponse> {
    let scope = caller.scope();
    let mut tx = app.db.write().await?;
    let row = templates::lock(&mut tx, scope, id).await?;
    let JobTemplateName { name } = sent.checked()?;
    if row.name != name {
        templates::set_name(&mut tx, scope, id, &name).await?;
        let field = ActivityField::JobTemplate;
        let change = Change { field, from: Some(row.name.clone()), to: Some(name.clone()) };
        log(&mut tx, &app, &caller, ActivityAction::Changed, change).await?;
    }
    tx.commit().await?;
    Ok(named!("template": TemplateRow { name, ..row }.shown()))
}

async fn delete(
    caller: Caller<gate::JobsCreate>,
    State(app): State<App>,
    PathId(id): PathId<JobTemplateId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let row = templates::lock(&mut tx, caller.scope(), id).await?;
    templates::delete(&mut tx, caller.scope(), id).await?;
    let removed = Change { field: ActivityField::JobTemplate, from: Some(row.name), to: None };
    log(&mut tx, &app, &caller, ActivityAction::Removed, removed).await?;
    tx.commit().await?;
    Ok(named!("id": id))
}

/// Records a change of the company's templates.
async fn log<G>(
    tx: &mut Tx,
    app: &App,
    caller: &Caller<G>,
    action: ActivityAction,
    change: Change,
) -> ApiResult<()> {
    let company = record::snapshot(tx, Subject::Company(caller.scope().company())).await?;
    company.record_done(tx, caller.action_context(&app.clock), action, vec![change]).await?;
    Ok(())
}

/// What a template takes from a job: without what is true of that one only.
async fn contents_of(tx: &mut Tx, viewer: &Viewer, job: Job) -> ApiResult<TemplateContents> {
    let calendar = workdays::calendar(tx, viewer.scope).await?;
    let days = job.start_date.zip(job.end_date);
    let length = days.map(|(start_date, end_date)| calendar.length(Span { start_date, end_date }));
    // The default title of an order begins with the number of its job.
    let kept = |title: String| {
        if is_default_title(job.job_number.as_deref(), &title) { String::new() } else { title }
    };
    let work = work_orders::list(tx, viewer, job.id).await?;
    // A template has no photos of deliveries.
    let bought = purchase_orders::list(tx, viewer, job.id).await?;
    let bought = bought.into_iter().map(|order| order.with_links(|_| String::new()));
    let bought = bought.filter(|order| order.status != PurchaseOrderStatus::Cancelled);
    let work_orders = work.into_iter().map(|order| work_order(order, kept)).collect();
    let purchase_orders = bought.map(|order| purchase_order(order, kept)).collect();
    let measured = job.reports.into_iter().map(|report| TemplateMeasurement {
        measurement: report.measurement,
        amount: report.amount,
    });
    Ok(TemplateContents {
        title: job.title,
        note: None,
        color: job.color,
        contract_amount: job.contract_amount,
        workdays: length.and_then(|days| u32::try_from(days).ok()),
        tags: job.tags.into_iter().map(|tag| tag.content).collect(),
        measurements: measured.collect(),
        work_orders,
        purchase_orders,
    })
}

fn work_order(order: WorkOrder, kept: impl Fn(String) -> String) -> TemplateWorkOrder {
    let items = order.order_items.into_iter().map(|item| TemplateWorkItem {
        title: item.title,
        description: item.description,
        quantity: item.quantity,
        unit_cost: item.unit_cost,
    });
    TemplateWorkOrder { title: kept(order.title), items: items.collect() }
}

fn purchase_order(order: PurchaseOrder, kept: impl Fn(String) -> String) -> TemplatePurchaseOrder {
    let items = order
        .items
        .into_iter()
        .map(|item| TemplatePurchaseItem { product_id: item.product_id, quantity: item.quantity });
    TemplatePurchaseOrder { title: kept(order.title), items: items.collect() }
}
