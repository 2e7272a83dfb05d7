//! Sends notifications in the transaction of the change (contract, section 4, "Notified").
//!
//! For connections and shared jobs the other company's admins are notified; for a job also its assigned
//! employee; for a signature the admins of both companies; for a message everyone in the room. All of them go
//! through [`notify`] or, for messages, [`message_sent`], which also feed sockets, mails and pushes.

use chrono::{DateTime, Utc};
use domain::{
    chat::rooms::RoomPerson,
    jobs::job::JobStatus,
    notifications::{
        notifications::{
            NotificationEvent, NotificationJob, NotificationMessage, NotificationOrder, Subject,
        },
        preferences::NotificationKind,
    },
    types::{
        date_range::Span,
        ids::{CompanyId, ConnectionId, SignOffId, UserId, WorkOrderId},
    },
};
use store::{
    actor::ActionContext,
    chat::{notifications as chat_notifications, room_state::RoomState},
    connections::ConnectionState,
    db::{Tx, error::DbResult},
    guest_links::links::LinkRow,
    jobs::changes::JobState,
    notifications::{notifications, preferences as notification_choices, recipients::Recipients},
};

use crate::{app::App, notify::guest_mails};

/// Notifies the recipients of an event, except the user who caused it.
pub async fn notify(
    tx: &mut Tx,
    act: ActionContext,
    readers: &Recipients,
    what: &NotificationEvent,
) -> DbResult<()> {
    if readers.is_empty() {
        return Ok(());
    }
    notifications::insert(tx, act, readers, what).await
}

fn admins(company: CompanyId) -> Recipients {
    Recipients { admins_of: vec![company], employee: None }
}

/// Who works on a job: the subcontractor's admins, and the employee, who is the subcontractor's if there is
/// one.
fn workers(job: &JobState) -> Recipients {
    let company = job.assigned_company_id.unwrap_or(job.company_id);
    Recipients {
        admins_of: job.assigned_company_id.into_iter().collect(),
        employee: job.assigned_user_id.map(|user| (user, company)),
    }
}

/// Notifies of a job; its row is only read if there is a recipient.
async fn notify_about_job(
    tx: &mut Tx,
    act: ActionContext,
    readers: Recipients,
    job: &JobState,
    what: impl FnOnce(NotificationJob) -> NotificationEvent,
) -> DbResult<()> {
    if readers.is_empty() {
        return Ok(());
    }
    let job = notifications::job(tx, job.id).await?;
    notify(tx, act, &readers, &what(job)).await
}

/// A job was offered to another subcontractor, or to none: `before` is the job before the change.
pub async fn job_assigned(
    tx: &mut Tx,
    act: ActionContext,
    before: &JobState,
    offered: Option<CompanyId>,
) -> DbResult<()> {
    let mut former = workers(before);
    // A subcontractor that is offered the job again is not notified first that it lost the job.
    former.admins_of.retain(|company| Some(*company) != offered);
    notify_about_job(tx, act, former, before, NotificationEvent::JobTakenBack).await?;
    let offered = Recipients { admins_of: offered.into_iter().collect(), employee: None };
    notify_about_job(tx, act, offered, before, NotificationEvent::JobAssigned).await
}

/// The subcontractor accepted or declined.
pub async fn job_answered(
    tx: &mut Tx,
    act: ActionContext,
    before: &JobState,
    did_accept: bool,
) -> DbResult<()> {
    let what =
        if did_accept { NotificationEvent::JobAccepted } else { NotificationEvent::JobDeclined };
    if !did_accept {
        // The employee who was to do it has it no longer.
        let employee = before.assigned_user_id.map(|user| (user, act.company));
        let readers = Recipients { admins_of: Vec::new(), employee };
        notify_about_job(tx, act, readers, before, NotificationEvent::JobTakenBack).await?;
    }
    notify_about_job(tx, act, admins(before.company_id), before, what).await
}

/// A job was assigned to an employee of the company that does the work, or unassigned.
pub async fn job_assigned_to_employee(
    tx: &mut Tx,
    act: ActionContext,
    before: &JobState,
    employee: Option<UserId>,
) -> DbResult<()> {
    if employee == before.assigned_user_id {
        return Ok(());
    }
    let to = |user: Option<UserId>| Recipients {
        admins_of: Vec::new(),
        employee: user.map(|user| (user, act.company)),
    };
    notify_about_job(tx, act, to(before.assigned_user_id), before, NotificationEvent::JobTakenBack)
        .await?;
    notify_about_job(tx, act, to(employee), before, NotificationEvent::JobAssignedToMe).await
}

