//! Addresses at which a mail's reader ends mails of its kind without signing in: they say whose and
//! which, and are signed, so that nobody ends somebody else's.

use domain::{
    notifications::preferences::NotificationKind,
    types::{field::WireEnum as _, ids::UserId},
};
use services::core::signing_key::SigningKey;
use store::db::Tx;

/// The key's name in the database.
const NAME: &str = "unsubscribe links";

/// Makes and reads the signed part of such an address.
pub struct UnsubscribeLinks(SigningKey);

impl UnsubscribeLinks {
    /// With the key from the database; the first who asks makes it.
    ///
    /// # Errors
    /// When the database, or the system's randomness, has none to give.
    pub async fn open(tx: &mut Tx) -> anyhow::Result<Self> {
        SigningKey::find_or_make(tx, NAME).await.map(Self)
    }

    /// Only reading: none where no mail was ever written.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn find(tx: &mut Tx) -> anyhow::Result<Option<Self>> {
        Ok(SigningKey::find(tx, NAME).await?.map(Self))
    }

    /// What stands in the address for this reader and these groups.
    pub fn token(&self, reader: UserId, kinds: &[NotificationKind]) -> String {
        let words: Vec<&str> = kinds.iter().map(|kind| kind.as_word()).collect();
        self.0.token(&format!("{}.{}", reader.0.simple(), words.join(".")))
    }

    /// Whose mails of which groups an address ends; none where it is not one of ours.
    pub fn read(&self, token: &str) -> Option<(UserId, Vec<NotificationKind>)> {
        let mut words = self.0.read(token)?.split('.');
        let reader = words.next()?.parse().ok()?;
        Some((reader, words.filter_map(NotificationKind::from_word).collect()))
    }
}

#[cfg(test)]
mod tests {
    use domain::notifications::preferences::NotificationKind::{Schedule, WorkOrders};
    use uuid::Uuid;

    use super::*;

    #[test]
    fn nobody_ends_somebody_elses_mails() {
        let links = |secret: &[u8]| UnsubscribeLinks(SigningKey::of(secret).expect("a key"));
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
