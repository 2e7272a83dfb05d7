//! Ids of invitations: 128 bits that nobody guesses. They are not stored, for whoever has one and
//! signs up with the invited address is in; they are made again from a stored seed and a secret, so
//! that a mail that is sent again has the same link.

use domain::types::ids::InvitationId;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use store::db::Tx;
use store::{companies::invitations::Seed, secrets, token::TokenHash};
use uuid::Uuid;

/// The secret's name in the database, where every server that shares it finds it.
const NAME: &str = "invitations";

/// Makes the ids in links.
pub struct InvitationLinks(Hmac<Sha256>);

impl InvitationLinks {
    /// With the secret from the database; the first who asks makes it.
    ///
    /// # Errors
    /// When the database, or the system's randomness, has none to give.
    pub async fn open(tx: &mut Tx) -> anyhow::Result<Self> {
        let secret = match secrets::find(tx, NAME).await? {
            Some(secret) => secret,
            None => secrets::find_or_add(tx, NAME, random::<32>()?.to_vec()).await?,
        };
        Ok(Self(Hmac::new_from_slice(&secret)?))
    }

    /// Only reading: none where nobody was ever invited.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn find(tx: &mut Tx) -> anyhow::Result<Option<Self>> {
        let secret = secrets::find(tx, NAME).await?;
        Ok(secret.map(|secret| Hmac::new_from_slice(&secret)).transpose()?.map(Self))
    }

    /// The id that is made from a seed.
    pub fn id(&self, seed: Seed) -> InvitationId {
        let sealed = self.0.clone().chain_update(seed.0.as_bytes()).finalize().into_bytes();
        let mut bits = [0_u8; 16];
        bits.copy_from_slice(&sealed[..16]);
        InvitationId(Uuid::from_bytes(bits))
    }
}

/// What is stored of an id.
pub fn hash(invitation: InvitationId) -> TokenHash {
    TokenHash::of(&invitation.to_string())
}

/// A seed of its own for a new invitation.
///
/// # Errors
/// When the system has no randomness to give.
pub fn new_seed() -> anyhow::Result<Seed> {
    Ok(Seed(Uuid::from_bytes(random()?)))
}

fn random<const BYTES: usize>() -> anyhow::Result<[u8; BYTES]> {
    let mut bits = [0_u8; BYTES];
    getrandom::fill(&mut bits)?;
    Ok(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_tells_neither_its_seed_nor_its_neighbours() {
        let links = |secret: &[u8]| InvitationLinks(Hmac::new_from_slice(secret).expect("a key"));
        let (one, other) = (links(b"one"), links(b"other"));
        let (seed, next) = (Seed(Uuid::from_u128(7)), Seed(Uuid::from_u128(8)));
        assert_eq!(one.id(seed), one.id(seed), "a mail that is sent again has the same link");
        assert_ne!(one.id(seed), one.id(next));
        assert_ne!(one.id(seed), other.id(seed));
        assert_ne!(one.id(seed).0, seed.0);
    }
}
