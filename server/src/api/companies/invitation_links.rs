//! Ids of invitations: 128 random bits. They are not stored, because an id with the invited address gives
//! access; they are derived from a stored seed and a secret, so a mail that is sent again has the same id.
//!
//! The inviting admins know the id. A secret, which only the newest mail contains, proves its address.

use domain::types::ids::InvitationId;
use services::core::signing_key::SigningKey;
use store::{
    companies::invitations::Seed,
    db::Tx,
    token::{Token, TokenHash},
};
use uuid::Uuid;

/// The key's name in the database.
const NAME: &str = "invitations";

/// Creates the ids in links.
pub struct InvitationLinks(SigningKey);

impl InvitationLinks {
    /// Reads the key from the database, or creates it.
    ///
    /// # Errors
    /// If the database fails, or the system has no randomness.
    pub async fn open(tx: &mut Tx) -> anyhow::Result<Self> {
        SigningKey::find_or_create(tx, NAME).await.map(Self)
    }

    /// Only reads the key: `None` if it does not exist yet.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn find(tx: &mut Tx) -> anyhow::Result<Option<Self>> {
        Ok(SigningKey::find(tx, NAME).await?.map(Self))
    }

    /// The id that is derived from a seed.
    pub fn id(&self, seed: Seed) -> InvitationId {
        let signature = self.0.sign(&[seed.0.as_bytes()]);
        let mut bits = [0_u8; 16];
        bits.copy_from_slice(&signature[..16]);
        InvitationId(Uuid::from_bytes(bits))
    }

    /// The page that the mail links to. Browsers send no fragment, so no server's or proxy's log contains it.
    pub fn page(invitation: InvitationId, secret: &Token) -> String {
        format!("/invite/{invitation}#secret={}", secret.text())
    }
}

/// The stored hash of an id.
pub fn hash(invitation: InvitationId) -> TokenHash {
    TokenHash::of(&invitation.to_string())
}

/// A new seed for an invitation.
///
/// # Errors
/// If the system has no randomness.
pub fn new_seed() -> anyhow::Result<Seed> {
    let mut bits = [0_u8; 16];
    getrandom::fill(&mut bits)?;
    Ok(Seed(Uuid::from_bytes(bits)))
}

/// A new secret for an invitation's mail.
///
/// # Errors
/// If the system has no randomness.
pub fn new_secret() -> anyhow::Result<Token> {
    Ok(Token::random()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reveals_neither_its_seed_nor_other_ids() {
        let links = |secret: &[u8]| InvitationLinks(SigningKey::of(secret).expect("a key"));
        let (one, other) = (links(b"one"), links(b"other"));
        let (seed, next) = (Seed(Uuid::from_u128(7)), Seed(Uuid::from_u128(8)));
        assert_eq!(one.id(seed), one.id(seed), "a mail that is sent again has the same link");
        assert_ne!(one.id(seed), one.id(next));
        assert_ne!(one.id(seed), other.id(seed));
        assert_ne!(one.id(seed).0, seed.0);
    }
}
