//! Geocoding: the embedded table of US ZIPs and cities, and what an operator has configured besides: Mapbox while an
//! address is saved, or a server of Nominatim or Photon afterwards.
//!
//! ```text
//! "1319 6th Ave N", "Nashville", "TN", "37208"  ->  36.17, -86.79
//! ```

pub mod mapbox;
#[cfg(test)]
mod mapbox_tests;
mod name;
mod states;
mod street_answers;
pub mod street_geocoder;
#[cfg(test)]
mod street_geocoder_tests;
mod table;
#[cfg(test)]
mod tests;

use domain::{
    jobs::forms::NewJob,
    types::{
        place::{AreaKind, Location},
        point::Point,
    },
};
use sha2::{Digest as _, Sha256};

use crate::geocoding::{
    name::{fingerprint, fold, fold_words},
    states::{state_code, state_of_zip},
    table::{TABLE, Table},
};

/// The location of a company that only has a free-text location.
#[must_use]
pub fn locate_company(location: &str) -> Option<Point> {
    OfflineGeocoder::load().locate_text(location)
}

/// The radius of a city, of which the table has only the center: 95 of 100 real houses in Nashville are within it.
const CITY_RADIUS: u32 = 17_000;

/// The radius of the ZIP codes with the same first three digits.
const REGION_RADIUS: u32 = 60_000;

/// An address in its usual parts. Unknown ones are empty or `None`.
#[derive(Clone, Copy, Debug, Default)]
#[expect(missing_docs, reason = "the words of the trade")]
pub struct Address<'a> {
    pub street: Option<&'a str>,
    pub city: &'a str,
    pub state: &'a str,
    pub zip: Option<&'a str>,
}

impl<'a> From<&'a NewJob> for Address<'a> {
    fn from(job: &'a NewJob) -> Self {
        let (street, zip) = (Some(job.address.as_str()), Some(job.zip.as_str()));
        Self { street, city: &job.city, state: &job.state, zip }
    }
}

impl Address<'_> {
    /// The same for all usual spellings of one address.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        let state = state_code(self.state).map_or_else(|| fold(self.state), str::to_lowercase);
        let zip = self
            .zip
            .and_then(five_digits)
            .map_or_else(|| fold(self.zip.unwrap_or_default()), |code| format!("{code:05}"));
        let street = fold_words(self.street.unwrap_or_default());
        let parts = [street, fold(self.city), state, zip];
        Sha256::digest(parts.join("/").as_bytes()).into()
    }

    /// In one line, as it is written on a letter.
    #[must_use]
    pub fn one_line(&self) -> String {
        let state = [self.state.trim(), self.zip.unwrap_or_default().trim()].join(" ");
        let parts = [self.street.unwrap_or_default().trim(), self.city.trim(), state.trim()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

/// The embedded table. It is read in place from the binary: loading it costs nothing.
#[derive(Clone, Copy)]
pub struct OfflineGeocoder {
    table: &'static Table,
}

impl OfflineGeocoder {
    /// The table of this binary.
    #[must_use]
    pub const fn load() -> Self {
        Self { table: &TABLE }
    }

    /// The center of the ZIP's area, else of the city, else of the ZIPs with the same first three digits.
    ///
    /// If ZIP and state contradict each other, the city decides which one is meant; without it nothing is
    /// found: a job on the wrong side of the country is worse than one that is not on the map.
    #[must_use]
    pub fn locate(&self, address: Address<'_>) -> Option<Location> {
        let Address { street, city, state, zip } = address;
        let city = fold(city);
        let Some(state) = state_code(state) else {
            return zip.and_then(five_digits).and_then(|code| self.zip_or_around(code));
        };
        let in_state = |code: &u32| state_of_zip(*code) == Some(state);
        let code = zip
            .and_then(five_digits)
            .or_else(|| zip.and_then(without_its_zero).filter(in_state))
            .or_else(|| street.and_then(at_the_end).filter(in_state));
        match code {
            Some(code) if in_state(&code) => {
                self.zip(code).or_else(|| self.city(state, &city)).or_else(|| self.around_zip(code))
            }
            Some(code) => self.city(state, &city).or_else(|| {
                state_of_zip(code).filter(|other| self.city(other, &city).is_some())?;
                self.zip_or_around(code)
            }),
            None => self.city(state, &city),
        }
    }

    /// A location in one line: `Nashville, TN`, `1319 6th Ave N, Nashville, Tennessee 37208`, `37208`.
    #[must_use]
    pub fn locate_text(&self, text: &str) -> Option<Point> {
        let words: Vec<&str> = text
            .split([',', ' '])
            .map(str::trim)
            .filter(|word| !word.is_empty() && !matches!(fold(word).as_str(), "usa" | "us"))
            .collect();
        let zip = words.last().copied().filter(|word| five_digits(word).is_some());
        let words = &words[..words.len() - usize::from(zip.is_some())];
        // The longest state name at the end of the line, because West Virginia is not Virginia.
        let of_state = (1..=words.len().min(3))
            .rev()
            .find(|count| state_code(&words[words.len() - count..].join(" ")).is_some());
        let Some(count) = of_state else {
            let located = zip.and_then(|_| self.locate(Address { zip, ..Address::default() }));
            return located.map(|found| found.point);
        };
        let (before, state) = words.split_at(words.len() - count);
        let state = state.join(" ");
        // The city is before it, without the street: the longest known name.
        (0..before.len())
            .map(|from| before[from..].join(" "))
            .chain([String::new()])
            .find_map(|city| self.locate(Address { street: None, city: &city, state: &state, zip }))
            .map(|found| found.point)
    }

    fn city(self, state: &str, folded: &str) -> Option<Location> {
        let center = self.table.city(fingerprint(state, folded))?;
        Some(Location::in_area(center, AreaKind::City, CITY_RADIUS))
    }

    fn zip(self, code: u32) -> Option<Location> {
        let (center, radius) = self.table.zip(code)?;
        Some(Location::in_area(center, AreaKind::Zip, radius))
    }

    fn around_zip(self, code: u32) -> Option<Location> {
        let center = self.table.around_zip(code)?;
        Some(Location::in_area(center, AreaKind::Region, REGION_RADIUS))
    }

    fn zip_or_around(self, code: u32) -> Option<Location> {
        self.zip(code).or_else(|| self.around_zip(code))
    }
}

/// `37208`, `37208-1234`, `37208 1234` or `372081234`.
fn five_digits(zip: &str) -> Option<u32> {
    let zip = zip.trim();
    let (code, rest) = zip.split_at_checked(5)?;
    let rest = rest.strip_prefix(['-', ' ']).unwrap_or(rest);
    let sound = digits(code) && (rest.is_empty() || rest.len() == 4 && digits(rest));
    sound.then(|| code.parse().ok())?
}

/// `2134`: a spreadsheet dropped the leading zero of `02134`.
fn without_its_zero(zip: &str) -> Option<u32> {
    let zip = zip.trim();
    (zip.len() == 4 && digits(zip)).then(|| zip.parse().ok())?
}

/// The whole address in its first line: `1319 6th Ave N, Nashville, TN 37208`.
fn at_the_end(address: &str) -> Option<u32> {
    let (street, zip) = address.trim().rsplit_once(char::is_whitespace)?;
    (!street.is_empty()).then(|| five_digits(zip))?
}

fn digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
