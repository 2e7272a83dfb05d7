//! Which file may import which: layers, capabilities and no cycles, in `server` and in `domain`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use syn::visit::{self, Visit};

/// The layers of the server, lowest first. A file imports from lower layers and from its own folder.
const SERVER: &[&[&str]] =
    &[&["app"], &["http", "notify", "storage"], &["backup", "tasks"], &["api"], &["cli"]];

/// The layers of the services, which know nothing of calls.
const SERVICES: &[&[&str]] = &[
    &["core"],
    &["geocoding", "images"],
    &["telemetry"],
    &["auth", "files", "live", "push", "translation"],
    &["export", "mail"],
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
    &["activity", "calendar", "chat", "connections", "limits", "orders", "reports"],
    &["schema"],
    &["customers"],
    &["imports"],
    &["evaluate"],
];

/// The capabilities: the only names for folders and files directly under `api` and `store`.
const CAPABILITIES: &[&str] = &[
    "accounts",
    "activity",
    "calendar",
    "chat",
    "companies",
    "connections",
    "crews",
    "customers",
    "files",
    "imports",
    "jobs",
    "live",
    "notifications",
    "operations",
    "orders",
    "products",
    "reports",
    "search",
    "translations",
    "vendors",
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
    "mail_allowance",
    "membership",
    "outbox",
    "scope",
    "secrets",
    "text",
    "token",
];

/// Which capability's routes may import which other's.
const API_PAIRS: &[(&str, &[&str])] = &[
    ("companies", &["accounts"]),
    ("files", &["chat", "companies"]),
    ("orders", &["jobs"]),
    ("reports", &["activity"]),
];

/// Which capability's rows may import which other's. All may import `scope`, `actor` and `text`.
const STORE_PAIRS: &[(&str, &[&str])] = &[
    ("activity", &["companies", "jobs"]),
    ("calendar", &["companies", "jobs"]),
    ("chat", &["files", "notifications"]),
    ("companies", &["files"]),
    ("connections", &["chat", "companies"]),
    ("imports", &["activity", "companies"]),
    ("jobs", &["files"]),
    (
        "membership",
        &[
            "accounts",
            "activity",
            "calendar",
            "chat",
            "companies",
            "connections",
            "files",
            "outbox",
        ],
    ),
    ("notifications", &["companies"]),
    ("orders", &["jobs"]),
    ("outbox", &["files", "notifications"]),
    ("reports", &["jobs"]),
    ("search", &["cache", "jobs"]),
    ("translations", &["jobs"]),
];

/// More files in one folder are hard to survey.
const MOST_FILES: usize = 25;

type Module = Vec<String>;

/// The modules of a crate and what each imports from it. Tests within a file do not count.
struct Imports(BTreeMap<Module, BTreeSet<Module>>);

impl Imports {
    fn of(src: &Path) -> Self {
        let sources = sources(src);
        Self::of_sources(
            sources
                .into_iter()
                .map(|(module, file)| (module, fs::read_to_string(file).expect("source"))),
        )
    }

    fn of_sources(sources: impl IntoIterator<Item = (Module, String)>) -> Self {
        let sources: BTreeMap<Module, String> = sources.into_iter().collect();
        let known: BTreeSet<Module> = sources.keys().cloned().collect();
        let imports = sources.into_iter().map(|(module, text)| {
            let file = syn::parse_file(&text).expect("Rust");
            let mut paths = Paths { module: module.clone(), found: Vec::new() };
            paths.visit_file(&file);
            let found = paths.found.into_iter().filter_map(|path| {
                let whole = (1..=path.len()).rev().map(|length| path[..length].to_vec());
                whole.into_iter().find(|prefix| known.contains(prefix))
            });
            let found = found.filter(|found| *found != module).collect();
            (module, found)
        });
        Self(imports.collect())
    }

    /// The same modules, as parts of `folder`.
    fn within(self, folder: &str) -> Self {
        let inside = |module: Module| [vec![folder.to_owned()], module].concat();
        let imports = self
            .0
            .into_iter()
            .map(|(module, found)| (inside(module), found.into_iter().map(inside).collect()));
        Self(imports.collect())
    }

    /// An import cycle, as the modules on it.
    fn circle(&self) -> Option<Vec<Module>> {
        fn walk(
            of: &Imports,
            at: &Module,
            way: &mut Vec<Module>,
            done: &mut BTreeSet<Module>,
        ) -> Option<Vec<Module>> {
            if let Some(start) = way.iter().position(|passed| passed == at) {
                return Some(way[start..].to_vec());
            }
            if !done.insert(at.clone()) {
                return None;
            }
            way.push(at.clone());
            let circle = of.0.get(at)?.iter().find_map(|next| walk(of, next, way, done));
            way.pop();
            circle
        }
        let mut done = BTreeSet::new();
        self.0.keys().find_map(|module| walk(self, module, &mut Vec::new(), &mut done))
    }

