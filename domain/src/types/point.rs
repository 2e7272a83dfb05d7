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

/// The length of a degree of latitude.
const METERS_OF_A_DEGREE: f64 = 111_200.0;

impl Point {
    /// Whether there is such a place.
    #[must_use]
    pub fn is_on_earth(&self) -> bool {
        self.latitude.abs() <= 90.0 && self.longitude.abs() <= 180.0
    }

    /// The way to another place, as the crow flies: exact to one in a hundred within a few hundred kilometers.
    #[must_use]
    pub fn meters_to(&self, other: Self) -> f64 {
        let north = other.latitude - self.latitude;
        let middle = f64::midpoint(self.latitude, other.latitude).to_radians();
        // The short way round, over the date line too.
        let east = (other.longitude - self.longitude + 540.0).rem_euclid(360.0) - 180.0;
        METERS_OF_A_DEGREE * north.hypot(east * middle.cos())
    }
}
