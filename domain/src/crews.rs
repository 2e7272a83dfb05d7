//! Custom crews: people without an account.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use validator::Validate as _;

use crate::{
    forms::{
        error::ValidationError,
        form::{OptionalId, form, nested_form},
        rules,
    },
    types::{
        ids::{CrewId, CrewMemberId},
        limits::LIMITS,
    },
};

/// A custom crew of a company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Crew {
    pub id: CrewId,
    pub name: String,
    pub crew_members: Vec<CrewMember>,
}

/// A member of a custom crew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct CrewMember {
    pub id: CrewMemberId,
    pub name: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub crew_id: CrewId,
}

form! {
    /// A new custom crew.
    CrewForm {
        #[validate(custom(function = rules::required_at_most::<{ LIMITS.crew_name }>))]
        name: String = "name",
    }
}

form! {
    /// A member of a custom crew.
    CrewMemberForm {
        #[validate(custom(function = rules::required_line))]
        name: String = "name",
        #[validate(custom(function = rules::email_line))]
        email: String = "email",
        #[validate(custom(function = rules::phone))]
        phone: String = "phone",
    }
}

form! {
    /// Adds a member to a custom crew.
    NewCrewMember {
        #[ts(as = "CrewId")]
        #[validate(required)]
        crew_id: OptionalId<CrewId> = "crewId",
        #[validate(nested)]
        #[ts(flatten)]
        member: CrewMemberForm,
    }
}

form! {
    /// Changes a member of a custom crew. The crew, if it is given, must be the member's own: members do not
    /// move between crews. With `was`, the values from when the form was opened, only the fields that differ
    /// from them change; without, all of them.
    EditCrewMember {
        #[ts(as = "CrewMemberId")]
        #[validate(required)]
        id: OptionalId<CrewMemberId> = "id",
        #[ts(as = "Option<CrewId>")]
        crew_id: OptionalId<CrewId> = "crewId",
        #[validate(nested)]
        #[ts(flatten)]
        member: CrewMemberForm,
        #[ts(optional)]
        was: Option<CrewMemberForm> = "was",
    }
}

nested_form!(CrewMemberForm);

impl EditCrewMember {
    /// Refuses a crew that is not the member's.
    pub fn check_crew(&self, crew: CrewId) -> Result<(), ValidationError> {
        if self.crew_id.0.is_none_or(|named| named == crew) {
            Ok(())
        } else {
            Err(ValidationError::not_your_own("crewId"))
        }
    }

    /// Name, email and phone after the change, where these are `stored`.
    #[must_use]
    pub fn over(&self, stored: CrewMemberForm) -> CrewMemberForm {
        match &self.was {
            Some(was) => self.member.clone().only_touched(was, stored),
            None => self.member.clone(),
        }
    }
}
