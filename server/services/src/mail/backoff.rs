//! The retries of mails and pushes.

use chrono::{DateTime, TimeDelta, Utc};

/// The wait after the first attempt; doubled with every further one.
const FIRST: TimeDelta = TimeDelta::seconds(30);
const LONGEST: TimeDelta = TimeDelta::hours(1);
/// How long a mail is retried.
const GIVEN_UP_AFTER: TimeDelta = TimeDelta::hours(24);

/// The next attempt of a mail that was queued at `since`; `None` after the last one. `chance` spreads mails
/// that failed together, so that they are not retried together.
#[must_use]
pub fn next_try(
    since: DateTime<Utc>,
    attempts: i64,
    now: DateTime<Utc>,
    chance: u8,
) -> Option<DateTime<Utc>> {
    if now - since >= GIVEN_UP_AFTER {
        return None;
    }
    let doublings = u32::try_from(attempts.clamp(1, 20) - 1).unwrap_or(0);
    let wait = (FIRST * 2_i32.pow(doublings.min(16))).min(LONGEST);
    // From three quarters to five quarters.
    let spread = wait / 2 * i32::from(chance) / 255;
    Some((now + wait * 3 / 4 + spread).min(since + GIVEN_UP_AFTER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_is_retried_for_a_day_at_growing_intervals() {
        let since = DateTime::from_timestamp(1_700_000_000, 0).expect("a time");
        for chance in [0, 1, 128, 255] {
            let (mut now, mut attempts, mut before) = (since, 1, TimeDelta::zero());
            while let Some(next) = next_try(since, attempts, now, chance) {
                let wait = next - now;
                assert!(wait <= LONGEST * 5 / 4 && wait > TimeDelta::zero(), "{wait}");
                assert!(wait >= before || next == since + GIVEN_UP_AFTER, "{wait} after {before}");
                (now, attempts, before) = (next, attempts + 1, wait);
            }
            assert_eq!(now, since + GIVEN_UP_AFTER);
            assert!((20..60).contains(&attempts), "{attempts} attempts");
        }
    }

    #[test]
    fn mails_that_failed_together_are_not_retried_together() {
        let since = DateTime::from_timestamp(1_700_000_000, 0).expect("a time");
        assert_ne!(next_try(since, 5, since, 0), next_try(since, 5, since, 255));
    }
}
