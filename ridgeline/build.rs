//! Chooses the files of the web app that a release embeds, and rebuilds a release after each build of the app.

use std::{env, fs, io, path::Path};

fn main() {
    // The folder must exist to be embedded. If it is empty, the server serves its API and a page that explains how
    // to build the app.
    let built = Path::new("../web/dist");
    if let Err(error) = fs::create_dir_all(built) {
        println!("cargo:warning=web/dist cannot be created: {error}");
    }
    // A debug build reads web/dist on each request: to compile it and its tests again takes minutes.
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_none() {
        println!("cargo:rerun-if-changed=../web/dist");
        let out = Path::new("embedded");
        // Files of an earlier build have other names.
        let _ = fs::remove_dir_all(out);
        if let Err(error) = embed(built, out) {
            println!("cargo:warning=web/dist cannot be embedded: {error}");
        }
    }
}

/// Copies what is embedded. Of a file with compressed copies only the smallest: the server makes the others from it.
/// Pages stay, because the server writes into them.
fn embed(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        let extension = path.extension().unwrap_or_default();
        let has_smaller = |suffix: &str| {
            let mut smaller = path.clone().into_os_string();
            smaller.push(suffix);
            Path::new(&smaller).exists()
        };
        if path.is_dir() {
            embed(&path, &to.join(name))?;
        } else if extension == "html" || (extension != "gz" && !has_smaller(".br")) {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}
