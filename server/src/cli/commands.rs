//! The subcommands for the operator.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Subcommand;
use domain::types::ids::CompanyId;
use services::{
    core::{clock::Clock, config::Storage},
    export,
    files::backend::StorageBackend,
};
use store::{
    activity::record::Actor,
    companies::{companies, people},
    membership::{account_deletion, company_deletion},
    scope::Scope,
};

use crate::backup::{backup::back_up, move_to_postgres::move_to_postgres, restore::restore};

/// Backup, migration and deletion.
#[derive(Debug, Subcommand)]
pub enum MaintenanceCommand {
    /// Write everything to one archive: a snapshot of the database and every file that it refers to. The
    /// server may be running.
    Backup {
        /// The archive to write (.tar.gz), or a folder to write it to under a name with the time.
        #[arg(long, value_name = "FILE|DIR")]
        to: PathBuf,
        /// Where the data is stored.
        #[command(flatten)]
        storage: Storage,
    },
    /// Restore everything from an archive into an empty data folder and database. The whole archive is
    /// verified before anything is changed. Stop the server first.
    Restore {
        /// The archive that `ridgeline backup` wrote.
        #[arg(long, value_name = "FILE")]
        from: PathBuf,
        /// Move existing data aside, and restore in its place. Nothing is deleted.
        #[arg(long)]
        replace: bool,
        /// Where to restore to.
        #[command(flatten)]
        storage: Storage,
    },
    /// Bring the database up to date and end: before a rollout, so that no server waits for it. Servers also do it when
    /// they start. On PostgreSQL they may be running.
    Migrate {
        /// Where the data is stored.
        #[command(flatten)]
        storage: Storage,
    },
    /// Copy the SQLite database of the data folder into an empty PostgreSQL database, and compare every row
    /// before the copy is committed. The data folder does not change. Stop the server first.
    Move {
        /// The empty database, postgres://…
        #[arg(long, value_name = "URL", hide_env_values = true)]
        to: String,
        /// The data folder.
        #[arg(long, env = "RIDGELINE_DATA", default_value = "./data", value_name = "DIR")]
        data: PathBuf,
    },
    /// Write all data of a company as JSON, as CSV and as the files themselves. The server may be running.
    Export {
        /// The company's id, or its full name if that is unique.
        #[arg(long, value_name = "ID|NAME")]
        company: String,
        /// A file that ends in .zip, or a new folder.
        #[arg(long, value_name = "DIR|FILE.zip")]
        to: PathBuf,
        /// Where the data is stored.
        #[command(flatten)]
        storage: Storage,
    },
    /// Delete a company with all of its data, or a user's account. Export or back up first: this cannot be
    /// undone. Stop the server first.
    Delete {
        /// The company's id, or its full name if that is unique.
        #[arg(long, value_name = "ID|NAME", required_unless_present = "person")]
        company: Option<String>,
        /// The address that the user signs in with.
        #[arg(long, value_name = "ADDRESS", conflicts_with = "company")]
        person: Option<String>,
        /// Confirm the deletion.
        #[arg(long)]
        yes: bool,
        /// Where the data is stored.
        #[command(flatten)]
        storage: Storage,
    },
}

/// Runs a command, and prints its result.
///
/// # Errors
/// In one sentence for the operator.
pub async fn run(command: MaintenanceCommand) -> anyhow::Result<()> {
    match command {
        MaintenanceCommand::Backup { to, storage } => {
            let (file, manifest) = back_up(&storage, &to, Clock::Real.now()).await?;
            println!("{}: {}", file.display(), manifest.summary());
            for missing in &manifest.missing {
                eprintln!("ridgeline: the file {missing} is listed in the database but missing");
            }
        }
        MaintenanceCommand::Restore { from, replace, storage } => {
            let (manifest, aside) = restore(&storage, &from, replace, Clock::Real.now()).await?;
            println!("Restored: {}", manifest.summary());
            if let Some(aside) = aside {
                println!(
                    "What was there before is now in {aside}; delete it when you no longer need it."
                );
            }
        }
        MaintenanceCommand::Migrate { storage } => {
            let opened = crate::storage::open(&storage).await?;
            opened.db.close().await;
            println!("The database is up to date.");
        }
        MaintenanceCommand::Move { to, data } => {
            let moved = move_to_postgres(&data, &to).await?;
            for table in &moved {
                println!("{:8} {:22} {}", table.rows, table.table, table.sha256);
            }
            let rows: u64 = moved.iter().map(|table| table.rows).sum();
            println!(
                "{rows} rows of {} tables are in PostgreSQL, each compared. Start the server with \
                 the same --data and --database-url.",
                moved.len()
            );
        }
        MaintenanceCommand::Export { company, to, storage } => {
            export_company(&company, &to, &storage).await?;
        }
        MaintenanceCommand::Delete { company, person, yes, storage } => {
            if !yes {
                bail!("this cannot be undone; add --yes when you have a backup or an export");
            }
            match (company, person) {
                (Some(company), _) => delete_company(&company, &storage).await?,
                (None, Some(person)) => delete_person(&person, &storage).await?,
                (None, None) => bail!("name a company with --company, or a user with --person"),
            }
        }
    }
    Ok(())
}

