//! Reads calendars with a different library than the one that writes them.

use calcard::{
    Entry, Parser,
    common::PartialDateTime,
    icalendar::{ICalendarComponent, ICalendarComponentType, ICalendarProperty, ICalendarValue},
};

/// A calendar as another program reads it.
pub struct ReadCalendar {
    pub events: Vec<ReadEvent>,
    own: ICalendarComponent,
}

/// An event; missing fields are empty. Days are `2026-03-02`, instants `2026-03-02T15:00:00Z`.
#[derive(Debug)]
pub struct ReadEvent {
    pub uid: String,
    pub summary: String,
    pub description: String,
    pub location: String,
    pub start: String,
    pub end: String,
    pub changed: String,
    pub sequence: i64,
}

impl ReadCalendar {
    /// The text of a property of the calendar itself.
    pub fn property(&self, name: &str) -> String {
        text(&self.own, &ICalendarProperty::Other(name.to_string()))
    }
}

/// Fails if the bytes are not exactly one complete calendar.
pub fn read_calendar(bytes: &[u8]) -> ReadCalendar {
    let text_of_it = std::str::from_utf8(bytes).expect("UTF-8");
    // The parser skips lines that it does not understand, so each line is checked separately as well.
    for line in text_of_it.replace("\r\n ", "").split_terminator("\r\n") {
        let name = line.split([';', ':']).next().unwrap_or_default();
        let is_name = |byte: u8| byte.is_ascii_uppercase() || byte == b'-';
        assert!(
            !name.is_empty() && name.len() < line.len() && name.bytes().all(is_name),
            "{line:?}"
        );
    }
    let mut parser = Parser::new(text_of_it);
    let calendar = match parser.entry() {
        Entry::ICalendar(calendar) => calendar,
        other => panic!("no calendar: {other:?}\n{text_of_it}"),
    };
    assert!(matches!(parser.entry(), Entry::Eof), "something follows the calendar\n{text_of_it}");
    let mut own = None;
    let mut events = Vec::new();
    for component in calendar.components {
        match component.component_type {
            ICalendarComponentType::VCalendar => own = Some(component),
            ICalendarComponentType::VEvent => events.push(event(&component)),
            other => panic!("unexpected {other:?}"),
        }
    }
    let count = text_of_it.matches("\r\nBEGIN:VEVENT\r\n").count();
    assert_eq!(count, events.len(), "an event within an event");
    ReadCalendar { events, own: own.expect("a calendar") }
}

fn event(component: &ICalendarComponent) -> ReadEvent {
    let sequence = match value(component, &ICalendarProperty::Sequence) {
        Some(ICalendarValue::Integer(sequence)) => *sequence,
        other => panic!("a sequence: {other:?}"),
    };
    ReadEvent {
        uid: text(component, &ICalendarProperty::Uid),
        summary: text(component, &ICalendarProperty::Summary),
        description: text(component, &ICalendarProperty::Description),
        location: text(component, &ICalendarProperty::Location),
        start: moment(component, &ICalendarProperty::Dtstart),
        end: moment(component, &ICalendarProperty::Dtend),
        changed: moment(component, &ICalendarProperty::LastModified),
        sequence,
    }
}

fn value<'c>(
    component: &'c ICalendarComponent,
    property: &ICalendarProperty,
) -> Option<&'c ICalendarValue> {
    component.property(property)?.values.first()
}

fn text(component: &ICalendarComponent, property: &ICalendarProperty) -> String {
    let all = component.property(property).map(|entry| entry.values.as_slice()).unwrap_or_default();
    let texts: Vec<&str> = all.iter().map(|value| value.as_text().expect("a text")).collect();
    assert!(texts.len() <= 1, "a text that fell apart: {texts:?}");
    texts.concat()
}

fn moment(component: &ICalendarComponent, property: &ICalendarProperty) -> String {
    match value(component, property) {
        None => String::new(),
        Some(ICalendarValue::PartialDateTime(at)) => written(at),
        other => panic!("a date or an instant: {other:?}"),
    }
}

fn written(at: &PartialDateTime) -> String {
    let part = |part: Option<u8>| part.expect("a part of it");
    let day = format!("{:04}-{:02}-{:02}", at.year.expect("a year"), part(at.month), part(at.day));
    if at.hour.is_none() {
        return day;
    }
    assert_eq!((at.tz_hour, at.tz_minute), (Some(0), Some(0)), "an instant is said in UTC");
    format!("{day}T{:02}:{:02}:{:02}Z", part(at.hour), part(at.minute), part(at.second))
}
