//! Removes from the changes feed what identifies a deleted user or company. That something changed stays, and so do the
//! places of the changes.

use domain::types::ids::{CompanyId, UserId};
use serde_json::Value;

use crate::{db::prelude::*, text::anywhere};

/// What is to be removed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Erased {
    /// The ids of deleted companies: records with one of them disappear.
    pub(crate) companies: Vec<String>,
    /// Other texts, such as an email address or a company's name.
    pub(crate) texts: Vec<String>,
    /// First and last names of a user, together.
    pub(crate) names: Vec<String>,
    /// The key that replaces them.
    pub(crate) key: String,
}

struct StoredData {
    company_id: CompanyId,
    position: i64,
    data: String,
}

columns! {
    StoredData { company_id, position, data }
}

/// Removes a user from the feeds of these companies. A name that another user there has too is only removed from what
/// mentions this one.
pub(crate) async fn erase_user(
    tx: &mut Tx,
    companies: impl Iterator<Item = CompanyId> + Clone,
    user: UserId,
    is_shared_name: bool,
    erased: &Erased,
) -> DbResult<()> {
    let own_id = user.to_string();
    let mut patterns = vec![own_id.clone()];
    if !is_shared_name {
        patterns.extend(erased.names.iter().filter_map(|name| {
            let last = name.split_whitespace().next_back()?;
            Some(format!("{}\"", escaped(last)))
        }));
    }
    patterns.extend(erased.texts.iter().map(|text| escaped(text)));
    for pattern in patterns {
        erase(tx, companies.clone(), &pattern, erased).await?;
    }
    Ok(())
}

/// Removes a company from the feeds of others.
pub(crate) async fn erase_company(
    tx: &mut Tx,
    others: Vec<CompanyId>,
    company: CompanyId,
    name: String,
) -> DbResult<()> {
    let erased =
        Erased { companies: vec![company.to_string()], texts: vec![name], ..Erased::default() };
    erase(tx, others.into_iter(), &company.to_string(), &erased).await
}

/// Rewrites the changes that contain this text.
async fn erase(
    tx: &mut Tx,
    companies: impl Iterator<Item = CompanyId>,
    text: &str,
    erased: &Erased,
) -> DbResult<()> {
    let rows: Vec<StoredData> = sql!(
        "SELECT company_id, position, data FROM change_event
         WHERE company_id IN ({companies}) AND data LIKE $1 ESCAPE '\\'
         ORDER BY company_id, position {lock}"
    )
    .bind(anywhere(text))
    .bind_list("companies", companies)
    .all(tx)
    .await?;
    for row in rows {
        let Ok(mut data) = serde_json::from_str(&row.data) else { continue };
        erased.remove_from(&mut data);
        sql!("UPDATE change_event SET data = $3 WHERE company_id = $1 AND position = $2")
            .bind(row.company_id)
            .bind(row.position)
            .bind(data.to_string())
            .run_one(tx)
            .await?;
    }
    Ok(())
}

/// A text as JSON has it, without its quotes.
fn escaped(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

impl Erased {
    fn remove_from(&self, data: &mut Value) {
        let is_of_company = |value: &Value| {
            value.get("id").and_then(Value::as_str).is_some_and(|id| self.is_company(id))
        };
        match data {
            Value::Object(fields) => {
                let word = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or("");
                let name = format!("{} {}", word("firstName"), word("lastName"));
                if self.names.iter().any(|erased| erased == name.trim()) {
                    fields.insert("firstName".to_owned(), Value::from(self.key.as_str()));
                    fields.insert("lastName".to_owned(), Value::from(""));
                }
                for value in fields.values_mut() {
                    if is_of_company(value) {
                        *value = Value::Null;
                    }
                    self.remove_from(value);
                }
            }
            Value::Array(entries) => {
                entries.retain(|entry| !is_of_company(entry));
                for entry in entries {
                    self.remove_from(entry);
                }
            }
            Value::String(text) if self.names.contains(text) => {
                text.clone_from(&self.key);
            }
            Value::String(text) if self.is_company(text) || self.is_text(text) => {
                *data = Value::Null;
            }
            _ => {}
        }
    }

    fn is_text(&self, text: &str) -> bool {
        self.texts.iter().any(|erased| erased.eq_ignore_ascii_case(text))
    }

    fn is_company(&self, text: &str) -> bool {
        self.companies.iter().any(|id| id == text)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_identifies_the_deleted_disappears() {
        let erased = Erased {
            companies: vec!["c-1".into()],
            texts: vec!["ada@ridge.example".into(), "Ridge & Sons".into()],
            names: vec!["Ada Ridge".into()],
            key: "former-7".into(),
        };
        let mut data = json!({ "job": {
            "title": "Ada Ridge's roof", "companyId": "c-1", "companyName": "Ridge & Sons",
            "crew": { "id": "c-1", "name": "Ridge & Sons" }, "others": [{ "id": "c-1" }, { "id": "c-2" }],
            "assignedToUserInfo": { "firstName": "Ada", "lastName": "Ridge" },
            "customer": { "firstName": "Ada", "lastName": "Cole" },
            "sends": [{ "email": "ada@ridge.example", "name": "Ada Ridge" }],
        } });
        erased.remove_from(&mut data);
        assert_eq!(
            data,
            json!({ "job": {
                "title": "Ada Ridge's roof", "companyId": null, "companyName": null, "crew": null,
                "others": [{ "id": "c-2" }],
                "assignedToUserInfo": { "firstName": "former-7", "lastName": "" },
                "customer": { "firstName": "Ada", "lastName": "Cole" },
                "sends": [{ "email": null, "name": "former-7" }],
            } })
        );
    }
}
