//! Who is told of what, in the transaction of the change itself (contract, section 4, "Notified").
//!
//! Of connections and of jobs between two companies the admins of the other one are told; of a job
//! also the employee who works on it; of a signature the admins of both; of a message everybody in the
//! room. Everything goes through [`tell`] or, for messages, [`message_sent`]: what else is to reach
//! people (an open socket, a mail, a push) hangs there.

use domain::{
    chat::rooms::RoomPerson,
    jobs::job::JobStatus,
    notifications::{
        notifications::{Happening, Subject, ToldJob, ToldMessage},
        preferences::NotificationKind,
    },
    types::{
        date_range::Span,
        ids::{CompanyId, ConnectionId, UserId, WorkOrderId},
    },
};
use store::{
    actor::Act,
    chat::{notifications as chat_notifications, room_state::RoomState},
    connections::ConnectionState,
    db::{Tx, error::DbResult},
    jobs::changes::JobState,
    notifications::{notifications, preferences as notification_choices, recipients::Readers},
};

/// Tells somebody that something happened. Who did it is never among them.
pub async fn tell(tx: &mut Tx, act: Act, readers: &Readers, what: &Happening) -> DbResult<()> {
    if readers.is_empty() {
        return Ok(());
    }
    notifications::insert(tx, act, readers, what).await
}

fn admins(company: CompanyId) -> Readers {
    Readers { admins_of: vec![company], employee: None }
}

/// Who works on a job as it was found: the subcontractor's admins, and the employee, who is the
/// subcontractor's where there is one.
fn workers(job: &JobState) -> Readers {
    let company = job.assigned_company_id.unwrap_or(job.company_id);
    Readers {
        admins_of: job.assigned_company_id.into_iter().collect(),
        employee: job.assigned_user_id.map(|user| (user, company)),
    }
}

/// Tells of a job, whose row is read only where somebody is to be told.
async fn tell_of_job(
    tx: &mut Tx,
    act: Act,
    readers: Readers,
    job: &JobState,
    what: impl FnOnce(ToldJob) -> Happening,
) -> DbResult<()> {
    if readers.is_empty() {
        return Ok(());
    }
    let job = notifications::job(tx, job.id).await?;
    tell(tx, act, &readers, &what(job)).await
}

/// Another subcontractor was asked to do a job, or none is: `before` is the job as it was found.
pub async fn job_assigned(
    tx: &mut Tx,
    act: Act,
    before: &JobState,
    asked: Option<CompanyId>,
) -> DbResult<()> {
    let mut former = workers(before);
    // Who is asked again is asked, and not told first that the job is gone.
    former.admins_of.retain(|company| Some(*company) != asked);
    tell_of_job(tx, act, former, before, Happening::JobTakenBack).await?;
    let asked = Readers { admins_of: asked.into_iter().collect(), employee: None };
    tell_of_job(tx, act, asked, before, Happening::JobAssigned).await
}

/// The subcontractor answered.
pub async fn job_answered(
    tx: &mut Tx,
    act: Act,
    before: &JobState,
    did_accept: bool,
) -> DbResult<()> {
    let what = if did_accept { Happening::JobAccepted } else { Happening::JobDeclined };
    tell_of_job(tx, act, admins(before.company_id), before, what).await
}

/// A job was given to an employee of the company that does the work, or taken back.
pub async fn job_given(
    tx: &mut Tx,
    act: Act,
    before: &JobState,
    employee: Option<UserId>,
) -> DbResult<()> {
    if employee == before.assigned_user_id {
        return Ok(());
    }
    let to = |user: Option<UserId>| Readers {
        admins_of: Vec::new(),
        employee: user.map(|user| (user, act.company)),
    };
    tell_of_job(tx, act, to(before.assigned_user_id), before, Happening::JobTakenBack).await?;
    tell_of_job(tx, act, to(employee), before, Happening::JobAssignedToMe).await
}

/// A job has other days, or none any more.
pub async fn job_scheduled(
    tx: &mut Tx,
    act: Act,
    before: &JobState,
    span: Option<Span>,
) -> DbResult<()> {
    if span == before.span() {
        return Ok(());
    }
    let asked_again = before.is_accepted_by_sub;
    let what = |job| match span {
        Some(_) => Happening::JobRescheduled { job, asked_again },
        None => Happening::JobUnscheduled(job),
    };
    tell_of_job(tx, act, workers(before), before, what).await
}

/// A job was marked complete, or active again.
pub async fn job_marked(
    tx: &mut Tx,
    act: Act,
    before: &JobState,
    status: JobStatus,
) -> DbResult<()> {
    if status == before.status {
        return Ok(());
    }
    let what = match status {
        JobStatus::Complete => Happening::JobCompleted,
        JobStatus::Active => Happening::JobReopened,
    };
    tell_of_job(tx, act, workers(before), before, what).await
}

