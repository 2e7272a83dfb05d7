//! A limit on a process's memory, as a small machine or a container has it.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A control group with a limit on memory. Removed when dropped, which needs its processes to have ended.
pub struct MemoryLimit(PathBuf);

impl MemoryLimit {
    /// Moves a process into a new control group with this limit in bytes. `None` where the tests may not make
    /// one, as without root.
    pub fn of(process: u32, bytes: u64) -> Option<Self> {
        let versions =
            [("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")];
        versions.into_iter().find_map(|(root, limit)| {
            let group = Self(Path::new(root).join(format!("ridgeline-test-{process}")));
            fs::create_dir(&group.0).ok()?;
            fs::write(group.0.join(limit), bytes.to_string()).ok()?;
            fs::write(group.0.join("cgroup.procs"), process.to_string()).ok()?;
            Some(group)
        })
    }
}

impl Drop for MemoryLimit {
    fn drop(&mut self) {
        // Fails while a process is in it; an empty group takes nothing.
        let _ = fs::remove_dir(&self.0);
    }
}
