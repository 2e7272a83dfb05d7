//! The texts of all records of a kind, and the search in them.

use std::{cmp::Reverse, collections::HashSet, sync::Arc};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{MatchRank, SHOWN, SearchQuery};
use crate::types::{
    ids::{JobId, UserId},
    normalize::fold,
};

/// All records of one kind that a company sees, folded once and searched on every keystroke. A copy shares the
/// texts, so that one with some other records is made without folding all of them.
#[derive(Clone, Debug, Default)]
pub struct SearchIndex {
    entries: Vec<IndexEntry>,
    text_bytes: usize,
}

/// A record that can be searched.
#[derive(Clone, Debug)]
pub struct SearchRecord<'a> {
    /// Its id.
    pub id: Uuid,
    /// The job it belongs to, for orders.
    pub job: Option<JobId>,
    /// The user it is assigned to, for users who see only their own records.
    pub assigned_to: Option<UserId>,
    /// What dated records are sorted by, the newest first.
    pub at: Option<DateTime<Utc>>,
    /// Its fields, a line each, its name first.
    pub fields: &'a str,
}

#[derive(Clone, Debug)]
struct IndexEntry {
    id: Uuid,
    job: Option<JobId>,
    assigned_to: Option<UserId>,
    at: Option<DateTime<Utc>>,
    text: Arc<str>,
}

impl IndexEntry {
    fn new(record: &SearchRecord<'_>) -> Self {
        let SearchRecord { id, job, assigned_to, at, fields } = *record;
        Self { id, job, assigned_to, at, text: format!("{}\n", fold(fields)).into() }
    }

    /// The newest first; of the same time the greatest id.
    fn order(&self) -> Reverse<(Option<DateTime<Utc>>, Uuid)> {
        Reverse((self.at, self.id))
    }
}

/// The results of an index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The best, at most [`SHOWN`]: by rank, then in the order of the index.
    pub ids: Vec<Uuid>,
    /// How many there are.
    pub total: u32,
}

impl SearchIndex {
    /// Adds a record after all others. Among equals, the first one added comes first.
    pub fn add(&mut self, record: &SearchRecord<'_>) {
        let entry = IndexEntry::new(record);
        self.text_bytes += entry.text.len();
        self.entries.push(entry);
    }

