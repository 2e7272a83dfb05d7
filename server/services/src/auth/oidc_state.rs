//! A visit to the identity provider, remembered by the browser that makes it and by nobody else.
//!
//! The browser keeps a cookie. What goes to the provider and comes back (`state`), what the provider
//! signs (`nonce`), and what proves that whoever began the visit also ends it (PKCE) are made from the
//! cookie with a secret of this installation. So an answer fits the browser that asked and no other:
//! nobody can be signed in as somebody else by a link. Any server that shares the database can take the
//! answer.

use std::fmt::Write as _;

use chrono::{DateTime, Duration, Utc};
use domain::accounts::accounts::OIDC_STATE_MINUTES;
use store::{
    db::Db,
    token::{Token, TokenHash},
};

use crate::core::signing_key::SigningKey;

/// The key's name in the database.
const NAME: &str = "visits";

/// The beginning of a visit's cookie; the state's beginning follows, so that several tabs may be on
/// their way at once.
const COOKIE: &str = "ridgeline-visit-";
/// How much of the state stands in the cookie's name.
const NAMED_BY: usize = 16;
/// A longer way back is not remembered: a cookie holds so much.
const LONGEST_RETURN: usize = 800;

/// Begins visits and recognises their ends.
#[derive(Clone, Debug)]
pub struct OidcStates(SigningKey);

/// One visit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OidcState {
    cookie: String,
    /// What the provider brings back as it was.
    pub state: String,
    /// What the provider puts into what it signs.
    pub nonce: String,
    /// What only whoever began the visit knows.
    pub verifier: String,
    /// Where in the app it leads.
    pub return_to: Option<String>,
}

impl OidcStates {
    /// With the key from the database; the first who asks makes it.
    ///
    /// # Errors
    /// When the database, or the system's randomness, has none to give.
    pub async fn open(db: &Db) -> anyhow::Result<Self> {
        SigningKey::open(db, NAME).await.map(Self)
    }

    /// Begins a visit.
    ///
    /// # Errors
    /// When the system has no randomness to give.
    pub fn begin(&self, return_to: Option<&str>, now: DateTime<Utc>) -> anyhow::Result<OidcState> {
        let return_to = return_to.filter(|path| path.len() <= LONGEST_RETURN).unwrap_or_default();
        let random = Token::random()?;
        let cookie =
            format!("{}.{}.{}", now.timestamp_millis(), random.text(), hex::encode(return_to));
        Ok(self.visit(cookie, return_to))
    }

    /// The visit that an answer with this state ends, where one of the browser's cookies began it
    /// and it did not take too long.
    #[must_use]
    pub fn end(
        &self,
        cookies: &[(String, String)],
        state: &str,
        now: DateTime<Utc>,
    ) -> Option<OidcState> {
        let name = cookie_name(state)?;
        let (_, cookie) = cookies.iter().find(|(found, _)| *found == name)?;
        if !self.0.verify(&signed_parts("state", cookie), &hex::decode(state).ok()?) {
            return None;
        }
        let mut parts = cookie.split('.');
        let began = DateTime::from_timestamp_millis(parts.next()?.parse().ok()?)?;
        let return_to = String::from_utf8(hex::decode(parts.nth(1)?).ok()?).ok()?;
        let lasted = now - began;
        (lasted < Duration::minutes(OIDC_STATE_MINUTES))
            .then(|| self.visit(cookie.clone(), &return_to))
    }

    fn visit(&self, cookie: String, return_to: &str) -> OidcState {
        let made = |what| hex::encode(self.0.sign(&signed_parts(what, &cookie)));
        let (state, nonce, verifier) = (made("state"), made("nonce"), made("verifier"));
        let return_to = Some(return_to).filter(|path| !path.is_empty()).map(str::to_string);
        OidcState { cookie, state, nonce, verifier, return_to }
    }
}

const fn signed_parts<'p>(what: &'p str, cookie: &'p str) -> [&'p [u8]; 3] {
    [what.as_bytes(), b"\n", cookie.as_bytes()]
}

impl OidcState {
    /// The `Set-Cookie` that makes the browser remember it.
    #[must_use]
    pub fn set_cookie(&self, over_tls: bool) -> String {
        let name = format!("{COOKIE}{}", &self.state[..NAMED_BY]);
        build_cookie(&name, &self.cookie, OIDC_STATE_MINUTES * 60, over_tls)
    }

    /// What the browser is known by that made it.
    #[must_use]
    pub fn browser(&self) -> TokenHash {
        TokenHash::of(&self.cookie)
    }
}

/// The visits that a browser remembers: the name of each one's cookie, and what the browser is known by
/// that made it.
pub fn from_cookies(cookies: &[(String, String)]) -> impl Iterator<Item = (&str, TokenHash)> {
    let visits = cookies.iter().filter(|(name, _)| name.starts_with(COOKIE));
    visits.map(|(name, cookie)| (name.as_str(), TokenHash::of(cookie)))
}

/// A `Set-Cookie` with which a browser forgets a visit.
#[must_use]
pub fn clear_cookie(name: &str, over_tls: bool) -> String {
    build_cookie(name, "", 0, over_tls)
}

fn cookie_name(state: &str) -> Option<String> {
    state.get(..NAMED_BY).map(|beginning| format!("{COOKIE}{beginning}"))
}

/// No script reads it, it goes along when the provider sends the browser back, and over TLS only where
/// there is TLS.
fn build_cookie(name: &str, value: &str, seconds: i64, over_tls: bool) -> String {
    let mut cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax");
    if over_tls {
        // Writing to a string does not fail.
        let _ = write!(cookie, "; Secure");
    }
    cookie
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_states(secret: &[u8]) -> OidcStates {
        OidcStates(SigningKey::of(secret).expect("a key"))
    }

    fn kept(visit: &OidcState) -> Vec<(String, String)> {
        let cookie = visit.set_cookie(true);
        let (name, rest) = cookie.split_once('=').expect("a cookie");
        vec![(name.to_string(), rest.split(';').next().expect("a value").to_string())]
    }

    #[test]
    fn an_answer_fits_the_browser_that_asked_and_no_other() {
        let now = DateTime::from_timestamp(1_700_000_000, 0).expect("a time");
        let visits = test_states(b"one");
        let visit = visits.begin(Some("/app/jobs?x=1"), now).expect("begun");
        let other = visits.begin(None, now).expect("begun");
        assert_eq!(visits.end(&kept(&visit), &visit.state, now), Some(visit.clone()));
        assert_eq!(test_states(b"two").end(&kept(&visit), &visit.state, now), None);
        assert_eq!(visits.end(&kept(&other), &visit.state, now), None);
        // Somebody else's cookie under the right name.
        let (name, _) = kept(&visit).remove(0);
        let (_, value) = kept(&other).remove(0);
        assert_eq!(visits.end(&[(name, value)], &visit.state, now), None);
        assert_eq!(visits.end(&[], &visit.state, now), None);
        for state in ["", "é", "0", &visit.nonce] {
            assert_eq!(visits.end(&kept(&visit), state, now), None, "{state}");
        }
    }

    #[test]
    fn a_visit_ends_within_ten_minutes_or_not_at_all() {
        let now = DateTime::from_timestamp(1_700_000_000, 0).expect("a time");
        let visits = test_states(b"one");
        let visit = visits.begin(None, now).expect("begun");
        let later =
            |minutes| visits.end(&kept(&visit), &visit.state, now + Duration::minutes(minutes));
        assert!(later(9).is_some());
        assert!(later(10).is_none());
    }
}
