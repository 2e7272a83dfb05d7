//! Invitations into a company, and the form that invited people fill in.

use chrono::{DateTime, Utc};
use serde::Serialize;
use ts_rs::TS;
use validator::Validate as _;

use crate::{
    companies::people::UserSettings,
    forms::{
        error::{Code, ValidationError},
        form::{OptionalId, form},
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    permissions::permission::{CompanyType, UserType, invited_user_types},
    types::{
        email,
        field::{Secret, WireEnum as _},
        ids::{CompanyId, InvitationId},
    },
};

/// An invitation as anyone with its link sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Invitation {
    pub company_name: String,
    pub company_id: CompanyId,
    pub email: String,
}

/// An invitation that was just sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct SentInvitation {
    pub invitation_id: InvitationId,
    pub email: String,
    pub user_type: UserType,
    /// The address was invited before, and that invitation is still open.
    pub is_resending_invitation: bool,
}

/// An invitation of the user's company that is still unused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct OpenInvitation {
    pub invitation_id: InvitationId,
    pub email: String,
    pub user_type: UserType,
    /// When it was sent last.
    pub sent_at: DateTime<Utc>,
    /// When its link expires.
    pub expires_at: DateTime<Utc>,
}

form! {
    /// The invitation form. The company type is that of the inviting company.
    #[validate(schema(function = "NewInvitation::check_user_type", skip_on_field_errors = false))]
    NewInvitation {
        #[validate(custom(function = rules::required_email))]
        email: String = "email",
        #[ts(type = "UserType | \"\"")]
        #[validate(custom(function = rules::choice::<UserType>))]
        user_type: String = "userType",
        #[ts(as = "CompanyType")]
        #[validate(custom(function = rules::choice::<CompanyType>))]
        company_type: String = "companyType",
    }
}

impl NewInvitation {
    /// The user type offered, where it is valid.
    #[must_use]
    pub fn user_type(&self) -> Option<UserType> {
        UserType::from_word(&self.user_type)
    }

    fn check_user_type(&self) -> Verdict {
        let company = CompanyType::from_word(&self.company_type);
        let is_offered = |(company, user)| invited_user_types(company).contains(&user);
        if company.zip(self.user_type()).is_none_or(is_offered) {
            return Ok(());
        }
        Err(ValidationError::new("userType", Code::Choice, Text::Choice).into())
    }
}

form! {
    /// What an invited person fills in, with the address they signed in with and the invited one.
    #[validate(schema(function = "InvitationCompletion::check_email", skip_on_field_errors = false))]
    InvitationCompletion {
        #[validate(nested)]
        #[ts(flatten)]
        settings: UserSettings,
        #[validate(custom(function = rules::required_email))]
        email: String = "email",
        invited_email: String = "invitedEmail",
    }
}

impl InvitationCompletion {
    fn check_email(&self) -> Verdict {
        if is_invited(&self.email, &self.invited_email) {
            return Ok(());
        }
        Err(ValidationError::new("email", Code::Mismatch, Text::InvitationMismatch).into())
    }
}

/// Whether a user who signed in with this address was invited at that one.
#[must_use]
pub fn is_invited(address: &str, invited: &str) -> bool {
    email::normalized(address) == email::normalized(invited)
}

form! {
    /// What an invited person sends: what they filled in, and the invitation it belongs to.
    NewUserSettings {
        #[ts(as = "InvitationId")]
        #[validate(required)]
        invitation_id: OptionalId<InvitationId> = "invitationId",
        #[ts(as = "CompanyId")]
        company_id: OptionalId<CompanyId> = "companyId",
        #[validate(custom(function = rules::required_email))]
        email: String = "email",
        /// From the link in the mail. Only with it does the invitation verify its address.
        #[ts(optional, as = "Option<String>")]
        secret: Secret = "secret",
        #[validate(nested)]
        #[ts(flatten)]
        settings: UserSettings,
    }
}
