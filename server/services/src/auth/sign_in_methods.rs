//! How users of this server sign in: with accounts of this server, at identity providers, or both.

use std::sync::Arc;

use anyhow::bail;
use store::db::Db;
use tokio::sync::OnceCell;

use crate::auth::{oidc::Provider, oidc_state::OidcStates};

/// How users sign in.
#[derive(Debug)]
pub struct SignInMethods {
    providers: Vec<Arc<Provider>>,
    local_accounts: bool,
    oidc_states: OnceCell<OidcStates>,
}

impl Default for SignInMethods {
    /// With accounts of this server only.
    fn default() -> Self {
        Self { providers: Vec::new(), local_accounts: true, oidc_states: OnceCell::new() }
    }
}

impl SignInMethods {
    /// At these providers, and with accounts of this server too if wanted. Without a provider there are only those, and
    /// several providers need them: a user whose provider fails, or whose account another provider opened, gets in with
    /// a password, and two-step sign-in is set up with one.
    ///
    /// # Errors
    /// A message for the operator, if two providers have the same issuer or name, or if several providers are configured
    /// without local accounts.
    pub fn new(providers: Vec<Provider>, local_accounts: bool) -> anyhow::Result<Self> {
        for (at, provider) in providers.iter().enumerate() {
            for other in &providers[..at] {
                let is_same = other.is_issuer(provider.issuer());
                if is_same || provider.is_issuer(other.issuer()) {
                    bail!("--oidc-issuer names {} twice", provider.issuer());
                }
                if other.id() == provider.id() {
                    let name = provider.name();
                    bail!("two identity providers are named {name}; name each with --oidc-name");
                }
            }
        }
        let has_several = providers.len() > 1;
        if has_several && !local_accounts {
            bail!(
                "several identity providers need accounts with passwords beside them, with which users reach their \
                 account when one of them fails: leave out --local-accounts off, or name one --oidc-issuer"
            );
        }
        let own = |provider: Provider| {
            if has_several { provider.with_own_callback() } else { Ok(provider) }
        };
        let providers = providers.into_iter().map(|provider| Ok(Arc::new(own(provider)?)));
        let providers = providers.collect::<anyhow::Result<Vec<_>>>()?;
        Ok(Self {
            local_accounts: local_accounts || providers.is_empty(),
            providers,
            oidc_states: OnceCell::new(),
        })
    }

    /// Whether there are accounts of this server, with passwords.
    #[must_use]
    pub const fn has_local_accounts(&self) -> bool {
        self.local_accounts
    }

    /// The identity providers, in the operator's order.
    #[must_use]
    pub fn providers(&self) -> &[Arc<Provider>] {
        &self.providers
    }

    /// The provider that is the only way to sign in. The operator trusts it with every account: it says who has which
    /// address. No provider is trusted so beside another way.
    #[must_use]
    pub fn only_provider(&self) -> Option<&Arc<Provider>> {
        match self.providers.as_slice() {
            [only] if !self.local_accounts => Some(only),
            _ => None,
        }
    }

    /// The provider with this id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Arc<Provider>> {
        self.providers.iter().find(|provider| provider.id() == id)
    }

    /// The pending sign-ins of browsers at the providers.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn oidc_states(&self, db: &Db) -> anyhow::Result<&OidcStates> {
        self.oidc_states.get_or_try_init(|| OidcStates::open(db)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::oidc::ProviderSettings;

    fn provider(issuer: &str, name: &str) -> Provider {
        let settings = ProviderSettings {
            issuer: issuer.to_string(),
            name: Some(name.to_string()),
            client_id: "ridgeline".to_string(),
            client_secret: None,
            callback: "http://localhost:8080/api/auth/callback".to_string(),
            home: "http://localhost:8080/".to_string(),
        };
        Provider::new(&settings).expect("settings")
    }

    #[test]
    fn two_providers_that_users_could_not_tell_apart_are_refused() {
        let both = |one, two| SignInMethods::new(vec![one, two], true).map(|_| ());
        let google = || provider("https://accounts.google.com", "");
        assert!(both(google(), provider("https://id.example.com", "Other")).is_ok());
        let twice = both(google(), provider("https://accounts.google.com/", "Other"));
        assert!(twice.expect_err("refused").to_string().contains("twice"));
        let same = both(google(), provider("https://id.example.com", "google!"));
        assert!(same.expect_err("refused").to_string().contains("--oidc-name"));
    }

    #[test]
    fn several_providers_without_passwords_are_refused_before_anybody_is_locked_out() {
        let providers = vec![
            provider("https://accounts.google.com", ""),
            provider("https://id.example.com", "Other"),
        ];
        let refused = SignInMethods::new(providers, false).expect_err("refused").to_string();
        assert!(
            refused.contains("--local-accounts") && refused.contains("--oidc-issuer"),
            "{refused}"
        );
    }

    #[test]
    fn each_of_several_providers_is_called_back_at_its_own_address_and_a_single_one_as_before() {
        let one = || provider("https://accounts.google.com", "");
        let two = || provider("https://id.example.com", "Other");
        for local in [true, false] {
            let single = SignInMethods::new(vec![one()], local).expect("settings");
            assert!(single.providers()[0].is_called_back_at(None));
            assert!(!single.providers()[0].is_called_back_at(Some("google")));
        }
        let several = SignInMethods::new(vec![one(), two()], true).expect("settings");
        assert!(several.providers()[0].is_called_back_at(Some("google")));
        assert!(!several.providers()[0].is_called_back_at(Some("other")));
        assert!(!several.providers()[1].is_called_back_at(None));
    }

    #[test]
    fn only_a_provider_without_any_other_way_is_trusted_with_addresses() {
        let one = || provider("https://accounts.google.com", "");
        let two = || provider("https://id.example.com", "Other");
        let methods = |providers, local| SignInMethods::new(providers, local).expect("settings");
        assert!(methods(vec![one()], false).only_provider().is_some());
        assert!(methods(vec![one()], true).only_provider().is_none());
        assert!(methods(vec![one(), two()], true).only_provider().is_none());
        assert!(methods(vec![], false).has_local_accounts(), "somebody must be able to sign in");
        assert!(SignInMethods::default().has_local_accounts());
        for (providers, local) in
            [(vec![one()], false), (vec![one()], true), (vec![one(), two()], true)]
        {
            let found = methods(providers, local);
            assert_ne!(
                found.only_provider().is_some(),
                found.has_local_accounts(),
                "reset and second steps work beside any choice"
            );
        }
    }
}
