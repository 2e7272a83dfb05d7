//! The browser tests: Playwright drives Debian's Chromium against a local server.

use std::path::PathBuf;

use anyhow::Result;
use xtask::{checkout::which, debian, node, steps::Step};

use crate::test_build;

/// Journeys that run in parallel. Browser and server often wait for each other, so there are more than cores.
const WORKERS: usize = 3;

/// Debian's Chromium, and the typefaces that pages are drawn with.
const CHROMIUM: [&str; 3] = ["chromium", "fonts-noto-color-emoji", "fonts-liberation"];
const HEADLESS_SHELL: &str = "chromium-headless-shell";
/// Has `pdftoppm`.
const POPPLER: &str = "poppler-utils";
const FAKETIME: &str = "faketime";

/// The Debian packages of what the tests need and this machine does not have.
pub fn missing_packages() -> Vec<&'static str> {
    let mut packages = Vec::new();
    if installed_chromium().is_none() {
        packages.extend(CHROMIUM);
    }
    for (program, package) in [("pdftoppm", POPPLER), (FAKETIME, FAKETIME)] {
        if which(program).is_none() {
            packages.push(package);
        }
    }
    packages
}

/// The Debian package of the headless shell, if this machine does not have it; not every system has this package.
pub fn missing_headless_shell() -> &'static [&'static str] {
    if which(HEADLESS_SHELL).is_none() { &[HEADLESS_SHELL] } else { &[] }
}

/// Runs every journey and returns the output of each Playwright run. The speed measurements run after the
/// others.
pub fn test(step: &Step) -> Result<Vec<Result<String>>> {
    let chromium = chromium(step)?;
    if which("pdftoppm").is_none() {
        debian::ensure(step, "The browser tests read PDFs with Poppler", &[POPPLER])?;
    }
    if which(FAKETIME).is_none() {
        debian::ensure(step, "The pictures of the screens hold the day still", &[FAKETIME])?;
    }
    let headless_shell = headless_shell(step).unwrap_or_else(|| chromium.clone());
    let ridgeline = test_build::debug_server(step)?;
    let run = |projects: &[&str], workers: usize| -> Result<String> {
        step.run(
            node::script("e2e")?
                .arg("--")
                .args(projects.iter().flat_map(|project| ["--project", project]))
                .env("RIDGELINE_BIN", &ridgeline)
                .env("RIDGELINE_E2E_WORKERS", workers.to_string())
                .env("CHROMIUM_BIN", &chromium)
                .env("HEADLESS_SHELL_BIN", &headless_shell),
        )
    };
    Ok(vec![
        run(&["desktop", "phone", "screens-desktop", "screens-phone"], WORKERS),
        run(&["speed-desktop", "speed-phone"], 1),
    ])
}

/// Debian's headless shell of Chromium, which takes a third less processor time for a journey. Elsewhere there
/// may be none; then Chromium itself does the same.
fn headless_shell(step: &Step) -> Option<PathBuf> {
    if which(HEADLESS_SHELL).is_none() {
        // Without root this fails, and everything is tested all the same.
        let _ = debian::ensure(step, "The browser tests are faster with it", &[HEADLESS_SHELL]);
    }
    which(HEADLESS_SHELL)
}

fn installed_chromium() -> Option<PathBuf> {
    which("chromium").or_else(|| which("google-chrome"))
}

/// The installed Chromium; installs Debian's if there is none.
pub fn chromium(step: &Step) -> Result<PathBuf> {
    if let Some(found) = installed_chromium() {
        return Ok(found);
    }
    debian::ensure(step, "The browser tests need Chromium", &CHROMIUM)?;
    Ok(installed_chromium().unwrap_or_else(|| "/usr/bin/chromium".into()))
}
