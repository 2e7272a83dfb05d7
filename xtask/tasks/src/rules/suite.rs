//! Reads the files of suites.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use domain::evaluate::suite::{FORM, Suite};
use xtask::checkout;

/// The suites in `files`, or all of the domain's where none is named.
pub fn read(files: &[PathBuf]) -> Result<Vec<Suite>> {
    let own = checkout::root().join("domain").join("suites");
    let all =
        || checkout::files(&own, |path| path.is_dir() || path.extension() == Some("json".as_ref()));
    let files = if files.is_empty() { all() } else { files.to_vec() };
    files.iter().map(|file| read_one(file)).collect()
}

fn read_one(file: &Path) -> Result<Suite> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text)
        .with_context(|| format!("{} is no rule suite: it must look like {FORM}", file.display()))
}
