//! Every parser of bytes that others send is listed in docs/bounds.md with its limit and its test.

use std::{collections::BTreeSet, fs, path::Path};

use crate::architecture::{rust_files, without_tests};

/// The folders of the server's code.
const SOURCES: &[&str] = &[
    "src",
    "../domain/src",
    "../server/src",
    "../server/store/src",
    "../server/services/src",
    "../server/images/src",
];

/// What reads a value from bytes or a text.
const PARSERS: &[&str] = &[
    "from_slice(",
    "from_str(",
    "from_str::<",
    "from_utf8(",
    "from_utf8_lossy(",
    "from_be_bytes(",
    "from_le_bytes(",
    "split_once(",
    ".parse()",
    ".parse::<",
    ".to_str()",
    ".json()",
    ".decode(",
    ".extract(",
    "hex::decode(",
    "Url::parse(",
    "csv::Reader",
    "RowScanner::new(",
    "ZipArchive::new(",
    "ZipArchive::with_config(",
    "tar::Archive::new(",
    "Multipart::from_request(",
    "Decoder::new(",
    "Decoder::new_with_limits(",
    "Result<WebSocketUpgrade",
    "Result<Query<",
];

/// What only looks like it.
const WRITERS: &[&str] =
    &["HeaderValue::from_str(", "copy_from_slice(", "extend_from_slice(", "Hmac::new_from_slice("];

/// The part of the page about parsers.
struct Page {
    /// The parsers of the table, each as `file function`.
    foreign: BTreeSet<String>,
    /// Those that read only the server's own values.
    own: BTreeSet<String>,
    /// The files of parsers that no pattern finds.
    files: Vec<String>,
}

#[test]
fn a_parser_of_foreign_bytes_without_a_stated_limit_is_found() {
    let (found, page) = (parsers(), page());
    let both: Vec<_> = page.foreign.intersection(&page.own).collect();
    assert!(both.is_empty(), "docs/bounds.md lists these twice: {both:#?}");
    let listed: BTreeSet<String> = page.foreign.union(&page.own).cloned().collect();
    let missing: Vec<_> = found.difference(&listed).collect();
    assert!(missing.is_empty(), "state in docs/bounds.md what limits these: {missing:#?}");
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(gone.is_empty(), "docs/bounds.md lists what the code does not have: {gone:#?}");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let gone: Vec<_> = page.files.iter().filter(|file| !root.join(file).is_file()).collect();
    assert!(gone.is_empty(), "docs/bounds.md lists files that do not exist: {gone:#?}");
}

/// Each parser as `file function`.
fn parsers() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeSet::new();
    for file in SOURCES.iter().flat_map(|folder| rust_files(&root.join(folder))) {
        let path = file.strip_prefix(root).unwrap_or(&file);
        let from_root = path.strip_prefix("..");
        let path = from_root.map_or_else(
            |_| format!("ridgeline/{}", path.display()),
            |path| path.display().to_string(),
        );
        if path.ends_with("tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("source");
        let mut function = String::new();
        for line in without_tests(&text).lines() {
            let code = line.split("//").next().unwrap_or_default().trim();
            if let Some((_, name)) = format!(" {code}").split_once(" fn ") {
                let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
                function =
                    name.split(|letter| !is_letter(letter)).next().unwrap_or_default().into();
            }
            let code = WRITERS.iter().fold(code.to_owned(), |code, word| code.replace(word, ""));
            let is_import = code.starts_with("use ") || code.starts_with("impl");
            if !is_import && PARSERS.iter().any(|parser| code.contains(parser)) {
                found.insert(format!("{path} {function}"));
            }
        }
    }
    found
}

fn page() -> Page {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("../docs/bounds.md")).expect("docs/bounds.md");
    let (_, text) = text.split_once("\n## Parsers of foreign bytes").expect("the parsers");
    let mut page = Page { foreign: BTreeSet::new(), own: BTreeSet::new(), files: Vec::new() };
    for line in text.lines() {
        if let Some(row) = line.strip_prefix("| `") {
            let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
            let [place, what, limit, tests] = cells[..] else { panic!("four cells: {line}") };
            assert!(
                !what.is_empty() && !limit.is_empty(),
                "say what it reads, and its limit: {line}"
            );
            // `architecture` checks that the tests exist.
            assert!(tests.contains("::"), "its limit has no test: {line}");
            let place = place.trim_end_matches('`');
            match place.split_once(' ') {
                Some((file, names)) => {
                    page.foreign.extend(names.split(", ").map(|name| format!("{file} {name}")));
                }
                None => page.files.push(place.to_owned()),
            }
        } else if let Some(row) = line.strip_prefix("- `") {
            let (place, why) = row.split_once("`: ").expect("a place and what it reads");
            assert!(!why.is_empty(), "say what it reads: {line}");
            let (file, names) = place.split_once(' ').expect("a file and its functions");
            page.own.extend(names.split(", ").map(|name| format!("{file} {name}")));
        }
    }
    page
}
