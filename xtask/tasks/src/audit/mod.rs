//! `cargo xtask audit`: checks licenses, sources and advisories of the dependencies against `deny.toml`.
//!
//! Runs `cargo deny` where it is installed. It takes long to build, so without it the same rules are checked
//! here, except for yanked versions. A check that needs the network and cannot reach it is reported and does
//! not fail.

mod advisories;
mod licenses;
mod package;

use std::{collections::BTreeSet, fs, process::Command};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use toml_edit::DocumentMut;
use xtask::{checkout, node, steps};

use self::package::{CRATES_IO, Package};

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

/// Checks everything and prints the findings; `false` if there are any.
pub fn run() -> Result<bool> {
    let version = checkout::cargo(["deny", "--version"]).output();
    let is_installed = version.is_ok_and(|output| output.status.success());
    let mut passed = if is_installed {
        steps::step("cargo deny", |step| step.run(&mut checkout::cargo(["deny", "check"])))?;
        true
    } else {
        println!(
            "▸ cargo deny is not installed: its rules are checked here, without yanked versions"
        );
        audit_crates()?
    };
    passed &= npm()?;
    Ok(passed)
}

fn audit_crates() -> Result<bool> {
    let rules = fs::read_to_string(checkout::root().join("deny.toml"))?;
    let rules: DocumentMut = rules.parse().context("deny.toml")?;
    let arguments = ["metadata", "--locked", "--format-version", "1"];
    let metadata = steps::step("what cargo depends on", |_| {
        let output = checkout::cargo(arguments).output()?;
        if !output.status.success() {
            bail!("{}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(output.stdout)
    })?;
    let Metadata { packages } = serde_json::from_slice(&metadata)?;
    let mut wrong = against(&rules, &packages);
    match advisories::fetch() {
        Some(folder) => {
            let ignored = words(&rules, "advisories", "ignore", "id");
            wrong.extend(advisories::against(&folder, &packages, &ignored)?);
        }
        None => println!("▸ advisories … not asked: the database of RustSec is out of reach"),
    }
    for line in &wrong {
        println!("  {line}");
    }
    println!("▸ {} packages … {} found wrong", packages.len(), wrong.len());
    Ok(wrong.is_empty())
}

/// The packages that break the rules on licenses, bans and sources.
fn against(rules: &DocumentMut, packages: &[Package]) -> Vec<String> {
    let allowed = words(rules, "licenses", "allow", "");
    let banned = words(rules, "bans", "deny", "crate");
    let mut wrong = Vec::new();
    for Package { name, version, license, source } in packages {
        let license = license.as_deref().unwrap_or("nothing");
        if !licenses::is_allowed(license, &allowed) {
            wrong.push(format!("{name} {version} is licensed under {license}"));
        }
        if banned.contains(name.as_str()) {
            wrong.push(format!("{name} {version} is banned"));
        }
        if source.as_deref().is_some_and(|source| source != CRATES_IO) {
            wrong.push(format!("{name} {version} comes from elsewhere than crates.io"));
        }
    }
    wrong
}

/// The strings of a list in a table; `key` names the field if the entries are tables.
fn words(rules: &DocumentMut, table: &str, list: &str, key: &str) -> BTreeSet<String> {
    let list = rules.get(table).and_then(|table| table.get(list)).and_then(|list| list.as_array());
    let text = |value: &toml_edit::Value| match value.as_inline_table() {
        Some(entry) => entry.get(key)?.as_str().map(str::to_owned),
        None => value.as_str().map(str::to_owned),
    };
    list.into_iter().flatten().filter_map(text).collect()
}

/// Runs `npm audit` on the packages that the web app ships.
fn npm() -> Result<bool> {
    let mut npm = Command::new("npm");
    npm.args(["audit", "--omit=dev", "--audit-level=high", "--json"]).current_dir(checkout::web());
    let output = npm.output().context(node::WANTED)?;
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let Some(found) = report["metadata"]["vulnerabilities"].as_object() else {
        println!("▸ npm audit … not asked: the registry does not answer");
        return Ok(true);
    };
    let count = |severity: &str| {
        found.get(severity).and_then(serde_json::Value::as_u64).unwrap_or_default()
    };
    let (high, critical) = (count("high"), count("critical"));
    println!("▸ npm audit … {high} high, {critical} critical");
    if let Some(packages) = report["vulnerabilities"].as_object() {
        for (name, package) in packages {
            println!("  {name}: {}", package["severity"].as_str().unwrap_or("?"));
        }
    }
    Ok(high + critical == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, license: Option<&str>, source: Option<&str>) -> Package {
        let text = |text: &str| text.to_string();
        let version = text("1.2.3");
        Package { name: text(name), version, license: license.map(text), source: source.map(text) }
    }

    #[test]
    fn what_may_not_be_shipped_is_found() {
        let rules: DocumentMut = "[licenses]\nallow = [\"MIT\"]\n[bans]\ndeny = [{ crate = \"openssl-sys\", reason = \"x\" }]\n"
            .parse()
            .expect("rules");
        let found = |package: Package| against(&rules, &[package]).join("; ");
        assert_eq!(found(package("serde", Some("MIT OR Apache-2.0"), Some(CRATES_IO))), "");
        assert_eq!(found(package("domain", Some("MIT"), None)), "", "our own");
        assert_eq!(found(package("x", Some("GPL-3.0"), None)), "x 1.2.3 is licensed under GPL-3.0");
        assert_eq!(found(package("x", None, None)), "x 1.2.3 is licensed under nothing");
        assert_eq!(
            found(package("openssl-sys", Some("MIT"), Some(CRATES_IO))),
            "openssl-sys 1.2.3 is banned"
        );
        let fork = Some("git+https://example.com/serde");
        assert_eq!(
            found(package("serde", Some("MIT"), fork)),
            "serde 1.2.3 comes from elsewhere than crates.io"
        );
    }

    #[test]
    fn the_rules_in_deny_toml_are_read() {
        let rules = fs::read_to_string(checkout::root().join("deny.toml")).expect("rules");
        let rules: DocumentMut = rules.parse().expect("TOML");
        assert!(words(&rules, "licenses", "allow", "").contains("Apache-2.0"));
        assert!(words(&rules, "bans", "deny", "crate").contains("openssl-sys"));
        assert!(words(&rules, "advisories", "ignore", "id").contains("RUSTSEC-2023-0071"));
    }
}
