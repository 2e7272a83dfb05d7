//! Chooses the files of the web app that a release embeds, and rebuilds the binary after each build of the app.

use std::{env, fs, io, path::Path};

fn main() {
    // The folder must exist to be embedded. If it is empty, the server serves its API and a page that explains how
    // to build the app.
    let built = Path::new("../web/dist");
    if let Err(error) = fs::create_dir_all(built) {
        println!("cargo:warning=web/dist cannot be created: {error}");
    }
    println!("cargo:rerun-if-changed=../web/dist");
    // A debug build reads web/dist on each request.
    if env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_none() {
        let out = env::var("OUT_DIR").unwrap_or_default();
        let out = Path::new(&out).join("web_app");
        // Files of an earlier build have other names.
        let _ = fs::remove_dir_all(&out);
        if let Err(error) = embed(built, &out) {
            println!("cargo:warning=web/dist cannot be embedded: {error}");
        }
    }
}

/// Copies what is embedded. A file with a compressed copy is left out: only browsers load it, and they accept that
/// copy. Pages stay, because the server writes into them.
fn embed(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        let mut packed = path.clone().into_os_string();
        packed.push(".gz");
        let is_page = path.extension().is_some_and(|extension| extension == "html");
        if path.is_dir() {
            embed(&path, &to.join(name))?;
        } else if is_page || !Path::new(&packed).exists() {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}
