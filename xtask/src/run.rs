//! `cargo xtask run`: builds, loads demo data into an empty folder, and serves. The budgets of downloads are not
//! checked: here it counts how soon it runs.

use std::{
    convert::Infallible,
    env,
    ffi::{OsStr, OsString},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, bail};

use crate::{build, checkout, replace::replace_with, steps::typed};

/// Builds, then becomes the server. `flags` are passed to `ridgeline serve`.
pub fn run(flags: &[OsString]) -> Result<Infallible> {
    let ridgeline = build::all(build::Profile::Fast)?;
    let mut serve = Command::new(&ridgeline);
    serve.arg("serve");
    let chosen = value_of(flags, "--data").or_else(|| env::var_os("RIDGELINE_DATA"));
    let folder = chosen.clone().map_or_else(|| checkout::root().join("data"), PathBuf::from);
    if chosen.is_none() {
        serve.arg("--data").arg(&folder);
    }
    let elsewhere =
        value_of(flags, "--database-url").or_else(|| env::var_os("DATABASE_URL")).is_some();
    if !elsewhere && !holds_database(&folder) {
        let mut demo = Command::new(&ridgeline);
        demo.arg("demo").arg("--data").arg(&folder);
        if !demo
            .status()
            .with_context(|| format!("`{}` cannot be started", typed(&demo)))?
            .success()
        {
            bail!("the demo data could not be loaded into {}", folder.display());
        }
    }
    replace_with(serve.args(flags))
}

fn holds_database(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| entry.path().extension() == Some(OsStr::new("db")))
}

/// The value of a flag, written `--flag value` or `--flag=value`.
fn value_of(flags: &[OsString], name: &str) -> Option<OsString> {
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        if flag == name {
            return flags.next().cloned();
        }
        let value = flag.to_str().and_then(|flag| flag.strip_prefix(name)?.strip_prefix('='));
        if let Some(value) = value {
            return Some(value.into());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_is_found_in_both_spellings() {
        let flags = ["--listen", "0.0.0.0:80", "--data=/srv/ridgeline"].map(OsString::from);
        assert_eq!(value_of(&flags, "--listen"), Some("0.0.0.0:80".into()));
        assert_eq!(value_of(&flags, "--data"), Some("/srv/ridgeline".into()));
        assert_eq!(value_of(&flags, "--database-url"), None);
    }

    #[test]
    fn demo_data_is_never_loaded_into_a_folder_with_a_database() {
        let folder = tempfile::tempdir().expect("folder");
        assert!(!holds_database(&folder.path().join("not there yet")));
        assert!(!holds_database(folder.path()));
        fs::write(folder.path().join("ridgeline.db"), "").expect("database");
        assert!(holds_database(folder.path()));
    }
}
