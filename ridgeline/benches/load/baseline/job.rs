//! A job of the comparison: its row, and the same bytes as the product's.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Serialize, Serializer};
use sqlx::{
    FromRow, Row as _,
    postgres::PgRow,
    sqlite::SqliteRow,
    types::{Json, JsonRawValue},
};
use uuid::Uuid;

/// Makes the table of the comparison from the product's tables; each engine adds `tags` and `reports`.
pub const MAKE_TABLE: [&str; 3] = [
    "CREATE TABLE listed AS
     SELECT job.*, owner.name AS owner_name, sub.name AS sub_name, lead.first_name, lead.last_name,
            crew.name AS crew_name, crew_member.name AS crew_member_name
     FROM job
     JOIN company AS owner ON owner.id = job.company_id
     LEFT JOIN company AS sub ON sub.id = job.assigned_company_id
     LEFT JOIN person AS lead ON lead.id = job.assigned_user_id
     LEFT JOIN crew ON crew.id = job.crew_id
     LEFT JOIN crew_member ON crew_member.id = job.crew_member_id",
    "CREATE UNIQUE INDEX listed_by_id ON listed (id)",
    "CREATE INDEX listed_in_order ON listed (date_inserted, id)",
];

/// The columns of a job in the table of the comparison.
pub const COLUMNS: &str = "id, company_id, title, address, city, state, zip, status, color, contract_amount,
    job_number, inspection_note, customer_id, latitude, longitude, start_date, end_date, date_inserted, job_crew_id,
    assigned_company_id, is_accepted_by_sub, crew_id, assigned_user_id, owner_name, sub_name, first_name, last_name,
    crew_name, crew_member_name, tags, reports";

/// A list, as the product answers it.
#[derive(Serialize)]
pub struct Jobs {
    jobs: Vec<Spelled>,
}

impl Jobs {
    /// The list of these rows.
    pub fn of(rows: Vec<Listed>) -> Self {
        Self { jobs: rows.into_iter().map(Listed::into_wire).collect() }
    }
}

/// A row.
pub struct Listed {
    id: Uuid,
    company_id: Uuid,
    title: String,
    address: Option<String>,
    city: String,
    state: String,
    zip: Option<String>,
    status: String,
    color: String,
    contract_amount: Option<i64>,
    job_number: Option<String>,
    inspection_note: Option<String>,
    customer_id: Option<Uuid>,
    latitude: Option<f64>,
    longitude: Option<f64>,
    start_date: Option<NaiveDate>,
    end_date: Option<NaiveDate>,
    date_inserted: DateTime<Utc>,
    job_crew_id: Uuid,
    assigned_company_id: Option<Uuid>,
    is_accepted_by_sub: bool,
    crew_id: Option<Uuid>,
    assigned_user_id: Option<Uuid>,
    owner_name: String,
    sub_name: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    crew_name: Option<String>,
    crew_member_name: Option<String>,
    tags: Json<Box<JsonRawValue>>,
    reports: Json<Box<JsonRawValue>>,
}

macro_rules! read_from {
    ($row:ty) => {
        impl FromRow<'_, $row> for Listed {
            fn from_row(row: &$row) -> sqlx::Result<Self> {
                Ok(Self {
                    id: row.try_get("id")?,
                    company_id: row.try_get("company_id")?,
                    title: row.try_get("title")?,
                    address: row.try_get("address")?,
                    city: row.try_get("city")?,
                    state: row.try_get("state")?,
                    zip: row.try_get("zip")?,
                    status: row.try_get("status")?,
                    color: row.try_get("color")?,
                    contract_amount: row.try_get("contract_amount")?,
                    job_number: row.try_get("job_number")?,
                    inspection_note: row.try_get("inspection_note")?,
                    customer_id: row.try_get("customer_id")?,
                    latitude: row.try_get("latitude")?,
                    longitude: row.try_get("longitude")?,
                    start_date: row.try_get("start_date")?,
                    end_date: row.try_get("end_date")?,
                    date_inserted: row.try_get("date_inserted")?,
                    job_crew_id: row.try_get("job_crew_id")?,
                    assigned_company_id: row.try_get("assigned_company_id")?,
                    is_accepted_by_sub: row.try_get("is_accepted_by_sub")?,
                    crew_id: row.try_get("crew_id")?,
                    assigned_user_id: row.try_get("assigned_user_id")?,
                    owner_name: row.try_get("owner_name")?,
                    sub_name: row.try_get("sub_name")?,
                    first_name: row.try_get("first_name")?,
                    last_name: row.try_get("last_name")?,
                    crew_name: row.try_get("crew_name")?,
                    crew_member_name: row.try_get("crew_member_name")?,
                    tags: row.try_get("tags")?,
                    reports: row.try_get("reports")?,
                })
            }
        }
    };
}

