//! Email addresses: which are valid, and which are the same.

/// Longest address a mail server has to accept (RFC 5321).
const ADDRESS_MAX: usize = 254;
const LOCAL_MAX: usize = 64;
const LABEL_MAX: usize = 63;

/// Could a mail be sent to this address? The domain needs a dot.
///
/// Implemented here because the usual validators bring a regular expression engine and the IDNA tables, which
/// take up more space in the browser than all other rules together.
#[must_use]
pub fn is_address(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    text.len() <= ADDRESS_MAX && is_local(local) && is_domain(domain)
}

/// The form in which two addresses are compared.
#[must_use]
pub fn normalized(text: &str) -> String {
    text.trim().to_lowercase()
}

fn is_local(local: &str) -> bool {
    local.len() <= LOCAL_MAX
        && local.split('.').all(|atom| {
            !atom.is_empty()
                && atom
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&b))
        })
}

fn is_domain(domain: &str) -> bool {
    domain.contains('.')
        && domain.split('.').all(|label| {
            (1..=LABEL_MAX).contains(&label.len())
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        })
}
