//! Letters as English and Spanish write them.
//!
//! The tables of all scripts would weigh more in the browser than the glossary itself (8 KB with
//! brotli); here every letter of another script is a letter, and none has a capital.

/// Whether this belongs to a word.
pub(crate) const fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || matches!(letter, 'ª' | 'µ' | 'º' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='\u{1fff}'
            | '\u{2c00}'..='\u{2dff}' | '\u{3040}'..='\u{d7ff}' | '\u{f900}'..='\u{fdff}'
            | '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' | 'ｦ'..='ﾟ')
}

/// Whether this is a letter and no digit.
pub(crate) const fn is_letter(letter: char) -> bool {
    is_word(letter) && !letter.is_ascii_digit()
}

/// Whether this is a capital.
pub(crate) const fn is_upper(letter: char) -> bool {
    matches!(letter, 'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ')
}

/// Whether this is a small letter.
pub(crate) const fn is_lower(letter: char) -> bool {
    matches!(letter, 'a'..='z' | 'ß'..='ö' | 'ø'..='ÿ')
}

/// The capital of a letter.
const fn upper(letter: char) -> char {
    match letter {
        'à'..='ö' | 'ø'..='þ' => match char::from_u32(letter as u32 - 0x20) {
            Some(capital) => capital,
            None => letter,
        },
        _ => letter.to_ascii_uppercase(),
    }
}

/// A word in capitals.
pub(crate) fn loud(word: &str) -> String {
    word.chars().map(upper).collect()
}

/// A word with a capital.
pub(crate) fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(upper).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_and_spanish_are_read_as_unicode_has_them() {
        for letter in
            (0..0x180).filter_map(char::from_u32).filter(|c| !c.is_numeric() || c.is_ascii())
        {
            assert_eq!(is_word(letter), letter.is_alphanumeric(), "{letter}");
            assert_eq!(is_letter(letter), letter.is_alphabetic(), "{letter}");
        }
        for letter in (0..0x100).filter_map(char::from_u32).filter(|c| !"ªµº".contains(*c)) {
            assert_eq!(is_upper(letter), letter.is_uppercase(), "{letter}");
            assert_eq!(is_lower(letter), letter.is_lowercase(), "{letter}");
        }
        assert_eq!(loud("ático, cañón y pingüino"), "ÁTICO, CAÑÓN Y PINGÜINO");
        assert_eq!(capitalized("ático"), "Ático");
        assert!(!"[]【】［］🔨—“”…".contains(is_word));
    }
}
