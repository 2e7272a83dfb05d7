//! The text of values in the activity log, and the labels beside them.

use chrono::{DateTime, NaiveDateTime, Utc};
use rust_decimal::Decimal;

use crate::{
    accounts::deletion::display_name,
    activity::labels::{ActivityField, ValueFormat},
    i18n::rules::{fill, sentences},
    types::{date, language::Language, money},
};

/// The length of a value within a sentence; the full value is displayed beside it.
const LETTERS: usize = 80;

sentences! {
    /// A label beside values.
    Words {
        Yes: "Yes", "Sí";
        No: "No", "No";
        And: "and", "y";
        Active: "Active", "Activo";
        Complete: "Complete", "Completado";
        Admin: "Admin", "Administrador";
        Member: "Member", "Miembro";
        Salesman: "Salesman", "Vendedor";
        Foreman: "Foreman", "Capataz";
        English: "English", "Inglés";
        Spanish: "Spanish", "Español";
        Insurance: "Insurance", "Seguro";
        Licence: "License", "Licencia";
        OtherKind: "Other", "Otro";
        OrderDraft: "Draft", "Borrador";
        OrderSent: "Sent", "Enviada";
        OrderSeen: "Seen", "Vista";
        OrderConfirmed: "Confirmed", "Confirmada";
        OrderPartlyReceived: "Partly received", "Recibida en parte";
        OrderReceived: "Received", "Recibida";
        OrderClosed: "Closed", "Cerrada";
        OrderCancelled: "Cancelled", "Cancelada";
        Jobs: "jobs", "trabajos";
        Customers: "customers", "clientes";
        Products: "products", "productos";
        Vendors: "vendors", "proveedores";
        Things: "things", "cosas";
        When: "When", "Cuándo";
        Who: "Who", "Quién";
        Company: "Company", "Empresa";
        What: "What", "Qué";
        Subject: "Subject", "Asunto";
        Job: "Job", "Trabajo";
        Action: "Action", "Acción";
        InWords: "In words", "En palabras";
        Changes: "Changes", "Cambios";
        Somebody: "Someone", "Alguien";
        ShareNothing: "nothing", "nada";
        ShareBusy: "free, busy or full", "libre, ocupado o lleno";
        ShareCount: "how many crews are free", "cuántas cuadrillas están libres";
        Monday: "Monday", "lunes";
        Tuesday: "Tuesday", "martes";
        Wednesday: "Wednesday", "miércoles";
        Thursday: "Thursday", "jueves";
        Friday: "Friday", "viernes";
        Saturday: "Saturday", "sábado";
        Sunday: "Sunday", "domingo";
        EveryDay: "every day", "cada día";
        EveryDays: "every {count} days", "cada {count} días";
        EveryWeek: "every week", "cada semana";
        EveryWeeks: "every {count} weeks", "cada {count} semanas";
        EveryMonth: "every month", "cada mes";
        EveryMonths: "every {count} months", "cada {count} meses";
        EveryYear: "every year", "cada año";
        EveryYears: "every {count} years", "cada {count} años";
    }
}

/// Converts an instant to the reader's local time.
pub type LocalTime<'a> = &'a dyn Fn(DateTime<Utc>) -> NaiveDateTime;

/// A value as it is displayed.
#[must_use]
pub fn value(
    field: ActivityField,
    value: &str,
    language: Language,
    local: LocalTime<'_>,
) -> String {
    let shown = match field.shape() {
        ValueFormat::Text => None,
        ValueFormat::Money => value.parse::<Decimal>().ok().map(money::format),
        ValueFormat::Day => date::read_day(value).map(date::short_date),
        ValueFormat::Days => days(value),
        ValueFormat::Times => times(value, local),
        ValueFormat::YesNo => {
            let word = if value == "true" { Words::Yes } else { Words::No };
            Some(word.template(language).to_owned())
        }
        ValueFormat::Weekdays => weekdays(value, language),
        ValueFormat::Every => every(value, language),
        ValueFormat::Word => word(value).map(|word| word.template(language).to_owned()),
    };
    shown.unwrap_or_else(|| display_name(value, language).into_owned())
}

