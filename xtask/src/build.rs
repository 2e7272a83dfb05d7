//! `cargo xtask build`: one file with the web app inside, made of steps that are skipped when
//! nothing they depend on changed.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::{bindings, checkout, node, pack, stamp::Stamp, steps, steps::Step};

/// Folders of `web/` that no build reads: written by tools, or only for tests.
const NOT_BUILT_FROM: [&str; 7] =
    ["node_modules", "dist", "e2e", "testing", "paraglide", "test-results", "playwright-report"];

/// Builds everything and answers where the server is.
pub fn all() -> Result<PathBuf> {
    node::install()?;
    bindings::build()?;
    pack::build()?;
    web_app()?;
    server()
}

/// Builds the web app into `web/dist/`. Needs the packages, the types and the door.
pub fn web_app() -> Result<()> {
    let stamp = Stamp::of("web", &web_sources(), "")?;
    if stamp.is_fresh(&[checkout::dist().join("index.html")]) {
        steps::unchanged("web app");
        return Ok(());
    }
    steps::step("web app", |step| {
        step.run(&mut node::script("build")?).context("the web app cannot be built")?;
        Ok(())
    })?;
    stamp.keep()
}

fn server() -> Result<PathBuf> {
    steps::step("server (release)", |step| {
        step.run(&mut checkout::cargo(["build", "--release", "-p", "ridgeline"]))
            .context("the server does not compile")
    })?;
    Ok(checkout::target().join("release").join("ridgeline"))
}

/// The server of the native tests, which reads the web app from web/dist: a release build would
/// compile every dependency once more to run the same tests.
pub fn debug_server(step: &Step) -> Result<PathBuf> {
    step.run(&mut checkout::cargo(["test", "--workspace", "--exclude", "xtask", "--no-run"]))?;
    Ok(checkout::target().join("debug").join("ridgeline"))
}

fn web_sources() -> Vec<PathBuf> {
    let mut sources = checkout::files(&checkout::web(), is_built_from);
    sources.extend(checkout::files(&checkout::root().join("bindings"), |_| true));
    sources
}

fn is_built_from(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    !NOT_BUILT_FROM.contains(&name.as_ref()) && !name.contains(".test.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_test_does_not_rebuild_the_web_app() {
        assert!(is_built_from(Path::new("web/src/features/jobs/list/JobsScreen.tsx")));
        assert!(is_built_from(Path::new("web/messages/es.json")));
        assert!(!is_built_from(Path::new("web/src/features/jobs/list/JobsScreen.test.tsx")));
        assert!(!is_built_from(Path::new("web/node_modules")));
    }
}
