//! The files of a release.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use xtask::checkout;

/// What the archive holds beside the server and the docs.
const BESIDE: [&str; 5] =
    ["deploy/ridgeline.service", "deploy/ridgeline.env", "LICENSE", "CHANGELOG.md", "SECURITY.md"];

/// Copies everything of the archive into this folder.
pub fn gather(folder: &Path, server: &Path) -> Result<()> {
    let docs = folder.join("docs");
    fs::create_dir_all(&docs)?;
    copy(server, folder)?;
    for file in BESIDE {
        copy(&checkout::root().join(file), folder)?;
    }
    for page in fs::read_dir(checkout::root().join("docs"))? {
        let page = page?.path();
        if page.extension().is_some_and(|kind| kind == "md") {
            copy(&page, &docs)?;
        }
    }
    Ok(())
}

fn copy(file: &Path, into: &Path) -> Result<()> {
    let name = file.file_name().context("a file without a name")?;
    fs::copy(file, into.join(name)).with_context(|| file.display().to_string())?;
    Ok(())
}

/// The names of the files in a folder, in order.
pub fn of(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut names = Vec::new();
    for file in fs::read_dir(folder)? {
        names.push(PathBuf::from(file?.file_name()));
    }
    names.sort();
    Ok(names)
}
