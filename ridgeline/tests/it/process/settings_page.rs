//! `docs/operating.md`: its table of settings matches the flags of `ridgeline serve`.

use std::path::Path;

use clap::CommandFactory as _;
use server::cli::args::Cli;

/// Flag, variable and default, spelled as in a row of the table.
type Row = (String, String, String);

/// The flags of `ridgeline serve`.
fn accepted() -> Vec<Row> {
    let mut cli = Cli::command();
    cli.build();
    let serve = cli.find_subcommand("serve").expect("serve");
    let flags = serve.get_arguments().filter(|flag| flag.get_long() != Some("help"));
    flags
        .map(|flag| {
            let name = format!("--{}", flag.get_long().expect("a long name"));
            let variable = flag.get_env().expect("a variable").to_string_lossy().into_owned();
            let default: Vec<_> =
                flag.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
            (name, variable, default.join(","))
        })
        .collect()
}

/// The settings on the page.
fn documented() -> Vec<Row> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/operating.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let rows = page.lines().filter(|line| line.starts_with("| `--"));
    rows.map(|row| {
        let mut cells = row.split('|').skip(1).map(|cell| cell.trim().to_string());
        let mut code = || cells.next().unwrap_or_default().trim_matches('`').to_string();
        let (flag, variable, default) = (code(), code(), code());
        // A missing default is described in text.
        let default = if default.starts_with("none") || default.starts_with("made") {
            String::new()
        } else {
            default
        };
        (flag, variable, default)
    })
    .collect()
}

#[test]
fn every_setting_is_documented_with_its_variable_and_default() {
    let (mut accepted, mut documented) = (accepted(), documented());
    accepted.sort();
    documented.sort();
    assert_eq!(documented, accepted, "docs/operating.md (left) and the server (right) differ");
}
