//! The error of everything that reads positions and events, and small parse helpers.

use std::ops::RangeInclusive;
use std::str::FromStr;

/// Why a text is no position, action or chance event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// A part of the text is not in the form it must have.
    #[error("{place}: `{given}` is not {expected}")]
    Form {
        /// The part of the text.
        place: String,
        /// What stands there.
        given: String,
        /// What must stand there.
        expected: String,
    },
    /// The position is of another number of players.
    #[error("the position is for {found} players, but {expected} were asked for")]
    Players {
        /// Players in the text.
        found: u8,
        /// Players asked for.
        expected: u8,
    },
    /// The text has the right form but breaks the rules.
    #[error("impossible position: {0}")]
    Impossible(String),
}

impl NotationError {
    /// A [`NotationError::Form`].
    pub fn form(
        place: impl Into<String>,
        given: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        NotationError::Form {
            place: shown(&place.into()),
            given: shown(&given.into()),
            expected: expected.into(),
        }
    }

    /// A [`NotationError::Impossible`].
    pub fn impossible(reason: impl Into<String>) -> Self {
        NotationError::Impossible(reason.into())
    }
}

/// `text` as a message shows it: control characters can be seen, and of a long text the beginning.
pub fn shown(text: &str) -> String {
    const MOST: usize = 300;
    let mut shown = String::new();
    for character in text.chars().take(MOST) {
        match character.is_control() {
            true => shown.extend(character.escape_default()),
            false => shown.push(character),
        }
    }
    let more = text.chars().count().saturating_sub(MOST);
    if more > 0 {
        shown += &format!("… and {more} characters more");
    }
    shown
}

/// The decimal number in `text`: no leading zeros, no plus sign, no `-0`, inside `range`.
///
/// # Errors
///
/// [`NotationError::Form`] with `place`.
pub fn number<T>(place: &str, text: &str, range: RangeInclusive<T>) -> Result<T, NotationError>
where
    T: FromStr + PartialOrd + ToString,
{
    let number: Option<T> = text.parse().ok().filter(|number| range.contains(number));
    match number {
        Some(number) if number.to_string() == text => Ok(number),
        _ => {
            let (least, most) = (range.start().to_string(), range.end().to_string());
            let written =
                if number.is_some() { ", without plus sign or leading zeros" } else { "" };
            let expected = format!("a decimal number from {least} to {most}{written}");
            Err(NotationError::form(place, text, expected))
        }
    }
}

/// The parts of `text` between separators, if there are exactly `N`.
///
/// # Errors
///
/// [`NotationError::Form`] with `place` and `expected`.
pub fn parts<'a, const N: usize>(
    place: &str,
    text: &'a str,
    separator: char,
    expected: &str,
) -> Result<[&'a str; N], NotationError> {
    let mut parts = text.split(separator);
    let found: [Option<&str>; N] = std::array::from_fn(|_| parts.next());
    if parts.next().is_some() || found.contains(&None) {
        let count = text.split(separator).count();
        return Err(NotationError::form(place, text, format!("{expected} (there are {count})")));
    }
    Ok(found.map(Option::unwrap_or_default))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_canonical() {
        assert_eq!(number("n", "12", 0..=12), Ok(12));
        assert_eq!(number("n", "-3", -5..=12), Ok(-3));
        for wrong in ["13", "-1", "+1", "01", "", " 1", "1.0", "-0", "x"] {
            assert!(number("n", wrong, 0..=12).is_err(), "{wrong}");
        }
        assert_eq!(
            number("field 4", "007", 0..=9).unwrap_err().to_string(),
            "field 4: `007` is not a decimal number from 0 to 9, without plus sign or leading zeros"
        );
    }

    #[test]
    fn messages_show_what_cannot_be_seen_and_cut_what_is_long() {
        let message = |given: &str| NotationError::form("n", given, "a number").to_string();
        assert_eq!(message("1\r\u{1b}é"), "n: `1\\r\\u{1b}é` is not a number");
        let long = message(&"é".repeat(1000));
        assert!(long.ends_with("éé… and 700 characters more` is not a number"), "{long}");
        assert_eq!(long.matches('é').count(), 300);
    }

    #[test]
    fn parts_are_counted() {
        assert_eq!(parts::<2>("p", "a b", ' ', "two words"), Ok(["a", "b"]));
        assert!(parts::<2>("p", "a", ' ', "two words").is_err());
        assert!(parts::<2>("p", "a b ", ' ', "two words").is_err());
    }
}
