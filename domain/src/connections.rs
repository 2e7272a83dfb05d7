//! Connections between companies.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    company_files::CompanyDocument,
    ids::{CompanyId, ConnectionId},
    permission::CompanyType,
};

/// Two companies that work together, or one that asked the other, as one of them sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Connection {
    pub id: ConnectionId,
    pub sender_id: CompanyId,
    pub recipient_id: CompanyId,
    pub accepted: bool,
    /// The viewer's side sent the request.
    pub sent: bool,
    /// What the sender wrote; may be empty.
    pub message: String,
    /// The other company.
    pub company_details: ConnectedCompany,
}

/// What a connection shows of the other company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct ConnectedCompany {
    pub id: CompanyId,
    pub name: String,
    pub location: String,
    pub logo_url: Option<String>,
    pub company_type: CompanyType,
    /// Its insurance and its licence; none while it is not accepted.
    #[ts(optional, as = "Option<Vec<CompanyDocument>>")]
    pub documents: Vec<CompanyDocument>,
}
