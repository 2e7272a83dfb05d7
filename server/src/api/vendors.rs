//! `/api/contractor_vendors`: a contractor's vendors, and their contacts.

use domain::{
    types::ids::{VendorContactId, VendorId},
    vendors::{
        CreateVendorContact, EditVendor, EditVendorContact, Vendor, VendorContact, VendorForm,
    },
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{
    activity::{record, subject::Subject},
    vendors,
};
use uuid::Uuid;

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/contractor_vendors", list)
        .post("/api/contractor_vendors", create)
        .put("/api/contractor_vendors/details", update)
        .delete("/api/contractor_vendors/{id}", delete)
        .post("/api/contractor_vendors/contacts", create_contact)
        .put("/api/contractor_vendors/contacts", update_contact)
        .delete("/api/contractor_vendors/contacts/{id}", delete_contact)
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct VendorsAndContacts {
    vendors: Vec<Vendor>,
    vendor_contacts: Vec<VendorContact>,
}

/// For every user who sees purchase orders, which name their vendor.
async fn list(
    caller: Caller<gate::PurchaseOrdersView>,
    State(app): State<App>,
) -> ApiResult<Reply<VendorsAndContacts>> {
    let mut tx = app.db.read().await?;
    let vendors = vendors::list(&mut tx, caller.scope()).await?;
    let vendor_contacts = vendors::contacts(&mut tx, caller.scope()).await?;
    Ok(Reply(VendorsAndContacts { vendors, vendor_contacts }))
}

async fn create(
    caller: Caller<gate::VendorsManage>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<VendorForm>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let id = VendorId(Uuid::now_v7());
    let vendor = vendors::insert(&mut tx, caller.scope(), id, &form).await?;
    record::commit_new(tx, caller.action_context(&app.clock), Subject::Vendor(id)).await?;
    Ok(named!("vendor": vendor))
}

async fn update(
    caller: Caller<gate::VendorsManage>,
    State(app): State<App>,
    sent: UncheckedForm<EditVendor>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let id = sent.row_id(|form| form.vendor_id.0)?;
    vendors::lock(&mut tx, caller.scope(), id).await?;
    let form = sent.checked()?.vendor;
    let snapshot = record::snapshot(&mut tx, Subject::Vendor(id)).await?;
    let vendor = vendors::update(&mut tx, caller.scope(), id, &form).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("vendor": vendor))
}

async fn delete(
    caller: Caller<gate::VendorsManage>,
    State(app): State<App>,
    PathId(id): PathId<VendorId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    vendors::lock(&mut tx, caller.scope(), id).await?;
    let snapshot = record::snapshot(&mut tx, Subject::Vendor(id)).await?;
    vendors::delete(&mut tx, caller.scope(), id).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("id": id))
}

async fn create_contact(
    caller: Caller<gate::VendorsManage>,
    State(app): State<App>,
    sent: UncheckedForm<CreateVendorContact>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let vendor = sent.row_id(|form| form.vendor_id.0)?;
    vendors::lock(&mut tx, caller.scope(), vendor).await?;
    let form = sent.checked()?.contact;
    let id = VendorContactId(Uuid::now_v7());
    let snapshot = record::snapshot(&mut tx, Subject::Vendor(vendor)).await?;
    let contact = vendors::insert_contact(&mut tx, caller.scope(), vendor, id, &form).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("vendorContact": contact))
}

async fn update_contact(
    caller: Caller<gate::VendorsManage>,
    State(app): State<App>,
    sent: UncheckedForm<EditVendorContact>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let id = sent.row_id(|form| form.vendor_contact_id.0)?;
    let vendor = vendors::vendor_of(&mut tx, caller.scope(), id).await?;
    let form = sent.checked()?.contact;
    let snapshot = record::snapshot(&mut tx, Subject::Vendor(vendor)).await?;
    let contact = vendors::set_contact(&mut tx, caller.scope(), vendor, id, &form).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("vendorContact": contact))
}

async fn delete_contact(
    caller: Caller<gate::VendorsManage>,
    State(app): State<App>,
    PathId(id): PathId<VendorContactId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let vendor = vendors::vendor_of(&mut tx, caller.scope(), id).await?;
    let snapshot = record::snapshot(&mut tx, Subject::Vendor(vendor)).await?;
    vendors::delete_contact(&mut tx, caller.scope(), vendor, id).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("id": id))
}
