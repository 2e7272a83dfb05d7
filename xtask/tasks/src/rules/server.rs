//! The rules as a running server enforces them: each case of a validation suite is sent to the call that stores
//! its form, from temporary accounts.

mod accounts;

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use domain::{evaluate::suite::Case, i18n::rules::Text, types::language::Language};
use serde_json::{Value, json};
use ureq::{Agent, http::Request};

use super::{
    calls::{self, Call, Fill},
    multipart,
    newcomer::Newcomer,
};

/// The answer to a call.
struct Reply {
    status: u16,
    body: Value,
}

/// The server's answer to one case.
pub enum OverHttp {
    /// No call of this server enforces the rule, or no server was given.
    NotAsked,
    /// It refuses or accepts as the case expects.
    Right(String),
    /// It does not.
    Wrong(String),
}

/// A running server, and an admin of a contractor on it.
pub struct Server {
    agent: Agent,
    address: String,
    token: String,
    person: String,
    company: String,
    things: BTreeMap<&'static str, Value>,
    /// The paths probed so far, and whether this server has them.
    has: BTreeMap<&'static str, bool>,
    /// An account that has no company yet.
    newcomer: Option<Newcomer>,
    /// The token of an admin of a subcontractor.
    subcontractor: Option<String>,
    accounts: u32,
}

impl Server {
    /// Signs up an admin of a contractor with a unique address.
    pub fn sign_in(address: &str) -> Result<Self> {
        if !address.starts_with("http://") {
            bail!("{address}: the server's address must begin with http://");
        }
        let settings = Agent::config_builder()
            .http_status_as_error(false)
            .allow_non_standard_methods(true)
            .timeout_global(Some(Duration::from_mins(1)));
        let mut server = Self {
            agent: settings.build().into(),
            address: address.trim_end_matches('/').to_owned(),
            token: String::new(),
            person: String::new(),
            company: String::new(),
            things: BTreeMap::new(),
            has: BTreeMap::new(),
            newcomer: None,
            subcontractor: None,
            accounts: 0,
        };
        server.token = server.sign_up()?.token;
        (server.person, server.company) = server.found(&server.token, "contractor")?;
        Ok(server)
    }

    /// The call that enforces a rule, for the rule's line; empty for rules that are no forms.
    pub fn describe_call(&self, rule: &str) -> String {
        let later = calls::NOT_YET.iter().find(|(later, ..)| *later == rule);
        match (calls::of(rule), later) {
            (Some(call), _) if self.has.get(call.path) == Some(&true) => {
                format!("{} {}", call.method, call.path)
            }
            (Some(Call { method, path, .. }), _) | (None, Some((_, method, path))) => {
                format!("(this server has no {method} {path})")
            }
            (None, None) => String::new(),
        }
    }

    /// Sends a case to the call of its rule. `native` shows which values have the wrong type: those may also be
    /// refused as malformed before a rule is checked.
    pub fn ask(&mut self, rule: &str, case: &Case, native: &Value) -> Result<OverHttp> {
        if let Some((_, method, path)) = calls::NOT_YET.iter().find(|(later, ..)| *later == rule)
            && self.knows(method, path)?
        {
            return Ok(OverHttp::Wrong(format!("{method} {path} is there: map it in calls.rs")));
        }
        let Some(call) = calls::of(rule) else { return Ok(OverHttp::NotAsked) };
        if !self.knows(call.method, call.path)? {
            return Ok(OverHttp::NotAsked);
        }
        let separate = call.apart.and_then(|field| case.input[field].as_f64());
        if separate.is_some_and(|count| count > 0.0) {
            return Ok(OverHttp::NotAsked);
        }
        let mut body = self.filled(call, case)?;
        let mut path = call.path.to_owned();
        if call.is_row {
            body = Value::Array(vec![body]);
        }
        if let (Some(of), Some(gap)) = (call.of, path.find('{')) {
            let id = self.thing(of)?;
            path.replace_range(gap.., id.as_str().unwrap_or_default());
        }
        self.add_contacts(call, case)?;
        let token = self.asker(call, case)?;
        let reply = match call.pdf {
            Some(pdf) => self.send(&path, Some(&token), multipart::of(&body, pdf))?,
            None => self.call(call.method, &path, Some(&token), &body)?,
        };
        if call.rate_limited && reply.status == 429 {
            return Ok(OverHttp::NotAsked);
        }
        let accepted = (200..300).contains(&reply.status);
        if accepted && call.as_new_account {
            self.newcomer = None;
        }
        let answer = format!("{} {}", reply.status, reply.body);
        let right = reply.is_as_expected(call, &case.expect) || reply.is_malformed(native);
        Ok(if right { OverHttp::Right(answer) } else { OverHttp::Wrong(answer) })
    }

