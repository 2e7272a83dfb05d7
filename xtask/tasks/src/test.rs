//! `cargo xtask test`: runs every check and prints one table at the end.

use std::{fmt, process::Command, time::Instant};

use anyhow::Result;
use clap::ValueEnum;
use xtask::{
    bindings::{aside, clear},
    build, checkout, debian, node,
    steps::{self, Failed, Running, Step},
    wasm_package::{self, Size},
};

#[cfg(unix)]
use crate::scale;
use crate::{
    bindings, browser, budgets, contract_fuzz, deploy_checks, lint, npm_package, postgres, rules,
    tally::{self, ONE_PASSED, Tally},
    test_build::{self, test_product, test_xtask},
    test_programs::Installation,
};

/// A part of the tests, for `--only`, in the order in which they run: what does not use cargo first, beside the
/// compilation of the Rust tests. The web app is built before the server, which is compiled again whenever the app
/// inside it changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// The format of the Rust code.
    Format,
    /// Format and lint of the web app.
    WebLint,
    /// The types of the web app.
    Types,
    /// Component tests of the web app.
    Units,
    /// The download sizes of the web app.
    Budgets,
    /// The files of deploy/, by the schemas of the programs that read them.
    Deploy,
    /// The rule suites, natively and in WASM, and their npm package.
    Rules,
    /// Clippy over the whole workspace.
    Lint,
    /// Rust tests, with HTTP and the store on SQLite and on PostgreSQL.
    Native,
    /// The committed TypeScript types are those of the domain.
    Bindings,
    /// A running server refuses what the rule suites refuse.
    OverHttp,
    /// Generated calls of every kind get the answers of the OpenAPI document, on either engine.
    ContractFuzz,
    /// Two servers behind a load balancer lose nothing when one is killed, or all connections to the database are.
    #[cfg(unix)]
    Scale,
    /// The journeys in a real browser.
    Browser,
}

/// What must be built before a part can run; each includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Prerequisite {
    Packages,
    WasmPackage,
    WebApp,
}

/// How many failed tests of a part are named at the end.
const NAMED_FAILURES: usize = 50;

/// One line of the table.
struct Line {
    name: String,
    tally: Tally,
    seconds: f64,
    note: &'static str,
    /// The names of the tests that failed, as far as their runner prints them.
    failed: Vec<String>,
}

/// Some tests failed; the text is what their runner printed.
#[derive(Debug)]
struct TestsFailed {
    tally: Tally,
    text: String,
}

impl fmt::Display for TestsFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for TestsFailed {}

/// One run of the tests.
#[derive(Default)]
struct Run {
    lines: Vec<Line>,
    /// The last preparation that succeeded.
    ready: Option<Prerequisite>,
    /// A preparation failed, so the later ones cannot run.
    stuck: bool,
    /// The native tests wrote the TypeScript types as a side effect.
    types_written: bool,
    /// The compilation of the Rust tests, which runs beside the parts that leave a core idle.
    compiling: Option<Running>,
    /// The installation of what the tests use, beside that.
    installing: Option<Installation>,
}

/// Runs the chosen parts, or all; returns whether everything passed.
pub fn run(only: &[Part]) -> Result<bool> {
    ctrlc::set_handler(|| {
        postgres::stop();
        #[cfg(unix)]
        scale::stop_and_exit();
        #[cfg(not(unix))]
        std::process::exit(130)
    })?;
    let mut run = Run::default();
    if only.is_empty() {
        run.compiling = Some(Running::start(&mut test_build::compile_tests())?);
        run.installing = Some(Installation::start());
    }
    for part in Part::value_variants() {
        if only.is_empty() || only.contains(part) {
            run.part(*part);
        }
    }
    Ok(run.print())
}

impl Run {
    fn part(&mut self, part: Part) {
        if part == Part::Rules {
            self.finish_compiling();
        }
        if let Some(need) = part.need()
            && !self.prepare(need)
        {
            let tally = Tally { passed: 0, failed: 1 };
            let (name, note, failed) = (part.name(), "could not run", Vec::new());
            self.lines.push(Line { name, tally, seconds: 0.0, note, failed });
            return;
        }
        let types_written = self.types_written;
        let passed = self.line(part.name(), || part.run(types_written));
        self.types_written |= part == Part::Native && passed;
    }

