//! The client of an identity provider (OpenID Connect): its metadata, its keys, and the sign-ins.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, anyhow, bail};
use chrono::{DateTime, Utc};
use openidconnect::{
    AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken,
    EmptyAdditionalClaims, IssuerUrl, Nonce, OAuth2TokenResponse as _, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope, TokenResponse as _,
    core::{
        CoreAuthPrompt, CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreGenderClaim,
        CoreIdToken, CoreIdTokenClaims, CoreTokenResponse,
    },
};
use reqwest::Url;
use tokio::sync::Mutex;

use crate::auth::{
    discovery::{self, error_chain},
    id_token::{Client, authenticated_at, is_domain_owner_verified, verified},
    identity::{Identity, OidcError},
    oidc_http::ProviderHttp,
    oidc_state::OidcState,
    provider_metadata::Metadata,
    provider_names, tenants,
};

/// How long the provider's metadata is cached; older metadata is used if the provider does not answer.
const METADATA_TTL: Duration = Duration::from_hours(1);
/// The shortest time between two refreshes of the keys, so that tokens with made-up keys do not cause a
/// request each.
const KEYS_REFRESH_INTERVAL: Duration = Duration::from_mins(1);
/// The operator's settings.
#[derive(Clone, Debug)]
pub struct ProviderSettings {
    /// The provider's URL, as the provider writes it.
    pub issuer: String,
    /// Its name on the sign-in page; none means the name that its URL suggests.
    pub name: Option<String>,
    /// The id of this server at the provider.
    pub client_id: String,
    /// Its secret; none for a provider that requires none.
    pub client_secret: Option<String>,
    /// The URL that the provider redirects browsers to; one of several providers adds its id.
    pub callback: String,
    /// The URL that browsers are redirected to after signing out.
    pub home: String,
}

/// An identity provider. It may be unreachable when the server starts.
#[derive(Debug)]
pub struct Provider {
    id: String,
    name: String,
    issuer: IssuerUrl,
    client_id: ClientId,
    client_secret: Option<ClientSecret>,
    callback: RedirectUrl,
    has_own_callback: bool,
    home: String,
    http: ProviderHttp,
    known: Mutex<MetadataCache>,
}

/// The cached metadata.
#[derive(Debug, Default)]
struct MetadataCache {
    metadata: Option<(Arc<Metadata>, Instant)>,
    failed: Option<Instant>,
    keys_read: Option<Instant>,
}

impl Provider {
    /// Reads the operator's settings, without contacting the provider.
    ///
    /// # Errors
    /// In one sentence for the operator.
    pub fn new(settings: &ProviderSettings) -> anyhow::Result<Self> {
        const WRONG: &str = "--oidc-issuer must be the https:// address of your identity provider, \
            such as https://accounts.example.com";
        let url = Url::parse(&settings.issuer).ok().context(WRONG)?;
        let is_here = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        if url.scheme() != "https" && !(url.scheme() == "http" && is_here) {
            bail!(WRONG);
        }
        if settings.client_id.trim().is_empty() {
            bail!("--oidc-client-id must be the id of this server at your identity provider");
        }
        let name = settings.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let name = name.map_or_else(|| provider_names::of(&url), str::to_string);
        let id = provider_names::id(&name);
        if id.is_empty() {
            bail!("--oidc-name must contain a letter from A to Z or a digit");
        }
        Ok(Self {
            id,
            name,
            issuer: IssuerUrl::new(settings.issuer.clone()).context(WRONG)?,
            client_id: ClientId::new(settings.client_id.clone()),
            client_secret: settings.client_secret.clone().map(ClientSecret::new),
            callback: RedirectUrl::new(settings.callback.clone())?,
            has_own_callback: false,
            home: settings.home.clone(),
            http: ProviderHttp::new()?,
            known: Mutex::default(),
        })
    }

    /// One of several: its responses come to a URL of its own, so that no other provider's are taken for its own.
    pub(super) fn with_own_callback(mut self) -> anyhow::Result<Self> {
        self.callback = RedirectUrl::new(format!("{}/{}", self.callback.as_str(), self.id))?;
        self.has_own_callback = true;
        Ok(self)
    }

    /// Whether its responses come to the callback with this id, or to the one without.
    #[must_use]
    pub fn is_called_back_at(&self, id: Option<&str>) -> bool {
        id == self.has_own_callback.then_some(self.id.as_str())
    }

    /// Its id in addresses of this server: the name in lower case.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its name on the sign-in page.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its URL, as the operator wrote it.
    #[must_use]
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// Whether this is the provider's issuer URL, with or without a slash at its end, or that of one of its tenants.
    #[must_use]
    pub fn is_issuer(&self, issuer: &str) -> bool {
        if let Some(template) = tenants::template(&self.issuer) {
            return tenants::is_tenant(&template, issuer);
        }
        issuer.trim_end_matches('/') == self.issuer.trim_end_matches('/')
    }

