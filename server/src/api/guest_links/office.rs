//! `/api/guest_links`: links to a job or a purchase order, made and managed by those who run it. A company manages only
//! its own; others are 404.

use domain::{
    activity::{
        activity::Change,
        labels::{ActivityAction, ActivityField},
    },
    forms::error::{Code, ValidationError},
    guest_links::{
        access,
        forms::{CreateGuestLink, GuestLinkRef},
        lifetime,
        link::GuestLink,
    },
    i18n::{mails::MailText, rules::Text},
    limits::quotas::Quota,
    permissions::permission::{self, Action, CompanyType},
    types::ids::{GuestLinkId, JobId, PurchaseOrderId},
};
use services::core::{network::ClientNetwork, rate_limiter::RateLimitSubject};
use store::{
    activity::record::{self, Entry},
    companies::{companies, people},
    company_time, crews,
    db::Tx,
    guest_links::{
        changes::{self, NewLink},
        links::{self, LinkRow, LinkTarget},
    },
    jobs::changes::{self as job_changes, JobState},
    mail_queue::MailAddress,
    orders::{purchase_order_changes, purchase_orders},
    token::Token,
    vendors,
};
use uuid::Uuid;

use crate::{
    http::{mail_allowance, prelude::*, rate_limit},
    notify::guest_mails::{self, Occasion},
};

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/guest_links/create", create)
        .get("/api/guest_links/{id}", list)
        .post("/api/guest_links/renew", renew)
        .post("/api/guest_links/send", send)
        .delete("/api/guest_links/{id}", revoke)
}

/// The job of what a link opens, locked, if the caller may make links to it.
async fn lock_target<G>(
    tx: &mut Tx,
    caller: &Caller<G>,
    target: LinkTarget,
) -> ApiResult<JobState> {
    match target {
        LinkTarget::Job(job) => Ok(job_changes::find_seen(tx, &caller.viewer(), job).await?),
        LinkTarget::Order(order) => {
            check_may_send(caller)?;
            Ok(*purchase_order_changes::find_own(tx, caller.scope(), order).await?.job())
        }
    }
}

/// Links to a purchase order are for those who may send it.
fn check_may_send<G>(caller: &Caller<G>) -> ApiResult<()> {
    permission::check(caller.role(), Action::PurchaseOrdersSend).map_err(ApiError::Forbidden)
}

/// One of the company's links, locked with its job.
async fn lock_link<G>(
    tx: &mut Tx,
    caller: &Caller<G>,
    id: GuestLinkId,
) -> ApiResult<(LinkRow, JobState)> {
    let link = links::find_own(tx, caller.scope(), id).await?;
    let job = lock_target(tx, caller, link.target).await?;
    Ok((changes::lock_own(tx, caller.scope(), id).await?, job))
}

async fn record_link<G>(
    tx: &mut Tx,
    app: &App,
    caller: &Caller<G>,
    (link, holder): (GuestLinkId, &str),
    job: &JobState,
    (action, changes): (ActivityAction, Vec<Change>),
) -> ApiResult<()> {
    let title = job_changes::title(tx, job).await?;
    let company = caller.scope().company();
    let entry = Entry::guest_link(company, (link, holder), (job.id, title), action, changes);
    record::record(tx, caller.action_context(&app.clock), &entry).await?;
    Ok(())
}

/// The link with its URL, which is returned only here.
async fn with_url<G>(
    tx: &mut Tx,
    app: &App,
    caller: &Caller<G>,
    id: GuestLinkId,
    secret: &Token,
) -> ApiResult<GuestLink> {
    let link = links::find_own(tx, caller.scope(), id).await?.shown(app.clock.now());
    Ok(GuestLink { url: Some(guest_mails::url(app, secret)), ..link })
}

