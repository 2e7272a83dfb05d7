//! Deletes a user's account and personal data. What they wrote belongs to their company and stays, by a former
//! user. What they did stays in the log, without their name.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::{
    accounts::deletion::{former_key, former_names},
    activity::labels::ActivityAction,
    companies::people::User,
    notifications::mails::MailFailure,
    types::{
        email,
        ids::{MailId, UserId},
        language::Language,
    },
};

use crate::{
    accounts::sessions,
    activity::{
        erasure,
        job_snapshots::{self, JobReference},
        record::{self, Actor},
        subject::Subject,
    },
    companies::connected,
    db::prelude::*,
    files::uploads,
    mail_queue,
    membership::members::Removal,
    scope::Scope,
};

/// Deletes a user's account. `scope` is their company, if they have one: its log records that a user left.
pub async fn delete(
    tx: &mut Tx,
    by: Actor,
    scope: Option<Scope>,
    user: &User,
) -> DbResult<Removal> {
    if let Some(scope) = scope
        && leave_company(tx, by, scope, user.id).await? == Removal::LastAdmin
    {
        return Ok(Removal::LastAdmin);
    }
    sessions::delete_of(tx, user.id).await?;
    delete_own(tx, user.id).await?;
    delete_by_address(tx, user, by.now).await?;
    anonymize_user(tx, user.id, user.language).await?;
    // Last: the log can only be anonymized for a user whose account is deleted.
    erasure::erase(tx, user).await?;
    Ok(Removal::Done)
}

/// Removes them from the company, without logging their data again.
async fn leave_company(tx: &mut Tx, by: Actor, scope: Scope, user: UserId) -> DbResult<Removal> {
    let member = record::snapshot(tx, Subject::Member(user)).await?;
    let jobs = job_snapshots::snapshot_jobs_naming(tx, JobReference::Employee(user)).await?;
    let removal = crate::membership::members::remove(tx, scope, user).await?;
    if removal == Removal::Done {
        jobs.record(tx, by).await?;
        member.record_done(tx, by, ActivityAction::Removed, Vec::new()).await?;
    }
    Ok(removal)
}

/// Deletes the rows that belong to the user alone; dependent rows are deleted with them.
async fn delete_own(tx: &mut Tx, user: UserId) -> DbResult<()> {
    for statement in [
        sql!("DELETE FROM password WHERE person_id = $1"),
        sql!("DELETE FROM second_factor WHERE person_id = $1"),
        sql!("DELETE FROM recovery_code WHERE person_id = $1"),
        sql!("DELETE FROM sign_in_step WHERE person_id = $1"),
        sql!("DELETE FROM identity WHERE person_id = $1"),
        sql!("DELETE FROM exchange_code WHERE person_id = $1"),
        sql!("DELETE FROM mailed_link WHERE person_id = $1"),
        sql!("DELETE FROM feed WHERE person_id = $1"),
        sql!("DELETE FROM handed_in WHERE person_id = $1"),
        sql!("DELETE FROM idempotent_call WHERE person_id = $1"),
        sql!("DELETE FROM push_device WHERE person_id = $1"),
        sql!("DELETE FROM notification WHERE person_id = $1"),
        sql!("DELETE FROM notification_choice WHERE person_id = $1"),
        sql!("DELETE FROM chat_read WHERE person_id = $1"),
        sql!("DELETE FROM feedback WHERE person_id = $1"),
    ] {
        statement.bind(user).run(tx).await?;
    }
    uploads::delete_of_person(tx, user).await?;
    delete_attempts(tx, &user.to_string()).await
}

