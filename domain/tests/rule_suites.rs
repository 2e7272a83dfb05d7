//! Runs every suite of `suites/` natively. The web's tests run the same files through WASM.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use domain::evaluate::{
    evaluate,
    outcome::language_of,
    rules,
    suite::{Suite, is_as_expected},
};

fn suites() -> Vec<(String, Suite)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites");
    let files = fs::read_dir(folder).expect("the suites folder");
    files
        .map(|file| {
            let path = file.expect("a file of the folder").path();
            let text = fs::read_to_string(&path).expect("a readable suite");
            let suite = serde_json::from_str(&text)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            (path.file_stem().expect("a file name").to_string_lossy().into_owned(), suite)
        })
        .collect()
}

#[test]
fn every_case_of_every_suite_holds() {
    let mut wrong = Vec::new();
    let mut ran = 0;
    for (_, suite) in suites() {
        for case in suite.cases {
            let got = evaluate(&suite.rule, &case.input).to_json(language_of(&case.input));
            ran += 1;
            if !is_as_expected(&case.expect, &got) {
                wrong.push(format!(
                    "{}: {}\n  wanted {}\n  got    {got}",
                    suite.rule, case.name, case.expect
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {ran} cases fail:\n{}", wrong.len(), wrong.join("\n"));
    assert!(ran > 500, "only {ran} cases ran");
}

#[test]
fn every_rule_has_a_suite_of_its_name() {
    let mut counted: BTreeMap<String, usize> = BTreeMap::new();
    for (file, suite) in suites() {
        assert_eq!(file, suite.rule, "a suite is named after its rule");
        let names: BTreeSet<&str> = suite.cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(names.len(), suite.cases.len(), "{file}: two cases have one name");
        counted.insert(file, suite.cases.len());
    }
    for rule in rules() {
        let cases = counted.remove(rule).unwrap_or_default();
        assert!(cases >= 3, "{rule} has {cases} cases");
    }
    assert!(counted.is_empty(), "suites without a rule: {counted:?}");
}
