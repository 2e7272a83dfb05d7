//! `cargo xtask bench`: the released server and what it is compared with, built and measured.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

use anyhow::{Context as _, Result, bail};

use crate::{
    build, checkout, node, pack,
    steps::{self, typed},
};

/// The parts that need no server.
const RULES: &str = "rules";
const FORMS: &str = "forms";

/// Measures the chosen parts, or all. A missed wish is told, not failed: machines are noisy.
pub fn run(only: &[String]) -> Result<()> {
    let chosen = |part: &str| only.is_empty() || only.iter().any(|name| name == part);
    if chosen(RULES) {
        show(&mut checkout::cargo(["bench", "--quiet", "-p", "domain", "--bench", "rules"]))?;
    }
    if chosen(FORMS) {
        node::install()?;
        pack::build()?;
        install()?;
        show(Command::new(web_node()).arg(comparison().join("forms.mjs")).arg(checkout::door()))?;
    }
    let parts: Vec<&String> =
        only.iter().filter(|name| ![RULES, FORMS].contains(&name.as_str())).collect();
    if only.is_empty() || !parts.is_empty() {
        load(&parts)?;
    }
    Ok(())
}

fn load(parts: &[&String]) -> Result<()> {
    let released = build::all()?;
    install()?;
    let folder = checkout::target().join("bench");
    fs::create_dir_all(&folder)?;
    // Cargo puts a server for benches in the released one's place, with the features of tests in it.
    let server = folder.join("ridgeline");
    fs::copy(&released, &server).with_context(|| format!("{} is missing", released.display()))?;
    let mut load = checkout::cargo(["bench", "--quiet", "-p", "server", "--bench", "load", "--"]);
    load.arg("--server").arg(&server).arg("--scratch").arg(&folder);
    load.arg("--express").arg(web_node()).arg(comparison().join("creates.mjs"));
    for part in parts {
        load.arg("--only").arg(part);
    }
    show(&mut load)
}

/// Runs a command in full view.
fn show(command: &mut Command) -> Result<()> {
    println!("▸ {}", typed(command));
    let ended =
        command.status().with_context(|| format!("`{}` cannot be started", typed(command)))?;
    if !ended.success() {
        bail!("`{}` failed", typed(command));
    }
    Ok(())
}

fn comparison() -> PathBuf {
    checkout::root().join("tools/bench")
}

/// The Node that the web app is built with.
fn web_node() -> PathBuf {
    checkout::web().join("node_modules/.bin/node")
}

/// Installs the comparison's packages. No scripts: better-sqlite3 brings its binaries along.
fn install() -> Result<()> {
    let folder = comparison();
    let noted = written(&folder.join("node_modules/.package-lock.json"));
    if noted.is_some() && noted >= written(&folder.join("package-lock.json")) {
        steps::unchanged("npm packages of the bench");
        return Ok(());
    }
    steps::step("npm packages of the bench", |step| {
        step.run(Command::new("npm").args(["ci", "--ignore-scripts"]).current_dir(&folder))?;
        Ok(())
    })
}

fn written(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|meta| meta.modified()).ok()
}
