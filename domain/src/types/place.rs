//! Where an address is on the map, and how exactly that is known.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::types::point::Point;

/// What is known of a place, if it is not the house itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum AreaKind {
    /// Its street.
    Street,
    /// Its ZIP code.
    Zip,
    /// Its city.
    City,
    /// The ZIP codes with the same first three digits.
    Region,
}

/// A circle round a place, in which the house nearly always is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct PlaceArea {
    /// What is known.
    pub kind: AreaKind,
    /// The radius of the circle.
    #[ts(type = "number")]
    pub radius_meters: u32,
}

/// A place on the map, and how exact it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Location {
    /// The place.
    pub point: Point,
    /// The area whose center it is; none if it is the house itself.
    pub area: Option<PlaceArea>,
}

impl Location {
    /// The place of a house.
    #[must_use]
    pub const fn of_house(point: Point) -> Self {
        Self { point, area: None }
    }

    /// The center of an area.
    #[must_use]
    pub const fn in_area(point: Point, kind: AreaKind, radius_meters: u32) -> Self {
        Self { point, area: Some(PlaceArea { kind, radius_meters }) }
    }

    /// The radius in which the house is: 0 for the house itself.
    #[must_use]
    pub fn radius_meters(&self) -> u32 {
        self.area.map_or(0, |area| area.radius_meters)
    }
}
