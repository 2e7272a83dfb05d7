//! A pending sign-in at an identity provider, which only the browser stores.
//!
//! The browser stores a cookie. The parameter that the provider returns (`state`), the one that it signs
//! (`nonce`), and the proof that the same client began and ends the sign-in (PKCE) are derived from the
//! cookie with a secret of this installation. So a response only fits the browser that began the sign-in, and
//! a link cannot sign a user in as someone else. The cookie also says at which provider the sign-in began, and which
//! session wants to link that provider to its account: neither can be changed on the way. Any server that shares the
//! database can handle the response.

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

/// The prefix of the cookie's name; the beginning of the state follows, so that several tabs can sign in at
/// once.
const COOKIE: &str = "ridgeline-visit-";
/// How many characters of the state are in the cookie's name.
const NAMED_BY: usize = 16;
/// The longest return path that is stored: the size of cookies is limited.
const LONGEST_RETURN: usize = 800;

/// The part of the cookie that says that the provider must ask again.
const ASKS_AGAIN: &str = "again";

/// Begins sign-ins and validates their responses.
#[derive(Clone, Debug)]
pub struct OidcStates(SigningKey);

/// What a sign-in is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignInPurpose {
    /// The path in the app after the sign-in.
    pub return_to: Option<String>,
    /// The id of the provider; none where it is the only way to sign in.
    pub provider: Option<String>,
    /// The session to whose account the provider is linked; none signs a user in.
    pub linked_by: Option<TokenHash>,
    /// Whether the provider must ask its user again, though it knows the browser.
    pub asks_again: bool,
}

/// A pending sign-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OidcState {
    cookie: String,
    /// The `state` parameter, which the provider returns unchanged.
    pub state: String,
    /// The `nonce`, which the provider puts into the ID token.
    pub nonce: String,
    /// The PKCE verifier, a secret of the client.
    pub verifier: String,
    /// What it is for.
    pub purpose: SignInPurpose,
    /// When it began.
    pub began: DateTime<Utc>,
}

impl OidcStates {
    /// Reads the key from the database, or creates it.
    ///
    /// # Errors
    /// If the database fails, or the system has no randomness.
    pub async fn open(db: &Db) -> anyhow::Result<Self> {
        SigningKey::open(db, NAME).await.map(Self)
    }

    /// Begins a sign-in.
    ///
    /// # Errors
    /// If the system has no randomness.
    pub fn begin(&self, purpose: SignInPurpose, now: DateTime<Utc>) -> anyhow::Result<OidcState> {
        let return_to = purpose.return_to.filter(|path| path.len() <= LONGEST_RETURN);
        let purpose = SignInPurpose { return_to, ..purpose };
        let random = Token::random()?;
        let text = |text: &Option<String>| text.as_ref().map(hex::encode).unwrap_or_default();
        let cookie = format!(
            "{}.{}.{}.{}.{}.{}",
            now.timestamp_millis(),
            random.text(),
            text(&purpose.return_to),
            text(&purpose.provider),
            purpose.linked_by.map(|session| hex::encode(session.bytes())).unwrap_or_default(),
            if purpose.asks_again { ASKS_AGAIN } else { "" },
        );
        Ok(self.visit(cookie, purpose, now))
    }

    /// The sign-in that a response with this state completes, if it matches one of the browser's cookies and
    /// has not expired.
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
        let purpose = SignInPurpose {
            return_to: decoded_text(parts.nth(1)?)?,
            provider: decoded_text(parts.next().unwrap_or_default())?,
            linked_by: decoded_session(parts.next().unwrap_or_default())?,
            asks_again: parts.next() == Some(ASKS_AGAIN),
        };
        let lasted = now - began;
        (lasted < Duration::minutes(OIDC_STATE_MINUTES))
            .then(|| self.visit(cookie.clone(), purpose, began))
    }

    fn visit(&self, cookie: String, purpose: SignInPurpose, began: DateTime<Utc>) -> OidcState {
        let derived = |what| hex::encode(self.0.sign(&signed_parts(what, &cookie)));
        let (state, nonce, verifier) = (derived("state"), derived("nonce"), derived("verifier"));
        OidcState { cookie, state, nonce, verifier, purpose, began }
    }
}

