//! Packs the rules for npm: the WASM package with an entry for Node, one for browsers, and types.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, bail};
use xtask::{checkout, node, steps, steps::Step};

use crate::tally::{ONE_PASSED, Tally};

/// Its name, also in the README's example.
const NAME: &str = "ridgeline-rules";

/// The files of the package that are written by hand.
const OWN: [(&str, &str); 5] = [
    ("node.js", include_str!("npm_package/node.js")),
    ("browser.js", include_str!("npm_package/browser.js")),
    ("index.d.ts", include_str!("npm_package/index.d.ts")),
    ("README.md", include_str!("npm_package/README.md")),
    // Node takes the first condition of `exports` that holds: their order matters.
    ("package.json", include_str!("npm_package/package.json")),
];

/// The files of the WASM package that it contains.
const RULES: [&str; 4] =
    ["domain_wasm.js", "domain_wasm.d.ts", "domain_wasm_bg.wasm", "domain_wasm_bg.wasm.d.ts"];

/// Where the WASM package imports the types of the API from.
const BINDINGS: &str = "\"../../bindings\"";

/// Packs the WASM package, which has to be up to date. Returns the path of the archive.
pub fn build() -> Result<PathBuf> {
    steps::step("rules for npm", pack)
}

/// Packs it, installs it from the file in an empty folder without a network, and runs the example of its README.
pub fn test() -> Result<Tally> {
    steps::step("rules for npm", |step| {
        let archive = pack(step)?;
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join("package.json"), r#"{"type": "module"}"#)?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--offline", "--no-audit", "--no-fund"]).arg(&archive);
        step.run(npm.current_dir(folder.path())).context("the package cannot be installed")?;
        fs::write(folder.path().join("example.js"), example()?)?;
        let shown = step.run(
            node::program()?.arg("example.js").env("NO_COLOR", "1").current_dir(folder.path()),
        )?;
        let expected = ["title: Must provide a title", "{ value: 73 }", "{ ok: true }"];
        if shown.lines().collect::<Vec<_>>() != expected {
            bail!("the example of the package's README prints\n{shown}");
        }
        Ok(ONE_PASSED)
    })
}

/// The program in the README.
fn example() -> Result<&'static str> {
    let readme = include_str!("npm_package/README.md");
    let code = readme.split("```js\n").nth(1).and_then(|rest| rest.split("```").next());
    code.context("the README of the package has no example")
}

fn pack(step: &Step) -> Result<PathBuf> {
    let version = env!("CARGO_PKG_VERSION");
    let folder = checkout::state_folder().join("npm").join("package");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for (name, text) in OWN {
        fs::write(folder.join(name), text.replace("VERSION", version))?;
    }
    let rules = checkout::wasm_package();
    for name in RULES {
        copy(&rules.join(name), &folder.join(name))?;
    }
    let types = fs::read_to_string(folder.join("domain_wasm.d.ts"))?;
    fs::write(folder.join("domain_wasm.d.ts"), types.replace(BINDINGS, "\"./types.js\""))?;
    copy(&checkout::root().join("bindings/index.ts"), &folder.join("types.d.ts"))?;
    copy(&checkout::root().join("LICENSE"), &folder.join("LICENSE"))?;
    let target = checkout::target().join("npm");
    fs::create_dir_all(&target)?;
    step.run(
        Command::new("npm")
            .args(["pack", "--silent", "--pack-destination"])
            .arg(&target)
            .current_dir(&folder),
    )
    .context("the package cannot be packed")?;
    Ok(target.join(format!("{NAME}-{version}.tgz")))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}
