//! The pattern language of `java.text.SimpleDateFormat`.

use crate::Error;
use crate::Result;

/// A piece of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// What stands for itself.
    Text(String),
    /// A letter and how often it is repeated.
    Field(Letter, usize),
}

/// The letters of patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letter {
    /// `a`
    AmPm,
    /// `d`
    Day,
    /// `F`
    DayOfWeekInMonth,
    /// `D`
    DayOfYear,
    /// `G`
    Era,
    /// `K`: 0–11
    Hour0To11,
    /// `H`: 0–23
    Hour0To23,
    /// `h`: 1–12
    Hour1To12,
    /// `k`: 1–24
    Hour1To24,
    /// `X`
    IsoZone,
    /// `M` with nothing else, which stands alone.
    LoneMonth,
    /// `S`
    Millisecond,
    /// `m`
    Minute,
    /// `M`
    Month,
    /// `Z`
    Rfc822Zone,
    /// `s`
    Second,
    /// `L`
    StandaloneMonth,
    /// `E`
    Weekday,
    /// `u`: Monday is 1
    WeekdayNumber,
    /// `W`
    WeekOfMonth,
    /// `w`
    WeekOfYear,
    /// `Y`
    WeekYear,
    /// `y`
    Year,
    /// `z`
    ZoneName,
}

impl Letter {
    fn of(c: char) -> Option<Self> {
        Some(match c {
            'D' => Letter::DayOfYear,
            'E' => Letter::Weekday,
            'F' => Letter::DayOfWeekInMonth,
            'G' => Letter::Era,
            'H' => Letter::Hour0To23,
            'K' => Letter::Hour0To11,
            'L' => Letter::StandaloneMonth,
            'M' => Letter::Month,
            'S' => Letter::Millisecond,
            'W' => Letter::WeekOfMonth,
            'X' => Letter::IsoZone,
            'Y' => Letter::WeekYear,
            'Z' => Letter::Rfc822Zone,
            'a' => Letter::AmPm,
            'd' => Letter::Day,
            'h' => Letter::Hour1To12,
            'k' => Letter::Hour1To24,
            'm' => Letter::Minute,
            's' => Letter::Second,
            'u' => Letter::WeekdayNumber,
            'w' => Letter::WeekOfYear,
            'y' => Letter::Year,
            'z' => Letter::ZoneName,
            _ => return None,
        })
    }
}

impl Item {
    /// Whether digits stand here. Those of a number right before end where the pattern says so.
    pub(super) fn is_numeric(&self) -> bool {
        match self {
            Item::Text(_)
            | Item::Field(
                Letter::AmPm
                | Letter::Era
                | Letter::IsoZone
                | Letter::Rfc822Zone
                | Letter::Weekday
                | Letter::ZoneName,
                _,
            ) => false,
            Item::Field(Letter::LoneMonth | Letter::Month | Letter::StandaloneMonth, count) => *count <= 2,
            Item::Field(..) => true,
        }
    }
}

/// Reads a pattern.
///
/// # Errors
/// `IllegalArgumentException` as Java.
pub(super) fn compile(pattern: &str) -> Result<Vec<Item>> {
    let malformed =
        |why: String| Error::illegal_argument(format!("the date pattern {pattern:?} is malformed: {why}"));
    let mut items = Vec::new();
    let mut letters = pattern.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            '\'' if letters.next_if_eq(&'\'').is_some() => push_char(&mut items, '\''),
            '\'' => loop {
                match letters.next() {
                    None => {
                        return Err(malformed(
                            "a quotation mark ' is not closed; double one that is text: ''".into(),
                        ));
                    }
                    Some('\'') if letters.next_if_eq(&'\'').is_none() => break,
                    Some(c) => push_char(&mut items, c),
                }
            },
            c if c.is_ascii_alphabetic() => {
                let mut count = 1;
                while letters.next_if_eq(&c).is_some() {
                    count += 1;
                }
                let letter = Letter::of(c).ok_or_else(|| {
                    malformed(format!("the letter {c} means nothing; quote what is text: '{c}'"))
                })?;
                if letter == Letter::IsoZone && count > 3 {
                    return Err(malformed("X may be repeated three times at most".into()));
                }
                items.push(Item::Field(letter, count));
            }
            c => push_char(&mut items, c),
        }
    }
    // A month of no date stands alone.
    let mut fields = items.iter_mut().filter(|item| matches!(item, Item::Field(..)));
    if let (Some(Item::Field(letter @ Letter::Month, _)), None) = (fields.next(), fields.next()) {
        *letter = Letter::LoneMonth;
    }
    Ok(items)
}

fn push_char(items: &mut Vec<Item>, c: char) {
    match items.last_mut() {
        Some(Item::Text(text)) => text.push(c),
        _ => items.push(Item::Text(c.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_text_are_told_apart() {
        let text = |text: &str| Item::Text(text.into());
        assert_eq!(
            compile("yyyy'T'd''x''''!").map_err(|error| error.to_string()),
            Err("the date pattern \"yyyy'T'd''x''''!\" is malformed: the letter x means nothing; quote what is text: 'x'".into())
        );
        assert_eq!(
            compile("yyyy-'T''s 'd''h'").unwrap_err().class_name(),
            crate::error::class::ILLEGAL_ARGUMENT
        );
        assert_eq!(
            compile("yy-'T''s 'd''").unwrap(),
            [Item::Field(Letter::Year, 2), text("-T's "), Item::Field(Letter::Day, 1), text("'")]
        );
        assert_eq!(compile("MMM").unwrap(), [Item::Field(Letter::LoneMonth, 3)]);
        assert_eq!(compile("").unwrap(), []);
        assert!(compile("XXXX").is_err());
    }
}
