//! `cargo xtask build`: one file with the web app inside, made of steps that are skipped when
//! nothing they depend on changed.

use std::{
    collections::HashSet,
    fmt::Write as _,
    num::NonZero,
    path::{Path, PathBuf},
    thread,
};

use anyhow::{Context as _, Result};

use crate::{
    bindings, checkout, node,
    stamp::Stamp,
    steps::{self, Running, Step},
    wasm_package,
};

/// Folders of `web/` that no build reads: written by tools, or only for tests.
const NOT_BUILT_FROM: [&str; 7] =
    ["node_modules", "dist", "e2e", "testing", "paraglide", "test-results", "playwright-report"];

/// How the server is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// As fast as it gets: what is handed to others.
    Release,
    /// Compiled in a fraction of the time, and fast where most of the time is spent: for trying it out.
    Fast,
}

impl Profile {
    const fn name(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Fast => "fast",
        }
    }

    /// How many minutes two cores compile it for the first time.
    const fn minutes_on_two_cores(self) -> usize {
        match self {
            Self::Release => 8,
            Self::Fast => 5,
        }
    }
}

/// Builds everything and answers where the server is. What does not contain the web app is compiled while
/// the web app is built.
pub fn all(profile: Profile) -> Result<PathBuf> {
    node::check()?;
    let libraries = Running::start(&mut checkout::cargo([
        "build",
        "--profile",
        profile.name(),
        "--package",
        "server",
        "--package",
        "demo",
    ]))?;
    println!("{}", announcement(profile));
    node::install()?;
    bindings::build()?;
    wasm_package::build()?;
    web_app()?;
    server(profile, libraries)
}

/// What is about to happen, and for how long.
fn announcement(profile: Profile) -> String {
    let mut text = format!("▸ server ({}) is compiled beside the next steps", profile.name());
    if !checkout::target().join(profile.name()).join("libserver.rlib").exists() {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let minutes = (profile.minutes_on_two_cores() * 2).div_ceil(cores).max(1);
        let _ = write!(
            text,
            "; everything together takes about {} minutes the first time on {cores} cores",
            minutes + 1
        );
    }
    text
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

fn server(profile: Profile, libraries: Running) -> Result<PathBuf> {
    let name = profile.name();
    steps::step(&format!("server ({name})"), |step| {
        let compiled = step.wait(libraries, crates().ok());
        compiled.context("the server does not compile")?;
        let mut binary = checkout::cargo(["build", "--profile", name, "--package", "ridgeline"]);
        step.run(&mut binary).context("the server does not compile")
    })?;
    Ok(checkout::target().join(name).join("ridgeline"))
}

/// How many crates the server consists of.
fn crates() -> Result<usize> {
    let tree = ["tree", "--package", "server", "--edges", "normal,build", "--prefix", "none"];
    let printed = checkout::cargo(tree).output()?.stdout;
    let printed = String::from_utf8(printed)?;
    let crates: HashSet<&str> = printed.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    Ok(crates.len())
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
