//! Writes the JavaScript, the types and the module for one compiled part of the rules:
//! `wasm-package COMPILED.wasm NAME FOLDER`.

use std::{env, path::PathBuf};

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [compiled, name, folder] = arguments.as_slice() else {
        bail!("usage: wasm-package COMPILED.wasm NAME FOLDER");
    };
    Bindgen::new()
        .input_path(compiled)
        .out_name(name)
        .web(true)?
        .typescript(true)
        // Vite finds the module, and hashes its name, by the path in the JavaScript.
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(PathBuf::from(folder))
}
