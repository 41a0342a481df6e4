//! Calendar dates.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::str::FromStr;

/// A day of the Gregorian calendar, from 0001-01-01 to 9999-12-31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// Why a text is no date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DateError {
    /// It is not written like one.
    #[error("a date is written like 2026-01-31, from 0001-01-01 to 9999-12-31")]
    Form,
    /// There is no such month.
    #[error("there is no month {0}")]
    Month(u8),
    /// The month is shorter.
    #[error("{year:04}-{month:02} has the days 01 to {days}")]
    Day {
        /// The year.
        year: u16,
        /// The month, from 1.
        month: u8,
        /// Its last day.
        days: u8,
    },
}

impl Date {
    /// The date as the number YYYYMMDD.
    pub fn number(self) -> u64 {
        u64::from(self.year) * 10_000 + u64::from(self.month) * 100 + u64::from(self.day)
    }

    /// The day after; `None` after 9999-12-31.
    pub fn tomorrow(self) -> Option<Self> {
        let Date { year, month, day } = self;
        if day < days_of(year, month) {
            Some(Date { day: day + 1, ..self })
        } else if month < 12 {
            Some(Date { year, month: month + 1, day: 1 })
        } else {
            (year < 9999).then_some(Date { year: year + 1, month: 1, day: 1 })
        }
    }
}

/// How many days a month has.
fn days_of(year: u16, month: u8) -> u8 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let number = |digits: &str, width: usize| {
            let is_number = digits.len() == width && digits.bytes().all(|it| it.is_ascii_digit());
            let number = is_number.then(|| digits.parse::<u16>().ok());
            number.flatten().ok_or(DateError::Form)
        };
        let mut parts = text.splitn(3, '-');
        let mut part = |width| number(parts.next().unwrap_or_default(), width);
        let (year, month, day) = (part(4)?, part(2)? as u8, part(2)? as u8);
        if year == 0 {
            return Err(DateError::Form);
        }
        if !(1..=12).contains(&month) {
            return Err(DateError::Month(month));
        }
        let days = days_of(year, month);
        if !(1..=days).contains(&day) {
            return Err(DateError::Day { year, month, days });
        }
        Ok(Date { year, month, day })
    }
}

impl TryFrom<String> for Date {
    type Error = DateError;

    fn try_from(text: String) -> Result<Self, DateError> {
        text.parse()
    }
}

impl From<Date> for String {
    fn from(date: Date) -> Self {
        date.to_string()
    }
}
