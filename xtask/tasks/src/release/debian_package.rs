//! The Debian package of a server.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};
use xtask::{checkout, debian, steps::Step};

use super::tool;

/// The version of the release.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Makes the package from `package.metadata.deb` of `ridgeline/Cargo.toml`.
const CARGO_DEB: (&str, &str) = ("cargo-deb", "3.8.0");

/// Packs a server as a Debian package of this version. Returns the package.
pub fn make(step: &Step, server: &Path, version: &str, into: &Path) -> Result<PathBuf> {
    debian::ensure(step, "To find the libraries that the server needs", &["dpkg-dev"])?;
    let program = tool::installed(step, CARGO_DEB)?;
    // cargo-deb takes the server from the folder where cargo would have put it.
    let built = tempfile::tempdir_in(checkout::state_folder())?;
    fs::create_dir(built.path().join("release"))?;
    fs::copy(server, built.path().join("release").join("ridgeline"))?;
    let package = into.join(format!("ridgeline_{version}-1_{}.deb", architecture(step)?));
    let mut pack = Command::new(program);
    pack.current_dir(checkout::root().join("ridgeline")).env("CARGO_TARGET_DIR", built.path());
    pack.args(["--no-build", "--no-dbgsym", "--strip", "--deb-version", &format!("{version}-1")]);
    step.run(pack.arg("--output").arg(&package)).context("the package cannot be made")?;
    Ok(package)
}

/// Debian's name of this machine's architecture.
fn architecture(step: &Step) -> Result<String> {
    let name = step.run(Command::new("dpkg").arg("--print-architecture"))?;
    Ok(name.trim().to_owned())
}
