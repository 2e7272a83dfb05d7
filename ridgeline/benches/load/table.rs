//! The results, as one table.

use std::fmt::{self, Write as _};

/// One row of the table.
#[derive(Debug)]
pub struct Row {
    /// What was measured.
    pub name: String,
    /// Ridgeline's result.
    pub ours: String,
    /// The comparison's result, if there is one.
    pub theirs: String,
    /// Ours to theirs.
    pub ratio: Option<f64>,
    /// The target as text.
    pub wanted: String,
    /// Whether the target was met; `None` without a target.
    pub met: Option<bool>,
}

impl Row {
    /// A comparison whose target is at least `least` times the other side.
    pub fn ratio(
        name: impl Into<String>,
        ours: String,
        theirs: String,
        ratio: f64,
        least: f64,
    ) -> Self {
        let wanted = format!("at least {least} x");
        let met = Some(ratio >= least);
        Self { name: name.into(), ours, theirs, ratio: Some(ratio), wanted, met }
    }

    /// A figure that should stay below a bound.
    pub fn below(name: impl Into<String>, ours: f64, most: f64, unit: &str) -> Self {
        Self {
            wanted: format!("below {most} {unit}"),
            met: Some(ours < most),
            ..Self::reported(name, format!("{} {unit}", figure(ours)))
        }
    }

    /// A figure without a target.
    pub fn reported(name: impl Into<String>, ours: String) -> Self {
        let (theirs, wanted) = (String::new(), String::new());
        Self { name: name.into(), ours, theirs, ratio: None, wanted, met: None }
    }
}

/// A figure with a readable number of decimals.
pub fn figure(number: f64) -> String {
    match number.abs() {
        0.0..10.0 => format!("{number:.2}"),
        10.0..100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}

/// The rows so far.
#[derive(Debug, Default)]
pub struct Table(Vec<Row>);

impl Table {
    /// Adds the rows of a part.
    pub fn add(&mut self, rows: Vec<Row>) {
        self.0.extend(rows);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heading = ["", "ours", "theirs", "ratio", "wanted", "met"].map(str::to_string);
        let lines: Vec<[String; 6]> = std::iter::once(heading)
            .chain(self.0.iter().map(|row| {
                [
                    row.name.clone(),
                    row.ours.clone(),
                    row.theirs.clone(),
                    row.ratio.map_or(String::new(), |ratio| format!("{} x", figure(ratio))),
                    row.wanted.clone(),
                    match row.met {
                        Some(true) => "yes".to_string(),
                        Some(false) => "NO".to_string(),
                        None => String::new(),
                    },
                ]
            }))
            .collect();
        let widths: [usize; 6] = std::array::from_fn(|at| {
            lines.iter().map(|line| line[at].chars().count()).max().unwrap_or_default()
        });
        for line in &lines {
            let mut text = String::new();
            for (at, (cell, width)) in line.iter().zip(widths).enumerate() {
                // Names are aligned left, figures right.
                match at {
                    0 => write!(text, "{cell:width$}")?,
                    _ => write!(text, "  {cell:>width$}")?,
                }
            }
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}
