//! `/api/translations`: what users wrote, in the reader's language. The texts are read from the database with
//! the caller's access; a call cannot bring its own.

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
        .only_reads()
        .post("/api/translations/prepare", prepare)
        .only_reads()
        .post("/api/translations/restore", restore)
        .only_reads()
}

fn check_reader<G>(caller: &Caller<G>, kind: Option<TranslationKind>) -> ApiResult<()> {
    match kind.and_then(TranslationKind::read_by) {
        Some(action) => permission::check(caller.role(), action).map_err(ApiError::Forbidden),
        None => Ok(()),
    }
}

/// The texts that the caller sees, in the order of their ids. A missing one is a 404 before any is
/// translated.
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

/// The texts to translate, and the target language.
async fn requested_texts<G>(
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
    let (texts, to) = requested_texts(&app, &caller, sent).await?;
    let translator = app.translator.as_ref().ok_or(ApiError::Conflict(Text::NoTranslator))?;
    let translations =
        translation::translations(&app.db, &app.clock, translator, caller.scope(), texts, to).await;
    Ok(named!("translations": translations?))
}

/// Prepares texts for a translator in the browser.
async fn prepare(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    sent: UncheckedForm<Translate>,
) -> ApiResult<impl ApiResponse> {
    let (texts, to) = requested_texts(&app, &caller, sent).await?;
    let prepared = texts.into_iter().map(|text| translation::in_browser::prepare(text, to));
    Ok(named!("texts": prepared.collect::<Vec<_>>()))
}

#[derive(Default, Serialize, JsonSchema)]
struct RestoredTranslations {
    translations: Vec<Translation>,
    lost: Vec<LostText>,
}

/// Restores what a translator in the browser made of prepared texts. The result is not stored: it is only for
/// its user.
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
                tracing::warn!(reason = format!("{reason:#}"), "texts could not be translated");
                Self::Conflict(Text::TranslatorSilent)
            }
        }
    }
}
