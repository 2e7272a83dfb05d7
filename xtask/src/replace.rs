//! Hands over to another program.

use std::{convert::Infallible, process::Command};

use anyhow::{Context as _, Result};

use crate::steps::typed;

/// Becomes this program, so that Ctrl-C and SIGTERM reach it directly. Returns only if it cannot be started.
#[cfg(unix)]
pub fn replace_with(program: &mut Command) -> Result<Infallible> {
    use std::os::unix::process::CommandExt as _;
    let error = program.exec();
    Err(error).with_context(|| format!("`{}` cannot be started", typed(program)))
}

/// Waits for this program, whose console window also gets the Ctrl-C, and ends as it did. Returns only if it cannot be
/// started.
#[cfg(not(unix))]
pub fn replace_with(program: &mut Command) -> Result<Infallible> {
    let ended =
        program.status().with_context(|| format!("`{}` cannot be started", typed(program)))?;
    std::process::exit(ended.code().unwrap_or(1))
}
