//! `/api/company/invite…`: admins invite; the invited read, accept or decline.

use domain::{
    activity::labels::ActivityAction,
    companies::{
        invitations::{
            Invitation, NewInvitation, NewUserSettings, OpenInvitation, SentInvitation, is_invited,
        },
        people::User,
    },
    i18n::{mails::MailText, rules::Text},
    limits::quotas::Quota,
    notifications::mails::{self, MailBuilder},
    types::{field::WireEnum as _, ids::InvitationId, limits::LIMITS},
};
use services::core::network::ClientNetwork;
use store::{
    accounts::email_tokens::{self, Purpose},
    activity::record::{self, Actor, Entry},
    actor::ActionContext,
    companies::{
        companies,
        invitations::{self, InvitationRow, Seed},
        people,
    },
    db::Tx,
    mail_queue::{self, MailAddress, NewMail},
    membership::members::NewMembership,
};

use crate::{
    api::{
        accounts::profile::{Profile, own},
        companies::invitation_links::{InvitationLinks, hash, new_secret, new_seed},
    },
    http::{body::Created, caller::AnyAccount, mail_allowance, prelude::*},
    notify::{
        account_mails::{self, Unverified},
        dispatch,
    },
};

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/company/invite", invite)
        .limited(Quota::Invitation)
        .get("/api/company/invitations", list)
        .get("/api/company/invite/{invitationId}", find)
        .limited(Quota::Link)
        .delete("/api/company/invitation/{invitationId}", delete)
        .limited(Quota::Link)
        .post("/api/company/invitation/submit", submit)
}

/// Sends an invitation, or sends an open one again. The company type is the token's, not the form's.
async fn invite(
    caller: Caller<gate::UsersInvite>,
    State(app): State<App>,
    sent: UncheckedForm<NewInvitation>,
) -> ApiResult<impl ApiResponse> {
    let company_type = caller.role().company_type.as_word();
    let form = sent.with_cleared(|form| form.company_type = company_type.to_string()).checked()?;
    let Some(user_type) = form.user_type() else {
        return Err(ApiError::Malformed("a checked form names its user type".to_string()));
    };
    let mut tx = app.db.write().await?;
    if people::has_company(&mut tx, &form.email).await? {
        return Err(ApiError::Conflict(Text::EmailTaken));
    }
    let now = app.clock.now();
    mail_allowance::check(&mut tx, &app, caller.scope(), [form.email.as_str()], now).await?;
    let links = InvitationLinks::open(&mut tx).await?;
    let seed = new_seed()?;
    let link = hash(links.id(seed));
    let secret = new_secret()?;
    let new = invitations::NewInvitation {
        seed,
        link,
        secret: secret.hash(),
        email: &form.email,
        user_type,
    };
    let stored_seed = invitations::send(&mut tx, caller.scope(), &new, now).await?;
    let invitation_id = links.id(stored_seed);
    let page = InvitationLinks::page(invitation_id, &secret);
    queue_mail(&mut tx, &caller, &app, &form.email, &page).await?;
    let (company, invited) = (caller.scope().company(), ActivityAction::Invited);
    let entry = Entry::invitation(company, &form.email, invited, user_type);
    record::record(&mut tx, caller.action_context(&app.clock), &entry).await?;
    tx.commit().await?;
    let is_resending_invitation = stored_seed != seed;
    let email = form.email;
    let sent = SentInvitation { invitation_id, email, user_type, is_resending_invitation };
    Ok(named!("data": sent))
}

/// The invited user has no language yet and a company has none, so the mail is in the inviting admin's.
async fn queue_mail(
    tx: &mut Tx,
    caller: &Caller<gate::UsersInvite>,
    app: &App,
    email: &str,
    page: &str,
) -> ApiResult<()> {
    let company = companies::name(tx, caller.scope().company()).await?;
    let inviter = people::find(tx, caller.user()).await?;
    let name = format!("{} {}", inviter.first_name, inviter.last_name);
    let language = caller.language();
    let gaps = [("name", name.clone()), ("company", company.clone())];
    let written = MailBuilder::new(language)
        .say(MailText::Invitation, &gaps)
        .link(MailText::InvitationOpen, &app.sender_identity.link(page))
        .say(MailText::InvitationLasts, &[("days", LIMITS.invitation_days.to_string())])
        .finish(&mails::subject(MailText::InvitationSubject, language, &gaps));
    let mail = NewMail {
        company: Some(caller.scope().company()),
        from_name: Some(company),
        reply_to: Some(MailAddress { email: inviter.email, name: Some(name) }),
        typed_addresses: true,
        ..NewMail::own(written)
    };
    let to = [MailAddress { email: email.to_string(), name: None }];
    mail_queue::queue(tx, &mail, &to, app.clock.now()).await?;
    Ok(())
}