fn days(value: &str) -> Option<String> {
    let (start, end) = value.split_once('/')?;
    let (start, end) = (date::read_day(start)?, date::read_day(end)?);
    if start == end {
        return Some(date::short_date(start));
    }
    Some(format!("{} – {}", date::short_date(start), date::short_date(end)))
}

fn times(value: &str, local: LocalTime<'_>) -> Option<String> {
    let (start, end) = value.split_once('/')?;
    let (start, end) = (local(date::read_instant(start)?), local(date::read_instant(end)?));
    let moment =
        |at: NaiveDateTime| format!("{} {}", date::short_date(at.date()), at.format("%-I:%M %p"));
    if start.date() == end.date() {
        return Some(format!("{} – {}", moment(start), end.format("%-I:%M %p")));
    }
    Some(format!("{} – {}", moment(start), moment(end)))
}

fn weekdays(value: &str, language: Language) -> Option<String> {
    let names = value.chars().map(|digit| {
        let name = match digit {
            '1' => Words::Monday,
            '2' => Words::Tuesday,
            '3' => Words::Wednesday,
            '4' => Words::Thursday,
            '5' => Words::Friday,
            '6' => Words::Saturday,
            '7' => Words::Sunday,
            _ => return None,
        };
        Some(name.template(language).to_owned())
    });
    Some(listed(&names.collect::<Option<Vec<_>>>()?, language))
}

fn every(value: &str, language: Language) -> Option<String> {
    let (count, unit) = value.split_once('/')?;
    let (one, many) = match unit {
        "day" => (Words::EveryDay, Words::EveryDays),
        "week" => (Words::EveryWeek, Words::EveryWeeks),
        "month" => (Words::EveryMonth, Words::EveryMonths),
        "year" => (Words::EveryYear, Words::EveryYears),
        _ => return None,
    };
    let words = if count == "1" { one } else { many };
    Some(fill(words.template(language), &[("count", count.to_owned())]))
}

fn word(value: &str) -> Option<Words> {
    Some(match value {
        "active" => Words::Active,
        "complete" => Words::Complete,
        "admin" => Words::Admin,
        "member" => Words::Member,
        "salesman" => Words::Salesman,
        "foreman" => Words::Foreman,
        "english" => Words::English,
        "spanish" => Words::Spanish,
        "insurance" => Words::Insurance,
        "licence" => Words::Licence,
        "other" => Words::OtherKind,
        "draft" => Words::OrderDraft,
        "sent" => Words::OrderSent,
        "seen" => Words::OrderSeen,
        "confirmed" => Words::OrderConfirmed,
        "partlyReceived" => Words::OrderPartlyReceived,
        "received" => Words::OrderReceived,
        "closed" => Words::OrderClosed,
        "cancelled" => Words::OrderCancelled,
        "none" => Words::ShareNothing,
        "busy" => Words::ShareBusy,
        "count" => Words::ShareCount,
        _ => return None,
    })
}

/// A label within a sentence: `ZIP` keeps its capitals.
#[must_use]
pub fn in_a_sentence(label: &str) -> String {
    let mut letters = label.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() || second == ' ' => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => label.to_owned(),
    }
}

/// Joins names to a list within a sentence.
#[must_use]
pub fn listed(names: &[String], language: Language) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => {
            format!("{} {} {last}", first.join(", "), Words::And.template(language))
        }
    }
}

/// The beginning of a long value, on one line.
#[must_use]
pub fn abridged(text: &str) -> String {
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if one_line.chars().count() <= LETTERS {
        return one_line;
    }
    let begin: String = one_line.chars().take(LETTERS - 1).collect();
    format!("{}…", begin.trim_end())
}

/// The header row of the log as a CSV file.
#[must_use]
pub fn headings(language: Language) -> [&'static str; 9] {
    [
        Words::When,
        Words::Who,
        Words::Company,
        Words::What,
        Words::Subject,
        Words::Job,
        Words::Action,
        Words::InWords,
        Words::Changes,
    ]
    .map(|word| word.template(language))
}
