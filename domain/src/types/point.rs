//! A place on the map.

use serde::Serialize;

/// A place on the map, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// North of the equator.
    pub latitude: f64,
    /// East of Greenwich.
    pub longitude: f64,
}
