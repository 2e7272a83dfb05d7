//! `cargo xtask rules`: the suites through both engines, native and WASM, and over HTTP where a
//! server is named.

mod calls;
mod constants;
mod engines;
mod generated;
mod multipart;
mod outcome;
mod server;
mod suite;

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::Value;

use crate::{node, ridgeline::Ridgeline, steps, tally::Tally, wasm_package};
use outcome::{is_as_expected, is_same};
use server::{OverHttp, Server};
use suite::Case;

/// How many inputs are made up for each rule in an everyday run.
const EVERYDAY: u64 = 200;

/// What `cargo xtask rules` is asked.
#[derive(clap::Args)]
pub struct RulesArgs {
    /// Suites; none means those of domain/suites.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Send the validation suites to a running server too, by accounts that are signed up for it.
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// Ask both builds so many made-up inputs for every rule instead.
    #[arg(long, value_name = "N", conflicts_with_all = ["files", "server"])]
    generated: Option<u64>,
    /// With --generated: another seed makes other inputs.
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "generated")]
    seed: u64,
    /// Print who may do what, and run nothing.
    #[arg(long, conflicts_with_all = ["files", "server", "generated"])]
    matrix: bool,
}

/// Does what was asked; `false` where a case failed and has been shown.
pub fn run_from_args(asked: &RulesArgs) -> Result<bool> {
    if asked.matrix {
        print!("{}", domain::permissions::permission::matrix());
        return Ok(true);
    }
    node::install()?;
    wasm_package::build()?;
    let total = match asked.generated {
        Some(each) => generated::compare(each, asked.seed)?,
        None => run(&asked.files, asked.server.as_deref())?,
    };
    println!("{} passed, {} failed", total.passed, total.failed);
    Ok(total.failed == 0)
}

/// All of it, as `cargo xtask test` does: the domain's suites, what else must be the same in both
/// builds, and some made-up inputs. Needs the packed door.
pub fn test() -> Result<Tally> {
    Ok(run(&[], None)? + constants::compare()? + generated::compare(EVERYDAY, 1)?)
}

/// The domain's suites against a server that is started for them. Needs the packed door.
pub fn test_over_http(ridgeline: &Path) -> Result<Tally> {
    let server = Ridgeline::start(ridgeline)?;
    run(&[], Some(&server.address))
}

/// What the engines said to one case.
struct Answers {
    native: Value,
    wasm: Value,
    http: OverHttp,
}

/// Runs the suites in `files`, or all of the domain's where none is named, and prints one line for
/// each rule. `server` is the address of a running one that is to refuse what the rules refuse.
/// Needs the packed door.
fn run(files: &[PathBuf], server: Option<&str>) -> Result<Tally> {
    let suites = suite::read(files)?;
    let mut server = server.map(Server::sign_in).transpose()?;
    let cases =
        suites.iter().flat_map(|suite| suite.cases.iter().map(|case| (&suite.rule, &case.input)));
    let mut in_wasm = Vec::new();
    steps::step("rules in WASM", |_| {
        engines::ask_wasm(cases.map(|(rule, input)| engines::evaluate(rule, input)), |said| {
            in_wasm.push(said);
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
        let way =
            server.as_ref().map(|server| server.describe_call(&suite.rule)).unwrap_or_default();
        let line =
            format!("{:<32} {:>4} passed, {} failed", suite.rule, tally.passed, tally.failed);
        println!("{}", format!("{line}   {way}").trim_end());
        print!("{failures}");
        total = total + tally;
    }
    if server.is_some() {
        println!("{over_http} cases were also asked over HTTP");
    }
    Ok(total)
}

impl Answers {
    /// All say what is expected, and both builds the same, down to what the case leaves open.
    fn all_match(&self, expect: &Value) -> bool {
        is_as_expected(expect, &self.native)
            && is_as_expected(expect, &self.wasm)
            && is_same(&self.native, &self.wasm)
            && !matches!(self.http, OverHttp::Wrong(_))
    }

    fn beside(&self, case: &Case) -> String {
        let shown = outcome::side_by_side(
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
            OverHttp::Right(said) | OverHttp::Wrong(said) => {
                format!("{shown}      server    {said}\n")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn engines_that_differ_where_the_case_looks_away_still_fail() {
        let answers = |native: &str, wasm: &str, http| {
            let said =
                |m: &str| json!({"errors": [{"field": "a", "code": "required", "message": m}]});
            Answers { native: said(native), wasm: said(wasm), http }
        };
        let expect = json!({"errors": [{"field": "a", "code": "required"}]});
        assert!(answers("A.", "A.", OverHttp::NotAsked).all_match(&expect));
        assert!(answers("A.", "A.", OverHttp::Right("422".into())).all_match(&expect));
        assert!(!answers("A.", "B.", OverHttp::NotAsked).all_match(&expect));
        assert!(!answers("A.", "A.", OverHttp::Wrong("200".into())).all_match(&expect));
    }
}
