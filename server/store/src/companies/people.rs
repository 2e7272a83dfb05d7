//! People: users, and the employees of a company.

use chrono::{DateTime, Utc};
use domain::{
    companies::people::{Employee, User, UserSettings},
    permissions::permission::{CompanyType, Role, UserType},
    types::{
        email,
        ids::{CompanyId, JobId, UserId},
        language::Language,
        phone,
    },
};

use crate::{db::prelude::*, scope::Scope};

columns! {
    User {
        id, first_name, last_name, position, email, phone_number, user_type, company_id, location,
        language, account_creation_complete,
    }
    Employee { id, first_name, last_name, position, user_type, location }
}

macro_rules! user_columns {
    () => {
        "id, first_name, last_name, position, email, phone_number, user_type, company_id, location, \
         language, account_creation_complete"
    };
}

pub(crate) use user_columns;

/// A user by id; a writing transaction locks the row until it ends.
pub async fn find(tx: &mut Tx, user: UserId) -> DbResult<User> {
    sql!(concat!("SELECT ", user_columns!(), " FROM person WHERE id = $1 {lock_for_change}"))
        .bind(user)
        .one(tx)
        .await
}

/// A user's language, and their role if they belong to a company. A statement without a scope, for a page
/// whose address identifies the user.
pub async fn language_and_role(tx: &mut Tx, user: UserId) -> DbResult<(Language, Option<Role>)> {
    let found: ReaderRow = sql!(
        "SELECT person.language, person.user_type, company.company_type
         FROM person LEFT JOIN company ON company.id = person.company_id
         WHERE person.id = $1"
    )
    .bind(user)
    .one(tx)
    .await?;
    let role = |company_type| Role::new(company_type, found.user_type);
    Ok((found.language, found.company_type.map(role)))
}

struct ReaderRow {
    language: Language,
    user_type: UserType,
    company_type: Option<CompanyType>,
}

columns! {
    ReaderRow { language, user_type, company_type }
}

/// Whether a user has this address, in any spelling.
pub async fn has_email(tx: &mut Tx, address: &str) -> DbResult<bool> {
    sql!("SELECT EXISTS (SELECT 1 FROM person WHERE email_key = $1) AS value")
        .bind(email::normalized(address))
        .value(tx)
        .await
}

/// The user with this address, in any spelling; a writing transaction locks the row until it ends.
pub async fn find_by_email(tx: &mut Tx, address: &str) -> DbResult<Option<User>> {
    sql!(concat!("SELECT ", user_columns!(), " FROM person WHERE email_key = $1 {lock_for_change}"))
        .bind(email::normalized(address))
        .optional(tx)
        .await
}

/// Whether a user's address is verified.
pub async fn is_verified(tx: &mut Tx, user: UserId) -> DbResult<bool> {
    let since: Option<DateTime<Utc>> =
        sql!("SELECT email_verified_at AS value FROM person WHERE id = $1")
            .bind(user)
            .value(tx)
            .await?;
    Ok(since.is_some())
}

/// Marks a user's address as verified.
pub async fn set_verified(tx: &mut Tx, user: UserId, now: DateTime<Utc>) -> DbResult<()> {
    tx.publish(Event::Person { user });
    let company: Option<CompanyId> = sql!(
        "UPDATE person SET email_verified_at = COALESCE(email_verified_at, $2) WHERE id = $1
         RETURNING company_id AS value"
    )
    .bind(user)
    .bind(now)
    .value(tx)
    .await?;
    if let Some(company) = company {
        tx.touch_people(company);
    }
    Ok(())
}

/// Changes a user's address; no other user may have it.
pub async fn set_email(tx: &mut Tx, user: UserId, address: &str) -> DbResult<()> {
    sql!("UPDATE person SET email = $2, email_key = $3 WHERE id = $1")
        .bind(user)
        .bind(address)
        .bind(email::normalized(address))
        .run_one(tx)
        .await
}

