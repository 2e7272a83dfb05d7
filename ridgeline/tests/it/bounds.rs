//! Every cache, queue, channel and shared map of the server is listed in docs/bounds.md with its bound.

use std::{collections::BTreeSet, fs, path::Path};

use crate::architecture::{rust_files, without_tests};

/// The folders of the server's code.
const SOURCES: &[&str] = &[
    "src",
    "../server/src",
    "../server/store/src",
    "../server/services/src",
    "../server/images/src",
];

/// What holds values beyond one call: shared state, channels, permits, and tasks.
const HOLDERS: &[&str] = &[
    "Mutex<",
    "RwLock<",
    "OnceLock<",
    "OnceCell<",
    "LazyLock<",
    "DashMap<",
    "Cache<",
    "channel(",
    "channel::<",
    "watch::Sender::new(",
    "broadcast::Sender::new(",
    "Semaphore::new(",
    "Semaphore::const_new(",
    "JoinSet::new(",
    "FuturesUnordered::new(",
    "thread_local!",
];

/// What a row of the table says about a holder.
struct Row {
    holder: String,
    bound: String,
    tests: String,
}

#[test]
fn a_cache_queue_or_channel_without_a_stated_bound_is_found() {
    let found = holders();
    let rows = rows();
    let listed: BTreeSet<String> = rows.iter().map(|row| row.holder.clone()).collect();
    let missing: Vec<_> = found.difference(&listed).collect();
    assert!(missing.is_empty(), "state the bound of these in docs/bounds.md: {missing:#?}");
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(gone.is_empty(), "docs/bounds.md lists what the code does not have: {gone:#?}");
    for row in &rows {
        assert!(!row.bound.is_empty(), "{} has no bound", row.holder);
        // `architecture` checks that the tests exist. A constant number of values or permits needs none.
        let is_tested = row.tests.contains("::") || row.tests == "constant";
        assert!(is_tested, "{} has no test of its bound", row.holder);
    }
}

/// Each holder as `file name`, where the name is that of the field, static, type or local.
fn holders() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeSet::new();
    for file in SOURCES.iter().flat_map(|folder| rust_files(&root.join(folder))) {
        let path = file.strip_prefix(root).unwrap_or(&file);
        let path = path.strip_prefix("..").unwrap_or(path).display().to_string();
        if path.ends_with("tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("source");
        for line in without_tests(&text)
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default().trim())
        {
            let is_use =
                ["use ", "impl"].iter().any(|word| line.starts_with(word)) || line.contains("fn ");
            if !is_use && HOLDERS.iter().any(|holder| line.contains(holder)) {
                found.insert(format!("{path} {}", name_of(line)));
            }
        }
    }
    found
}

/// The first identifier of the line that is no keyword.
fn name_of(line: &str) -> &str {
    const KEYWORDS: &[&str] = &[
        "pub", "crate", "super", "struct", "static", "let", "mut", "const", "in", "type", "return",
    ];
    line.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .find(|word| !word.is_empty() && !KEYWORDS.contains(word))
        .unwrap_or_default()
}

fn rows() -> Vec<Row> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("../docs/bounds.md")).expect("docs/bounds.md");
    // The second table is that of the parsers.
    let (holders, _) = page.split_once("\n## ").expect("two tables");
    holders
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [holder, _, bound, tests] = cells[..] else { panic!("four cells: {line}") };
            Row {
                holder: holder.replace('`', ""),
                bound: bound.to_owned(),
                tests: tests.to_owned(),
            }
        })
        .collect()
}
