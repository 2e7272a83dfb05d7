//! Deletion of the caller's account or company.

use domain::{
    accounts::deletion::{DeleteAccount, DeleteCompany, RequiredProof},
    i18n::{mails::MailText, rules::Text},
    notifications::mails::MailBuilder,
    types::ids::UserId,
};
use services::core::network::ClientNetwork;
use store::{
    accounts::second_factors,
    activity::record::Actor,
    companies::{companies, people},
    db::Tx,
    mail_queue::{self, MailAddress, NewMail},
    membership::{account_deletion, company_deletion},
    scope::Scope,
};

use crate::{
    api::accounts::{account::has_password, passwords::check_own, second_factor::check_code},
    http::{caller::AnyAccount, prelude::*},
};

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/auth/deleteAccount", delete_account)
        .post("/api/company/delete", delete_company)
}

/// Also for users without a company, for example after their company was deleted.
async fn delete_account(
    caller: AnyAccount,
    State(app): State<App>,
    from: ClientNetwork,
    CheckedForm(form): CheckedForm<DeleteAccount>,
) -> ApiResult<impl ApiResponse> {
    let user = caller.user;
    let required = required_proof(&app, user).await?;
    form.check_for(required)?;
    check_password(&app, from, user, required, &form.password).await?;
    let tx = app.db.write_long().await?;
    let mut tx = check_factor(tx, &app, user, required, &form.code).await?;
    let me = people::find(&mut tx, user).await?;
    let company = caller.company.filter(|_| caller.complete);
    let by = Actor { user: Some(user), company, now: app.clock.now(), api_key: None, link: None };
    #[expect(clippy::disallowed_methods, reason = "they are of this company, and leave it")]
    let scope = company.map(Scope::trusted);
    let removal = account_deletion::delete(&mut tx, by, scope, &me).await?;
    if removal == store::membership::members::Removal::LastAdmin {
        return Err(ApiError::Conflict(Text::LastAdminLeaves));
    }
    tx.commit().await?;
    Ok(named!("id": user))
}

async fn delete_company(
    caller: Caller<gate::CompanyEdit>,
    State(app): State<App>,
    from: ClientNetwork,
    CheckedForm(form): CheckedForm<DeleteCompany>,
) -> ApiResult<impl ApiResponse> {
    let (user, scope) = (caller.user(), caller.scope());
    let required = required_proof(&app, user).await?;
    let mut tx = app.db.read().await?;
    let name = companies::name(&mut tx, scope.company()).await?;
    drop(tx);
    form.check_for(&name, required)?;
    check_password(&app, from, user, required, &form.password).await?;
    let tx = app.db.write_long().await?;
    let mut tx = check_factor(tx, &app, user, required, &form.code).await?;
    mail_admins(&mut tx, &app, scope, user, &name).await?;
    let doomed =
        company_deletion::delete(&mut tx, caller.action_context(&app.clock).into(), scope).await?;
    tx.commit().await?;
    app.files.discard(&app.db, &doomed).await;
    Ok(named!("id": scope.company()))
}

/// The proof of identity that a deletion requires.
async fn required_proof(app: &App, user: UserId) -> ApiResult<RequiredProof> {
    let mut tx = app.db.read().await?;
    let asks_for_password = if app.sign_in_methods.providers().is_empty() {
        true
    } else {
        has_password(&mut tx, app, user).await?
    };
    if !asks_for_password {
        return Ok(RequiredProof::Word);
    }
    Ok(RequiredProof::Password { code: second_factors::is_on(&mut tx, user).await? })
}

async fn check_password(
    app: &App,
    from: ClientNetwork,
    user: UserId,
    required: RequiredProof,
    password: &str,
) -> ApiResult<()> {
    match required {
        RequiredProof::Password { .. } => check_own(app, from, user, "password", password).await,
        RequiredProof::Word => Ok(()),
    }
}

/// Returns the transaction if no code is required, or the code is right.
async fn check_factor(
    tx: Tx,
    app: &App,
    user: UserId,
    required: RequiredProof,
    code: &str,
) -> ApiResult<Tx> {
    match required {
        RequiredProof::Password { code: true } => check_code(tx, app, user, code).await,
        _ => Ok(tx),
    }
}

/// Queues a mail to every admin of the company, including the one who deletes it.
async fn mail_admins(
    tx: &mut Tx,
    app: &App,
    scope: Scope,
    user: UserId,
    company: &str,
) -> ApiResult<()> {
    let me = people::find(tx, user).await?;
    let who = format!("{} {}", me.first_name, me.last_name);
    for admin in people::admins(tx, scope).await? {
        let gaps = [("who", who.clone()), ("company", company.to_owned())];
        let subject = MailText::CompanyDeletedSubject.say(admin.language, &gaps);
        let written = MailBuilder::new(admin.language)
            .say(MailText::CompanyDeleted, &gaps)
            .say(MailText::CompanyDeletedAccounts, &[])
            .finish(&subject);
        let mail = NewMail::own(written);
        let name = Some(format!("{} {}", admin.first_name, admin.last_name));
        let to = [MailAddress { email: admin.email, name }];
        mail_queue::queue(tx, &mail, &to, app.clock.now()).await?;
    }
    Ok(())
}
