//! The error of a call whose body could not be read.

use services::core::fair_queue::limits::QueueBusy;

use crate::http::{
    error::ApiError,
    request_body::body_size::{BodyLimit, BodyReadError},
};

/// The error of a call with this limit.
#[must_use]
pub fn unread_body_error(why: BodyReadError, limit: BodyLimit) -> ApiError {
    match why {
        BodyReadError::TooLarge => ApiError::TooLarge { limit: limit.0 },
        BodyReadError::Broken => ApiError::Malformed("the body broke off".to_owned()),
        BodyReadError::Busy => QueueBusy.into(),
    }
}
