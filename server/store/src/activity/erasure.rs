//! Anonymizes the activity log when a user deletes their account: an anonymous key replaces their name and
//! addresses. What was done, when and to what, stays.
//!
//! Covers everything that the product itself logged about the account: actors, members' data, invited
//! addresses, the employees of jobs and appointments, the recipients of work orders. Text that people typed is
//! not changed. The database refuses every other change of the log
//! (`migrations/*/0025_activity_forgets.sql`).

use std::collections::BTreeSet;

use domain::{
    accounts::deletion::former_key,
    activity::labels::ActivityField,
    companies::people::User,
    types::{
        email,
        ids::{CompanyId, UserId},
    },
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    activity::record::searched,
    changes::erasure::{Erased, erase_user},
    companies::people,
    db::prelude::*,
    text::anywhere,
};

/// Anonymizes a user, whose account was deleted in this transaction, in every log.
pub(crate) async fn erase(tx: &mut Tx, user: &User) -> DbResult<()> {
    let mut person = ErasedPerson::of(user);
    person.anonymize_actions(tx).await?;
    person.anonymize_membership(tx).await?;
    person.anonymize_invitations(tx).await?;
    person.anonymize_mentions(tx).await?;
    // Open logs are read anew.
    for company in person.logs {
        tx.publish_lists(company, [ListKind::Jobs]);
    }
    Ok(())
}

/// A change as it is stored: a field that only a newer server knows is preserved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stored {
    field: String,
    from: Option<String>,
    to: Option<String>,
}

impl Stored {
    fn sides(&mut self) -> [&mut Option<String>; 2] {
        [&mut self.from, &mut self.to]
    }
}

struct Line {
    id: Uuid,
    company_id: CompanyId,
    subject_name: String,
    changes: Json<Vec<Stored>>,
    words: String,
}

struct ActionRow {
    company_id: CompanyId,
    actor_company_id: Option<CompanyId>,
    actor_name: String,
}

columns! {
    Line { id, company_id, subject_name, changes, words }
    ActionRow { company_id, actor_company_id, actor_name }
}

/// A user's names and addresses in the log, and the companies whose logs may contain them.
struct ErasedPerson {
    user: UserId,
    key: String,
    names: BTreeSet<String>,
    addresses: BTreeSet<String>,
    /// The companies they belonged to.
    own: BTreeSet<CompanyId>,
    /// The companies whose logs may mention them, including their own.
    logs: BTreeSet<CompanyId>,
}

impl ErasedPerson {
    fn of(user: &User) -> Self {
        let own: BTreeSet<_> = user.company_id.into_iter().collect();
        let mut person = Self {
            user: user.id,
            key: former_key(user.id),
            names: BTreeSet::new(),
            addresses: BTreeSet::from([email::normalized(&user.email)]),
            logs: own.clone(),
            own,
        };
        person.note_name(&format!("{} {}", user.first_name, user.last_name));
        person
    }

    fn note_name(&mut self, name: &str) {
        let name = name.trim();
        if !name.is_empty() && name != self.key {
            self.names.insert(name.to_owned());
        }
    }

    /// Anonymizes the entries of what they did.
    async fn anonymize_actions(&mut self, tx: &mut Tx) -> DbResult<()> {
        let actions: Vec<ActionRow> = sql!(
            "SELECT DISTINCT company_id, actor_company_id, actor_name FROM activity
             WHERE company_id IN (SELECT id FROM company) AND actor_id = $1"
        )
        .bind(self.user)
        .all(tx)
        .await?;
        for action in actions {
            self.note_name(&action.actor_name);
            self.logs.insert(action.company_id);
            self.own.extend(action.actor_company_id);
        }
        sql!(
            "UPDATE activity SET actor_name = $2
             WHERE company_id IN (SELECT id FROM company) AND actor_id = $1 AND actor_name <> $2"
        )
        .bind(self.user)
        .bind(&self.key)
        .run(tx)
        .await?;
        Ok(())
    }

    /// Removes the values from the entries about their membership: that something changed stays.
    async fn anonymize_membership(&mut self, tx: &mut Tx) -> DbResult<()> {
        let lines: Vec<Line> = sql!(
            "SELECT id, company_id, subject_name, changes, words FROM activity
             WHERE company_id IN (SELECT id FROM company) AND kind = 'member' AND subject_id = $1
             ORDER BY id {lock}"
        )
        .bind(self.user)
        .all(tx)
        .await?;
        for mut line in lines {
            self.own.insert(line.company_id);
            self.note_name(&line.subject_name);
            let mut removed = vec![std::mem::replace(&mut line.subject_name, self.key.clone())];
            for change in &mut line.changes.0 {
                let Some(field) = ActivityField::from_word(&change.field) else { continue };
                if !field.is_personal() {
                    continue;
                }
                let taken = change.sides().into_iter().filter_map(Option::take);
                for value in taken {
                    if field == ActivityField::Email {
                        self.addresses.insert(email::normalized(&value));
                    }
                    removed.push(value);
                }
            }
            rewrite(tx, line, &removed).await?;
        }
        Ok(())
    }

