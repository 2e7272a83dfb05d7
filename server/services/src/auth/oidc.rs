//! An identity provider (OpenID Connect): where it is, what it signs with, and who comes back from it.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, anyhow, bail};
use chrono::{DateTime, Utc};
use openidconnect::{
    AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken,
    DiscoveryError, EmptyAdditionalClaims, IssuerUrl, Nonce, OAuth2TokenResponse as _,
    PkceCodeChallenge, PkceCodeVerifier, ProviderMetadataWithLogout, RedirectUrl,
    RequestTokenError, Scope, TokenResponse as _,
    core::{
        CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreGenderClaim,
        CoreIdTokenClaims, CoreTokenResponse,
    },
};
use reqwest::Url;
use store::db::Db;
use tokio::sync::{Mutex, OnceCell};

use crate::auth::{
    id_token::{Client, verified},
    oidc_http::ProviderHttp,
    oidc_state::{OidcState, OidcStates},
};

/// What a provider says of itself is read anew after this long; what was known before is used where
/// it does not answer.
const METADATA_TTL: Duration = Duration::from_hours(1);
/// Keys are looked up out of turn at most this often: whoever sends tokens with made-up keys does not
/// make us ask the provider each time.
const KEYS_REFRESH_INTERVAL: Duration = Duration::from_mins(1);
/// The operator's settings.
#[derive(Clone, Debug)]
pub struct ProviderSettings {
    /// Its address, as it writes it itself.
    pub issuer: String,
    /// What it knows this server by.
    pub client_id: String,
    /// And what proves it; none for a provider that asks for none.
    pub client_secret: Option<String>,
    /// Where it sends browsers back to.
    pub callback: String,
    /// Where it sends browsers that signed out.
    pub home: String,
}

/// The identity provider. One for the whole server; it need not answer when the server starts.
#[derive(Debug)]
pub struct Provider {
    issuer: IssuerUrl,
    client_id: ClientId,
    client_secret: Option<ClientSecret>,
    callback: RedirectUrl,
    home: String,
    http: ProviderHttp,
    known: Mutex<MetadataCache>,
    oidc_states: OnceCell<OidcStates>,
}

/// What the provider said of itself.
#[derive(Debug, Default)]
struct MetadataCache {
    metadata: Option<(Arc<ProviderMetadataWithLogout>, Instant)>,
    failed: Option<Instant>,
    keys_read: Option<Instant>,
}

/// Somebody as the provider knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The provider.
    pub issuer: String,
    /// Its own name for them, which never becomes somebody else's.
    pub subject: String,
    /// Their address, where it says that it verified it.
    pub verified_email: Option<String>,
    /// What signs them out there.
    pub id_token: String,
}

/// Why nobody came back.
#[derive(Debug, thiserror::Error)]
pub enum OidcError {
    /// The provider does not answer, or not sensibly. It may a moment later.
    #[error("the identity provider does not answer: {0:#}")]
    Unreachable(anyhow::Error),
    /// It refused, or what it sent is not to be believed.
    #[error("the identity provider's answer is not taken: {0:#}")]
    Refused(anyhow::Error),
}

impl Provider {
    /// Reads the operator's settings; asks nobody yet.
    ///
    /// # Errors
    /// In one sentence for whoever started the server.
    pub fn new(settings: &ProviderSettings) -> anyhow::Result<Self> {
        const WRONG: &str = "--oidc-issuer must be the https:// address of your identity provider, \
            such as https://accounts.example.com";
        let url = Url::parse(&settings.issuer).ok().context(WRONG)?;
        let is_here = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        if url.scheme() != "https" && !(url.scheme() == "http" && is_here) {
            bail!(WRONG);
        }
        if settings.client_id.trim().is_empty() {
            bail!("--oidc-client-id must say what your identity provider knows this server by");
        }
        Ok(Self {
            issuer: IssuerUrl::new(settings.issuer.clone()).context(WRONG)?,
            client_id: ClientId::new(settings.client_id.clone()),
            client_secret: settings.client_secret.clone().map(ClientSecret::new),
            callback: RedirectUrl::new(settings.callback.clone())?,
            home: settings.home.clone(),
            http: ProviderHttp::new()?,
            known: Mutex::default(),
            oidc_states: OnceCell::new(),
        })
    }

