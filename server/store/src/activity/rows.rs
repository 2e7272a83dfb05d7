//! Turns rows into the values that the activity log compares.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    activity::{activity::FieldValue, labels::ActivityField},
    types::{
        date,
        money::{self, Money, Quantity},
    },
};
use uuid::Uuid;

use crate::{activity::field_values::FieldValues, db::prelude::*};

/// Maps columns to the values of a row.
macro_rules! field_values {
    ($name:ident of a job { $($field:ident: $read:ident $column:literal),* $(,)? }) => {
        field_values!(@ $name, |row| Some((row.get("job_id")?, row.get("job_title")?)),
            { $($field: $read $column),* });
    };
    ($name:ident { $($field:ident: $read:ident $column:literal),* $(,)? }) => {
        field_values!(@ $name, |_row| None, { $($field: $read $column),* });
    };
    (@ $name:ident, |$row:ident| $job:expr, { $($field:ident: $read:ident $column:literal),* }) => {
        pub(crate) struct $name(pub(crate) FieldValues);

        impl FromRow for $name {
            fn from_row($row: Row<'_>) -> DbResult<Self> {
                let row = $row;
                let values = vec![$(FieldValue::new(ActivityField::$field, $read(row, $column)?)),*];
                let name: String = row.get("called")?;
                let name = name.trim().to_owned();
                Ok(Self(FieldValues { company: row.get("owner_id")?, name, job: $job, values }))
            }
        }
    };
}

field_values!(JobAlone of a job {});
field_values!(JobFacts of a job {
    Title: text "called", Address: text "address", City: text "city", State: text "state",
    Zip: text "zip", Status: text "status", Color: text "color",
    ContractAmount: amount "contract_amount", JobNumber: text "job_number",
    InspectionNote: text "inspection_note", Customer: text "customer", Dates: days "start_date",
    Subcontractor: text "sub_name", Acceptance: only_true "is_accepted_by_sub",
    Crew: text "crew_name", CrewLead: text "member_name", Employee: text "lead_name",
});
field_values!(WorkOrderFacts of a job { Title: text "called" });
field_values!(PurchaseOrderFacts of a job {
    Title: text "called", Vendor: text "vendor", Status: after_draft "status",
    ExpectedOn: day "expected_on", Remark: text "remark",
});
field_values!(AppointmentFacts {
    Time: times "start_at", Customer: text "customer", Employee: text "employee",
    Address: text "address", City: text "city", State: text "state", Zip: text "zip",
    Note: text "note", Status: text "status", FollowUpNote: text "follow_up_note",
    Color: text "color",
});
field_values!(CalendarFacts { Title: text "called" });
field_values!(CustomerFacts {
    FirstName: text "first_name", LastName: text "last_name", Company: text "company",
    Phone: text "phone", Address: text "address", City: text "city", State: text "state",
    Zip: text "zip",
});
field_values!(VendorFacts { Name: text "called", AccountNumber: text "account_number" });
field_values!(ProductFacts {
    Name: text "called", UnitCost: amount "unit_cost", Category: text "category",
});
field_values!(CategoryFacts { Title: text "called" });
field_values!(CrewFacts { Name: text "called" });
field_values!(CompanyFacts {
    Name: text "called", Location: text "location", Description: text "description",
    TimeZone: text "time_zone", PublicPage: flag "is_public", PublicAddress: text "slug",
    Logo: is_there "logo_url",
});
field_values!(FileFacts {
    Name: text "called", IsPublic: flag "is_public", FileKind: text "kind",
    ExpiresOn: day "expires_on",
});
field_values!(ApiKeyFacts { Name: text "called", ExpiresOn: day "expires_on" });
field_values!(WebhookFacts {
    Address: text "called", Events: text "events", IsActive: flag "active",
});
field_values!(QualificationFacts { Name: text "called" });
field_values!(MemberFacts {
    FirstName: text "first_name", LastName: text "last_name", Position: text "position",
    Email: text "email", Phone: text "phone_number", Location: text "location",
    Language: text "language", UserType: text "user_type",
});

type Written = DbResult<Option<String>>;

fn text(row: Row<'_>, column: &str) -> Written {
    row.get(column)
}

fn amount(row: Row<'_>, column: &str) -> Written {
    Ok(row.get::<Option<Money>>(column)?.map(|money| money.decimal().to_string()))
}

fn flag(row: Row<'_>, column: &str) -> Written {
    Ok(Some(row.get::<bool>(column)?.to_string()))
}

/// Only `true` is a value: `false` is the default.
fn only_true(row: Row<'_>, column: &str) -> Written {
    Ok(row.get::<bool>(column)?.then(|| true.to_string()))
}

/// The logo's address: it means nothing to readers, but a new address is a new logo.
fn is_there(row: Row<'_>, column: &str) -> Written {
    row.get(column)
}

/// Every order begins as a draft.
fn after_draft(row: Row<'_>, column: &str) -> Written {
    Ok(Some(row.get::<String>(column)?).filter(|status| status != "draft"))
}

fn day(row: Row<'_>, column: &str) -> Written {
    Ok(row.get::<Option<NaiveDate>>(column)?.map(|day| day.to_string()))
}

fn days(row: Row<'_>, start: &str) -> Written {
    let (start, end): (Option<NaiveDate>, Option<NaiveDate>) =
        (row.get(start)?, row.get("end_date")?);
    Ok(start.zip(end).map(|(start, end)| format!("{start}/{end}")))
}

fn times(row: Row<'_>, start: &str) -> Written {
    let (start, end): (DateTime<Utc>, DateTime<Utc>) = (row.get(start)?, row.get("end_at")?);
    Ok(Some(format!("{}/{}", date::write_instant(start), date::write_instant(end))))
}

/// A part of a row with a name.
pub(crate) struct Part(Uuid, String);

impl FromRow for Part {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        Ok(Self(row.get("id")?, row.get("called")?))
    }
}

/// The values of named parts.
pub(crate) fn parts(field: ActivityField, rows: Vec<Part>) -> impl Iterator<Item = FieldValue> {
    rows.into_iter().map(move |Part(id, called)| FieldValue::part(field, id, called))
}

/// A measurement of a job.
pub(crate) struct Measured(pub(crate) FieldValue);

impl FromRow for Measured {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let (called, amount): (String, Quantity) = (row.get("called")?, row.get("amount")?);
        let measured = format!("{} {called}", amount.decimal().normalize());
        Ok(Self(FieldValue::part(ActivityField::Measurement, row.get("id")?, measured)))
    }
}

/// An item of an order.
pub(crate) struct Line(pub(crate) FieldValue);

impl FromRow for Line {
    fn from_row(row: Row<'_>) -> DbResult<Self> {
        let (called, quantity): (String, Quantity) = (row.get("called")?, row.get("quantity")?);
        let cost: Money = row.get("unit_cost")?;
        let (quantity, cost) = (quantity.decimal().normalize(), money::format(cost.decimal()));
        let description: Option<String> = row.get("description")?;
        let more = description.filter(|text| !text.is_empty());
        let more = more.map(|text| format!(" ({text})")).unwrap_or_default();
        let line = format!("{called}: {quantity} × {cost}{more}");
        Ok(Self(FieldValue::part(ActivityField::Item, row.get("id")?, line)))
    }
}
