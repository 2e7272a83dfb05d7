//! Checks the files of `deploy/` and the compose file against the schemas of the programs that read them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, ensure};
use xtask::{checkout, steps, steps::Step};

use crate::{python, tally::Tally};

const TOOLS: [&str; 2] = ["kubernetes-validate==1.37.0", "check-jsonschema==0.39.0"];
/// The oldest version that the manifests are for, and the newest whose schemas are known.
const KUBERNETES: [&str; 2] = ["1.31.0", "1.37.0"];
/// A resource of an operator, which has a schema of its own.
const FOREIGN: &str = "postgres.yaml";

/// Checks all of them.
pub fn check() -> Result<Tally> {
    steps::step("files of deploy/", |step| {
        let programs = install(step)?;
        let manifests = manifests();
        ensure!(manifests.len() > 8, "only {} manifests were found", manifests.len());
        for version in KUBERNETES {
            step.run(validation(&programs, version).args(&manifests))?;
        }
        finds_a_misspelled_field(step, &programs)?;
        let mut compose = Command::new(programs.join("check-jsonschema"));
        compose.args(["--builtin-schema", "vendor.compose-spec"]);
        step.run(compose.arg(checkout::root().join("compose.yaml")))?;
        Ok(Tally { passed: manifests.len() + 1, failed: 0 })
    })
}

/// Installs the validators; returns the folder of their programs.
pub fn install(step: &Step) -> Result<PathBuf> {
    python::install(step, "deploy-checks", "Manifests are validated", &TOOLS)
}

fn manifests() -> Vec<PathBuf> {
    let mut files = checkout::files(&checkout::root().join("deploy").join("kubernetes"), |_| true);
    files.retain(|file| {
        file.extension().is_some_and(|kind| kind == "yaml") && !file.ends_with(FOREIGN)
    });
    files
}

fn validation(programs: &Path, version: &str) -> Command {
    let mut validate = Command::new(programs.join("kubernetes-validate"));
    validate.args(["--strict", "--quiet", "--kubernetes-version", version]);
    validate
}

/// A validator that accepts everything would be worse than none.
fn finds_a_misspelled_field(step: &Step, programs: &Path) -> Result<()> {
    let good = checkout::root().join("deploy/kubernetes/deployment.yaml");
    let bad = fs::read_to_string(good)?.replacen("replicas:", "replica:", 1);
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("deployment.yaml");
    fs::write(&file, bad)?;
    let output = validation(programs, KUBERNETES[0]).arg(file).output();
    step.say("a misspelled field");
    ensure!(!output.context("no validator")?.status.success(), "a misspelled field is accepted");
    Ok(())
}