async fn create(
    caller: Caller<gate::GuestLinks>,
    State(app): State<App>,
    sent: UncheckedForm<CreateGuestLink>,
) -> ApiResult<impl ApiResponse> {
    let target = sent.row_id(|form| {
        let job = form.job_id.0.map(LinkTarget::Job);
        job.or_else(|| form.purchase_order_id.0.map(LinkTarget::Order))
    })?;
    let (now, scope) = (app.clock.now(), caller.scope());
    let mut tx = app.db.write().await?;
    // What the form refers to is locked before the job, in the order in which deleting it locks them.
    let is_own_member = match sent.peek(|form| form.crew_member_id.0) {
        Some(member) => crews::crew_of(&mut tx, scope, member).await?.is_some(),
        None => true,
    };
    let contact = match sent.peek(|form| form.vendor_contact_id.0) {
        Some(contact) => Some(vendors::contact(&mut tx, scope, contact).await?),
        None => None,
    };
    let job = lock_target(&mut tx, &caller, target).await?;
    let form = sent.checked()?;
    if !is_own_member {
        return Err(ValidationError::not_your_own("crewMemberId").into());
    }
    if contact == Some(None) {
        return Err(ValidationError::not_your_own("vendorContactId").into());
    }
    let contact = contact.flatten();
    if let Some(chosen) = form.expires_on() {
        let zone = companies::time_zone(&mut tx, scope).await?;
        lifetime::check_last_day(chosen, company_time::local(now, zone).date())?;
    }
    access::check_assignment(caller.role().company_type, job.assignment_state())
        .map_err(ApiError::Conflict)?;
    // The link would show its holder, and its maker, jobs that the maker does not see.
    if form.shows_all_jobs() && caller.role().user_type.sees_assigned_only() {
        return Err(ApiError::Forbidden(Text::Unauthorized));
    }
    let or_of_contact = |given: &str, of_contact: Option<String>| {
        Some(given.to_owned()).filter(|text| !text.is_empty()).or(of_contact)
    };
    let name = or_of_contact(&form.name, contact.as_ref().map(|contact| contact.name.clone()));
    let is_of_job = matches!(target, LinkTarget::Job(_));
    let new = NewLink {
        id: GuestLinkId(Uuid::now_v7()),
        target,
        crew_member: form.crew_member_id.0,
        vendor_contact: form.vendor_contact_id.0,
        name: name.unwrap_or_default(),
        phone: form.phone(),
        email: or_of_contact(&form.email, contact.map(|contact| contact.email)),
        language: form.language().unwrap_or(caller.language()),
        // What a vendor does with an order is no part of a job.
        may: if is_of_job { form.may() } else { Vec::new() },
        all_jobs: is_of_job && form.shows_all_jobs(),
        expires_on: form.expires_on(),
        created_by: caller.user(),
        now,
    };
    let secret = Token::random().map_err(anyhow::Error::from)?;
    if !changes::insert(&mut tx, scope, job.id, &new, secret.hash()).await? {
        return Err(ApiError::Conflict(Text::TooManyGuestLinks));
    }
    let done = (ActivityAction::Created, Vec::new());
    record_link(&mut tx, &app, &caller, (new.id, &new.name), &job, done).await?;
    let link = with_url(&mut tx, &app, &caller, new.id, &secret).await?;
    tx.commit().await?;
    Ok(named!("link": link))
}

async fn list(
    caller: Caller<gate::GuestLinks>,
    State(app): State<App>,
    PathId(id): PathId<Uuid>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    let is_order = caller.role().company_type == CompanyType::Contractor
        && purchase_orders::is_there(&mut tx, PurchaseOrderId(id)).await?;
    let target = if is_order {
        purchase_orders::find(&mut tx, &caller.viewer(), PurchaseOrderId(id)).await?;
        check_may_send(&caller)?;
        LinkTarget::Order(PurchaseOrderId(id))
    } else {
        store::jobs::visibility::check_visible(&mut tx, &caller.viewer(), JobId(id)).await?;
        LinkTarget::Job(JobId(id))
    };
    let now = app.clock.now();
    let links = links::list(&mut tx, caller.scope(), target).await?;
    let links: Vec<GuestLink> = links.iter().map(|link| link.shown(now)).collect();
    Ok(named!("links": links))
}

