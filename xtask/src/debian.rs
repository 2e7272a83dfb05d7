//! Debian packages: installs them as root, otherwise explains how to.

use std::{path::PathBuf, process::Command};

use anyhow::{Context as _, Result, bail};

use crate::{
    checkout::{is_root, which},
    steps::Step,
};

/// Makes sure that `packages` are installed; `purpose` begins the error message.
pub fn ensure(step: &Step, purpose: &str, packages: &[&str]) -> Result<()> {
    let missing: Vec<&str> = packages.iter().copied().filter(|name| !is_installed(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let list = missing.join(" ");
    if which("apt-get").is_none() {
        bail!("{purpose}: install the equivalent of Debian's packages {list} and try again.");
    }
    if !is_root() {
        bail!("{purpose}: run `sudo apt-get install {list}` and try again.");
    }
    step.say(&format!("apt-get install {list}"));
    step.run(apt().args(["-qq", "update"]))?;
    step.run(apt().args(["-qq", "-y", "--no-install-recommends", "install"]).args(&missing))
        .with_context(|| format!("{purpose}, and Debian's packages {list} cannot be installed"))?;
    Ok(())
}

/// The program of the Debian package of the same name; installs it first if necessary and possible. `purpose` begins
/// the message if that is not possible.
pub fn program(step: &Step, purpose: &str, name: &str) -> Result<PathBuf> {
    // Only root has this folder on its search path.
    let find = || {
        let apart = PathBuf::from("/usr/sbin").join(name);
        which(name).or_else(|| apart.is_file().then_some(apart))
    };
    if let Some(found) = find() {
        return Ok(found);
    }
    ensure(step, purpose, &[name])?;
    find().with_context(|| format!("{name} is installed, but its program is not to be found"))
}

fn apt() -> Command {
    let mut apt = Command::new("apt-get");
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    apt
}

fn is_installed(package: &str) -> bool {
    Command::new("dpkg-query")
        .args(["-W", "-f=${db:Status-Status}", package])
        .output()
        .is_ok_and(|output| output.stdout == b"installed")
}
