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
