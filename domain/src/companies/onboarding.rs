//! Onboarding: the form that makes a user and their company.

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
    /// The onboarding form. The wire keeps `account_type` and `company_name` as the specification has them.
    NewAccount {
        /// Shown, not stored: the account keeps the address it signed in with.
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
        /// What the browser is set to; nobody is asked.
        #[ts(optional, as = "Option<String>")]
        #[validate(custom(function = time_zone::check_guess))]
        time_zone: String = "timeZone",
    }
}

/// The plan of a new account.
pub const DEFAULT_PLAN: &str = "basic";

impl NewAccount {
    /// The kind of company, where it is one.
    #[must_use]
    pub fn account_type(&self) -> Option<CompanyType> {
        CompanyType::from_word(&self.account_type)
    }

    /// The zone guessed, or the preset where it is blank or not known here.
    #[must_use]
    pub fn time_zone(&self) -> TimeZone {
        self.time_zone.parse().unwrap_or_default()
    }

    /// The plan chosen, or the preset.
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

/// The company name a subcontractor may take over: `first last - address`.
#[must_use]
pub fn suggested_company_name(first_name: &str, last_name: &str, location: &str) -> String {
    format!("{} {} - {}", first_name.trim(), last_name.trim(), location.trim())
}
