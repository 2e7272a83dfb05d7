//! A folder of this machine, or a bucket of somebody's.

use std::{path::Path, sync::Arc, time::Duration};

use anyhow::{Context as _, bail};
pub use object_store::aws::AmazonS3Builder;
use object_store::{ObjectStore, RetryConfig, local::LocalFileSystem, prefix::PrefixStore};

/// Parts of a file in a bucket: the smallest that S3 takes.
const BUCKET_PART: usize = 5 << 20;
const FOLDER_PART: usize = 256 << 10;

/// A bucket that fails is asked again so often, and not after this time: a caller waits.
const ASKED_AGAIN: usize = 3;
const ASKED_WITHIN: Duration = Duration::from_secs(8);

/// Where files are.
#[derive(Clone, Debug)]
pub struct Room {
    store: Arc<dyn ObjectStore>,
    part_bytes: usize,
}

impl Room {
    /// What `--files-url` names; the folder `files` under the data folder where it names nothing.
    ///
    /// # Errors
    /// In one sentence for whoever started the server.
    pub fn open(url: Option<&str>, data: &Path) -> anyhow::Result<Self> {
        match url {
            None | Some("") => Self::folder(&data.join("files")),
            Some(url) => Self::bucket(url, AmazonS3Builder::from_env()),
        }
    }

    /// A folder, made where it is not there yet.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn folder(folder: &Path) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        // On disk before the row that names it.
        let store = LocalFileSystem::new_with_prefix(folder)?.with_fsync(true);
        Ok(Self { store: Arc::new(store), part_bytes: FOLDER_PART })
    }

    /// A bucket, and the part of it that is ours.
    ///
    /// # Errors
    /// When the address is none, or the environment lacks what the bucket is opened with.
    pub fn bucket(url: &str, with: AmazonS3Builder) -> anyhow::Result<Self> {
        let named = url.strip_prefix("s3://").unwrap_or_default();
        let (bucket, prefix) = named.split_once('/').unwrap_or((named, ""));
        if bucket.is_empty() {
            bail!(
                "--files-url must be s3://BUCKET or s3://BUCKET/PREFIX; leave it out for the data \
                 folder"
            );
        }
        // Whoever was first has installed the same one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let patience = RetryConfig {
            max_retries: ASKED_AGAIN,
            retry_timeout: ASKED_WITHIN,
            ..RetryConfig::default()
        };
        let bucket =
            with.with_bucket_name(bucket).with_retry(patience).build().context(
                "the bucket of --files-url cannot be opened; is the AWS environment set?",
            )?;
        let store: Arc<dyn ObjectStore> = match prefix.trim_matches('/') {
            "" => Arc::new(bucket),
            prefix => Arc::new(PrefixStore::new(bucket, prefix)),
        };
        Ok(Self { store, part_bytes: BUCKET_PART })
    }

    pub(super) const fn store(&self) -> &Arc<dyn ObjectStore> {
        &self.store
    }

    pub(super) const fn part_bytes(&self) -> usize {
        self.part_bytes
    }
}