/// A job's days changed or were removed, and are stored. Holders of links to it are mailed. `asks` is false where the
/// subcontractor need not accept the new days.
pub async fn job_scheduled(
    tx: &mut Tx,
    app: &App,
    act: ActionContext,
    before: &JobState,
    span: Option<Span>,
    asks: bool,
) -> DbResult<()> {
    if span == before.span() {
        return Ok(());
    }
    let what = |asked_again| {
        move |job| match span {
            Some(_) => NotificationEvent::JobRescheduled { job, asked_again },
            None => NotificationEvent::JobUnscheduled(job),
        }
    };
    let Recipients { admins_of, employee } = workers(before);
    // An employee cannot answer.
    let readers = Recipients { admins_of: Vec::new(), employee };
    notify_about_job(tx, act, readers, before, what(false)).await?;
    // The subcontractor is asked also where the question of an earlier move is not answered yet: this may be the only one
    // that is still unread.
    let readers = Recipients { admins_of, employee: None };
    notify_about_job(tx, act, readers, before, what(asks)).await?;
    guest_mails::job_moved(tx, app, before, span, act.now).await
}

/// A job was completed or reopened.
pub async fn job_status_changed(
    tx: &mut Tx,
    act: ActionContext,
    before: &JobState,
    status: JobStatus,
) -> DbResult<()> {
    if status == before.status {
        return Ok(());
    }
    let what = match status {
        JobStatus::Complete => NotificationEvent::JobCompleted,
        JobStatus::Active => NotificationEvent::JobReopened,
    };
    notify_about_job(tx, act, workers(before), before, what).await
}

/// A job is about to be deleted. Only active jobs notify: a completed one is history.
pub async fn job_deleted(tx: &mut Tx, act: ActionContext, job: &JobState) -> DbResult<()> {
    if job.status == JobStatus::Complete {
        return Ok(());
    }
    notify_about_job(tx, act, workers(job), job, NotificationEvent::JobTakenBack).await
}

/// Notifies of a work order; its row is only read if there is a recipient.
async fn notify_about_order(
    tx: &mut Tx,
    act: ActionContext,
    readers: Recipients,
    order: WorkOrderId,
    what: impl FnOnce(NotificationOrder) -> NotificationEvent,
) -> DbResult<()> {
    if readers.is_empty() {
        return Ok(());
    }
    let order = notifications::work_order(tx, order).await?;
    notify(tx, act, &readers, &what(order)).await
}

/// A work order was created.
pub async fn work_order_created(
    tx: &mut Tx,
    act: ActionContext,
    job: &JobState,
    order: WorkOrderId,
) -> DbResult<()> {
    notify_about_order(tx, act, workers(job), order, NotificationEvent::WorkOrderCreated).await
}

/// A work order was mailed to those who work on its job.
pub async fn work_order_sent(
    tx: &mut Tx,
    act: ActionContext,
    job: &JobState,
    order: WorkOrderId,
) -> DbResult<()> {
    notify_about_order(tx, act, workers(job), order, NotificationEvent::WorkOrderSent).await
}

/// The parties of a signature: the admins of both companies.
fn signatories(job: &JobState) -> Recipients {
    let both = [Some(job.company_id), job.assigned_company_id];
    Recipients { admins_of: both.into_iter().flatten().collect(), employee: None }
}

/// A work order was signed.
pub async fn work_order_signed(
    tx: &mut Tx,
    act: ActionContext,
    job: &JobState,
    order: WorkOrderId,
) -> DbResult<()> {
    notify_about_order(tx, act, signatories(job), order, NotificationEvent::WorkOrderSigned).await
}

