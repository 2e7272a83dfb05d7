//! Deletes a company with everything that belongs to it.
//!
//! What other companies share with it stays theirs: chats, which are closed, and the jobs that it did for them with
//! their chats.
//! As long as there are any, the company's name stays in an otherwise empty row.

use domain::{
    activity::{activity::Change, labels::ActivityField},
    types::ids::{ChatRoomId, CompanyId, ConnectionId, JobId, UserId},
};

use crate::{
    activity::{
        job_snapshots,
        record::{self, Actor, Entry},
    },
    changes::erasure::erase_company,
    companies::companies,
    connections,
    db::prelude::*,
    files::columns,
    scope::Scope,
};

/// Deletes a company. Its people are signed out and belong to no company. Returns the keys of its files, which
/// are queued for deletion and may be deleted after the commit.
pub async fn delete(tx: &mut Tx, by: Actor, scope: Scope) -> DbResult<Vec<String>> {
    crate::companies::connected::lock_both_sides(tx, scope).await?;
    tx.touch_people(scope.company());
    tx.omit_changes_of(scope.company());
    let others = others(tx, scope).await?;
    let name = companies::name(tx, scope.company()).await?;
    erase_company(tx, others, scope.company(), name).await?;
    end_connections(tx, by, scope).await?;
    let rooms = abandoned_rooms(tx, scope).await?;
    let doomed = columns::enqueue_company_files(tx, scope, &rooms, by.now).await?;
    delete_rooms(tx, &rooms).await?;
    close_rooms(tx, scope).await?;
    remove_members(tx, scope).await?;
    delete_own(tx, scope).await?;
    sql!(
        "UPDATE company SET deleted_at = $2, location = '', description = '', logo_url = NULL,
             is_public = FALSE, slug = NULL, name_key = '', location_key = ''
         WHERE id = $1"
    )
    .bind(scope)
    .bind(by.now)
    .run_one(tx)
    .await?;
    delete_unreferenced(tx).await?;
    Ok(doomed)
}

/// The companies whose changes may mention this one: those that see it, and those in its chats.
async fn others(tx: &mut Tx, scope: Scope) -> DbResult<Vec<CompanyId>> {
    let mut others = tx.touched_companies();
    let in_chats: Vec<CompanyId> = sql!(
        "SELECT first_company_id AS value FROM chat_room WHERE second_company_id = $1
         UNION
         SELECT second_company_id AS value FROM chat_room WHERE first_company_id = $1"
    )
    .bind(scope)
    .values(tx)
    .await?;
    others.extend(in_chats);
    others.retain(|other| *other != scope.company());
    Ok(others)
}

/// Ends every connection as if a user did. The other companies see that in their logs.
async fn end_connections(tx: &mut Tx, by: Actor, scope: Scope) -> DbResult<()> {
    let name = companies::name(tx, scope.company()).await?;
    let own: Vec<ConnectionId> = sql!(
        "SELECT id AS value FROM connection WHERE sender_id = $1 OR recipient_id = $1 ORDER BY id"
    )
    .bind(scope)
    .values(tx)
    .await?;
    for connection in own {
        let state = connections::find_own(tx, scope, connection).await?;
        let other = state.other(scope.company());
        let given_up = active_jobs_of(tx, scope, other).await?;
        let watched = job_snapshots::snapshot_jobs(tx, given_up).await?;
        let jobs = connections::delete(tx, scope, &state).await?;
        watched.record(tx, by).await?;
        let freed = (jobs > 0).then(|| Change::to(ActivityField::Jobs, jobs.to_string()));
        let (ended, freed) = (state.ended_by(scope.company()), freed.into_iter().collect());
        let entry = Entry::connection(other, state.id, name.clone(), ended, freed);
        record::record(tx, by, &entry).await?;
    }
    Ok(())
}

/// The active jobs of another company that are assigned to this one.
async fn active_jobs_of(tx: &mut Tx, scope: Scope, other: CompanyId) -> DbResult<Vec<JobId>> {
    sql!(
        "SELECT id AS value FROM job
         WHERE status = 'active' AND company_id = $2 AND assigned_company_id = $1
         ORDER BY id {lock}"
    )
    .bind(scope)
    .bind(other)
    .values(tx)
    .await
}

/// The company's chats to delete: its own, those of its jobs, those without messages, and those whose other company is
/// already deleted. Locked, so that no picture is sent to them any more.
async fn abandoned_rooms(tx: &mut Tx, scope: Scope) -> DbResult<Vec<ChatRoomId>> {
    sql!(
        "SELECT chat_room.id AS value FROM chat_room
         WHERE chat_room.company_id = $1
             OR ((chat_room.first_company_id = $1 OR chat_room.second_company_id = $1)
                 AND EXISTS (SELECT 1 FROM company
                             WHERE company.deleted_at IS NOT NULL
                                 AND company.id = CASE WHEN chat_room.first_company_id = $1
                                     THEN chat_room.second_company_id
                                     ELSE chat_room.first_company_id END))
             OR ((chat_room.first_company_id = $1 OR chat_room.second_company_id = $1
                  OR chat_room.assigned_company_id = $1)
                 AND NOT EXISTS (SELECT 1 FROM chat_message
                                 WHERE chat_message.room_id = chat_room.id))
         ORDER BY chat_room.id {lock}"
    )
    .bind(scope)
    .values(tx)
    .await
}

