//! The `$n` of a text, and what its markers expand to.

use std::{fmt::Write as _, ops::Range};

use super::{Conn, Tx};
use crate::db::bind::Arg;

/// The highest `$n` of a text.
pub(super) const fn highest_placeholder(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut highest, mut at) = (0, 0);
    while at < bytes.len() {
        let mut number = 0;
        if bytes[at] == b'$' {
            while at + 1 < bytes.len() && bytes[at + 1].is_ascii_digit() {
                at += 1;
                number = number * 10 + (bytes[at] - b'0') as usize;
            }
        }
        if number > highest {
            highest = number;
        }
        at += 1;
    }
    highest
}

/// Adds the placeholders of a list to the text: those after the first `bound` values.
fn write_placeholders(text: &mut String, bound: usize, count: usize) {
    if count == 0 {
        text.push_str("NULL");
    }
    for n in 1..=count {
        let comma = if n == 1 { "" } else { ", " };
        let _ = write!(text, "{comma}${}", bound + n);
    }
}

/// The values of a statement's lists, each with its name.
pub(super) type Lists = Vec<(&'static str, Vec<Arg>)>;

/// What stands between the braces where rows are inserted: `rows: (?, $1)`.
const ROWS: &str = "rows:";

/// The text with its markers replaced, and all values in the order of their placeholders. It is read once: most statements
/// that write have a marker.
///
/// # Errors
/// Why text and values do not match.
pub(super) fn expand(
    text: &str,
    tx: &Tx,
    mut args: Vec<Arg>,
    lists: Lists,
    rows: Vec<Vec<Arg>>,
) -> Result<(String, Vec<Arg>), String> {
    let first = args.len();
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    args.extend(rows.into_iter().flatten());
    // The placeholders of a list are the same wherever it stands.
    let mut places = Vec::with_capacity(lists.len());
    for (name, values) in lists {
        places.push((name, args.len(), values.len()));
        args.extend(values);
    }
    let mut unused: Vec<&str> = places.iter().map(|(name, ..)| *name).collect();
    let mut expanded = String::with_capacity(2 * text.len());
    let mut rest = text;
    while let Some((before, from_marker)) = rest.split_once('{') {
        let (marker, after) = from_marker.split_once('}').ok_or("a marker has no end")?;
        expanded.push_str(before);
        match marker {
            "lock" => expanded.push_str(tx.lock()),
            "lock_for_change" => expanded.push_str(tx.lock_for_change()),
            "keep" => expanded.push_str(tx.keep()),
            "new_id" => expanded.push_str(tx.new_id()),
            _ => {
                if let Some(template) = marker.strip_prefix(ROWS) {
                    let template = template.trim();
                    let values = template.matches('?').count();
                    if lengths.is_empty() || lengths.iter().any(|length| *length != values) {
                        return Err(format!("{} rows for {template}", lengths.len()));
                    }
                    expanded.push_str(&expand_rows(template, first, lengths.len()));
                } else {
                    let list = places.iter().find(|(name, ..)| *name == marker);
                    let (name, bound, count) = list.ok_or("a list was not bound")?;
                    write_placeholders(&mut expanded, *bound, *count);
                    unused.retain(|other| other != name);
                }
            }
        }
        rest = after;
    }
    expanded.push_str(rest);
    match unused.first() {
        Some(name) => Err(format!("no {{{name}}} in the text")),
        None => Ok((expanded, args)),
    }
}

/// Where `{rows: (?, $1)}` is in a text, and the template in it.
pub(super) fn rows_template(text: &str) -> Option<(Range<usize>, &str)> {
    let from = text.find("{rows:")?;
    let to = from + text[from..].find('}')?;
    Some((from..to + 1, text[from + 1 + ROWS.len()..to].trim()))
}

/// The template once for each row, with a placeholder for each `?`.
pub(super) fn expand_rows(template: &str, mut bound: usize, rows: usize) -> String {
    let mut text = String::with_capacity(rows * (template.len() + 16));
    for row in 0..rows {
        text.push_str(if row == 0 { "" } else { ", " });
        for (place, piece) in template.split('?').enumerate() {
            if place > 0 {
                bound += 1;
                let _ = write!(text, "${bound}");
            }
            text.push_str(piece);
        }
    }
    text
}

impl Tx {
    /// A random id as this engine makes one: version 4, so that it is valid wherever ids are parsed.
    pub(super) const fn new_id(&self) -> &'static str {
        match &self.conn {
            Conn::Postgres(_) => "gen_random_uuid()",
            _ => {
                "unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2)
                     || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2)
                     || hex(randomblob(6)))"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_of_an_insert_has_its_own_placeholders() {
        let text = "INSERT INTO tag VALUES {rows: (?, ?, $1)} RETURNING id";
        let (place, template) = rows_template(text).expect("a template");
        assert_eq!(&text[place], "{rows: (?, ?, $1)}");
        assert_eq!(expand_rows(template, 1, 2), "($2, $3, $1), ($4, $5, $1)");
    }
}
