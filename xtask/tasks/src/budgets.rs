//! Checks the download sizes of the web app against their budgets after every build.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use xtask::checkout;

/// The maximum size of the rules module in bytes after brotli.
const RULES_LIMIT: u64 = 150_000;

/// The page that every visit loads first.
const PAGE: &str = "index.html";

/// The JavaScript of a link's page in bytes after gzip, all of it: its reader has one bar and no account.
const LINK_PAGE_LIMIT: u64 = 60_000;

/// A path and what it loads, as in `web/src/app/routes.tsx`.
struct Address {
    path: &'static str,
    /// Source files, or the names of shared chunks.
    screens: &'static [&'static str],
    /// JavaScript in bytes after gzip, shared chunks included.
    limit: u64,
    /// The maximum number of JavaScript files: each costs a phone a round trip.
    files: usize,
}

const ADDRESSES: [Address; 2] = [
    Address {
        path: "/",
        // It fetches rules and typeface after the first paint.
        screens: &["src/features/landing/LandingScreen.tsx", "rules", "typeface"],
        limit: 120_000,
        files: 8,
    },
    Address {
        path: "/app/jobs",
        screens: &["src/app/App.tsx", "src/features/jobs/list/JobsScreen.tsx"],
        limit: 300_000,
        files: 10,
    },
];

/// A library that only some screens may load.
struct LazyLibrary {
    package: &'static str,
    /// A string in its code that survives minification and occurs in no other code.
    marker: &'static str,
    /// The folders of the screens that may load it.
    screens: &'static [&'static str],
}

const HEAVY: [LazyLibrary; 8] = [
    LazyLibrary {
        package: "@fullcalendar/react",
        marker: "fullcalendar",
        screens: &["src/features/calendar/"],
    },
    LazyLibrary { package: "recharts", marker: "recharts-", screens: &["src/features/reports/"] },
    LazyLibrary {
        package: "maplibre-gl",
        marker: "maplibregl-",
        screens: &["src/components/map/"],
    },
    LazyLibrary { package: "mapbox-gl", marker: "mapboxgl-", screens: &["src/components/map/"] },
    LazyLibrary {
        package: "pmtiles",
        marker: "Wrong magic number for PMTiles archive",
        screens: &["src/components/map/"],
    },
    LazyLibrary {
        package: "@protomaps/basemaps",
        marker: "roads_tunnels_other_casing",
        screens: &["src/components/map/"],
    },
    LazyLibrary {
        package: "jspdf",
        marker: "jsPDF",
        screens: &[
            "src/features/calendar/",
            "src/features/jobs/card/",
            "src/features/jobs/photoSharing/",
            "src/ui/print/",
        ],
    },
    LazyLibrary {
        package: "emoji-picker-element",
        marker: "emoji-picker",
        screens: &["src/features/chat/"],
    },
];

/// Vite's build manifest: chunks by source file.
type Manifest = BTreeMap<String, Chunk>;

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Chunk {
    file: String,
    name: String,
    imports: Vec<String>,
    is_entry: bool,
    is_dynamic_entry: bool,
}

/// Prints the table and returns the number of checks; fails if something exceeds its budget or a screen loads a
/// library that it may not load.
pub fn check() -> Result<usize> {
    let text = fs::read_to_string(checkout::dist().join(".vite/manifest.json"))
        .context("web/dist has no manifest: run `cargo xtask build`, with build.manifest on in web/vite.config.ts")?;
    let manifest: Manifest =
        serde_json::from_str(&text).context("Vite's manifest is not understood")?;
    let mut complaints = Vec::new();
    let mut counts = Vec::new();
    let mut weigh = |what: &str, bytes: u64, limit: u64| {
        let verdict = if bytes > limit { "  too heavy" } else { "" };
        println!("    {what:<34} {:>7} of {} KB{verdict}", kilobytes(bytes), limit / 1000);
        if bytes > limit {
            complaints.push(format!(
                "{what}: {} KB, the budget is {} KB",
                kilobytes(bytes),
                limit / 1000
            ));
        }
    };
    weigh("rules, WASM (brotli)", rules_weight()?, RULES_LIMIT);
    weigh("JavaScript of /g/{secret} (gzip)", link_page_weight()?, LINK_PAGE_LIMIT);
    for address in &ADDRESSES {
        let files = scripts(&manifest, address)?;
        let bytes = files.iter().map(|file| packed_size(file, "gz")).sum::<Result<u64>>()?;
        weigh(&format!("JavaScript of {} (gzip)", address.path), bytes, address.limit);
        counts.push((address, files.len()));
    }
    for (Address { path, files: limit, .. }, count) in counts {
        if count > *limit {
            complaints.push(format!(
                "{path}: {count} files of JavaScript, at most {limit}: see chunks in web/vite.config.ts"
            ));
        }
    }
    let packages = fs::read_to_string(checkout::web().join("package.json"))?;
    let read = |file: &str| fs::read_to_string(checkout::dist().join(file)).unwrap_or_default();
    let is_used = |heavy: &&LazyLibrary| packages.contains(&format!("\"{}\"", heavy.package));
    let used: Vec<&LazyLibrary> = HEAVY.iter().filter(is_used).collect();
    for heavy in &used {
        complaints.extend(misplaced(&manifest, heavy, &read));
    }
    if complaints.is_empty() {
        return Ok(2 + 2 * ADDRESSES.len() + used.len());
    }
    bail!(
        "The web app is over its budgets (xtask/tasks/src/budgets.rs).\n{}",
        complaints.join("\n")
    )
}

#[expect(clippy::cast_precision_loss, reason = "a size for people to read")]
fn kilobytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / 1000.0)
}

