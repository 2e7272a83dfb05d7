//! What was measured, as one table.

use std::fmt::{self, Write as _};

/// One line of the table.
#[derive(Debug)]
pub struct Row {
    /// What was measured.
    pub name: String,
    /// Our side.
    pub ours: String,
    /// The other side, where there is one.
    pub theirs: String,
    /// Ours to theirs.
    pub ratio: Option<f64>,
    /// What is wished for, in words.
    pub wanted: String,
    /// Whether it came true; nothing where nothing was wished for.
    pub met: Option<bool>,
}

impl Row {
    /// A comparison of which at least `least` times the other side is wanted.
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

    /// Something that should stay below a bound.
    pub fn below(name: impl Into<String>, ours: f64, most: f64, unit: &str) -> Self {
        Self {
            wanted: format!("below {most} {unit}"),
            met: Some(ours < most),
            ..Self::told(name, format!("{} {unit}", figure(ours)))
        }
    }

    /// Something that is only told.
    pub fn told(name: impl Into<String>, ours: String) -> Self {
        let (theirs, wanted) = (String::new(), String::new());
        Self { name: name.into(), ours, theirs, ratio: None, wanted, met: None }
    }
}

/// A figure with as many decimals as one reads.
pub fn figure(number: f64) -> String {
    match number.abs() {
        0.0..10.0 => format!("{number:.2}"),
        10.0..100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}

/// The lines so far.
#[derive(Debug, Default)]
pub struct Table(Vec<Row>);

impl Table {
    /// Adds what a part measured.
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
                // Names begin where their column does; figures end there.
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