/// A job is about to be deleted. Work that was done is history; work that was not is missed.
pub async fn job_deleted(tx: &mut Tx, act: Act, job: &JobState) -> DbResult<()> {
    if job.status == JobStatus::Complete {
        return Ok(());
    }
    tell_of_job(tx, act, workers(job), job, Happening::JobTakenBack).await
}

/// A work order was written.
pub async fn work_order_created(
    tx: &mut Tx,
    act: Act,
    job: &JobState,
    order: WorkOrderId,
) -> DbResult<()> {
    let readers = workers(job);
    if readers.is_empty() {
        return Ok(());
    }
    let order = notifications::work_order(tx, order).await?;
    tell(tx, act, &readers, &Happening::WorkOrderCreated(order)).await
}

/// A work order was mailed to those who work on its job.
pub async fn work_order_sent(
    tx: &mut Tx,
    act: Act,
    job: &JobState,
    order: WorkOrderId,
) -> DbResult<()> {
    let readers = workers(job);
    if readers.is_empty() {
        return Ok(());
    }
    let order = notifications::work_order(tx, order).await?;
    tell(tx, act, &readers, &Happening::WorkOrderSent(order)).await
}

/// Whoever agreed with each other by a signature: the admins of both sides.
fn parties(job: &JobState) -> Readers {
    let both = [Some(job.company_id), job.assigned_company_id];
    Readers { admins_of: both.into_iter().flatten().collect(), employee: None }
}

/// Somebody signed a work order.
pub async fn work_order_signed(
    tx: &mut Tx,
    act: Act,
    job: &JobState,
    order: WorkOrderId,
) -> DbResult<()> {
    let order = notifications::work_order(tx, order).await?;
    tell(tx, act, &parties(job), &Happening::WorkOrderSigned(order)).await
}

/// Somebody took their signature back: who has not seen it need not be told.
pub async fn work_order_unsigned(
    tx: &mut Tx,
    act: Act,
    job: &JobState,
    order: WorkOrderId,
) -> DbResult<()> {
    notifications::withdraw(tx, act, &parties(job), Subject::signature(order)).await
}

/// A company was asked to connect.
pub async fn connection_requested(
    tx: &mut Tx,
    act: Act,
    connection: ConnectionId,
    recipient: CompanyId,
    message: &str,
) -> DbResult<()> {
    let what = Happening::ConnectionRequested { connection, message: message.to_owned() };
    tell(tx, act, &admins(recipient), &what).await
}

/// The one that was asked agreed.
pub async fn connection_accepted(
    tx: &mut Tx,
    act: Act,
    connection: &ConnectionState,
) -> DbResult<()> {
    let what = Happening::ConnectionAccepted { connection: connection.id };
    tell(tx, act, &admins(connection.other(act.company)), &what).await
}

/// A request was declined or withdrawn, or a connection ended, with which so many active jobs were
/// unassigned.
pub async fn connection_ended(
    tx: &mut Tx,
    act: Act,
    before: &ConnectionState,
    jobs: u64,
) -> DbResult<()> {
    let connection = before.id;
    let what = if before.accepted {
        Happening::ConnectionRemoved { connection, jobs }
    } else if before.sender_id == act.company {
        Happening::ConnectionWithdrawn { connection }
    } else {
        Happening::ConnectionDeclined { connection }
    };
    tell(tx, act, &admins(before.other(act.company)), &what).await
}

/// Somebody who was invited has joined the company: its admins, whose guest they were, are told.
pub async fn invitation_completed(tx: &mut Tx, act: Act) -> DbResult<()> {
    let what = Happening::InvitationCompleted { company: act.company };
    tell(tx, act, &admins(act.company), &what).await
}

/// Somebody wrote in a room that was found: everybody there is told, those who are tagged in words of
/// their own.
pub async fn message_sent(
    tx: &mut Tx,
    act: Act,
    room: &RoomState,
    contents: &str,
    tagged: &[RoomPerson],
) -> DbResult<()> {
    let message = ToldMessage { room: room.id, contents: contents.to_owned() };
    let meant: Vec<UserId> = tagged.iter().map(|person| person.id).collect();
    // Who wants to hear nothing of tags still hears of messages.
    let meant = notification_choices::listening(tx, NotificationKind::Tags, meant).await?;
    let what = Happening::MessageSent(message.clone());
    chat_notifications::insert(tx, act, room, &meant, &what).await?;
    let what = Happening::Tagged(message);
    for person in tagged {
        let employee = Some((person.id, person.company_id));
        tell(tx, act, &Readers { admins_of: Vec::new(), employee }, &what).await?;
    }
    Ok(())
}
