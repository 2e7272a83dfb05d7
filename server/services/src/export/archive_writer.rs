//! The archive or folder of an export.

use std::{
    fs::File,
    io::{self, BufWriter, Read, Seek as _, Write},
    path::{Path, PathBuf},
    sync::Weak,
    time::Duration,
};

use anyhow::{Context as _, bail};
use axum::body::Body;
use bytes::Bytes;
use chrono::{DateTime, Datelike as _, Timelike as _, Utc};
use futures_util::{StreamExt as _, stream};
use tempfile::TempDir;
use tokio::{runtime::Handle, time::Instant};
use tokio_util::io::ReaderStream;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use crate::{
    export::StagedExport,
    files::{backend::StorageBackend, incoming::BlockingReader},
};

/// How much of an archive is in memory while it is written or sent.
const PART: usize = 64 << 10;
/// How long a download may take: its file needs room on disk as long.
const DOWNLOAD_TIME: Duration = Duration::from_hours(2);

const README: &str = "\
This is everything of {company} on Ridgeline, as it stood on {made}.\n\n\
data/    every kind of thing as JSON, one file each\n\
sheets/  the same as CSV, for spreadsheets\n\
files/   photos, papers and the logo; the columns that name a file name it from here\n\n\
Money is in dollars, times are in UTC. A cell that begins with an apostrophe would have been run by a\n\
spreadsheet: the apostrophe is not part of the text.\n\n\
Esto es todo lo de {company} en Ridgeline, tal como estaba el {made}: los datos en JSON (data) y en CSV\n\
(sheets), y los archivos (files). El dinero está en dólares y las horas en UTC.\n";

/// A target of an export, which receives one file after the other.
trait ExportSink {
    fn add(&mut self, name: &str, from: &mut dyn Read) -> anyhow::Result<()>;
}

struct ToZip<W: Write> {
    zip: ZipWriter<zip::write::StreamWriter<W>>,
    time: zip::DateTime,
}

impl<W: Write> ToZip<W> {
    fn new(out: W, made: DateTime<Utc>) -> Self {
        let part = |number: u32| u8::try_from(number).unwrap_or_default();
        let time = zip::DateTime::from_date_and_time(
            u16::try_from(made.year()).unwrap_or(1980),
            part(made.month()),
            part(made.day()),
            part(made.hour()),
            part(made.minute()),
            part(made.second()),
        );
        Self { zip: ZipWriter::new_stream(out), time: time.unwrap_or_default() }
    }

    fn finish(self) -> anyhow::Result<W> {
        Ok(self.zip.finish()?.into_inner())
    }
}

impl<W: Write> ExportSink for ToZip<W> {
    fn add(&mut self, name: &str, from: &mut dyn Read) -> anyhow::Result<()> {
        // Pictures do not compress.
        let is_text = !name.starts_with("files/");
        let method = if is_text { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(self.time)
            .unix_permissions(0o644)
            .large_file(true);
        self.zip.start_file(name, options)?;
        io::copy(from, &mut self.zip)?;
        Ok(())
    }
}

struct ToFolder(PathBuf);

impl ExportSink for ToFolder {
    fn add(&mut self, name: &str, from: &mut dyn Read) -> anyhow::Result<()> {
        let to = self.0.join(name);
        if let Some(folder) = to.parent() {
            std::fs::create_dir_all(folder)?;
        }
        io::copy(from, &mut File::create_new(to)?)?;
        Ok(())
    }
}

/// Writes all files. A missing file is listed, and does not stop the rest.
fn write_entries(
    gathered: &StagedExport,
    backend: &StorageBackend,
    handle: &Handle,
    to: &mut dyn ExportSink,
) -> anyhow::Result<()> {
    let made = gathered.made.format("%Y-%m-%d %H:%M UTC").to_string();
    let readme = README.replace("{company}", &gathered.company).replace("{made}", &made);
    to.add("README.txt", &mut readme.as_bytes())?;
    for (name, file) in &gathered.staged_files {
        to.add(name, &mut File::open(file)?)?;
    }
    let mut lost = String::new();
    for key in &gathered.keys {
        match handle.block_on(backend.read(key))? {
            Some(content) => {
                let body = content.body.into_data_stream();
                let mut from = BlockingReader { handle: handle.clone(), body, part: Bytes::new() };
                to.add(&format!("files/{key}"), &mut from)?;
            }
            None => lost.extend([key.as_str(), "\n"]),
        }
    }
    if !lost.is_empty() {
        to.add("files/lost.txt", &mut lost.as_bytes())?;
    }
    Ok(())
}

/// Writes everything to a new .zip, which only gets its name when it is complete, or to a new folder.
///
/// # Errors
/// In one sentence for the operator.
pub async fn write_to(
    gathered: StagedExport,
    backend: &StorageBackend,
    to: &Path,
) -> anyhow::Result<()> {
    let (backend, to, handle) = (backend.clone(), to.to_path_buf(), Handle::current());
    tokio::task::spawn_blocking(move || {
        if to.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip")) {
            return write_zip(&gathered, &backend, &handle, &to);
        }
        if to.is_dir() && std::fs::read_dir(&to)?.next().is_some() {
            bail!("the folder {} is not empty; name a new one", to.display());
        }
        write_entries(&gathered, &backend, &handle, &mut ToFolder(to))
    })
    .await?
}

