//! The programs that an installation consists of.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use xtask::{
    build, debian,
    steps::{self, Step},
};

use crate::{postgres, python};

/// What the message begins with if something is missing and cannot be installed.
const PURPOSE: &str = "Trying several servers needs PostgreSQL, HAProxy, PgBouncer and Python";
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
                haproxy: debian::program(step, PURPOSE, "haproxy")?,
                pgbouncer: debian::program(step, PURPOSE, "pgbouncer")?,
                python: install_python(step)?,
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

/// Installs the S3 server and the mail server; returns the folder of their programs.
pub fn install_python(step: &Step) -> Result<PathBuf> {
    python::install(step, "scale-python", PURPOSE, &PACKAGES)
}
