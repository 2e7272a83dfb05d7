//! Limits how many tries are under way for each webhook. Anyone may name any receiver, so one that never answers must
//! delay only its own changes.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use domain::types::ids::WebhookId;

/// How many tries are under way at once.
pub const AT_ONCE: usize = 64;
/// How many of them to one webhook that answered quickly the last time; to any other one at a time.
const PER_WEBHOOK: usize = 4;
/// How many of them to all webhooks that did not answer quickly the last time: however many are slow, the rest is free
/// for those that are not.
const UNPROVEN_AT_ONCE: usize = 32;
/// An answer within this time is quick.
const QUICK: Duration = Duration::from_secs(2);
/// The most webhooks that are remembered as quick.
const MOST_QUICK: usize = 1_024;

/// The tries under way of this process. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct WebhookSlots(Arc<Mutex<SlotCounts>>);

#[derive(Debug, Default)]
struct SlotCounts {
    /// At most [`AT_ONCE`] entries.
    under_way: HashMap<WebhookId, usize>,
    /// At most [`MOST_QUICK`], the latest last.
    quick: Vec<WebhookId>,
    /// The slow one that got a slot last: the next round begins behind it, so that each has its turn.
    last: Option<WebhookId>,
}

/// The right to one try at a time. Dropping it frees its slot.
#[derive(Debug)]
pub struct WebhookSlot {
    slots: WebhookSlots,
    webhook: WebhookId,
}

impl WebhookSlots {
    /// A slot for a try to this webhook, if there is one.
    pub fn begin(&self, webhook: WebhookId) -> Option<WebhookSlot> {
        let mut counts = self.counts();
        let total: usize = counts.under_way.values().sum();
        let of_unproven = counts.under_way.iter().filter(|(other, _)| !counts.is_quick(**other));
        let unproven: usize = of_unproven.map(|(_, count)| count).sum();
        let own = counts.under_way.get(&webhook).copied().unwrap_or_default();
        let has_room = total < AT_ONCE
            && if counts.is_quick(webhook) {
                own < PER_WEBHOOK
            } else {
                own == 0 && unproven < UNPROVEN_AT_ONCE
            };
        if !has_room {
            return None;
        }
        if !counts.is_quick(webhook) {
            counts.last = Some(webhook);
        }
        *counts.under_way.entry(webhook).or_default() += 1;
        Some(WebhookSlot { slots: self.clone(), webhook })
    }

    /// The index of these webhooks, which are in the order of their ids, with which a round begins.
    pub fn first_of(&self, webhooks: impl Iterator<Item = WebhookId>) -> usize {
        let last = self.counts().last;
        webhooks.take_while(|webhook| last.is_some_and(|last| *webhook <= last)).count()
    }

    fn counts(&self) -> MutexGuard<'_, SlotCounts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SlotCounts {
    fn is_quick(&self, webhook: WebhookId) -> bool {
        self.quick.contains(&webhook)
    }
}

impl WebhookSlot {
    /// Whether the receiver answered quickly the last time: a slow one gives its slot back after each try.
    pub fn is_quick(&self) -> bool {
        self.slots.counts().is_quick(self.webhook)
    }

    /// Notes how long the receiver took.
    pub fn note(&self, took: Duration) {
        let mut counts = self.slots.counts();
        if took <= QUICK && counts.quick.last() == Some(&self.webhook) {
            return;
        }
        counts.quick.retain(|webhook| *webhook != self.webhook);
        if took <= QUICK {
            if counts.quick.len() >= MOST_QUICK {
                counts.quick.remove(0);
            }
            counts.quick.push(self.webhook);
        }
    }
}

impl Drop for WebhookSlot {
    fn drop(&mut self) {
        let mut counts = self.slots.counts();
        let left = counts.under_way.get(&self.webhook).copied().unwrap_or_default();
        if left <= 1 {
            counts.under_way.remove(&self.webhook);
        } else {
            counts.under_way.insert(self.webhook, left - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn webhook(number: usize) -> WebhookId {
        WebhookId(Uuid::from_u128(number as u128))
    }

    #[test]
    fn however_many_receivers_are_slow_a_quick_one_still_gets_its_changes() {
        let slots = WebhookSlots::default();
        slots.begin(webhook(0)).expect("a slot").note(Duration::from_millis(80));
        let slow: Vec<WebhookSlot> =
            (1..=UNPROVEN_AT_ONCE).filter_map(|n| slots.begin(webhook(n))).collect();
        assert_eq!(slow.len(), UNPROVEN_AT_ONCE);
        assert!(slots.begin(webhook(999)).is_none(), "it may be slow, too");
        let quick = slots.begin(webhook(0)).expect("a slot");
        quick.note(QUICK * 2);
        assert!(slots.begin(webhook(0)).is_none(), "it is slow now");
        drop((slow, quick));
        assert!(slots.counts().under_way.is_empty(), "nothing is left of those that ended");
        assert!(slots.begin(webhook(999)).is_some());
    }

    #[test]
    fn of_many_slow_receivers_each_has_its_turn() {
        let slots = WebhookSlots::default();
        let all = || (0..3 * UNPROVEN_AT_ONCE).map(webhook);
        let mut served = std::collections::HashSet::new();
        for _ in 0..3 {
            let first = slots.first_of(all());
            let round: Vec<_> = all().skip(first).chain(all().take(first)).collect();
            let held: Vec<_> = round.iter().filter_map(|one| slots.begin(*one)).collect();
            served.extend(held.iter().map(|slot| slot.webhook));
        }
        assert_eq!(served.len(), 3 * UNPROVEN_AT_ONCE);
    }

    #[test]
    fn one_webhook_gets_only_its_share_and_the_memory_of_quick_ones_is_bounded() {
        let slots = WebhookSlots::default();
        let only = slots.begin(webhook(0)).expect("a slot");
        assert!(slots.begin(webhook(0)).is_none(), "it may be slow");
        only.note(QUICK);
        drop(only);
        let own: Vec<_> = (0..PER_WEBHOOK).filter_map(|_| slots.begin(webhook(0))).collect();
        assert_eq!(own.len(), PER_WEBHOOK);
        assert!(slots.begin(webhook(0)).is_none());
        drop(own);
        for n in 0..2 * MOST_QUICK {
            slots.begin(webhook(n)).expect("a slot").note(QUICK);
        }
        assert_eq!(slots.counts().quick.len(), MOST_QUICK);
    }
}