/// A text in a cookie, which may be missing; `None` if it is not one.
#[expect(clippy::option_option, reason = "a missing text is not an unreadable one")]
fn decoded_text(hex: &str) -> Option<Option<String>> {
    let text = String::from_utf8(hex::decode(hex).ok()?).ok()?;
    Some(Some(text).filter(|text| !text.is_empty()))
}

/// A session in a cookie, which may be missing; `None` if it is not one.
#[expect(clippy::option_option, reason = "a missing session is not an unreadable one")]
fn decoded_session(hex: &str) -> Option<Option<TokenHash>> {
    if hex.is_empty() {
        return Some(None);
    }
    TokenHash::from_bytes(&hex::decode(hex).ok()?).map(Some)
}

const fn signed_parts<'p>(what: &'p str, cookie: &'p str) -> [&'p [u8]; 3] {
    [what.as_bytes(), b"\n", cookie.as_bytes()]
}

impl OidcState {
    /// The `Set-Cookie` header that stores it.
    #[must_use]
    pub fn set_cookie(&self, over_tls: bool) -> String {
        let name = format!("{COOKIE}{}", &self.state[..NAMED_BY]);
        build_cookie(&name, &self.cookie, OIDC_STATE_MINUTES * 60, over_tls)
    }

    /// The hash that identifies the browser that began it.
    #[must_use]
    pub fn browser(&self) -> TokenHash {
        TokenHash::of(&self.cookie)
    }
}

/// The pending sign-ins of a browser: the name of each cookie, and the hash that identifies the browser.
pub fn from_cookies(cookies: &[(String, String)]) -> impl Iterator<Item = (&str, TokenHash)> {
    let states = cookies.iter().filter(|(name, _)| name.starts_with(COOKIE));
    states.map(|(name, cookie)| (name.as_str(), TokenHash::of(cookie)))
}

/// A `Set-Cookie` header that deletes a pending sign-in.
#[must_use]
pub fn clear_cookie(name: &str, over_tls: bool) -> String {
    build_cookie(name, "", 0, over_tls)
}

fn cookie_name(state: &str) -> Option<String> {
    state.get(..NAMED_BY).map(|beginning| format!("{COOKIE}{beginning}"))
}

