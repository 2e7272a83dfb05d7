//! What a contractor would lose if the table were wrong: jobs in the wrong part of the map.

use proptest::prelude::*;
use serde::Deserialize;
use test_support::{cost, foreign};

use domain::types::{
    limits::LIMITS,
    place::{AreaKind, Location},
    point::Point,
};

use crate::geocoding::{Address, OfflineGeocoder, name::fold, states};

fn locate(city: &str, state: &str, zip: &str) -> Option<Point> {
    let zip = Some(zip).filter(|zip| !zip.is_empty());
    point(OfflineGeocoder::load().locate(Address { street: None, city, state, zip }))
}

fn point(located: Option<Location>) -> Option<Point> {
    located.map(|located| located.point)
}

fn km(a: Point, b: Point) -> f64 {
    let [south, west, north, east] =
        [a.latitude, a.longitude, b.latitude, b.longitude].map(f64::to_radians);
    let half = ((north - south) / 2.0).sin().powi(2)
        + south.cos() * north.cos() * ((east - west) / 2.0).sin().powi(2);
    2.0 * 6371.0 * half.sqrt().asin()
}

#[track_caller]
fn is_near(found: Option<Point>, latitude: f64, longitude: f64, within: f64) {
    let found = found.expect("this place is known");
    let off = km(found, Point { latitude, longitude });
    assert!(off <= within, "{found:?} is {off:.1} km away");
}

#[test]
fn a_zip_is_found_within_the_tables_precision() {
    is_near(locate("", "TN", "37208"), 36.177_123, -86.805_957, 1.0);
    is_near(locate("", "", "37208"), 36.177_123, -86.805_957, 1.0);
    // The census' own figures of a northern, a southern, an eastern and a western extreme.
    is_near(locate("", "AK", "99723"), 71.253, -156.798, 10.0);
    is_near(locate("", "HI", "96772"), 19.06, -155.59, 10.0);
    is_near(locate("", "ME", "04652"), 44.83, -67.03, 10.0);
    is_near(locate("", "GU", "96910"), 13.46, 144.75, 10.0);
}

#[test]
fn a_zip_is_read_however_it_is_written() {
    let sought = locate("", "TN", "37208");
    for written in ["37208-4417", "37208 4417", "372084417", " 37208 ", "37208-"] {
        assert_eq!(locate("", "TN", written), sought, "{written}");
    }
    let city = locate("Nashville", "TN", "");
    for unreadable in ["0", "3720", "37208-44", "3720A", "３７２０８", "", "372088"] {
        assert_eq!(locate("Nashville", "TN", unreadable), city, "{unreadable}");
    }
}

#[test]
fn a_company_is_found_by_its_location_however_it_is_written() {
    let find = |text| OfflineGeocoder::load().locate_text(text);
    let nashville = locate("Nashville", "TN", "");
    assert!(nashville.is_some());
    for written in [
        "Nashville, TN",
        "nashville tn",
        " Nashville,TN ",
        "Nashville, Tennessee",
        "Nashville, TN, USA",
        "1319 6th Ave N, Nashville, TN",
    ] {
        assert_eq!(find(written), nashville, "{written}");
    }
    let by_zip = locate("Nashville", "TN", "37208");
    for written in ["Nashville, TN 37208", "37208", "1319 6th Ave N, Nashville, TN 37208, USA"] {
        assert_eq!(find(written), by_zip, "{written}");
    }
    assert_eq!(find("Charleston, West Virginia"), locate("Charleston", "WV", ""));
    assert_eq!(find("Salt Lake City, UT"), locate("Salt Lake City", "UT", ""));
    for unknown in ["", " , ", "Nashville", "Monterrey, Nuevo León", "TN", "12, 34"] {
        assert_eq!(find(unknown), None, "{unknown}");
    }
}

#[test]
fn a_leading_zero_that_a_spreadsheet_dropped_is_restored() {
    assert_eq!(locate("", "MA", "2134"), locate("", "MA", "02134"));
    assert!(locate("", "MA", "2134").is_some());
    assert_eq!(locate("", "TN", "2134"), None, "no post office of Tennessee has such a ZIP");
}

#[test]
fn a_zip_at_the_end_of_an_address_is_enough() {
    let places = OfflineGeocoder::load();
    let nashville = Address { city: "Nashville", state: "TN", ..Address::default() };
    let street = Some("1319 6th Ave N, Nashville, TN 37208");
    let whole = point(places.locate(Address { street, ..nashville }));
    assert_eq!(whole, locate("", "TN", "37208"));
    let road = point(places.locate(Address { street: Some("Rural Route 90210"), ..nashville }));
    assert_eq!(road, locate("Nashville", "TN", ""), "a number of a road is no ZIP of Tennessee");
}

