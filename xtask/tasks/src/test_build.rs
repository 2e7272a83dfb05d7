//! The compilation of the Rust tests.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Result;
use xtask::{
    checkout::{self, COMPILER_WRAPPER},
    steps::Step,
};

/// The packages of cargo xtask itself. Apart from the product: compiled together with the server, some of what they share
/// would be compiled again with other features.
const OF_XTASK: [&str; 2] = ["xtask", "tasks"];
/// Packs the rules; it has no tests, and is compiled in a folder of its own.
const GENERATOR: &str = "wasm-package";

/// `cargo test` of the product.
pub fn test_product() -> Command {
    let mut tests = checkout::cargo(["test", "--workspace"]);
    for package in OF_XTASK.into_iter().chain([GENERATOR]) {
        tests.args(["--exclude", package]);
    }
    tests
}

/// `cargo test` of cargo xtask itself.
pub fn test_xtask() -> Command {
    let mut tests = checkout::cargo(["test"]);
    for package in OF_XTASK {
        tests.args(["--package", package]);
    }
    tests
}

/// Whether whatever cargo compiles is linted, too.
pub fn is_linted() -> bool {
    env::var_os(COMPILER_WRAPPER).is_some_and(|it| Path::new(&it).ends_with("clippy-driver"))
}

/// Compiles the Rust tests, and the debug server that other tests start; also the benchmarks if that lints them.
pub fn compile_tests() -> Command {
    let mut tests = test_product();
    tests.arg("--no-run");
    if is_linted() {
        tests.arg("--all-targets");
    }
    tests
}

/// The debug server that the native tests use, which reads the web app from web/dist. A release build would
/// compile every dependency again.
pub fn debug_server(step: &Step) -> Result<PathBuf> {
    step.run(&mut compile_tests())?;
    Ok(checkout::target().join("debug").join("ridgeline"))
}
