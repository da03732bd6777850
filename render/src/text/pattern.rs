//! The pattern language of `java.text.DecimalFormat`.
//!
//! ```text
//! pattern := sub [ ";" sub ]            the second gives only prefix and suffix of negative numbers
//! sub     := affix number affix
//! number  := { "#" | "," } { "0" | "," } [ "." { "0" } { "#" } ] [ "E" "0" { "0" } ]
//! affix   := { any character | "'" text "'" | "''" | "%" | "‰" | "¤" | "¤¤" | "-" }
//! ```

use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

use super::affix::Affix;
use super::affix::Piece;
use crate::Error;

/// The number of digits that stands for "any".
pub(super) const UNLIMITED: u32 = i32::MAX as u32;

/// What a pattern says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) prefix: Affix,
    pub(super) suffix: Affix,
    /// Prefix and suffix of negative numbers, where they are not those of positive ones behind a minus sign.
    pub(super) negative: Option<(Affix, Affix)>,
    /// 100 with a percent sign, 1000 with a per mille sign, else 1.
    pub(super) multiplier: i32,
    /// Digits between separators; none: no grouping.
    pub(super) grouping: Option<u8>,
    pub(super) min_integer: u32,
    pub(super) max_integer: u32,
    pub(super) min_fraction: u32,
    pub(super) max_fraction: u32,
    pub(super) separator_always: bool,
    /// The smallest number of digits of an exponent, in scientific notation.
    pub(super) exponent: Option<u32>,
}

/// A pattern that Java does not take either.
///
/// As a page sees it, this is a `java.lang.IllegalArgumentException`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    pattern: String,
    fault: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    DigitsMixed,
    EmptyGroup,
    ExponentWithoutDigits,
    ManyExponents,
    ManyPercents,
    ManyPoints,
    PointMisplaced,
    SeparatorMisplaced,
    UnclosedQuote,
    ZeroBehindOptional,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self.fault {
            Fault::DigitsMixed => "a # may not stand between or behind zeros of the whole part",
            Fault::EmptyGroup => "no digit follows the last , of the whole part",
            Fault::ExponentWithoutDigits => {
                "an exponent needs a digit before the E and at least one 0 behind it"
            }
            Fault::ManyExponents => "there is more than one exponent",
            Fault::ManyPercents => "there is more than one % or ‰; quote those that are text: '%'",
            Fault::ManyPoints => "there is more than one decimal point; quote what is text: '.'",
            Fault::PointMisplaced => "the decimal point must follow the zeros of the whole part",
            Fault::SeparatorMisplaced => {
                "a ; may only stand between two sub-patterns; quote one that is text: ';'"
            }
            Fault::UnclosedQuote => "a quotation mark ' is not closed; double one that is text: ''",
            Fault::ZeroBehindOptional => "a 0 may not follow a # of the fraction",
        };
        write!(f, "the number pattern {:?} is malformed: {why}", self.pattern)
    }
}

impl std::error::Error for PatternError {}

impl From<PatternError> for Error {
    fn from(error: PatternError) -> Self {
        Error::illegal_argument(error.to_string())
    }
}

impl Pattern {
    pub(super) fn parse(text: &str) -> Result<Self, PatternError> {
        Self::read(text).map_err(|fault| PatternError { pattern: text.into(), fault })
    }

    fn read(text: &str) -> Result<Self, Fault> {
        if text.is_empty() {
            return Ok(Self::unlimited());
        }
        let mut reader = Reader { rest: text.chars().peekable() };
        let positive = reader.sub_pattern(true)?;
        let mut negative = None;
        if reader.rest.peek().is_some() {
            let sub = reader.sub_pattern(false)?;
            let affixes = (sub.prefix, sub.suffix);
            // Java takes a second sub-pattern that changes nothing as none.
            negative = (affixes.0 != positive.prefix || affixes.1 != positive.suffix).then_some(affixes);
        }
        let digits = positive.number.normalised();
        digits.check()?;
        let total = digits.left + digits.zeros + digits.right;
        // Without a point there is no right part, or the check failed.
        let point = digits.point.unwrap_or(total);
        let min_integer = point - digits.left;
        Ok(Pattern {
            prefix: positive.prefix,
            suffix: positive.suffix,
            negative,
            multiplier: positive.multiplier,
            grouping: digits
                .group
                .and_then(|size| u8::try_from(size).ok())
                .filter(|size| *size <= i8::MAX as u8),
            min_integer,
            max_integer: if digits.exponent.is_some() { digits.left + min_integer } else { UNLIMITED },
            min_fraction: digits.left + digits.zeros - point,
            max_fraction: total - point,
            separator_always: digits.point.is_some_and(|point| point == 0 || point == total),
            exponent: digits.exponent,
        })
    }

    /// The empty pattern: all digits, in groups.
    fn unlimited() -> Self {
        Pattern {
            prefix: Affix::default(),
            suffix: Affix::default(),
            negative: None,
            multiplier: 1,
            grouping: Some(3),
            min_integer: 0,
            max_integer: UNLIMITED,
            min_fraction: 0,
            max_fraction: UNLIMITED,
            separator_always: false,
            exponent: None,
        }
    }
}