/// An action of the holder of a link, of which others are notified.
#[derive(Clone, Copy, Debug)]
pub enum GuestEvent<'a> {
    /// They accepted or declined the days of the job, perhaps with a reason.
    Answered(bool, Option<&'a str>),
    /// They reported the job as complete.
    ReportedComplete,
    /// They signed a work order, in this name.
    Signed(WorkOrderId, SignOffId, &'a str),
}

/// Notifies of what the holder of a link did: the company that made the link and, except of answers, which are its own
/// affair, both companies of the job.
pub async fn guest_acted(
    tx: &mut Tx,
    link: &LinkRow,
    job: &JobState,
    cause: GuestEvent<'_>,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let readers = match cause {
        GuestEvent::Answered(..) => admins(link.company),
        GuestEvent::ReportedComplete => {
            let mut companies = vec![job.company_id];
            companies.extend((link.company != job.company_id).then_some(link.company));
            Recipients { admins_of: companies, employee: None }
        }
        GuestEvent::Signed(..) => signatories(job),
    };
    let (link_id, name) = (link.id, link.name.clone());
    let event = match cause {
        GuestEvent::Answered(accepted, reason) => NotificationEvent::GuestAnswered {
            job: notifications::job(tx, job.id).await?,
            link: link_id,
            name,
            accepted,
            reason: reason.map(str::to_owned),
        },
        GuestEvent::ReportedComplete => NotificationEvent::GuestReportedComplete {
            job: notifications::job(tx, job.id).await?,
            name,
        },
        GuestEvent::Signed(order, sign_off, signer) => NotificationEvent::GuestSigned {
            order: notifications::work_order(tx, order).await?,
            link: link_id,
            name: signer.to_owned(),
            sign_off: Some(sign_off),
        },
    };
    let maker = ActionContext { user: link.created_by, company: link.company, now, api_key: None };
    notifications::insert_on_behalf(tx, maker, &readers, &event).await
}

/// A signature was withdrawn: its unread notifications are deleted.
pub async fn work_order_unsigned(
    tx: &mut Tx,
    act: ActionContext,
    job: &JobState,
    order: WorkOrderId,
) -> DbResult<()> {
    notifications::withdraw(tx, act, &signatories(job), Subject::signature(order)).await
}

/// A company was requested to connect.
pub async fn connection_requested(
    tx: &mut Tx,
    act: ActionContext,
    connection: ConnectionId,
    recipient: CompanyId,
    message: &str,
) -> DbResult<()> {
    let what = NotificationEvent::ConnectionRequested { connection, message: message.to_owned() };
    notify(tx, act, &admins(recipient), &what).await
}

/// A connection was accepted.
pub async fn connection_accepted(
    tx: &mut Tx,
    act: ActionContext,
    connection: &ConnectionState,
) -> DbResult<()> {
    let what = NotificationEvent::ConnectionAccepted { connection: connection.id };
    notify(tx, act, &admins(connection.other(act.company)), &what).await
}

/// A request was declined or withdrawn, or a connection ended; this many active jobs were unassigned.
pub async fn connection_ended(
    tx: &mut Tx,
    act: ActionContext,
    before: &ConnectionState,
    jobs: u64,
) -> DbResult<()> {
    let connection = before.id;
    let what = if before.accepted {
        NotificationEvent::ConnectionRemoved { connection, jobs }
    } else if before.sender_id == act.company {
        NotificationEvent::ConnectionWithdrawn { connection }
    } else {
        NotificationEvent::ConnectionDeclined { connection }
    };
    notify(tx, act, &admins(before.other(act.company)), &what).await
}

/// An invited user joined the company: its admins are notified.
pub async fn invitation_completed(tx: &mut Tx, act: ActionContext) -> DbResult<()> {
    let what = NotificationEvent::InvitationCompleted { company: act.company };
    notify(tx, act, &admins(act.company), &what).await
}

/// A message was sent: everyone in the room is notified, tagged users with a separate text.
pub async fn message_sent(
    tx: &mut Tx,
    act: ActionContext,
    room: &RoomState,
    contents: &str,
    tagged: &[RoomPerson],
) -> DbResult<()> {
    let message = NotificationMessage { room: room.id, contents: contents.to_owned() };
    let tagged: Vec<UserId> = tagged.iter().map(|person| person.id).collect();
    // Users who turned off notifications of tags still get those of messages.
    let meant =
        notification_choices::subscribed(tx, NotificationKind::Tags, tagged.clone()).await?;
    let what = NotificationEvent::MessageSent(message.clone());
    chat_notifications::insert(tx, act, room, &meant, &what).await?;
    if tagged.is_empty() {
        return Ok(());
    }
    let what = NotificationEvent::Tagged(message);
    chat_notifications::insert_for_tagged(tx, act, room, &tagged, &what).await
}
