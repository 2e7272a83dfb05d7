//! The browser tests: Debian's Chromium, driven by Playwright against our own server.

use anyhow::{Result, anyhow};

use crate::{
    build,
    checkout::{self, free_port, which},
    debian, node,
    steps::Step,
};

/// The journeys stand in as many lines as the machines that this is made for have cores: a browser and its
/// server wait for each other, so one line alone leaves a core idle half of the time.
const LINES: usize = 2;

/// Runs every journey and answers what Playwright printed in each of its runs. What measures speed runs
/// when the others are done.
pub fn test(step: &Step) -> Result<Vec<Result<String>>> {
    let chromium = chromium(step)?;
    if which("pdftoppm").is_none() {
        debian::ensure(step, "The browser tests read PDFs with Poppler", &["poppler-utils"])?;
    }
    if which("faketime").is_none() {
        debian::ensure(step, "The pictures of the screens hold the day still", &["faketime"])?;
    }
    let ridgeline = build::debug_server(step)?;
    let journeys = |name: &str, arguments: &[&str]| -> Result<String> {
        // A server of its own, with a port and a database, and a place for what failed.
        let folder = tempfile::tempdir()?;
        let left = checkout::web().join("test-results").join(name);
        step.run(
            node::script("e2e")?
                .arg("--")
                .args(arguments)
                .arg("--output")
                .arg(left)
                .env("RIDGELINE_BIN", &ridgeline)
                .env("RIDGELINE_E2E_FOLDER", folder.path())
                .env("RIDGELINE_E2E_PORT", free_port()?.to_string())
                .env("CHROMIUM_BIN", &chromium),
        )
    };
    let mut said = std::thread::scope(|scope| {
        let journeys = &journeys;
        let lines: Vec<_> = lines()
            .into_iter()
            .enumerate()
            .map(|(line, files)| {
                scope.spawn(move || {
                    let projects = ["--project", "desktop", "--project", "phone"];
                    // Behind the projects, the files would be taken for some more of them.
                    let walked: Vec<&str> =
                        files.iter().map(String::as_str).chain(projects).collect();
                    journeys(&format!("line-{line}"), &walked)
                })
            })
            .collect();
        let joined = lines.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined
            .map(|line| line.unwrap_or_else(|_| Err(anyhow!("a line of journeys broke off"))))
            .collect::<Vec<_>>()
    });
    said.push(journeys("speed", &["--project", "speed-desktop", "--project", "speed-phone"]));
    Ok(said)
}

/// The files of journeys, shared out so that each line has about as much of them.
fn lines() -> [Vec<String>; LINES] {
    let is_journey = |name: &str| name.ends_with(".e2e.ts") && !name.ends_with("Speed.e2e.ts");
    let mut files: Vec<(u64, String)> = checkout::files(&checkout::web().join("e2e"), |_| true)
        .into_iter()
        .filter_map(|file| {
            let name = file.file_name()?.to_str().filter(|name| is_journey(name))?.to_owned();
            Some((file.metadata().map_or(0, |about| about.len()), name))
        })
        .collect();
    files.sort_unstable_by(|one, other| other.cmp(one));
    let mut lines: [(u64, Vec<String>); LINES] = Default::default();
    for (bytes, name) in files {
        if let Some((walked, names)) = lines.iter_mut().min_by_key(|(walked, _)| *walked) {
            *walked += bytes;
            names.push(name);
        }
    }
    lines.map(|(_, names)| names)
}

/// Debian's Chromium, installed where there is none.
pub fn chromium(step: &Step) -> Result<std::path::PathBuf> {
    let find = || which("chromium").or_else(|| which("google-chrome"));
    if let Some(found) = find() {
        return Ok(found);
    }
    let packages = ["chromium", "fonts-noto-color-emoji", "fonts-liberation"];
    debian::ensure(step, "The browser tests need Chromium", &packages)?;
    Ok(find().unwrap_or_else(|| "/usr/bin/chromium".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_journey_is_walked_in_one_of_the_lines() {
        let lines = lines();
        assert!(lines.iter().all(|files| files.len() > 3), "{lines:?}");
        let mut walked: Vec<&String> = lines.iter().flatten().collect();
        walked.sort_unstable();
        let before = walked.len();
        walked.dedup();
        assert_eq!(walked.len(), before);
        for file in ["mainJourney.e2e.ts", "orders.e2e.ts", "chat.e2e.ts"] {
            assert!(walked.iter().any(|walked| *walked == file), "{file}: {walked:?}");
        }
        assert!(!walked.iter().any(|file| file.contains("Speed")), "{walked:?}");
    }
}
