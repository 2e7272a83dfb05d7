//! `cargo xtask bench`: the released server and what it is compared with, built and measured.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

use anyhow::{Context as _, Result, bail};

use crate::{
    browser, build, checkout, node,
    ridgeline::Ridgeline,
    steps::{self, typed},
    wasm_package,
};

/// The parts that need no server.
const RULES: &str = "rules";
const FORMS: &str = "forms";
/// What a phone gets.
const PAGES: &str = "pages";

/// Measures the chosen parts, or all. A missed wish is told, not failed: machines are noisy.
pub fn run(only: &[String]) -> Result<()> {
    let chosen = |part: &str| only.is_empty() || only.iter().any(|name| name == part);
    if chosen(RULES) {
        show(&mut checkout::cargo(["bench", "--quiet", "-p", "domain", "--bench", "rules"]))?;
    }
    if chosen(FORMS) {
        node::install()?;
        wasm_package::build()?;
        install(&comparison())?;
        show(
            Command::new(web_node())
                .arg(comparison().join("forms.mjs"))
                .arg(checkout::wasm_package()),
        )?;
    }
    if chosen(PAGES) {
        pages()?;
    }
    let parts: Vec<&String> =
        only.iter().filter(|name| ![RULES, FORMS, PAGES].contains(&name.as_str())).collect();
    if only.is_empty() || !parts.is_empty() {
        load(&parts)?;
    }
    Ok(())
}

/// Lighthouse looks at the pages of the released server; it has packages of its own, so that the tests need not
/// install them.
fn pages() -> Result<()> {
    let released = build::all(build::Profile::Release)?;
    let folder = checkout::root().join("tools/pages");
    install(&folder)?;
    let chromium = steps::step("Chromium", browser::chromium)?;
    let server = Ridgeline::with_demo(&released, None)?;
    let reports = checkout::target().join("bench/pages");
    let audit = folder.join("audit.mjs");
    show(Command::new(web_node()).arg(audit).arg(&server.address).arg(chromium).arg(reports))
}

fn load(parts: &[&String]) -> Result<()> {
    let released = build::all(build::Profile::Release)?;
    install(&comparison())?;
    let folder = checkout::target().join("bench");
    fs::create_dir_all(&folder)?;
    // Cargo puts a server for benches in the released one's place, with the features of tests in it.
    let server = folder.join("ridgeline");
    fs::copy(&released, &server).with_context(|| format!("{} is missing", released.display()))?;
    let mut load =
        checkout::cargo(["bench", "--quiet", "-p", "ridgeline", "--bench", "load", "--"]);
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

/// Installs the packages of a folder. No scripts: better-sqlite3 brings its binaries along.
fn install(folder: &Path) -> Result<()> {
    let noted = written(&folder.join("node_modules/.package-lock.json"));
    if noted.is_some() && noted >= written(&folder.join("package-lock.json")) {
        steps::unchanged("npm packages of the bench");
        return Ok(());
    }
    steps::step("npm packages of the bench", |step| {
        step.run(Command::new("npm").args(["ci", "--ignore-scripts"]).current_dir(folder))?;
        Ok(())
    })
}

fn written(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|meta| meta.modified()).ok()
}
