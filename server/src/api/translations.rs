//! `/api/translations`: what people wrote, in the language of whoever reads it. The texts are those of
//! the database that the caller may read; none comes with the call.

use std::collections::HashMap;

use axum::{extract::State, response::IntoResponse};
use domain::{permission, text::Text, translations::Translate};
use uuid::Uuid;

use super::{
    Routes,
    body::{Sent, named},
    caller::{Caller, gate},
    error::{ApiError, ApiResult},
    jobs::viewer,
};
use crate::{
    app::App,
    store::translatable,
    translate::{self, TranslateError},
};

pub fn routes() -> Routes {
    Routes::default().post("/api/translations", translations)
}

async fn translations(
    caller: Caller<gate::SignedIn>,
    State(app): State<App>,
    sent: Sent<Translate>,
) -> ApiResult<impl IntoResponse> {
    if let Some(action) = sent.names(Translate::kind).and_then(|kind| kind.read_by()) {
        permission::check(caller.role(), action).map_err(ApiError::Forbidden)?;
    }
    let form = sent.checked()?;
    let (Some(kind), Some(to)) = (form.kind(), form.language()) else {
        return Err(ApiError::NotFound);
    };
    let ids = form.ids();
    let mut tx = app.db.read().await?;
    let (found, mut texts) = translatable::find(&mut tx, &viewer(&caller), kind, &ids).await?;
    drop(tx);
    if found.len() < ids.len() {
        return Err(ApiError::NotFound);
    }
    let places: HashMap<&Uuid, usize> = ids.iter().zip(0..).collect();
    texts.sort_by_key(|text| places.get(&text.id));
    let translator = app.translator.as_ref().ok_or(ApiError::Conflict(Text::NoTranslator))?;
    let made = translate::translations(&app, translator, caller.scope(), texts, to).await;
    Ok(named!("translations": made?))
}

impl From<TranslateError> for ApiError {
    fn from(error: TranslateError) -> Self {
        match error {
            TranslateError::Db(error) => error.into(),
            TranslateError::Silent(reason) => {
                tracing::warn!(reason = format!("{reason:#}"), "nothing was translated");
                Self::Conflict(Text::TranslatorSilent)
            }
        }
    }
}
