//! What somebody may do about their own account: the password, the address, the second factor and
//! the sessions; and how long each key to it lives.

use chrono::{DateTime, Utc};
use serde::Serialize;
use ts_rs::TS;

use crate::{
    accounts::sign_in::check_password,
    forms::{form::form, rules},
    types::{email, field::Secret},
};

/// Hours that the link in a mail proves an address.
pub const VERIFICATION_HOURS: i64 = 24;
/// Minutes that the link in a mail opens the way to a new password.
pub const RESET_MINUTES: i64 = 60;
/// Seconds in which the app trades a code for a token after the identity provider sent the browser back.
pub const EXCHANGE_SECONDS: i64 = 60;
/// Minutes that a visit to the identity provider may take.
pub const OIDC_STATE_MINUTES: i64 = 10;
/// Minutes in which a second factor follows the password.
pub const STEP_MINUTES: i64 = 10;
/// Wrong codes of a second factor within [`FAILURE_MINUTES`] before its owner has to wait.
pub const CODE_FAILURES: i64 = 5;
/// Minutes in which wrong codes, and wrong passwords of somebody signed in, are counted.
pub const FAILURE_MINUTES: i64 = 15;
/// Codes that stand in for a lost second factor, each once.
pub const RECOVERY_CODES: usize = 10;
/// Mails with a way to a new password that go to one address within an hour.
pub const RESET_MAILS_PER_HOUR: i64 = 3;
/// Ways to a new password asked for from one network within an hour.
pub const RESETS_FROM_NETWORK_PER_HOUR: u32 = 20;
/// Mails with a link that proves an address, to one address within an hour.
pub const VERIFICATION_MAILS_PER_HOUR: i64 = 5;

/// How somebody's account stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(clippy::struct_excessive_bools, reason = "each says something else of the account")]
pub struct Account {
    /// The address signed in with.
    pub email: String,
    /// Whether a mail to it is known to reach them.
    pub email_verified: bool,
    /// Whether nothing goes on before it is.
    pub verification_required: bool,
    /// None where an identity provider knows them.
    pub has_password: bool,
    /// Whether a code is asked for after the password.
    pub second_factor: bool,
    /// How many codes are left that stand in for it.
    #[ts(type = "number")]
    pub recovery_codes_left: i64,
}

/// A place where somebody is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct SignedInPlace {
    /// By which it is ended.
    pub id: String,
    /// Such as `Firefox`; none where it does not say.
    pub browser: Option<String>,
    /// Such as `Windows`; none where it does not say.
    pub system: Option<String>,
    /// When somebody signed in there.
    pub started_at: DateTime<Utc>,
    /// When it was last used, to the day.
    pub last_used_at: DateTime<Utc>,
    /// The one that asks.
    pub is_this_one: bool,
}

/// What an authenticator app is given to make codes from. Shown once, while it is set up.
#[derive(Clone, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct SecondFactorSetup {
    /// In base32, to be typed.
    pub secret: String,
    /// As the app reads it.
    pub otpauth_uri: String,
    /// The same, to be photographed.
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
    /// Asks for a mail with the way to a new password.
    ForgotPassword {
        #[validate(custom(function = rules::required_email))]
        email: String = "email",
    }
}

impl ForgotPassword {
    /// The address as accounts are looked up by it.
    #[must_use]
    pub fn account(&self) -> String {
        email::normalized(&self.email)
    }
}

form! {
    /// A new password, by the link of a mail.
    ResetPassword {
        #[validate(custom(function = rules::required_line))]
        token: String = "token",
        #[ts(as = "String")]
        #[validate(custom(function = check_password))]
        new_password: Secret = "newPassword",
    }
}

form! {
    /// Proves an address by the link of a mail.
    VerifyEmail {
        #[validate(custom(function = rules::required_line))]
        token: String = "token",
    }
}

form! {
    /// The code that an identity provider's answer was turned into.
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
    /// The password once more, before something that only its owner may do.
    PasswordAgain {
        #[ts(as = "String")]
        #[validate(custom(function = rules::storable), custom(function = rules::required))]
        password: Secret = "password",
    }
}

form! {
    /// The first code of an authenticator app, which shows that it was set up.
    FirstCode {
        #[validate(custom(function = rules::required_line))]
        code: String = "code",
    }
}

form! {
    /// Gives the second factor up.
    SecondFactorOff {
        #[ts(as = "String")]
        #[validate(custom(function = rules::storable), custom(function = rules::required))]
        password: Secret = "password",
        #[validate(custom(function = rules::required_line))]
        code: String = "code",
    }
}

/// What a browser says of itself in its `User-Agent`, as far as its owner would recognise it: the
/// browser and the system. Both are the makers' names and the same in every language.
#[must_use]
pub fn device(user_agent: &str) -> (Option<&'static str>, Option<&'static str>) {
    // The first that stands in it: every browser also names those it came after.
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
    fn somebody_recognises_their_own_devices() {
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
