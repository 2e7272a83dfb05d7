//! How the errors of rules, limits, the database and storage become those of calls.

use domain::{forms::error::ValidationError, i18n::rules::Text};
use services::{
    core::{fair_queue::limits::QueueBusy, limit_exceeded::LimitExceeded},
    files::{self, error::StorageError},
};
use store::db::error::DbError;

use crate::http::error::ApiError;

impl From<Vec<ValidationError>> for ApiError {
    fn from(refusals: Vec<ValidationError>) -> Self {
        Self::Validation(refusals)
    }
}

impl From<LimitExceeded> for ApiError {
    fn from(LimitExceeded { text, retry_after_seconds }: LimitExceeded) -> Self {
        Self::LimitExceeded { text, retry_after_seconds }
    }
}

impl From<ValidationError> for ApiError {
    fn from(refusal: ValidationError) -> Self {
        Self::Validation(vec![refusal])
    }
}

impl From<QueueBusy> for ApiError {
    fn from(QueueBusy: QueueBusy) -> Self {
        Self::Unavailable(Text::Busy)
    }
}

impl From<DbError> for ApiError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Missing => Self::NotFound,
            DbError::Busy => Self::Unavailable(Text::Busy),
            DbError::RolledBack => Self::RolledBack,
            DbError::NotStored(_) => Self::Unavailable(Text::NoRoom),
            DbError::ReadOnly(_) | DbError::Unreachable => Self::Unavailable(Text::OutOfReach),
            DbError::OutcomeUnknown => Self::Unsure,
            other => Self::Internal(other.into()),
        }
    }
}

impl From<anyhow::Error> for ApiError {
    fn from(error: anyhow::Error) -> Self {
        match error.downcast::<DbError>() {
            Ok(error) => error.into(),
            Err(error) => match files::error::classify(&error) {
                Some(StorageError::NoRoom) => Self::Unavailable(Text::NoRoom),
                Some(StorageError::OutOfReach) => Self::Unavailable(Text::FilesOutOfReach),
                None => Self::Internal(error),
            },
        }
    }
}
