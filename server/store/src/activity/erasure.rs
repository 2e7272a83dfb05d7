//! Whoever deletes their account goes from the activity log: where a name or an address of theirs stood, a
//! key stands that tells nobody who it was. What was done, when and to what, stays.
//!
//! What the product itself wrote there of an account is found: who did something, what was known of a
//! member, who was invited, whom a job or an appointment was given to, whom a work order was sent to. What
//! people typed is theirs. The database lets nothing else of the log be changed, and of nobody else
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
    activity::{log::anywhere, record::searched},
    companies::people,
    db::prelude::*,
};

/// Takes somebody out of every log, whose account was deleted in this transaction; `user` is who they were.
pub(crate) async fn erase(tx: &mut Tx, user: &User) -> DbResult<()> {
    let mut known = ErasedPerson::of(user);
    known.anonymize_actions(tx).await?;
    known.anonymize_membership(tx).await?;
    known.anonymize_invitations(tx).await?;
    known.anonymize_mentions(tx).await
}

/// A change as it is stored: a field that only a newer server knows is kept as it is.
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

/// What somebody was called and reached by, as far as the log tells, and in whose log that may be.
struct ErasedPerson {
    user: UserId,
    key: String,
    names: BTreeSet<String>,
    addresses: BTreeSet<String>,
    /// The companies they were of.
    own: BTreeSet<CompanyId>,
    /// Those in whose log they stand, and the ones above.
    logs: BTreeSet<CompanyId>,
}

impl ErasedPerson {
    fn of(user: &User) -> Self {
        let own: BTreeSet<_> = user.company_id.into_iter().collect();
        let mut known = Self {
            user: user.id,
            key: former_key(user.id),
            names: BTreeSet::new(),
            addresses: BTreeSet::from([email::normalized(&user.email)]),
            logs: own.clone(),
            own,
        };
        known.note_name(&format!("{} {}", user.first_name, user.last_name));
        known
    }

    fn note_name(&mut self, name: &str) {
        let name = name.trim();
        if !name.is_empty() && name != self.key {
            self.names.insert(name.to_owned());
        }
    }

    /// What they did is done by nobody known.
    async fn anonymize_actions(&mut self, tx: &mut Tx) -> DbResult<()> {
        let deeds: Vec<ActionRow> = sql!(
            "SELECT DISTINCT company_id, actor_company_id, actor_name FROM activity
             WHERE company_id IN (SELECT id FROM company) AND actor_id = $1"
        )
        .bind(self.user)
        .all(tx)
        .await?;
        for deed in deeds {
            self.note_name(&deed.actor_name);
            self.logs.insert(deed.company_id);
            self.own.extend(deed.actor_company_id);
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

    /// Of a member it is told that something changed, and no more what.
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
            let mut gone = vec![std::mem::replace(&mut line.subject_name, self.key.clone())];
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
                    gone.push(value);
                }
            }
            rewrite(tx, line, &gone).await?;
        }
        Ok(())
    }

    /// An address that somebody else has by now is theirs.
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
            let gone = std::mem::replace(&mut line.subject_name, self.key.clone());
            rewrite(tx, line, &[gone]).await?;
        }
        Ok(())
    }

    /// The log keeps names of those who were given work, and not who that was. So it is theirs in the logs
    /// of their companies and of those these worked with, unless somebody else there is called the same.
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
        for name in &self.names {
            let somebody_elses: bool = sql!(
                "SELECT EXISTS (SELECT 1 FROM person WHERE company_id IN ({logs})
                                AND first_name || ' ' || last_name = $1) AS value"
            )
            .bind(name)
            .bind_list("logs", self.logs.iter().copied())
            .value(tx)
            .await?;
            if !somebody_elses {
                self.anonymize_mentions_of(tx, name).await?;
            }
        }
        Ok(())
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
            let mut gone = Vec::new();
            for change in &mut line.changes.0 {
                let field = ActivityField::from_word(&change.field);
                let is_list = field == Some(ActivityField::SentTo);
                if !is_list && field != Some(ActivityField::Employee) {
                    continue;
                }
                for side in change.sides() {
                    let told = side.as_deref().and_then(|text| self.without(name, text, is_list));
                    if told.is_some() {
                        gone.extend(std::mem::replace(side, told));
                    }
                }
            }
            if !gone.is_empty() {
                rewrite(tx, line, &gone).await?;
            }
        }
        Ok(())
    }

    /// A value that is this name, or a list of names that has it, with the key in its place.
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

/// Writes a line anew without what is gone of it; by none of that is it found any more.
async fn rewrite(tx: &mut Tx, line: Line, gone: &[String]) -> DbResult<()> {
    let gone: BTreeSet<String> = gone.iter().map(|text| searched(text)).collect();
    let words: Vec<&str> = line.words.split('\n').filter(|word| !gone.contains(*word)).collect();
    sql!("UPDATE activity SET subject_name = $2, changes = $3, words = $4 WHERE id = $1")
        .bind(line.id)
        .bind(&line.subject_name)
        .bind(line.changes)
        .bind(words.join("\n"))
        .run_one(tx)
        .await
}
