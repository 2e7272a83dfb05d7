//! Connections between companies.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use validator::Validate as _;

use crate::{
    companies::files::CompanyDocument,
    feedback::ConnectionRequest,
    forms::{
        error::{Code, ValidationError},
        form::{OptionalId, form},
    },
    i18n::rules::Text,
    permissions::permission::CompanyType,
    types::ids::{CompanyId, ConnectionId},
};

/// Two connected companies, or an open request between them, as one of them sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Connection {
    pub id: ConnectionId,
    pub sender_id: CompanyId,
    pub recipient_id: CompanyId,
    pub accepted: bool,
    /// Whether the viewer's company sent the request.
    pub sent: bool,
    /// The sender's message; may be empty.
    pub message: String,
    /// The other company.
    pub company_details: ConnectedCompany,
}

/// What a connection shows of the other company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct ConnectedCompany {
    pub id: CompanyId,
    pub name: String,
    pub location: String,
    pub logo_url: Option<String>,
    pub company_type: CompanyType,
    /// Its insurance and its license; none until the connection is accepted.
    #[ts(optional, as = "Option<Vec<CompanyDocument>>")]
    pub documents: Vec<CompanyDocument>,
}

form! {
    /// Requests a connection with another company. The sender may be left out, and must be the caller's own
    /// company if it is given.
    AskToConnect {
        #[ts(as = "Option<CompanyId>")]
        sender_id: OptionalId<CompanyId> = "senderId",
        #[ts(as = "CompanyId")]
        #[validate(required)]
        recipient_id: OptionalId<CompanyId> = "recipientId",
        #[validate(nested)]
        #[ts(flatten)]
        request: ConnectionRequest,
    }
}

impl AskToConnect {
    /// Refuses a request in another company's name, and one to the caller's own company.
    pub fn check_sides(&self, own: CompanyId) -> Result<(), ValidationError> {
        if self.sender_id.0.is_some_and(|sender| sender != own) {
            Err(ValidationError::new("senderId", Code::Choice, Text::NotYourself))
        } else if self.recipient_id.0 == Some(own) {
            Err(ValidationError::new("recipientId", Code::Choice, Text::OwnCompany))
        } else {
            Ok(())
        }
    }
}

form! {
    /// A connection or a request, to accept it or to end it.
    ConnectionRef {
        #[ts(as = "ConnectionId")]
        #[validate(required)]
        id: OptionalId<ConnectionId> = "id",
    }
}
