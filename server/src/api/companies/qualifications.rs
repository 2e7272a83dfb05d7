//! `/api/qualifications`: what companies are qualified for. Everyone reads; admins write their own company's.

use domain::{
    companies::companies::{NewQualification, Qualification},
    types::ids::{CompanyId, QualificationId},
};
use store::{
    activity::{record, subject::Subject},
    companies::{companies, qualifications},
};
use uuid::Uuid;

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/qualifications/find/{companyId}", list)
        .post("/api/qualifications/new", add)
        .delete("/api/qualifications/delete/{id}", delete)
}

async fn list(
    _: Caller<gate::SignedIn>,
    State(app): State<App>,
    PathId(company): PathId<CompanyId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    companies::name(&mut tx, company).await?;
    Ok(named!("qualifications": qualifications::list(&mut tx, company).await?))
}

async fn add(
    caller: Caller<gate::CompanyQualifications>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<NewQualification>,
) -> ApiResult<impl ApiResponse> {
    let (id, qualification) = (QualificationId(Uuid::now_v7()), form.qualification);
    let mut tx = app.db.write().await?;
    qualifications::insert(&mut tx, caller.scope(), id, &qualification).await?;
    record::commit_new(tx, caller.action_context(&app.clock), Subject::Qualification(id)).await?;
    Ok(named!("newQualification": Qualification { id, qualification }))
}

async fn delete(
    caller: Caller<gate::CompanyQualifications>,
    State(app): State<App>,
    PathId(id): PathId<QualificationId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    qualifications::lock(&mut tx, caller.scope(), id).await?;
    let snapshot = record::snapshot(&mut tx, Subject::Qualification(id)).await?;
    qualifications::delete(&mut tx, caller.scope(), id).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("id": id))
}
