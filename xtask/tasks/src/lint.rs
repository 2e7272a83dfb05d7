//! Clippy, which in CI is also the compiler of the tests.
//!
//! `cargo clippy` checks every dependency and reads the whole workspace once more: a fifteenth of the checks of a clean
//! clone. Its driver is a complete compiler, so `.ci/run` makes it cargo's: compiling the tests lints them. On a
//! developer's machine Clippy runs on its own, and the tests share what `cargo build` compiled.

use std::process::Command;

use anyhow::Result;
use xtask::{
    checkout,
    steps::{Failed, Step, typed},
    wasm_package::generator,
};

use crate::test_build::{is_linted, test_xtask};

/// Lints the whole workspace, of which `compile_tests` compiles the product; a warning is a failure.
pub fn check(step: &Step, compile_tests: Command) -> Result<String> {
    if !is_linted() {
        let clippy = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
        return step.run(&mut checkout::cargo(clippy));
    }
    let mut xtask = test_xtask();
    xtask.args(["--all-targets", "--no-run"]);
    let mut text = String::new();
    // Cargo repeats the warnings of what is compiled already.
    for mut command in [compile_tests, xtask, generator("build")] {
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
