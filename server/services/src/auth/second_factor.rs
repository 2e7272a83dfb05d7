//! Second factors: codes of an authenticator app (RFC 6238), and recovery codes.

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use domain::accounts::accounts::{RECOVERY_CODES, SecondFactorSetup};
use store::{db::Tx, token::TokenHash};
use totp_rs::{Algorithm, Builder, Secret, Totp};
use uuid::Uuid;

use crate::core::signing_key::SigningKey;

/// The key's name in the database.
const NAME: &str = "second factors";

/// The number of digits that every authenticator app supports.
const DIGITS: u8 = 6;
const STEP_SECONDS: u64 = 30;
/// The time steps before and after that are accepted: clocks differ, and typing takes time.
const ALLOWED_SKEW_STEPS: u16 = 1;

/// Derives the secrets of second factors from their seeds, so that the table of seeds alone is not enough to
/// compute a code.
pub struct SecondFactors(SigningKey);

/// A code that a user entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnteredCode {
    /// The code of an app.
    OfApp(String),
    /// Anything else, which may be a recovery code.
    Recovery(TokenHash),
}

impl EnteredCode {
    /// Ignores spaces, hyphens and case.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let text: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        if text.len() == usize::from(DIGITS) && text.bytes().all(|byte| byte.is_ascii_digit()) {
            Self::OfApp(text)
        } else {
            Self::Recovery(TokenHash::of(&text.to_ascii_lowercase()))
        }
    }
}

impl SecondFactors {
    /// Reads the key from the database, or creates it in a write transaction.
    ///
    /// # Errors
    /// If the database fails, or the system has no randomness.
    pub async fn open(tx: &mut Tx) -> anyhow::Result<Self> {
        SigningKey::find_or_create(tx, NAME).await.map(Self)
    }

    /// The time step of a code, if it is valid now.
    ///
    /// # Errors
    /// If a code cannot be computed, which never happens.
    pub fn step_of(
        &self,
        seed: Uuid,
        code: &str,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Option<i64>> {
        let now = u64::try_from(now.timestamp()).unwrap_or_default();
        let step = self.totp(seed)?.check(code, now);
        Ok(step.map(i64::try_from).transpose()?)
    }

    /// The setup of an authenticator app for the account with this address.
    ///
    /// # Errors
    /// If the URI does not fit into a QR code, which it does: addresses are short.
    pub fn setup(&self, seed: Uuid, address: &str) -> anyhow::Result<SecondFactorSetup> {
        let secret = Secret::from(self.secret(seed)).to_base32();
        let mut uri = reqwest::Url::parse("otpauth://totp/")?;
        uri.set_path(&format!("/Ridgeline:{}", address.replace('%', "%25").replace('/', "%2F")));
        uri.query_pairs_mut().append_pair("secret", &secret).append_pair("issuer", "Ridgeline");
        let otpauth_uri = uri.to_string();
        let qr = qrcode::QrCode::new(&otpauth_uri).context("a URI too long for a QR code")?;
        let qr_svg = qr.render::<qrcode::render::svg::Color<'_>>().min_dimensions(240, 240).build();
        Ok(SecondFactorSetup { secret, otpauth_uri, qr_svg })
    }

    fn totp(&self, seed: Uuid) -> anyhow::Result<Totp> {
        Builder::new()
            .with_algorithm(Algorithm::SHA1)
            .with_digits(DIGITS)
            .with_skew(ALLOWED_SKEW_STEPS)
            .with_step_duration(STEP_SECONDS)
            .with_secret(self.secret(seed))
            .build()
            .map_err(|error| anyhow::anyhow!("no codes can be computed: {error}"))
    }

    fn secret(&self, seed: Uuid) -> [u8; 20] {
        let signature = self.0.sign(&[seed.as_bytes()]);
        let mut secret = [0; 20];
        secret.copy_from_slice(&signature[..20]);
        secret
    }
}

/// New recovery codes, as shown once and as stored. Each has 80 random bits.
///
/// # Errors
/// If the system has no randomness.
pub fn recovery_codes() -> anyhow::Result<(Vec<String>, Vec<TokenHash>)> {
    let mut shown = Vec::with_capacity(RECOVERY_CODES);
    let mut stored = Vec::with_capacity(RECOVERY_CODES);
    for _ in 0..RECOVERY_CODES {
        let mut bits = [0_u8; 10];
        getrandom::fill(&mut bits)?;
        let code = Secret::from(bits).to_base32().to_ascii_lowercase();
        stored.push(TokenHash::of(&code));
        let groups: Vec<&str> = (0..code.len()).step_by(4).map(|at| &code[at..at + 4]).collect();
        shown.push(groups.join("-"));
    }
    Ok((shown, stored))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factors() -> SecondFactors {
        SecondFactors(SigningKey::of(b"secret").expect("a key"))
    }

    #[test]
    fn a_code_is_valid_one_step_before_and_after_and_no_longer() {
        let (factors, seed) = (factors(), Uuid::from_u128(7));
        let totp = factors.totp(seed).expect("codes");
        let now = DateTime::from_timestamp(1_700_000_010, 0).expect("a time");
        let step = 1_700_000_010 / 30;
        for (aside, taken) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
            let at = u64::try_from((step + aside) * 30).expect("a time");
            let code = totp.generate(at).to_string();
            let found = factors.step_of(seed, &code, now).expect("asked");
            assert_eq!(found, taken.then_some(step + aside), "{aside}");
        }
        let other =
            factors.step_of(Uuid::from_u128(8), &totp.generate(1_700_000_010).to_string(), now);
        assert_eq!(other.expect("asked"), None);
    }

    #[test]
    fn codes_are_those_of_the_standard() {
        // RFC 6238, appendix B: the last six of eight digits.
        let totp = Builder::new().with_digits(6).with_skew(0).with_algorithm(Algorithm::SHA1);
        let totp = totp.with_secret(*b"12345678901234567890").build().expect("codes");
        for (time, code) in [(59, "287082"), (1_111_111_109, "081804"), (2_000_000_000, "279037")] {
            assert_eq!(totp.generate(time).to_string(), code);
        }
    }

    #[test]
    fn an_app_shows_which_account_its_codes_are_for() {
        let setup = factors().setup(Uuid::from_u128(7), "ana+roof/1@example.com").expect("made");
        assert!(
            setup
                .otpauth_uri
                .starts_with("otpauth://totp/Ridgeline:ana+roof%2F1@example.com?secret="),
            "{}",
            setup.otpauth_uri
        );
        assert!(setup.otpauth_uri.ends_with("&issuer=Ridgeline"), "{}", setup.otpauth_uri);
        assert_eq!(setup.secret.len(), 32);
        assert!(setup.qr_svg.contains("<svg") && !setup.qr_svg.contains("<script"));
    }

    #[test]
    fn a_code_is_accepted_in_any_spelling() {
        assert_eq!(EnteredCode::read(" 123 456 "), EnteredCode::OfApp("123456".to_string()));
        let (shown, stored) = recovery_codes().expect("codes");
        assert_eq!((shown.len(), shown[0].len()), (10, 19));
        assert_eq!(
            EnteredCode::read(&shown[0].to_uppercase().replace('-', " ")),
            EnteredCode::Recovery(stored[0])
        );
        assert!(matches!(EnteredCode::read("1234567"), EnteredCode::Recovery(_)));
    }
}
