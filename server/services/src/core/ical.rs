//! Jobs and appointments as iCalendar files (RFC 5545).

use chrono::Datelike as _;
use domain::{
    calendar::appointments::Appointment,
    companies::time_zone::TimeZone,
    i18n::rules::Text,
    jobs::{
        assignment::{Assignment, crew_display},
        job::{Job, PersonName},
    },
    permissions::permission::{CompanyType, Role},
    types::{language::Language, normalize::fold},
};
use icalendar::{Calendar, Component as _, Event, EventLike as _, Property};
use store::calendar::feeds::Revision;

/// The media type of the file.
pub const MIME: &str = "text/calendar; charset=utf-8";
/// How often calendar programs should refresh.
const REFRESH: &str = "PT1H";
/// The octets of a line, without its end.
const LINE: usize = 75;
/// The characters of a file's name.
const FILE_NAME: usize = 60;

/// The company and the reader of a calendar.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    /// The company's name, which is the calendar's.
    pub company: &'a str,
    /// The time zone of its days.
    pub zone: TimeZone,
    /// The reader's company type and role.
    pub role: Role,
    /// The reader's language.
    pub language: Language,
}

/// A calendar of these jobs and appointments, which the reader may see. Jobs without days are left out.
#[must_use]
pub fn calendar(
    heading: Heading<'_>,
    revision: Revision,
    jobs: &[Job],
    appointments: &[Appointment],
) -> String {
    let mut calendar = Calendar::empty();
    let head = [
        ("VERSION", "2.0"),
        ("PRODID", "-//Ridgeline//Calendar//EN"),
        ("CALSCALE", "GREGORIAN"),
        ("METHOD", "PUBLISH"),
        ("X-WR-CALNAME", &writable(heading.company)),
        ("X-WR-TIMEZONE", heading.zone.name()),
        ("X-PUBLISHED-TTL", REFRESH),
    ];
    for (name, value) in head {
        calendar.append_property(Property::new(name, value));
    }
    for job in jobs {
        if let Some(event) = of_job(heading.role, job) {
            calendar.push(stamped(event, revision));
        }
    }
    for appointment in appointments {
        calendar.push(stamped(of_appointment(heading.language, appointment), revision));
    }
    folded(&calendar.to_string())
}

fn stamped(mut event: Event, revision: Revision) -> Event {
    event.sequence(revision.sequence).timestamp(revision.changed).last_modified(revision.changed);
    event
}

/// A job as whole days; its end is the day after the last. `None` without days.
fn of_job(role: Role, job: &Job) -> Option<Event> {
    let days = job.span()?.to_grid();
    let mut event = Event::with_uid(&format!("job-{}@ridgeline", job.id));
    event.summary(&writable(&job.title)).starts(days.start);
    // iCalendar years have four digits; without an end the event lasts one day.
    if days.end.year() <= 9999 {
        event.ends(days.end);
    }
    // The crew works, but the reader is not busy.
    event.add_property("TRANSP", "TRANSPARENT");
    let town = town(&job.city, &job.state, job.zip.as_deref());
    put_place(&mut event, job.address.as_deref(), &town);
    let hands = crew_display(&Assignment::from(job));
    let crew = match role.company_type {
        CompanyType::Contractor => hands.crew,
        // The company's name means nothing to a subcontractor.
        CompanyType::Subcontractor => Some(job.contractor_company_name.clone()),
    };
    put_lines(&mut event, &[crew, hands.crew_lead]);
    Some(event)
}

/// An appointment with start and end in UTC: programs convert it to their own zone.
fn of_appointment(language: Language, appointment: &Appointment) -> Event {
    let mut event = Event::with_uid(&format!("appointment-{}@ridgeline", appointment.id));
    let name = |first: &str, last: &str| {
        PersonName { first_name: first.to_owned(), last_name: last.to_owned() }.full()
    };
    let customer = name(
        appointment.customer_first_name.as_deref().unwrap_or_default(),
        appointment.customer_last_name.as_deref().unwrap_or_default(),
    );
    let summary = match customer {
        Some(who) => Text::AppointmentWith.say(language, &[("who", who)]),
        None => Text::Appointment.template(language).to_owned(),
    };
    event.summary(&writable(&summary)).starts(appointment.start).ends(appointment.end);
    let part = |part: &Option<String>| part.clone().unwrap_or_default();
    let town =
        town(&part(&appointment.city), &part(&appointment.state), appointment.zip.as_deref());
    put_place(&mut event, appointment.address.as_deref(), &town);
    let goes = name(&appointment.assigned_to_first_name, &appointment.assigned_to_last_name);
    put_lines(&mut event, &[goes, appointment.note.clone()]);
    event
}

/// `Nashville, TN 37208`, as far as known.
fn town(city: &str, state: &str, zip: Option<&str>) -> String {
    let state = [state, zip.unwrap_or_default()].join(" ");
    joined([city, state.trim()], ", ")
}

fn put_place(event: &mut Event, address: Option<&str>, town: &str) {
    let place = joined([address.unwrap_or_default(), town], ", ");
    if !place.is_empty() {
        event.location(&writable(&place));
    }
}

fn put_lines(event: &mut Event, lines: &[Option<String>; 2]) {
    let text = joined(lines.iter().map(|line| line.as_deref().unwrap_or_default()), "\n");
    if !text.is_empty() {
        event.description(&writable(&text));
    }
}

fn joined<'a>(parts: impl IntoIterator<Item = &'a str>, between: &str) -> String {
    let parts: Vec<&str> =
        parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect();
    parts.join(between)
}

/// Removes control characters, which the library does not escape except line feeds: a carriage return would
/// end the line, so that the rest of a value would be read as properties.
fn writable(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.chars().filter(|letter| !letter.is_control() || matches!(letter, '\n' | '\t')).collect()
}