    /// The URL that a browser signs in at, or signs up at with that hint.
    ///
    /// # Errors
    /// [`OidcError::Unreachable`].
    pub async fn authorization_url(
        &self,
        sign_in: &OidcState,
        screen_hint: Option<&str>,
    ) -> Result<Url, OidcError> {
        let metadata = self.metadata().await?;
        let client = self.client(&metadata);
        let verifier = PkceCodeVerifier::new(sign_in.verifier.clone());
        let (state, nonce) = (sign_in.state.clone(), sign_in.nonce.clone());
        let mut request = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                || CsrfToken::new(state),
                || Nonce::new(nonce),
            )
            .add_scope(Scope::new("email".to_string()))
            .add_scope(Scope::new("profile".to_string()))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier));
        if sign_in.purpose.asks_again || sign_in.purpose.linked_by.is_some() {
            request = request.set_max_age(Duration::ZERO);
            if provider_names::takes_prompt(self.issuer.url()) {
                request = request.add_prompt(CoreAuthPrompt::Login);
            }
        }
        if let Some(hint) = screen_hint {
            request = request.add_extra_param("screen_hint", hint.to_string());
        }
        Ok(request.url().0)
    }

    /// Exchanges the code that a browser brought back, with the issuer that came along, for the user's identity.
    ///
    /// # Errors
    /// If the provider does not answer, or its response is invalid.
    pub async fn exchange_code(
        &self,
        state: &OidcState,
        (code, issuer): (String, Option<&str>),
        now: DateTime<Utc>,
    ) -> Result<Identity, OidcError> {
        // A code of one provider is never sent to another.
        if issuer.is_some_and(|issuer| !self.is_issuer(issuer)) {
            return Err(OidcError::Refused(anyhow!("the response is another provider's")));
        }
        let metadata = self.metadata().await?;
        if issuer.is_none() && metadata.additional_metadata().additional_metadata.names_issuer() {
            return Err(OidcError::Refused(anyhow!("the response names no issuer")));
        }
        let client = self.client(&metadata);
        let answer = client
            .exchange_code(AuthorizationCode::new(code))
            .map_err(|error| OidcError::Unreachable(error.into()))?
            .set_pkce_verifier(PkceCodeVerifier::new(state.verifier.clone()))
            .request_async(&self.http)
            .await
            .map_err(|error| match error {
                RequestTokenError::ServerResponse(refusal) => {
                    OidcError::Refused(anyhow!("no token: {}", refusal.error()))
                }
                RequestTokenError::Request(error) => {
                    OidcError::Unreachable(anyhow!("no token: {}", error_chain(&error)))
                }
                // The response is not logged: it may contain a token.
                other => OidcError::Unreachable(anyhow!("no token: {other}")),
            })?;
        let token = answer.id_token().ok_or_else(|| OidcError::Refused(anyhow!("no ID token")))?;
        let client = self.client_of(&metadata, token)?;
        let (client, claims) = match verified(&client, &answer, token, state, now) {
            Ok(claims) => (client, claims),
            // Signed with an unknown key: the provider may have rotated its keys.
            Err(ClaimsVerificationError::SignatureVerification(error)) => {
                let metadata = self.refresh_keys().await?;
                let metadata = metadata
                    .ok_or_else(|| OidcError::Refused(anyhow!("not signed by it: {error}")))?;
                let client = self.client_of(&metadata, token)?;
                let claims = verified(&client, &answer, token, state, now)
                    .map_err(|error| refused(&error))?;
                (client, claims)
            }
            Err(error) => return Err(refused(&error)),
        };
        let authenticated_at = authenticated_at(&claims, state)?;
        let verified_email = self.verified_email(&client, &answer, &claims, token).await?;
        Ok(Identity {
            issuer: claims.issuer().to_string(),
            subject: claims.subject().to_string(),
            verified_email,
            id_token: token.to_string(),
            authenticated_at,
        })
    }

    /// The URL that signs a browser out at the provider; `None` if the provider has none or does not answer.
    pub async fn end_session_url(&self, id_token: Option<&str>) -> Option<String> {
        let metadata = self.metadata().await.ok()?;
        let mut url = metadata.additional_metadata().end_session_endpoint.as_ref()?.url().clone();
        let mut query = url.query_pairs_mut();
        if let Some(hint) = id_token {
            query.append_pair("id_token_hint", hint);
        }
        query.append_pair("client_id", &self.client_id);
        query.append_pair("post_logout_redirect_uri", &self.home);
        drop(query);
        Some(url.into())
    }

    /// The address from the ID token, or else from the user info endpoint.
    async fn verified_email(
        &self,
        client: &Client,
        answer: &CoreTokenResponse,
        claims: &CoreIdTokenClaims,
        token: &CoreIdToken,
    ) -> Result<Option<String>, OidcError> {
        if let Some(email) = claims.email() {
            // The administrator of a tenant decides what its tokens say about addresses, but for this claim.
            let is_verified = match claims.email_verified() {
                Some(false) => false,
                Some(true) if !self.has_tenants() => true,
                _ => is_domain_owner_verified(token),
            };
            return Ok(is_verified.then(|| email.to_string()));
        }
        if self.has_tenants() {
            return Ok(None);
        }
        let subject = Some(claims.subject().clone());
        let Ok(request) = client.user_info(answer.access_token().clone(), subject) else {
            return Ok(None);
        };
        let more = request
            .request_async::<EmptyAdditionalClaims, _, CoreGenderClaim>(&self.http)
            .await
            .map_err(|error| OidcError::Unreachable(anyhow!("no user info: {error}")))?;
        let is_verified = more.email_verified() == Some(true);
        Ok(more.email().filter(|_| is_verified).map(|email| email.to_string()))
    }

    /// The client that accepts this token: where each tenant is an issuer, that of the token's tenant.
    fn client_of(&self, metadata: &Metadata, token: &CoreIdToken) -> Result<Client, OidcError> {
        if !self.has_tenants() {
            return Ok(self.client(metadata));
        }
        let tenant = tenants::metadata_of(metadata, token);
        let tenant =
            tenant.ok_or_else(|| OidcError::Refused(anyhow!("its ID token has no tenant")))?;
        Ok(self.client(&tenant))
    }

    fn has_tenants(&self) -> bool {
        tenants::template(&self.issuer).is_some()
    }

    fn client(&self, metadata: &Metadata) -> Client {
        let client = CoreClient::from_provider_metadata(
            metadata.clone(),
            self.client_id.clone(),
            self.client_secret.clone(),
        );
        let methods = metadata.token_endpoint_auth_methods_supported();
        let only_in_body = methods.is_some_and(|methods| {
            methods.contains(&CoreClientAuthMethod::ClientSecretPost)
                && !methods.contains(&CoreClientAuthMethod::ClientSecretBasic)
        });
        let method = if only_in_body { AuthType::RequestBody } else { AuthType::BasicAuth };
        client.set_auth_type(method).set_redirect_uri(self.callback.clone())
    }

    /// The provider's metadata: cached, or fetched once for all waiting callers. If the provider does not
    /// answer, the cached one stays in use.
    async fn metadata(&self) -> Result<Arc<Metadata>, OidcError> {
        let started = Instant::now();
        let mut cache = self.known.lock().await;
        if let Some((metadata, read)) = &cache.metadata
            && read.elapsed() < METADATA_TTL
        {
            return Ok(metadata.clone());
        }
        // A caller that waited for a failed request does not send another one.
        if cache.failed.is_some_and(|failed| failed > started) {
            return Err(OidcError::Unreachable(anyhow!("it did not answer a moment ago")));
        }
        match self.read(&mut cache).await {
            Ok(metadata) => Ok(metadata),
            Err(error) => match &cache.metadata {
                Some((metadata, _)) => {
                    let provider = self.id();
                    tracing::warn!(
                        provider,
                        %error,
                        "the cached metadata of the identity provider is used"
                    );
                    Ok(metadata.clone())
                }
                None => Err(error),
            },
        }
    }

    /// Fetches the metadata again for its keys; `None` if that was done a moment ago.
    async fn refresh_keys(&self) -> Result<Option<Arc<Metadata>>, OidcError> {
        let mut cache = self.known.lock().await;
        if cache.keys_read.is_some_and(|read| read.elapsed() < KEYS_REFRESH_INTERVAL) {
            return Ok(None);
        }
        cache.keys_read = Some(Instant::now());
        self.read(&mut cache).await.map(Some)
    }

    /// Tries twice: a pooled connection may have been closed.
    async fn read(&self, cache: &mut MetadataCache) -> Result<Arc<Metadata>, OidcError> {
        let mut metadata = discovery::discover(&self.issuer, &self.http).await;
        if metadata.is_err() {
            metadata = discovery::discover(&self.issuer, &self.http).await;
        }
        match metadata {
            Ok(metadata) => {
                let metadata = Arc::new(metadata);
                cache.metadata = Some((metadata.clone(), Instant::now()));
                Ok(metadata)
            }
            Err(error) => {
                cache.failed = Some(Instant::now());
                Err(OidcError::Unreachable(error))
            }
        }
    }
}

fn refused(error: &ClaimsVerificationError) -> OidcError {
    OidcError::Refused(anyhow!("its ID token: {error}"))
}
