//! The files in a folder.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The files in a folder and in the folders inside it, by their paths below it.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(at).expect("folder") {
            let path = entry.expect("entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                files.push(path.strip_prefix(folder).expect("inside").to_path_buf());
            }
        }
    }
    files
}
