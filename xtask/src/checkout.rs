//! The paths of this checkout, and the commands that run in it.

use std::{
    env,
    ffi::OsStr,
    net::TcpListener,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};

/// The variable in which cargo finds another compiler of the workspace.
pub const COMPILER_WRAPPER: &str = "RUSTC_WORKSPACE_WRAPPER";

/// The folder of the workspace.
#[must_use]
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// The folder of the web app.
#[must_use]
pub fn web() -> PathBuf {
    root().join("web")
}

/// The output of the web build, which the server embeds.
#[must_use]
pub fn dist() -> PathBuf {
    web().join("dist")
}

/// The WASM package of the rules: JavaScript, types and WASM.
#[must_use]
pub fn wasm_package() -> PathBuf {
    web().join("domain")
}

/// Cargo's output folder.
#[must_use]
pub fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR")
        .and_then(|folder| std::path::absolute(folder).ok())
        .unwrap_or_else(|| root().join("target"))
}

/// Where xtask stores its state between runs.
#[must_use]
pub fn state_folder() -> PathBuf {
    target().join("xtask")
}

/// The cargo that started xtask, run at the root of the workspace.
pub fn cargo<I: AsRef<OsStr>>(arguments: impl IntoIterator<Item = I>) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root()).env("CARGO_TARGET_DIR", target()).args(arguments);
    // Cargo sets these variables for xtask. If build scripts inherited them, some dependencies would be rebuilt
    // whenever cargo runs alternately with and without xtask.
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            cargo.env_remove(&name);
        }
    }
    cargo
}

/// The first program of this name on the search path.
#[must_use]
pub fn which(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Whether xtask may install packages and switch users.
#[cfg(target_os = "linux")]
#[must_use]
pub fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata("/proc/self").is_ok_and(|this| this.uid() == 0)
}

/// Whether xtask may install packages and switch users; always `false` outside Linux.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn is_root() -> bool {
    false
}

/// A free port on this machine.
pub fn free_port() -> Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").context("no port is free on 127.0.0.1")?;
    Ok(listener.local_addr()?.port())
}

/// Every file below `folder` that passes `keep`, in a stable order. `keep` also filters folders.
pub fn files(folder: &Path, keep: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    walkdir::WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| keep(entry.path()))
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .collect()
}
