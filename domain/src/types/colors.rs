//! The palette of the calendar: 14 colors, each with its fill and text for both themes.

use serde::Serialize;
use ts_rs::TS;

const WHITE: &str = "#FFFFFF";
const INK: &str = "#10181F";

/// One color of the palette. A job stores its `light` value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct Colour {
    /// Its name in English.
    pub english: &'static str,
    /// Its name in Spanish.
    pub spanish: &'static str,
    /// The fill in the light theme, and the value stored on the job.
    pub light: &'static str,
    /// The text on the light fill.
    pub light_text: &'static str,
    /// The fill in the dark theme.
    pub dark: &'static str,
    /// The text on the dark fill.
    pub dark_text: &'static str,
}

const fn colour(
    [english, spanish]: [&'static str; 2],
    [light, light_text]: [&'static str; 2],
    [dark, dark_text]: [&'static str; 2],
) -> Colour {
    Colour { english, spanish, light, light_text, dark, dark_text }
}

/// The 14 colors a picker offers.
pub const PALETTE: [Colour; 14] = [
    colour(["Brick", "Ladrillo"], ["#B72B12", WHITE], ["#CF3319", WHITE]),
    colour(["Clay", "Arcilla"], ["#DD6B0B", INK], ["#EE7114", INK]),
    colour(["Ochre", "Ocre"], ["#F7A52E", INK], ["#F5AE45", INK]),
    colour(["Straw", "Paja"], ["#F1DD7C", INK], ["#EFDD86", INK]),
    colour(["Moss", "Musgo"], ["#A0C17E", INK], ["#A7C687", INK]),
    colour(["Fern", "Helecho"], ["#126B4C", WHITE], ["#0B846C", WHITE]),
    colour(["Patina", "Pátina"], ["#2EA27B", INK], ["#26B484", INK]),
    colour(["Glacier", "Glaciar"], ["#9CE3F7", INK], ["#A2E2F3", INK]),
    colour(["Chalk line", "Tiza"], ["#3F6CDA", WHITE], ["#7187F8", INK]),
    colour(["Blueprint", "Plano"], ["#1A3F69", WHITE], ["#556C9B", WHITE]),
    colour(["Iris", "Lirio"], ["#6231A4", WHITE], ["#874CD1", WHITE]),
    colour(["Plum", "Ciruela"], ["#A8509B", WHITE], ["#CB6DC1", INK]),
    colour(["Rose", "Rosa"], ["#DE9ABD", INK], ["#E3A5C5", INK]),
    colour(["Cedar", "Cedro"], ["#5E3218", WHITE], ["#8E6340", WHITE]),
];

/// The color of completed jobs and appointments, whatever their own color.
pub const COMPLETED: Colour =
    colour(["Completed", "Completado"], ["#C9D1D8", "#2B3944"], ["#3A4853", "#DDE4EA"]);

/// The color of a new job, the calmest of the palette.
pub const NEW_JOB: &str = PALETTE[9].light;

/// Is this `#rrggbb`?
#[must_use]
pub fn is_hex(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
}
