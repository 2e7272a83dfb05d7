//! A basemap in one file: vector tiles in the format PMTiles, version 3, which browsers read in ranges.

use std::{
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use anyhow::{anyhow, bail};
use sha2::{Digest as _, Sha256};

/// The address that the file is served at.
pub const ADDRESS: &str = "/basemap.pmtiles";

/// The media type of the file.
pub const MEDIA_TYPE: &str = "application/vnd.pmtiles";

/// The bytes of the header.
const HEADER: usize = 127;

/// The header and the root directory, which lists every part of the file, lie in the first bytes.
const BEGINNING: u64 = 16_384;

/// Values of the header.
const GZIP: u8 = 2;
const UNCOMPRESSED: u8 = 1;
const VECTOR_TILES: u8 = 1;

/// A file that was a basemap when the server started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basemap {
    path: PathBuf,
}

impl Basemap {
    /// Checks the file of `--basemap`.
    ///
    /// # Errors
    /// In one sentence for the operator.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let name = path.display();
        let (first, bytes) = beginning(path)
            .map_err(|error| anyhow!("the file of --basemap cannot be read: {name}: {error}"))?;
        check(&first, bytes)
            .map_err(|error| anyhow!("{name} cannot be used as --basemap: {error}"))?;
        Ok(Self { path: path.to_path_buf() })
    }

    /// Where the file is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The version of the file as it is now: the same for each copy on several servers, and another one for another
    /// map. Reads the beginning of the file, so it must not run on a thread that answers calls.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn version(&self) -> io::Result<String> {
        let (first, bytes) = beginning(&self.path)?;
        let hash = Sha256::new().chain_update(&first).chain_update(bytes.to_le_bytes()).finalize();
        Ok(hex::encode(&hash[..12]))
    }
}

/// The first bytes of the file, and its length.
fn beginning(path: &Path) -> io::Result<(Vec<u8>, u64)> {
    let file = File::open(path)?;
    let about = file.metadata()?;
    if about.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let mut first = Vec::new();
    file.take(BEGINNING).read_to_end(&mut first)?;
    Ok((first, about.len()))
}

/// Checks the header of a file of so many bytes.
fn check(first: &[u8], bytes: u64) -> anyhow::Result<()> {
    let Some(header) =
        first.first_chunk::<HEADER>().filter(|header| header.starts_with(b"PMTiles"))
    else {
        bail!("it is not a PMTiles file");
    };
    if header[7] != 3 {
        bail!("it is a PMTiles file of version {}, only version 3 is supported", header[7]);
    }
    if header[99] != VECTOR_TILES {
        bail!("it holds pictures or other tiles, not vector tiles (MVT)");
    }
    if header[97..99].iter().any(|kind| ![GZIP, UNCOMPRESSED].contains(kind)) {
        bail!("browsers cannot unpack its tiles; make it with gzip");
    }
    // Root directory, metadata, leaf directories and tiles: each with its position and its length.
    for part in [8, 24, 40, 56] {
        let end = number(header, part).checked_add(number(header, part + 8));
        if end.is_none_or(|end| end > bytes) {
            bail!("it is cut off at {bytes} bytes; copy or download it again");
        }
    }
    Ok(())
}

/// A number of 8 bytes in the header.
fn number(header: &[u8; HEADER], at: usize) -> u64 {
    let bytes = header.get(at..).and_then(<[u8]>::first_chunk::<8>);
    bytes.map_or(u64::MAX, |bytes| u64::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A header of a file of 200 bytes.
    fn header() -> [u8; HEADER] {
        let mut header = [0; HEADER];
        header[..8].copy_from_slice(b"PMTiles\x03");
        for (at, value) in [(8, 127), (16, 20), (24, 147), (32, 3), (40, 150), (56, 150), (64, 50)]
        {
            header[at] = value;
        }
        header[97..100].copy_from_slice(&[GZIP, GZIP, VECTOR_TILES]);
        header
    }

    fn refusal(change: impl FnOnce(&mut [u8; HEADER]), bytes: u64) -> String {
        let mut header = header();
        change(&mut header);
        check(&header, bytes).map_or_else(|error| error.to_string(), |()| "accepted".to_string())
    }

    #[test]
    fn a_file_that_browsers_cannot_draw_is_refused_with_its_reason() {
        assert_eq!(refusal(|_| {}, 200), "accepted");
        assert_eq!(refusal(|header| header[98] = UNCOMPRESSED, 200), "accepted");
        assert!(refusal(|header| header[0] = b'X', 200).contains("not a PMTiles file"));
        assert!(refusal(|header| header[7] = 2, 200).contains("version 2"));
        assert!(refusal(|header| header[99] = 2, 200).contains("not vector tiles"));
        assert!(refusal(|header| header[98] = 3, 200).contains("gzip"));
        assert!(refusal(|header| header[97] = 4, 200).contains("gzip"));
        assert!(refusal(|_| {}, 199).contains("cut off at 199 bytes"));
        assert!(refusal(|header| header[63] = 255, 200).contains("cut off"));
        assert!(check(b"PMTiles\x03", 200).is_err(), "shorter than its header");
        assert!(check(&[], 0).is_err());
    }

    #[test]
    fn a_copy_has_the_same_version_and_another_map_another_one() {
        let folder = tempfile::tempdir().expect("folder");
        let mut bytes = header().to_vec();
        bytes.resize(200, 7);
        let version = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).expect("written");
            Basemap::open(&path).expect("a basemap").version().expect("a version")
        };
        let first = version("tennessee.pmtiles", &bytes);
        assert_eq!(version("copy.pmtiles", &bytes), first);
        bytes[180] = 8;
        assert_ne!(version("tennessee.pmtiles", &bytes), first);
        bytes.resize(20_000, 7);
        let longer = version("tennessee.pmtiles", &bytes);
        bytes.push(7);
        assert_ne!(version("tennessee.pmtiles", &bytes), longer);
    }

    proptest! {
        #[test]
        fn a_header_of_any_bytes_is_accepted_only_if_its_parts_are_there(
            rest in proptest::collection::vec(any::<u8>(), 0..200),
            real in any::<bool>(),
            bytes: u64,
        ) {
            let mut header = rest;
            if real {
                header.splice(0..0, *b"PMTiles\x03");
            }
            if check(&header, bytes).is_ok() {
                let header = header.first_chunk::<HEADER>().expect("a header");
                prop_assert!(number(header, 56).saturating_add(number(header, 64)) <= bytes);
            }
        }
    }
}
