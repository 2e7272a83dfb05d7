//! The one table at the end, and whether everything in it is as promised.

use std::{fmt::Write as _, time::Duration};

use crate::scale::{calls::CallSummary, faults::Fault};

/// How many notes of a phase are shown.
const MOST_NOTES: usize = 12;

/// A phase.
pub struct Row {
    pub fault: Fault,
    pub servers: usize,
    /// The numbers, or why there are none.
    pub result: Result<Numbers, String>,
    /// What the numbers do not say.
    pub notes: Vec<String>,
}

/// What became of a phase.
#[derive(Debug, Default)]
pub struct Numbers {
    pub calls: CallSummary,
    pub acknowledged: usize,
    pub unclear: usize,
    pub lost: usize,
    pub twice: usize,
    pub unknown: usize,
    /// Acknowledged jobs that their own creator did not see afterwards.
    pub unseen: usize,
    pub events_lost: usize,
    pub event_median: Duration,
    pub event_slow: Duration,
    pub longest_stale: Duration,
    pub moved: usize,
    pub mails: usize,
    pub mails_twice: usize,
    pub mails_missing: usize,
}

const HEADINGS: [&str; 14] = [
    "Fault",
    "Servers",
    "Calls",
    "Failed",
    "Longest gap",
    "Call p50 / p99",
    "Writes",
    "Lost",
    "Twice",
    "Own unseen",
    "Events lost",
    "Event p50 / p99",
    "Longest stale",
    "Sockets moved",
];
/// The last two columns.
const MAILS: [&str; 2] = ["Emails", "Twice"];

impl Row {
    /// A phase that could not run.
    pub fn failed(fault: Fault, servers: usize, error: &anyhow::Error) -> Self {
        let words = format!("{error:#}");
        Self { fault, servers, result: Err(words), notes: Vec::new() }
    }

    /// Whether the phase kept what is promised. Without synchronous replication, a promotion may lose the last writes.
    pub fn is_kept(&self, is_synchronous: bool) -> bool {
        let Ok(numbers) = &self.result else { return false };
        let may_lose = self.fault == Fault::Promotion && !is_synchronous;
        let is_complete = [numbers.lost, numbers.unseen, numbers.events_lost] == [0; 3];
        let failed: usize = numbers.calls.failed.values().sum();
        let is_undisturbed = failed == 0 && numbers.unclear == 0;
        // A phase in which nothing could be stored proves nothing.
        numbers.acknowledged > 0
            && (is_undisturbed || self.fault.disturbs())
            && (is_complete || may_lose)
            && numbers.twice == 0
            && numbers.unknown == 0
            && numbers.mails_twice == 0
    }

    fn cells(&self) -> Vec<String> {
        let mut cells = vec![self.fault.name(), self.servers.to_string()];
        let Ok(numbers) = &self.result else {
            cells.push("failed".to_owned());
            cells.resize(HEADINGS.len() + MAILS.len(), "–".to_owned());
            return cells;
        };
        let summary = &numbers.calls;
        cells.extend([
            summary.calls.to_string(),
            failed(summary),
            seconds(summary.longest_gap),
            [milliseconds(summary.median), milliseconds(summary.slow)].join(" / "),
            numbers.acknowledged.to_string(),
            numbers.lost.to_string(),
            numbers.twice.to_string(),
            numbers.unseen.to_string(),
            numbers.events_lost.to_string(),
            [milliseconds(numbers.event_median), milliseconds(numbers.event_slow)].join(" / "),
            seconds(numbers.longest_stale),
            numbers.moved.to_string(),
            numbers.mails.to_string(),
            numbers.mails_twice.to_string(),
        ]);
        cells
    }

    fn all_notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        match &self.result {
            Err(error) => notes.push(format!("failed: {error}")),
            Ok(numbers) => {
                for (count, what) in [
                    (numbers.unclear, "writes ended without a clear answer"),
                    (numbers.mails_missing, "emails of acknowledged invitations did not come yet"),
                ] {
                    if count > 0 {
                        notes.push(format!("{count} {what}"));
                    }
                }
            }
        }
        notes.extend(self.notes.iter().take(MOST_NOTES).cloned());
        if self.notes.len() > MOST_NOTES {
            notes.push(format!("and {} more", self.notes.len() - MOST_NOTES));
        }
        notes
    }
}

