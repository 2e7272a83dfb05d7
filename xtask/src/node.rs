//! Node and npm: checks that they are installed, and installs the npm packages.

use std::{
    env, fs,
    path::PathBuf,
    process::{Command, Output},
    time::SystemTime,
};

use anyhow::{Context as _, Result, bail};

use crate::{
    checkout::{self, which},
    steps,
};

/// The oldest Node whose npm can install the web app; the app's packages include the Node that builds it.
const OLDEST: u32 = 20;

/// The advice if there is none.
pub const WANTED: &str = "Install Node 20 or newer with npm (https://nodejs.org) and try again";

/// Installs the web app's packages if the lock file is newer than those installed.
pub fn install() -> Result<()> {
    check()?;
    if is_installed() {
        steps::unchanged("npm packages");
        return Ok(());
    }
    steps::step("npm packages", |step| {
        // With install scripts: the package `node` needs one to install its binary.
        step.run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(web()))?;
        Ok(())
    })
}

/// Installs the identity provider that the tests sign in with, if its lock file is newer than the installed
/// packages.
pub fn install_provider() -> Result<()> {
    let folder = checkout::root().join("tools/oidc");
    let modified = |file: &str| -> Option<SystemTime> {
        fs::metadata(folder.join(file)).and_then(|meta| meta.modified()).ok()
    };
    let installed = modified("node_modules/.package-lock.json");
    if installed.is_some() && installed >= modified("package-lock.json") {
        steps::unchanged("npm packages of the identity provider");
        return Ok(());
    }
    steps::step("npm packages of the identity provider", |step| {
        step.run(Command::new("npm").args(["ci", "--ignore-scripts"]).current_dir(&folder))?;
        Ok(())
    })
}

/// An npm script of the web app, run by the app's own Node.
pub fn script(name: &str) -> Result<Command> {
    let mut npm = Command::new("npm");
    npm.args(["run", "--silent", name]).current_dir(web()).env("PATH", path()?);
    Ok(npm)
}

/// A program from the web app's packages.
pub fn tool(name: &str) -> Result<Command> {
    let program = tools().join(name);
    if !program.exists() {
        bail!("{} is missing: add its package to web/package.json", program.display());
    }
    let mut tool = Command::new(program);
    tool.current_dir(web()).env("PATH", path()?);
    Ok(tool)
}

/// Node itself, that of the web app's packages.
pub fn program() -> Result<Command> {
    let mut node = Command::new("node");
    node.env("PATH", path()?);
    Ok(node)
}

/// One of the scripts of `xtask/tasks`, which need only Node.
pub fn own_script(name: &str) -> Result<Command> {
    let mut node = program()?;
    node.arg(checkout::root().join("xtask/tasks/src").join(name));
    Ok(node)
}

/// The search path with the web app's tools first, its Node among them.
fn path() -> Result<std::ffi::OsString> {
    let before = env::var_os("PATH").unwrap_or_default();
    env::join_paths(std::iter::once(tools()).chain(env::split_paths(&before)))
        .context("the checkout's path holds a character that the search path cannot")
}

fn web() -> PathBuf {
    checkout::web()
}

fn tools() -> PathBuf {
    web().join("node_modules/.bin")
}

/// Whether Node and npm are there, and new enough.
pub fn check() -> Result<()> {
    let Ok(Output { stdout, .. }) = Command::new("node").arg("--version").output() else {
        bail!("Node is missing. {WANTED}.");
    };
    let version = String::from_utf8_lossy(&stdout);
    if major(&version).is_none_or(|major| major < OLDEST) {
        bail!("Node {} is too old. {WANTED}.", version.trim());
    }
    if which("npm").is_none() {
        bail!("npm is missing. {WANTED}.");
    }
    Ok(())
}

fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// npm records the contents of `node_modules` in a file after every install.
fn is_installed() -> bool {
    let modified = |file: &str| -> Option<SystemTime> {
        fs::metadata(web().join(file)).and_then(|meta| meta.modified()).ok()
    };
    let installed = modified("node_modules/.package-lock.json");
    tools().join("node").exists()
        && installed.is_some()
        && installed >= modified("package-lock.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_version_is_parsed_as_node_prints_it() {
        assert_eq!(major("v24.21.0\n"), Some(24));
        assert_eq!(major("v9.1.0"), Some(9));
        assert_eq!(major("nonsense"), None);
    }
}
