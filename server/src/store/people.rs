//! People: users and the employees of a company.

use chrono::{DateTime, Utc};
use domain::{
    email,
    ids::{CompanyId, JobId, UserId},
    language::Language,
    people::{Employee, User, UserSettings},
    permission::{CompanyType, Role, UserType},
    phone,
};

use super::{chat_reads, companies, feeds, sessions};
use crate::{
    columns,
    db::{DbResult, Tx},
    news::News,
    scope::Scope,
    sql,
};

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

/// Somebody, by the id of their own session; in a writing transaction, yours until it ends.
pub async fn find(tx: &mut Tx, user: UserId) -> DbResult<User> {
    sql!(concat!("SELECT ", user_columns!(), " FROM person WHERE id = $1 {lock}"))
        .bind(user)
        .one(tx)
        .await
}

/// In which language somebody reads, and as what, where they belong to a company. A statement without
/// a scope, for a page whose address says whose it is.
pub async fn reads_as(tx: &mut Tx, user: UserId) -> DbResult<(Language, Option<Role>)> {
    let found: ReadsAs = sql!(
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

struct ReadsAs {
    language: Language,
    user_type: UserType,
    company_type: Option<CompanyType>,
}

columns! {
    ReadsAs { language, user_type, company_type }
}

/// Whether somebody has this address, however it is written.
pub async fn has_email(tx: &mut Tx, address: &str) -> DbResult<bool> {
    sql!("SELECT EXISTS (SELECT 1 FROM person WHERE email_key = $1) AS value")
        .bind(email::normalized(address))
        .value(tx)
        .await
}

/// Who has this address, however it is written; in a writing transaction, yours until it ends.
pub async fn find_by_email(tx: &mut Tx, address: &str) -> DbResult<Option<User>> {
    sql!(concat!("SELECT ", user_columns!(), " FROM person WHERE email_key = $1 {lock}"))
        .bind(email::normalized(address))
        .maybe(tx)
        .await
}

/// Whether a mail to somebody's address is known to reach them.
pub async fn is_verified(tx: &mut Tx, user: UserId) -> DbResult<bool> {
    let since: Option<DateTime<Utc>> =
        sql!("SELECT email_verified_at AS value FROM person WHERE id = $1")
            .bind(user)
            .value(tx)
            .await?;
    Ok(since.is_some())
}

/// Notes that a mail to somebody's address reaches them.
pub async fn set_verified(tx: &mut Tx, user: UserId, now: DateTime<Utc>) -> DbResult<()> {
    tx.announce(News::Person { user });
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

/// Gives somebody another address, which nobody else has.
pub async fn set_email(tx: &mut Tx, user: UserId, address: &str) -> DbResult<()> {
    sql!("UPDATE person SET email = $2, email_key = $3 WHERE id = $1")
        .bind(user)
        .bind(address)
        .bind(email::normalized(address))
        .run_one(tx)
        .await
}

/// Whether somebody with this address belongs to a company. Who was removed, or never founded one,
/// does not.
pub async fn has_place(tx: &mut Tx, address: &str) -> DbResult<bool> {
    sql!(
        "SELECT EXISTS (SELECT 1 FROM person WHERE email_key = $1 AND company_id IS NOT NULL)
             AS value"
    )
    .bind(email::normalized(address))
    .value(tx)
    .await
}

/// Adds somebody who signed in for the first time: no company, nothing filled in. They become the
/// admin of the company they found, or what their invitation says.
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

/// Who somebody is in their company: what onboarding or an invitation fills in.
#[derive(Clone, Debug)]
pub struct Place {
    /// The company joined.
    pub company: CompanyId,
    /// As what.
    pub user_type: UserType,
    /// Name, place, language, position and phone.
    pub settings: UserSettings,
}

/// Gives somebody their place in a company and completes their account.
pub async fn set_place(tx: &mut Tx, user: UserId, place: &Place) -> DbResult<User> {
    let settings = &place.settings;
    tx.touch(place.company);
    tx.touch_people(place.company);
    tx.announce(News::Person { user });
    chat_reads::begin(tx, place.company, user).await?;
    sql!(concat!(
        "UPDATE person SET company_id = $2, user_type = $3, first_name = $4, last_name = $5,
             location = $6, language = $7, position = $8, phone_number = $9,
             account_creation_complete = TRUE
         WHERE id = $1
         RETURNING ",
        user_columns!()
    ))
    .bind(user)
    .bind(place.company)
    .bind(place.user_type)
    .bind(&settings.first_name)
    .bind(&settings.last_name)
    .bind(&settings.location)
    .bind(settings.language())
    .bind(&settings.position)
    .bind(phone::parse(&settings.phone_number))
    .one(tx)
    .await
}

/// Changes somebody's settings. Their name stands on jobs of connected companies, too.
pub async fn set_settings(
    tx: &mut Tx,
    scope: Scope,
    user: UserId,
    settings: &UserSettings,
) -> DbResult<User> {
    super::connections::touch_both_sides(tx, scope).await?;
    tx.touch_people(scope.company());
    tx.announce(News::Person { user });
    sql!(concat!(
        "UPDATE person SET first_name = $3, last_name = $4, location = $5, language = $6,
             position = $7, phone_number = $8
         WHERE company_id = $1 AND id = $2
         RETURNING ",
        user_columns!()
    ))
    .bind(scope)
    .bind(user)
    .bind(&settings.first_name)
    .bind(&settings.last_name)
    .bind(&settings.location)
    .bind(settings.language())
    .bind(&settings.position)
    .bind(phone::parse(&settings.phone_number))
    .one(tx)
    .await
}

/// The people of a company, which everybody signed in may see.
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

/// Whether somebody works for the company; where they do, nobody removes them until the
/// transaction ends.
pub async fn is_employee(tx: &mut Tx, scope: Scope, user: UserId) -> DbResult<bool> {
    let own: Option<(UserId,)> = sql!(
        "SELECT id AS value FROM person
         WHERE company_id = $1 AND id = $2 AND account_creation_complete {keep}"
    )
    .bind(scope)
    .bind(user)
    .maybe(tx)
    .await?;
    Ok(own.is_some())
}

/// Somebody a mail goes to.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the columns")]
pub struct Reader {
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub language: Language,
}

columns! {
    Reader { email, first_name, last_name, language }
}

/// Who is told by mail of a job that this company does: its admins, and whoever of its people the job
/// was given to.
pub async fn told_of_job(tx: &mut Tx, doer: CompanyId, job: JobId) -> DbResult<Vec<Reader>> {
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

/// Who runs a company, for a mail to each of them.
pub async fn admins(tx: &mut Tx, scope: Scope) -> DbResult<Vec<Reader>> {
    sql!(
        "SELECT email, first_name, last_name, language FROM person
         WHERE company_id = $1 AND user_type = 'admin' AND account_creation_complete
         ORDER BY id"
    )
    .bind(scope)
    .all(tx)
    .await
}

/// Whether somebody could be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// They are out, and so are their sessions.
    Done,
    /// Nobody would be left to run the account.
    LastAdmin,
}

/// Takes somebody out of one's own company. What they wrote keeps their name; jobs that were theirs
/// wait for somebody else; whoever is signed in as them is not any more.
pub async fn remove(tx: &mut Tx, scope: Scope, user: UserId) -> DbResult<Removal> {
    // Two admins who remove each other would both find another one left.
    companies::lock(tx, scope).await?;
    let leaving: UserType = sql!(
        "SELECT user_type AS value FROM person
         WHERE company_id = $1 AND id = $2 AND account_creation_complete {lock}"
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
    super::connections::touch_both_sides(tx, scope).await?;
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
    sql!(
        "UPDATE person SET company_id = NULL, account_creation_complete = FALSE
         WHERE company_id = $1 AND id = $2"
    )
    .bind(scope)
    .bind(user)
    .run_one(tx)
    .await?;
    sessions::delete_of(tx, user).await?;
    Ok(Removal::Done)
}
