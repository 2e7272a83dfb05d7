//! Records which changes each writer saw acknowledged.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::people::{CallOutcome, Refusal, text};

/// One change.
#[derive(Clone, Debug)]
pub enum Change {
    /// A job.
    Job { title: String },
    /// A message in the room; its text is also its temporary id.
    Message { contents: String },
    /// All rows of the writer's purchase order, each with this quantity.
    Rows { quantity: usize },
    /// A note at the writer's job.
    Note { content: String },
    /// Several jobs in one sheet; their titles start with the mark.
    Import { mark: String },
    /// A picture of the writer's job.
    Photo { width: u32 },
}

/// What one writer knows about its changes.
#[derive(Default)]
pub struct Ledger {
    /// Acknowledged, or found on the server later, in order.
    pub done: Vec<Change>,
    /// The acknowledged pictures, by id.
    photos: BTreeSet<String>,
    /// Unknown outcome: the connection broke, or the server itself was not sure. With the number of changes
    /// acknowledged before.
    pub open: Vec<(Change, usize)>,
    /// Refused with the message that nothing was changed.
    pub refused: Vec<(Change, Refusal)>,
}

impl Ledger {
    /// Records the outcome of a change.
    pub fn note(&mut self, change: Change, outcome: CallOutcome) {
        match outcome {
            CallOutcome::Done(answer) => {
                if let Change::Photo { .. } = change {
                    self.note_photo(&answer);
                }
                self.done.push(change);
            }
            CallOutcome::Refused(refusal) if refusal.status == 503 => {
                self.refused.push((change, refusal));
            }
            CallOutcome::Refused(refusal)
                if refusal.status == 500 && refusal.message.contains("cannot tell whether") =>
            {
                self.open.push((change, self.done.len()));
            }
            CallOutcome::Refused(refusal) => panic!("{change:?}: {refusal:?}"),
            CallOutcome::Unanswered => self.open.push((change, self.done.len())),
        }
    }

    /// Records a picture of the writer's job, from the response to its upload.
    pub fn note_photo(&mut self, answer: &Value) {
        self.photos.insert(text(&answer["newEntry"]["id"]).to_owned());
    }

    /// The quantities that the rows of the order may have: the last acknowledged one, and those of unknown
    /// outcome after it. `None` if no rows were written.
    pub fn quantities(&self) -> BTreeSet<Option<usize>> {
        let quantity = |change: &Change| match change {
            Change::Rows { quantity } => Some(*quantity),
            _ => None,
        };
        let last = self.done.iter().rposition(|change| quantity(change).is_some());
        let open = self.open.iter().filter(|(_, before)| last.is_none_or(|last| *before > last));
        let open = open.filter_map(|(change, _)| quantity(change)).map(Some);
        open.chain([last.and_then(|last| quantity(&self.done[last]))]).collect()
    }

    /// Adopts the pictures that are stored but were not acknowledged.
    pub fn adopt_photos(&mut self, there: BTreeSet<String>) -> usize {
        let lost: Vec<_> = self.photos.difference(&there).collect();
        assert!(lost.is_empty(), "acknowledged pictures are lost: {lost:?}");
        let open = self.open.iter().filter(|(change, _)| matches!(change, Change::Photo { .. }));
        let (open, more) = (open.count(), there.len() - self.photos.len());
        assert!(
            more <= open,
            "{more} pictures that nobody sent, or that were refused; {open} may be"
        );
        self.photos = there;
        more
    }
}

impl Change {
    /// Whether it can be found by a unique title or text.
    pub const fn has_name(&self) -> bool {
        !matches!(self, Self::Rows { .. } | Self::Photo { .. })
    }
}
