//! Parses the counts of passed and failed tests from the output of test runners.

use std::{iter::Sum, ops::Add};

/// Tests that passed and tests that failed.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// How many passed.
    pub passed: usize,
    /// How many failed.
    pub failed: usize,
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { passed: self.passed + other.passed, failed: self.failed + other.failed }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Add::add)
    }
}

/// One check that passed: a formatter, a linter, a compiler.
pub const ONE_PASSED: Tally = Tally { passed: 1, failed: 0 };

/// `test result: ok. 12 passed; 0 failed; 0 ignored; …`, once for each test binary.
pub fn cargo(output: &str) -> Tally {
    lines(output).filter_map(|line| Some(counts(line.strip_prefix("test result: ")?))).sum()
}

/// `Tests  2 failed | 10 passed (12)`.
pub fn vitest(output: &str) -> Tally {
    lines(output).filter_map(|line| Some(counts(line.strip_prefix("Tests ")?))).sum()
}

/// `3 passed (5.1s)` and `1 failed`, each on a separate line.
pub fn playwright(output: &str) -> Tally {
    lines(output)
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        .map(|line| counts(&line))
        .sum()
}

/// The names of the tests that failed, from the output of any of these runners, each once.
pub fn failed_names(output: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in lines(output) {
        let Some(name) = failed_name(&line) else { continue };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Cargo prints `test name ... FAILED`, vitest `FAIL  file > name`, and Playwright `1) [phone] › file:1:2 › name ──`.
fn failed_name(line: &str) -> Option<String> {
    let cargo = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED"));
    let vitest = || line.strip_prefix("FAIL ");
    let playwright = || {
        let (number, name) = line.split_once(") ")?;
        (name.starts_with('[') && number.parse::<u32>().is_ok()).then_some(name)
    };
    let name = cargo.or_else(vitest).or_else(playwright)?;
    Some(name.trim_end_matches('─').trim().to_owned())
}

/// A tool that only succeeds or fails.
pub fn silent(_: &str) -> Tally {
    Tally::default()
}

fn lines(output: &str) -> impl Iterator<Item = String> {
    output.lines().map(|line| console::strip_ansi_codes(line).trim().to_owned())
}

/// The numbers in front of `passed` and `failed`.
fn counts(line: &str) -> Tally {
    let words: Vec<&str> = line.split_whitespace().collect();
    let before = |word: &str| -> usize {
        words
            .windows(2)
            .filter(|pair| pair[1].trim_end_matches([';', ',']) == word)
            .find_map(|pair| pair[0].parse().ok())
            .unwrap_or(0)
    };
    // A flaky test passed on a retry; Playwright treats the run as a success.
    Tally { passed: before("passed") + before("flaky"), failed: before("failed") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_binary_of_a_cargo_run_counts() {
        let output = "running 2 tests\n..\n\
            test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\n\
            test result: FAILED. 7 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out\n";
        assert_eq!(cargo(output), Tally { passed: 9, failed: 3 });
    }

    #[test]
    fn vitest_counts_tests_and_not_files() {
        let output =
            " Test Files  1 failed | 4 passed (5)\n      Tests  2 failed | 10 passed (12)\n";
        assert_eq!(vitest(output), Tally { passed: 10, failed: 2 });
    }

    #[test]
    fn whoever_reads_the_end_of_a_long_output_finds_each_failed_test_by_its_name() {
        let output = "test a::works ... ok\ntest a::breaks ... FAILED\n\
            \u{1b}[31m FAIL \u{1b}[0m |shared| src/a.test.ts > a thing > breaks\n FAIL  |shared| src/a.test.ts > a thing > breaks\n\
              1) [phone] › e2e/jobs.e2e.ts:68:1 › a job breaks ────────\n\
            expect(1) to be 2\n";
        let expected = [
            "a::breaks",
            "|shared| src/a.test.ts > a thing > breaks",
            "[phone] › e2e/jobs.e2e.ts:68:1 › a job breaks",
        ];
        assert_eq!(failed_names(output), expected);
    }

    #[test]
    fn playwright_counts_tests_that_passed_on_a_retry() {
        let output =
            "  1 failed\n    [phone] › jobs.e2e.ts:3 › 4 passed\n  1 flaky\n  3 passed (5.1s)\n";
        assert_eq!(playwright(output), Tally { passed: 4, failed: 1 });
    }
}
