//! `/api/company/workdays`: the days on which a company works (contract-2, section 3).

use domain::{
    activity::{
        activity::{action_of, differences},
        labels::ActivityKind,
    },
    planning::workday_forms::SetWorkdays,
};
use store::{
    activity::record::{self, Entry},
    companies::companies,
    planning::workdays,
};

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default().get("/api/company/workdays", find).put("/api/company/workdays", set)
}

async fn find(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    Ok(named!("workdays": workdays::find(&mut tx, caller.scope()).await?))
}

async fn set(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<SetWorkdays>,
) -> ApiResult<impl ApiResponse> {
    let new = form.read()?;
    let (mut tx, scope) = (app.db.write().await?, caller.scope());
    // Of two changes at once the second is compared with what the first stored.
    companies::lock(&mut tx, scope).await?;
    let former = workdays::find(&mut tx, scope).await?;
    workdays::set(&mut tx, scope, &new).await?;
    let changes = differences(&workdays::field_values(&former), &workdays::field_values(&new));
    if !changes.is_empty() {
        let company = scope.company();
        let entry = Entry {
            company,
            kind: ActivityKind::Company,
            subject: Some(company.0),
            name: companies::name(&mut tx, company).await?,
            job: None,
            action: action_of(&changes),
            changes,
        };
        record::record(&mut tx, caller.action_context(&app.clock), &entry).await?;
    }
    tx.commit().await?;
    Ok(named!("workdays": new))
}
