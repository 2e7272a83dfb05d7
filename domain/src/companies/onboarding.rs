//! Onboarding: the form that creates a user and their company.

use validator::Validate as _;

use crate::{
    companies::{
        people::UserSettings,
        time_zone::{self, TimeZone},
    },
    forms::{form::form, rules},
    permissions::permission::CompanyType,
    types::{field::WireEnum as _, limits::LIMITS},
};

form! {
    /// The onboarding form. `account_type` and `company_name` are the specification's names on the wire.
    NewAccount {
        /// Shown, not stored: the account has the address the user signed in with.
        #[validate(custom(function = rules::email_line))]
        email: String = "email",
        #[validate(nested)]
        #[ts(flatten)]
        settings: UserSettings,
        #[ts(type = "CompanyType | \"\"")]
        #[validate(custom(function = rules::choice::<CompanyType>))]
        account_type: String = "account_type",
        #[validate(custom(function = rules::required_line))]
        company_name: String = "company_name",
        #[validate(custom(function = rules::line))]
        plan: String = "plan",
        /// The browser's time zone, sent without asking the user.
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = time_zone::check_guess))]
        time_zone: String = "timeZone",
    }
}

/// The plan of a new account.
pub const DEFAULT_PLAN: &str = "basic";

impl NewAccount {
    /// The kind of company, where it is valid.
    #[must_use]
    pub fn account_type(&self) -> Option<CompanyType> {
        CompanyType::from_word(&self.account_type)
    }

    /// The time zone of the browser, or the default where it is blank or unknown here.
    #[must_use]
    pub fn time_zone(&self) -> TimeZone {
        self.time_zone.parse().unwrap_or_default()
    }

    /// The plan chosen, or the default.
    #[must_use]
    pub fn plan(&self) -> &str {
        if self.plan.is_empty() { DEFAULT_PLAN } else { &self.plan }
    }
}

/// Percent of the progress bar: 20 at the start, then 25 a step, at most 100.
#[must_use]
pub fn progress(step: u32) -> u32 {
    if step == 0 {
        LIMITS.progress_start
    } else {
        step.saturating_mul(LIMITS.progress_step).min(100)
    }
}

/// The company name suggested to a subcontractor: `first last - address`.
#[must_use]
pub fn suggested_company_name(first_name: &str, last_name: &str, location: &str) -> String {
    format!("{} {} - {}", first_name.trim(), last_name.trim(), location.trim())
}
