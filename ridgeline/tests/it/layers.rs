//! Which file may import which: layers, capabilities and no cycles, in `server` and in `domain`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use crate::import_graph::{Imports, Module, sources};

/// The layers of the server, lowest first. A file imports from lower layers and from its own folder.
const SERVER: &[&[&str]] =
    &[&["app"], &["http", "notify", "storage"], &["backup", "tasks"], &["api"], &["cli"]];

/// The layers of the services, which know nothing of calls.
const SERVICES: &[&[&str]] = &[
    &["core"],
    &["geocoding", "images", "maps", "weather"],
    &["telemetry"],
    &["auth", "files", "live", "push", "translation"],
    &["export", "mail", "webhooks"],
];

/// The layers of the store: the engine modules know nothing of the rows.
const STORE: &[&[&str]] = &[&["company_time", "text", "token"], &["db"], &["cache"]];

/// The layers of the domain, lowest first.
const DOMAIN: &[&[&str]] = &[
    &["types"],
    &["i18n"],
    &["forms", "permissions"],
    &[
        "accounts",
        "api_keys",
        "changes",
        "companies",
        "crews",
        "feedback",
        "files",
        "jobs",
        "notifications",
        "products",
        "search",
        "translations",
        "vendors",
    ],
    &[
        "activity",
        "calendar",
        "chat",
        "connections",
        "limits",
        "orders",
        "planning",
        "reports",
        "webhooks",
    ],
    &["schema"],
    &["customers", "guest_links", "today"],
    &["imports"],
    &["evaluate"],
];

/// The capabilities: the only names for folders and files directly under `api` and `store`.
const CAPABILITIES: &[&str] = &[
    "accounts",
    "activity",
    "api_keys",
    "calendar",
    "changes",
    "chat",
    "companies",
    "connections",
    "crews",
    "customers",
    "files",
    "guest_links",
    "imports",
    "jobs",
    "live",
    "notifications",
    "operations",
    "orders",
    "planning",
    "products",
    "reports",
    "search",
    "today",
    "translations",
    "vendors",
    "webhooks",
];

/// The other modules of `store`, which several capabilities share.
const SHARED_BY_STORES: &[&str] = &[
    "actor",
    "cache",
    "company_time",
    "db",
    "delivery_queue",
    "feedback",
    "idempotency_keys",
    "idempotent_calls",
    "limit_uses",
    "mail_allowance",
    "mail_queue",
    "membership",
    "scope",
    "secrets",
    "text",
    "token",
];

/// Which capability's routes may import which other's.
const API_PAIRS: &[(&str, &[&str])] = &[
    ("companies", &["accounts"]),
    ("files", &["chat", "companies"]),
    ("guest_links", &["jobs"]),
    ("orders", &["jobs"]),
    ("planning", &["jobs"]),
    ("reports", &["activity"]),
];

/// Which capability's rows may import which other's. All may import `scope`, `actor` and `text`.
const STORE_PAIRS: &[(&str, &[&str])] = &[
    ("activity", &["changes", "companies", "jobs"]),
    ("api_keys", &["accounts"]),
    ("calendar", &["companies", "jobs", "planning"]),
    ("changes", &["calendar", "connections", "customers", "jobs", "orders"]),
    ("chat", &["files", "jobs", "notifications"]),
    ("companies", &["files"]),
    ("connections", &["chat", "companies"]),
    ("guest_links", &["jobs"]),
    ("imports", &["activity", "companies", "customers", "jobs"]),
    ("jobs", &["files", "planning"]),
    ("mail_queue", &["files", "notifications"]),
    (
        "membership",
        &[
            "accounts",
            "activity",
            "api_keys",
            "calendar",
            "changes",
            "chat",
            "companies",
            "connections",
            "files",
            "jobs",
            "mail_queue",
        ],
    ),
    ("notifications", &["companies"]),
    ("orders", &["files", "jobs", "mail_queue"]),
    ("planning", &["jobs", "notifications"]),
    ("reports", &["jobs"]),
    ("search", &["cache", "jobs"]),
    ("translations", &["chat", "jobs"]),
    ("webhooks", &["changes"]),
];

/// More files in one folder are hard to survey.
const MOST_FILES: usize = 25;

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn crate_src(name: &str) -> PathBuf {
    folder(name).join("src")
}

#[test]
fn no_module_is_part_of_an_import_cycle() {
    for (path, least) in [
        ("server/src", 140),
        ("server/services/src", 75),
        ("server/images/src", 12),
        ("server/store/src", 120),
        ("server/demo/src", 20),
        ("domain/src", 115),
        ("domain-wasm/src", 12),
        ("ridgeline/src", 2),
        ("xtask/src", 10),
        ("xtask/tasks/src", 25),
        ("ridgeline/tests/it", 120),
        ("ridgeline/tests/durability", 10),
        ("ridgeline/benches/load", 28),
    ] {
        let imports = Imports::of(&folder(path));
        assert!(imports.0.len() >= least, "{path} is read: {}", imports.0.len());
        assert_eq!(imports.circle(), None, "{path}");
    }
}

