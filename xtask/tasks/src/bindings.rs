//! `cargo xtask bindings`, and the check that what it writes is committed.

use std::fs;

use anyhow::{Context as _, Result, bail};
use xtask::{
    bindings::{FILE, aside, committed, export, write},
    checkout, node,
    steps::{self, Step},
    wasm_package::{self, Size},
};

use crate::permissions_page;

/// `cargo xtask bindings`: the types, the client, `docs/permissions.md` and the WASM package.
pub fn regenerate() -> Result<()> {
    steps::step("TypeScript types", write)?;
    steps::step("TypeScript client", write_client)?;
    permissions_page::write()?;
    node::install()?;
    wasm_package::build(Size::Small)
}

/// The client of the API, which a test of the server writes: it compares the committed one with the OpenAPI document.
fn write_client(step: &Step) -> Result<()> {
    let test = ["test", "-p", "ridgeline", "--test", "it", "http::typescript_client"];
    step.run(checkout::cargo(test).env("RIDGELINE_WRITE_CLIENT", "1"))
        .context("bindings/client.ts cannot be written")?;
    Ok(())
}

/// Fails if the committed types differ from those of the domain. Uses the types that the domain's tests
/// exported in this run, if they did.
pub fn check(step: &Step, written_by_tests: bool) -> Result<()> {
    let written = match fs::read_to_string(aside().join(FILE)) {
        Ok(written) if written_by_tests => written,
        _ => export(step)?,
    };
    if fs::read_to_string(committed()).is_ok_and(|before| before == written) {
        return Ok(());
    }
    bail!("bindings/{FILE} does not match the domain: run `cargo xtask bindings` and commit it")
}