#[test]
fn a_city_is_found_however_it_is_spelled() {
    for (plain, other, state) in [
        ("Mount Juliet", "MT. JULIET", "TN"),
        ("La Vergne", "lavergne", "Tennessee"),
        ("Saint Louis", "St Louis", "MO"),
        ("St. Louis", "saint  louis", "missouri"),
        ("Fort Worth", "Ft. Worth", "tx"),
        ("Cañon City", "canon city", "CO"),
        ("Canon City", "CAN\u{303}ON CITY", "Colorado"),
        ("Coeur d'Alene", "Coeur d’Alene", "ID"),
        ("O'Fallon", "OFallon", "IL"),
        ("Winston-Salem", "Winston Salem", "North Carolina"),
        ("North Little Rock", "N. Little Rock", "AR"),
        ("The Bronx", "Bronx", "NY"),
        ("New York City", "New York", "N.Y."),
        ("Washington", "washington", "D.C."),
        ("Mayagüez", "Mayaguez", "Puerto Rico"),
    ] {
        let (found, same) = (locate(plain, state, ""), locate(other, state, ""));
        assert!(found.is_some(), "{plain}, {state}");
        assert_eq!(found, same, "{plain} and {other}");
    }
    is_near(locate("nashville", "tn", ""), 36.165_89, -86.784_44, 0.2);
    is_near(locate("Nashville", "Indiana", ""), 39.207, -86.251, 2.0);
}

#[test]
fn an_unknown_zip_is_located_near_its_neighbors() {
    // 37202 has only post office boxes, so the census has no area for it.
    assert_eq!(locate("Nashville", "TN", "37202"), locate("Nashville", "TN", ""));
    is_near(locate("Nowhere Hollow", "TN", "37202"), 36.16, -86.78, 15.0);
    is_near(locate("", "", "37202"), 36.16, -86.78, 15.0);
    assert_eq!(locate("", "", "00001"), None);
}

#[test]
fn a_zip_of_another_state_moves_no_job_across_the_country() {
    assert_eq!(locate("Nashville", "TN", "97208"), locate("Nashville", "TN", ""), "the city knows");
    assert_eq!(
        locate("Nashville", "OR", "37208"),
        locate("", "TN", "37208"),
        "so the state was wrong"
    );
    assert_eq!(locate("Nowhere Hollow", "OR", "37208"), None, "nobody knows");
}

#[test]
fn an_unknown_place_stays_unknown() {
    assert_eq!(locate("Nowhere Hollow", "TN", ""), None);
    assert_eq!(locate("Nashville", "Ontario", ""), None);
    assert_eq!(locate("", "TN", ""), None);
    assert_eq!(locate("東京", "TN", ""), None);
    let blank = Address { street: Some(""), city: "", state: "", zip: Some("") };
    assert_eq!(OfflineGeocoder::load().locate(blank), None);
}

#[test]
fn every_state_is_known_by_code_and_name_and_owns_zips() {
    for (code, name) in
        [("TN", "Tennessee"), ("WV", "west virginia"), ("VI", "U.S. Virgin Islands")]
    {
        assert_eq!(states::state_code(name), Some(code));
        assert_eq!(states::state_code(&code.to_lowercase()), Some(code));
    }
    for code in 0..100_000 {
        if OfflineGeocoder::load().table.zip(code).is_some() {
            assert!(states::state_of_zip(code).is_some(), "{code:05} belongs to no state");
        }
    }
    assert_eq!(states::state_of_zip(37_208), Some("TN"));
    assert_eq!(states::state_of_zip(100), None);
}

#[test]
fn the_states_names_are_folded_as_cities_are() {
    for (_, name) in states::STATES {
        assert_eq!(fold(name), name);
    }
}

/// One permit application, with the city's own coordinates.
#[derive(Deserialize)]
struct Permit {
    address: String,
    city: String,
    state: String,
    zip: String,
    latitude: Option<f64>,
    longitude: Option<f64>,
}

/// Found, median and 95th percentile in km.
fn accuracy(locate: impl Fn(&Permit) -> Option<Location>) -> (usize, f64, f64) {
    let mut off: Vec<f64> =
        real_jobs().filter_map(|(permit, truth)| Some(km(locate(&permit)?.point, truth))).collect();
    off.sort_by(f64::total_cmp);
    (off.len(), off[off.len() / 2], off[off.len() * 95 / 100])
}

/// The permits of which the city knows the place.
fn real_jobs() -> impl Iterator<Item = (Permit, Point)> {
    csv::Reader::from_reader(
        &include_bytes!("../../../../ridgeline/tests/data/nashville-permits.csv")[..],
    )
    .into_deserialize::<Permit>()
    .map(|permit| permit.expect("the file is sound"))
    .filter_map(|permit| {
        let truth = Point { latitude: permit.latitude?, longitude: permit.longitude? };
        Some((permit, truth))
    })
}

