//! The `$n` of a text.

use std::fmt::Write as _;

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
