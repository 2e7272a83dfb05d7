//! The `$n` of a text, and what its markers expand to.

use std::fmt::Write as _;

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
pub(super) fn write_placeholders(text: &mut String, bound: usize, count: usize) {
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

/// What a marker for rows to insert begins with, as in `{rows: (?, $1)}`.
pub(super) const ROWS: &str = "rows:";

/// The text with each marker, such as `{lock}`, replaced by what `write` adds for its name.
///
/// # Errors
/// Those of `write`, and a marker without an end.
pub(super) fn replace_markers(
    text: &str,
    mut write: impl FnMut(&mut String, &str) -> Result<(), String>,
) -> Result<String, String> {
    let mut replaced = String::with_capacity(2 * text.len());
    let mut rest = text;
    while let Some((before, from_marker)) = rest.split_once('{') {
        let (marker, after) = from_marker.split_once('}').ok_or("a marker has no end")?;
        replaced.push_str(before);
        write(&mut replaced, marker)?;
        rest = after;
    }
    replaced.push_str(rest);
    Ok(replaced)
}

/// The text with its markers replaced, and all values in the order of their placeholders. `engine` gives what replaces the
/// markers that are neither lists nor rows.
///
/// # Errors
/// Why text and values do not match.
pub(super) fn expand(
    text: &str,
    engine: impl Fn(&str) -> Option<&'static str>,
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
    let mut has_rows = false;
    let expanded = replace_markers(text, |expanded, marker| {
        if let Some(words) = engine(marker) {
            expanded.push_str(words);
            return Ok(());
        }
        if let Some(template) = marker.strip_prefix(ROWS) {
            let values = template.matches('?').count();
            if lengths.is_empty() || lengths.iter().any(|length| *length != values) {
                return Err(format!("{} rows for{template}", lengths.len()));
            }
            has_rows = true;
            expanded.push_str(&expand_rows(template.trim(), first, lengths.len()));
            return Ok(());
        }
        let list = places.iter().find(|(name, ..)| *name == marker);
        let (name, bound, count) = list.ok_or("a list was not bound")?;
        unused.retain(|other| other != name);
        write_placeholders(expanded, *bound, *count);
        Ok(())
    })?;
    if let Some(name) = unused.first() {
        return Err(format!("no {{{name}}} in the text"));
    }
    if !lengths.is_empty() && !has_rows {
        return Err("no rows in the text".to_owned());
    }
    Ok((expanded, args))
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

    fn numbers(values: &[i64]) -> Vec<Arg> {
        values.iter().map(|value| Arg::Int(Some(*value))).collect()
    }

    /// The text and the values, or why they do not match.
    fn expanded(text: &str, lists: Lists, rows: &[&[i64]]) -> Result<(String, Vec<i64>), String> {
        let engine = |marker: &str| (marker == "lock").then_some("FOR UPDATE");
        let rows = rows.iter().map(|row| numbers(row)).collect();
        let (text, args) = expand(text, engine, numbers(&[1]), lists, rows)?;
        let values = args.into_iter().map(|arg| match arg {
            Arg::Int(Some(value)) => value,
            other => panic!("{other:?} was not bound"),
        });
        Ok((text, values.collect()))
    }

    #[test]
    fn every_placeholder_has_its_own_value() {
        let lists = vec![("ids", numbers(&[2, 3])), ("tags", numbers(&[]))];
        let text = "SELECT $1 WHERE a IN ({ids}) OR b IN ({ids}) OR c IN ({tags}) {lock}";
        let expected = "SELECT $1 WHERE a IN ($2, $3) OR b IN ($2, $3) OR c IN (NULL) FOR UPDATE";
        assert_eq!(expanded(text, lists, &[]), Ok((expected.to_owned(), vec![1, 2, 3])));

        let lists = vec![("ids", numbers(&[6]))];
        let text =
            "INSERT INTO tag VALUES {rows: (?, ?, $1)} ON CONFLICT DO UPDATE WHERE id IN ({ids})";
        let expected = "INSERT INTO tag VALUES ($2, $3, $1), ($4, $5, $1) \
                        ON CONFLICT DO UPDATE WHERE id IN ($6)";
        let rows: [&[i64]; 2] = [&[2, 3], &[4, 5]];
        assert_eq!(expanded(text, lists, &rows), Ok((expected.to_owned(), vec![1, 2, 3, 4, 5, 6])));
    }

    #[test]
    fn values_that_the_text_does_not_want_are_an_error_and_never_another_statement() {
        let list = || vec![("ids", numbers(&[2]))];
        for (text, lists, rows) in [
            ("DELETE FROM tag WHERE id IN ({ids})", Vec::new(), &[][..]),
            ("DELETE FROM tag", list(), &[]),
            ("DELETE FROM tag WHERE id IN ({other})", list(), &[]),
            ("DELETE FROM tag WHERE id IN ({ids", list(), &[]),
            ("INSERT INTO tag VALUES {rows: (?, ?)}", Vec::new(), &[]),
            ("INSERT INTO tag VALUES {rows: (?, ?)}", Vec::new(), &[&[2, 3][..], &[4]]),
            ("INSERT INTO tag VALUES ($1)", Vec::new(), &[&[2][..]]),
        ] {
            assert!(expanded(text, lists, rows).is_err(), "{text} with {rows:?}");
        }
    }
}
