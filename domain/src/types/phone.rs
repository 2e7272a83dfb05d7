//! Phone formats: ten digits, or 3-3-4 digits separated by two dashes or two spaces.

/// Reads a phone number into its stored form, `555-555-5555`.
#[must_use]
pub fn parse(text: &str) -> Option<String> {
    let text = text.trim();
    let bytes = text.as_bytes();
    let separated = match bytes.len() {
        10 => false,
        12 if bytes[3] == bytes[7] && matches!(bytes[3], b'-' | b' ') => true,
        _ => return None,
    };
    let digits: String =
        if separated { text.split([char::from(bytes[3])]).collect() } else { text.to_owned() };
    (digits.len() == 10 && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| format!("{}-{}-{}", &digits[..3], &digits[3..6], &digits[6..]))
}
