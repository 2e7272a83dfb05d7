//! Checks `docs/coverage.md`: its files exist, its tests contain the words it cites, and what no test covers
//! is listed at its end with a reason.

use std::{collections::BTreeSet, fs, path::PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The page up to the table of what no test covers, and that table.
fn page() -> (String, String) {
    let page = fs::read_to_string(root().join("docs/coverage.md")).expect("docs/coverage.md");
    let (rows, foot) = page.split_once("## What no test shows").expect("the foot");
    (rows.to_string(), foot.to_string())
}

/// The cells of every row of the tables, without headings and separators.
fn rows(tables: &str) -> Vec<Vec<&str>> {
    tables
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
        .map(|line| line.split(" | ").collect())
        .filter(|cells: &Vec<&str>| cells[0] != "Of the specification")
        .collect()
}

/// The texts between backticks.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn every_file_and_test_that_the_page_names_exists() {
    let (tables, _) = page();
    let rows = rows(&tables);
    assert!(rows.len() > 900, "{}", rows.len());
    let mut wrong = Vec::new();
    for cells in rows {
        let [line, built, shown] = cells.as_slice() else {
            wrong.push(format!("three cells: {cells:?}"));
            continue;
        };
        for path in quoted(built) {
            if !root().join(path).exists() {
                wrong.push(format!("{line}: there is no {path}"));
            }
        }
        for cited in quoted(shown) {
            let (path, words) = cited.split_once(" :: ").unwrap_or((cited, ""));
            match fs::read_to_string(root().join(path)) {
                Ok(text) if text.contains(words) => {}
                Ok(_) => wrong.push(format!("{line}: {path} does not say {words:?}")),
                Err(_) => wrong.push(format!("{line}: there is no {path}")),
            }
        }
        if *shown != "none" && quoted(shown).next().is_none() {
            wrong.push(format!("{line}: shown by nothing that can be found"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_no_test_covers_is_listed_at_the_end_with_its_reason() {
    let (tables, foot) = page();
    let unshown: BTreeSet<&str> = rows(&tables)
        .into_iter()
        .filter(|cells| cells.last() == Some(&"none"))
        .map(|cells| cells[0])
        .collect();
    let foot = rows(&foot);
    assert!(foot.iter().all(|cells| cells.len() == 2 && !cells[1].trim().is_empty()), "{foot:?}");
    let named: BTreeSet<&str> = foot.iter().map(|cells| cells[0]).collect();
    assert_eq!(unshown, named);
}
