//! The ID token of a session, for signing out at the identity provider. It says who its owner is, so it is stored
//! encrypted with a key that only the session's token yields: the server stores a hash of that token, and opens the
//! ID token when its owner signs out.

use crate::auth::sealed;

/// Keeps this key apart from any other that could be derived from a token.
const CONTEXT: &[u8] = b"ridgeline id token";

/// Encrypts an ID token for the owner of this token or code.
///
/// # Errors
/// If the system has no randomness.
pub fn seal(token: &str, id_token: &str) -> anyhow::Result<Vec<u8>> {
    sealed::seal(CONTEXT, token, id_token.as_bytes())
}

/// The ID token, if this token or code seals it.
#[must_use]
pub fn open(token: &str, sealed: &[u8]) -> Option<String> {
    String::from_utf8(sealed::open(CONTEXT, token, sealed)?).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::foreign;

    use super::*;

    proptest! {
        #[test]
        fn a_changed_id_token_is_not_opened(
            sealed in foreign::bytes(&[seal("token", "header.claims").expect("sealed")]),
        ) {
            // A sample is sealed anew for each run, and only that one opens.
            prop_assert!(open("token", &sealed).is_none_or(|opened| opened == "header.claims"));
            prop_assert_eq!(open("another", &sealed), None);
        }
    }

    #[test]
    fn who_reads_the_database_reads_no_id_token() {
        let sealed = seal("the session's token", "header.claims.signature").expect("sealed");
        assert!(!sealed.windows(6).any(|part| part == b"claims"));
        let opened = open("the session's token", &sealed);
        assert_eq!(opened.as_deref(), Some("header.claims.signature"));
        assert_eq!(open("another token", &sealed), None);
        assert_eq!(open("the session's token", &sealed[..sealed.len() - 1]), None);
        assert_eq!(open("the session's token", b"short"), None);
        let again = seal("the session's token", "header.claims.signature").expect("sealed");
        assert_ne!(sealed, again);
    }
}
