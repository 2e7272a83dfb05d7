//! Checks an SPDX license expression against the allowed licenses.

use std::collections::BTreeSet;

/// Parses `A OR B`, `A AND B`, `A WITH exception`, parentheses, and the `A/B` of old packages.
pub fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = Reader { words: &words, allowed };
    let met = reader.either();
    met == Some(true) && reader.words.is_empty()
}

struct Reader<'w> {
    words: &'w [&'w str],
    allowed: &'w BTreeSet<String>,
}

impl Reader<'_> {
    fn takes(&mut self, word: &str) -> bool {
        let is_next = self.words.first() == Some(&word);
        self.words = &self.words[usize::from(is_next)..];
        is_next
    }

    fn either(&mut self) -> Option<bool> {
        let mut met = self.both()?;
        while self.takes("OR") {
            met |= self.both()?;
        }
        Some(met)
    }

    fn both(&mut self) -> Option<bool> {
        let mut met = self.one()?;
        while self.takes("AND") {
            met &= self.one()?;
        }
        Some(met)
    }

    /// `None` if the text is not a license expression.
    fn one(&mut self) -> Option<bool> {
        if self.takes("(") {
            let met = self.either()?;
            return self.takes(")").then_some(met);
        }
        let (name, rest) = self.words.split_first()?;
        self.words = rest;
        if self.takes("WITH") {
            let (exception, rest) = self.words.split_first()?;
            self.words = rest;
            return Some(self.allowed.contains(&format!("{name} WITH {exception}")));
        }
        Some(self.allowed.contains(*name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_shipped_only_under_a_license_that_is_allowed() {
        let allowed = ["MIT", "Apache-2.0", "Unicode-3.0"].map(str::to_owned).into();
        for fine in [
            "MIT",
            "MIT OR GPL-3.0",
            "GPL-3.0/MIT",
            "(MIT OR GPL-3.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR MIT",
        ] {
            assert!(is_allowed(fine, &allowed), "{fine}");
        }
        for wrong in [
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "MIT OR",
            "(MIT",
            "MIT MIT",
            "",
            "Apache-2.0 WITH LLVM-exception",
            "mit",
        ] {
            assert!(!is_allowed(wrong, &allowed), "{wrong}");
        }
    }
}
