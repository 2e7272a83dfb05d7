//! Membership of a company: joining and leaving it.

use domain::{
    companies::people::{User, UserSettings},
    permissions::permission::UserType,
    types::ids::{CompanyId, UserId},
};

use crate::{
    accounts::{identities, second_factors, sessions, sign_in_proofs},
    api_keys,
    calendar::feeds,
    chat::reads,
    companies::{
        connected,
        people::{bind_settings, user_columns},
    },
    db::prelude::*,
    jobs::saved_views,
    scope::Scope,
};

/// A user's membership, from onboarding or an invitation.
#[derive(Clone, Debug)]
pub struct NewMembership {
    /// The company.
    pub company: CompanyId,
    /// The role.
    pub user_type: UserType,
    /// Name, place, language, position and phone.
    pub settings: UserSettings,
}

/// Adds a user to a company and completes their account.
pub async fn join_company(tx: &mut Tx, user: UserId, place: &NewMembership) -> DbResult<User> {
    tx.touch(place.company);
    connected::touch_appointments_of(tx, user).await?;
    tx.touch_people(place.company);
    tx.publish(Event::Person { user });
    reads::begin(tx, place.company, user).await?;
    let joined = sql!(concat!(
        "UPDATE person SET company_id = $2, user_type = $3, first_name = $4, last_name = $5,
             location = $6, language = $7, position = $8, phone_number = $9,
             account_creation_complete = TRUE
         WHERE id = $1
         RETURNING ",
        user_columns!()
    ))
    .bind(user)
    .bind(place.company)
    .bind(place.user_type);
    bind_settings(joined, &place.settings).one(tx).await
}

/// The outcome of removing a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// The user was removed, and their sessions were ended.
    Done,
    /// Not removed, because the company would have no admin left.
    LastAdmin,
}

/// Removes a user from the company. What they wrote keeps their name; their jobs become unassigned; their
/// sessions end.
pub async fn remove(tx: &mut Tx, scope: Scope, user: UserId) -> DbResult<Removal> {
    // Locked: two admins who remove each other would both find another admin left.
    crate::companies::connected::lock_both_sides(tx, scope).await?;
    let leaving: UserType = sql!(
        "SELECT user_type AS value FROM person
         WHERE company_id = $1 AND id = $2 AND account_creation_complete {lock_for_change}"
    )
    .bind(scope)
    .bind(user)
    .value(tx)
    .await?;
    let admins: i64 = sql!(
        "SELECT COUNT(*) AS value FROM person
         WHERE company_id = $1 AND user_type = 'admin' AND account_creation_complete AND id <> $2"
    )
    .bind(scope)
    .bind(user)
    .value(tx)
    .await?;
    if leaving == UserType::Admin && admins == 0 {
        return Ok(Removal::LastAdmin);
    }
    tx.touch_people(scope.company());
    sql!(
        "UPDATE job SET assigned_user_id = NULL
         WHERE assigned_user_id = $2 AND (company_id = $1 OR assigned_company_id = $1)"
    )
    .bind(scope)
    .bind(user)
    .run(tx)
    .await?;
    feeds::delete_of_leaver(tx, scope, user).await?;
    api_keys::end_of_leaver(tx, scope, user).await?;
    saved_views::delete_of_leaver(tx, scope, user).await?;
    sql!(
        "UPDATE person SET company_id = NULL, account_creation_complete = FALSE
         WHERE company_id = $1 AND id = $2"
    )
    .bind(scope)
    .bind(user)
    .run_one(tx)
    .await?;
    sessions::delete_of(tx, user).await?;
    second_factors::delete_steps(tx, user).await?;
    identities::delete_codes(tx, user).await?;
    sign_in_proofs::delete_unproven(tx, user).await?;
    Ok(Removal::Done)
}
