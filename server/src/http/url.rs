//! URLs: encoding, and whether one leads to this site.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};

/// A path on this site, and nothing that a browser could take for another site: `//host`, `/\host`, a scheme,
/// or control characters that it would drop while parsing.
pub(crate) fn is_path_of_this_site(path: &str) -> bool {
    path.starts_with('/')
        && !path.starts_with("//")
        && !path.contains('\\')
        && !path.chars().any(char::is_control)
}

/// Everything but what a query may contain unchanged; a path keeps its slashes.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

pub(crate) fn url_encoded(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, ENCODED)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::foreign;

    use super::*;

    const PATHS: &[&str] = &[
        "/app/jobs?x=1",
        "//evil.example",
        "/\\evil.example",
        "/\t/evil.example",
        "https:/x",
        "/%2f/x",
    ];

    proptest! {
        #[test]
        fn no_path_leads_to_another_site(path in foreign::text(PATHS)) {
            if is_path_of_this_site(&path) {
                let here = reqwest::Url::parse("https://ridgeline.example/api/").expect("a URL");
                let there = here.join(&path);
                prop_assert!(there.is_ok_and(|there| there.origin() == here.origin()), "{path:?}");
            }
        }

        #[test]
        fn what_is_encoded_for_a_url_is_decoded_again(text in foreign::text(PATHS)) {
            let encoded = url_encoded(&text);
            let url = reqwest::Url::parse(&format!("https://a.example/?q={encoded}")).expect("a URL");
            let read: Vec<_> = url.query_pairs().map(|(_, value)| value.into_owned()).collect();
            prop_assert_eq!(read, [text]);
        }
    }
}