    /// Without a token, only a missing call answers 404.
    fn knows(&mut self, method: &str, path: &'static str) -> Result<bool> {
        if let Some(known) = self.has.get(path) {
            return Ok(*known);
        }
        // A parameter such as {companyId} becomes a word that is no id.
        let gaps = path.replace(['{', '}'], "");
        let known = self.call(method, &gaps, None, &json!({}))?.status != 404;
        self.has.insert(path, known);
        Ok(known)
    }

    fn filled(&mut self, call: &Call, case: &Case) -> Result<Value> {
        let Some(fields) = case.input.as_object() else { return Ok(case.input.clone()) };
        let mut fields = fields.clone();
        for (field, fill) in call.made_up {
            let named = fields.get(*field).and_then(Value::as_str);
            let refused = refusals(&case.expect["errors"]).any(|(refused, _)| refused == *field);
            if !refused && named.is_some_and(|id| !id.trim().is_empty()) {
                fields.insert((*field).to_owned(), self.thing(*fill)?);
            }
        }
        for (field, fill) in call.fills {
            fields.insert((*field).to_owned(), self.thing(*fill)?);
        }
        Ok(Value::Object(fields))
    }

    fn thing(&mut self, fill: Fill) -> Result<Value> {
        let job = json!({ "title": "Rule suites", "city": "Nashville", "state": "TN" });
        let (name, path, body, answer) = match fill {
            Fill::Person => return Ok(self.person.clone().into()),
            Fill::AnotherCompany => {
                let token = self.sign_up()?.token;
                return Ok(self.found(&token, "contractor")?.1.into());
            }
            Fill::Invitation => return self.invitation(),
            Fill::Room => return self.room(),
            Fill::Company => return Ok(self.company.clone().into()),
            Fill::CompanyFile => return self.company_file(),
            Fill::Job => ("job", "/api/jobs/create", job, "/id"),
            Fill::Crew => {
                ("crew", "/api/custom_crews/create", json!({ "name": "Suites" }), "/crew/id")
            }
            Fill::Customer => {
                let form =
                    json!({ "firstName": "Rule", "lastName": "Suite", "phone": "6155550100" });
                ("customer", "/api/customers/create", form, "/customer/id")
            }
            Fill::Category => {
                let form = json!({ "title": "Suites" });
                ("category", "/api/products/categories/add", form, "/category/id")
            }
            Fill::Vendor => {
                ("vendor", "/api/contractor_vendors", json!({ "name": "Suites" }), "/vendor/id")
            }
            Fill::Product => {
                let category = self.thing(Fill::Category)?;
                let form = json!({ "name": "Suites", "unitCost": 1, "categoryId": category });
                ("product", "/api/products/add", form, "/product/id")
            }
            Fill::PurchaseOrder => {
                let of_job = json!({ "jobId": self.thing(Fill::Job)? });
                let path = "/api/purchase_orders/create";
                ("purchase order", path, of_job, "/newPurchaseOrder/id")
            }
            Fill::WorkOrder => {
                let of_job = json!({ "jobId": self.thing(Fill::Job)? });
                ("work order", "/api/work_orders/create", of_job, "/newWorkOrder/id")
            }
        };
        if let Some(known) = self.things.get(name) {
            return Ok(known.clone());
        }
        let reply = self.call("POST", path, Some(&self.token), &body)?;
        let id = reply.body.pointer(answer).cloned();
        let id = id.with_context(|| format!("{path} answered {} {}", reply.status, reply.body))?;
        self.things.insert(name, id.clone());
        Ok(id)
    }

    /// Creates contacts for the valid addresses; the server refuses the others.
    fn add_contacts(&mut self, call: &Call, case: &Case) -> Result<()> {
        let Some(list) = call.contacts else { return Ok(()) };
        let vendor = self.thing(Fill::Vendor)?;
        let addresses = case.input[list].as_array().into_iter().flatten();
        for address in addresses {
            let form = json!({ "name": "Suites", "email": address, "vendorId": vendor });
            self.call("POST", "/api/contractor_vendors/contacts", Some(&self.token), &form)?;
        }
        Ok(())
    }

    fn company_file(&mut self) -> Result<Value> {
        if let Some(known) = self.things.get("company file") {
            return Ok(known.clone());
        }
        let path = "/api/company/uploadFile/suites.txt/false";
        let form = multipart::with(&json!({}), "image", "suites.txt", "Suites.");
        let reply = self.send(path, Some(&self.token), form)?;
        let id = reply.body.pointer("/companyFile/id").cloned();
        let id = id.with_context(|| format!("{path} answered {} {}", reply.status, reply.body))?;
        self.things.insert("company file", id.clone());
        Ok(id)
    }

