//! Counts the use of quotas within their periods: in the memory of this process, and in the database if several servers
//! share it.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
    sync::{Arc, Mutex, PoisonError},
};

use domain::{
    limits::quotas::{Allowance, Quota, SharedBy},
    types::ids::{ApiKeyId, CompanyId, GuestLinkId, UserId},
};

use super::{
    limit_exceeded::LimitExceeded,
    network::ClientNetwork,
    shared_limits::{SharedLimit, SharedLimits},
};

/// How many parts a period has, each counted as one number.
const PARTS: i64 = 60;

/// The most counted subjects: those that were idle longest are dropped first. With all of their parts they
/// take some 40 MB.
const MOST_KEYS: usize = 40_000;

/// The subject of a quota, as far as known.
#[derive(Clone, Copy, Debug)]
pub struct RateLimitSubject {
    /// The client's network.
    pub from: ClientNetwork,
    /// The user, if signed in.
    pub user: Option<UserId>,
    /// The user's company, if they have one.
    pub company: Option<CompanyId>,
    /// The API key that the user's software uses: it has a count of its own.
    pub api_key: Option<ApiKeyId>,
    /// The link, of its holder's calls.
    pub link: Option<GuestLinkId>,
}

impl RateLimitSubject {
    /// A caller without a session.
    #[must_use]
    pub const fn anonymous(from: ClientNetwork) -> Self {
        Self { from, user: None, company: None, api_key: None, link: None }
    }

    /// A user of a company.
    #[must_use]
    pub const fn of(user: UserId, company: CompanyId, from: ClientNetwork) -> Self {
        Self { from, user: Some(user), company: Some(company), api_key: None, link: None }
    }

    /// The holder of a link.
    #[must_use]
    pub const fn guest(link: GuestLinkId, from: ClientNetwork) -> Self {
        Self { from, user: None, company: None, api_key: None, link: Some(link) }
    }
}

/// The subject of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum RateLimitKey {
    Network(ClientNetwork),
    Person(UserId),
    ApiKey(ApiKeyId),
    Company(CompanyId),
    Link(GuestLinkId),
}

/// The use of all quotas. One per server.
#[derive(Clone, Debug, Default)]
pub struct RateLimiter {
    used: Arc<Mutex<Usage>>,
    /// None if this server is the only one.
    shared: Option<SharedLimits>,
}

#[derive(Debug, Default)]
struct Usage {
    amounts: HashMap<(Quota, RateLimitKey), SlidingWindow>,
    /// The size at which unused counts are dropped.
    tidy_at: usize,
}

/// The use within a period, in order of time.
#[derive(Debug, Default)]
struct SlidingWindow {
    parts: VecDeque<Bucket>,
    /// The last use.
    last_used: i64,
    /// Until when the servers together have none left, as far as known.
    refused_until: i64,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    began: i64,
    amount: u64,
}

impl SlidingWindow {
    fn forget(&mut self, before: i64) {
        while self.parts.front().is_some_and(|part| part.began <= before) {
            self.parts.pop_front();
        }
    }

    fn used(&self) -> u64 {
        self.parts.iter().map(|part| part.amount).sum()
    }

    fn add(&mut self, now: i64, part_lasts: i64, amount: u64) {
        self.last_used = now;
        match self.parts.back_mut() {
            Some(last) if now - last.began < part_lasts => last.amount += amount,
            _ => self.parts.push_back(Bucket { began: now, amount }),
        }
    }

    /// When this amount will be available.
    fn free_at(&self, allowance: Allowance, amount: u64, now: i64) -> i64 {
        let whole = lasts(allowance);
        let mut used = self.used();
        for part in &self.parts {
            used = used.saturating_sub(part.amount);
            if used.saturating_add(amount) <= allowance.most {
                return part.began + whole;
            }
        }
        now + whole
    }
}

const fn lasts(allowance: Allowance) -> i64 {
    allowance.minutes * 60_000
}

/// Whose share of which quota.
type Share = (Allowance, (Quota, RateLimitKey));

impl RateLimiter {
    /// A limiter that counts together with the other servers, if there are any.
    #[must_use]
    pub fn new(shared: Option<SharedLimits>) -> Self {
        Self { used: Arc::default(), shared }
    }

