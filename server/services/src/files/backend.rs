//! The storage of files: a folder of this machine, or a bucket.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime},
};

use anyhow::{Context as _, bail};
use axum::body::Body;
use bytes::Bytes;
use futures_util::TryStreamExt as _;
pub use object_store::aws::AmazonS3Builder;
use object_store::{
    ClientConfigKey, GetResultPayload, ObjectStore, ObjectStoreExt as _, RetryConfig,
    aws::AmazonS3ConfigKey, buffered::BufWriter, local::LocalFileSystem, path::Path as Key,
    prefix::PrefixStore,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_util::io::ReaderStream;

use crate::files::content::Content;

/// The part size of uploads to a bucket: the smallest that S3 accepts.
const BUCKET_PART: usize = 5 << 20;
const FOLDER_PART: usize = 256 << 10;
/// How much of a file is in memory while it is read.
const READ_BYTES: usize = 64 * 1024;

/// How often a failing bucket request is retried, and for how long: a caller waits.
const RETRIES: usize = 3;
const RETRY_TIMEOUT: Duration = Duration::from_secs(8);
/// How long a bucket may be silent before and during a response. `AWS_READ_TIMEOUT` overrides it.
const DEFAULT_READ_TIMEOUT: &str = "15s";
/// How long the download of a file may take over a slow connection. `AWS_TIMEOUT` overrides it.
const DEFAULT_REQUEST_TIMEOUT: &str = "15m";

/// Where files are stored.
#[derive(Clone, Debug)]
pub struct StorageBackend {
    store: Arc<dyn ObjectStore>,
    part_bytes: usize,
    /// The folder, if it is one of this machine.
    folder: Option<PathBuf>,
}

impl StorageBackend {
    /// The storage of `--files-url`; without one, the folder `files` in the data folder.
    ///
    /// # Errors
    /// In one sentence for the operator.
    pub fn open(url: Option<&str>, data: &Path) -> anyhow::Result<Self> {
        match url {
            None | Some("") => Self::folder(&data.join("files")),
            Some(url) => Self::bucket(url, AmazonS3Builder::from_env()),
        }
    }

    /// A folder, created if it does not exist.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn folder(folder: &Path) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot create the folder {}", folder.display()))?;
        // Synced to disk before the row that refers to it.
        let store = LocalFileSystem::new_with_prefix(folder)?.with_fsync(true);
        let folder = Some(folder.to_path_buf());
        Ok(Self { store: Arc::new(store), part_bytes: FOLDER_PART, folder })
    }

    /// A bucket, and the prefix of its keys.
    ///
    /// # Errors
    /// If the URL is invalid, or the environment lacks the bucket's credentials.
    pub fn bucket(url: &str, with: AmazonS3Builder) -> anyhow::Result<Self> {
        let named = url.strip_prefix("s3://").unwrap_or_default();
        let (bucket, prefix) = named.split_once('/').unwrap_or((named, ""));
        if bucket.is_empty() {
            bail!(
                "--files-url must be s3://BUCKET or s3://BUCKET/PREFIX; leave it out for the data \
                 folder"
            );
        }
        // Fails if a provider is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let retries = RetryConfig {
            max_retries: RETRIES,
            retry_timeout: RETRY_TIMEOUT,
            ..RetryConfig::default()
        };
        let bucket =
            with_timeouts(with).with_bucket_name(bucket).with_retry(retries).build().context(
                "the bucket of --files-url cannot be opened; is the AWS environment set?",
            )?;
        let store: Arc<dyn ObjectStore> = match prefix.trim_matches('/') {
            "" => Arc::new(bucket),
            prefix => Arc::new(PrefixStore::new(bucket, prefix)),
        };
        Ok(Self { store, part_bytes: BUCKET_PART, folder: None })
    }

    /// A file to send; `None` if it does not exist.
    ///
    /// # Errors
    /// Errors of the store.
    pub async fn read(&self, key: &str) -> anyhow::Result<Option<Content>> {
        let Ok(key) = Key::parse(key) else { return Ok(None) };
        let found = match self.store.get(&key).await {
            Ok(found) => found,
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let bytes = found.meta.size;
        let body = match found.payload {
            GetResultPayload::File(file, _) => {
                let file = tokio::fs::File::from_std(file);
                Body::from_stream(ReaderStream::with_capacity(file, READ_BYTES))
            }
            GetResultPayload::Stream(stream) => Body::from_stream(stream),
        };
        Ok(Some(Content { bytes, body }))
    }

    /// Writes a file from disk in parts; returns its size in bytes.
    ///
    /// # Errors
    /// Errors of the store or the disk.
    pub async fn put_file(&self, key: &str, from: &Path) -> anyhow::Result<u64> {
        let mut file = tokio::fs::File::open(from).await?;
        file.set_max_buf_size(READ_BYTES);
        let mut to =
            BufWriter::with_capacity(self.store.clone(), Key::parse(key)?, self.part_bytes)
                .with_max_concurrency(1);
        let mut bytes = 0;
        let written = async {
            loop {
                let mut part = Vec::with_capacity(self.part_bytes);
                let most = self.part_bytes as u64;
                if (&mut file).take(most).read_to_end(&mut part).await? == 0 {
                    return anyhow::Ok(());
                }
                bytes += part.len() as u64;
                to.put(Bytes::from(part)).await?;
            }
        };
        if let Err(error) = written.await {
            let _ = to.abort().await;
            return Err(error);
        }
        // After a failed end there is nothing to abort: that would panic.
        to.shutdown().await?;
        Ok(bytes)
    }

    /// The size of a file in bytes; `None` if it does not exist.
    ///
    /// # Errors
    /// Errors of the store.
    pub async fn size(&self, key: &str) -> anyhow::Result<Option<u64>> {
        match self.store.head(&Key::parse(key)?).await {
            Ok(found) => Ok(Some(found.size)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes a file, if it exists.
    ///
    /// # Errors
    /// Errors of the store.
    pub async fn delete(&self, key: &str) -> anyhow::Result<()> {
        match self.store.delete(&Key::parse(key)?).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes unfinished files in a folder that are older than this time: a server was killed while it wrote
    /// them. A bucket discards incomplete uploads itself.
    ///
    /// # Errors
    /// Errors of the disk.
    pub(crate) async fn delete_unfinished(&self, before: SystemTime) -> anyhow::Result<()> {
        let Some(folder) = self.folder.clone() else { return Ok(()) };
        tokio::task::spawn_blocking(move || delete_unfinished(folder, before)).await??;
        Ok(())
    }

    /// Whether it has no files.
    ///
    /// # Errors
    /// Errors of the store.
    pub async fn is_empty(&self) -> anyhow::Result<bool> {
        Ok(self.store.list(None).try_next().await?.is_none())
    }

    pub(crate) const fn store(&self) -> &Arc<dyn ObjectStore> {
        &self.store
    }
}

/// Sets the default timeouts, unless the environment has them.
fn with_timeouts(with: AmazonS3Builder) -> AmazonS3Builder {
    let usual = AmazonS3Builder::new();
    [
        (ClientConfigKey::ReadTimeout, DEFAULT_READ_TIMEOUT),
        (ClientConfigKey::Timeout, DEFAULT_REQUEST_TIMEOUT),
    ]
    .into_iter()
    .fold(with, |with, (key, time)| {
        let key = AmazonS3ConfigKey::Client(key);
        let is_set = with.get_config_value(&key) != usual.get_config_value(&key);
        if is_set { with } else { with.with_config(key, time) }
    })
}

fn delete_unfinished(folder: PathBuf, before: SystemTime) -> io::Result<()> {
    let mut open = vec![folder];
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(&at)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                open.push(entry.path());
            } else if is_unfinished(&entry.file_name()) && entry.metadata()?.modified()? < before {
                fs::remove_file(entry.path())?;
            }
        }
    }
    Ok(())
}

/// The store's name of an unfinished file: its key, `#` and a number. No key has that form.
fn is_unfinished(name: &OsStr) -> bool {
    name.to_string_lossy().rsplit_once('#').is_some_and(|(name, number)| {
        !name.is_empty() && !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silent_bucket_does_not_block_for_minutes_unless_the_operator_allows_it() {
        let of =
            |with: &AmazonS3Builder, key| with.get_config_value(&AmazonS3ConfigKey::Client(key));
        let usual = with_timeouts(AmazonS3Builder::new());
        assert_eq!(of(&usual, ClientConfigKey::ReadTimeout).as_deref(), Some(DEFAULT_READ_TIMEOUT));
        assert_eq!(of(&usual, ClientConfigKey::Timeout).as_deref(), Some(DEFAULT_REQUEST_TIMEOUT));
        let configured = AmazonS3Builder::new()
            .with_config(AmazonS3ConfigKey::Client(ClientConfigKey::ReadTimeout), "40s");
        assert_eq!(
            of(&with_timeouts(configured), ClientConfigKey::ReadTimeout).as_deref(),
            Some("40s")
        );
    }
}