    /// Imports from a layer that is not lower.
    fn upward(&self, layers: &[&[&str]]) -> Vec<String> {
        let layer = |module: &Module| {
            let folder = module.first()?;
            layers.iter().position(|layer| layer.contains(&folder.as_str()))
        };
        let mut wrong = Vec::new();
        for (from, targets) in &self.0 {
            for to in targets.iter().filter(|to| to.first() != from.first()) {
                // A module that is in no layer (the binary, the crate's root) is above all of them.
                let is_lower = match (layer(from), layer(to)) {
                    (Some(from), Some(to)) => to < from,
                    (None, _) => true,
                    (Some(_), None) => false,
                };
                if !is_lower {
                    wrong.push(format!("{} imports {}", from.join("::"), to.join("::")));
                }
            }
        }
        wrong
    }

    /// Imports within `layer` between capabilities that are not listed as a pair.
    fn unlisted(&self, layer: &str, pairs: &[(&str, &[&str])], common: &[&str]) -> Vec<String> {
        let mut wrong = Vec::new();
        for (from, targets) in &self.0 {
            let [top, from, ..] = from.as_slice() else { continue };
            for to in targets {
                let [other, to, ..] = to.as_slice() else { continue };
                let is_listed =
                    pairs.iter().any(|(one, others)| one == from && others.contains(&to.as_str()));
                let is_free = from == to || is_listed || common.contains(&to.as_str());
                if top == layer && other == layer && !is_free {
                    wrong.push(format!("{layer}: {from} knows {to}"));
                }
            }
        }
        wrong.sort();
        wrong.dedup();
        wrong
    }
}

/// Collects the paths of one file that start at its crate.
struct Paths {
    module: Module,
    found: Vec<Module>,
}

impl Paths {
    fn add(&mut self, path: &[String]) {
        let mut at = self.module.clone();
        let rest = match path.first().map(String::as_str) {
            Some("crate") => {
                at.clear();
                &path[1..]
            }
            Some("self") => &path[1..],
            Some("super") => {
                let up = path.iter().take_while(|word| *word == "super").count();
                at.truncate(at.len().saturating_sub(up));
                &path[up..]
            }
            _ => return,
        };
        at.extend(rest.iter().cloned());
        self.found.push(at);
    }

    fn add_tree(&mut self, before: &[String], tree: &syn::UseTree) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.add_tree(&with(&path.ident), &path.tree),
            syn::UseTree::Name(name) => self.add(&with(&name.ident)),
            syn::UseTree::Rename(name) => self.add(&with(&name.ident)),
            syn::UseTree::Glob(_) => self.add(before),
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.add_tree(before, tree));
            }
        }
    }
}

impl<'ast> Visit<'ast> for Paths {
    /// `pub(super)` imports nothing.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.add_tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let words: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.add(&words);
        visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let is_test = item.attrs.iter().any(|attribute| attribute.path().is_ident("cfg"));
        if item.content.is_some() && !is_test {
            self.module.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.module.pop();
        }
    }
}

/// Every module of a crate's `src` and its file; test files do not count.
fn sources(src: &Path) -> BTreeMap<Module, PathBuf> {
    fn read(folder: &Path, module: &[String], found: &mut BTreeMap<Module, PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let named = [module, std::slice::from_ref(&stem)].concat();
            if path.is_dir() {
                read(&path, &named, found);
            } else if stem == "mod" || module.is_empty() && stem == "lib" {
                found.insert(module.to_vec(), path);
            } else if !stem.ends_with("tests") {
                found.insert(named, path);
            }
        }
    }
    let mut found = BTreeMap::new();
    read(src, &[], &mut found);
    found
}

fn crate_src(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src")
}

#[test]
fn no_module_is_part_of_an_import_cycle() {
    for (name, least) in [
        ("server", 90),
        ("server/store", 80),
        ("server/demo", 20),
        ("domain", 90),
        ("ridgeline", 2),
    ] {
        let imports = Imports::of(&crate_src(name));
        assert!(imports.0.len() >= least, "{name} is read: {}", imports.0.len());
        assert_eq!(imports.circle(), None, "{name}");
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
fn no_folder_has_more_than_25_files() {
    for name in ["server", "server/services", "server/store", "server/demo", "domain"] {
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
    ]);
    let rows = module("api::jobs::rows");
    assert!(imports.circle().is_some_and(|circle| circle.len() == 2 && circle.contains(&rows)));
    assert_eq!(imports.upward(SERVER), ["http::log imports api::jobs::rows"]);
    assert_eq!(imports.unlisted("api", &[], &[]), ["api: chat knows jobs"]);
    assert_eq!(imports.unlisted("api", &[("chat", &["jobs"])], &[]), Vec::<String>::new());
}
