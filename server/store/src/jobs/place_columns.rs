//! How the place of a job is stored.

use domain::types::place::{AreaKind, Location, PlaceArea};

use crate::text::or_none;

/// How a place is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaceColumns {
    pub(crate) latitude: Option<f64>,
    pub(crate) longitude: Option<f64>,
    pub(crate) area_kind: Option<AreaKind>,
    pub(crate) area_radius: i64,
    pub(crate) geocoder_due: bool,
}

impl PlaceColumns {
    /// The place of this street and number. A geocoder may know it better, unless it is exact or there is no street.
    pub(crate) fn of(street: &str, location: Option<Location>) -> Self {
        let area = location.and_then(|location| location.area);
        let is_exact = location.is_some() && area.is_none();
        Self {
            latitude: location.map(|location| location.point.latitude),
            longitude: location.map(|location| location.point.longitude),
            area_kind: area.map(|area| area.kind),
            area_radius: area.map_or(0, |area| area.radius_meters.into()),
            geocoder_due: !is_exact && or_none(street).is_some(),
        }
    }

    /// The place that the geocoder answered; it is not asked again.
    pub(crate) fn answered(location: Location) -> Self {
        Self { geocoder_due: false, ..Self::of("", Some(location)) }
    }
}

/// The area of a place, as it is stored.
pub(crate) fn area(kind: Option<AreaKind>, radius: Option<i64>) -> Option<PlaceArea> {
    let radius_meters = u32::try_from(radius?).ok()?;
    kind.map(|kind| PlaceArea { kind, radius_meters })
}