    /// Waits for the compilation of the Rust tests and for the programs: the next parts use the same folder, and them.
    fn finish_compiling(&mut self) {
        if let Some(installing) = self.installing.take() {
            let name = "programs";
            self.line(name.to_owned(), || {
                steps::step(name, |step| {
                    step.say("what is missing is installed");
                    drop(installing);
                    Ok(ONE_PASSED)
                })
            });
        }
        let Some(compiling) = self.compiling.take() else { return };
        let name = "compile tests";
        self.line(name.to_owned(), || {
            steps::step(name, |step| step.wait(compiling, None).map(|_| ONE_PASSED))
        });
    }

    /// Builds what a part needs, once, each on a separate line of the table.
    fn prepare(&mut self, need: Prerequisite) -> bool {
        type Preparation = (Prerequisite, &'static str, fn() -> Result<()>);
        const PREPARATIONS: [Preparation; 3] = [
            (Prerequisite::Packages, "npm packages", packages),
            (Prerequisite::WasmPackage, "rules to WASM", || wasm_package::build(Size::Small)),
            (Prerequisite::WebApp, "web app", || build::web_app(Size::Small)),
        ];
        for (stage, name, make) in PREPARATIONS {
            if self.stuck || Some(stage) <= self.ready || stage > need {
                continue;
            }
            if self.line(name.to_owned(), || make().map(|()| ONE_PASSED)) {
                self.ready = Some(stage);
            } else {
                self.stuck = true;
            }
        }
        Some(need) <= self.ready
    }

    fn line(&mut self, name: String, work: impl FnOnce() -> Result<Tally>) -> bool {
        let began = Instant::now();
        let result = work();
        let mut failed = Vec::new();
        if let Err(error) = &result {
            let text = format!("{error:#}");
            eprintln!("{text}\n");
            failed = tally::failed_names(&text);
        }
        let passed = result.is_ok();
        let tally = result.unwrap_or_else(|error| {
            let broken = error.downcast_ref::<TestsFailed>().map(|broken| broken.tally);
            broken.unwrap_or(Tally { passed: 0, failed: 1 })
        });
        let seconds = began.elapsed().as_secs_f64();
        self.lines.push(Line { name, tally, seconds, note: "", failed });
        passed
    }

    fn print(&self) -> bool {
        println!("\n{:<16} {:>7} {:>7} {:>9}", "", "passed", "failed", "seconds");
        for Line { name, tally, seconds, note, failed: _ } in &self.lines {
            let Tally { passed, failed } = tally;
            println!("{name:<16} {passed:>7} {failed:>7} {seconds:>9.1}  {note}");
        }
        let Tally { passed, failed } = self.lines.iter().map(|line| line.tally).sum();
        // At the very end: whoever has only the last lines of a long output finds them there.
        for Line { name, failed, .. } in &self.lines {
            for test in failed.iter().take(NAMED_FAILURES) {
                println!("{name}: {test}");
            }
        }
        println!("\n{passed} passed, {failed} failed");
        failed == 0
    }
}

/// Counts the failed cases, which have been printed already.
fn suites(tally: Tally) -> Result<Tally> {
    if tally.failed > 0 {
        let text = format!("{} cases of the rule suites failed", tally.failed);
        return Err(TestsFailed { tally, text }.into());
    }
    Ok(tally)
}

impl Part {
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    fn need(self) -> Option<Prerequisite> {
        match self {
            Self::Format | Self::Lint | Self::Deploy | Self::Bindings | Self::ContractFuzz => None,
            #[cfg(unix)]
            Self::Scale => None,
            Self::Native => Some(Prerequisite::Packages),
            Self::Rules | Self::WebLint | Self::Types | Self::Units | Self::OverHttp => {
                Some(Prerequisite::WasmPackage)
            }
            Self::Budgets | Self::Browser => Some(Prerequisite::WebApp),
        }
    }