fn rules_weight() -> Result<u64> {
    let is_rules = |file: &&PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("domain_wasm") && name.ends_with(".wasm")
    };
    let all = checkout::files(&checkout::dist(), |_| true);
    let rules = all.iter().find(is_rules).context("web/dist holds no WASM")?;
    packed_size(rules, "br")
}

/// Everything that the build of a link's page has made, as nothing of it is loaded later.
fn link_page_weight() -> Result<u64> {
    let text = fs::read_to_string(checkout::dist().join(".vite/guest-manifest.json"))
        .context("web/dist has no page of links: see the script `build` in web/package.json")?;
    let manifest: Manifest =
        serde_json::from_str(&text).context("Vite's manifest is not understood")?;
    let scripts = manifest.values().map(|chunk| checkout::dist().join(&chunk.file));
    let scripts = scripts.filter(|file| file.extension() == Some("js".as_ref()));
    scripts.map(|file| packed_size(&file, "gz")).sum()
}

/// The JavaScript files that a visit of this address loads.
fn scripts(manifest: &Manifest, address: &Address) -> Result<Vec<PathBuf>> {
    let mut files = BTreeSet::new();
    for source in address.screens.iter().copied().chain([PAGE]) {
        let is_named = |key: &&String| key.as_str() == source || manifest[*key].name == source;
        let Some(key) = manifest.keys().find(is_named) else {
            bail!(
                "{source} is no chunk of the built web app, but `{}` is said to load it: \
                 bring the table in xtask/tasks/src/budgets.rs up to date",
                address.path
            );
        };
        collect(manifest, key, &mut files);
    }
    let is_script = |file: &PathBuf| file.extension() == Some("js".as_ref());
    Ok(files.iter().map(|file| checkout::dist().join(file)).filter(is_script).collect())
}

/// The file's size as the server sends it; files too small to compress are sent uncompressed.
fn packed_size(file: &Path, suffix: &str) -> Result<u64> {
    let mut packed = file.as_os_str().to_owned();
    packed.push(format!(".{suffix}"));
    let size = fs::metadata(&packed).or_else(|_| fs::metadata(file));
    Ok(size.with_context(|| format!("cannot weigh {}", file.display()))?.len())
}

/// Collects every file that loads together with this chunk.
fn collect(manifest: &Manifest, source: &str, files: &mut BTreeSet<String>) {
    if let Some(chunk) = manifest.get(source)
        && files.insert(chunk.file.clone())
    {
        for import in &chunk.imports {
            collect(manifest, import, files);
        }
    }
}

/// Entries that load `heavy` although they are in no folder that may. The dynamic import of a library is a
/// separate entry, loaded on a click, and does not count.
fn misplaced(
    manifest: &Manifest,
    heavy: &LazyLibrary,
    read: &dyn Fn(&str) -> String,
) -> Vec<String> {
    let LazyLibrary { package, marker, screens } = heavy;
    let marked: BTreeSet<&str> = manifest
        .values()
        .map(|chunk| chunk.file.as_str())
        .filter(|file| read(file).contains(marker))
        .collect();
    if marked.is_empty() {
        return vec![format!("no chunk holds \"{marker}\" any more, by which {package} is known")];
    }
    let mut complaints = Vec::new();
    for (source, chunk) in manifest {
        let may = source.contains("node_modules/")
            || screens.iter().any(|screen| source.starts_with(screen));
        if may || !(chunk.is_entry || chunk.is_dynamic_entry) {
            continue;
        }
        let mut files = BTreeSet::new();
        collect(manifest, source, &mut files);
        if let Some(file) = files.iter().find(|file| marked.contains(file.as_str())) {
            complaints.push(format!("{source} loads {package} in {file}"));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        serde_json::from_str(
            r#"{
                "index.html": {"file": "index.js", "isEntry": true, "imports": ["_shared.js"]},
                "_shared.js": {"file": "shared.js", "imports": ["index.html"]},
                "_grid.js": {"file": "grid.js"},
                "src/features/calendar/CalendarScreen.tsx":
                    {"file": "calendar.js", "isDynamicEntry": true, "imports": ["_grid.js", "_shared.js"]},
                "src/features/jobs/list/JobsScreen.tsx":
                    {"file": "jobs.js", "isDynamicEntry": true, "imports": ["_shared.js"]}
            }"#,
        )
        .expect("manifest")
    }

    #[test]
    fn shared_chunks_count_once_and_import_cycles_end() {
        let mut files = BTreeSet::new();
        collect(&manifest(), "index.html", &mut files);
        collect(&manifest(), "src/features/jobs/list/JobsScreen.tsx", &mut files);
        let files: Vec<String> = files.into_iter().collect();
        assert_eq!(files, ["index.js", "jobs.js", "shared.js"]);
    }

    #[test]
    fn a_heavy_library_is_found_where_another_screen_loads_it() {
        let heavy = LazyLibrary {
            package: "grid",
            marker: "the-grid",
            screens: &["src/features/calendar/"],
        };
        let in_file = |place: &'static str| {
            move |file: &str| if file == place { "the-grid".to_owned() } else { String::new() }
        };
        assert!(misplaced(&manifest(), &heavy, &in_file("grid.js")).is_empty());
        assert_eq!(misplaced(&manifest(), &heavy, &in_file("gone.js")).len(), 1, "marker is stale");
        let slipped = misplaced(&manifest(), &heavy, &in_file("shared.js"));
        assert_eq!(
            slipped,
            [
                "index.html loads grid in shared.js",
                "src/features/jobs/list/JobsScreen.tsx loads grid in shared.js"
            ]
        );
    }
}
