//! Starts the comparison: Express with better-sqlite3.

use std::{path::Path, process::Command};

use anyhow::{Result, bail};

use crate::{Bench, company_fixture::CompanyFixture, server::Server};

/// Starts it with this copy of a company's database.
pub fn start(bench: &Bench, fixture: &CompanyFixture, database: &Path) -> Result<Server> {
    let [node, script] = bench.express.as_slice() else {
        bail!("--express NODE SCRIPT is missing");
    };
    let mut command = Command::new(node);
    command.arg(script).arg(database).arg(fixture.company.0.to_string());
    Server::start(command.env("NODE_ENV", "production"))
}