/// Whether a user with this address belongs to a company: not if they were removed, or never created one.
pub async fn has_company(tx: &mut Tx, address: &str) -> DbResult<bool> {
    sql!(
        "SELECT EXISTS (SELECT 1 FROM person WHERE email_key = $1 AND company_id IS NOT NULL)
             AS value"
    )
    .bind(email::normalized(address))
    .value(tx)
    .await
}

/// Adds a user who signed in for the first time: no company, empty settings. They become the admin of the
/// company they create, or get the role of their invitation.
pub async fn insert(
    tx: &mut Tx,
    user: UserId,
    address: &str,
    language: Language,
    now: DateTime<Utc>,
) -> DbResult<()> {
    sql!(
        "INSERT INTO person (id, email, email_key, user_type, language, date_inserted)
         VALUES ($1, $2, $3, $4, $5, $6)"
    )
    .bind(user)
    .bind(address)
    .bind(email::normalized(address))
    .bind(UserType::Admin)
    .bind(language)
    .bind(now)
    .run_one(tx)
    .await
}

/// Changes a user's settings. Their name also appears on jobs of connected companies.
pub async fn set_settings(
    tx: &mut Tx,
    scope: Scope,
    user: UserId,
    settings: &UserSettings,
) -> DbResult<User> {
    crate::companies::connected::touch_both_sides(tx, scope).await?;
    crate::companies::connected::touch_appointments_of(tx, user).await?;
    tx.touch_people(scope.company());
    tx.publish(Event::Person { user });
    let changed = sql!(concat!(
        "UPDATE person SET first_name = $3, last_name = $4, location = $5, language = $6,
             position = $7, phone_number = $8
         WHERE company_id = $1 AND id = $2
         RETURNING ",
        user_columns!()
    ))
    .bind(scope)
    .bind(user);
    bind_settings(changed, settings).one(tx).await
}

/// Binds a user's settings in the order in which [`set_settings`] names the columns.
pub(crate) fn bind_settings(statement: Sql, settings: &UserSettings) -> Sql {
    statement
        .bind(&settings.first_name)
        .bind(&settings.last_name)
        .bind(&settings.location)
        .bind(settings.language())
        .bind(&settings.position)
        .bind(phone::parse(&settings.phone_number))
}

/// The people of a company, which every signed-in user may see.
pub async fn employees(tx: &mut Tx, company: CompanyId) -> DbResult<Vec<Employee>> {
    sql!(
        "SELECT id, first_name, last_name, position, user_type, location FROM person
         WHERE company_id = $1 AND account_creation_complete
         ORDER BY last_name, first_name, id"
    )
    .bind(company)
    .all(tx)
    .await
}

/// Whether a user works for the company; if so, they cannot be removed until the transaction ends.
pub async fn is_employee(tx: &mut Tx, scope: Scope, user: UserId) -> DbResult<bool> {
    sql!(
        "SELECT id AS value FROM person
         WHERE company_id = $1 AND id = $2 AND account_creation_complete {keep}"
    )
    .bind(scope)
    .bind(user)
    .exists(tx)
    .await
}

/// The recipient of a mail.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct MailRecipient {
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub language: Language,
}

columns! {
    MailRecipient { email, first_name, last_name, language }
}

/// The recipients of a mail about a job that this company works on: its admins, and the assigned employee.
pub async fn job_mail_recipients(
    tx: &mut Tx,
    doer: CompanyId,
    job: JobId,
) -> DbResult<Vec<MailRecipient>> {
    sql!(
        "SELECT email, first_name, last_name, language FROM person
         WHERE company_id = $1 AND account_creation_complete
             AND (user_type = 'admin'
                  OR id = (SELECT assigned_user_id FROM job
                           WHERE id = $2 AND assigned_company_id = $1))
         ORDER BY id"
    )
    .bind(doer)
    .bind(job)
    .all(tx)
    .await
}

/// The admins of a company, as recipients of a mail.
pub async fn admins(tx: &mut Tx, scope: Scope) -> DbResult<Vec<MailRecipient>> {
    sql!(
        "SELECT email, first_name, last_name, language FROM person
         WHERE company_id = $1 AND user_type = 'admin' AND account_creation_complete
         ORDER BY id"
    )
    .bind(scope)
    .all(tx)
    .await
}
