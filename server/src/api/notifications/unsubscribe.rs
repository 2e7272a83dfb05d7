//! Unsubscribing without signing in: one click in the mailbox (RFC 8058), or a page with a button. Opening
//! the page changes nothing, because mail programs open links automatically.

use axum::response::Html;
use domain::{
    i18n::mails::MailText,
    limits::quotas::Quota,
    notifications::preferences::NotificationKind,
    permissions::permission::Role,
    types::{ids::UserId, language::Language},
};
use store::{companies::people, db::Tx, notifications::preferences};

use crate::{
    http::{prelude::*, web_app::in_html},
    notify::unsubscribe_links::UnsubscribeLinks,
};

const PATH: &str = "/api/notifications/unsubscribe/{token}";

pub fn routes() -> Routes {
    Routes::default().get(PATH, ask).post(PATH, end).limited(Quota::Link)
}

/// The user of a link.
struct Reader {
    id: UserId,
    language: Language,
    kinds: Vec<NotificationKind>,
    role: Option<Role>,
}

async fn reader(tx: &mut Tx, token: &str) -> ApiResult<Reader> {
    let links = UnsubscribeLinks::find(tx).await?;
    let (id, kinds) = links.and_then(|links| links.read(token)).ok_or(ApiError::NotFound)?;
    let (language, role) = people::language_and_role(tx, id).await?;
    Ok(Reader { id, language, kinds, role })
}

async fn ask(
    _: Visitor,
    State(app): State<App>,
    PathId(token): PathId<String>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    let reader = reader(&mut tx, &token).await?;
    let say = |text: MailText| in_html(text.template(reader.language));
    let titles = reader.kinds.iter().filter_map(|kind| {
        // A user without a company gets no notifications and no mails.
        Some(kind.title(reader.role?, reader.language))
    });
    let kinds = titles.collect::<Vec<_>>().join(", ");
    let sentence = MailText::StopMailsOf.say(reader.language, &[("kinds", kinds)]);
    Ok(page(
        reader.language,
        &say(MailText::StopMails),
        &format!(
            "<p>{}</p><form method=\"post\"><button>{}</button></form>",
            in_html(&sentence),
            say(MailText::StopMailsButton)
        ),
    ))
}

async fn end(
    _: Visitor,
    State(app): State<App>,
    PathId(token): PathId<String>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.write().await?;
    let reader = reader(&mut tx, &token).await?;
    preferences::end_mails(&mut tx, reader.id, &reader.kinds).await?;
    tx.commit().await?;
    Ok(page(reader.language, &in_html(MailText::MailsStopped.template(reader.language)), ""))
}

fn page(language: Language, title: &str, rest: &str) -> Html<String> {
    let language = match language {
        Language::English => "en",
        Language::Spanish => "es",
    };
    Html(format!(
        "<!DOCTYPE html><html lang=\"{language}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"robots\" content=\"noindex\"><title>Ridgeline</title></head>\
         <body><h1>{title}</h1>{rest}</body></html>"
    ))
}
