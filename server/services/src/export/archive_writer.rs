//! The archive or folder of an export.

use std::{
    fs::File,
    io::{self, BufWriter, Read, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use axum::body::Body;
use bytes::Bytes;
use chrono::{DateTime, Datelike as _, Timelike as _, Utc};
use futures_util::{StreamExt as _, stream};
use tempfile::TempDir;
use tokio::{runtime::Handle, sync::mpsc};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use crate::{
    export::StagedExport,
    files::{backend::StorageBackend, incoming::BlockingReader},
};

/// How many parts of an archive are buffered for the download.
const PARTS_WAITING: usize = 8;
const PART: usize = 64 << 10;

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

/// Streams everything as a .zip to a browser, without holding all of it in memory. The folder with the staged
/// rows is deleted when the download ends or is cancelled.
pub fn stream(gathered: StagedExport, folder: TempDir, backend: &StorageBackend) -> Body {
    let (sending, arriving) = mpsc::channel::<io::Result<Bytes>>(PARTS_WAITING);
    let (backend, handle) = (backend.clone(), Handle::current());
    tokio::task::spawn_blocking(move || {
        let out = BufWriter::with_capacity(PART, ChannelWriter(sending.clone()));
        let mut zip = ToZip::new(out, gathered.made);
        let handed = write_entries(&gathered, &backend, &handle, &mut zip)
            .and_then(|()| Ok(zip.finish()?.flush()?));
        if let Err(error) = handed {
            tracing::warn!(error = format!("{error:#}"), "an export was interrupted");
            // An incomplete download must not look complete.
            let _ = sending.blocking_send(Err(io::Error::other("the export was interrupted")));
        }
        drop(folder);
    });
    let parts = stream::unfold(arriving, async |mut arriving| {
        let part = arriving.recv().await?;
        Some((part, arriving))
    });
    // The server may poll once more after the end.
    Body::from_stream(parts.fuse())
}

struct ChannelWriter(mpsc::Sender<io::Result<Bytes>>);

impl Write for ChannelWriter {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.0
            .blocking_send(Ok(Bytes::copy_from_slice(part)))
            .map_err(|_| io::Error::new(io::ErrorKind::BrokenPipe, "nobody reads it any more"))?;
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
