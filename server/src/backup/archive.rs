//! The archive of a backup: a .tar.gz whose last entry lists the others and their hashes.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::{Read, Write},
    path::{Component, Path},
};

use anyhow::{Context as _, bail, ensure};
use chrono::{DateTime, Utc};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The archive format that this version writes and reads.
const FORMAT: u32 = 1;
const MANIFEST: &str = "manifest.json";
/// The longest manifest.
const MANIFEST_BYTES: u64 = 1 << 30;

/// The contents of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The archive format.
    pub format: u32,
    /// The version of Ridgeline that wrote it.
    pub version: String,
    /// `sqlite` or `postgres`.
    pub engine: String,
    /// The major version of the PostgreSQL server.
    pub server: Option<u32>,
    /// When it was written.
    pub made: DateTime<Utc>,
    /// The applied migrations of its database.
    pub migrations: Vec<i64>,
    /// The number of rows of each table.
    pub rows: BTreeMap<String, u64>,
    /// The other entries of the archive.
    pub parts: Vec<Part>,
    /// Files that rows refer to and that were missing.
    pub missing: Vec<String>,
}

/// A file of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its path in the archive.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// The SHA-256 of its content, in hexadecimal.
    pub sha256: String,
}

impl Manifest {
    /// One line for the operator.
    #[must_use]
    pub fn summary(&self) -> String {
        let bytes: u64 = self.parts.iter().map(|part| part.bytes).sum();
        format!(
            "{} rows of {} tables ({}) and {} files, {} MB, of {}",
            self.rows.values().sum::<u64>(),
            self.rows.len(),
            self.engine,
            self.parts.len().saturating_sub(1),
            bytes.div_ceil(1 << 20),
            self.made.format("%Y-%m-%d %H:%M UTC"),
        )
    }

    /// An empty manifest of this version and format.
    pub(crate) fn begin(engine: &str, made: DateTime<Utc>) -> Self {
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            engine: engine.to_owned(),
            server: None,
            made,
            migrations: Vec::new(),
            rows: BTreeMap::new(),
            parts: Vec::new(),
            missing: Vec::new(),
        }
    }
}

/// A reader that hashes what it reads.
struct Hashing<R> {
    from: R,
    hash: Sha256,
    bytes: u64,
}

impl<R: Read> Hashing<R> {
    fn new(from: R) -> Self {
        Self { from, hash: Sha256::new(), bytes: 0 }
    }

    fn part(self, path: &str) -> Part {
        let sha256 = hex::encode(self.hash.finalize());
        Part { path: path.to_owned(), bytes: self.bytes, sha256 }
    }
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let read = self.from.read(into)?;
        self.hash.update(&into[..read]);
        self.bytes += read as u64;
        Ok(read)
    }
}

/// An archive being written.
pub(crate) struct Writing<W: Write> {
    tar: tar::Builder<GzEncoder<W>>,
    parts: BTreeMap<String, Part>,
    made: DateTime<Utc>,
}

impl<W: Write> Writing<W> {
    pub(crate) fn new(out: W, made: DateTime<Utc>) -> Self {
        // Most of it are photos, which do not compress.
        let tar = tar::Builder::new(GzEncoder::new(out, Compression::fast()));
        Self { tar, parts: BTreeMap::new(), made }
    }

    pub(crate) fn has(&self, path: &str) -> bool {
        self.parts.contains_key(path)
    }

    /// Adds a file of exactly this size.
    pub(crate) fn add(&mut self, path: &str, bytes: u64, from: impl Read) -> anyhow::Result<()> {
        let mut from = Hashing::new(from.take(bytes));
        self.append(path, bytes, &mut from)?;
        ensure!(from.bytes == bytes, "{path} ended after {} of {bytes} bytes", from.bytes);
        self.parts.insert(path.to_owned(), from.part(path));
        Ok(())
    }

    /// Adds the manifest with the files that belong to it, and finishes the archive.
    pub(crate) fn finish(
        mut self,
        mut manifest: Manifest,
        belongs: impl Fn(&str) -> bool,
    ) -> anyhow::Result<(W, Manifest)> {
        manifest.parts = self.parts.values().filter(|part| belongs(&part.path)).cloned().collect();
        let text = serde_json::to_vec_pretty(&manifest)?;
        self.append(MANIFEST, text.len() as u64, text.as_slice())?;
        let out = self.tar.into_inner()?.finish()?;
        Ok((out, manifest))
    }

    fn append(&mut self, path: &str, bytes: u64, from: impl Read) -> anyhow::Result<()> {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes);
        header.set_mode(0o600);
        header.set_mtime(self.made.timestamp().unsigned_abs());
        self.tar
            .append_data(&mut header, path, from)
            .with_context(|| format!("{path} cannot be written to the archive"))
    }
}

/// Unpacks an archive into an empty folder, and verifies it against the manifest: every file exists with its
/// size and hash.
///
/// # Errors
/// In one sentence for the operator: not an archive of Ridgeline, one of a newer format, or a damaged one.
pub(crate) fn unpack(archive: &Path, into: &Path) -> anyhow::Result<Manifest> {
    let file = File::open(archive).with_context(|| format!("cannot read {}", archive.display()))?;
    let damaged = || {
        format!("{} is damaged or no backup of Ridgeline; nothing was changed", archive.display())
    };
    let (manifest, found) = unpack_from(file, into).with_context(damaged)?;
    if manifest.format > FORMAT {
        bail!(
            "this backup was made by Ridgeline {}, which is newer than this one; restore it with \
             that version",
            manifest.version
        );
    }
    check(&manifest, &found).with_context(damaged)?;
    let named: BTreeSet<&str> = manifest.parts.iter().map(|part| part.path.as_str()).collect();
    for path in found.keys().filter(|path| !named.contains(path.as_str())) {
        std::fs::remove_file(into.join(path))?;
    }
    Ok(manifest)
}

