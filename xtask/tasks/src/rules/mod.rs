//! `cargo xtask rules`: runs the suites in both builds, native and WASM, and over HTTP if a server is given.

mod calls;
mod constants;
mod engines;
mod generated;
mod multipart;
mod newcomer;
mod server;
mod suite;

use std::path::{Path, PathBuf};

use anyhow::Result;
use domain::evaluate::suite::{Case, is_as_expected, is_same, side_by_side};
use serde_json::Value;

use crate::{ridgeline::Ridgeline, tally::Tally};
use server::{OverHttp, Server};
use xtask::{node, steps, wasm_package};

/// How many inputs are generated for each rule in `cargo xtask test`.
const EVERYDAY: u64 = 200;

/// The arguments of `cargo xtask rules`.
#[derive(clap::Args)]
pub struct RulesArgs {
    /// Suites; by default those of domain/suites.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Send the validation suites to a running server too, from accounts that are signed up for it.
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// Compare both builds on N generated inputs for every rule instead.
    #[arg(long, value_name = "N", conflicts_with_all = ["files", "server"])]
    generated: Option<u64>,
    /// With --generated: another seed generates other inputs.
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "generated")]
    seed: u64,
    /// Print the permission table, and run nothing.
    #[arg(long, conflicts_with_all = ["files", "server", "generated"])]
    matrix: bool,
}

/// Runs the command; `false` if a case failed, which it has already printed.
pub fn run_from_args(arguments: &RulesArgs) -> Result<bool> {
    if arguments.matrix {
        print!("{}", domain::permissions::permission::matrix());
        return Ok(true);
    }
    node::install()?;
    wasm_package::build(wasm_package::Size::Small)?;
    let total = match arguments.generated {
        Some(each) => generated::compare(each, arguments.seed)?,
        None => run(&arguments.files, arguments.server.as_deref())?,
    };
    println!("{} passed, {} failed", total.passed, total.failed);
    Ok(total.failed == 0)
}

/// Everything that `cargo xtask test` runs: the domain's suites, the comparison of limits and texts, and some
/// generated inputs. Needs the WASM package.
pub fn test() -> Result<Tally> {
    Ok(run(&[], None)? + constants::compare()? + generated::compare(EVERYDAY, 1)?)
}

/// The domain's suites against a server that is started for them. Needs the WASM package.
pub fn test_over_http(ridgeline: &Path) -> Result<Tally> {
    let server = Ridgeline::start(ridgeline)?;
    run(&[], Some(&server.address))
}

/// The results of one case.
struct Answers {
    native: Value,
    wasm: Value,
    http: OverHttp,
}

/// Runs the suites in `files`, or all of the domain's if it is empty, and prints one line for each rule.
/// `server` is the address of a running server that must refuse what the rules refuse. Needs the WASM package.
fn run(files: &[PathBuf], server: Option<&str>) -> Result<Tally> {
    let suites = suite::read(files)?;
    let mut server = server.map(Server::sign_in).transpose()?;
    let cases =
        suites.iter().flat_map(|suite| suite.cases.iter().map(|case| (&suite.rule, &case.input)));
    let mut in_wasm = Vec::new();
    steps::step("rules in WASM", |_| {
        engines::ask_wasm(cases.map(|(rule, input)| engines::evaluate(rule, input)), |output| {
            in_wasm.push(output);
            Ok(())
        })
    })?;
    let mut in_wasm = in_wasm.into_iter();
    let mut total = Tally::default();
    let mut over_http = 0;
    for suite in &suites {
        let mut tally = Tally::default();
        let mut failures = String::new();
        for case in &suite.cases {
            let native = engines::ask_native(&suite.rule, &case.input);
            let wasm = in_wasm.next().unwrap_or(Value::Null);
            let http = match &mut server {
                Some(server) => server.ask(&suite.rule, case, &native)?,
                None => OverHttp::NotAsked,
            };
            over_http += usize::from(!matches!(http, OverHttp::NotAsked));
            let answers = Answers { native, wasm, http };
            if answers.all_match(&case.expect) {
                tally.passed += 1;
            } else {
                tally.failed += 1;
                failures.push_str(&answers.beside(case));
            }
        }
        let call =
            server.as_ref().map(|server| server.describe_call(&suite.rule)).unwrap_or_default();
        let line =
            format!("{:<32} {:>4} passed, {} failed", suite.rule, tally.passed, tally.failed);
        println!("{}", format!("{line}   {call}").trim_end());
        print!("{failures}");
        total = total + tally;
    }
    if server.is_some() {
        println!("{over_http} cases were also asked over HTTP");
    }
    Ok(total)
}

impl Answers {
    /// All results are as expected, and both builds agree, even on what the case leaves open.
    fn all_match(&self, expect: &Value) -> bool {
        is_as_expected(expect, &self.native)
            && is_as_expected(expect, &self.wasm)
            && is_same(&self.native, &self.wasm)
            && !matches!(self.http, OverHttp::Wrong(_))
    }

    fn beside(&self, case: &Case) -> String {
        let shown = side_by_side(
            &case.name,
            [
                ("input", &case.input),
                ("expected", &case.expect),
                ("native", &self.native),
                ("wasm", &self.wasm),
            ],
        );
        match &self.http {
            OverHttp::NotAsked => shown,
            OverHttp::Right(answer) | OverHttp::Wrong(answer) => {
                format!("{shown}      server    {answer}\n")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn builds_that_differ_in_what_the_case_leaves_open_still_fail() {
        let answers = |native: &str, wasm: &str, http| {
            let result =
                |m: &str| json!({"errors": [{"field": "a", "code": "required", "message": m}]});
            Answers { native: result(native), wasm: result(wasm), http }
        };
        let expect = json!({"errors": [{"field": "a", "code": "required"}]});
        assert!(answers("A.", "A.", OverHttp::NotAsked).all_match(&expect));
        assert!(answers("A.", "A.", OverHttp::Right("422".into())).all_match(&expect));
        assert!(!answers("A.", "B.", OverHttp::NotAsked).all_match(&expect));
        assert!(!answers("A.", "A.", OverHttp::Wrong("200".into())).all_match(&expect));
    }
}