async fn list(
    caller: Caller<gate::UsersInvite>,
    State(app): State<App>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    let open = match InvitationLinks::find(&mut tx).await? {
        Some(links) => {
            let rows = invitations::list(&mut tx, caller.scope(), app.clock.now()).await?;
            rows.into_iter().map(|row| shown(row, &links)).collect()
        }
        None => Vec::new(),
    };
    Ok(named!("invitations": open))
}

fn shown(row: InvitationRow, links: &InvitationLinks) -> OpenInvitation {
    OpenInvitation {
        invitation_id: links.id(Seed(row.seed)),
        email: row.email,
        user_type: row.user_type,
        sent_at: row.sent_at,
        expires_at: invitations::expires_at(row.sent_at),
    }
}

async fn find(
    _: Visitor,
    State(app): State<App>,
    PathId(invitation): PathId<InvitationId>,
) -> ApiResult<Reply<Invitation>> {
    let mut tx = app.db.read().await?;
    Ok(Reply(invitations::find(&mut tx, hash(invitation), app.clock.now()).await?))
}

/// For anyone with the link: the invited user, or an admin from the list.
async fn delete(
    _: Visitor,
    State(app): State<App>,
    PathId(invitation): PathId<InvitationId>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let now = app.clock.now();
    let deleted = invitations::take(&mut tx, hash(invitation), now).await?;
    let declined = ActivityAction::Declined;
    let entry = Entry::invitation(deleted.company_id, &deleted.email, declined, deleted.user_type);
    let by =
        Actor { user: None, company: Some(deleted.company_id), now, api_key: None, link: None };
    record::record(&mut tx, by, &entry).await?;
    tx.commit().await?;
    Ok(named!("id": invitation))
}

/// An invitation that is unknown, expired or used cannot be completed (specification, section 8).
fn not_open(error: ApiError) -> ApiError {
    match error {
        ApiError::NotFound => ApiError::Invitation(Text::InvitationGone),
        other => other,
    }
}

/// Accepts an invitation. If it is refused, the invitation stays open.
async fn submit(
    caller: AnyAccount,
    State(app): State<App>,
    from: ClientNetwork,
    sent: UncheckedForm<NewUserSettings>,
) -> ApiResult<Created<Profile>> {
    let invitation = sent.row_id(|form| form.invitation_id.0).map_err(not_open)?;
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let taken = invitations::take(&mut tx, hash(invitation), now).await;
    let invited = taken.map_err(|error| not_open(error.into()))?;
    let before = people::find(&mut tx, caller.user).await?;
    if !is_invited(&before.email, &invited.email) {
        return Err(ApiError::Invitation(Text::InvitationMismatch));
    }
    if before.account_creation_complete {
        return Err(ApiError::Invitation(Text::LoginTaken));
    }
    // The form's address is ignored, so it is not validated either.
    let form = sent.with_cleared(|form| form.email.clone_from(&invited.email)).checked()?;
    let company = invited.company_id;
    form.company_id.check_own(company)?;
    let place = NewMembership { company, user_type: invited.user_type, settings: form.settings };
    let user = store::membership::members::join_company(&mut tx, caller.user, &place).await?;
    if invited.is_secret(&form.secret) {
        people::set_verified(&mut tx, caller.user, now).await?;
    } else {
        ask_to_verify(&mut tx, &app, &user, from).await?;
    }
    let act = ActionContext { user: caller.user, company, now, api_key: None };
    record::record(&mut tx, act, &Entry::joined(company, &user)).await?;
    dispatch::invitation_completed(&mut tx, act).await?;
    let company =
        companies::find(&mut tx, own(company), company, services::geocoding::locate_company)
            .await?
            .shown(|key| app.files.address(key, now));
    tx.commit().await?;
    Ok(Created(Profile { user, company: Some(company) }))
}

/// The id alone proves no address: the inviting admins know it. Unless the address is verified, the link of the
/// usual mail verifies it; the one that a sign-up just sent is enough.
async fn ask_to_verify(tx: &mut Tx, app: &App, user: &User, from: ClientNetwork) -> ApiResult<()> {
    let is_verified_elsewhere = app.sign_in_methods.only_provider().is_some();
    if is_verified_elsewhere || people::is_verified(tx, user.id).await? {
        return Ok(());
    }
    if !email_tokens::has_open(tx, user.id, Purpose::Verify, app.clock.now()).await? {
        let (address, language) = (user.email.as_str(), user.language);
        let unverified = Unverified { user: user.id, address, language, from };
        account_mails::verify(tx, app, unverified).await?;
    }
    Ok(())
}
