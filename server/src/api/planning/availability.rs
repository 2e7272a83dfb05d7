//! `/api/availability`: which connected companies are free on which days (contract-2, section 3).
//!
//! The answer about a company depends on that company alone, so it is the same for all of its connections. Nothing but
//! states and numbers leaves it.

use axum::{
    extract::{Query, rejection::QueryRejection},
    http::StatusCode,
};
use domain::{
    planning::{
        availability::{Availability, AvailabilityQuery, Workload},
        numbers,
        workdays::WorkCalendar,
    },
    types::limits::LIMITS,
};
use store::planning::{availability, workdays};

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/availability", find)
        .also_fails_with(StatusCode::UNPROCESSABLE_ENTITY)
}

async fn find(
    caller: Caller<gate::JobsSchedule>,
    State(app): State<App>,
    query: Result<Query<AvailabilityQuery>, QueryRejection>,
) -> ApiResult<impl ApiResponse> {
    let Query(query) = query.map_err(|bad| ApiError::Malformed(bad.body_text()))?;
    let (period, named) = query.read()?;
    let mut tx = app.db.read().await?;
    let companies = match &named {
        Some(ids) => availability::of_connections(&mut tx, caller.scope(), ids).await?,
        None => availability::of_all_connections(&mut tx, caller.scope()).await?,
    };
    if named.is_some_and(|ids| ids.len() != companies.len()) {
        return Err(AvailabilityQuery::unknown_connection().into());
    }
    numbers::at_most("connections", companies.len(), LIMITS.availability_companies)?;
    let sharing = availability::sharing(&companies);
    let calendars = workdays::calendars(&mut tx, &sharing).await?;
    let days_off = availability::days_off(&mut tx, &sharing, period).await?;
    let jobs = availability::jobs(&mut tx, &sharing, period).await?;
    drop(tx);
    let usual = WorkCalendar::default();
    let of = |company: &availability::SharedCompany| Availability {
        company_id: company.id,
        days: Workload {
            capacity: company.capacity,
            calendar: calendars.get(&company.id).unwrap_or(&usual),
            days_off: days_off.get(&company.id).map_or(&[], Vec::as_slice),
            jobs: jobs.get(&company.id).map_or(&[], Vec::as_slice),
        }
        .days(period),
    };
    Ok(named!("companies": companies.iter().map(of).collect::<Vec<_>>()))
}