/// The table as Markdown, and below it what the numbers do not say.
pub fn print(rows: &[Row]) -> String {
    let headings: Vec<String> =
        HEADINGS.iter().chain(&MAILS).map(|&word| word.to_owned()).collect();
    let mut lines = vec![headings];
    lines.extend(rows.iter().map(Row::cells));
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max();
    let widths: Vec<usize> =
        (0..HEADINGS.len() + MAILS.len()).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        for (cell, &width) in line.iter().zip(&widths) {
            let _ = write!(text, "| {cell:<width$} ");
        }
        text += "|\n";
        if number == 0 {
            for width in &widths {
                let _ = write!(text, "|{}", "-".repeat(width + 2));
            }
            text += "|\n";
        }
    }
    for row in rows {
        for note in row.all_notes() {
            let _ = write!(text, "\n{} with {}: {note}", row.fault.name(), row.servers);
        }
    }
    text
}

/// How many calls failed, and why.
fn failed(calls: &CallSummary) -> String {
    let all: usize = calls.failed.values().sum();
    let mut text = all.to_string();
    for (number, (failure, count)) in calls.failed.iter().enumerate() {
        let before = if number == 0 { ":" } else { "," };
        let _ = write!(text, "{before} {count} × {failure}");
    }
    text
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

fn milliseconds(time: Duration) -> String {
    format!("{} ms", time.as_millis())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::scale::calls::CallFailure;

    fn row(fault: Fault, numbers: Numbers) -> Row {
        Row { fault, servers: 2, result: Ok(numbers), notes: vec!["a note".to_owned()] }
    }

    #[test]
    fn the_table_says_how_many_calls_failed_and_why() {
        let failed = [(CallFailure::Unanswered, 1), (CallFailure::Status(503), 12)];
        let calls = CallSummary {
            calls: 400,
            failed: BTreeMap::from(failed),
            longest_gap: Duration::from_millis(1_250),
            ..CallSummary::default()
        };
        let table = print(&[row(Fault::KillServer, Numbers { calls, ..Numbers::default() })]);
        let lines: Vec<&str> = table.lines().collect();
        assert!(lines[0].starts_with("| Fault       | Servers | Calls |"), "{table}");
        assert!(lines[2].contains("| 13: 1 × no answer, 12 × 503 | 1.2 s"), "{table}");
        let lengths: Vec<usize> = lines[..3].iter().map(|line| line.chars().count()).collect();
        assert!(lengths.iter().all(|length| *length == lengths[0]), "{table}");
        assert!(table.ends_with("kill-server with 2: a note"));
    }

    #[test]
    fn a_lost_write_fails_the_run_unless_replication_may_lose_it() {
        let fine = || Numbers { acknowledged: 9, ..Numbers::default() };
        let lost = || Numbers { lost: 1, ..fine() };
        assert!(row(Fault::None, fine()).is_kept(false));
        assert!(!row(Fault::KillServer, lost()).is_kept(false));
        assert!(row(Fault::Promotion, lost()).is_kept(false));
        assert!(!row(Fault::Promotion, lost()).is_kept(true));
        let unseen = Numbers { unseen: 1, ..fine() };
        assert!(!row(Fault::Replica, unseen).is_kept(false));
        let twice = Numbers { mails_twice: 1, ..fine() };
        assert!(!row(Fault::Promotion, twice).is_kept(false));
        assert!(!row(Fault::KillServer, Numbers::default()).is_kept(false), "nothing was stored");
        let unclear = || Numbers { unclear: 1, ..fine() };
        assert!(row(Fault::KillServer, unclear()).is_kept(false));
        assert!(!row(Fault::ReplicaAway, unclear()).is_kept(false));
        assert!(!Row::failed(Fault::None, 1, &anyhow::anyhow!("no")).is_kept(false));
    }

    #[test]
    fn a_phase_that_could_not_run_is_shown_with_its_error() {
        let error = anyhow::anyhow!("the socket").context("it does not start");
        let table = print(&[Row::failed(Fault::PgbouncerTransaction, 3, &error)]);
        assert!(table.contains("| failed "), "{table}");
        assert!(table.ends_with("with 3: failed: it does not start: the socket"), "{table}");
    }
}
