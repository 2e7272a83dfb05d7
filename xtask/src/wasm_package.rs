//! Packages the rules for the browser: compiled WASM to JavaScript, types and a module.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};

use crate::{
    checkout, node,
    stamp::Stamp,
    steps::{self, Step},
    wasm_target::{self, Optimization},
};

/// How much the modules may weigh.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// As small as the tools can make them, for a phone with one bar.
    Small,
    /// Whatever is there already, or is made soonest: they are loaded from the same machine.
    Any,
}

/// The module that the browser downloads.
#[must_use]
pub fn module() -> PathBuf {
    checkout::wasm_package().join("domain_wasm_bg.wasm")
}

/// A module of its own: its feature of `domain-wasm`, and the name of its files.
const PARTS: [(&str, &str); 2] = [("rules", "domain_wasm"), ("import", "import_sheet")];

/// Compiles the rules and writes `web/domain/`, unless it is up to date.
pub fn build(size: Size) -> Result<()> {
    let is_fresh = |stamp: &Stamp| module().exists() && stamp.is_fresh(&outputs());
    let small = stamp(Size::Small)?;
    let wanted = stamp(size)?;
    if is_fresh(&small) || is_fresh(&wanted) {
        steps::unchanged("rules to WASM");
        return Ok(());
    }
    // Built in another folder and moved, so that the web app never sees half of it.
    let aside = checkout::state_folder().join("wasm-package");
    if aside.exists() {
        fs::remove_dir_all(&aside)?;
    }
    let optimization = match size {
        Size::Small => Optimization::Size,
        Size::Any => Optimization::Little,
    };
    for (part, name) in PARTS {
        let compiled = steps::step(&format!("{part} to WASM"), |step| {
            wasm_target::compile(step, part, optimization)
        })?;
        steps::step(&format!("{part} packed"), |step| {
            generate(step, &compiled, name, &aside)?;
            if size == Size::Small {
                shrink(step, &aside, name)?;
            }
            Ok(())
        })?;
    }
    put_in_place(&aside, &checkout::wasm_package())?;
    wanted.keep(&outputs())
}

fn outputs() -> Vec<PathBuf> {
    checkout::files(&checkout::wasm_package(), |_| true)
}

fn stamp(size: Size) -> Result<Stamp> {
    Stamp::of("wasm-package", &sources(), &format!("{} {size:?}", wasm_target::settings()))
}

/// The generator is a program of its own: it takes half a minute to compile, which the server need not wait for. Its
/// version is pinned beside `wasm-bindgen` in `Cargo.lock`, so they always match and no tool has to be installed first.
fn generate(step: &Step, compiled: &Path, name: &str, folder: &Path) -> Result<()> {
    let mut generate = generator("run");
    generate.args(["--quiet", "--"]).arg(compiled).arg(name).arg(folder);
    step.run(&mut generate)
        .with_context(|| format!("no JavaScript can be made for {}", compiled.display()))?;
    Ok(())
}

/// A command of cargo for the generator. Cargo builds for one command at a time in a folder, and the tests may be under
/// way in the usual one.
#[must_use]
pub fn generator(command: &str) -> Command {
    let mut cargo = checkout::cargo([command, "--package", "wasm-package"]);
    cargo.env("CARGO_TARGET_DIR", wasm_target::folder().join("package"));
    cargo
}

fn shrink(step: &Step, folder: &Path, name: &str) -> Result<()> {
    let generated = folder.join(format!("{name}_bg.wasm"));
    let optimized = folder.join("small.wasm");
    // Never --all-features: it writes imports that Node and browsers do not support yet.
    step.run(
        node::tool("wasm-opt")?
            .args(["-Oz", "--converge"])
            .arg(&generated)
            .arg("-o")
            .arg(&optimized),
    )?;
    Ok(fs::rename(&optimized, &generated)?)
}

fn put_in_place(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for file in checkout::files(from, |_| true) {
        let target = to.join(file.strip_prefix(from)?);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::rename(&file, &target).with_context(|| format!("cannot write {}", target.display()))?;
    }
    Ok(())
}

fn sources() -> Vec<PathBuf> {
    let root = checkout::root();
    let mut sources = vec![root.join("Cargo.toml"), root.join("Cargo.lock")];
    for folder in ["domain", "domain-wasm"] {
        sources.push(root.join(folder).join("Cargo.toml"));
        sources.extend(checkout::files(&root.join(folder).join("src"), |_| true));
    }
    sources
}