async fn renew(
    caller: Caller<gate::GuestLinks>,
    State(app): State<App>,
    sent: UncheckedForm<GuestLinkRef>,
) -> ApiResult<impl ApiResponse> {
    let id = sent.row_id(|form| form.id.0)?;
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let (link, job) = lock_link(&mut tx, &caller, id).await?;
    if !link.is_alive(now) {
        return Err(ApiError::Conflict(Text::GuestLinkEnded));
    }
    let secret = Token::random().map_err(anyhow::Error::from)?;
    changes::renew(&mut tx, &link, secret.hash(), now).await?;
    let done = (ActivityAction::Renewed, Vec::new());
    record_link(&mut tx, &app, &caller, (id, &link.name), &job, done).await?;
    let link = with_url(&mut tx, &app, &caller, id, &secret).await?;
    tx.commit().await?;
    Ok(named!("link": link))
}

/// Ending a link that has ended already changes nothing.
async fn revoke(
    caller: Caller<gate::GuestLinks>,
    State(app): State<App>,
    PathId(id): PathId<GuestLinkId>,
) -> ApiResult<impl ApiResponse> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let (link, job) = lock_link(&mut tx, &caller, id).await?;
    let was_alive = link.is_alive(now);
    // Also of one that has expired, which would live again if its job moved.
    changes::revoke(&mut tx, &link, now).await?;
    if was_alive {
        let done = (ActivityAction::Deleted, Vec::new());
        record_link(&mut tx, &app, &caller, (id, &link.name), &job, done).await?;
    }
    tx.commit().await?;
    Ok(named!("id": id))
}

async fn send(
    caller: Caller<gate::GuestLinks>,
    State(app): State<App>,
    from: ClientNetwork,
    sent: UncheckedForm<GuestLinkRef>,
) -> ApiResult<impl ApiResponse> {
    let id = sent.row_id(|form| form.id.0)?;
    let (now, scope) = (app.clock.now(), caller.scope());
    let mut tx = app.db.write().await?;
    let (link, job) = lock_link(&mut tx, &caller, id).await?;
    if !link.is_alive(now) {
        return Err(ApiError::Conflict(Text::GuestLinkEnded));
    }
    let required = || ValidationError::new("email", Code::Required, Text::Required);
    let email = link.email.clone().ok_or_else(required)?;
    let subject = RateLimitSubject::of(caller.user(), scope.company(), from);
    rate_limit::take(&app, Quota::OrderMail, subject, 1).await?;
    mail_allowance::check(&mut tx, &app, scope, [email.as_str()], now).await?;
    let sender = people::find(&mut tx, caller.user()).await?;
    let name = format!("{} {}", sender.first_name, sender.last_name).trim().to_owned();
    let reply_to = MailAddress { email: sender.email, name: Some(name) };
    let title = match link.target {
        LinkTarget::Job(_) => job_changes::title(&mut tx, &job).await?,
        LinkTarget::Order(order) => {
            purchase_orders::find(&mut tx, &caller.viewer(), order).await?.title().to_owned()
        }
    };
    let secret = Token::random().map_err(anyhow::Error::from)?;
    let content = (email.as_str(), title.as_str(), &secret);
    guest_mails::queue(&mut tx, &app, &link, content, (Occasion::Sent, Some(reply_to)), now)
        .await?;
    changes::announce(&mut tx, &link);
    let to = vec![Change::to(ActivityField::SentTo, email.clone())];
    let done = (ActivityAction::Sent, to);
    record_link(&mut tx, &app, &caller, (id, &link.name), &job, done).await?;
    tx.commit().await?;
    Ok(named!("message": MailText::GuestLinkSent.say(caller.language(), &[("email", email)])))
}
