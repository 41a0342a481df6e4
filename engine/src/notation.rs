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
        NotationError::Form { place: place.into(), given: given.into(), expected: expected.into() }
    }

    /// A [`NotationError::Impossible`].
    pub fn impossible(reason: impl Into<String>) -> Self {
        NotationError::Impossible(reason.into())
    }
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
    text.parse()
        .ok()
        .filter(|number: &T| range.contains(number) && number.to_string() == text)
        .ok_or_else(|| {
            let (least, most) = (range.start().to_string(), range.end().to_string());
            NotationError::form(place, text, format!("a decimal number from {least} to {most}"))
        })
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
        return Err(NotationError::form(place, text, expected));
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
            "field 4: `007` is not a decimal number from 0 to 9"
        );
    }

    #[test]
    fn parts_are_counted() {
        assert_eq!(parts::<2>("p", "a b", ' ', "two words"), Ok(["a", "b"]));
        assert!(parts::<2>("p", "a", ' ', "two words").is_err());
        assert!(parts::<2>("p", "a b ", ' ', "two words").is_err());
    }
}
