//! How often the same call may be repeated.

use crate::types::limits::LIMITS;

/// How many milliseconds the next identical call has to wait, given the timestamps of the earlier ones;
/// `None` when it is refused.
///
/// The n-th repeat within the window waits n times the spacing after the one before. A call exactly as
/// old as the window no longer counts.
#[must_use]
pub fn next(calls: &[i64], now: i64) -> Option<i64> {
    let recent =
        || calls.iter().copied().filter(|call| now.saturating_sub(*call) < LIMITS.repeat_window_ms);
    let repeats = recent().count();
    if repeats >= LIMITS.repeat_limit as usize {
        return None;
    }
    let Some(last) = recent().max() else { return Some(0) };
    let spacing =
        i64::try_from(repeats).unwrap_or(i64::MAX).saturating_mul(LIMITS.repeat_spacing_ms);
    Some(last.saturating_add(spacing).saturating_sub(now).max(0))
}

/// May one more call be made, after this many in the window? The server only counts.
#[must_use]
pub const fn within_limit(counted: u32) -> bool {
    counted < LIMITS.repeat_limit
}
