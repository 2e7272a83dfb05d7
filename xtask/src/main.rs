//! What `cargo xtask` starts. It knows the one command that a newcomer types first, and hands every other one over to
//! the program of `xtask/tasks`, which has the help texts too and takes a minute to compile.

use std::{convert::Infallible, env, ffi::OsString, process::ExitCode};

use anyhow::Result;
use xtask::{checkout, replace::replace_with, run, steps};

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let Err(error) = match flags_of_run(&arguments) {
        Some(flags) => run::run(flags),
        None => hand_over(&arguments),
    };
    eprintln!("{error:#}");
    ExitCode::FAILURE
}

/// The server's flags, if the command is `run` or `run -- FLAGS`.
fn flags_of_run(arguments: &[OsString]) -> Option<&[OsString]> {
    match arguments {
        [run] if run == "run" => Some(&[]),
        [run, dashes, flags @ ..] if run == "run" && dashes == "--" => Some(flags),
        _ => None,
    }
}

fn hand_over(arguments: &[OsString]) -> Result<Infallible> {
    let program = format!("tasks{}", env::consts::EXE_SUFFIX);
    if !checkout::target().join("debug").join(program).exists() {
        steps::step("cargo xtask, about a minute the first time", |step| {
            step.run(&mut checkout::cargo(["build", "--package", "tasks"]))
        })?;
    }
    let mut tasks = checkout::cargo(["run", "--quiet", "--package", "tasks", "--"]);
    // Cargo runs at the root of the checkout, and a relative path is meant from here.
    replace_with(tasks.args(arguments).current_dir(env::current_dir()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(arguments: &[&str]) -> Option<Vec<String>> {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        let flags = flags_of_run(&arguments)?;
        Some(flags.iter().map(|flag| flag.to_string_lossy().into_owned()).collect())
    }

    #[test]
    fn the_servers_flags_follow_the_dashes_and_anything_else_is_explained_by_the_other_program() {
        assert_eq!(flags(&["run"]), Some(Vec::new()));
        assert_eq!(flags(&["run", "--", "--data", "x"]), Some(vec!["--data".into(), "x".into()]));
        for other in [&["run", "--help"][..], &["run", "x"], &["test"], &["--help"], &[]] {
            assert_eq!(flags(other), None, "{other:?}");
        }
    }
}
