//! The `$n` of a text, and what its markers expand to.

use std::{fmt::Write as _, ops::Range};

use super::{Conn, Tx};

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

pub(super) fn placeholders(bound: usize, count: usize) -> String {
    if count == 0 {
        return "NULL".to_string();
    }
    let mut text = String::new();
    for n in 1..=count {
        let comma = if n == 1 { "" } else { ", " };
        let _ = write!(text, "{comma}${}", bound + n);
    }
    text
}

/// Where `{rows: (?, $1)}` is in a text, and the template in it.
pub(super) fn rows_template(text: &str) -> Option<(Range<usize>, &str)> {
    const BEGIN: &str = "{rows:";
    let from = text.find(BEGIN)?;
    let to = from + text[from..].find('}')?;
    Some((from..to + 1, text[from + BEGIN.len()..to].trim()))
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
