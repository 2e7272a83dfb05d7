//! Inviting people into a company, and what they fill in.

use chrono::{DateTime, Utc};
use serde::Serialize;
use ts_rs::TS;

use crate::{
    companies::people::UserSettings,
    forms::{
        error::{Code, ValidationError},
        form::{Form, OptionalId, form},
        validator::Validator,
    },
    i18n::rules::Text,
    permissions::permission::{CompanyType, UserType, invited_user_types},
    types::{
        email,
        field::WireEnum as _,
        ids::{CompanyId, InvitationId},
        language::Language,
    },
};

/// An invitation as whoever has its link sees it.
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

/// An invitation of one's own company that nobody has used yet.
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
    /// From then on its link leads nowhere.
    pub expires_at: DateTime<Utc>,
}

form! {
    /// The invitation form. The company type is the inviting company's own.
    NewInvitation {
        email: String = "email",
        #[ts(type = "UserType | \"\"")]
        user_type: String = "userType",
        #[ts(as = "CompanyType")]
        company_type: String = "companyType",
    }
}

impl NewInvitation {
    /// The user type offered, where it is one.
    #[must_use]
    pub fn user_type(&self) -> Option<UserType> {
        UserType::from_word(&self.user_type)
    }
}

impl Form for NewInvitation {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.text("email", &self.email).required().line().email();
        checks.choice::<UserType>("userType", &self.user_type);
        checks.choice::<CompanyType>("companyType", &self.company_type);
        if let (Some(company), Some(user)) =
            (CompanyType::from_word(&self.company_type), self.user_type())
            && !invited_user_types(company).contains(&user)
        {
            checks.add_error(ValidationError::new("userType", Code::Choice, Text::Choice));
        }
        checks.finish()
    }
}

form! {
    /// What an invited person fills in, with the address they signed in with and the invited one.
    InvitationCompletion {
        first_name: String = "firstName",
        last_name: String = "lastName",
        phone_number: String = "phoneNumber",
        location: String = "location",
        position: String = "position",
        #[ts(as = "Language")]
        language: String = "language",
        email: String = "email",
        invited_email: String = "invitedEmail",
    }
}

impl Form for InvitationCompletion {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.text("firstName", &self.first_name).required().line();
        checks.text("lastName", &self.last_name).required().line();
        checks.text("phoneNumber", &self.phone_number).phone();
        checks.text("location", &self.location).required().line();
        checks.text("position", &self.position).required().line();
        checks.choice::<Language>("language", &self.language);
        checks.text("email", &self.email).required().line().email();
        if !is_invited(&self.email, &self.invited_email) {
            checks.add_error(ValidationError::new(
                "email",
                Code::Mismatch,
                Text::InvitationMismatch,
            ));
        }
        checks.finish()
    }
}

/// Whether somebody who signed in with this address is the one who was invited with that one.
#[must_use]
pub fn is_invited(address: &str, invited: &str) -> bool {
    email::normalized(address) == email::normalized(invited)
}

form! {
    /// What an invited person sends: what they filled in, and the invitation it belongs to.
    NewUserSettings {
        #[ts(as = "InvitationId")]
        invitation_id: OptionalId<InvitationId> = "invitationId",
        #[ts(as = "CompanyId")]
        company_id: OptionalId<CompanyId> = "companyId",
        /// The invited address. The one that was signed in with counts.
        email: String = "email",
        first_name: String = "firstName",
        last_name: String = "lastName",
        phone_number: String = "phoneNumber",
        location: String = "location",
        position: String = "position",
        #[ts(as = "Language")]
        language: String = "language",
    }
}

impl NewUserSettings {
    /// What of it the user keeps as their settings.
    #[must_use]
    pub fn into_settings(self) -> UserSettings {
        UserSettings {
            first_name: self.first_name,
            last_name: self.last_name,
            location: self.location,
            language: self.language,
            position: self.position,
            phone_number: self.phone_number,
        }
    }

    /// Who sends it, judged as what they fill in.
    fn completion(&self) -> InvitationCompletion {
        InvitationCompletion {
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            phone_number: self.phone_number.clone(),
            location: self.location.clone(),
            position: self.position.clone(),
            language: self.language.clone(),
            email: self.email.clone(),
            invited_email: self.email.clone(),
        }
    }
}

impl Form for NewUserSettings {
    /// Says nothing of whose invitation it is: that is asked of [`is_invited`] once it was found.
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("invitationId", self.invitation_id.0.as_ref());
        checks.add_errors(self.completion().check());
        checks.finish()
    }
}
