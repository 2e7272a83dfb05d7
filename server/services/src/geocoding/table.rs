//! The packed table of places, read in place: nothing is copied, decoded or allocated.
//!
//! `tools/places/build.py` writes it and describes its layout.

use domain::types::point::Point;

use crate::geocoding::name::FINGERPRINT;

/// The table in the binary, once: each crate that uses a constant has a copy of it. A damaged one does not compile.
pub(crate) static TABLE: Table = Table::open(include_bytes!("../../data/places.bin"));

/// The step of a ZIP's radius.
const RADIUS_STEP_METERS: u32 = 250;

// Degrees of the first step, and of one step. Longitudes are counted westward past the date line.
const LATITUDE: (f64, f64) = (-15.0, 0.00135);
const LONGITUDE: (f64, f64) = (-216.0, 0.00235);

/// Positions of ZIPs and cities.
#[derive(Clone, Copy)]
pub(crate) struct Table {
    prefixes: &'static [[u8; 2]],
    tails: &'static [u8],
    zip_steps: &'static [[u8; 4]],
    zip_radii: &'static [u8],
    fingerprints: &'static [[u8; FINGERPRINT]],
    city_steps: &'static [[u8; 4]],
}

impl Table {
    const fn open(bytes: &'static [u8]) -> Self {
        let Some((b"RLPLACE2", rest)) = bytes.split_first_chunk::<8>() else {
            panic!("places.bin is not a table of places");
        };
        let (zips, rest) = count(rest);
        let (cities, rest) = count(rest);
        let (prefixes, rest) = rest.split_at(1001 * 2);
        let (tails, rest) = rest.split_at(zips);
        let (zip_steps, rest) = rest.split_at(zips * 4);
        let (zip_radii, rest) = rest.split_at(zips);
        let (fingerprints, rest) = rest.split_at(cities * FINGERPRINT);
        let (city_steps, rest) = rest.split_at(cities * 4);
        assert!(rest.is_empty(), "places.bin is longer than it says");
        Self {
            prefixes: prefixes.as_chunks().0,
            tails,
            zip_steps: zip_steps.as_chunks().0,
            zip_radii,
            fingerprints: fingerprints.as_chunks().0,
            city_steps: city_steps.as_chunks().0,
        }
    }

    /// The center of a ZIP's area, and the radius in meters of a circle that holds nearly all of it.
    pub(crate) fn zip(&self, code: u32) -> Option<(Point, u32)> {
        let (start, end) = self.prefix(code)?;
        let tails = self.tails.get(start..end)?;
        let place = start + tails.binary_search(&u8::try_from(code % 100).ok()?).ok()?;
        let radius = u32::from(*self.zip_radii.get(place)?) * RADIUS_STEP_METERS;
        Some((point(*self.zip_steps.get(place)?), radius))
    }

    /// The center of all ZIPs with the same first three digits.
    pub(crate) fn around_zip(&self, code: u32) -> Option<Point> {
        let (start, end) = self.prefix(code)?;
        let steps = self.zip_steps.get(start..end)?;
        let sum = steps.iter().fold([0, 0], |[south, west], &place| {
            let (latitude, longitude) = split(place);
            [south + u32::from(latitude), west + u32::from(longitude)]
        });
        let count = f64::from(u32::try_from(steps.len()).ok().filter(|&count| count > 0)?);
        Some(degrees(sum.map(|steps| f64::from(steps) / count)))
    }

    /// A city by its fingerprint.
    pub(crate) fn city(&self, fingerprint: [u8; FINGERPRINT]) -> Option<Point> {
        let place = self.fingerprints.binary_search(&fingerprint).ok()?;
        Some(point(self.city_steps[place]))
    }

    /// Where the ZIPs with the same first three digits begin and end.
    fn prefix(&self, code: u32) -> Option<(usize, usize)> {
        let prefix = usize::try_from(code / 100).ok()?;
        let start = usize::from(u16::from_le_bytes(*self.prefixes.get(prefix)?));
        let end = usize::from(u16::from_le_bytes(*self.prefixes.get(prefix + 1)?));
        Some((start, end))
    }
}

const fn count(bytes: &'static [u8]) -> (usize, &'static [u8]) {
    match bytes.split_first_chunk::<4>() {
        Some((count, rest)) => (u32::from_le_bytes(*count) as usize, rest),
        None => panic!("places.bin ends too early"),
    }
}

fn split([a, b, c, d]: [u8; 4]) -> (u16, u16) {
    (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]))
}

fn point(steps: [u8; 4]) -> Point {
    let (latitude, longitude) = split(steps);
    degrees([latitude, longitude].map(f64::from))
}

fn degrees([latitude, longitude]: [f64; 2]) -> Point {
    let longitude = LONGITUDE.0 + longitude * LONGITUDE.1;
    Point {
        latitude: rounded(LATITUDE.0 + latitude * LATITUDE.1),
        longitude: rounded(if longitude < -180.0 { longitude + 360.0 } else { longitude }),
    }
}

/// Five decimals, about a metre: the table is not more precise.
fn rounded(degrees: f64) -> f64 {
    (degrees * 1e5).round() / 1e5
}