    fn call(&self, method: &str, path: &str, token: Option<&str>, body: &Value) -> Result<Reply> {
        let request = Request::builder().method(method).header("content-type", "application/json");
        self.send(path, token, request.body(body.to_string())?)
    }

    fn send(&self, path: &str, token: Option<&str>, mut request: Request<String>) -> Result<Reply> {
        *request.uri_mut() = format!("{}{path}", self.address).parse()?;
        if let Some(token) = token {
            request.headers_mut().insert("authorization", format!("Bearer {token}").parse()?);
        }
        let answer = self.agent.run(request);
        let mut answer =
            answer.with_context(|| format!("{} does not answer {path}", self.address))?;
        let status = answer.status().as_u16();
        let text = answer.body_mut().read_to_string()?;
        Ok(Reply { status, body: serde_json::from_str(&text).unwrap_or(Value::String(text)) })
    }
}

impl Reply {
    /// A refusal must be 422 with the same fields and codes, an accepted input a success.
    fn is_as_expected(&self, call: &Call, expect: &Value) -> bool {
        let mut expected = refused(&expect["errors"], call);
        for preset in call.presets {
            expected.remove(&format!("{preset} required"));
        }
        if expected.is_empty() {
            return (200..300).contains(&self.status);
        }
        self.status == 422 && refused(&self.body["error"]["fields"], call) == expected
    }

    /// A value of the wrong type makes the body malformed (contract, section 2).
    fn is_malformed(&self, native: &Value) -> bool {
        let wrong_kind = Text::WrongKind.template(Language::English);
        let refusals = native["errors"].as_array();
        let mut refusals = refusals.into_iter().flatten();
        self.status == 400 && refusals.any(|refusal| refusal["message"] == wrong_kind)
    }
}

/// `field code` of each refusal. An invalid id is reported as unknown, even if it is too long.
fn refused(errors: &Value, call: &Call) -> BTreeSet<String> {
    let made_up = |field: &str| call.made_up.iter().any(|(id, _)| *id == field);
    refusals(errors)
        .filter(|(field, _)| !call.ignores.contains(field))
        .map(|(field, code)| match code {
            "too_long" if made_up(field) => format!("{field} choice"),
            _ => format!("{field} {code}"),
        })
        .collect()
}

/// Field and code of each refusal.
fn refusals(errors: &Value) -> impl Iterator<Item = (&str, &str)> {
    let errors = errors.as_array().into_iter().flatten();
    errors.map(|error| {
        (error["field"].as_str().unwrap_or_default(), error["code"].as_str().unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(status: u16, fields: &Value) -> Reply {
        Reply { status, body: json!({ "error": { "fields": fields } }) }
    }

    #[test]
    fn a_server_that_accepts_what_the_rules_refuse_fails() {
        let call = calls::of("job.validate").expect("mapped");
        let bad = json!({ "errors": [{ "field": "title", "code": "required" }] });
        let refusal = json!([{ "field": "title", "code": "required", "message": "Must …" }]);
        assert!(reply(422, &refusal).is_as_expected(call, &bad));
        assert!(!reply(200, &refusal).is_as_expected(call, &bad));
        assert!(!reply(422, &json!([])).is_as_expected(call, &bad));
        let other = json!([{ "field": "title", "code": "too_long" }]);
        assert!(!reply(422, &other).is_as_expected(call, &bad));
        assert!(!reply(422, &refusal).is_as_expected(call, &json!({ "ok": true })));
        assert!(reply(201, &json!([])).is_as_expected(call, &json!({ "ok": true })));
        let call = calls::of("orderTitle.validate").expect("mapped");
        assert!(reply(200, &json!([])).is_as_expected(call, &bad), "a blank title is filled in");
        assert!(!reply(200, &json!([])).is_as_expected(call, &json!({ "errors": other })));
    }

    #[test]
    fn only_a_value_of_the_wrong_type_excuses_a_malformed_body() {
        let wrong = domain::evaluate::evaluate_json("job.validate", r#"{"title": 7}"#);
        let blank = domain::evaluate::evaluate_json("job.validate", "{}");
        let native = |json: &str| serde_json::from_str::<Value>(json).expect("json");
        assert!(reply(400, &json!([])).is_malformed(&native(&wrong)));
        assert!(!reply(400, &json!([])).is_malformed(&native(&blank)));
        assert!(!reply(200, &json!([])).is_malformed(&native(&wrong)));
    }
}
