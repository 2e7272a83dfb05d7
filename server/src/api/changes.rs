//! `/api/changes`: what changed, as the admins of the company saw it, for other software (contract-2, section 4).

use axum::{
    extract::{Query, rejection::QueryRejection},
    http::StatusCode,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::DateTime;
use domain::{
    changes::{ChangeEvent, ChangesForm},
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    permissions::permission::{self, Action, Role},
    types::ids::CompanyId,
};
use schemars::JsonSchema;
use serde::Serialize;
use services::core::signing_key::SigningKey;
use store::changes::feed::{self, ChangeRow, ChangeRows, Place};

use crate::http::{caller::Gate, prelude::*};

/// The key's name in the database.
const KEY: &str = "changes feed";
/// A cursor for the present end of the feed.
const NOW: &str = "now";
/// How many bytes of a signature a cursor has: enough that nobody makes one up.
const SEAL_BYTES: usize = 16;

/// Who may read everything that changes: those who could have it sent to them.
#[derive(Debug)]
enum Admins {}

impl Gate for Admins {
    const ACTION: Option<Action> = None;
    const NAME: &'static str = "admins";

    fn check(role: Role) -> Result<(), Text> {
        permission::check(role, Action::WebhooksManage)
    }
}

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/changes", list)
        .also_fails_with(StatusCode::BAD_REQUEST)
        .also_fails_with(StatusCode::UNPROCESSABLE_ENTITY)
}

#[derive(Serialize, JsonSchema)]
struct Changes {
    changes: Vec<ChangeEvent>,
    /// Where the next call goes on.
    cursor: String,
}

async fn list(
    caller: Caller<Admins>,
    State(app): State<App>,
    query: Result<Query<ChangesForm>, QueryRejection>,
) -> ApiResult<Reply<Changes>> {
    let Query(form) = query.map_err(|bad| ApiError::Malformed(bad.body_text()))?;
    let page = form.page()?;
    let key = SigningKey::open(&app.db, KEY).await?;
    let scope = caller.scope();
    let mut tx = app.db.read().await?;
    let newest = feed::newest(&mut tx, scope).await?;
    let after = match form.after.trim() {
        "" => feed::oldest(&mut tx, scope, app.clock.now()).await?,
        NOW => newest,
        cursor => {
            let place = read_cursor(&key, scope.company(), cursor)
                .filter(|place| place.position <= newest.position)
                .ok_or_else(|| refused(Code::Format, Text::WrongKind))?;
            if !feed::reaches(&mut tx, scope, place).await? {
                return Err(refused(Code::Range, Text::ChangesTooOld).into());
            }
            place
        }
    };
    let ChangeRows { rows, is_full, .. } = match form.after.trim() {
        NOW => ChangeRows::default(),
        _ => feed::list(&mut tx, scope, after.position, &page).await?,
    };
    let last = rows.last().filter(|_| is_full);
    let end = last.map_or(newest, |row| Place { position: row.position, at: row.at });
    Ok(Reply(Changes {
        changes: rows.iter().filter_map(ChangeRow::to_event).collect(),
        cursor: cursor(&key, scope.company(), end),
    }))
}

fn refused(code: Code, text: Text) -> ValidationError {
    ValidationError::new("after", code, text)
}

fn cursor(key: &SigningKey, company: CompanyId, place: Place) -> String {
    let mut bytes = place.position.to_be_bytes().to_vec();
    bytes.extend(place.at.timestamp_millis().to_be_bytes());
    let seal = key.sign(&[company.0.as_bytes(), &bytes]);
    bytes.extend(&seal[..SEAL_BYTES]);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The place of a cursor that this installation gave to this company.
fn read_cursor(key: &SigningKey, company: CompanyId, text: &str) -> Option<Place> {
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    let (position, rest) = bytes.split_first_chunk::<8>()?;
    let (millis, _) = rest.split_first_chunk::<8>()?;
    let at = DateTime::from_timestamp_millis(i64::from_be_bytes(*millis))?;
    let place = Place { position: i64::from_be_bytes(*position), at };
    (cursor(key, company, place) == text).then_some(place)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};
    use uuid::Uuid;

    use super::*;

    fn known() -> (SigningKey, CompanyId, Place) {
        let at = DateTime::from_timestamp_millis(1_772_452_800_123).expect("a time");
        let key = SigningKey::of(b"ours").expect("a key");
        (key, CompanyId(Uuid::from_u128(7)), Place { position: 42, at })
    }

    fn known_cursor() -> String {
        let (key, company, place) = known();
        cursor(&key, company, place)
    }

    proptest! {
        #[test]
        fn no_changed_cursor_opens_a_feed(sent in foreign::text(&[&known_cursor()])) {
            let (key, company, place) = known();
            let (read, cost) = cost::of(|| read_cursor(&key, company, &sent));
            prop_assert!(cost.is_small_for(sent.len(), 4), "{cost:?} of {}", sent.len());
            prop_assert_eq!(read, (sent == known_cursor()).then_some(place));
        }
    }

    #[test]
    fn a_cursor_is_only_valid_for_the_company_that_it_was_given_to() {
        let (key, company, place) = known();
        let cursor = cursor(&key, company, place);
        assert_eq!(read_cursor(&key, company, &cursor), Some(place));
        assert_eq!(read_cursor(&key, CompanyId(Uuid::from_u128(8)), &cursor), None);
    }
}
