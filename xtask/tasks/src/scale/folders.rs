//! Where an installation has its files and logs.

use std::{
    env, fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    path::PathBuf,
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result};
use xtask::checkout::{self, is_root};

/// How often the deletion of the files is tried, and the pause between two tries.
const TRIES: u32 = 40;
const PAUSE: Duration = Duration::from_millis(50);

/// The folders of one installation.
#[derive(Clone)]
pub struct Folders {
    /// Deleted at the end.
    pub files: PathBuf,
    /// Kept until the next run.
    pub logs: PathBuf,
}

impl Folders {
    /// Creates them for so many servers, without what an earlier run left.
    pub fn create(servers: usize) -> Result<Self> {
        delete_files();
        let logs = checkout::target().join(format!("scale/logs-{servers}"));
        let folders = Self { files: files(), logs };
        for folder in [&folders.files, &folders.logs] {
            fs::create_dir_all(folder)
                .with_context(|| format!("{} cannot be created", folder.display()))?;
        }
        Ok(folders)
    }

    /// The same with the files in a folder of that.
    pub fn below(&self, name: &str) -> Self {
        Self { files: self.files.join(name), logs: self.logs.clone() }
    }
}

/// PostgreSQL refuses to run as root, and its account may not be allowed to see the checkout of root.
fn files() -> PathBuf {
    if !is_root() {
        return checkout::target().join("scale/files");
    }
    let mut hash = DefaultHasher::new();
    checkout::target().hash(&mut hash);
    env::temp_dir().join(format!("ridgeline-scale-{:016x}", hash.finish()))
}

/// Deletes the files of an installation, whose processes have ended. The children of a killed PostgreSQL write for a
/// moment longer.
pub fn delete_files() {
    for _ in 0..TRIES {
        // What is left then is deleted by the next run.
        let _ = fs::remove_dir_all(files());
        if !files().exists() {
            return;
        }
        thread::sleep(PAUSE);
    }
}

/// Deletes the logs of earlier runs.
pub fn delete_logs() {
    // There may be none.
    let _ = fs::remove_dir_all(checkout::target().join("scale"));
}

/// Deletes the files when it is dropped.
pub struct FilesGuard;

impl Drop for FilesGuard {
    fn drop(&mut self) {
        delete_files();
    }
}