#[test]
fn every_top_level_module_has_a_layer() {
    let rows = [CAPABILITIES, SHARED_BY_STORES];
    for (name, layers) in [
        ("server", SERVER),
        ("server/services", SERVICES),
        ("server/store", &[STORE, &rows].concat()),
        ("domain", DOMAIN),
    ] {
        let listed: BTreeSet<&str> =
            layers.iter().flat_map(|layer| layer.iter().copied()).collect();
        let modules = sources(&crate_src(name)).into_keys();
        let modules: BTreeSet<String> =
            modules.filter_map(|module| module.into_iter().next()).collect();
        let missing: Vec<_> =
            modules.iter().filter(|module| !listed.contains(module.as_str())).collect();
        assert!(missing.is_empty(), "{name}: no layer has {missing:?}");
        // Not every capability has rows of its own in the store.
        let stale = listed.iter().filter(|word| !rows.iter().any(|list| list.contains(word)));
        let stale: Vec<_> = stale.filter(|word| !modules.contains(**word)).collect();
        assert!(stale.is_empty(), "{name} has no {stale:?}");
    }
}

#[test]
fn modules_import_only_from_lower_layers() {
    assert_eq!(Imports::of(&crate_src("server")).upward(SERVER), Vec::<String>::new());
    let services = Imports::of(&crate_src("server/services"));
    assert_eq!(services.upward(SERVICES), Vec::<String>::new());
    assert_eq!(Imports::of(&crate_src("server/store")).upward(STORE), Vec::<String>::new());
    assert_eq!(Imports::of(&crate_src("domain")).upward(DOMAIN), Vec::<String>::new());
}

#[test]
fn a_capability_imports_only_the_listed_others() {
    let imports = Imports::of(&crate_src("server"));
    assert_eq!(imports.unlisted("api", API_PAIRS, &[]), Vec::<String>::new());
    let imports = Imports::of(&crate_src("server/store")).within("store");
    let common = ["actor", "company_time", "db", "delivery_queue", "scope", "text", "token"];
    assert_eq!(imports.unlisted("store", STORE_PAIRS, &common), Vec::<String>::new());
}

#[test]
fn a_capability_has_the_same_name_in_every_layer() {
    let words = |layer: &str| -> BTreeSet<String> {
        if layer == "store" {
            let modules = sources(&crate_src("server/store")).into_keys();
            return modules.filter_map(|module| module.first().cloned()).collect();
        }
        let modules = sources(&crate_src("server")).into_keys();
        let inside = modules.filter(|module| module.len() > 1 && module[0] == layer);
        inside.map(|module| module[1].clone()).collect()
    };
    let unknown = |layer: &str, shared: &[&str]| -> Vec<String> {
        let is_known = |word: &str| CAPABILITIES.contains(&word) || shared.contains(&word);
        words(layer).into_iter().filter(|word| !is_known(word)).collect()
    };
    assert_eq!(unknown("api", &[]), Vec::<String>::new());
    assert_eq!(unknown("store", SHARED_BY_STORES), Vec::<String>::new());
    let used = &words("api") | &words("store");
    let unused: Vec<_> = CAPABILITIES.iter().filter(|word| !used.contains(**word)).collect();
    assert!(unused.is_empty(), "nothing is called {unused:?}");
}

#[test]
fn the_web_app_names_the_same_capabilities_as_the_server() {
    let test =
        fs::read_to_string(folder("web/src/architecture.test.ts")).expect("the web app's test");
    let list =
        test.split_once("const capabilities = [").and_then(|(_, rest)| rest.split_once("];"));
    let (list, _) = list.expect("a list of capabilities");
    let web: BTreeSet<&str> = list.split('\'').skip(1).step_by(2).collect();
    assert_eq!(web, CAPABILITIES.iter().copied().collect());
}

#[test]
fn no_folder_has_more_than_25_files() {
    for name in
        ["server", "server/services", "server/images", "server/store", "server/demo", "domain"]
    {
        let mut folders: BTreeMap<PathBuf, usize> = BTreeMap::new();
        for file in sources(&crate_src(name)).values() {
            *folders.entry(file.parent().expect("a folder").to_path_buf()).or_default() += 1;
        }
        folders.retain(|_, files| *files > MOST_FILES);
        assert!(folders.is_empty(), "{folders:?}");
    }
}

#[test]
fn a_forbidden_import_is_found() {
    let module = |path: &str| -> Module { path.split("::").map(str::to_owned).collect() };
    let imports = Imports::of_sources([
        (module("http::log"), "use crate::{app::clock, api::jobs::rows as r};".to_owned()),
        (module("app::clock"), String::new()),
        (module("api::jobs::rows"), "fn f() { super::images::g(); }".to_owned()),
        (module("api::jobs::images"), "use super::rows::{self};".to_owned()),
        (module("api::chat"), "mod a { use crate::api::jobs::rows; }".to_owned()),
        (module("api::search"), "#[cfg(test)] mod tests { use crate::api::chat; }".to_owned()),
        (module("cli"), "mod run; use run::main; fn f(run: u8) -> u8 { run }".to_owned()),
        (module("cli::run"), "use super::Settings;".to_owned()),
    ]);
    assert!(imports.0[&module("cli")].contains(&module("cli::run")), "without self");
    let rows = module("api::jobs::rows");
    assert!(imports.circle().is_some_and(|circle| circle.len() == 2 && circle.contains(&rows)));
    assert_eq!(imports.upward(SERVER), ["http::log imports api::jobs::rows"]);
    assert_eq!(imports.unlisted("api", &[], &[]), ["api: chat knows jobs"]);
    assert_eq!(imports.unlisted("api", &[("chat", &["jobs"])], &[]), Vec::<String>::new());
}
