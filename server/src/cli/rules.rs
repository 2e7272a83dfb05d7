//! `ridgeline rules`: runs rule suites on the rules that this binary enforces.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use domain::evaluate::{
    evaluate,
    outcome::language_of,
    rules,
    suite::{FORM, Suite, is_as_expected, side_by_side},
};

/// Runs every suite, and writes one line for each with its failed cases below.
///
/// # Errors
/// If a file is no suite of a known rule, and if a case fails.
pub fn run(given: &[PathBuf], mut out: impl Write) -> anyhow::Result<()> {
    let mut suites = Vec::new();
    for path in given {
        for file in files_of(path)? {
            suites.push(read(&file)?);
        }
    }
    let (mut passed, mut failed) = (0, 0);
    for suite in &suites {
        let mut failures = Vec::new();
        for case in &suite.cases {
            let got = evaluate(&suite.rule, &case.input).to_json(language_of(&case.input));
            if !is_as_expected(&case.expect, &got) {
                let lines: [(&str, &dyn std::fmt::Display); 3] =
                    [("input", &case.input), ("expected", &case.expect), ("actual", &got)];
                failures.push(side_by_side(&case.name, lines));
            }
        }
        let good = suite.cases.len() - failures.len();
        writeln!(out, "{:<32} {good:>4} passed, {} failed", suite.rule, failures.len())?;
        write!(out, "{}", failures.concat())?;
        passed += good;
        failed += failures.len();
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    if failed > 0 {
        bail!("{failed} of {} cases failed", passed + failed);
    }
    Ok(())
}

/// The file itself, or the suites of a folder in the order of their names.
fn files_of(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path).with_context(|| unreadable(path))?;
    let mut files = Vec::new();
    for entry in entries {
        let file = entry.with_context(|| unreadable(path))?.path();
        if file.extension().is_some_and(|extension| extension == "json") {
            files.push(file);
        }
    }
    if files.is_empty() {
        bail!("there are no suites (.json) in {}", path.display());
    }
    files.sort();
    Ok(files)
}

fn unreadable(path: &Path) -> String {
    format!("cannot read {}", path.display())
}

fn read(file: &Path) -> anyhow::Result<Suite> {
    let text = fs::read_to_string(file).with_context(|| unreadable(file))?;
    let suite: Suite = match serde_json::from_str(&text) {
        Ok(suite) => suite,
        Err(error) => {
            bail!("{} is no rule suite ({error}): it must look like {FORM}", file.display())
        }
    };
    if !rules().any(|rule| rule == suite.rule) {
        bail!("{}: there is no rule {}", file.display(), suite.rule);
    }
    Ok(suite)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    const TAGS: &str = r#"{"rule": "tag.validate", "cases": [
        {"name": "a tag", "input": {"content": "hail"}, "expect": {"ok": true}},
        {"name": "a blank tag", "input": {"content": " "}, "expect": {"ok": true}}
    ]}"#;

    fn folder(files: &[(&str, &str)]) -> TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        folder
    }

    fn run_on(path: &Path) -> (String, Option<String>) {
        let mut out = Vec::new();
        let ended = run(&[path.to_owned()], &mut out);
        (String::from_utf8(out).expect("text"), ended.err().map(|error| error.to_string()))
    }

    #[test]
    fn a_failed_case_is_shown_with_what_was_expected_and_what_the_rule_answers() {
        let folder = folder(&[("tags.json", TAGS), ("notes.txt", "no suite")]);
        let (shown, error) = run_on(folder.path());
        assert_eq!(error.as_deref(), Some("1 of 2 cases failed"));
        assert!(
            shown.starts_with("tag.validate                        1 passed, 1 failed"),
            "{shown}"
        );
        for words in ["✗ a blank tag", r#"expected  {"ok":true}"#, r#""code":"required""#] {
            assert!(shown.contains(words), "{words} in {shown}");
        }
    }

    #[test]
    fn suites_that_hold_end_without_an_error() {
        let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("../domain/suites");
        let (shown, error) = run_on(&suites);
        assert_eq!(error, None, "{shown}");
    }

    #[test]
    fn a_file_that_is_no_suite_or_names_no_rule_is_refused_with_its_name() {
        let folder = folder(&[("a.json", "{}"), ("b.json", r#"{"rule": "roof", "cases": []}"#)]);
        let refused = |name: &str| run_on(&folder.path().join(name)).1.unwrap_or_default();
        assert!(refused("a.json").contains("a.json is no rule suite"), "{}", refused("a.json"));
        assert!(refused("b.json").ends_with("b.json: there is no rule roof"));
        assert!(refused("c.json").starts_with("cannot read"), "{}", refused("c.json"));
    }
}
