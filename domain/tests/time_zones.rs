//! The names of time zones that browsers send.

use domain::{
    companies::{
        onboarding::NewAccount,
        time_zone::{SetTimeZone, TimeZone, is_formed},
    },
    forms::{error::Code, form::Form as _},
};

const LIST: &str = include_str!("../data/time_zones.txt");

#[test]
fn every_zone_name_that_a_browser_sends_is_known_new_or_old() {
    // `Intl` returns links such as these where a system is set to them, and `supportedValuesOf` the old name
    // of some zones.
    let sent = [
        "America/Chicago",
        "America/New_York",
        "America/Indiana/Indianapolis",
        "America/Argentina/Buenos_Aires",
        "America/Coyhaique",
        "US/Central",
        "Asia/Calcutta",
        "Asia/Kolkata",
        "Europe/Kiev",
        "Europe/Kyiv",
        "America/Godthab",
        "America/Nuuk",
        "Pacific/Enderbury",
        "Etc/GMT+5",
        "UTC",
        "Etc/UTC",
        "EST5EDT",
    ];
    for name in sent {
        assert_eq!(name.parse::<TimeZone>().map(TimeZone::name), Ok(name));
    }
}

#[test]
fn the_list_has_every_zone_name_once_and_in_order() {
    let names: Vec<&str> = LIST.lines().collect();
    assert!(names.len() > 590, "{} zones", names.len());
    assert!(names.windows(2).all(|pair| pair[0] < pair[1]), "sorted, each once");
    for name in names {
        assert!(is_formed(name), "{name}");
    }
    assert_eq!("America/Chicago".parse(), Ok(TimeZone::default()));
}

fn refused(name: &str) -> Option<Code> {
    let form = SetTimeZone { time_zone: name.to_owned() };
    form.check().err().map(|refusals| refusals[0].code)
}

#[test]
fn a_company_can_only_choose_an_existing_zone() {
    assert_eq!(refused("America/Denver"), None);
    assert_eq!(refused(""), Some(Code::Required));
    for wrong in [
        "America/Nashville",
        "america/denver",
        "Central Time",
        "-06:00",
        "Factory",
        "America/Denver\nX",
    ] {
        assert_eq!(refused(wrong), Some(Code::Choice), "{wrong}");
    }
}

#[test]
fn a_zone_that_only_a_newer_browser_knows_does_not_block_onboarding() {
    let zone =
        |name: &str| NewAccount { time_zone: name.to_owned(), ..NewAccount::default() }.time_zone();
    assert_eq!(zone("America/Denver").name(), "America/Denver");
    assert_eq!(zone("America/Newtown").name(), "America/Chicago");
    assert_eq!(zone("").name(), "America/Chicago");
    assert!(!is_formed("Central Time"));
    assert!(!is_formed("../etc/passwd"));
    assert!(!is_formed(&"x".repeat(65)));
    assert!(is_formed(&"x".repeat(64)));
}
