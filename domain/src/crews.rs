//! Custom crews: people without an account.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::{
        error::ValidationError,
        form::{Form, OptionalId, form, nested_form},
        validator::Validator,
    },
    types::{
        ids::{CrewId, CrewMemberId},
        limits::LIMITS,
    },
};

/// A crew of the company's own.
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

/// Somebody of a custom crew.
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
        name: String = "name",
    }
}

impl Form for CrewForm {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.text("name", &self.name).required().max(LIMITS.crew_name);
        checks.finish()
    }
}

form! {
    /// A member of a custom crew.
    CrewMemberForm {
        name: String = "name",
        email: String = "email",
        phone: String = "phone",
    }
}

impl Form for CrewMemberForm {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.text("name", &self.name).required().line();
        checks.text("email", &self.email).line().email();
        checks.text("phone", &self.phone).phone();
        checks.finish()
    }
}

form! {
    /// Adds somebody to a custom crew.
    NewCrewMember {
        #[ts(as = "CrewId")]
        crew_id: OptionalId<CrewId> = "crewId",
        name: String = "name",
        email: String = "email",
        phone: String = "phone",
    }
}

form! {
    /// Changes somebody of a custom crew. The crew is theirs, where it is named at all: people do
    /// not move from crew to crew. With what `was` there when the form was filled in, only what
    /// differs from that is changed; without, all of it.
    EditCrewMember {
        #[ts(as = "CrewMemberId")]
        id: OptionalId<CrewMemberId> = "id",
        #[ts(as = "Option<CrewId>")]
        crew_id: OptionalId<CrewId> = "crewId",
        name: String = "name",
        email: String = "email",
        phone: String = "phone",
        #[ts(optional)]
        was: Option<CrewMemberForm> = "was",
    }
}

nested_form!(CrewMemberForm);

macro_rules! crew_member_accessor {
    ($($form:ty),+) => {$(
        impl $form {
            /// Name, e-mail and phone alone.
            #[must_use]
            pub fn fields(&self) -> CrewMemberForm {
                CrewMemberForm {
                    name: self.name.clone(),
                    email: self.email.clone(),
                    phone: self.phone.clone(),
                }
            }
        }
    )+};
}

crew_member_accessor!(NewCrewMember, EditCrewMember);

impl Form for NewCrewMember {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("crewId", self.crew_id.0.as_ref());
        checks.add_errors(self.fields().check());
        checks.finish()
    }
}

impl Form for EditCrewMember {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("id", self.id.0.as_ref());
        checks.add_errors(self.fields().check());
        checks.finish()
    }
}

impl EditCrewMember {
    /// Refuses a crew that is not the member's.
    pub fn check_crew(&self, crew: CrewId) -> Result<(), ValidationError> {
        if self.crew_id.0.is_none_or(|named| named == crew) {
            Ok(())
        } else {
            Err(ValidationError::not_your_own("crewId"))
        }
    }

    /// Name, e-mail and phone as they are to be, where this is `stored`.
    #[must_use]
    pub fn over(&self, stored: CrewMemberForm) -> CrewMemberForm {
        match &self.was {
            Some(was) => self.fields().only_touched(was, stored),
            None => self.fields(),
        }
    }
}
