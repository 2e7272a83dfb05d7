//! What passes by itself when files cannot be written or read, told from what is a mistake of ours.

use std::{
    io::{self, ErrorKind},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// One line in the log for so long, however many pictures are asked for meanwhile.
const LOG_INTERVAL: Duration = Duration::from_mins(1);

/// When it was told last.
static LAST_LOGGED: Mutex<Option<Instant>> = Mutex::new(None);

/// Why files cannot be written or read for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageError {
    /// The disk is full, or takes no changes.
    NoRoom,
    /// The folder or bucket does not answer, or lets us not in.
    OutOfReach,
}

/// Whether an error is about the place where files are kept. Then it is told in the log, now and again.
#[must_use]
pub fn classify(error: &anyhow::Error) -> Option<StorageError> {
    let found = classify_chain(error)?;
    let mut told = LAST_LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
    if told.is_none_or(|told| told.elapsed() >= LOG_INTERVAL) {
        *told = Some(Instant::now());
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

/// What the store said. A writer wraps it in an error that passes over what it holds when asked for its source.
fn of_store<'e>(cause: &'e (dyn std::error::Error + 'static)) -> Option<&'e object_store::Error> {
    let within = || cause.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref();
    cause.downcast_ref().or_else(within)
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn a_full_disk_and_a_silent_bucket_are_told_from_a_mistake_of_ours() {
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
