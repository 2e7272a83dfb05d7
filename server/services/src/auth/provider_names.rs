//! The names of identity providers.

use reqwest::Url;

/// Providers whose host does not say their name.
const KNOWN: &[(&str, &str)] =
    &[("accounts.google.com", "Google"), ("login.microsoftonline.com", "Microsoft")];

/// The name of the provider with this URL: that of a known one, or else its host.
pub(super) fn of(issuer: &Url) -> String {
    let host = issuer.host_str().unwrap_or_default();
    let known = KNOWN.iter().find(|(known, _)| *known == host);
    known.map_or(host, |(_, name)| name).to_string()
}

/// Whether the provider supports `prompt=login`, which forces re-authentication. Google rejects this value.
pub(super) fn takes_prompt(issuer: &Url) -> bool {
    issuer.host_str() != Some(KNOWN[0].0)
}

/// The id of the provider with this name: in lower case, with hyphens between the words.
pub(super) fn id(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_read_the_name_that_they_know_on_the_sign_in_page() {
        for (issuer, name, id_of_it) in [
            ("https://accounts.google.com", "Google", "google"),
            ("https://login.microsoftonline.com/7e5c-1/v2.0", "Microsoft", "microsoft"),
            ("https://id.example.com/realms/1", "id.example.com", "id-example-com"),
        ] {
            let url = Url::parse(issuer).expect("an address");
            assert_eq!((of(&url).as_str(), id(name).as_str()), (name, id_of_it));
        }
        let is_told = |issuer: &str| takes_prompt(&Url::parse(issuer).expect("an address"));
        assert!(!is_told("https://accounts.google.com") && is_told("https://id.example.com"));
        assert_eq!(id("  Contoso & Söhne 2 "), "contoso-s-hne-2");
        assert_eq!(id("日本"), "");
    }
}
