//! The programs that the tests use, which a fresh machine does not have.

use std::thread::{self, JoinHandle};

use anyhow::Result;
use xtask::{
    checkout::{is_root, which},
    debian,
    steps::{self, Step},
};

#[cfg(unix)]
use crate::scale;
use crate::{browser, contract_fuzz, deploy_checks, postgres, python};

/// An installation beside other steps; dropping it waits for its end.
pub struct Installation(Option<JoinHandle<()>>);

impl Installation {
    /// Starts to install everything that is missing, in one go, while the Rust tests are compiled: step by step, the
    /// package lists would be read each time, and nothing compiled meanwhile. Says nothing when it fails: the step
    /// that needs a program tries again, and explains what to do.
    pub fn start() -> Self {
        Self(Some(thread::spawn(|| {
            let step = steps::silent();
            let _ = install_debian_packages(&step);
            for install in environments() {
                let _ = install(&step);
            }
        })))
    }
}

impl Drop for Installation {
    fn drop(&mut self) {
        if let Some(thread) = self.0.take() {
            // A panic has printed itself.
            let _ = thread.join();
        }
    }
}

type Install = fn(&Step) -> Result<std::path::PathBuf>;

fn environments() -> Vec<Install> {
    let mut all: Vec<Install> = vec![deploy_checks::install, contract_fuzz::install];
    #[cfg(unix)]
    all.push(scale::install_python);
    all
}

fn install_debian_packages(step: &Step) -> Result<()> {
    if !is_root() || which("apt-get").is_none() {
        return Ok(());
    }
    let mut packages = browser::missing_packages();
    if postgres::programs().is_none() {
        packages.push("postgresql");
    }
    if !python::has_python() {
        packages.extend(python::DEBIAN_PACKAGES);
    }
    for (program, package) in
        [("pgbouncer", "pgbouncer"), ("haproxy", "haproxy"), ("promtool", "prometheus")]
    {
        if debian::find(program).is_none() {
            packages.push(package);
        }
    }
    debian::ensure(step, "The tests need programs", &packages)?;
    // Apart: where it does not exist, nothing else would be installed with it.
    debian::ensure(step, "The browser tests are faster with it", browser::missing_headless_shell())
}
