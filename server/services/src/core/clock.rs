//! The only source of the time of day, so that tests may set it.

use std::sync::Arc;

use chrono::{DateTime, Utc};

/// The only source of the time of day, so tests may set it.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The machine's clock.
    Real,
    /// The clock of a test.
    Set(Arc<std::sync::Mutex<DateTime<Utc>>>),
}

impl Clock {
    /// Now, in whole milliseconds, which every database and browser can store.
    ///
    /// # Panics
    /// Never: nothing panics while holding the lock.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    pub fn now(&self) -> DateTime<Utc> {
        let now = match self {
            Self::Real => Utc::now(),
            Self::Set(now) => *now.lock().expect("the clock's lock"),
        };
        DateTime::from_timestamp_millis(now.timestamp_millis()).unwrap_or(now)
    }
}
