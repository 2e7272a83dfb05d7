//! Places whose weather is the same.

use domain::types::point::Point;

/// A place, in hundredths of degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Place {
    latitude: i32,
    longitude: i32,
}

impl Place {
    /// The place of a point.
    #[must_use]
    pub(super) fn of(point: Point) -> Self {
        let hundredths = |degrees: f64| {
            #[expect(clippy::cast_possible_truncation, reason = "at most 18,000")]
            let rounded = (degrees.clamp(-180.0, 180.0) * 100.0).round() as i32;
            rounded
        };
        Self { latitude: hundredths(point.latitude), longitude: hundredths(point.longitude) }
    }

    /// Its coordinates.
    pub(super) fn point(self) -> Point {
        let degrees = |hundredths: i32| f64::from(hundredths) / 100.0;
        Point { latitude: degrees(self.latitude), longitude: degrees(self.longitude) }
    }
}
