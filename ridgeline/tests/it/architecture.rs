//! Which folders may not contain which words.

use std::{fs, path::Path};

/// A file under such a folder may not contain any of these words.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("../server/src/api", &["sqlx::", "sql!"]),
    ("../server/src/http", &["sqlx::", "sql!", "crate::api"]),
    ("../server/services/src", &["use sqlx", "sqlx::query", "sql!"]),
    ("../server/images/src", &["sqlx", "axum", "tokio"]),
    ("../server/store/src", &["axum::", "Scope::trusted"]),
    ("../domain/src", &["sqlx", "axum", "tokio", "wasm_bindgen", "SystemTime::now", "Utc::now"]),
    ("../domain-wasm/src", &["chrono::", "rust_decimal::", "validator::"]),
];

/// The product's source folders.
const SOURCES: &[&str] = &[
    "src",
    "../server/src",
    "../server/services/src",
    "../server/images/src",
    "../server/store/src",
    "../server/demo/src",
    "../domain/src",
    "../domain-wasm/src",
];

#[test]
fn no_layer_uses_the_libraries_of_another() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut holes = Vec::new();
    for (folder, forbidden) in FORBIDDEN {
        for file in rust_files(&root.join(folder)) {
            let text = fs::read_to_string(&file).expect("source");
            for (number, line) in text.lines().enumerate() {
                let code = line.split("//").next().unwrap_or_default();
                for word in forbidden.iter().filter(|word| code.contains(*word)) {
                    holes.push(format!("{}:{}: {word}", file.display(), number + 1));
                }
            }
        }
    }
    assert!(holes.is_empty(), "{holes:#?}");
}

#[test]
fn no_source_file_is_longer_than_400_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let long: Vec<_> = SOURCES
        .iter()
        .flat_map(|folder| rust_files(&root.join(folder)))
        .filter(|file| fs::read_to_string(file).expect("source").lines().count() > 400)
        .collect();
    assert!(long.is_empty(), "split these: {long:#?}");
}

#[test]
fn every_csv_cell_is_guarded_against_formulas() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bare: Vec<_> = SOURCES
        .iter()
        .flat_map(|folder| rust_files(&root.join(folder)))
        .filter(|file| {
            let text = fs::read_to_string(file).expect("source");
            let text = without_tests(&text);
            let writes = text.contains("csv::Writer") || text.contains("WriterBuilder");
            writes && !text.contains("escape_formula(")
        })
        .collect();
    assert!(bare.is_empty(), "every cell of a sheet goes through `escape_formula`: {bare:#?}");
}

#[test]
fn the_security_docs_cite_only_tests_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut missing = Vec::new();
    let mut named = 0;
    for page in ["docs/asvs.md", "SECURITY.md", "docs/bounds.md"] {
        let page_text = fs::read_to_string(root.join(page)).expect(page);
        // Every second piece is the page_text between two backticks.
        for quoted in page_text.split('`').skip(1).step_by(2) {
            let Some((place, test)) = quoted.rsplit_once("::") else { continue };
            let is_test = test.contains('_') && !test.contains(char::is_uppercase);
            if !is_test {
                continue;
            }
            let file = if Path::new(place).extension().is_some_and(|kind| kind == "rs") {
                root.join(place)
            } else {
                root.join("ridgeline/tests/it").join(place.replace("::", "/")).with_extension("rs")
            };
            let code = fs::read_to_string(&file).unwrap_or_default();
            named += 1;
            if !code.contains(&format!("fn {test}(")) {
                missing.push(format!("{page}: {quoted}"));
            }
        }
    }
    assert!(named > 50, "the pages name tests: {named}");
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The code of a file before its tests.
pub fn without_tests(text: &str) -> &str {
    let tests = text.match_indices("#[cfg(test)]\n").find(|(at, mark)| {
        let next = text[at + mark.len()..].lines().next().unwrap_or_default();
        next.contains("mod ") && next.ends_with('{')
    });
    tests.map_or(text, |(at, _)| &text[..at])
}

/// All Rust files of a folder.
pub fn rust_files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("folder") {
        let path = entry.expect("entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            files.push(path);
        }
    }
    files
}