    /// Anonymizes invitations. An address that another user has by now is left out.
    async fn anonymize_invitations(&mut self, tx: &mut Tx) -> DbResult<()> {
        let mut addresses = Vec::new();
        for address in &self.addresses {
            if !people::has_email(tx, address).await? {
                addresses.push(address.clone());
            }
        }
        let lines: Vec<Line> = sql!(
            "SELECT id, company_id, subject_name, changes, words FROM activity
             WHERE company_id IN (SELECT id FROM company) AND kind = 'invitation'
                 AND lower(subject_name) IN ({addresses})
             ORDER BY id {lock}"
        )
        .bind_list("addresses", addresses)
        .all(tx)
        .await?;
        for mut line in lines {
            let old_name = std::mem::replace(&mut line.subject_name, self.key.clone());
            rewrite(tx, line, &[old_name]).await?;
        }
        Ok(())
    }

    /// Anonymizes the names of employees and recipients, which the log stores without an id. A name is replaced
    /// in the logs of their companies and of these companies' partners, unless another user there has the same.
    async fn anonymize_mentions(&mut self, tx: &mut Tx) -> DbResult<()> {
        let partners: Vec<CompanyId> = sql!(
            "SELECT first_company_id AS value FROM chat_room WHERE second_company_id IN ({own})
             UNION
             SELECT second_company_id AS value FROM chat_room WHERE first_company_id IN ({own})"
        )
        .bind_list("own", self.own.iter().copied())
        .values(tx)
        .await?;
        self.logs.extend(self.own.iter().copied());
        self.logs.extend(partners);
        let mut is_any_shared = false;
        for name in &self.names {
            let is_shared_name: bool = sql!(
                "SELECT EXISTS (SELECT 1 FROM person WHERE company_id IN ({logs})
                                AND first_name || ' ' || last_name = $1) AS value"
            )
            .bind(name)
            .bind_list("logs", self.logs.iter().copied())
            .value(tx)
            .await?;
            is_any_shared |= is_shared_name;
            if !is_shared_name {
                self.anonymize_mentions_of(tx, name).await?;
            }
        }
        let erased = Erased {
            texts: self.addresses.iter().cloned().collect(),
            names: self.names.iter().cloned().collect(),
            key: self.key.clone(),
            companies: Vec::new(),
        };
        let logs = self.logs.iter().copied();
        erase_user(tx, logs, self.user, is_any_shared, &erased).await
    }

    async fn anonymize_mentions_of(&self, tx: &mut Tx, name: &str) -> DbResult<()> {
        let lines: Vec<Line> = sql!(
            "SELECT id, company_id, subject_name, changes, words FROM activity
             WHERE company_id IN ({logs}) AND kind IN ('job', 'workOrder', 'appointment')
                 AND words LIKE $1 ESCAPE '\\'
             ORDER BY id {lock}"
        )
        .bind(anywhere(&searched(name)))
        .bind_list("logs", self.logs.iter().copied())
        .all(tx)
        .await?;
        for mut line in lines {
            let mut removed = Vec::new();
            for change in &mut line.changes.0 {
                let field = ActivityField::from_word(&change.field);
                let is_list = field == Some(ActivityField::SentTo);
                if !is_list && field != Some(ActivityField::Employee) {
                    continue;
                }
                for side in change.sides() {
                    let anonymized =
                        side.as_deref().and_then(|text| self.without(name, text, is_list));
                    if anonymized.is_some() {
                        removed.extend(std::mem::replace(side, anonymized));
                    }
                }
            }
            if !removed.is_empty() {
                rewrite(tx, line, &removed).await?;
            }
        }
        Ok(())
    }

    /// The text with the key in place of the name, or `None` if neither it nor its list contains the name.
    fn without(&self, name: &str, text: &str, is_list: bool) -> Option<String> {
        if text.trim() == name {
            return Some(self.key.clone());
        }
        let names: Vec<&str> = text.split(", ").collect();
        let place = names.iter().position(|other| is_list && other.trim() == name)?;
        let (before, after) = (&names[..place], &names[place + 1..]);
        Some([before, &[self.key.as_str()], after].concat().join(", "))
    }
}

/// Stores an entry without the removed values; a search no longer finds it by them.
async fn rewrite(tx: &mut Tx, line: Line, removed: &[String]) -> DbResult<()> {
    let removed: BTreeSet<String> = removed.iter().map(|text| searched(text)).collect();
    let words: Vec<&str> = line.words.split('\n').filter(|word| !removed.contains(*word)).collect();
    sql!("UPDATE activity SET subject_name = $2, changes = $3, words = $4 WHERE id = $1")
        .bind(line.id)
        .bind(&line.subject_name)
        .bind(line.changes)
        .bind(words.join("\n"))
        .run_one(tx)
        .await
}