/// Closes the chats of the jobs that it did for others, which keep their messages: a job that was complete stays
/// assigned to it.
async fn close_rooms(tx: &mut Tx, scope: Scope) -> DbResult<()> {
    sql!("UPDATE chat_room SET is_open = FALSE WHERE assigned_company_id = $1")
        .bind(scope)
        .run(tx)
        .await?;
    Ok(())
}

async fn delete_rooms(tx: &mut Tx, rooms: &[ChatRoomId]) -> DbResult<()> {
    let of = || rooms.iter().copied();
    sql!("DELETE FROM chat_read WHERE room_id IN ({rooms})")
        .bind_list("rooms", of())
        .run(tx)
        .await?;
    sql!("DELETE FROM chat_message WHERE room_id IN ({rooms})")
        .bind_list("rooms", of())
        .run(tx)
        .await?;
    sql!("DELETE FROM chat_room WHERE id IN ({rooms})").bind_list("rooms", of()).run(tx).await?;
    Ok(())
}

/// Signs out everyone in the company and removes them from it.
async fn remove_members(tx: &mut Tx, scope: Scope) -> DbResult<()> {
    let people: Vec<UserId> =
        sql!("SELECT id AS value FROM person WHERE company_id = $1 ORDER BY id {lock_for_change}")
            .bind(scope)
            .values(tx)
            .await?;
    for user in people {
        tx.publish(Event::Person { user });
    }
    sql!("DELETE FROM session WHERE person_id IN (SELECT id FROM person WHERE company_id = $1)")
        .bind(scope)
        .run(tx)
        .await?;
    sql!(
        "UPDATE person SET company_id = NULL, account_creation_complete = FALSE
         WHERE company_id = $1"
    )
    .bind(scope)
    .run(tx)
    .await?;
    Ok(())
}

/// Deletes the rows that belong to the company alone; dependent rows are deleted with them.
async fn delete_own(tx: &mut Tx, scope: Scope) -> DbResult<()> {
    for statement in [
        sql!("DELETE FROM notification WHERE company_id = $1 OR by_company_id = $1"),
        // Before customers and crews, which jobs reference, and before mails, which their orders reference.
        sql!("DELETE FROM job WHERE company_id = $1"),
        // Those of a subcontractor open other companies' jobs.
        sql!("DELETE FROM guest_link WHERE company_id = $1"),
        sql!("DELETE FROM appointment WHERE company_id = $1"),
        sql!("DELETE FROM calendar WHERE company_id = $1"),
        sql!("DELETE FROM customer WHERE company_id = $1"),
        sql!("DELETE FROM crew WHERE company_id = $1"),
        sql!("DELETE FROM product_category WHERE company_id = $1"),
        sql!("DELETE FROM vendor WHERE company_id = $1"),
        sql!("DELETE FROM company_workdays WHERE company_id = $1"),
        sql!("DELETE FROM schedule_shift WHERE company_id = $1"),
        sql!("DELETE FROM asked_company WHERE company_id = $1"),
        sql!("DELETE FROM capacity WHERE company_id = $1"),
        sql!("DELETE FROM day_off WHERE company_id = $1"),
        sql!("DELETE FROM saved_view WHERE company_id = $1"),
        sql!("DELETE FROM job_template WHERE company_id = $1"),
        sql!("DELETE FROM qualification WHERE company_id = $1"),
        sql!("DELETE FROM company_file WHERE company_id = $1"),
        sql!("DELETE FROM feed WHERE company_id = $1"),
        sql!("DELETE FROM api_key WHERE company_id = $1"),
        sql!("DELETE FROM invitation WHERE company_id = $1"),
        sql!("DELETE FROM translation WHERE company_id = $1"),
        sql!("DELETE FROM feedback WHERE company_id = $1"),
        sql!("DELETE FROM import_end WHERE company_id = $1"),
        sql!("DELETE FROM staged_import WHERE company_id = $1"),
        sql!("DELETE FROM imported_row WHERE company_id = $1"),
        sql!("DELETE FROM stored_import WHERE company_id = $1"),
        sql!("DELETE FROM company_change WHERE company_id = $1"),
        sql!("DELETE FROM webhook WHERE company_id = $1"),
        sql!("DELETE FROM change_event WHERE company_id = $1"),
        sql!("DELETE FROM mail WHERE company_id = $1"),
        sql!("DELETE FROM mail_allowance WHERE company_id = $1"),
        sql!("UPDATE mail_delivery SET turn_of = NULL WHERE turn_of = $1 AND state = 'waiting'"),
        // After the members are removed: the log refuses it before.
        sql!("DELETE FROM activity WHERE company_id = $1"),
    ] {
        statement.bind(scope).run(tx).await?;
    }
    Ok(())
}

/// Deletes the rows of deleted companies that no other company's rows reference any more.
async fn delete_unreferenced(tx: &mut Tx) -> DbResult<()> {
    sql!(
        "DELETE FROM company
         WHERE deleted_at IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM chat_room WHERE first_company_id = company.id)
             AND NOT EXISTS (SELECT 1 FROM chat_room WHERE second_company_id = company.id)
             AND NOT EXISTS (SELECT 1 FROM chat_room WHERE assigned_company_id = company.id)
             AND NOT EXISTS (SELECT 1 FROM job WHERE assigned_company_id = company.id)"
    )
    .run(tx)
    .await?;
    Ok(())
}
