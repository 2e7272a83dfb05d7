//! `cargo xtask bench`: builds the release server and the programs it is compared with, and measures them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

use anyhow::{Context as _, Result, bail};
use xtask::{
    build, checkout, node,
    steps::{self, typed},
    wasm_package,
};

use crate::{browser, ridgeline::Ridgeline};

/// The parts that need no server.
const RULES: &str = "rules";
const FORMS: &str = "forms";
/// The pages, as a phone loads them.
const PAGES: &str = "pages";

/// Measures the chosen parts, or all. A missed target is reported but does not fail: machines are noisy.
pub fn run(only: &[String]) -> Result<()> {
    let chosen = |part: &str| only.is_empty() || only.iter().any(|name| name == part);
    if chosen(RULES) {
        show(&mut checkout::cargo(["bench", "--quiet", "-p", "domain", "--bench", "rules"]))?;
    }
    if chosen(FORMS) {
        node::install()?;
        wasm_package::build(wasm_package::Size::Small)?;
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

/// Runs Lighthouse on the pages of the release server. Its packages are separate, so that the tests need not
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
    // `cargo bench` overwrites the release server with one that has the test features.
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

/// Runs a command and shows its output.
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

/// Installs the packages of a folder. No install scripts: better-sqlite3 ships its binaries.
fn install(folder: &Path) -> Result<()> {
    let installed = modified(&folder.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= modified(&folder.join("package-lock.json")) {
        steps::unchanged("npm packages of the bench");
        return Ok(());
    }
    steps::step("npm packages of the bench", |step| {
        step.run(Command::new("npm").args(["ci", "--ignore-scripts"]).current_dir(folder))?;
        Ok(())
    })
}

fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|meta| meta.modified()).ok()
}
