//! What is kept with a job: notes, tags, measurements and the inspection note.

use crate::{
    checks::Checks,
    error::Refusal,
    form::{Choice, Form, form},
    limits::LIMITS,
    money::Figure,
};
use serde::Serialize;

/// A unit things are measured in, as the wire spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Unit(pub &'static str);

/// The unit the form starts with.
pub const DEFAULT_UNIT: Unit = Unit("square");

macro_rules! units {
    ($($word:literal),+ $(,)?) => {
        impl Choice for Unit {
            const OFFERED: &'static [(&'static str, Self)] = &[$(($word, Unit($word))),+];
        }
    };
}

units! {
    "bundle", "board foot", "bag", "bucket", "box", "each", "foot", "square foot", "cubic foot",
    "US gallon", "inch", "pound", "linear foot", "ounce", "pallet", "roll", "square", "sheet",
    "square yard", "cubic yard", "yard",
}

form! {
    /// The inspection note; blank clears it.
    InspectionNote {
        inspection_note: String = "inspectionNote",
    }
}

impl Form for InspectionNote {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.text("inspectionNote", &self.inspection_note).max(LIMITS.inspection_note);
        checks.done()
    }
}

form! {
    /// A new tag.
    NewTag {
        content: String = "content",
    }
}

impl Form for NewTag {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.text("content", &self.content).required().max(LIMITS.tag);
        checks.done()
    }
}

form! {
    /// A new note.
    NewNote {
        content: String = "content",
    }
}

impl Form for NewNote {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.text("content", &self.content).required().lines();
        checks.done()
    }
}

form! {
    /// A new measurement report.
    NewMeasurement {
        measurement: String = "measurement",
        #[ts(type = "number | null")]
        amount: Option<Figure> = "amount",
    }
}

impl Form for NewMeasurement {
    fn check(&self) -> Result<(), Vec<Refusal>> {
        let mut checks = Checks::new();
        checks.choice::<Unit>("measurement", &self.measurement);
        checks.figure("amount", self.amount).required().quantity();
        checks.done()
    }
}
