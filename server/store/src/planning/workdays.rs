//! The working days of companies.

use std::collections::HashMap;

use chrono::Datelike as _;
use domain::{
    activity::{activity::FieldValue, labels::ActivityField},
    planning::{
        workday_forms::{Holiday, WorkHours, Workdays},
        workdays::WorkCalendar,
    },
    types::{date, ids::CompanyId},
};
use uuid::Uuid;

use crate::{
    db::{event::ListKind, prelude::*},
    scope::Scope,
};

struct WorkdaysRow {
    company_id: CompanyId,
    weekdays: Json<Vec<u8>>,
    holidays: Json<Vec<Holiday>>,
    day_start: Option<String>,
    day_end: Option<String>,
}

columns! {
    WorkdaysRow { company_id, weekdays, holidays, day_start, day_end }
}

impl From<WorkdaysRow> for Workdays {
    fn from(row: WorkdaysRow) -> Self {
        let WorkdaysRow { weekdays, holidays, day_start, day_end, .. } = row;
        let hours = day_start.zip(day_end).map(|(start, end)| WorkHours { start, end });
        Self { weekdays: weekdays.0, holidays: holidays.0, hours }
    }
}

/// The company's working days; Monday to Friday until it sets them.
pub async fn find(tx: &mut Tx, scope: Scope) -> DbResult<Workdays> {
    let row: Option<WorkdaysRow> = sql!(
        "SELECT company_id, weekdays, holidays, day_start, day_end FROM company_workdays
         WHERE company_id = $1"
    )
    .bind(scope)
    .optional(tx)
    .await?;
    Ok(row.map(Workdays::from).unwrap_or_default())
}

/// The calendar with which the company's days are counted.
pub async fn calendar(tx: &mut Tx, scope: Scope) -> DbResult<WorkCalendar> {
    Ok(find(tx, scope).await?.calendar())
}

/// The calendars of several companies, each of which is in the result. One statement. Without a scope: the caller has
/// checked that its company is connected with them.
pub async fn calendars(
    tx: &mut Tx,
    companies: &[CompanyId],
) -> DbResult<HashMap<CompanyId, WorkCalendar>> {
    let rows: Vec<WorkdaysRow> = sql!(
        "SELECT company_id, weekdays, holidays, day_start, day_end FROM company_workdays
         WHERE company_id IN ({companies})"
    )
    .bind_list("companies", companies.iter().copied())
    .all(tx)
    .await?;
    let mut calendars: HashMap<CompanyId, WorkCalendar> =
        companies.iter().map(|company| (*company, WorkCalendar::default())).collect();
    for row in rows {
        calendars.insert(row.company_id, Workdays::from(row).calendar());
    }
    Ok(calendars)
}

/// Sets the company's working days.
pub async fn set(tx: &mut Tx, scope: Scope, workdays: &Workdays) -> DbResult<()> {
    tx.publish_lists(scope.company(), [ListKind::Planning]);
    let hours = workdays.hours.as_ref();
    sql!(
        "INSERT INTO company_workdays (company_id, weekdays, holidays, day_start, day_end)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (company_id) DO UPDATE
         SET weekdays = $2, holidays = $3, day_start = $4, day_end = $5"
    )
    .bind(scope)
    .bind(Json(&workdays.weekdays))
    .bind(Json(&workdays.holidays))
    .bind(hours.map(|hours| hours.start.clone()))
    .bind(hours.map(|hours| hours.end.clone()))
    .run_one(tx)
    .await
}

/// What the activity log compares.
#[must_use]
pub fn field_values(workdays: &Workdays) -> Vec<FieldValue> {
    let weekdays: String = workdays.weekdays.iter().map(u8::to_string).collect();
    let hours = workdays.hours.as_ref().map(|hours| format!("{}–{}", hours.start, hours.end));
    let mut values = vec![
        FieldValue::new(ActivityField::Weekdays, Some(weekdays)),
        FieldValue::new(ActivityField::WorkHours, hours),
    ];
    values.extend(workdays.holidays.iter().map(|holiday| {
        // A company has each day once.
        let day = u128::from(holiday.day.num_days_from_ce().unsigned_abs());
        let shown = format!("{} ({})", holiday.name, date::short_date(holiday.day));
        FieldValue::part(ActivityField::Holiday, Uuid::from_u128(day), shown)
    }));
    values
}