    fn run(self, types_written: bool) -> Result<Tally> {
        let name = self.name();
        let tool = |mut command: Command, read: fn(&str) -> Tally| {
            steps::step(&name, |step| counted([step.run(&mut command)], read))
        };
        match self {
            Self::Format => {
                tool(checkout::cargo(["fmt", "--all", "--check", "--", "-l"]), tally::silent)
            }
            Self::Rules => Ok(suites(rules::test()?)? + npm_package::test()?),
            Self::WebLint => tool(node::script("lint")?, tally::silent),
            Self::Types => tool(node::script("check")?, tally::silent),
            Self::Units => tool(node::script("test")?, tally::vitest),
            Self::Budgets => budgets::check().map(|passed| Tally { passed, failed: 0 }),
            Self::Deploy => deploy_checks::check(),
            Self::Lint => steps::step(&name, |step| {
                counted([lint::check(step, test_build::compile_tests())], tally::silent)
            }),
            Self::Native => steps::step(&name, native),
            Self::Bindings => {
                steps::step(&name, |step| bindings::check(step, types_written))?;
                Ok(ONE_PASSED)
            }
            Self::OverHttp => {
                let ridgeline = steps::step(&name, test_build::debug_server)?;
                suites(rules::test_over_http(&ridgeline)?)
            }
            Self::ContractFuzz => contract_fuzz::check(),
            #[cfg(unix)]
            Self::Scale => {
                let ridgeline = steps::step(&name, test_build::debug_server)?;
                let tally = scale::check(ridgeline)?;
                if tally.failed > 0 {
                    let text = "not everything was as promised: see the table above".to_owned();
                    return Err(TestsFailed { tally, text }.into());
                }
                Ok(tally)
            }
            Self::Browser => {
                steps::step(&name, |step| counted(browser::test(step)?, tally::playwright))
            }
        }
    }
}

/// The npm packages of the web app and of the identity provider.
fn packages() -> Result<()> {
    node::install()?;
    node::install_provider()
}

fn native(step: &Step) -> Result<Tally> {
    const POSTGRES: &str = "RIDGELINE_TEST_POSTGRES";
    // Where the tests find their mail server and Node.
    const PACKAGES: &str = "RIDGELINE_TEST_PACKAGES";
    let from_env = std::env::var(POSTGRES).ok();
    let started = if from_env.is_none() { Some(postgres::start(step)?) } else { None };
    let url = from_env.or_else(|| started.as_ref().map(|postgres| postgres.url.clone()));
    debian::program(step, "The tests need PgBouncer", "pgbouncer")?;
    if checkout::which("promtool").is_none() {
        debian::ensure(step, "The tests need promtool", &["prometheus"])?;
    }
    clear(&aside())?;
    let product = step.run(
        test_product()
            .arg("--no-fail-fast")
            .env("RUST_TEST_THREADS", test_threads().to_string())
            .env("TS_RS_EXPORT_DIR", aside())
            .env(POSTGRES, url.unwrap_or_default())
            .env(postgres::PROGRAMS, postgres::programs().unwrap_or_default())
            .env(PACKAGES, checkout::web()),
    );
    let xtask = step.run(test_xtask().arg("--no-fail-fast"));
    counted([product, xtask], tally::cargo)
}

/// Twice the number of cores: half of the integration tests wait for a timeout, a process or a database at any
/// time.
fn test_threads() -> usize {
    2 * std::thread::available_parallelism().map_or(2, usize::from)
}

/// Adds up the runners' counts. A runner that failed without counts is one failure, a tool that succeeded
/// without counts is one check.
fn counted(
    results: impl IntoIterator<Item = Result<String>>,
    read: impl Fn(&str) -> Tally,
) -> Result<Tally> {
    let mut total = Tally::default();
    let mut texts = Vec::new();
    for result in results {
        let (mut tally, failed) = match &result {
            Ok(output) => (read(output), false),
            Err(error) => (
                error.downcast_ref().map_or_else(Tally::default, |f: &Failed| read(&f.output)),
                true,
            ),
        };
        if failed && tally.failed == 0 {
            tally.failed = 1;
        } else if tally == Tally::default() {
            tally = ONE_PASSED;
        }
        total = total + tally;
        texts.extend(result.err().map(|error| format!("{error:#}")));
    }
    if texts.is_empty() {
        return Ok(total);
    }
    Err(TestsFailed { tally: total, text: texts.join("\n\n") }.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(output: &str) -> Result<String> {
        Err(Failed { command: "cargo test".to_owned(), output: output.to_owned() }.into())
    }

    fn tally_of(result: Result<Tally>) -> Tally {
        result.unwrap_or_else(|error| error.downcast::<TestsFailed>().expect("broken").tally)
    }

    #[test]
    fn a_run_that_failed_is_never_counted_as_zero_failures() {
        let does_not_compile = counted([failed("error[E0425]: cannot find value")], tally::cargo);
        assert_eq!(tally_of(does_not_compile), Tally { passed: 0, failed: 1 });
        let two = counted([failed("test result: FAILED. 5 passed; 2 failed;")], tally::cargo);
        assert_eq!(tally_of(two), Tally { passed: 5, failed: 2 });
    }

    #[test]
    fn a_linter_that_prints_nothing_counts_as_one_check() {
        assert_eq!(tally_of(counted([Ok(String::new())], tally::silent)), ONE_PASSED);
    }
}
