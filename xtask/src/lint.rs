//! Clippy, which in CI is also the compiler of the tests.
//!
//! `cargo clippy` checks every dependency and reads the whole workspace once more: a fifteenth of the checks of a clean
//! clone. Its driver is a complete compiler, so `.ci/run` makes it cargo's: compiling the tests lints them. On a
//! developer's machine Clippy runs on its own, and the tests share what `cargo build` compiled.

use std::{env, path::Path, process::Command};

use anyhow::Result;

use crate::{
    checkout,
    steps::{Failed, Step, typed},
};

/// Where cargo finds the compiler of the workspace.
pub const WRAPPER: &str = "RUSTC_WORKSPACE_WRAPPER";

/// Whether whatever cargo compiles is linted, too.
pub fn compiles_tests() -> bool {
    env::var_os(WRAPPER).is_some_and(|it| Path::new(&it).ends_with("clippy-driver"))
}

/// Lints the whole workspace, of which `compile_tests` compiles all but xtask; a warning is a failure.
pub fn check(step: &Step, compile_tests: Command) -> Result<String> {
    if !compiles_tests() {
        let clippy = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
        return step.run(&mut checkout::cargo(clippy));
    }
    let xtask = checkout::cargo(["test", "-p", "xtask", "--all-targets", "--no-run"]);
    let mut text = String::new();
    // Cargo repeats the warnings of what is compiled already.
    for mut command in [compile_tests, xtask] {
        let output = step.run(&mut command)?;
        if warns(&output) {
            return Err(Failed { command: typed(&command), output }.into());
        }
        text.push_str(&output);
    }
    Ok(text)
}

fn warns(output: &str) -> bool {
    output.lines().any(|line| console::strip_ansi_codes(line).starts_with("warning"))
}

#[cfg(test)]
mod tests {
    use super::warns;

    #[test]
    fn a_warning_of_the_compiler_fails_the_lint() {
        assert!(warns("   Compiling store\nwarning: unused variable: `x`\n --> src/lib.rs"));
        assert!(warns("\u{1b}[33mwarning\u{1b}[0m: `store` (lib) generated 1 warning"));
        assert!(!warns("   Compiling store\n    Finished `test` profile [unoptimized] in 3s\n"));
    }
}
