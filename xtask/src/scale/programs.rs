//! The programs that an installation consists of.

use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};

use crate::{
    build, checkout, debian, postgres, python,
    steps::{self, Step},
};

/// What the message begins with if something is missing and cannot be installed.
const PURPOSE: &str = "`cargo xtask scale` needs PostgreSQL, HAProxy, PgBouncer and Python";
/// An S3 server and a mail server, in tested versions.
const PACKAGES: [&str; 2] = ["moto[s3,server]==5.2.5", "aiosmtpd==1.4.6"];

/// Where they are.
#[derive(Clone)]
pub struct Programs {
    /// The folder of PostgreSQL's.
    pub postgres: PathBuf,
    /// HAProxy.
    pub haproxy: PathBuf,
    /// PgBouncer.
    pub pgbouncer: PathBuf,
    /// The folder of the S3 server's and the mail server's.
    pub python: PathBuf,
    /// The server.
    pub ridgeline: PathBuf,
}

impl Programs {
    /// Finds them, and installs what is missing if possible; builds the server if none is given.
    pub fn find(ridgeline: Option<PathBuf>) -> Result<Self> {
        let found = steps::step("programs", |step| {
            Ok(Self {
                postgres: postgres::install(step, PURPOSE)?,
                haproxy: install(step, "haproxy")?,
                pgbouncer: install(step, "pgbouncer")?,
                python: python::install(step, "scale-python", PURPOSE, &PACKAGES)?,
                ridgeline: PathBuf::new(),
            })
        })?;
        let ridgeline = match ridgeline {
            Some(given) => std::path::absolute(given)?,
            None => build::all(build::Profile::Fast)?,
        };
        ensure!(ridgeline.is_file(), "there is no server {}", ridgeline.display());
        Ok(Self { ridgeline, ..found })
    }
}

/// The program of the Debian package of the same name.
fn install(step: &Step, name: &str) -> Result<PathBuf> {
    // Only root has this folder on its search path.
    let find = || {
        let apart = PathBuf::from("/usr/sbin").join(name);
        checkout::which(name).or_else(|| apart.is_file().then_some(apart))
    };
    if let Some(found) = find() {
        return Ok(found);
    }
    debian::ensure(step, PURPOSE, &[name])?;
    find().with_context(|| format!("{name} is installed, but its program is not to be found"))
}
