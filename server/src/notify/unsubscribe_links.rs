//! Links that unsubscribe a mail's reader from its group without signing in: they contain the user and the
//! groups, and are signed, so they cannot be forged.

use domain::{
    notifications::preferences::NotificationKind,
    types::{field::WireEnum as _, ids::UserId},
};
use services::core::signing_key::SigningKey;
use store::db::Tx;

/// The key's name in the database.
const NAME: &str = "unsubscribe links";

/// Creates and reads the signed part of such a link.
pub struct UnsubscribeLinks(SigningKey);

impl UnsubscribeLinks {
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

    /// The token of a link for this reader and these groups.
    pub fn token(&self, reader: UserId, kinds: &[NotificationKind]) -> String {
        let words: Vec<&str> = kinds.iter().map(|kind| kind.as_word()).collect();
        self.0.token(&format!("{}.{}", reader.0.simple(), words.join(".")))
    }

    /// The user and the groups of a link; `None` for an invalid token.
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
    fn a_forged_link_does_not_unsubscribe_another_user() {
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