fn write_zip(
    gathered: &StagedExport,
    backend: &StorageBackend,
    handle: &Handle,
    to: &Path,
) -> anyhow::Result<()> {
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let begun = tempfile::Builder::new()
        .prefix(".ridgeline-export-")
        .suffix(".part")
        .tempfile_in(folder)
        .with_context(|| format!("cannot write to the folder {}", folder.display()))?;
    let mut zip = ToZip::new(BufWriter::new(begun), gathered.made);
    write_entries(gathered, backend, handle, &mut zip)?;
    let begun = zip.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
    begun.as_file().sync_all()?;
    begun
        .persist_noclobber(to)
        .with_context(|| format!("{} cannot be written; is it there already?", to.display()))?;
    Ok(())
}

/// Writes everything as a .zip to a file without a name, whose room on disk is free again once it is closed, and
/// deletes the folder with the staged rows. It stops when `caller` has disconnected: nobody would read the file.
/// Must run on a blocking thread.
///
/// # Errors
/// Errors of the disk or the storage; the caller may be gone.
pub fn write_unnamed(
    gathered: &StagedExport,
    folder: TempDir,
    backend: &StorageBackend,
    handle: &Handle,
    caller: Weak<()>,
) -> anyhow::Result<File> {
    let out = CancelableFile { file: tempfile::tempfile_in(folder.path())?, caller };
    let mut zip = ToZip::new(BufWriter::with_capacity(PART, out), gathered.made);
    write_entries(gathered, backend, handle, &mut zip)?;
    let out = zip.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
    let mut file = out.file;
    file.rewind()?;
    drop(folder);
    Ok(file)
}

/// Streams a file to a browser, and closes it when the download ends, is cancelled or takes longer than
/// [`DOWNLOAD_TIME`]. No thread waits for the browser. `until_closed` is dropped with the file.
pub fn stream<T: Send + 'static>(file: File, until_closed: T) -> Body {
    let parts = ReaderStream::with_capacity(tokio::fs::File::from_std(file), PART);
    let download = Download { parts, end: Instant::now() + DOWNLOAD_TIME, until_closed };
    let parts = stream::try_unfold(download, async |mut download| {
        if Instant::now() >= download.end {
            // An incomplete download must not look complete.
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the download took too long"));
        }
        let part = download.parts.next().await.transpose()?;
        Ok(part.map(|part| (part, download)))
    });
    // The server may poll once more after the end.
    Body::from_stream(parts.fuse())
}

/// An archive that is being sent.
struct Download<T> {
    parts: ReaderStream<tokio::fs::File>,
    end: Instant,
    #[expect(dead_code, reason = "held as long as the file is open")]
    until_closed: T,
}

/// A file that is written until its caller disconnects.
struct CancelableFile {
    file: File,
    caller: Weak<()>,
}

impl Write for CancelableFile {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        if self.caller.strong_count() == 0 {
            return Err(io::Error::new(io::ErrorKind::BrokenPipe, "the caller has disconnected"));
        }
        self.file.write(part)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_download_that_takes_too_long_ends_as_incomplete_and_closes_its_file() {
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(&vec![1; 3 * PART]).expect("written");
        file.rewind().expect("rewound");
        let open = Arc::new(());
        let mut parts = stream(file, open.clone()).into_data_stream();
        assert!(parts.next().await.expect("a part").is_ok());
        tokio::time::advance(DOWNLOAD_TIME).await;
        assert!(parts.next().await.expect("the end").is_err());
        assert_eq!(Arc::strong_count(&open), 1);
    }

    #[test]
    fn an_archive_that_nobody_waits_for_is_not_written_on() {
        let caller = Arc::new(());
        let file = tempfile::tempfile().expect("a file");
        let mut out = CancelableFile { file, caller: Arc::downgrade(&caller) };
        assert!(out.write_all(b"part").is_ok());
        drop(caller);
        assert!(out.write_all(b"part").is_err());
    }
}
