//! What an identity provider says about itself.

use openidconnect::{
    AdditionalProviderMetadata, LogoutProviderMetadata, ProviderMetadata,
    core::{
        CoreAuthDisplay, CoreClaimName, CoreClaimType, CoreClientAuthMethod, CoreGrantType,
        CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm,
        CoreResponseMode, CoreResponseType, CoreSubjectIdentifierType,
    },
};
use serde::{Deserialize, Serialize};

/// The metadata of a provider, with where it signs users out and whether its responses name it.
pub(super) type Metadata = ProviderMetadata<
    LogoutProviderMetadata<ResponseIssuer>,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

/// Whether the provider's responses name it, so that they cannot be taken for another's (RFC 9207).
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(super) struct ResponseIssuer {
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl AdditionalProviderMetadata for ResponseIssuer {}

impl ResponseIssuer {
    /// Whether every response has the parameter `iss`.
    pub(super) const fn names_issuer(&self) -> bool {
        self.authorization_response_iss_parameter_supported
    }
}
