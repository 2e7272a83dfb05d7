//! `cargo xtask build`: builds the binary with the web app embedded. A step is skipped if nothing it depends on
//! changed.

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
    steps::{self, Running},
    wasm_package::{self, Size},
};

/// Tells `web/scripts/precompress.mjs` how long it may take.
const COMPRESSION: &str = "RIDGELINE_COMPRESSION";

/// Folders of `web/` that the build does not read: tool output and tests.
const NOT_BUILT_FROM: [&str; 7] =
    ["node_modules", "dist", "e2e", "testing", "paraglide", "test-results", "playwright-report"];

/// How the server is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Fully optimized, for distribution.
    Release,
    /// Compiles in a fraction of the time and optimizes only the hot code, for trying changes out.
    Fast,
}

impl Profile {
    const fn name(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Fast => "fast",
        }
    }

    /// Minutes that the first compilation takes on two cores.
    const fn minutes_on_two_cores(self) -> usize {
        match self {
            Self::Release => 8,
            Self::Fast => 5,
        }
    }
}

/// Builds everything and returns the path of the server. The crates that do not embed the web app are compiled
/// while the web app is built.
pub fn all(profile: Profile) -> Result<PathBuf> {
    node::check()?;
    let libraries = Running::start(&mut checkout::cargo([
        "build",
        "--profile",
        profile.name(),
        "--lib",
        "--package",
        "server",
        "--package",
        "demo",
        "--package",
        "rust-embed",
        // It has no library. Without it, cargo would enable fewer features of what they share, and compile most of it
        // again for the binary.
        "--package",
        "ridgeline",
    ]))?;
    println!("{}", announcement(profile));
    node::install()?;
    bindings::build()?;
    let size = match profile {
        Profile::Release => Size::Small,
        Profile::Fast => Size::Any,
    };
    wasm_package::build(size)?;
    web_app(size)?;
    server(profile, libraries)
}

/// The line that announces the build and how long it takes.
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

/// Builds the web app into `web/dist/`. Needs the npm packages, the types and the WASM package.
pub fn web_app(size: Size) -> Result<()> {
    let sources = web_sources();
    let stamp = |size: Size| Stamp::of("web", &sources, &format!("{size:?}"));
    let outputs = || checkout::files(&checkout::dist(), |_| true);
    let is_built = checkout::dist().join("index.html").exists();
    let is_fresh = |stamp: &Stamp| is_built && stamp.is_fresh(&outputs());
    let wanted = stamp(size)?;
    if is_fresh(&wanted) || is_fresh(&stamp(Size::Small)?) {
        steps::unchanged("web app");
        return Ok(());
    }
    steps::step("web app", |step| {
        let mut build = node::script("build")?;
        match size {
            Size::Small => build.env_remove(COMPRESSION),
            Size::Any => build.env(COMPRESSION, "fast"),
        };
        step.run(&mut build).context("the web app cannot be built")
    })?;
    wanted.keep(&outputs())
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
    let tree = ["tree", "--package", "ridgeline", "--edges", "normal,build", "--prefix", "none"];
    let output = checkout::cargo(tree).output()?.stdout;
    let output = String::from_utf8(output)?;
    let crates: HashSet<&str> = output.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    Ok(crates.len())
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
