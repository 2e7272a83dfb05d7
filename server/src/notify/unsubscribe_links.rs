//! Addresses at which a mail's reader ends mails of its kind without signing in: they say whose and
//! which, and are sealed, so that nobody ends somebody else's.

use domain::{
    notifications::preferences::NotificationKind,
    types::{field::WireEnum as _, ids::UserId},
};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use store::db::Tx;
use store::secrets;

/// The secret's name in the database, where every server that shares it finds it.
const NAME: &str = "unsubscribe links";

/// Makes and reads the sealed part of such an address.
pub struct UnsubscribeLinks(Hmac<Sha256>);

impl UnsubscribeLinks {
    /// With the secret from the database; the first who asks makes it.
    ///
    /// # Errors
    /// When the database, or the system's randomness, has none to give.
    pub async fn open(tx: &mut Tx) -> anyhow::Result<Self> {
        let secret = if let Some(secret) = secrets::find(tx, NAME).await? {
            secret
        } else {
            let mut fresh = [0_u8; 32];
            getrandom::fill(&mut fresh)?;
            secrets::find_or_add(tx, NAME, fresh.to_vec()).await?
        };
        Ok(Self(Hmac::new_from_slice(&secret)?))
    }

    /// Only reading: none where no mail was ever written.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn find(tx: &mut Tx) -> anyhow::Result<Option<Self>> {
        let secret = secrets::find(tx, NAME).await?;
        Ok(secret.map(|secret| Hmac::new_from_slice(&secret)).transpose()?.map(Self))
    }

    /// What stands in the address for this reader and these groups.
    pub fn token(&self, reader: UserId, kinds: &[NotificationKind]) -> String {
        let words: Vec<&str> = kinds.iter().map(|kind| kind.as_word()).collect();
        let said = format!("{}.{}", reader.0.simple(), words.join("."));
        let seal = hex::encode(self.sealed(&said).finalize().into_bytes());
        format!("{said}.{seal}")
    }

    /// Whose mails of which groups an address ends; none where it is not one of ours.
    pub fn read(&self, token: &str) -> Option<(UserId, Vec<NotificationKind>)> {
        let (said, seal) = token.rsplit_once('.')?;
        let seal = hex::decode(seal).ok()?;
        // Compares in constant time.
        self.sealed(said).verify_slice(&seal).ok()?;
        let mut words = said.split('.');
        let reader = words.next()?.parse().ok()?;
        Some((reader, words.filter_map(NotificationKind::from_word).collect()))
    }

    fn sealed(&self, said: &str) -> Hmac<Sha256> {
        self.0.clone().chain_update(said)
    }
}

#[cfg(test)]
mod tests {
    use domain::notifications::preferences::NotificationKind::{Schedule, WorkOrders};
    use uuid::Uuid;

    use super::*;

    #[test]
    fn nobody_ends_somebody_elses_mails() {
        let links = |secret: &[u8]| UnsubscribeLinks(Hmac::new_from_slice(secret).expect("a key"));
        let (ours, theirs) = (links(b"ours"), links(b"theirs"));
        let reader = UserId(Uuid::from_u128(7));
        let token = ours.token(reader, &[Schedule, WorkOrders]);
        assert_eq!(ours.read(&token), Some((reader, vec![Schedule, WorkOrders])));
        assert_eq!(theirs.read(&token), None);
        for forged in [
            token.replacen('7', "8", 1),
            token.replace("workOrders", "messages"),
            token[..token.len() - 1].to_string(),
            String::new(),
            "..".to_string(),
        ] {
            assert_eq!(ours.read(&forged), None, "{forged}");
        }
    }
}
