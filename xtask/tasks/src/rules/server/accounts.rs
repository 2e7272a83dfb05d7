//! The temporary accounts that send cases.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, bail};
use domain::evaluate::suite::Case;
use serde_json::{Value, json};

use super::{
    super::{
        calls::Call,
        newcomer::{Newcomer, text},
    },
    Server,
};

impl Server {
    /// Creates a company for the owner of a token; returns the ids of the person and of the company.
    pub(super) fn found(&self, token: &str, kind: &str) -> Result<(String, String)> {
        let company = json!({
            "firstName": "Rule", "lastName": "Suite", "location": "Nashville, TN", "language": "english",
            "account_type": kind, "company_name": "Rule suites", "position": "Tester",
        });
        let path = "/api/auth/createNewAccountWithCompany";
        let reply = self.call("POST", path, Some(token), &company)?;
        let ids = (text(&reply.body["user"]["id"]), text(&reply.body["company"]["id"]));
        let (Some(person), Some(company)) = ids else {
            bail!("{path} answered {} {}", reply.status, reply.body);
        };
        Ok((person, company))
    }

    /// The token of the account that sends a case.
    pub(super) fn asker(&mut self, call: &Call, case: &Case) -> Result<String> {
        if call.as_new_account {
            return Ok(self.newcomer()?.token);
        }
        let kind = call.kind_of_company.and_then(|field| case.input[field].as_str());
        if kind.map(str::trim) != Some("subcontractor") {
            return Ok(self.token.clone());
        }
        if let Some(token) = &self.subcontractor {
            return Ok(token.clone());
        }
        let token = self.sign_up()?.token;
        self.found(&token, "subcontractor")?;
        self.subcontractor = Some(token.clone());
        Ok(token)
    }

    fn newcomer(&mut self) -> Result<Newcomer> {
        if let Some(newcomer) = &self.newcomer {
            return Ok(newcomer.clone());
        }
        let newcomer = self.sign_up()?;
        self.newcomer = Some(newcomer.clone());
        Ok(newcomer)
    }

    /// The newcomer's pending invitation.
    pub(super) fn invitation(&mut self) -> Result<Value> {
        let mut newcomer = self.newcomer()?;
        if let Some(open) = newcomer.invitation {
            return Ok(open);
        }
        let path = "/api/company/invite";
        let form = json!({ "email": newcomer.email, "userType": "member" });
        let reply = self.call("POST", path, Some(&self.token), &form)?;
        let id = reply.body.pointer("/data/invitationId").cloned();
        let id = id.with_context(|| format!("{path} answered {} {}", reply.status, reply.body))?;
        newcomer.invitation = Some(id.clone());
        self.newcomer = Some(newcomer);
        Ok(id)
    }

    /// The chat with a connected company.
    pub(super) fn room(&mut self) -> Result<Value> {
        if let Some(known) = self.things.get("room") {
            return Ok(known.clone());
        }
        let other = self.sign_up()?.token;
        let (_, company) = self.found(&other, "contractor")?;
        let form = json!({ "recipientId": company });
        let connection = self.call("POST", "/api/connections/connect", Some(&self.token), &form)?;
        let form = json!({ "id": connection.body.pointer("/connection/id") });
        self.call("POST", "/api/connections/accept", Some(&other), &form)?;
        let path = "/api/chat/rooms";
        let reply = self.call("GET", path, Some(&other), &Value::Null)?;
        let id = reply.body.pointer("/rooms/0/roomId").cloned();
        let id = id.with_context(|| format!("{path} answered {} {}", reply.status, reply.body))?;
        self.things.insert("room", id.clone());
        Ok(id)
    }

    /// A new account.
    pub(super) fn sign_up(&mut self) -> Result<Newcomer> {
        self.accounts += 1;
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis();
        let email = format!("rules-{}-{now}-{}@suites.example", std::process::id(), self.accounts);
        let form = json!({ "email": email, "password": format!("rules of {now}") });
        let path = "/api/auth/local/signup";
        let reply = self.call("POST", path, None, &form)?;
        let token = text(&reply.body["token"]).with_context(|| {
            format!(
                "{path} answered {} {}: rule suites need a server with accounts of its own",
                reply.status, reply.body
            )
        })?;
        Ok(Newcomer { token, email, invitation: None })
    }
}
