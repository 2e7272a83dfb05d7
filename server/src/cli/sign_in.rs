//! The configured identity providers.

use anyhow::bail;
use services::{
    auth::{
        oidc::{Provider, ProviderSettings},
        sign_in_methods::SignInMethods,
    },
    core::config::{OidcSettings, Switch},
    mail::sender_identity::SenderIdentity,
};

/// How users sign in. A provider is contacted at its first sign-in, not before.
///
/// # Errors
/// In one sentence for the operator.
pub(super) fn methods(
    settings: &OidcSettings,
    head: &SenderIdentity,
) -> anyhow::Result<SignInMethods> {
    let issuers: Vec<&str> = match settings.oidc_issuer.as_slice() {
        [one] => listed(one).filter(|issuer| !issuer.is_empty()).collect(),
        several => several.iter().map(|issuer| issuer.trim()).collect(),
    };
    if issuers.is_empty() {
        if settings.oidc_client_id.iter().any(|id| !id.is_empty()) {
            bail!("--oidc-client-id needs --oidc-issuer, the address of your identity provider");
        }
        return Ok(SignInMethods::default());
    }
    let each = issuers.len();
    let client_ids = paired(&settings.oidc_client_id, each, "--oidc-client-id")?;
    let secrets = paired(&settings.oidc_client_secret, each, "--oidc-client-secret")?;
    let names = paired(&settings.oidc_name, each, "--oidc-name")?;
    let providers = issuers.iter().zip(client_ids).zip(secrets).zip(names);
    let providers = providers.map(|(((issuer, client_id), client_secret), name)| {
        Provider::new(&ProviderSettings {
            issuer: (*issuer).to_string(),
            name,
            client_id: client_id.unwrap_or_default(),
            client_secret,
            callback: head.link("/api/auth/callback"),
            home: head.link("/"),
        })
    });
    let providers = providers.collect::<anyhow::Result<Vec<_>>>()?;
    let has_several = providers.len() > 1;
    SignInMethods::new(providers, settings.local_accounts.map_or(has_several, Switch::is_on))
}

/// The values of a variable.
fn listed(values: &str) -> impl Iterator<Item = &str> {
    values.split(',').map(str::trim)
}

/// A value for each issuer. That of a single issuer is taken as it is: a secret may contain commas.
fn paired(given: &[String], issuers: usize, flag: &str) -> anyhow::Result<Vec<Option<String>>> {
    let values: Vec<&str> = match given {
        [one] if issuers > 1 => listed(one).collect(),
        values => values.iter().map(String::as_str).collect(),
    };
    if values.iter().all(|value| value.is_empty()) {
        return Ok(vec![None; issuers]);
    }
    if values.len() != issuers {
        bail!(
            "{flag} must be given once for each --oidc-issuer, in the same order, and be empty for one that has none"
        );
    }
    let value = |value: &str| Some(value.to_string()).filter(|value| !value.is_empty());
    Ok(values.into_iter().map(value).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOGLE: &str = "https://accounts.google.com";
    const MICROSOFT: &str = "https://login.microsoftonline.com/7e5c/v2.0";

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_string()).collect()
    }

    fn opened(settings: &OidcSettings) -> anyhow::Result<Vec<(String, String)>> {
        let methods = methods(settings, &SenderIdentity::default())?;
        let each = methods.providers().iter();
        Ok(each.map(|each| (each.id().to_string(), each.name().to_string())).collect())
    }

    #[test]
    fn each_provider_gets_its_own_client_from_flags_and_from_variables() {
        let flags = OidcSettings {
            oidc_issuer: texts(&[GOOGLE, MICROSOFT]),
            oidc_client_id: texts(&["g", "m"]),
            oidc_client_secret: texts(&["", "a, b"]),
            oidc_name: Vec::new(),
            local_accounts: None,
        };
        let both = [("google", "Google"), ("microsoft", "Microsoft")];
        let both = both.map(|(id, name)| (id.to_string(), name.to_string()));
        assert_eq!(opened(&flags).expect("settings"), both);
        let variables = OidcSettings {
            oidc_issuer: texts(&[&format!("{GOOGLE}, {MICROSOFT}")]),
            oidc_client_id: texts(&["g,m"]),
            oidc_client_secret: texts(&["s,"]),
            oidc_name: texts(&["Google,Contoso staff"]),
            local_accounts: Some(Switch::On),
        };
        assert_eq!(opened(&variables).expect("settings")[1].0, "contoso-staff");
        let locking_out = OidcSettings { local_accounts: Some(Switch::Off), ..variables.clone() };
        let why = opened(&locking_out).expect_err("refused").to_string();
        assert!(why.contains("--local-accounts"), "{why}");
        let unpaired = OidcSettings { oidc_client_id: texts(&["g"]), ..variables };
        let why = opened(&unpaired).expect_err("refused").to_string();
        assert!(why.contains("--oidc-client-id"), "{why}");
    }

    #[test]
    fn a_single_provider_is_set_up_as_before_whatever_its_secret_contains() {
        let single = OidcSettings {
            oidc_issuer: texts(&[GOOGLE]),
            oidc_client_id: texts(&["g"]),
            oidc_client_secret: texts(&["one, two,three"]),
            ..OidcSettings::default()
        };
        let methods = methods(&single, &SenderIdentity::default()).expect("settings");
        assert!(methods.only_provider().is_some() && !methods.has_local_accounts());
        assert!(
            methods.providers()[0].is_called_back_at(None),
            "the redirect URI is that of before"
        );
        let empty = OidcSettings {
            oidc_issuer: texts(&[""]),
            oidc_client_id: texts(&[""]),
            ..OidcSettings::default()
        };
        assert!(opened(&empty).expect("settings").is_empty(), "an empty variable is none");
    }
}
