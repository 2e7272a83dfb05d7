//! `/api/custom_crews`: a company's crews and their members.

use domain::{
    crews::{Crew, CrewForm, EditCrewMember, NewCrewMember},
    types::ids::{CrewId, CrewMemberId},
};
use store::{
    activity::{
        job_snapshots::{self, JobReference},
        record,
        subject::Subject,
    },
    crews,
};
use uuid::Uuid;

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/custom_crews/all", list)
        .post("/api/custom_crews/create", create)
        .delete("/api/custom_crews/{id}", delete)
        .post("/api/custom_crews/create_crew_member", create_member)
        .put("/api/custom_crews/update_crew_member", update_member)
        .delete("/api/custom_crews/crew_members/{id}", delete_member)
}

async fn list(
    caller: Caller<gate::CrewsView>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    Ok(named!("crews": crews::list(&mut tx, caller.scope()).await?))
}

async fn create(
    caller: Caller<gate::CrewsManage>,
    State(app): State<App>,
    CheckedForm(form): CheckedForm<CrewForm>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let id = CrewId(Uuid::now_v7());
    crews::insert(&mut tx, caller.scope(), id, &form.name).await?;
    record::commit_new(tx, caller.action_context(&app.clock), Subject::Crew(id)).await?;
    Ok(named!("crew": Crew { id, name: form.name, crew_members: Vec::new() }))
}

async fn delete(
    caller: Caller<gate::CrewsManage>,
    State(app): State<App>,
    PathId(crew): PathId<CrewId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    crews::lock(&mut tx, caller.scope(), crew).await?;
    let snapshot = record::snapshot(&mut tx, Subject::Crew(crew)).await?;
    let jobs = job_snapshots::snapshot_jobs_naming(&mut tx, JobReference::Crew(crew)).await?;
    crews::delete(&mut tx, caller.scope(), crew).await?;
    jobs.record(&mut tx, caller.action_context(&app.clock)).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("id": crew))
}

async fn create_member(
    caller: Caller<gate::CrewsManage>,
    State(app): State<App>,
    sent: UncheckedForm<NewCrewMember>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let crew = sent.row_id(|form| form.crew_id.0)?;
    crews::lock(&mut tx, caller.scope(), crew).await?;
    let fields = sent.checked()?.member;
    let id = CrewMemberId(Uuid::now_v7());
    let snapshot = record::snapshot(&mut tx, Subject::Crew(crew)).await?;
    let member = crews::add_member(&mut tx, caller.scope(), crew, id, &fields).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("crewMember": member))
}

async fn update_member(
    caller: Caller<gate::CrewsManage>,
    State(app): State<App>,
    sent: UncheckedForm<EditCrewMember>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let id = sent.row_id(|form| form.id.0)?;
    let crew = crews::crew_of(&mut tx, caller.scope(), id).await?.ok_or(ApiError::NotFound)?;
    let form = sent.checked()?;
    form.check_crew(crew)?;
    let snapshot = record::snapshot(&mut tx, Subject::Crew(crew)).await?;
    let fields = form.over(crews::member(&mut tx, crew, id).await?);
    let member = crews::set_member(&mut tx, caller.scope(), crew, id, &fields).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("crewMember": member))
}

async fn delete_member(
    caller: Caller<gate::CrewsManage>,
    State(app): State<App>,
    PathId(member): PathId<CrewMemberId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let crew = crews::crew_of(&mut tx, caller.scope(), member).await?.ok_or(ApiError::NotFound)?;
    let snapshot = record::snapshot(&mut tx, Subject::Crew(crew)).await?;
    let jobs =
        job_snapshots::snapshot_jobs_naming(&mut tx, JobReference::CrewMember(member)).await?;
    crews::delete_member(&mut tx, caller.scope(), crew, member).await?;
    jobs.record(&mut tx, caller.action_context(&app.clock)).await?;
    snapshot.commit(tx, caller.action_context(&app.clock)).await?;
    Ok(named!("id": member))
}