    /// Prepares to count together with the other servers, if there are any.
    ///
    /// # Errors
    /// If the database fails, or the system has no randomness.
    pub async fn prepare(&self) -> anyhow::Result<()> {
        match &self.shared {
            None => Ok(()),
            Some(shared) => shared.prepare().await,
        }
    }

    /// Uses up an amount of a quota, completely or not at all. What this server alone refuses costs the database nothing.
    ///
    /// # Errors
    /// [`LimitExceeded`] if the quota is used up.
    pub async fn take(
        &self,
        quota: Quota,
        subject: RateLimitSubject,
        amount: u64,
        now: i64,
    ) -> Result<(), LimitExceeded> {
        let taken = self.take_here(quota, subject, amount, now)?;
        let Some(shared) = &self.shared else { return Ok(()) };
        let names: Vec<String> = taken.iter().map(|(_, key)| format!("{key:?}")).collect();
        let names: Vec<[&[u8]; 1]> = names.iter().map(|name| [name.as_bytes()]).collect();
        let limits: Vec<SharedLimit<'_>> = taken
            .iter()
            .zip(&names)
            .map(|((allowance, _), name)| SharedLimit {
                subject: name,
                most: allowance.most,
                lasts: lasts(*allowance),
                part: lasts(*allowance) / PARTS,
            })
            .collect();
        let Err(refusal) = shared.take(&limits, amount, now).await else { return Ok(()) };
        // A smaller amount than a large one may still be left.
        if amount == 1
            && let Some((_, key)) = taken.get(refusal.place)
        {
            let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
            used.amounts.entry(*key).or_default().refused_until = now + refusal.wait;
        }
        Err(LimitExceeded::for_millis(quota.text(), refusal.wait))
    }

    /// The same in this process; returns the shares that were taken of.
    fn take_here(
        &self,
        quota: Quota,
        subject: RateLimitSubject,
        amount: u64,
        now: i64,
    ) -> Result<Vec<Share>, LimitExceeded> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.prune(now);
        let shares = quota.allowances().iter().filter_map(|allowance| {
            let key = match allowance.shared_by {
                SharedBy::Network => RateLimitKey::Network(subject.from),
                SharedBy::Person => match subject.api_key {
                    Some(key) => RateLimitKey::ApiKey(key),
                    None => RateLimitKey::Person(subject.user?),
                },
                SharedBy::Company => RateLimitKey::Company(subject.company?),
                SharedBy::Link => RateLimitKey::Link(subject.link?),
            };
            Some((*allowance, (quota, key)))
        });
        let shares: Vec<_> = shares.collect();
        for (allowance, key) in &shares {
            let Some(lately) = used.amounts.get_mut(key) else { continue };
            lately.forget(now - lasts(*allowance));
            // A refused caller that continues is not idle.
            lately.last_used = now;
            if lately.used().saturating_add(amount) > allowance.most {
                return Err(LimitExceeded::for_millis(
                    quota.text(),
                    lately.free_at(*allowance, amount, now) - now,
                ));
            }
            if lately.refused_until > now {
                return Err(LimitExceeded::for_millis(quota.text(), lately.refused_until - now));
            }
        }
        for (allowance, key) in &shares {
            let lately = used.amounts.entry(*key).or_default();
            lately.add(now, lasts(*allowance) / PARTS, amount);
        }
        Ok(shares)
    }
}

