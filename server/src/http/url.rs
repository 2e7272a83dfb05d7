//! URLs: encoding, and whether one leads to this site.

/// A path on this site, and nothing that a browser could take for another site: `//host`, `/\host`, a scheme,
/// or control characters that it would drop while parsing.
pub(crate) fn is_path_of_this_site(path: &str) -> bool {
    path.starts_with('/')
        && !path.starts_with("//")
        && !path.contains('\\')
        && !path.chars().any(char::is_control)
}

pub(crate) fn url_encoded(text: &str) -> String {
    use std::fmt::Write as _;
    text.bytes().fold(String::with_capacity(text.len()), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string does not fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
        encoded
    })
}