/// Hidden from scripts, sent when the provider redirects back, and only over TLS if the server uses TLS.
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
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    proptest! {
        #[test]
        fn no_forged_cookie_or_state_completes_a_sign_in(
            cookie in foreign::text(&[
                "1700000000000.00ff.2f617070.676f6f676c65.", "1700000000000.00ff..676f.00ff.again", "-1.a.ff", "9999999999999999..",
            ]),
            state in foreign::text(&["0123456789abcdef0123456789abcdef"]),
        ) {
            let now = DateTime::from_timestamp(1_700_000_000, 0).expect("a time");
            let states = test_states(b"one");
            // Under the right name, and with a signature that its sender cannot make.
            let name = cookie_name(&state).unwrap_or_default();
            let cookies = [(name, cookie.clone())];
            let (found, cost) = cost::of(|| states.end(&cookies, &state, now));
            prop_assert_eq!(found, None);
            prop_assert!(cost.is_small_for(cookie.len() + state.len(), 2), "{cost:?}");
            // Signed by this server, whatever is in it.
            let signed = hex::encode(states.0.sign(&signed_parts("state", &cookie)));
            let cookies = [(cookie_name(&signed).expect("a name"), cookie.clone())];
            let (found, cost) = cost::of(|| states.end(&cookies, &signed, now));
            prop_assert!(cost.is_small_for(cookie.len(), 6), "{cost:?} of {}", cookie.len());
            prop_assert!(found.is_none_or(|found| found.cookie == cookie));
        }
    }

    fn test_states(secret: &[u8]) -> OidcStates {
        OidcStates(SigningKey::of(secret).expect("a key"))
    }

    fn cookies_of(state: &OidcState) -> Vec<(String, String)> {
        let cookie = state.set_cookie(true);
        let (name, rest) = cookie.split_once('=').expect("a cookie");
        vec![(name.to_string(), rest.split(';').next().expect("a value").to_string())]
    }

    #[test]
    fn a_sign_in_only_completes_in_the_browser_that_began_it() {
        let now = DateTime::from_timestamp(1_700_000_000, 0).expect("a time");
        let states = test_states(b"one");
        let purpose = SignInPurpose {
            return_to: Some("/app/jobs?x=1".to_string()),
            provider: Some("google".to_string()),
            linked_by: Some(TokenHash::of("a session")),
            asks_again: true,
        };
        let state = states.begin(purpose, now).expect("begun");
        let other = states.begin(SignInPurpose::default(), now).expect("begun");
        assert_eq!(states.end(&cookies_of(&other), &other.state, now), Some(other.clone()));
        assert_eq!(states.end(&cookies_of(&state), &state.state, now), Some(state.clone()));
        assert_eq!(test_states(b"two").end(&cookies_of(&state), &state.state, now), None);
        assert_eq!(states.end(&cookies_of(&other), &state.state, now), None);
        // The other sign-in's cookie under the right name.
        let (name, _) = cookies_of(&state).remove(0);
        let (_, value) = cookies_of(&other).remove(0);
        assert_eq!(states.end(&[(name, value)], &state.state, now), None);
        assert_eq!(states.end(&[], &state.state, now), None);
        for forged in ["", "é", "0", &state.nonce] {
            assert_eq!(states.end(&cookies_of(&state), forged, now), None, "{forged}");
        }
    }

    #[test]
    fn the_browser_changes_neither_the_provider_nor_the_session_of_a_sign_in() {
        let now = DateTime::from_timestamp(1_700_000_000, 0).expect("a time");
        let states = test_states(b"one");
        let purpose = SignInPurpose { provider: Some("google".to_string()), ..Default::default() };
        let state = states.begin(purpose, now).expect("begun");
        let (name, value) = cookies_of(&state).remove(0);
        let other = value.replace(&hex::encode("google"), &hex::encode("other!"));
        let bare = value.strip_suffix('.').expect("the last part is empty");
        let linking = format!("{bare}{}.", hex::encode(TokenHash::of("a session").bytes()));
        let asked = format!("{value}{ASKS_AGAIN}");
        for changed in [other, linking, asked] {
            assert_ne!(changed, value);
            assert_eq!(states.end(&[(name.clone(), changed)], &state.state, now), None);
        }
    }

    #[test]
    fn a_sign_in_that_an_older_server_began_is_completed() {
        let now = DateTime::from_timestamp(1_700_000_000, 0).expect("a time");
        let states = test_states(b"one");
        let cookie = format!("1700000000000.00ff.{}", hex::encode("/app"));
        let state = states.visit(cookie, SignInPurpose::default(), now);
        let found = states.end(&cookies_of(&state), &state.state, now).expect("found");
        let return_to = Some("/app".to_string());
        assert_eq!(found.purpose, SignInPurpose { return_to, ..Default::default() });
    }

    #[test]
    fn a_sign_in_expires_after_ten_minutes() {
        let now = DateTime::from_timestamp(1_700_000_000, 0).expect("a time");
        let states = test_states(b"one");
        let state = states.begin(SignInPurpose::default(), now).expect("begun");
        let later = |minutes| {
            states.end(&cookies_of(&state), &state.state, now + Duration::minutes(minutes))
        };
        assert!(later(9).is_some());
        assert!(later(10).is_none());
    }
}
