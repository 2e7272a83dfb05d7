//! How many new addresses a company may mail in a day. The addresses of vendors and invited people are free text,
//! so a company could mail strangers; how many it may grows while its mails are accepted, and shrinks when many are
//! refused. What is bounced later comes to the operator's mailbox, which the server does not read.
//!
//! An address is new to a company until a mail of the company was delivered to it.

/// The hours in which new addresses are counted.
pub const HOURS: i64 = 24;
/// New addresses within [`HOURS`] of a company that has mailed few so far.
pub const AT_FIRST: i64 = 50;
/// The most that it grows to.
pub const AT_MOST: i64 = 1_000;
/// The days after which it is reviewed, by the mails of these days.
pub const REVIEW_DAYS: i64 = 7;
/// The addresses that have to be reached in these days before it grows.
const MIN_DELIVERED: i64 = 50;
/// Of this many addresses, fewer than one may refuse the mails for good before it grows.
const REFUSED_ONE_IN: i64 = 50;
/// Of this many addresses, at most one may refuse the mails for good before it shrinks.
const MANY_REFUSED_ONE_IN: i64 = 10;

/// The addresses that a company mailed since the last review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MailedAddresses {
    /// A mail server took a mail to them.
    pub delivered: i64,
    /// The mail server refused a mail to them for good.
    pub refused: i64,
}

/// The allowance after a review: twice as much if enough addresses were reached and below 2 % refused; half as much,
/// and no less than [`AT_FIRST`], if over 10 % refused; otherwise the same.
#[must_use]
pub fn reviewed(allowance: i64, mailed: MailedAddresses) -> i64 {
    let all = mailed.delivered.saturating_add(mailed.refused);
    let is_welcome = mailed.refused.saturating_mul(REFUSED_ONE_IN) < all;
    let is_unwelcome = mailed.refused > all / MANY_REFUSED_ONE_IN;
    if mailed.delivered >= MIN_DELIVERED && is_welcome {
        allowance.saturating_mul(2).clamp(AT_FIRST, AT_MOST)
    } else if is_unwelcome {
        (allowance / 2).max(AT_FIRST)
    } else {
        allowance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_company_whose_mails_are_refused_may_mail_fewer_strangers() {
        let week = |delivered, refused| MailedAddresses { delivered, refused };
        for (allowance, mailed, then) in [
            (AT_MOST, week(90, 10), AT_MOST),
            (AT_MOST, week(90, 11), 500),
            (400, week(0, 1), 200),
            (75, week(0, 10), AT_FIRST),
            (AT_FIRST, week(0, 50), AT_FIRST),
            (AT_MOST, week(0, i64::MAX), 500),
        ] {
            assert_eq!(reviewed(allowance, mailed), then, "{allowance} {mailed:?}");
        }
    }

    #[test]
    fn a_company_whose_mails_arrive_may_mail_more_strangers_each_week() {
        let week = |delivered, refused| MailedAddresses { delivered, refused };
        for (allowance, mailed, then) in [
            (AT_FIRST, week(0, 0), 50),
            (AT_FIRST, week(49, 0), 50),
            (AT_FIRST, week(50, 0), 100),
            (AT_FIRST, week(50, 1), 100),
            (AT_FIRST, week(49, 1), 50),
            (AT_FIRST, week(98, 2), 50),
            (AT_FIRST, week(99, 2), 100),
            (AT_FIRST, week(10, 300), 50),
            (400, week(60, 0), 800),
            (800, week(60, 0), AT_MOST),
            (AT_MOST, week(5_000, 0), AT_MOST),
            (AT_MOST, week(0, 0), AT_MOST),
            (AT_FIRST, week(i64::MAX, i64::MAX), 50),
        ] {
            assert_eq!(reviewed(allowance, mailed), then, "{allowance} {mailed:?}");
        }
    }
}