/// Deletes rows stored under their address, and removes the address from mails to them or in their name. That a
/// purchase order was sent to a vendor's contact, which a user typed, stays part of the order.
async fn delete_by_address(tx: &mut Tx, user: &User, now: DateTime<Utc>) -> DbResult<()> {
    let key = email::normalized(&user.email);
    for statement in [
        sql!("DELETE FROM invitation WHERE email_key = $1"),
        sql!("DELETE FROM reset_request WHERE email_key = $1"),
        sql!("DELETE FROM sign_in_failure WHERE email_key = $1"),
    ] {
        statement.bind(&key).run(tx).await?;
    }
    delete_attempts(tx, &key).await?;
    sql!("UPDATE mail SET reply_to = NULL, reply_to_name = NULL WHERE reply_to = $1")
        .bind(&user.email)
        .run(tx)
        .await?;
    let mails: Vec<MailId> = sql!(
        "DELETE FROM mail_delivery
         WHERE lower(email) = $1 AND (state <> 'waiting' OR claim IS NULL)
             AND NOT EXISTS (SELECT 1 FROM order_recipient
                             WHERE order_recipient.delivery_id = mail_delivery.id)
         RETURNING mail_id AS value"
    )
    .bind(&key)
    .values(tx)
    .await?;
    let mut touched = BTreeSet::from_iter(mails);
    touched.extend(take_from_work_orders(tx, user).await?);
    for mail in touched {
        // This queues its files for deletion.
        mail_queue::retention::empty(tx, mail, now).await?;
        delete_empty(tx, mail).await?;
    }
    Ok(())
}

/// Work orders are sent to the accounts of those who do the job: the send stays part of the order, without the
/// recipient. Queued mails are not sent.
async fn take_from_work_orders(tx: &mut Tx, user: &User) -> DbResult<Vec<MailId>> {
    sql!(
        "UPDATE mail_delivery
         SET email = $2, name = NULL, claim = NULL, next_try = NULL,
             state = CASE WHEN state = 'waiting' THEN 'failed' ELSE state END,
             trouble = CASE WHEN state = 'waiting' THEN $3 ELSE trouble END
         WHERE lower(email) = $1
             AND EXISTS (SELECT 1 FROM order_recipient
                         JOIN order_send ON order_send.id = order_recipient.order_send_id
                         WHERE order_recipient.delivery_id = mail_delivery.id
                             AND order_send.work_order_id IS NOT NULL)
         RETURNING mail_id AS value"
    )
    .bind(email::normalized(&user.email))
    .bind(former_key(user.id))
    .bind(MailFailure::Refused)
    .values(tx)
    .await
}

/// Deletes the attempts with this address, or by this person.
async fn delete_attempts(tx: &mut Tx, key: &str) -> DbResult<()> {
    sql!("DELETE FROM attempt WHERE kind IN ('reset', 'verify', 'code', 'password') AND key = $1")
        .bind(key)
        .run(tx)
        .await?;
    Ok(())
}

/// Deletes a mail without recipients.
async fn delete_empty(tx: &mut Tx, mail: MailId) -> DbResult<()> {
    sql!(
        "DELETE FROM mail
         WHERE id = $1
             AND NOT EXISTS (SELECT 1 FROM mail_delivery WHERE mail_delivery.mail_id = mail.id)
             AND NOT EXISTS (SELECT 1 FROM mail_attachment
                             WHERE mail_attachment.mail_id = mail.id)"
    )
    .bind(mail)
    .run(tx)
    .await?;
    Ok(())
}

async fn anonymize_user(tx: &mut Tx, user: UserId, language: Language) -> DbResult<()> {
    connected::touch_appointments_of(tx, user).await?;
    let [first_name, last_name] = former_names(language);
    sql!(
        "UPDATE person SET company_id = NULL, account_creation_complete = FALSE, first_name = $2,
             last_name = $3, position = '', email = '', email_key = $4, email_verified_at = NULL,
             phone_number = NULL, location = '', user_type = 'member'
         WHERE id = $1"
    )
    .bind(user)
    .bind(first_name)
    .bind(last_name)
    // Not a valid address, and unique.
    .bind(former_key(user))
    .run_one(tx)
    .await
}
