//! Programs from crates that a release is made with.

use std::path::PathBuf;

use anyhow::Result;
use xtask::{checkout, steps::Step};

/// A program of a crate, in this version; compiled at its first use.
pub fn installed(step: &Step, (name, version): (&str, &str)) -> Result<PathBuf> {
    let folder = checkout::state_folder().join("tools").join(format!("{name}-{version}"));
    let program = folder.join("bin").join(name);
    if !program.exists() {
        step.say(&format!("cargo install {name}"));
        let mut install = checkout::cargo(["install", "--locked", "--quiet", "--root"]);
        install
            .arg(&folder)
            .args([name, "--version", version])
            .env_remove("RUSTC_WORKSPACE_WRAPPER");
        step.run(&mut install)?;
    }
    Ok(program)
}
