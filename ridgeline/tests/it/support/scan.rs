//! Searches everything in a database and a file store, and signs in the users of the demo.

use std::{collections::BTreeSet, path::Path, time::Duration};

use domain::types::ids::{CompanyId, UserId};
use serde_json::{Value, json};
use server::backup::referenced_files;
use store::{
    companies::people,
    db::{Db, bind::Arg, tables::RowFilter},
    sql,
};

use super::{Person, TestApp, folder::files_below};

/// Waits until the event outbox is empty.
async fn until_events_are_sent(db: &Db) {
    let sent = async {
        let waiting = || async {
            let mut tx = db.read().await.expect("tx");
            let count = sql!("SELECT COUNT(*) AS value FROM event_outbox").value::<i64>(&mut tx);
            count.await.expect("count")
        };
        while waiting().await > 0 {}
    };
    tokio::time::timeout(Duration::from_secs(30), sent).await.expect("events are sent");
}

/// The columns, as `table.column`, that contain this text, ignoring case.
pub async fn mentions(db: &Db, text: &str) -> BTreeSet<String> {
    until_events_are_sent(db).await;
    let text = text.to_lowercase();
    let mut found = BTreeSet::new();
    let mut tx = db.read().await.expect("tx");
    for table in tx.tables().await.expect("tables") {
        let mut in_table = Vec::new();
        tx.each_row(&table, RowFilter::all(), |row| {
            for (column, value) in table.columns.iter().zip(row) {
                let value_text = match value {
                    Arg::Uuid(Some(id)) => id.to_string(),
                    Arg::Text(Some(value_text)) => value_text,
                    Arg::Json(Some(value_text)) => value_text.to_string(),
                    Arg::Bytes(Some(value_text)) => {
                        String::from_utf8_lossy(&value_text).into_owned()
                    }
                    _ => continue,
                };
                if value_text.to_lowercase().contains(&text) {
                    in_table.push(format!("{}.{}", table.name, column.name));
                }
            }
            Ok(())
        })
        .await
        .expect("rows");
        found.extend(in_table);
    }
    found
}

/// The keys of the files in a folder, and of those that rows refer to.
pub async fn files_of(db: &Db, folder: &Path) -> (BTreeSet<String>, BTreeSet<String>) {
    let there = files_below(folder).iter().map(|key| key.to_string_lossy().into_owned()).collect();
    let mut tx = db.read().await.expect("tx");
    let named = referenced_files::referenced_files(&mut tx).await.expect("keys");
    (there, named.into_iter().collect())
}

impl TestApp {
    /// A user of the demo, signed in.
    pub async fn of_demo(&self, email: &str) -> Person {
        let signed = self.log_in(email, demo::PASSWORD).await;
        let token = signed.json["token"].as_str().expect("a token").to_owned();
        let mut tx = self.app.db.read().await.expect("tx");
        let user = people::find_by_email(&mut tx, email).await.expect("user").expect("known");
        Person {
            company: user.company_id.unwrap_or(CompanyId::default()),
            user: UserId(user.id.0),
            token,
        }
    }

    /// The first job in the list of a user's company.
    pub async fn first_job(&self, who: &Person, kind: &str) -> Value {
        let jobs = self.get(who, &format!("/api/jobs/myJobs/{kind}")).await;
        jobs.json["jobs"].as_array().and_then(|jobs| jobs.first().cloned()).unwrap_or(json!(null))
    }
}
