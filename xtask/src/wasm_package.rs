//! Packages the rules for the browser: compiled WASM to JavaScript, types and an optimized module.
//!
//! The generator is a dependency, pinned beside `wasm-bindgen` in `Cargo.lock`, so their versions always
//! match and no tool has to be installed first.

use std::{fs, path::Path, path::PathBuf};

use anyhow::{Context as _, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::{checkout, node, stamp::Stamp, steps, wasm_target};

/// The module that the browser downloads.
pub fn module() -> PathBuf {
    checkout::wasm_package().join("domain_wasm_bg.wasm")
}

/// A module of its own: its feature of `domain-wasm`, and the name of its files.
const PARTS: [(&str, &str); 2] = [("rules", "domain_wasm"), ("import", "import_sheet")];

/// Compiles the rules and writes `web/domain/`, unless it is up to date.
pub fn build() -> Result<()> {
    let stamp = Stamp::of("wasm-package", &sources(), &wasm_target::settings())?;
    let outputs = PARTS.map(|(_, name)| checkout::wasm_package().join(format!("{name}.d.ts")));
    if module().exists() && stamp.is_fresh(&outputs) {
        steps::unchanged("rules to WASM");
        return Ok(());
    }
    // Built in another folder and moved, so that the web app never sees half of it.
    let aside = checkout::state_folder().join("wasm-package");
    if aside.exists() {
        fs::remove_dir_all(&aside)?;
    }
    for (part, name) in PARTS {
        let compiled =
            steps::step(&format!("{part} to WASM"), |step| wasm_target::compile(step, part))?;
        steps::step(&format!("{part} packed and shrunk"), |step| {
            generate(&compiled, name, &aside)?;
            let generated = aside.join(format!("{name}_bg.wasm"));
            let optimized = aside.join("small.wasm");
            // Never --all-features: it writes imports that Node and browsers do not support yet.
            step.run(
                node::tool("wasm-opt")?
                    .args(["-Oz", "--converge"])
                    .arg(&generated)
                    .arg("-o")
                    .arg(&optimized),
            )?;
            Ok(fs::rename(&optimized, &generated)?)
        })?;
    }
    put_in_place(&aside, &checkout::wasm_package())?;
    stamp.keep()
}

fn generate(compiled: &Path, name: &str, folder: &Path) -> Result<()> {
    Bindgen::new()
        .input_path(compiled)
        .out_name(name)
        .web(true)?
        .typescript(true)
        // Vite finds the module, and hashes its name, by the path in the JavaScript.
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
        .with_context(|| format!("no JavaScript can be made for {}", compiled.display()))
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
