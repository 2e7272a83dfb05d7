//! Reads which module of a crate imports which.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use syn::visit::{self, Visit};

/// The path of a module within its crate.
pub type Module = Vec<String>;

/// The modules of a crate and what each imports from it. Tests within a file do not count.
pub struct Imports(pub BTreeMap<Module, BTreeSet<Module>>);

impl Imports {
    pub fn of(src: &Path) -> Self {
        let sources = sources(src);
        Self::of_sources(
            sources
                .into_iter()
                .map(|(module, file)| (module, fs::read_to_string(file).expect("source"))),
        )
    }

    pub fn of_sources(sources: impl IntoIterator<Item = (Module, String)>) -> Self {
        let sources: BTreeMap<Module, String> = sources.into_iter().collect();
        let known: BTreeSet<Module> = sources.keys().cloned().collect();
        let imports = sources.into_iter().map(|(module, text)| {
            let file = syn::parse_file(&text).expect("Rust");
            let mut paths = Paths::of(&module, &file);
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
    pub fn within(self, folder: &str) -> Self {
        let inside = |module: Module| [vec![folder.to_owned()], module].concat();
        let imports = self
            .0
            .into_iter()
            .map(|(module, found)| (inside(module), found.into_iter().map(inside).collect()));
        Self(imports.collect())
    }

    /// An import cycle, as the modules on it.
    pub fn circle(&self) -> Option<Vec<Module>> {
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
    pub fn upward(&self, layers: &[&[&str]]) -> Vec<String> {
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
    pub fn unlisted(&self, layer: &str, pairs: &[(&str, &[&str])], common: &[&str]) -> Vec<String> {
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
    file: Module,
    /// The modules that the file declares. A path may start with one of them without `self`.
    children: BTreeSet<String>,
    found: Vec<Module>,
}

impl Paths {
    fn of(module: &Module, file: &syn::File) -> Self {
        let children = file.items.iter().filter_map(|item| match item {
            syn::Item::Mod(item) if item.content.is_none() => Some(item.ident.to_string()),
            _ => None,
        });
        let children = children.collect();
        Self { module: module.clone(), file: module.clone(), children, found: Vec::new() }
    }

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
            Some(child) if self.module == self.file && self.children.contains(child) => path,
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
        // A single word is a variable or an imported name.
        if words.len() > 1 {
            self.add(&words);
        }
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
pub fn sources(src: &Path) -> BTreeMap<Module, PathBuf> {
    fn read(folder: &Path, module: &[String], found: &mut BTreeMap<Module, PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let named = [module, std::slice::from_ref(&stem)].concat();
            if path.is_dir() {
                read(&path, &named, found);
            } else if path.extension().is_none_or(|extension| extension != "rs") {
                // A script or a file of data.
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
