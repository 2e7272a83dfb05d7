//! Programs from PyPI, each set in a separate folder below the target folder, in tested versions.

use std::{
    fs,
    path::PathBuf,
    process::Command,
    sync::{Mutex, PoisonError},
};

use anyhow::Result;
use xtask::{checkout, debian, steps::Step};

/// Python's standard library, as far as the environments need it.
pub const DEBIAN_PACKAGES: [&str; 2] = ["python3", "python3-venv"];

/// One installation at a time: two steps may need the same environment.
static INSTALLING: Mutex<()> = Mutex::new(());

/// Installs the packages, once for each set of versions; returns the folder of their programs. `purpose` begins the
/// message if Python is missing.
pub fn install(step: &Step, name: &str, purpose: &str, packages: &[&str]) -> Result<PathBuf> {
    let folder = checkout::target().join(name);
    let programs = folder.join("bin");
    let note = folder.join("tools.txt");
    let wanted = packages.join(" ");
    let is_installed = || fs::read_to_string(&note).is_ok_and(|installed| installed == wanted);
    if is_installed() {
        return Ok(programs);
    }
    let _alone = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    // Another step may have installed them meanwhile.
    if is_installed() {
        return Ok(programs);
    }
    debian::wait_for_installation();
    if !has_python() {
        debian::ensure(step, purpose, &DEBIAN_PACKAGES)?;
    }
    step.run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    step.run(Command::new(programs.join("pip")).args(["install", "--quiet"]).args(packages))?;
    fs::write(&note, &wanted)?;
    Ok(programs)
}

/// Whether this machine's Python makes environments.
pub fn has_python() -> bool {
    let import = Command::new("python3").args(["-c", "import ensurepip"]).output();
    import.is_ok_and(|output| output.status.success())
}