fn unpack_from(file: File, into: &Path) -> anyhow::Result<(Manifest, BTreeMap<String, Part>)> {
    let mut archive = tar::Archive::new(GzDecoder::new(std::io::BufReader::new(file)));
    let mut found: BTreeMap<String, Part> = BTreeMap::new();
    let mut manifest: Option<Manifest> = None;
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = entry.path()?.to_string_lossy().into_owned();
        if path == MANIFEST {
            let mut text = Vec::new();
            (&mut entry).take(MANIFEST_BYTES).read_to_end(&mut text)?;
            manifest = Some(serde_json::from_slice(&text).context("its manifest cannot be read")?);
            continue;
        }
        let is_plain =
            Path::new(&path).components().all(|part| matches!(part, Component::Normal(_)));
        ensure!(is_plain && entry.header().entry_type().is_file(), "{path} has no place in it");
        let to = into.join(&path);
        if let Some(folder) = to.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut from = Hashing::new(&mut entry);
        let mut to = File::create_new(&to)?;
        std::io::copy(&mut from, &mut to)?;
        to.sync_all()?;
        let part = from.part(&path);
        found.insert(path, part);
    }
    // To the very end, where gzip has its checksum.
    std::io::copy(&mut archive.into_inner(), &mut std::io::sink())?;
    Ok((manifest.context("it ends before its manifest")?, found))
}

fn check(manifest: &Manifest, found: &BTreeMap<String, Part>) -> anyhow::Result<()> {
    for part in &manifest.parts {
        let there = found.get(&part.path).with_context(|| format!("{} is missing", part.path))?;
        ensure!(there == part, "{} differs from the manifest", part.path);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    /// The parts of a small backup.
    const PARTS: [(&str, &[u8]); 3] =
        [("ridgeline.db", b"rows"), ("files/jobs/a.jpg", b"a picture"), ("files/b", b"")];

    fn backup() -> Vec<u8> {
        let made = DateTime::from_timestamp(1_700_000_000, 0).expect("a time");
        let mut writing = Writing::new(Vec::new(), made);
        for (path, content) in PARTS {
            writing.add(path, content.len() as u64, content).expect("added");
        }
        writing.finish(Manifest::begin("sqlite", made), |_| true).expect("finished").0
    }

    /// The archive before it is compressed: most damage to a compressed one is found by its checksum.
    fn plain() -> Vec<u8> {
        let mut plain = Vec::new();
        GzDecoder::new(backup().as_slice()).read_to_end(&mut plain).expect("an archive");
        plain
    }

    fn packed(plain: &[u8]) -> Vec<u8> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(plain).expect("memory");
        packed.finish().expect("memory")
    }

    /// All files below a folder.
    fn files(folder: &Path) -> Vec<std::path::PathBuf> {
        let entries = std::fs::read_dir(folder).expect("a folder");
        entries
            .map(|entry| entry.expect("an entry").path())
            .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn a_damaged_backup_writes_nothing_outside_its_folder_and_is_refused(
            sent in prop_oneof![
                foreign::changed(&[backup()]),
                foreign::changed(&[plain()]).prop_map(|plain| packed(&plain)),
            ],
        ) {
            let folder = tempfile::tempdir().expect("a folder");
            let (archive, into) = (folder.path().join("backup"), folder.path().join("into"));
            std::fs::write(&archive, &sent).expect("written");
            std::fs::create_dir(&into).expect("a folder");
            let mut unpacked = Vec::new();
            let _ = GzDecoder::new(sent.as_slice()).read_to_end(&mut unpacked);
            let (read, cost) = cost::of(|| unpack(&archive, &into));
            // A long name or a manifest is held at once; besides, gzip has a window and a copy a buffer.
            prop_assert!(cost.is_small_for((128 << 10) + unpacked.len(), 8), "{cost:?}");
            let outside = std::fs::read_dir(folder.path()).expect("a folder").count();
            prop_assert_eq!(outside, 2, "the archive and the folder");
            if let Ok(manifest) = read {
                // Whatever is accepted is as its manifest says.
                for file in files(&into) {
                    let path = file.strip_prefix(&into).expect("a path").to_string_lossy().into_owned();
                    let content = std::fs::read(&file).expect("read");
                    let sha256 = hex::encode(Sha256::digest(&content));
                    let part = Part { path, bytes: content.len() as u64, sha256 };
                    prop_assert!(manifest.parts.contains(&part), "{part:?}");
                }
            }
        }
    }

    #[test]
    fn a_whole_backup_is_unpacked() {
        let folder = tempfile::tempdir().expect("a folder");
        let (archive, into) = (folder.path().join("backup"), folder.path().join("into"));
        std::fs::write(&archive, packed(&plain())).expect("written");
        std::fs::create_dir(&into).expect("a folder");
        assert_eq!(unpack(&archive, &into).expect("unpacked").parts.len(), PARTS.len());
        for (path, content) in PARTS {
            assert_eq!(std::fs::read(into.join(path)).expect("a part"), content, "{path}");
        }
    }
}
