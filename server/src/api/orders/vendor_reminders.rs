//! `/api/company/vendorReminders`: whether vendors are reminded of their orders by mail.

use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    orders::vendor_reminders::SetVendorReminders,
};
use store::{
    activity::{record, subject::Subject},
    orders::vendor_reminders,
};

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/company/vendorReminders", find)
        .put("/api/company/vendorReminders", set)
}

async fn find(
    caller: Caller<gate::PurchaseOrdersEdit>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    Ok(named!("vendorReminders": vendor_reminders::find(&mut tx, caller.scope()).await?))
}

async fn set(
    caller: Caller<gate::PurchaseOrdersEdit>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<SetVendorReminders>,
) -> ApiResult<impl ApiResponse> {
    let (new, scope) = (form.read(), caller.scope());
    let mut tx = app.db.write().await?;
    store::companies::companies::lock(&mut tx, scope).await?;
    let before = vendor_reminders::find(&mut tx, scope).await?;
    if before != new {
        vendor_reminders::set(&mut tx, scope, new).await?;
        let changes = vec![Change {
            field: ActivityField::VendorReminders,
            from: Some(before.enabled.to_string()),
            to: Some(new.enabled.to_string()),
        }];
        let company = record::snapshot(&mut tx, Subject::Company(scope.company())).await?;
        let act = caller.action_context(&app.clock);
        company.record_done(&mut tx, act, ActivityAction::Changed, changes).await?;
    }
    tx.commit().await?;
    Ok(named!("vendorReminders": new))
}
