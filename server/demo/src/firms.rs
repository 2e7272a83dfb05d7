//! Businesses and owners' associations: invented names at real addresses (see `addresses`).

use super::addresses::at;
use crate::company::DemoAddress;

/// A business with roofs.
pub(super) struct Firm {
    pub(super) name: &'static str,
    /// Its contact person.
    pub(super) contact: [&'static str; 2],
    pub(super) address: DemoAddress,
}

const fn of(name: &'static str, contact: [&'static str; 2], address: DemoAddress) -> Firm {
    Firm { name, contact, address }
}

pub(super) const FIRMS: [Firm; 31] = [
    of(
        "Ellery HOA",
        ["Sonia", "Ellery"],
        at("4100 Crystal Spring Ln", "Hermitage", "37076", 36.17203, -86.60922),
    ),
    of(
        "Larkin Springs Chapel",
        ["Otis", "Beasley"],
        at("607 Larkin Springs Rd", "Madison", "37115", 36.25279, -86.68560),
    ),
    of(
        "Stones River Dental",
        ["Farah", "Nazari"],
        at("2636 Elm Hill Pike", "Nashville", "37214", 36.15298, -86.67322),
    ),
    of(
        "Bracken Trail Condos",
        ["Meredith", "Lusk"],
        at("700 Bracken Trl", "Nashville", "37214", 36.12152, -86.62769),
    ),
    of(
        "Heritage Court Apartments",
        ["Lamar", "Cantrell"],
        at("510 Heritage Dr", "Madison", "37115", 36.26473, -86.72385),
    ),
    of(
        "Sealey Drive Apartments",
        ["Gretchen", "Moss"],
        at("203 Sealey Dr", "Madison", "37115", 36.26936, -86.70137),
    ),
    of(
        "Northcrest Flats",
        ["Dale", "Hutchins"],
        at("526 Northcrest Dr", "Nashville", "37211", 36.06803, -86.72668),
    ),
    of(
        "Buchanan Street Barber & Beauty",
        ["Renita", "Coles"],
        at("1001 Buchanan St", "Nashville", "37208", 36.18033, -86.80333),
    ),
    of(
        "Harding Place Tire",
        ["Bassam", "Khoury"],
        at("348 Harding Pl", "Nashville", "37211", 36.08736, -86.69710),
    ),
    of(
        "Richland Feed & Garden",
        ["June", "Abbott"],
        at("7137 Charlotte Pike", "Nashville", "37209", 36.12480, -86.90793),
    ),
    of(
        "Russell Street Lofts",
        ["Anders", "Holm"],
        at("700 Russell St", "Nashville", "37206", 36.17239, -86.75940),
    ),
    of(
        "Nolensville Road Market",
        ["Mariam", "Ghali"],
        at("5520 Nolensville Pike", "Nashville", "37211", 36.04770, -86.71263),
    ),
    of(
        "Madison Animal Clinic",
        ["Dr. Ruth", "Sparks"],
        at("331 Gallatin Pike N", "Madison", "37115", 36.26459, -86.71189),
    ),
    of(
        "Cumberland Pediatrics",
        ["Ian", "Fitzhugh"],
        at("329 Murfreesboro Pike", "Nashville", "37210", 36.14470, -86.75450),
    ),
    of(
        "Massman Bindery",
        ["Carl", "Noonan"],
        at("715 Massman Dr", "Nashville", "37210", 36.15111, -86.70953),
    ),
    of(
        "Panadería Jalisco",
        ["Socorro", "Plascencia"],
        at("4660 Nolensville Pike", "Nashville", "37211", 36.06915, -86.71929),
    ),
    of(
        "Donelson Self Storage",
        ["Trent", "Yancey"],
        at("2545 Lebanon Pike", "Nashville", "37214", 36.16961, -86.67573),
    ),
    of(
        "Elm Hill Office Center",
        ["Paula", "Dreyer"],
        at("2131 Elm Hill Pike", "Nashville", "37210", 36.14987, -86.69439),
    ),
    of(
        "Grandview Print Shop",
        ["Moses", "Akande"],
        at("2500 Grandview Ave", "Nashville", "37211", 36.11863, -86.75026),
    ),
    of(
        "Charlotte Avenue Credit Union",
        ["Beth", "Rucker"],
        at("4604 Charlotte Ave", "Nashville", "37209", 36.15242, -86.84288),
    ),
    of(
        "Dickerson Pike Auto Glass",
        ["Hassan", "Jaber"],
        at("2408 Dickerson Pike", "Nashville", "37207", 36.20927, -86.76721),
    ),
    of(
        "Metroplex Cold Storage",
        ["Vic", "Landry"],
        at("561 Metroplex Dr", "Nashville", "37211", 36.09419, -86.70495),
    ),
    of(
        "Edgefield Brewing",
        ["Nora", "Kittrell"],
        at("535 Main St", "Nashville", "37206", 36.17375, -86.76336),
    ),
    of(
        "White Bridge Learning Center",
        ["Althea", "Banks"],
        at("120 White Bridge Pike", "Nashville", "37209", 36.13483, -86.85740),
    ),
    of(
        "Germantown Row Lofts",
        ["Piotr", "Zielinski"],
        at("1401 3rd Ave N", "Nashville", "37208", 36.17932, -86.78753),
    ),
    of(
        "Jefferson Street Arts",
        ["Cornelius", "Waddell"],
        at("2607 Jefferson St", "Nashville", "37208", 36.16796, -86.81745),
    ),
    of(
        "Antioch Pike Pawn & Music",
        ["Sherri", "Gant"],
        at("1201 Antioch Pike", "Nashville", "37211", 36.09213, -86.69909),
    ),
    of(
        "Seven Springs Villas",
        ["Ken", "Odom"],
        at("300 Seven Springs Way", "Brentwood", "37027", 36.04212, -86.76808),
    ),
    of(
        "Veritas Townhomes",
        ["Lyle", "Shands"],
        at("501 Veritas St", "Nashville", "37211", 36.09752, -86.74253),
    ),
    of(
        "Lenox Row HOA",
        ["Marcy", "Devereux"],
        at("6901 Lenox Village Dr", "Nashville", "37211", 36.02585, -86.71243),
    ),
    of(
        "Portland Avenue Studios",
        ["Jules", "Abrams"],
        at("2101 Portland Ave", "Nashville", "37212", 36.13321, -86.80215),
    ),
];