read_from!(SqliteRow);
read_from!(PgRow);

/// Cents, serialized as dollars, without decimals for whole dollars.
struct Dollars(i64);

impl Serialize for Dollars {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        // Contract amounts in cents are far below the limit of exact doubles.
        #[expect(clippy::cast_precision_loss, reason = "see above")]
        match self.0 % 100 {
            0 => to.serialize_i64(self.0 / 100),
            _ => to.serialize_f64(self.0 as f64 / 100.0),
        }
    }
}

#[derive(Serialize)]
struct CompanyName {
    name: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PersonName {
    first_name: String,
    last_name: String,
}

/// Same fields and order as the product's list, so that both sides send the same bytes.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Spelled {
    id: Uuid,
    title: String,
    address: Option<String>,
    city: String,
    state: String,
    zip: Option<String>,
    status: String,
    color: String,
    contract_amount: Option<Dollars>,
    contractor_company_name: String,
    contractor_id: Uuid,
    company_id: Uuid,
    crew_id: Option<Uuid>,
    company_info: Option<CompanyName>,
    assigned_to_company_id: Option<Uuid>,
    assigned_to_user_id: Option<Uuid>,
    assigned_to_user_info: Option<PersonName>,
    custom_subcontractor_name: Option<String>,
    custom_crew_member_name: Option<String>,
    is_custom: bool,
    is_accepted_by_sub: bool,
    job_crew_table_id: Uuid,
    job_customer: Option<Uuid>,
    job_number: Option<String>,
    latitude: Option<f64>,
    longitude: Option<f64>,
    start_date: Option<NaiveDate>,
    end_date: Option<NaiveDate>,
    date_inserted: DateTime<Utc>,
    inspection_note: Option<String>,
    reported_complete: Option<()>,
    follows: [(); 0],
    reports: Json<Box<JsonRawValue>>,
    tags: Json<Box<JsonRawValue>>,
    calendar_assignments: [(); 0],
}

impl Listed {
    /// The job as the product answers it.
    pub fn into_wire(self) -> Spelled {
        Spelled {
            id: self.id,
            title: self.title,
            address: self.address,
            city: self.city,
            state: self.state,
            zip: self.zip,
            status: self.status,
            color: self.color,
            contract_amount: self.contract_amount.map(Dollars),
            contractor_company_name: self.owner_name,
            contractor_id: self.company_id,
            company_id: self.company_id,
            crew_id: self.crew_id,
            company_info: self.sub_name.map(|name| CompanyName { name }),
            assigned_to_company_id: self.assigned_company_id,
            assigned_to_user_id: self.assigned_user_id,
            assigned_to_user_info: self
                .first_name
                .zip(self.last_name)
                .map(|(first_name, last_name)| PersonName { first_name, last_name }),
            custom_subcontractor_name: self.crew_name,
            custom_crew_member_name: self.crew_member_name,
            is_custom: self.crew_id.is_some(),
            is_accepted_by_sub: self.is_accepted_by_sub,
            job_crew_table_id: self.job_crew_id,
            job_customer: self.customer_id,
            job_number: self.job_number,
            latitude: self.latitude,
            longitude: self.longitude,
            start_date: self.start_date,
            end_date: self.end_date,
            date_inserted: self.date_inserted,
            inspection_note: self.inspection_note,
            reported_complete: None,
            follows: [],
            reports: self.reports,
            tags: self.tags,
            calendar_assignments: [],
        }
    }
}
