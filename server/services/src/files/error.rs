//! Distinguishes temporary errors of the file store from bugs.

use std::{
    io::{self, ErrorKind},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// At most one log line in this time, however many files are requested.
const LOG_INTERVAL: Duration = Duration::from_mins(1);

/// When it was last logged.
static LAST_LOGGED: Mutex<Option<Instant>> = Mutex::new(None);

/// Why files cannot be written or read for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageError {
    /// The disk is full or read-only.
    NoRoom,
    /// The folder or bucket is unreachable, or refuses access.
    OutOfReach,
}

/// Whether an error comes from the file store. If so, it is logged from time to time.
#[must_use]
pub fn classify(error: &anyhow::Error) -> Option<StorageError> {
    let found = classify_chain(error)?;
    let mut last_logged = LAST_LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
    if last_logged.is_none_or(|last_logged| last_logged.elapsed() >= LOG_INTERVAL) {
        *last_logged = Some(Instant::now());
        tracing::error!(error = format!("{error:#}"), "files cannot be written or read");
    }
    Some(found)
}

fn classify_chain(error: &anyhow::Error) -> Option<StorageError> {
    let is_full = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| {
            matches!(
                error.kind(),
                ErrorKind::StorageFull
                    | ErrorKind::QuotaExceeded
                    | ErrorKind::FileTooLarge
                    | ErrorKind::ReadOnlyFilesystem
            )
        })
    };
    if error.chain().any(is_full) {
        return Some(StorageError::NoRoom);
    }
    match error.chain().find_map(of_store)? {
        object_store::Error::NotFound { .. } | object_store::Error::InvalidPath { .. } => None,
        _ => Some(StorageError::OutOfReach),
    }
}

/// The store's error. Writers wrap it in an error that skips it in its `source`.
fn of_store<'e>(cause: &'e (dyn std::error::Error + 'static)) -> Option<&'e object_store::Error> {
    let within = || cause.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref();
    cause.downcast_ref().or_else(within)
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn a_full_disk_and_a_silent_bucket_are_not_reported_as_bugs() {
        let full = || io::Error::from(ErrorKind::StorageFull);
        assert_eq!(classify_chain(&full().into()), Some(StorageError::NoRoom));
        let within = object_store::Error::Generic { store: "folder", source: Box::new(full()) };
        assert_eq!(classify_chain(&within.into()), Some(StorageError::NoRoom));
        let silent = io::Error::from(ErrorKind::ConnectionRefused);
        let silent = object_store::Error::Generic { store: "S3", source: Box::new(silent) };
        let silent = io::Error::from(silent);
        assert_eq!(
            classify_chain(&anyhow::Error::from(silent).context("a photo")),
            Some(StorageError::OutOfReach)
        );
        assert_eq!(classify_chain(&anyhow!("a handler's own")), None);
        assert_eq!(classify_chain(&io::Error::from(ErrorKind::InvalidData).into()), None);
    }
}
