//! Looks up known vulnerabilities of packages in the `RustSec` advisory database.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result};
use semver::{Version, VersionReq};
use toml_edit::{DocumentMut, Item};
use xtask::checkout;

use super::package::{CRATES_IO, Package};

const DATABASE: &str = "https://github.com/RustSec/advisory-db";

/// Clones or updates the database; `None` if it cannot be reached.
pub fn fetch() -> Option<PathBuf> {
    let folder = checkout::state_folder().join("advisory-db");
    // A server slower than 1 kB/s for 20 seconds counts as unreachable.
    let mut git = Command::new("git");
    git.args(["-c", "http.lowSpeedLimit=1000", "-c", "http.lowSpeedTime=20"]);
    git.env("GIT_TERMINAL_PROMPT", "0").stdin(Stdio::null()).stdout(Stdio::null());
    git.stderr(Stdio::null());
    if folder.join(".git").exists() {
        git.arg("-C").arg(&folder).args(["pull", "--ff-only", "--quiet"]);
    } else {
        git.args(["clone", "--depth", "1", "--quiet", DATABASE]).arg(&folder);
    }
    let fetched = git.status().is_ok_and(|status| status.success());
    fetched.then_some(folder)
}

/// The advisories that apply to these packages, without the ignored ones.
pub fn against(
    database: &Path,
    packages: &[Package],
    ignored: &BTreeSet<String>,
) -> Result<Vec<String>> {
    let mut wrong = Vec::new();
    for package in packages.iter().filter(|package| package.source.as_deref() == Some(CRATES_IO)) {
        let folder = database.join("crates").join(&package.name);
        let Ok(advisories) = fs::read_dir(&folder) else { continue };
        for advisory in advisories {
            let path = advisory?.path();
            let text = fs::read_to_string(&path)?;
            let version = package.version.parse()?;
            let found = concerns(&text, &version).with_context(|| path.display().to_string())?;
            if let Some(id) = found.filter(|id| !ignored.contains(id)) {
                wrong.push(format!("{} {}: {id}", package.name, package.version));
            }
        }
    }
    Ok(wrong)
}

/// The advisory's id if it applies to this version; withdrawn and informational advisories never apply.
fn concerns(text: &str, version: &Version) -> Result<Option<String>> {
    let head = text.split("```toml").nth(1).and_then(|rest| rest.split("```").next());
    let head: DocumentMut = head.context("no head")?.parse()?;
    let advisory = head.get("advisory").context("no advisory")?;
    let is_inactive =
        advisory.get("withdrawn").is_some() || advisory.get("informational").is_some();
    let id = advisory.get("id").and_then(Item::as_str).context("no id")?;
    let safe_ranges = ["patched", "unaffected"].into_iter().flat_map(|kind| {
        let list = head.get("versions").and_then(|versions| versions.get(kind));
        list.and_then(Item::as_array).into_iter().flatten().filter_map(|each| each.as_str())
    });
    for range in safe_ranges {
        if VersionReq::parse(range)?.matches(version) {
            return Ok(None);
        }
    }
    Ok((!is_inactive).then(|| id.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADVISORY: &str = "```toml\n[advisory]\nid = \"RUSTSEC-2026-0001\"\npackage = \"x\"\n\n[versions]\npatched = [\">= 1.2.4\", \"^0.9.7\"]\nunaffected = [\"< 0.5.0\"]\n```\n\n# It leaks\n";

    fn found(text: &str, version: &str) -> Option<String> {
        concerns(text, &version.parse().expect("version")).expect("an advisory")
    }

    #[test]
    fn a_vulnerable_version_is_found_and_a_fixed_one_is_not() {
        for vulnerable in ["1.2.3", "0.9.6", "0.5.0"] {
            assert_eq!(
                found(ADVISORY, vulnerable).as_deref(),
                Some("RUSTSEC-2026-0001"),
                "{vulnerable}"
            );
        }
        for fixed in ["1.2.4", "2.0.0", "0.9.7", "0.4.9"] {
            assert_eq!(found(ADVISORY, fixed), None, "{fixed}");
        }
        let notice = ADVISORY.replace("package =", "informational = \"unmaintained\"\npackage =");
        assert_eq!(found(&notice, "1.2.3"), None);
        assert!(concerns("# nothing", &Version::new(1, 0, 0)).is_err());
    }
}
