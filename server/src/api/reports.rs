//! `/api/reports`: jobs, money, crews and orders in a period, as numbers and as files. Each report covers
//! what its reader sees in the lists.

use axum::{
    extract::{Query, rejection::QueryRejection},
    http::{HeaderValue, StatusCode, header},
};
use chrono::{DateTime, Days, NaiveDate, Utc};
use domain::{
    companies::time_zone::TimeZone,
    limits::quotas::Quota,
    permissions::permission::CompanyType,
    reports::{
        Sheet,
        crews::CrewsReport,
        jobs::{JobDates, JobsReport},
        period::{Report, ReportForm, ReportPeriod},
        value::ValueReport,
        vendors::VendorsReport,
    },
};
use store::{
    companies::companies,
    company_time::{begin, local},
    db::Tx,
    reports,
};

use crate::{
    api::activity::presenter::csv_row,
    http::{
        caller::Gate,
        openapi::responses::{Csv, TypedResponse},
        prelude::*,
    },
};

pub fn routes() -> Routes {
    /// Each validates its period, and counts like a search.
    macro_rules! rate_limited {
        ($routes:expr, $($path:literal $handler:ident),+) => {
            $routes$(
                .get($path, $handler)
                .limited(Quota::Search)
                .also_fails_with(StatusCode::UNPROCESSABLE_ENTITY)
            )+
        };
    }
    rate_limited!(
        Routes::default(),
        "/api/reports/jobs" jobs,
        "/api/reports/jobs/export" jobs_file,
        "/api/reports/value" value,
        "/api/reports/value/export" value_file,
        "/api/reports/crews" crews,
        "/api/reports/crews/export" crews_file,
        "/api/reports/vendors" vendors,
        "/api/reports/vendors/export" vendors_file
    )
}

type ReportQuery = Result<Query<ReportForm>, QueryRejection>;

/// A validated request: the period and the time zone.
struct ReportRequest {
    tx: Tx,
    zone: TimeZone,
    today: NaiveDate,
    period: ReportPeriod,
}

impl ReportRequest {
    async fn read<G: Gate>(
        app: &App,
        caller: &Caller<G>,
        report: Report,
        query: ReportQuery,
    ) -> ApiResult<Self> {
        let Query(form) = query.map_err(|bad| ApiError::Malformed(bad.body_text()))?;
        let mut tx = app.db.read_long().await?;
        let zone = companies::time_zone(&mut tx, caller.scope()).await?;
        let today = local(app.clock.now(), zone).date();
        let period = form.read(report, today)?;
        Ok(Self { tx, zone, today, period })
    }

    fn day(&self, at: DateTime<Utc>) -> NaiveDate {
        local(at, self.zone).date()
    }

    /// The start of its first day, and of the day after its last.
    fn moments(&self) -> [DateTime<Utc>; 2] {
        let next = self.period.to.checked_add_days(Days::new(1)).unwrap_or(self.period.to);
        [begin(self.period.from, self.zone), begin(next, self.zone)]
    }
}

async fn jobs_report(
    app: &App,
    caller: &Caller<gate::ReportsView>,
    query: ReportQuery,
) -> ApiResult<JobsReport> {
    let mut question = ReportRequest::read(app, caller, Report::Jobs, query).await?;
    let moments = reports::moments(&mut question.tx, &caller.viewer()).await?;
    let dates = |job: reports::JobMoments| JobDates {
        created: question.day(job.date_inserted),
        status: job.status,
        span: job.span,
        completed: job.completed_at.map(|at| question.day(at)),
    };
    let jobs: Vec<JobDates> = moments.into_iter().map(dates).collect();
    Ok(JobsReport::of(question.period, question.today, &jobs))
}

async fn value_report(
    app: &App,
    caller: &Caller<gate::ReportsValue>,
    query: ReportQuery,
) -> ApiResult<ValueReport> {
    let mut question = ReportRequest::read(app, caller, Report::Value, query).await?;
    let days = reports::value(&mut question.tx, &caller.viewer()).await?;
    Ok(ValueReport::of(question.period, &days))
}

async fn crews_report(
    app: &App,
    caller: &Caller<gate::ReportsView>,
    query: ReportQuery,
) -> ApiResult<CrewsReport> {
    let mut question = ReportRequest::read(app, caller, Report::Crews, query).await?;
    let jobs = reports::worked(&mut question.tx, &caller.viewer(), question.period).await?;
    // A subcontractor's jobs are all assigned to it, so the report is by its employees.
    let own = (caller.role().company_type == CompanyType::Subcontractor)
        .then(|| caller.scope().company().to_string());
    Ok(CrewsReport::of(question.period, jobs, own.as_deref()))
}

async fn vendors_report(
    app: &App,
    caller: &Caller<gate::PurchaseOrdersView>,
    query: ReportQuery,
) -> ApiResult<VendorsReport> {
    let mut question = ReportRequest::read(app, caller, Report::Vendors, query).await?;
    let moments = question.moments();
    let (viewer, today) = (caller.viewer(), question.today);
    let orders = reports::orders(&mut question.tx, &viewer, moments, today).await?;
    Ok(VendorsReport::of(question.period, orders))
}

/// A file named after the report and the period.
fn file(what: &str, period: ReportPeriod, sheet: &Sheet) -> ApiResult<TypedResponse<Csv>> {
    let mut text = "\u{feff}".as_bytes().to_vec();
    for row in sheet {
        text.extend(csv_row(row));
    }
    let name = format!("attachment; filename=\"{what}-{}-{}.csv\"", period.from, period.to);
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::try_from(name).map_err(anyhow::Error::from)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ];
    Ok(TypedResponse::of((headers, text)))
}

macro_rules! reports {
    ($($numbers:ident $file:ident $gate:ident $report:ident $made_by:ident $name:literal;)+) => {$(
        async fn $numbers(
            caller: Caller<gate::$gate>,
            State(app): State<App>,
            query: ReportQuery,
        ) -> ApiResult<Reply<$report>> {
            Ok(Reply($made_by(&app, &caller, query).await?))
        }

        async fn $file(
            caller: Caller<gate::$gate>,
            State(app): State<App>,
            query: ReportQuery,
        ) -> ApiResult<TypedResponse<Csv>> {
            let report = $made_by(&app, &caller, query).await?;
            file($name, report.period, &report.sheet(caller.language()))
        }
    )+};
}

reports! {
    jobs jobs_file ReportsView JobsReport jobs_report "jobs";
    value value_file ReportsValue ValueReport value_report "value";
    crews crews_file ReportsView CrewsReport crews_report "crews";
    vendors vendors_file PurchaseOrdersView VendorsReport vendors_report "vendors";
}
