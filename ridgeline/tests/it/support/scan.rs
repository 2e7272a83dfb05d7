//! Searches everything in a database and a file store, and signs in the users of the demo.

use std::{collections::BTreeSet, path::Path};

use domain::types::ids::{CompanyId, UserId};
use serde_json::{Value, json};
use server::backup::referenced_files;
use store::{
    companies::people,
    db::{Db, bind::Arg, tables::RowFilter},
};

use super::{Person, TestApp};

/// The columns, as `table.column`, that contain this text, ignoring case.
pub async fn mentions(db: &Db, text: &str) -> BTreeSet<String> {
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
    let mut there = BTreeSet::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(at) = open.pop() {
        for entry in std::fs::read_dir(at).expect("folder") {
            let path = entry.expect("entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let key = path.strip_prefix(folder).expect("inside");
                there.insert(key.to_string_lossy().into_owned());
            }
        }
    }
    let mut tx = db.read().await.expect("tx");
    let named = referenced_files::referenced_files(&mut tx).await.expect("keys");
    (there, named.into_iter().collect())
}

impl TestApp {
    /// The demo's companies, their work and their users.
    pub async fn with_demo(&self) -> &Self {
        demo::storing::store(&self.app.db, &self.app.files, &self.app.clock).await.expect("demo");
        self
    }

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