impl Usage {
    /// Drops expired counts and, if these are not enough, those that were idle longest. Runs when the size
    /// has doubled since the last time.
    fn prune(&mut self, now: i64) {
        if self.amounts.len() <= self.tidy_at.max(1_024) {
            return;
        }
        self.amounts.retain(|(quota, _), lately| {
            let longest = quota.allowances().iter().map(|each| lasts(*each)).max();
            lately.forget(now - longest.unwrap_or_default());
            !lately.parts.is_empty()
        });
        if self.amounts.len() > MOST_KEYS {
            let mut last_uses: Vec<i64> =
                self.amounts.values().map(|lately| lately.last_used).collect();
            let half = last_uses.len() / 2;
            let (_, middle, _) = last_uses.select_nth_unstable(half);
            let middle = *middle;
            let mut too_many = half;
            self.amounts.retain(|_, lately| {
                let is_dropped = too_many > 0 && lately.last_used <= middle;
                too_many -= usize::from(is_dropped);
                !is_dropped
            });
        }
        self.tidy_at = (self.amounts.len() * 2).min(MOST_KEYS);
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn subject() -> RateLimitSubject {
        let from = ClientNetwork::of_address("192.0.2.1".parse().ok());
        RateLimitSubject {
            from,
            user: Some(UserId(Uuid::now_v7())),
            company: Some(CompanyId(Uuid::now_v7())),
            api_key: None,
            link: None,
        }
    }

    fn wait<T>(result: Result<T, LimitExceeded>) -> Option<u64> {
        result.err().map(|exceeded| exceeded.retry_after_seconds)
    }

    #[test]
    fn the_photos_of_a_roof_are_uploaded_and_a_flood_is_refused() {
        let (quotas, me, photo) = (RateLimiter::default(), subject(), 15 << 20);
        let upload = |n: i64| {
            let count = quotas.take_here(Quota::Upload, me, 1, n);
            count.and_then(|_| quotas.take_here(Quota::UploadBytes, me, photo, n))
        };
        for n in 0..200 {
            assert_eq!(wait(upload(n)), None, "photo {n}");
        }
        assert!((200..400).any(|n| wait(upload(n)).is_some()));
    }

    #[test]
    fn a_message_per_second_is_never_limited_and_a_flood_is() {
        let (quotas, me) = (RateLimiter::default(), subject());
        for second in 0..600 {
            assert_eq!(wait(quotas.take_here(Quota::ChatMessage, me, 1, second * 1_000)), None);
        }
        let (quotas, later) = (RateLimiter::default(), 1_000_000);
        for n in 0..120 {
            assert_eq!(wait(quotas.take_here(Quota::ChatMessage, me, 1, later + n)), None);
        }
        assert_eq!(wait(quotas.take_here(Quota::ChatMessage, me, 1, later + 120)), Some(60));
        assert_eq!(wait(quotas.take_here(Quota::ChatMessage, subject(), 1, later + 120)), None);
        assert_eq!(wait(quotas.take_here(Quota::ChatMessage, me, 1, later + 60_000)), None);
    }

    #[test]
    fn a_refused_call_uses_up_no_quota() {
        let (quotas, me) = (RateLimiter::default(), subject());
        assert_eq!(wait(quotas.take_here(Quota::OrderMail, me, 400, 0)), None);
        assert_eq!(wait(quotas.take_here(Quota::OrderMail, me, 101, 60_000)), Some(3_540));
        assert_eq!(wait(quotas.take_here(Quota::OrderMail, me, 100, 60_000)), None);
        assert_eq!(wait(quotas.take_here(Quota::OrderMail, me, 501, 60_000)), Some(3_600), "never");
    }

    #[test]
    fn a_network_with_many_accounts_is_limited_too() {
        let quotas = RateLimiter::default();
        let accounts = (0..).take_while(|_| {
            let subject = subject();
            (0..200).all(|_| wait(quotas.take_here(Quota::Search, subject, 1, 0)).is_none())
        });
        assert_eq!(accounts.count(), 12, "2,400 a minute, whoever asks");
    }

    #[test]
    fn a_flood_from_many_networks_neither_fills_the_memory_nor_resets_a_limit_in_use() {
        let quotas = RateLimiter::default();
        let from = |n: u32| {
            let address = std::net::Ipv4Addr::from(n).to_string();
            RateLimitSubject::anonymous(ClientNetwork::of_address(address.parse().ok()))
        };
        let me = from(u32::MAX);
        for n in 0..200_000_u32 {
            let _ = quotas.take_here(Quota::SignIn, from(n), 1, i64::from(n) / 1_000);
            if n % 300 == 0 {
                let _ = quotas.take_here(Quota::SignIn, me, 1, i64::from(n) / 1_000);
            }
        }
        let known = quotas.used.lock().expect("lock").amounts.len();
        assert!(known <= MOST_KEYS + 2, "{known}");
        assert!(wait(quotas.take_here(Quota::SignIn, me, 1, 201)).is_some(), "667 tries so far");
        let _ = quotas.take_here(Quota::SignIn, me, 1, 600_000);
        assert!(wait(quotas.take_here(Quota::SignIn, from(1), 1, 600_000)).is_none());
    }
}
