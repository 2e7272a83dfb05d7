//! Measures two sides in alternating turns, so that other load on the machine affects both.

use std::time::Duration;

use anyhow::Result;

use crate::{
    Bench,
    client::{Load, Requests, Turn},
    server::Server,
    table::{Row, figure},
};

/// One side of a comparison.
pub struct Side<'s> {
    /// The name in the output.
    pub name: &'static str,
    /// The server to measure.
    pub server: &'s Server,
    /// The requests to send.
    pub requests: Requests,
    /// The expected status.
    pub status: u16,
}

/// The results of both sides.
pub struct Compared {
    ours: Measured,
    theirs: Measured,
    /// The bodies of the answers to numbered requests, ours and theirs.
    pub bodies: [Vec<Vec<u8>>; 2],
}

/// All turns of one side.
#[derive(Default)]
struct Measured {
    rates: Vec<f64>,
    work: Vec<f64>,
    waits: Vec<Duration>,
}

/// Measures both after one warm-up round; the sides take turns going first.
pub async fn compare(bench: &Bench, connections: usize, sides: [Side<'_>; 2]) -> Result<Compared> {
    let mut measured = [Measured::default(), Measured::default()];
    let mut bodies = [Vec::new(), Vec::new()];
    for round in 0..=bench.rounds {
        for turn in 0..2 {
            let index = (round + turn) % 2;
            let side = &sides[index];
            let load = Load {
                address: side.server.address,
                connections,
                time: if round == 0 { bench.turn / 4 } else { bench.turn },
                requests: side.requests.clone(),
                status: side.status,
            };
            let before = side.server.worked();
            let turn = load.run().await?;
            let worked = before.zip(side.server.worked()).map(|(from, to)| to.saturating_sub(from));
            if round > 0 {
                print_turn(side.name, &turn);
                measured[index].take(&turn, worked);
            }
            bodies[index].extend(turn.bodies);
        }
    }
    let [ours, theirs] = measured;
    Ok(Compared { ours, theirs, bodies })
}

fn print_turn(name: &str, turn: &Turn) {
    println!(
        "  {name:28} {:>8} a second, the slowest percent waits {:.1} ms",
        figure(turn.per_second()),
        turn.slowest_percent().as_secs_f64() * 1e3
    );
}

impl Measured {
    fn take(&mut self, turn: &Turn, worked: Option<Duration>) {
        let rate = turn.per_second();
        self.rates.push(rate);
        if let Some(worked) = worked {
            self.work.push(worked.as_secs_f64() * 1e6 / (rate * turn.took.as_secs_f64()));
        }
        self.waits.push(turn.slowest_percent());
    }
}

impl Compared {
    /// The rows of the table: requests per second, CPU time per request, and the longest waits.
    pub fn rows(&self, name: &str, least: f64) -> Vec<Row> {
        let (ours, theirs, ratio) = self.rates();
        let rates = Row::ratio(name, ours, theirs, ratio, least);
        [rates].into_iter().chain(self.work_row(name)).chain([self.waits_row(name)]).collect()
    }

    /// The same without a target.
    pub fn reported(&self, name: &str) -> Vec<Row> {
        let (ours, theirs, ratio) = self.rates();
        let rates = Row { theirs, ratio: Some(ratio), ..Row::reported(name, ours) };
        [rates].into_iter().chain(self.work_row(name)).collect()
    }

    /// Only the CPU time, which should be at most `max_ratio` times that of the other side.
    pub fn work(&self, name: &str, max_ratio: Option<f64>) -> Vec<Row> {
        let with_target = |row: Row| match max_ratio {
            None => row,
            Some(most) => Row {
                wanted: format!("at most {most} x"),
                met: row.ratio.map(|ratio| ratio <= most),
                ..row
            },
        };
        self.work_row(name).map(with_target).into_iter().collect()
    }

    fn rates(&self) -> (String, String, f64) {
        let ratios =
            self.ours.rates.iter().zip(&self.theirs.rates).map(|(ours, theirs)| ours / theirs);
        let ratio = median(ratios.collect());
        let rate = |side: &Measured| format!("{}/s", figure(median(side.rates.clone())));
        (rate(&self.ours), rate(&self.theirs), ratio)
    }

    fn work_row(&self, name: &str) -> Option<Row> {
        if self.ours.work.is_empty() || self.theirs.work.is_empty() {
            return None;
        }
        let ratios =
            self.ours.work.iter().zip(&self.theirs.work).map(|(ours, theirs)| ours / theirs);
        let ratio = median(ratios.collect());
        let [ours, theirs] = [&self.ours, &self.theirs].map(|side| median(side.work.clone()));
        let microseconds = |work| format!("{} µs", figure(work));
        Some(Row {
            theirs: microseconds(theirs),
            ratio: Some(ratio),
            ..Row::reported(format!("{name}: processor time each"), microseconds(ours))
        })
    }

    fn waits_row(&self, name: &str) -> Row {
        let wait = |side: &Measured| {
            let waits = side.waits.iter().map(|wait| wait.as_secs_f64() * 1e3).collect();
            format!("{} ms", figure(median(waits)))
        };
        Row {
            theirs: wait(&self.theirs),
            ..Row::reported(format!("{name}: 99 of 100 wait at most"), wait(&self.ours))
        }
    }
}

/// The median.
pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}
