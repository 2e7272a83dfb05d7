//! Stores a hash of a step's inputs and one of its outputs, so that the step runs again only when one of them changed.

use std::{
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

use crate::checkout;

/// The hash of a step's inputs.
pub struct Stamp {
    file: PathBuf,
    sum: String,
}

impl Stamp {
    /// Hashes `inputs` by content, not time, so that a new branch does not rebuild unchanged steps.
    pub fn of(step: &str, inputs: &[PathBuf], settings: &str) -> Result<Self> {
        Self::in_folder(&checkout::state_folder(), step, inputs, settings)
    }

    fn in_folder(folder: &Path, step: &str, inputs: &[PathBuf], settings: &str) -> Result<Self> {
        Ok(Self {
            file: folder.join(format!("{step}.stamp")),
            sum: format!("{:016x}", hash_of(settings, inputs)?),
        })
    }

    /// Whether the step never ran in this checkout.
    #[must_use]
    pub fn is_first(&self) -> bool {
        !self.file.exists()
    }

    /// Whether these are the outputs that were built from these inputs. Another target folder has other stamps for the
    /// same outputs, so that they exist is not enough.
    #[must_use]
    pub fn is_fresh(&self, outputs: &[PathBuf]) -> bool {
        let stored = fs::read_to_string(&self.file).unwrap_or_default();
        self.with_outputs(outputs).is_ok_and(|current| stored == current)
    }

    /// Records that the outputs were built from these inputs.
    pub fn keep(&self, outputs: &[PathBuf]) -> Result<()> {
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&self.file, self.with_outputs(outputs)?)
            .with_context(|| format!("cannot write {}", self.file.display()))
    }

    fn with_outputs(&self, outputs: &[PathBuf]) -> Result<String> {
        Ok(format!("{} {:016x}", self.sum, hash_of("", outputs)?))
    }
}

fn hash_of(settings: &str, files: &[PathBuf]) -> Result<u64> {
    let mut sum = DefaultHasher::new();
    settings.hash(&mut sum);
    for file in files {
        let content = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        file.hash(&mut sum);
        content.hash(&mut sum);
    }
    Ok(sum.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_runs_again_when_an_input_changed_or_its_output_is_another_or_missing() {
        let folder = tempfile::tempdir().expect("folder");
        let (input, output) = (folder.path().join("in"), folder.path().join("out"));
        fs::write(&input, "one").expect("input");
        fs::write(&output, "made").expect("output");
        let stamp = |settings: &str| {
            Stamp::in_folder(folder.path(), "step", std::slice::from_ref(&input), settings)
                .expect("stamp")
        };
        let outputs = [output.clone()];
        assert!(!stamp("").is_fresh(&outputs), "never made");
        assert!(stamp("").is_first(), "never made");
        stamp("").keep(&outputs).expect("kept");
        assert!(!stamp("").is_first(), "made once");
        assert!(stamp("").is_fresh(&outputs), "nothing changed");
        assert!(!stamp("other way").is_fresh(&outputs), "other settings");
        fs::write(&input, "two").expect("input");
        assert!(!stamp("").is_fresh(&outputs), "input changed");
        stamp("").keep(&outputs).expect("kept");
        fs::write(&output, "made by another").expect("output");
        assert!(!stamp("").is_fresh(&outputs), "output changed");
        fs::remove_file(&output).expect("removed");
        assert!(!stamp("").is_fresh(&outputs), "output gone");
    }
}
