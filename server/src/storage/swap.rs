//! Replaces files of the data folder with others, all of them or none. The renames are written to a journal before
//! the first; a journal that is still there at the next start belongs to a restore that failed or was killed, and
//! its renames are undone.

use std::{
    fs::{self, File},
    io::{ErrorKind, Write as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

/// The journal, in the data folder.
const JOURNAL: &str = "restore.journal";
/// The prefix of folders in which a restore prepares its files.
pub(crate) const STAGED: &str = "restoring-";

/// The renames of a swap, by their paths in the data folder.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Swap {
    moves: Vec<Move>,
    /// Where replaced files go.
    aside: Option<PathBuf>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Move {
    from: PathBuf,
    to: PathBuf,
}

impl Swap {
    /// A swap that moves replaced files to this new folder.
    pub(crate) fn new(aside: Option<PathBuf>) -> Self {
        Self { moves: Vec::new(), aside }
    }

    /// Adds a rename; it must not have the path of another one's result as its own.
    pub(crate) fn then(&mut self, from: impl Into<PathBuf>, to: impl Into<PathBuf>) {
        self.moves.push(Move { from: from.into(), to: to.into() });
    }

    /// Does all of it, or undoes what it did.
    pub(crate) fn run(&self, data: &Path) -> anyhow::Result<()> {
        let done = self.begin(data).and_then(|()| {
            self.moves.iter().try_for_each(|renamed| renamed.run(data))?;
            self.finish(data)
        });
        if let Err(error) = done {
            recover(data).with_context(|| {
                format!("{error:#}; the next start will put back what was there before")
            })?;
            return Err(error);
        }
        Ok(())
    }

    fn begin(&self, data: &Path) -> anyhow::Result<()> {
        if let Some(aside) = &self.aside {
            fs::create_dir(data.join(aside))
                .with_context(|| format!("the folder {} cannot be created", aside.display()))?;
        }
        let unfinished = data.join(format!("{JOURNAL}.new"));
        let mut journal = File::create(&unfinished)?;
        journal.write_all(&serde_json::to_vec(self)?)?;
        journal.sync_all()?;
        fs::rename(unfinished, data.join(JOURNAL))?;
        sync(data)
    }

    /// Syncs what was renamed, and only then removes the journal.
    fn finish(&self, data: &Path) -> anyhow::Result<()> {
        for folder in self.moves.iter().flat_map(|renamed| [&renamed.from, &renamed.to]) {
            sync(data.join(folder).parent().unwrap_or(data))?;
        }
        fs::remove_file(data.join(JOURNAL))?;
        sync(data)
    }

    /// Undoes the renames that were done, the last first. It may be interrupted and begun again.
    fn undo(&self, data: &Path) -> anyhow::Result<()> {
        for Move { from, to } in self.moves.iter().rev() {
            let (from, to) = (data.join(from), data.join(to));
            if !from.try_exists()? && to.try_exists()? {
                fs::rename(&to, &from)
                    .with_context(|| format!("{} cannot be put back", from.display()))?;
                sync(from.parent().unwrap_or(data))?;
            }
        }
        if let Some(aside) = &self.aside {
            // Empty now, unless somebody put something there.
            let _ = fs::remove_dir(data.join(aside));
        }
        fs::remove_file(data.join(JOURNAL))?;
        sync(data)
    }
}

impl Move {
    fn run(&self, data: &Path) -> anyhow::Result<()> {
        fs::rename(data.join(&self.from), data.join(&self.to)).with_context(|| {
            format!("{} cannot be moved to {}", self.from.display(), self.to.display())
        })
    }
}

/// Whether a swap was interrupted: the data folder is not complete until [`recover`].
pub(crate) fn is_interrupted(data: &Path) -> bool {
    data.join(JOURNAL).exists()
}

/// Puts back what an interrupted swap moved, and deletes what restores left behind. The caller has the lock of the
/// data folder.
pub(crate) fn recover(data: &Path) -> anyhow::Result<()> {
    match fs::read(data.join(JOURNAL)) {
        Ok(journal) => {
            let swap: Swap = serde_json::from_slice(&journal)
                .with_context(|| format!("{JOURNAL} in the data folder cannot be read"))?;
            swap.undo(data)?;
            tracing::warn!("a restore was interrupted; what was there before is back");
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error.into()),
    }
    for entry in fs::read_dir(data)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(STAGED) && entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// Makes the entries of a folder durable.
pub(crate) fn sync(folder: &Path) -> anyhow::Result<()> {
    let opened = File::open(folder).and_then(|folder| folder.sync_all());
    opened.with_context(|| format!("the folder {} cannot be synced", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(data: &Path, path: &str, text: &str) {
        let file = data.join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("folder");
        fs::write(file, text).expect("file");
    }

    /// A folder with an old database and its files, and new ones that are staged.
    fn folder() -> (tempfile::TempDir, Swap) {
        let folder = tempfile::tempdir().expect("folder");
        write(folder.path(), "db", "old");
        write(folder.path(), "files/a", "old");
        write(folder.path(), "restoring-1/db", "new");
        write(folder.path(), "restoring-1/files/a", "new");
        let mut swap = Swap::new(Some("replaced-1".into()));
        swap.then("db", "replaced-1/db");
        swap.then("files", "replaced-1/files");
        swap.then("restoring-1/files", "files");
        swap.then("restoring-1/db", "db");
        (folder, swap)
    }

    fn text(data: &Path, path: &str) -> String {
        fs::read_to_string(data.join(path)).unwrap_or_default()
    }

    fn is_as_before(data: &Path) {
        assert_eq!((text(data, "db"), text(data, "files/a")), ("old".into(), "old".into()));
        let mut left: Vec<_> = fs::read_dir(data)
            .expect("folder")
            .map(|entry| entry.expect("entry").file_name())
            .collect();
        left.sort();
        assert_eq!(left, ["db", "files"], "nothing else is left");
    }

    #[test]
    fn a_restore_that_is_killed_at_any_moment_leaves_the_old_database_and_its_files() {
        for killed_after in 0..=4 {
            let (folder, swap) = folder();
            let data = folder.path();
            swap.begin(data).expect("begun");
            for renamed in &swap.moves[..killed_after] {
                renamed.run(data).expect("renamed");
            }
            assert!(is_interrupted(data));
            recover(data).expect("recovered");
            is_as_before(data);
            recover(data).expect("nothing to do");
            is_as_before(data);
        }
    }

    #[test]
    fn a_recovery_that_is_killed_is_finished_by_the_next_one() {
        for undone in 0..=4 {
            let (folder, swap) = folder();
            let data = folder.path();
            swap.begin(data).expect("begun");
            swap.moves.iter().for_each(|renamed| renamed.run(data).expect("renamed"));
            for Move { from, to } in swap.moves.iter().rev().take(undone) {
                fs::rename(data.join(to), data.join(from)).expect("undone");
            }
            recover(data).expect("recovered");
            is_as_before(data);
        }
    }

    #[test]
    fn a_rename_that_fails_undoes_those_before_it() {
        let (folder, mut swap) = folder();
        swap.then("restoring-1/missing", "missing");
        let error = swap.run(folder.path()).expect_err("nothing to rename");
        assert!(error.to_string().contains("missing cannot be moved"), "{error:#}");
        is_as_before(folder.path());
    }

    #[test]
    fn a_finished_swap_is_not_undone() {
        let (folder, swap) = folder();
        let data = folder.path();
        swap.run(data).expect("swapped");
        recover(data).expect("nothing to do");
        assert_eq!((text(data, "db"), text(data, "files/a")), ("new".into(), "new".into()));
        assert_eq!(text(data, "replaced-1/db"), "old");
        assert!(!data.join("restoring-1").exists());
    }
}
