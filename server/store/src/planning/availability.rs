//! What connected companies see of each other's days. As many statements for twenty companies as for one.

use std::collections::HashMap;

use chrono::NaiveDate;
use domain::{
    planning::capacity::{Capacity, Sharing},
    types::{
        date_range::Span,
        ids::{CompanyId, ConnectionId},
        limits::LIMITS,
    },
};

use crate::{db::prelude::*, planning::capacity, scope::Scope};

/// A connected company, and what it shares.
#[derive(Clone, Copy, Debug)]
pub struct SharedCompany {
    /// The company.
    pub id: CompanyId,
    /// Its capacity.
    pub capacity: Capacity,
}

impl FromRow for SharedCompany {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self { id: row.get("id")?, capacity: capacity::read(row)? })
    }
}

macro_rules! connected {
    ($where:literal, $end:literal) => {
        concat!(
            "SELECT other.id, capacity.crews, capacity.sharing
             FROM connection
             JOIN company AS other ON other.id = CASE WHEN connection.sender_id = $1
                 THEN connection.recipient_id ELSE connection.sender_id END
             LEFT JOIN capacity ON capacity.company_id = other.id
             WHERE ",
            $where,
            "(connection.sender_id = $1 OR connection.recipient_id = $1) AND connection.accepted
             ORDER BY other.name, other.id",
            $end
        )
    };
}

/// The companies of these accepted connections of the company, by name; those that are not its own are left out.
pub async fn of_connections(
    tx: &mut Tx,
    scope: Scope,
    ids: &[ConnectionId],
) -> DbResult<Vec<SharedCompany>> {
    sql!(connected!("connection.id IN ({ids}) AND ", ""))
        .bind(scope)
        .bind_list("ids", ids.iter().copied())
        .all(tx)
        .await
}

/// All companies that the company is connected with, by name: one more than an answer may have, if there are too many.
pub async fn of_all_connections(tx: &mut Tx, scope: Scope) -> DbResult<Vec<SharedCompany>> {
    sql!(connected!("", " LIMIT $2"))
        .bind(scope)
        .bind(i64::from(LIMITS.availability_companies) + 1)
        .all(tx)
        .await
}

struct CompanySpan {
    company_id: CompanyId,
    start_date: NaiveDate,
    end_date: NaiveDate,
}

columns! {
    CompanySpan { company_id, start_date, end_date }
}

/// Spans of days of each company.
pub type Spans = HashMap<CompanyId, Vec<Span>>;

fn by_company(rows: Vec<CompanySpan>) -> Spans {
    let mut spans = Spans::new();
    for CompanySpan { company_id, start_date, end_date } in rows {
        spans.entry(company_id).or_default().push(Span { start_date, end_date });
    }
    spans
}

/// Those of these companies that share anything. Nothing else is read of the others.
#[must_use]
pub fn sharing(companies: &[SharedCompany]) -> Vec<CompanyId> {
    let sharing = companies.iter().filter(|company| company.capacity.sharing != Sharing::None);
    sharing.map(|company| company.id).collect()
}

/// The days off of these companies in a period. Without a scope: the connections name the companies.
pub async fn days_off(tx: &mut Tx, companies: &[CompanyId], period: Span) -> DbResult<Spans> {
    let rows = sql!(
        "SELECT company_id, first_day AS start_date, last_day AS end_date FROM day_off
         WHERE company_id IN ({companies}) AND last_day >= $1 AND first_day <= $2"
    )
    .bind(period.start_date)
    .bind(period.end_date)
    .bind_list("companies", companies.iter().copied())
    .all(tx)
    .await?;
    Ok(by_company(rows))
}

/// The days in a period of the jobs that these companies do: those that are active and that they accepted, and of a
/// contractor its own that no other company has accepted. Without a scope: the connections name the companies.
pub async fn jobs(tx: &mut Tx, companies: &[CompanyId], period: Span) -> DbResult<Spans> {
    let rows = sql!(
        "SELECT assigned_company_id AS company_id, start_date, end_date FROM job
         WHERE assigned_company_id IN ({companies}) AND is_accepted_by_sub AND status = 'active'
             AND end_date >= $1 AND start_date <= $2
         UNION ALL
         SELECT company_id, start_date, end_date FROM job
         WHERE company_id IN ({companies}) AND status = 'active'
             AND end_date >= $1 AND start_date <= $2
             AND NOT (assigned_company_id IS NOT NULL AND is_accepted_by_sub)"
    )
    .bind(period.start_date)
    .bind(period.end_date)
    .bind_list("companies", companies.iter().copied())
    .all(tx)
    .await?;
    Ok(by_company(rows))
}
