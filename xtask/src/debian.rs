//! Debian packages: installs them as root, otherwise explains how to.

use std::{
    path::PathBuf,
    process::Command,
    sync::{Mutex, PoisonError},
};

use anyhow::{Context as _, Result, bail};

use crate::{
    checkout::{is_root, which},
    steps::Step,
};

/// One installation at a time: apt does not wait for another one.
static INSTALLING: Mutex<()> = Mutex::new(());

/// Makes sure that `packages` are installed; `purpose` begins the error message.
pub fn ensure(step: &Step, purpose: &str, packages: &[&str]) -> Result<()> {
    let absent = missing(packages);
    if absent.is_empty() {
        return Ok(());
    }
    let list = absent.join(" ");
    if which("apt-get").is_none() {
        bail!("{purpose}: install the equivalent of Debian's packages {list} and try again.");
    }
    if !is_root() {
        bail!("{purpose}: run `sudo apt-get install {list}` and try again.");
    }
    step.say(&format!("apt-get install {list}"));
    let _alone = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    // Another step may have installed them meanwhile.
    let absent = missing(&absent);
    if absent.is_empty() {
        return Ok(());
    }
    step.run(apt().args(["-qq", "update"]))?;
    step.run(apt().args(["-qq", "-y", "--no-install-recommends", "install"]).args(&absent))
        .with_context(|| format!("{purpose}, and Debian's packages {list} cannot be installed"))?;
    Ok(())
}

/// The program of the Debian package of the same name; installs it first if necessary and possible. `purpose` begins
/// the message if that is not possible.
pub fn program(step: &Step, purpose: &str, name: &str) -> Result<PathBuf> {
    if let Some(found) = find(name) {
        return Ok(found);
    }
    ensure(step, purpose, &[name])?;
    find(name).with_context(|| format!("{name} is installed, but its program is not to be found"))
}

/// An installed program, also from the folder that only root has on its search path.
#[must_use]
pub fn find(name: &str) -> Option<PathBuf> {
    let apart = PathBuf::from("/usr/sbin").join(name);
    which(name).or_else(|| apart.is_file().then_some(apart))
}

/// Waits for the end of an installation beside this step: a program may be there before all of its files are.
pub fn wait_for_installation() {
    drop(INSTALLING.lock().unwrap_or_else(PoisonError::into_inner));
}

fn missing<'p>(packages: &[&'p str]) -> Vec<&'p str> {
    packages.iter().copied().filter(|name| !is_installed(name)).collect()
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
