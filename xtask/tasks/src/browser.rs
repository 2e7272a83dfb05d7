//! The browser tests: Playwright drives Debian's Chromium against a local server.

use anyhow::Result;
use xtask::{checkout::which, debian, node, steps::Step};

use crate::test_build;

/// Journeys that run in parallel. Browser and server often wait for each other, so there are more than cores.
const WORKERS: usize = 3;

/// Runs every journey and returns the output of each Playwright run. The speed measurements run after the
/// others.
pub fn test(step: &Step) -> Result<Vec<Result<String>>> {
    let chromium = chromium(step)?;
    if which("pdftoppm").is_none() {
        debian::ensure(step, "The browser tests read PDFs with Poppler", &["poppler-utils"])?;
    }
    if which("faketime").is_none() {
        debian::ensure(step, "The pictures of the screens hold the day still", &["faketime"])?;
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
fn headless_shell(step: &Step) -> Option<std::path::PathBuf> {
    const NAME: &str = "chromium-headless-shell";
    if which(NAME).is_none() {
        // Without root this fails, and everything is tested all the same.
        let _ = debian::ensure(step, "The browser tests are faster with it", &[NAME]);
    }
    which(NAME)
}

/// The installed Chromium; installs Debian's if there is none.
pub fn chromium(step: &Step) -> Result<std::path::PathBuf> {
    let find = || which("chromium").or_else(|| which("google-chrome"));
    if let Some(found) = find() {
        return Ok(found);
    }
    let packages = ["chromium", "fonts-noto-color-emoji", "fonts-liberation"];
    debian::ensure(step, "The browser tests need Chromium", &packages)?;
    Ok(find().unwrap_or_else(|| "/usr/bin/chromium".into()))
}