    /// The visits of browsers to this provider.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn oidc_states(&self, db: &Db) -> anyhow::Result<&OidcStates> {
        self.oidc_states.get_or_try_init(|| OidcStates::open(db)).await
    }

    /// Whether this is the provider's own name for itself, with a slash at its end or without.
    #[must_use]
    pub fn is_issuer(&self, issuer: &str) -> bool {
        issuer.trim_end_matches('/') == self.issuer.trim_end_matches('/')
    }

    /// Where a browser goes in order to sign in, or up where that is the hint.
    ///
    /// # Errors
    /// [`OidcError::Unreachable`].
    pub async fn authorization_url(
        &self,
        visit: &OidcState,
        screen_hint: Option<&str>,
    ) -> Result<Url, OidcError> {
        let said = self.metadata().await?;
        let client = self.client(&said);
        let verifier = PkceCodeVerifier::new(visit.verifier.clone());
        let (state, nonce) = (visit.state.clone(), visit.nonce.clone());
        let mut request = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                || CsrfToken::new(state),
                || Nonce::new(nonce),
            )
            .add_scope(Scope::new("email".to_string()))
            .add_scope(Scope::new("profile".to_string()))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier));
        if let Some(hint) = screen_hint {
            request = request.add_extra_param("screen_hint", hint.to_string());
        }
        Ok(request.url().0)
    }

    /// Who a browser that came back with this code is.
    ///
    /// # Errors
    /// When the provider does not answer, or its answer is not to be believed.
    pub async fn exchange_code(
        &self,
        visit: &OidcState,
        code: String,
        now: DateTime<Utc>,
    ) -> Result<Identity, OidcError> {
        let said = self.metadata().await?;
        let client = self.client(&said);
        let answer = client
            .exchange_code(AuthorizationCode::new(code))
            .map_err(|error| OidcError::Unreachable(error.into()))?
            .set_pkce_verifier(PkceCodeVerifier::new(visit.verifier.clone()))
            .request_async(&self.http)
            .await
            .map_err(|error| match error {
                RequestTokenError::ServerResponse(refusal) => {
                    OidcError::Refused(anyhow!("no token: {}", refusal.error()))
                }
                RequestTokenError::Request(error) => {
                    OidcError::Unreachable(anyhow!("no token: {}", error_chain(&error)))
                }
                // What was not understood is not repeated: there may be a token in it.
                other => OidcError::Unreachable(anyhow!("no token: {other}")),
            })?;
        let token = answer.id_token().ok_or_else(|| OidcError::Refused(anyhow!("no ID token")))?;
        let (client, claims) = match verified(&client, &answer, token, visit, now) {
            Ok(claims) => (client, claims),
            // Signed with a key that we have not seen: the provider may have changed its keys.
            Err(ClaimsVerificationError::SignatureVerification(error)) => {
                let said = self.refresh_keys().await?;
                let said =
                    said.ok_or_else(|| OidcError::Refused(anyhow!("not signed by it: {error}")))?;
                let client = self.client(&said);
                let claims = verified(&client, &answer, token, visit, now)
                    .map_err(|error| refused(&error))?;
                (client, claims)
            }
            Err(error) => return Err(refused(&error)),
        };
        let verified_email = self.verified_email(&client, &answer, &claims).await?;
        Ok(Identity {
            issuer: claims.issuer().to_string(),
            subject: claims.subject().to_string(),
            verified_email,
            id_token: token.to_string(),
        })
    }

    /// Where a browser goes in order to be signed out at the provider, too; none where it offers no
    /// such thing, or does not answer.
    pub async fn end_session_url(&self, id_token: Option<&str>) -> Option<String> {
        let said = self.metadata().await.ok()?;
        let mut url = said.additional_metadata().end_session_endpoint.as_ref()?.url().clone();
        let mut query = url.query_pairs_mut();
        if let Some(hint) = id_token {
            query.append_pair("id_token_hint", hint);
        }
        query.append_pair("client_id", &self.client_id);
        query.append_pair("post_logout_redirect_uri", &self.home);
        drop(query);
        Some(url.into())
    }

    /// The address from the ID token, or from where the provider says more of somebody.
    async fn verified_email(
        &self,
        client: &Client,
        answer: &CoreTokenResponse,
        claims: &CoreIdTokenClaims,
    ) -> Result<Option<String>, OidcError> {
        if let Some(email) = claims.email() {
            let is_verified = claims.email_verified() == Some(true);
            return Ok(is_verified.then(|| email.to_string()));
        }
        let subject = Some(claims.subject().clone());
        let Ok(asked) = client.user_info(answer.access_token().clone(), subject) else {
            return Ok(None);
        };
        let more = asked
            .request_async::<EmptyAdditionalClaims, _, CoreGenderClaim>(&self.http)
            .await
            .map_err(|error| OidcError::Unreachable(anyhow!("nothing more known: {error}")))?;
        let is_verified = more.email_verified() == Some(true);
        Ok(more.email().filter(|_| is_verified).map(|email| email.to_string()))
    }

    fn client(&self, said: &ProviderMetadataWithLogout) -> Client {
        let client = CoreClient::from_provider_metadata(
            said.clone(),
            self.client_id.clone(),
            self.client_secret.clone(),
        );
        let ways = said.token_endpoint_auth_methods_supported();
        let only_in_body = ways.is_some_and(|ways| {
            ways.contains(&CoreClientAuthMethod::ClientSecretPost)
                && !ways.contains(&CoreClientAuthMethod::ClientSecretBasic)
        });
        let way = if only_in_body { AuthType::RequestBody } else { AuthType::BasicAuth };
        client.set_auth_type(way).set_redirect_uri(self.callback.clone())
    }

    /// What the provider says of itself: as it was read lately, else read anew, by one for all who
    /// wait. Where it does not answer, what it said before holds.
    async fn metadata(&self) -> Result<Arc<ProviderMetadataWithLogout>, OidcError> {
        let asked = Instant::now();
        let mut known = self.known.lock().await;
        if let Some((said, read)) = &known.metadata
            && read.elapsed() < METADATA_TTL
        {
            return Ok(said.clone());
        }
        // Whoever waited while it did not answer does not ask once more.
        if known.failed.is_some_and(|failed| failed > asked) {
            return Err(OidcError::Unreachable(anyhow!("it did not a moment ago")));
        }
        match self.read(&mut known).await {
            Ok(said) => Ok(said),
            Err(trouble) => match &known.metadata {
                Some((said, _)) => {
                    tracing::warn!(%trouble, "what the identity provider said before is used");
                    Ok(said.clone())
                }
                None => Err(trouble),
            },
        }
    }

    /// Reads what the provider says once more for its keys; none where that was done just now.
    async fn refresh_keys(&self) -> Result<Option<Arc<ProviderMetadataWithLogout>>, OidcError> {
        let mut known = self.known.lock().await;
        if known.keys_read.is_some_and(|read| read.elapsed() < KEYS_REFRESH_INTERVAL) {
            return Ok(None);
        }
        known.keys_read = Some(Instant::now());
        self.read(&mut known).await.map(Some)
    }

    /// Asks twice: the first call after a while may meet a line that is gone.
    async fn read(
        &self,
        known: &mut MetadataCache,
    ) -> Result<Arc<ProviderMetadataWithLogout>, OidcError> {
        let mut said = self.discover().await;
        if said.is_err() {
            said = self.discover().await;
        }
        match said {
            Ok(said) => {
                let said = Arc::new(said);
                known.metadata = Some((said.clone(), Instant::now()));
                Ok(said)
            }
            Err(error) => {
                known.failed = Some(Instant::now());
                Err(OidcError::Unreachable(error))
            }
        }
    }

    /// Providers write their own address with a slash at its end or without, and people the other way.
    async fn discover(&self) -> anyhow::Result<ProviderMetadataWithLogout> {
        let issuer = self.issuer.clone();
        match ProviderMetadataWithLogout::discover_async(issuer, &self.http).await {
            Err(DiscoveryError::Validation(why)) => {
                let other = match self.issuer.strip_suffix('/') {
                    Some(bare) => bare.to_string(),
                    None => format!("{}/", self.issuer.as_str()),
                };
                let other = IssuerUrl::new(other)?;
                ProviderMetadataWithLogout::discover_async(other, &self.http)
                    .await
                    .map_err(|_| anyhow!("{why}; check --oidc-issuer"))
            }
            said => said.map_err(|error| anyhow!("{}", error_chain(&error))),
        }
    }
}

fn refused(error: &ClaimsVerificationError) -> OidcError {
    OidcError::Refused(anyhow!("its ID token: {error}"))
}

fn error_chain(error: &dyn std::error::Error) -> String {
    let mut told = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        told = format!("{told}: {error}");
        cause = error.source();
    }
    told
}