fn of(job: &Permit) -> Address<'_> {
    let (street, zip) = (Some(job.address.as_str()), Some(job.zip.as_str()));
    Address { street, city: &job.city, state: &job.state, zip }
}

#[test]
fn real_jobs_in_nashville_are_found_close_to_where_they_are() {
    let places = OfflineGeocoder::load();
    let (found, median, most) = accuracy(|job| places.locate(of(job)));
    println!("ZIP and city: {found} found, median {median:.2} km, 95 of 100 within {most:.2} km");
    assert!(found >= 5_990 && median < 3.0 && most < 11.0);

    let (found, median, most) =
        accuracy(|job| places.locate(Address { street: None, zip: None, ..of(job) }));
    println!("city only: {found} found, median {median:.2} km, 95 of 100 within {most:.2} km");
    assert!(found >= 5_000 && median < 8.0 && most < 17.0);
}

#[test]
fn the_circle_of_a_zip_or_city_holds_the_real_houses_and_no_county() {
    let places = OfflineGeocoder::load();
    let in_circle = |locate: &dyn Fn(&Permit) -> Option<Location>| {
        let located: Vec<(Location, f64)> = real_jobs()
            .filter_map(|(permit, truth)| {
                let located = locate(&permit)?;
                Some((located, 1_000.0 * km(located.point, truth)))
            })
            .collect();
        let inside =
            located.iter().filter(|(at, off)| *off <= f64::from(at.radius_meters())).count();
        inside * 100 / located.len()
    };
    let by_zip = in_circle(&|job| places.locate(of(job)));
    let by_city = in_circle(&|job| places.locate(Address { street: None, zip: None, ..of(job) }));
    println!("inside the circle: {by_zip} of 100 by ZIP, {by_city} of 100 by city");
    assert!(by_zip >= 96 && by_city >= 94);
    // A ZIP of a city is small, one of the mountains is not; and what is known is said.
    let area = |city, state, zip| {
        places.locate(Address { street: None, city, state, zip }).unwrap().area.unwrap()
    };
    let [city, desert] = [area("", "TN", Some("37206")), area("", "NV", Some("89310"))];
    assert!(city.radius_meters < 6_000 && desert.radius_meters > 30_000, "{city:?} {desert:?}");
    assert_eq!((city.kind, area("Nashville", "TN", None).kind), (AreaKind::Zip, AreaKind::City));
    assert_eq!(area("Nowhere Hollow", "TN", Some("37202")).kind, AreaKind::Region);
}

#[test]
fn an_address_is_the_same_however_it_is_spelled_and_another_house_is_another() {
    let hash = |street, city, state, zip| {
        Address { street: Some(street), city, state, zip: Some(zip) }.hash()
    };
    let house = hash("1319 6th Ave N", "Nashville", "TN", "37208");
    assert_eq!(house, hash(" 1319 6TH AVE. NORTH", "nashville", "Tennessee", "37208-4417"));
    for (street, city, zip) in [
        ("1320 6th Ave N", "Nashville", "37208"),
        ("1319 6th Ave S", "Nashville", "37208"),
        ("1319 6th Ave N", "Memphis", "37208"),
        ("1319 6th Ave N", "Nashville", "37209"),
    ] {
        assert_ne!(house, hash(street, city, "TN", zip));
    }
    for (one, other) in [("111 5th Ave N", "11 15th Ave N"), ("12 1st Ave", "1 21st Ave")] {
        assert_ne!(hash(one, "Nashville", "TN", ""), hash(other, "Nashville", "TN", ""));
    }
}

proptest! {
    #[test]
    fn any_location_is_on_earth_or_unknown_and_found_in_time(
        text in foreign::text(&[
            "1319 6th Ave N, Nashville, Tennessee 37208",
            "St. Louis MO 63101-1234",
            "w w w w w w w w TN",
        ]),
    ) {
        // No form takes a longer line.
        let text: String = text.chars().take(LIMITS.line as usize).collect();
        let offline = OfflineGeocoder::load();
        let by_parts = Address { street: Some(&text), city: &text, state: "TN", zip: Some(&text) };
        let work = || [offline.locate_text(&text), point(offline.locate(by_parts))];
        let (found, cost) = cost::of(work);
        prop_assert!(cost.is_small_for(text.len(), 64), "{cost:?} of {}", text.len());
        for point in found.into_iter().flatten() {
            prop_assert!((-90.0..=90.0).contains(&point.latitude), "{point:?}");
            prop_assert!((-180.0..=180.0).contains(&point.longitude), "{point:?}");
        }
    }
}
