//! `/api/translations`: what people wrote, in the language of whoever reads it. The texts are those of
//! the database that the caller may read; none comes with a call.

use std::collections::HashMap;

use domain::{
    i18n::rules::Text,
    permissions::permission,
    translations::translations::{LostText, RestoreTexts, Translate, Translation, TranslationKind},
    types::language::Language,
};
use schemars::JsonSchema;
use serde::Serialize;
use services::translation::{self, TranslateError};
use store::translations::texts::{self, SourceText};
use uuid::Uuid;

use crate::http::prelude::*;

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/translations", translations)
        .post("/api/translations/prepare", prepare)
        .post("/api/translations/restore", restore)
}

fn check_reader<G>(caller: &Caller<G>, kind: Option<TranslationKind>) -> ApiResult<()> {
    match kind.and_then(TranslationKind::read_by) {
        Some(action) => permission::check(caller.role(), action).map_err(ApiError::Forbidden),
        None => Ok(()),
    }
}

/// The texts of things that the caller sees, in the order of their ids. One that is not found is
/// found missing before any is translated.
async fn texts<G>(
    app: &App,
    caller: &Caller<G>,
    kind: Option<TranslationKind>,
    ids: &[Uuid],
) -> ApiResult<Vec<SourceText>> {
    let kind = kind.ok_or(ApiError::NotFound)?;
    let mut tx = app.db.read().await?;
    let (found, mut texts) = texts::find(&mut tx, &caller.viewer(), kind, ids).await?;
    if found.len() < ids.len() {
        return Err(ApiError::NotFound);
    }
    let places: HashMap<&Uuid, usize> = ids.iter().zip(0..).collect();
    texts.sort_by_key(|text| places.get(&text.id));
    Ok(texts)
}

/// The texts that are to be translated, and into which language.
async fn asked_texts<G>(
    app: &App,
    caller: &Caller<G>,
    sent: UncheckedForm<Translate>,
) -> ApiResult<(Vec<SourceText>, Language)> {
    check_reader(caller, sent.peek(Translate::kind))?;
    let form = sent.checked()?;
    let texts = texts(app, caller, form.kind(), &form.ids()).await?;
    Ok((texts, form.language().unwrap_or_default()))
}

async fn translations(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    sent: UncheckedForm<Translate>,
) -> ApiResult<impl ApiResponse> {
    let (texts, to) = asked_texts(&app, &caller, sent).await?;
    let translator = app.translator.as_ref().ok_or(ApiError::Conflict(Text::NoTranslator))?;
    let made =
        translation::translations(&app.db, &app.clock, translator, caller.scope(), texts, to).await;
    Ok(named!("translations": made?))
}

/// For a translator in the browser.
async fn prepare(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    sent: UncheckedForm<Translate>,
) -> ApiResult<impl ApiResponse> {
    let (texts, to) = asked_texts(&app, &caller, sent).await?;
    let prepared = texts.into_iter().map(|text| translation::in_browser::prepare(text, to));
    Ok(named!("texts": prepared.collect::<Vec<_>>()))
}

#[derive(Default, Serialize, JsonSchema)]
struct RestoredTranslations {
    translations: Vec<Translation>,
    lost: Vec<LostText>,
}

/// What a translator in the browser made of prepared texts. It is answered and not kept: what one
/// person's machine says is nobody else's translation.
async fn restore(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    sent: UncheckedForm<RestoreTexts>,
) -> ApiResult<impl ApiResponse> {
    check_reader(&caller, sent.peek(RestoreTexts::kind))?;
    let form = sent.checked()?;
    let texts = texts(&app, &caller, form.kind(), &form.ids()).await?;
    let to = form.language().unwrap_or_default();
    let mut restored = RestoredTranslations::default();
    for written in texts {
        let is_of =
            |id: Option<Uuid>, field: &str| id == Some(written.id) && field == written.field;
        let answer = form.answers.iter().find(|answer| is_of(answer.id.0, &answer.field));
        let Some(answer) = answer else { continue };
        let lost = LostText { id: written.id, field: written.field };
        match translation::in_browser::restore(written, to, &answer.text) {
            Some(translation) => restored.translations.push(translation),
            None => restored.lost.push(lost),
        }
    }
    Ok(Reply(restored))
}

impl From<TranslateError> for ApiError {
    fn from(error: TranslateError) -> Self {
        match error {
            TranslateError::Db(error) => error.into(),
            TranslateError::Unavailable(reason) => {
                tracing::warn!(reason = format!("{reason:#}"), "nothing was translated");
                Self::Conflict(Text::TranslatorSilent)
            }
        }
    }
}
