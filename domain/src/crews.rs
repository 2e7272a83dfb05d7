//! Custom crews: people without an account.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::{
        checks::Checks,
        error::Refusal,
        form::{Form, Given, form, within_forms},
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
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.text("name", &self.name).required().max(LIMITS.crew_name);
        checks.done()
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
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.text("name", &self.name).required().line();
        checks.text("email", &self.email).line().email();
        checks.text("phone", &self.phone).phone();
        checks.done()
    }
}

form! {
    /// Adds somebody to a custom crew.
    NewCrewMember {
        #[ts(as = "CrewId")]
        crew_id: Given<CrewId> = "crewId",
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
        id: Given<CrewMemberId> = "id",
        #[ts(as = "Option<CrewId>")]
        crew_id: Given<CrewId> = "crewId",
        name: String = "name",
        email: String = "email",
        phone: String = "phone",
        #[ts(optional)]
        was: Option<CrewMemberForm> = "was",
    }
}

within_forms!(CrewMemberForm);

macro_rules! describes_a_member {
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

describes_a_member!(NewCrewMember, EditCrewMember);

impl Form for NewCrewMember {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.given("crewId", self.crew_id.0.as_ref());
        checks.refuse_all(self.fields().check());
        checks.done()
    }
}

impl Form for EditCrewMember {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.given("id", self.id.0.as_ref());
        checks.refuse_all(self.fields().check());
        checks.done()
    }
}

impl EditCrewMember {
    /// Refuses a crew that is not the member's.
    pub fn check_crew(&self, crew: CrewId) -> Result<(), Refusal> {
        if self.crew_id.0.is_none_or(|named| named == crew) {
            Ok(())
        } else {
            Err(Refusal::not_your_own("crewId"))
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
