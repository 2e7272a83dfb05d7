//! A suite: a rule, its cases and their expected results.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::Value;

use crate::checkout;

/// One file of a suite.
#[derive(Deserialize)]
pub struct Suite {
    pub rule: String,
    pub cases: Vec<Case>,
}

#[derive(Deserialize)]
pub struct Case {
    pub name: String,
    pub input: Value,
    pub expect: Value,
}

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
    serde_json::from_str(&text).with_context(|| {
        format!(
            "{} is no rule suite: it must look like {{\"rule\": …, \"cases\": [{{\"name\": …, \"input\": …, \"expect\": …}}]}}",
            file.display()
        )
    })
}
