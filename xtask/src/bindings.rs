//! The TypeScript types of the API, which the domain's tests export.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};

use crate::{checkout, stamp::Stamp, steps, steps::Step};

/// The file of the types.
pub const FILE: &str = "index.ts";

/// The committed types.
#[must_use]
pub fn committed() -> PathBuf {
    checkout::root().join("bindings").join(FILE)
}

/// Where a test run writes its types, so that tests never change the checkout.
#[must_use]
pub fn aside() -> PathBuf {
    checkout::state_folder().join("bindings")
}

/// Regenerates the types if the domain changed.
pub fn build() -> Result<()> {
    let domain = checkout::root().join("domain");
    let mut sources = vec![domain.join("Cargo.toml")];
    sources.extend(checkout::files(&domain.join("src"), |_| true));
    let stamp = Stamp::of("bindings", &sources, "")?;
    if stamp.is_fresh(&[committed()]) {
        steps::unchanged("TypeScript types");
        return Ok(());
    }
    if stamp.is_first() && is_as_committed() {
        // CI checks that the committed types match the committed domain.
        steps::unchanged("TypeScript types");
        return stamp.keep(&[committed()]);
    }
    steps::step("TypeScript types", write)?;
    stamp.keep(&[committed()])
}

/// Whether git reports no changes in the domain and the types.
fn is_as_committed() -> bool {
    let status = ["status", "--porcelain", "--", "domain", "bindings"];
    let output = Command::new("git").args(status).current_dir(checkout::root()).output();
    output.is_ok_and(|output| output.status.success() && output.stdout.is_empty())
}

/// Writes the committed types.
pub fn write(step: &Step) -> Result<()> {
    let written = export(step)?;
    if fs::read_to_string(committed()).is_ok_and(|before| before == written) {
        return Ok(());
    }
    fs::create_dir_all(committed().parent().unwrap_or(checkout::root()))?;
    fs::write(committed(), written).context("bindings/index.ts cannot be written")
}

/// Exports the types aside, and returns their text.
pub fn export(step: &Step) -> Result<String> {
    let folder = aside();
    clear(&folder)?;
    step.run(
        checkout::cargo(["test", "-p", "domain", "--lib", "export_bindings"])
            .env("TS_RS_EXPORT_DIR", &folder),
    )
    .context("the domain's types cannot be exported")?;
    fs::read_to_string(folder.join(FILE))
        .with_context(|| format!("the domain exported no type into {FILE}"))
}

/// ts-rs appends to an existing file, so types that no longer exist would never disappear.
pub fn clear(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    Ok(())
}
