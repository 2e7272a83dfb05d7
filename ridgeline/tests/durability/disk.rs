//! A disk that can be filled: a small mounted file system where mounting is allowed, otherwise a limit on the
//! size of files that the server writes, which makes its writes fail as well.

use std::{
    fs::File,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use tempfile::TempDir;

/// Enough space for a new server.
const MEGABYTES: u64 = 48;

pub struct Disk {
    folder: TempDir,
    is_mounted: bool,
}

impl Disk {
    pub fn small() -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={MEGABYTES}m"), "tmpfs"]);
        let mounted = mount.arg(folder.path()).stderr(Stdio::null()).status();
        Self { folder, is_mounted: mounted.is_ok_and(|ended| ended.success()) }
    }

    /// The kind of disk, for the printed results.
    pub const fn kind(&self) -> &'static str {
        if self.is_mounted { "a file system of 48 MB" } else { "a limit on the size of files" }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Takes all free space from this process.
    pub fn fill(&self, process: u32) {
        if self.is_mounted {
            let mut file = File::create(self.filler()).expect("a file");
            for part in [vec![0_u8; 1 << 20], vec![0; 1 << 10]] {
                while file.write_all(&part).is_ok() {}
            }
        } else {
            // Not the size of the log: after a checkpoint it starts over and has space again.
            limit(process, "1");
        }
    }

    /// Frees the space again.
    pub fn make_room(&self, process: u32) {
        if self.is_mounted {
            std::fs::remove_file(self.filler()).expect("removed");
        } else {
            limit(process, "unlimited");
        }
    }

    fn filler(&self) -> PathBuf {
        self.folder.path().join("filler")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.is_mounted {
            // Lazily: a server that is still shutting down may have files open.
            let _ = Command::new("umount").arg("-l").arg(self.folder.path()).status();
        }
    }
}

fn limit(process: u32, bytes: &str) {
    let mut set = Command::new("prlimit");
    set.args(["--pid", &process.to_string(), &format!("--fsize={bytes}:unlimited")]);
    assert!(set.status().expect("prlimit").success());
}
