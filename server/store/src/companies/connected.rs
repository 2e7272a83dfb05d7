//! Connected companies.

use domain::types::ids::{ChatRoomId, CompanyId, UserId};

use crate::{db::prelude::*, scope::Scope};

/// Whether two companies are connected: `None`, pending (`false`) or accepted (`true`).
pub async fn between(tx: &mut Tx, scope: Scope, other: CompanyId) -> DbResult<Option<bool>> {
    sql!(
        "SELECT accepted AS value FROM connection
         WHERE (sender_id = $1 AND recipient_id = $2) OR (sender_id = $2 AND recipient_id = $1)"
    )
    .bind(scope)
    .bind(other)
    .optional_value(tx)
    .await
}

/// Whether another company is connected with this one; if so, their connection cannot be removed until the
/// transaction ends.
pub async fn keep_connection(tx: &mut Tx, scope: Scope, other: CompanyId) -> DbResult<bool> {
    let kept: Option<bool> = sql!(
        "SELECT accepted AS value FROM connection
         WHERE accepted AND ((sender_id = $1 AND recipient_id = $2)
                             OR (sender_id = $2 AND recipient_id = $1)) {keep}"
    )
    .bind(scope)
    .bind(other)
    .optional_value(tx)
    .await?;
    Ok(kept.is_some())
}

/// How many accepted connections a company has.
pub async fn count_accepted(tx: &mut Tx, company: CompanyId) -> DbResult<u32> {
    let count: i64 = sql!(
        "SELECT COUNT(*) AS value FROM connection
         WHERE accepted AND (sender_id = $1 OR recipient_id = $1)"
    )
    .bind(company)
    .value(tx)
    .await?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Marks the data of this company and of all connected companies as changed: each shows the other's files.
pub async fn touch_connected(tx: &mut Tx, scope: Scope) -> DbResult<()> {
    let others: Vec<CompanyId> = sql!(
        "SELECT CASE WHEN sender_id = $1 THEN recipient_id ELSE sender_id END AS value
         FROM connection WHERE sender_id = $1 OR recipient_id = $1"
    )
    .bind(scope)
    .values(tx)
    .await?;
    let own = scope.company();
    tx.touch(own);
    tx.publish_lists(own, [ListKind::Jobs, ListKind::Appointments]);
    for other in others {
        tx.touch(other);
        tx.publish_lists(other, [ListKind::Jobs, ListKind::Connections]);
    }
    Ok(())
}

/// Marks the data of everybody who sees this company's name or its people's as changed: connected companies,
/// those that one did jobs for the other, also if their connection has ended, and those in its chats.
///
/// A transaction that also changes the company's row calls [`lock_both_sides`] instead.
pub async fn touch_both_sides(tx: &mut Tx, scope: Scope) -> DbResult<()> {
    touch_connected(tx, scope).await?;
    for other in sharing_jobs(tx, scope.company()).await? {
        tx.touch(other);
        tx.publish_lists(other, [ListKind::Jobs]);
    }
    // A job's rooms are left out: whoever is in one is in another one of these.
    let rooms: Vec<RoomSides> = sql!(
        "SELECT id, COALESCE(first_company_id, company_id) AS first_side_id,
             COALESCE(second_company_id, company_id) AS second_side_id
         FROM chat_room
         WHERE first_company_id = $1 OR second_company_id = $1
             OR (company_id = $1 AND kind = 'company')"
    )
    .bind(scope)
    .all(tx)
    .await?;
    for RoomSides { id: room, first_side_id, second_side_id } in rooms {
        let companies = [first_side_id, second_side_id];
        tx.publish(Event::ChatRoom { room, companies, job: None });
    }
    Ok(())
}

/// Marks the appointments of this employee as changed, before their name changes: also those of companies that
/// they have left.
pub(crate) async fn touch_appointments_of(tx: &mut Tx, employee: UserId) -> DbResult<()> {
    let companies: Vec<CompanyId> =
        sql!("SELECT DISTINCT company_id AS value FROM appointment WHERE assigned_to_id = $1")
            .bind(employee)
            .values(tx)
            .await?;
    for company in companies {
        tx.touch(company);
        tx.publish_lists(company, [ListKind::Appointments]);
    }
    Ok(())
}

/// The companies that do or did jobs for this one, and those that it does or did jobs for.
async fn sharing_jobs(tx: &mut Tx, company: CompanyId) -> DbResult<Vec<CompanyId>> {
    sql!(
        "SELECT company_id AS value FROM job WHERE assigned_company_id = $1
         UNION
         SELECT assigned_company_id AS value FROM job
         WHERE company_id = $1 AND assigned_company_id IS NOT NULL"
    )
    .bind(company)
    .values(tx)
    .await
}

/// Like [`touch_both_sides`], and locks the rows of all marked companies until the transaction ends.
pub async fn lock_both_sides(tx: &mut Tx, scope: Scope) -> DbResult<()> {
    touch_both_sides(tx, scope).await?;
    let companies = tx.touched_companies();
    // In the order in which a commit writes them: if a transaction held its own row and then waited for another
    // company's, two connected companies could deadlock.
    let _locked: Vec<CompanyId> = sql!(
        "SELECT id AS value FROM company WHERE id IN ({companies}) ORDER BY id {lock_for_change}"
    )
    .bind_list("companies", companies)
    .values(tx)
    .await?;
    tx.hold_company();
    Ok(())
}

/// A chat and its two companies, or the one that it is of.
struct RoomSides {
    id: ChatRoomId,
    first_side_id: CompanyId,
    second_side_id: CompanyId,
}

columns! {
    RoomSides { id, first_side_id, second_side_id }
}