/// Folds lines to 75 octets. The library folds them, but allows 76 in the last piece.
fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    for line in text.split_inclusive("\r\n") {
        let (line, end) = line.strip_suffix("\r\n").map_or((line, ""), |line| (line, "\r\n"));
        if line.len() > LINE {
            let at = line.floor_char_boundary(LINE);
            out.extend([&line[..at], "\r\n ", &line[at..]]);
        } else {
            out.push_str(line);
        }
        out.push_str(end);
    }
    out
}

/// A file name for the calendar of one job: letters without accents, digits and hyphens.
#[must_use]
pub fn file_name(title: &str) -> String {
    let mut name = String::new();
    for letter in fold(title).chars() {
        if letter.is_ascii_alphanumeric() {
            name.push(letter);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
        if name.len() == FILE_NAME {
            break;
        }
    }
    let name = name.trim_end_matches('-');
    format!("{}.ics", if name.is_empty() { "job" } else { name })
}

#[cfg(test)]
mod tests {
    use calcard::{Entry, Parser, icalendar::ICalendarProperty};
    use proptest::prelude::*;
    use serde_json::json;
    use test_support::{cost, foreign};
    use uuid::Uuid;

    use super::*;

    const TEXTS: &[&str] = &[
        "x\r\nEND:VEVENT\r\nBEGIN:VEVENT\rSUMMARY:y",
        "a, b; c: d \\ e \\n f \"g\" \u{2028}",
        "SUMMARY;LANGUAGE=de:x",
        "Techo de la se\u{f1}ora Pe\u{f1}a \u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} \u{1f3e0}\u{1f3e0}\u{1f3e0}\u{1f3e0}\u{1f3e0}\u{1f3e0}\u{1f3e0}",
    ];

    fn appointment(note: &str, address: &str, customer: &str) -> Appointment {
        let id = Uuid::from_u128(7);
        let appointment = json!({
            "id": id, "assignedToId": id, "companyId": id,
            "start": "2026-03-02T15:00:00Z", "end": "2026-03-02T16:00:00Z",
            "note": note, "address": address, "customerFirstName": customer,
            "assignedToFirstName": "Ada", "assignedToLastName": "Ridge",
            "status": "active", "color": "#336699", "appointmentCalendarAssignments": [],
        });
        serde_json::from_value(appointment).expect("an appointment")
    }

    /// The text of a property of the only event, as another library reads it.
    fn read(text: &str, property: &ICalendarProperty) -> Result<String, String> {
        let mut parser = Parser::new(text);
        let Entry::ICalendar(calendar) = parser.entry() else {
            return Err("no calendar".to_owned());
        };
        let (Entry::Eof, [_, event]) = (parser.entry(), calendar.components.as_slice()) else {
            return Err("not one calendar with one event".to_owned());
        };
        let values = event.property(property).map(|entry| entry.values.as_slice());
        match values.unwrap_or_default() {
            [] => Ok(String::new()),
            [value] => value.as_text().map(str::to_owned).ok_or_else(|| "no text".to_owned()),
            _ => Err("a text that fell apart".to_owned()),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]

        #[test]
        fn no_text_of_a_user_adds_to_a_calendar_or_breaks_it(
            company in foreign::text(TEXTS),
            note in foreign::text(TEXTS),
            address in foreign::text(TEXTS),
            customer in foreign::text(TEXTS),
        ) {
            let role = Role::ALL[0];
            let zone = TimeZone::default();
            let heading = Heading { company: &company, zone, role, language: Language::English };
            let changed = chrono::DateTime::from_timestamp(1_700_000_000, 0).expect("a time");
            let revision = Revision { sequence: 1, changed };
            let appointments = [appointment(&note, &address, &customer)];
            let bytes = company.len() + note.len() + address.len() + customer.len();
            let (text, cost) = cost::of(|| calendar(heading, revision, &[], &appointments));
            prop_assert!(cost.is_small_for(bytes, 20), "{cost:?} of {bytes}");
            for line in text.split_terminator("\r\n") {
                prop_assert!(line.len() <= LINE, "{line:?}");
                prop_assert!(!line.contains(['\r', '\n']), "{line:?}");
            }
            let unfolded = text.replace("\r\n ", "");
            let names = unfolded.split_terminator("\r\n").map(|line| {
                line.split([':', ';']).next().unwrap_or_default()
            });
            // A property more than these is one that a text brought.
            let names: Vec<&str> = names.filter(|name| !["DESCRIPTION", "LOCATION"].contains(name)).collect();
            let expected = [
                "BEGIN", "VERSION", "PRODID", "CALSCALE", "METHOD", "X-WR-CALNAME", "X-WR-TIMEZONE",
                "X-PUBLISHED-TTL", "BEGIN", "DTEND", "DTSTAMP", "DTSTART", "LAST-MODIFIED", "SEQUENCE",
                "SUMMARY", "UID", "END", "END",
            ];
            prop_assert_eq!(names, expected);
            let written = |lines: [&str; 2]| writable(&joined(lines, "\n"));
            let description = read(&text, &ICalendarProperty::Description);
            prop_assert_eq!(description, Ok(written(["Ada Ridge", &note])));
            let location = read(&text, &ICalendarProperty::Location);
            prop_assert_eq!(location, Ok(writable(&joined([address.as_str()], ""))));
        }

        #[test]
        fn the_name_of_a_calendar_file_is_plain_whatever_the_title(title in foreign::text(TEXTS)) {
            let name = file_name(&title);
            let stem = name.strip_suffix(".ics").expect("its ending");
            prop_assert!((1..=FILE_NAME).contains(&stem.len()), "{name}");
            prop_assert!(stem.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'));
        }
    }
}