async fn export_company(
    company: &str,
    to: &std::path::Path,
    storage: &Storage,
) -> anyhow::Result<()> {
    let db = crate::storage::open_unmigrated(storage).await?;
    let room = StorageBackend::open(storage.files_url.as_deref(), &storage.data)?;
    let mut tx = db.read().await.context("the database does not answer")?;
    let company = find_company(&mut tx, company).await?;
    let folder = tempfile::tempdir().context("temporary files cannot be written")?;
    let gathered =
        export::stage_export(&mut tx, operator_scope(company), folder.path(), Clock::Real.now())
            .await?;
    drop(tx);
    let summary = gathered.summary();
    export::archive_writer::write_to(gathered, &room, to).await?;
    db.close().await;
    println!("{}: {summary}", to.display());
    Ok(())
}

async fn delete_company(company: &str, storage: &Storage) -> anyhow::Result<()> {
    let opened = crate::storage::open(storage).await?;
    let mut tx = opened.db.write_long().await?;
    let company = find_company(&mut tx, company).await?;
    let name = companies::name(&mut tx, company).await?;
    let by = operator_actor(Some(company));
    let doomed = company_deletion::delete(&mut tx, by, operator_scope(company)).await?;
    tx.commit().await?;
    opened.files.discard(&opened.db, &doomed).await;
    opened.db.close().await;
    println!("{name} is deleted, and {} files with it.", doomed.len());
    Ok(())
}

async fn delete_person(address: &str, storage: &Storage) -> anyhow::Result<()> {
    let opened = crate::storage::open(storage).await?;
    let mut tx = opened.db.write().await?;
    let found = people::find_by_email(&mut tx, address).await?;
    let person = found.with_context(|| format!("nobody signs in with {address}"))?;
    let scope = person.company_id.map(operator_scope);
    let by = operator_actor(person.company_id);
    if account_deletion::delete(&mut tx, by, scope, &person).await?
        == store::membership::members::Removal::LastAdmin
    {
        bail!(
            "{address} is the last admin of their company; delete the company, or invite another admin first"
        );
    }
    tx.commit().await?;
    opened.db.close().await;
    println!("The account of {address} is deleted.");
    Ok(())
}

/// The company with this id, or with this name.
async fn find_company(tx: &mut store::db::Tx, given: &str) -> anyhow::Result<CompanyId> {
    let found = match given.parse::<CompanyId>() {
        Ok(id) => companies::name(tx, id).await.ok().map(|_| id).into_iter().collect(),
        Err(_) => companies::find_by_name(tx, given).await?,
    };
    match found.as_slice() {
        [company] => Ok(*company),
        [] => bail!("there is no company {given}"),
        several => {
            let ids: Vec<String> = several.iter().map(ToString::to_string).collect();
            bail!("several companies are called {given}; name one by its id: {}", ids.join(", "))
        }
    }
}

/// The operator has no name in a company's log.
fn operator_actor(company: Option<CompanyId>) -> Actor {
    Actor { user: None, company, now: Clock::Real.now(), api_key: None, link: None }
}

#[expect(clippy::disallowed_methods, reason = "the operator may touch every company's rows")]
const fn operator_scope(company: CompanyId) -> Scope {
    Scope::trusted(company)
}