    /// Removes the records with these ids or of these jobs, and adds others, each in the order of dated records.
    pub fn replace<'a>(
        &mut self,
        ids: &HashSet<Uuid>,
        of_jobs: &HashSet<JobId>,
        records: impl IntoIterator<Item = SearchRecord<'a>>,
    ) {
        let stays = |entry: &IndexEntry| {
            !ids.contains(&entry.id) && entry.job.is_none_or(|job| !of_jobs.contains(&job))
        };
        self.entries.retain(stays);
        let mut added: Vec<IndexEntry> =
            records.into_iter().map(|record| IndexEntry::new(&record)).collect();
        self.entries.append(&mut added);
        // Already sorted but for what was added at its end, which is fast.
        self.entries.sort_by_key(IndexEntry::order);
        self.text_bytes = self.entries.iter().map(|entry| entry.text.len()).sum();
    }

    /// The matches of a query, among all records or only those assigned to one user.
    #[must_use]
    pub fn find(&self, query: &SearchQuery, only_of: Option<UserId>) -> Found {
        let mut best: [Vec<Uuid>; MatchRank::ALL.len()] = Default::default();
        // Matches that rank no higher than these would not be shown: they are only counted.
        let mut open = &MatchRank::ALL[..];
        let mut total = 0;
        for entry in &self.entries {
            let text = &*entry.text;
            if (only_of.is_some() && entry.assigned_to != only_of) || !query.is_in(text) {
                continue;
            }
            total += 1;
            let Some(rank) = open.iter().find(|rank| query.is(**rank, text)) else {
                continue;
            };
            best[*rank as usize].push(entry.id);
            let mut known = 0;
            let full = best.iter().position(|alike| {
                known += alike.len();
                known >= SHOWN
            });
            open = &MatchRank::ALL[..full.unwrap_or(MatchRank::ALL.len())];
        }
        Found { ids: best.into_iter().flatten().take(SHOWN).collect(), total }
    }

    /// The memory it takes, approximately.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        // Each text is an allocation of its own, with two counts.
        self.text_bytes + self.entries.capacity() * (size_of::<IndexEntry>() + 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(things: &[&str]) -> SearchIndex {
        let mut index = SearchIndex::default();
        for (at, fields) in (0..).zip(things) {
            index.add(&record(at, None, fields));
        }
        index
    }

    fn record(id: u128, assigned_to: Option<UserId>, fields: &str) -> SearchRecord<'_> {
        SearchRecord { id: Uuid::from_u128(id), job: None, assigned_to, at: None, fields }
    }

    fn found(index: &SearchIndex, typed: &str) -> Vec<u128> {
        let found = index.find(&SearchQuery::new(typed), None);
        found.ids.into_iter().map(|id| id.as_u128()).collect()
    }

    #[test]
    fn matches_at_the_beginning_come_before_matches_within() {
        let index = index(&[
            "Supermarket\n12 Oak",
            "Old Market roof\n3 Elm",
            "Chapel\nMarket St 9",
            "Market hall\n1 Main",
        ]);
        assert_eq!(found(&index, "market"), [3, 2, 1, 0]);
        assert_eq!(found(&index, "mark old"), [1]);
        assert_eq!(found(&index, "arket"), [0, 1, 2, 3]);
    }

    #[test]
    fn every_word_must_occur_in_the_record_and_none_across_two_of_its_fields() {
        let index = index(&["Peña re-roof\n1204 Sunset Blvd", "José María\nSunset"]);
        assert_eq!(found(&index, "sunset pena"), [0]);
        assert_eq!(found(&index, "JOSE"), [1]);
        assert_eq!(found(&index, "josé maria"), [1]);
        assert!(found(&index, "roof1204").is_empty());
        assert!(found(&index, "sunset nobody").is_empty());
        assert!(found(&index, "%").is_empty());
        assert!(found(&index, "").is_empty());
        assert!(found(&index, "  ").is_empty());
    }

    #[test]
    fn five_are_shown_and_all_are_counted() {
        let index = index(&["roof"; 12]);
        let found = index.find(&SearchQuery::new("roof"), None);
        assert_eq!((found.ids.len(), found.total), (SHOWN, 12));
        assert_eq!(found.ids[0], Uuid::from_u128(0), "the first added comes first");
    }

    #[test]
    fn a_user_who_sees_only_assigned_records_finds_only_those() {
        let (me, other) = (UserId(Uuid::from_u128(7)), UserId(Uuid::from_u128(8)));
        let mut index = SearchIndex::default();
        for (at, who) in [(1, None), (2, Some(other)), (3, Some(me))] {
            index.add(&record(at, who, "roof"));
        }
        let query = SearchQuery::new("roof");
        assert_eq!(index.find(&query, None).total, 3);
        assert_eq!(index.find(&query, Some(me)).ids, [Uuid::from_u128(3)]);
    }

    #[test]
    fn a_job_that_was_renamed_moved_or_deleted_is_found_as_it_is_now() {
        let at = |second| DateTime::from_timestamp(second, 0);
        let dated =
            |id, second, fields| SearchRecord { at: at(second), ..record(id, None, fields) };
        let mut index = SearchIndex::default();
        for (id, second) in [(4, 40), (3, 30), (2, 20), (1, 10)] {
            index.add(&dated(id, second, "roof"));
        }
        let before = index.clone();
        let gone = [2, 3].map(Uuid::from_u128).into();
        index.replace(&gone, &HashSet::new(), [dated(3, 5, "roof"), dated(9, 50, "roof")]);
        assert_eq!(found(&index, "roof"), [9, 4, 1, 3]);
        assert_eq!(found(&before, "roof"), [4, 3, 2, 1], "who searches meanwhile is not disturbed");
        let of_job = JobId(Uuid::from_u128(70));
        let order = SearchRecord { job: Some(of_job), ..dated(8, 60, "roof") };
        index.replace(&HashSet::new(), &HashSet::new(), [order]);
        assert_eq!(found(&index, "roof"), [8, 9, 4, 1, 3]);
        index.replace(&HashSet::new(), &[of_job].into(), []);
        assert_eq!(found(&index, "roof"), [9, 4, 1, 3], "its orders are gone with the job");
    }
}
