//! The browser tests: Debian's Chromium, driven by Playwright against our own server.

use anyhow::Result;

use crate::{
    build,
    checkout::{free_port, which},
    debian, node,
    steps::Step,
};

/// Runs every journey and answers what Playwright printed.
pub fn test(step: &Step) -> Result<String> {
    let chromium = chromium(step)?;
    if which("pdftoppm").is_none() {
        debian::ensure(step, "The browser tests read PDFs with Poppler", &["poppler-utils"])?;
    }
    let ridgeline = build::debug_server(step)?;
    let folder = tempfile::tempdir()?;
    step.run(
        node::script("e2e")?
            .env("RIDGELINE_BIN", ridgeline)
            .env("RIDGELINE_E2E_FOLDER", folder.path())
            .env("RIDGELINE_E2E_PORT", free_port()?.to_string())
            .env("CHROMIUM_BIN", chromium),
    )
}

fn chromium(step: &Step) -> Result<std::path::PathBuf> {
    let find = || which("chromium").or_else(|| which("google-chrome"));
    if let Some(found) = find() {
        return Ok(found);
    }
    let packages = ["chromium", "fonts-noto-color-emoji", "fonts-liberation"];
    debian::ensure(step, "The browser tests need Chromium", &packages)?;
    Ok(find().unwrap_or_else(|| "/usr/bin/chromium".into()))
}
