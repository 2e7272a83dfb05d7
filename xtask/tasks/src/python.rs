//! Programs from PyPI, each set in a separate folder below the target folder, in tested versions.

use std::{fs, path::PathBuf, process::Command};

use anyhow::Result;
use xtask::{checkout, debian, steps::Step};

/// Installs the packages, once for each set of versions; returns the folder of their programs. `purpose` begins the
/// message if Python is missing.
pub fn install(step: &Step, name: &str, purpose: &str, packages: &[&str]) -> Result<PathBuf> {
    let folder = checkout::target().join(name);
    let programs = folder.join("bin");
    let note = folder.join("tools.txt");
    let wanted = packages.join(" ");
    if fs::read_to_string(&note).is_ok_and(|installed| installed == wanted) {
        return Ok(programs);
    }
    let has_python = Command::new("python3").args(["-c", "import ensurepip"]).output();
    if !has_python.is_ok_and(|output| output.status.success()) {
        debian::ensure(step, purpose, &["python3", "python3-venv"])?;
    }
    step.run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    step.run(Command::new(programs.join("pip")).args(["install", "--quiet"]).args(packages))?;
    fs::write(note, wanted)?;
    Ok(programs)
}
