//! What users may do with their own account: the password, the address, the second factor and the sessions;
//! and how long each link, code and token is valid.

use chrono::{DateTime, Utc};
use serde::Serialize;
use ts_rs::TS;

use crate::{
    accounts::sign_in::check_password,
    forms::{form::form, rules},
    types::{email, field::Secret},
};

/// Hours that a link to verify an address is valid.
pub const VERIFICATION_HOURS: i64 = 24;
/// Minutes that a link to reset a password is valid.
pub const RESET_MINUTES: i64 = 60;
/// Seconds in which the app exchanges a code for a token after the identity provider redirected the browser.
pub const EXCHANGE_SECONDS: i64 = 60;
/// Minutes that a sign-in at the identity provider may take.
pub const OIDC_STATE_MINUTES: i64 = 10;
/// Minutes in which the second factor has to follow the password.
pub const STEP_MINUTES: i64 = 10;
/// Wrong codes of a second factor within [`FAILURE_MINUTES`] before the user has to wait.
pub const CODE_FAILURES: i64 = 5;
/// Minutes in which wrong codes, and wrong passwords of a signed-in user, are counted.
pub const FAILURE_MINUTES: i64 = 15;
/// Recovery codes; each replaces the second factor once.
pub const RECOVERY_CODES: usize = 10;
/// Password-reset mails to one address within an hour.
pub const RESET_MAILS_PER_HOUR: i64 = 3;
/// Password resets requested from one network within an hour.
pub const RESETS_FROM_NETWORK_PER_HOUR: u32 = 20;
/// Verification mails to one address within an hour.
pub const VERIFICATION_MAILS_PER_HOUR: i64 = 5;

/// The state of a user's account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact about the account")]
pub struct Account {
    /// The sign-in address.
    pub email: String,
    /// Whether the address is verified.
    pub email_verified: bool,
    /// Whether the account cannot be used until it is.
    pub verification_required: bool,
    /// False for users who sign in with an identity provider.
    pub has_password: bool,
    /// Whether a code is required after the password.
    pub second_factor: bool,
    /// How many recovery codes are left.
    #[ts(type = "number")]
    pub recovery_codes_left: i64,
}

/// A device where the user is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct ActiveSession {
    /// The id to sign it out with.
    pub id: String,
    /// Such as `Firefox`; none where it is unknown.
    pub browser: Option<String>,
    /// Such as `Windows`; none where it is unknown.
    pub system: Option<String>,
    /// When the user signed in there.
    pub started_at: DateTime<Utc>,
    /// When it was last used, to the day.
    pub last_used_at: DateTime<Utc>,
    /// Whether it is the one that sends the call.
    pub is_this_one: bool,
}

/// What an authenticator app needs to generate codes. Shown once, during setup.
#[derive(Clone, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct SecondFactorSetup {
    /// In base32, to type.
    pub secret: String,
    /// The URI that the app reads.
    pub otpauth_uri: String,
    /// The same as a QR code.
    pub qr_svg: String,
}

form! {
    /// A new password instead of the old one.
    ChangePassword {
        #[ts(as = "String")]
        #[validate(custom(function = rules::storable), custom(function = rules::required))]
        old_password: Secret = "oldPassword",
        #[ts(as = "String")]
        #[validate(custom(function = check_password))]
        new_password: Secret = "newPassword",
    }
}

form! {
    /// Requests a mail with a link to reset the password.
    ForgotPassword {
        #[validate(custom(function = rules::required_email))]
        email: String = "email",
    }
}

impl ForgotPassword {
    /// The address by which accounts are looked up.
    #[must_use]
    pub fn account(&self) -> String {
        email::normalized(&self.email)
    }
}

form! {
    /// Sets a new password, with the link from a mail.
    ResetPassword {
        #[validate(custom(function = rules::required_line))]
        token: String = "token",
        #[ts(as = "String")]
        #[validate(custom(function = check_password))]
        new_password: Secret = "newPassword",
    }
}

form! {
    /// Verifies an address, with the link from a mail.
    VerifyEmail {
        #[validate(custom(function = rules::required_line))]
        token: String = "token",
    }
}

form! {
    /// The code that the app received after a sign-in at the identity provider.
    ExchangeCode {
        #[validate(custom(function = rules::required_line))]
        code: String = "code",
    }
}

form! {
    /// The second step of a sign-in.
    SecondFactorStep {
        #[validate(custom(function = rules::required_line))]
        step_token: String = "stepToken",
        #[validate(custom(function = rules::required_line))]
        code: String = "code",
    }
}

form! {
    /// The password again, before an action that only the account's owner may do.
    PasswordAgain {
        #[ts(as = "String")]
        #[validate(custom(function = rules::storable), custom(function = rules::required))]
        password: Secret = "password",
    }
}

form! {
    /// The first code of an authenticator app, which proves that it is set up.
    FirstCode {
        #[validate(custom(function = rules::required_line))]
        code: String = "code",
    }
}

form! {
    /// Turns the second factor off.
    SecondFactorOff {
        #[ts(as = "String")]
        #[validate(custom(function = rules::storable), custom(function = rules::required))]
        password: Secret = "password",
        #[validate(custom(function = rules::required_line))]
        code: String = "code",
    }
}

/// The browser and the system in a `User-Agent`, as its owner would recognize them. Both are product names
/// and the same in every language.
#[must_use]
pub fn device(user_agent: &str) -> (Option<&'static str>, Option<&'static str>) {
    // The first match wins: every browser also names its predecessors.
    const BROWSERS: &[(&str, &str)] = &[
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    const SYSTEMS: &[(&str, &str)] = &[
        ("Windows", "Windows"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("CrOS", "ChromeOS"),
        ("Macintosh", "Mac"),
        ("Linux", "Linux"),
    ];
    let first = |known: &[(&str, &'static str)]| {
        known.iter().find(|(sign, _)| user_agent.contains(sign)).map(|(_, name)| *name)
    };
    (first(BROWSERS), first(SYSTEMS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_recognize_their_own_devices() {
        for (agent, browser, system) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0",
                Some("Edge"),
                Some("Windows"),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
                Some("Safari"),
                Some("iPhone"),
            ),
            (
                "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36",
                Some("Chrome"),
                Some("Android"),
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
                Some("Firefox"),
                Some("Linux"),
            ),
            ("curl/8.5.0", None, None),
            ("", None, None),
        ] {
            assert_eq!(device(agent), (browser, system), "{agent}");
        }
    }
}