#[derive(Default)]
struct SubPattern {
    prefix: Affix,
    suffix: Affix,
    multiplier: i32,
    number: Number,
}

/// How many of which digits the number part has.
#[derive(Clone, Copy, Default)]
struct Number {
    /// `#` before the first `0`.
    left: u32,
    zeros: u32,
    /// `#` behind a `0`.
    right: u32,
    /// How many digits stand before the decimal point.
    point: Option<u32>,
    /// How many digits stand behind the last `,` of the whole part.
    group: Option<u32>,
    exponent: Option<u32>,
}

impl Number {
    /// With a decimal point there is at least one 0: `##.##` means `#0.##`, and `.##` means `.0#`.
    fn normalised(mut self) -> Self {
        if let Some(point) = self.point
            && self.zeros == 0
            && self.left > 0
        {
            let whole = point.max(1);
            self.right = self.left - whole;
            self.left = whole - 1;
            self.zeros = 1;
        }
        self
    }

    fn check(&self) -> Result<(), Fault> {
        match self.point {
            None if self.right > 0 => Err(Fault::DigitsMixed),
            Some(point) if point < self.left || point > self.left + self.zeros => Err(Fault::PointMisplaced),
            _ if self.group == Some(0) => Err(Fault::EmptyGroup),
            _ => Ok(()),
        }
    }
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
}

impl Reader<'_> {
    /// Reads up to the end, of a first sub-pattern up to the `;`, which is consumed.
    fn sub_pattern(&mut self, first: bool) -> Result<SubPattern, Fault> {
        let mut sub = SubPattern { multiplier: 1, ..SubPattern::default() };
        self.affix(&mut sub.prefix, &mut sub.multiplier)?;
        if self.rest.peek() == Some(&';') {
            return Err(Fault::SeparatorMisplaced);
        }
        // Digits behind the suffix still belong to the number, as in Java: `0a0` is `00a`.
        while self.rest.peek().is_some_and(|c| is_digit(*c)) {
            if first {
                self.number(&mut sub.number)?;
            } else {
                while self.rest.next_if(|c| is_digit(*c) || *c == 'E').is_some() {}
            }
            self.affix(&mut sub.suffix, &mut sub.multiplier)?;
        }
        match self.rest.next() {
            Some(_) if !first => Err(Fault::SeparatorMisplaced),
            _ => Ok(sub),
        }
    }

    /// Reads up to a digit, a `;` or the end.
    fn affix(&mut self, affix: &mut Affix, multiplier: &mut i32) -> Result<(), Fault> {
        while let Some(c) = self.rest.next_if(|c| !is_digit(*c) && *c != ';') {
            match c {
                '\'' => self.quoted(affix)?,
                '%' | '‰' if *multiplier != 1 => return Err(Fault::ManyPercents),
                '%' => {
                    *multiplier = 100;
                    affix.push(Piece::Percent);
                }
                '‰' => {
                    *multiplier = 1000;
                    affix.push(Piece::PerMille);
                }
                '¤' if self.rest.next_if_eq(&'¤').is_some() => affix.push(Piece::CurrencyCode),
                '¤' => affix.push(Piece::CurrencySymbol),
                '-' => affix.push(Piece::Minus),
                c => affix.push_char(c),
            }
        }
        Ok(())
    }

    /// Reads up to the closing quotation mark.
    fn quoted(&mut self, affix: &mut Affix) -> Result<(), Fault> {
        if self.rest.next_if_eq(&'\'').is_some() {
            affix.push_char('\'');
            return Ok(());
        }
        loop {
            match self.rest.next() {
                None => return Err(Fault::UnclosedQuote),
                Some('\'') if self.rest.next_if_eq(&'\'').is_none() => return Ok(()),
                Some(c) => affix.push_char(c),
            }
        }
    }

    fn number(&mut self, number: &mut Number) -> Result<(), Fault> {
        while let Some(c) = self.rest.next_if(|c| is_digit(*c) || *c == 'E') {
            match c {
                '#' if number.zeros > 0 => number.right += 1,
                '#' => number.left += 1,
                '0' if number.right > 0 => return Err(Fault::ZeroBehindOptional),
                '0' => number.zeros += 1,
                ',' => number.group = Some(0),
                '.' if number.point.is_some() => return Err(Fault::ManyPoints),
                '.' => number.point = Some(number.left + number.zeros + number.right),
                _ => return self.exponent(number),
            }
            if let Some(group) = &mut number.group
                && number.point.is_none()
                && c != ','
            {
                *group += 1;
            }
        }
        Ok(())
    }

    /// Reads the zeros behind `E`.
    fn exponent(&mut self, number: &mut Number) -> Result<(), Fault> {
        if number.exponent.is_some() {
            return Err(Fault::ManyExponents);
        }
        let mut zeros = 0;
        while self.rest.next_if_eq(&'0').is_some() {
            zeros += 1;
        }
        if number.left + number.zeros == 0 || zeros == 0 {
            return Err(Fault::ExponentWithoutDigits);
        }
        number.exponent = Some(zeros);
        Ok(())
    }
}

/// What begins and makes up the number part.
fn is_digit(c: char) -> bool {
    matches!(c, '#' | '0' | ',' | '.')
}
