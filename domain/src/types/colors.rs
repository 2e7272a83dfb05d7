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
pub struct Color {
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

const fn color(
    [english, spanish]: [&'static str; 2],
    [light, light_text]: [&'static str; 2],
    [dark, dark_text]: [&'static str; 2],
) -> Color {
    Color { english, spanish, light, light_text, dark, dark_text }
}

/// The 14 colors a picker offers.
pub const PALETTE: [Color; 14] = [
    color(["Brick", "Ladrillo"], ["#B72B12", WHITE], ["#CF3319", WHITE]),
    color(["Clay", "Arcilla"], ["#DD6B0B", INK], ["#EE7114", INK]),
    color(["Ochre", "Ocre"], ["#F7A52E", INK], ["#F5AE45", INK]),
    color(["Straw", "Paja"], ["#F1DD7C", INK], ["#EFDD86", INK]),
    color(["Moss", "Musgo"], ["#A0C17E", INK], ["#A7C687", INK]),
    color(["Fern", "Helecho"], ["#126B4C", WHITE], ["#0B846C", WHITE]),
    color(["Patina", "Pátina"], ["#2EA27B", INK], ["#26B484", INK]),
    color(["Glacier", "Glaciar"], ["#9CE3F7", INK], ["#A2E2F3", INK]),
    color(["Chalk line", "Tiza"], ["#3F6CDA", WHITE], ["#7187F8", INK]),
    color(["Blueprint", "Plano"], ["#1A3F69", WHITE], ["#556C9B", WHITE]),
    color(["Iris", "Lirio"], ["#6231A4", WHITE], ["#874CD1", WHITE]),
    color(["Plum", "Ciruela"], ["#A8509B", WHITE], ["#CB6DC1", INK]),
    color(["Rose", "Rosa"], ["#DE9ABD", INK], ["#E3A5C5", INK]),
    color(["Cedar", "Cedro"], ["#5E3218", WHITE], ["#8E6340", WHITE]),
];

/// The color of completed jobs and appointments, whatever their own color.
pub const COMPLETED: Color =
    color(["Completed", "Completado"], ["#C9D1D8", "#2B3944"], ["#3A4853", "#DDE4EA"]);

/// The color of a new job, the calmest of the palette.
pub const NEW_JOB: &str = PALETTE[9].light;

/// Is this `#rrggbb`?
#[must_use]
pub fn is_hex(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
}
