//! Text to dates.

use super::BUDDHIST_ERA;
use super::BUDDHIST_FIRST_ERA;
use super::BUDDHIST_YEARS;
use super::LONG_BUDDHIST_ERA;
use super::SimpleDateFormat;
use super::TimeZone;
use super::fields::Field;
use super::fields::Read;
use super::pattern::Item;
use super::pattern::Letter;
use super::resolve::weekday_of_iso;
use crate::Result;
use crate::text::ParsePosition;
use crate::text::parse_position::match_ignoring_case;
use crate::text::parse_position::unparseable;
use crate::text::zone_names;
use crate::value::Value;

/// What is read at the place of one item.
struct Reader<'a> {
    format: &'a SimpleDateFormat,
    text: &'a str,
    read: Read,
    /// The zone whose name was read.
    zone: Option<TimeZone>,
    /// The year was written in two digits, those of the first of the hundred years.
    ambiguous_year: bool,
}

/// Where reading an item ended, or failed.
type At = std::result::Result<usize, usize>;

/// Reading.
impl SimpleDateFormat {
    /// Reads a date from a position on, as far as the pattern goes; what was not read is that of 1 January 1970.
    ///
    /// The position moves behind what was read. If it is no date, it stays, its error index is set, and `None` is
    /// returned.
    pub fn parse(&self, text: &str, position: &mut ParsePosition) -> Option<i64> {
        let mut reader =
            Reader { format: self, text, read: Read::default(), zone: None, ambiguous_year: false };
        let mut at = position.index;
        for (n, item) in self.items.iter().enumerate() {
            let read = match item {
                Item::Text(expected) => reader.literal(at, expected),
                Item::Field(letter, count) => {
                    let fixed = self.items.get(n + 1).is_some_and(Item::is_numeric);
                    reader.field(at, *letter, *count, fixed)
                }
            };
            at = match read {
                Ok(end) => end,
                Err(failed) => return position.fail(failed),
            };
        }
        let Some(millis) = reader.millis() else {
            return position.fail(at);
        };
        position.index = at;
        Some(millis)
    }

    /// Reads a date at the beginning of the text (`DateFormat.parse(String)`); what follows it does not matter.
    ///
    /// # Errors
    /// `ParseException` if the text does not begin with a date.
    pub fn parse_all(&self, text: &str) -> Result<i64> {
        let mut position = ParsePosition::default();
        self.parse(text, &mut position)
            .ok_or_else(|| unparseable(&format!("a date by the pattern {:?}", self.pattern), text, position))
    }
}

impl Reader<'_> {
    fn millis(mut self) -> Option<i64> {
        let in_zone = self.zone.take().map(|zone| {
            let mut format = self.format.clone();
            format.zone = zone;
            format
        });
        let format = in_zone.as_ref().unwrap_or(self.format);
        let millis = format.resolve(&self.read)?;
        if self.ambiguous_year && millis < format.century_start {
            let year = self.read.or(Field::Year, 0) as i32;
            self.read.set(Field::Year, year + 100);
            return format.resolve(&self.read);
        }
        Some(millis)
    }

    /// What stands for itself. Where much is made good, one kind of space is as good as another.
    fn literal(&self, at: usize, expected: &str) -> At {
        let mut end = at;
        let mut there = self.text.get(at..).unwrap_or("").chars();
        for c in expected.chars() {
            match there.next() {
                Some(it) if it == c || self.format.lenient && is_space(it) && is_space(c) => {
                    end += it.len_utf8();
                }
                _ => return Err(end),
            }
        }
        Ok(end)
    }

    /// `fixed`: another number follows at once.
    fn field(&mut self, start: usize, letter: Letter, count: usize, fixed: bool) -> At {
        let rest = self.text.get(start..).unwrap_or("");
        let blanks = rest.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let at = start + blanks;
        if at >= self.text.len() {
            return Err(start);
        }
        let words = &self.format.data.dates;
        match letter {
            Letter::AmPm => self.name(start, at, Field::AmPm, 0, &[&words.am_pm]),
            Letter::Era => self.era(start, at),
            Letter::Month if count > 2 => {
                self.name(start, at, Field::Month, 0, &[&words.months, &words.short_months])
            }
            Letter::LoneMonth if count > 2 => {
                let lists: [&[&str]; 2] = [&words.standalone_months, &words.short_standalone_months];
                self.name(start, at, Field::Month, 0, &lists)
            }
            Letter::StandaloneMonth if count > 2 => {
                let lists: [&[&str]; 4] = [
                    &words.months,
                    &words.short_months,
                    &words.standalone_months,
                    &words.short_standalone_months,
                ];
                self.name(start, at, Field::Month, 0, &lists)
            }
            Letter::Weekday => {
                self.name(start, at, Field::Weekday, 1, &[&words.weekdays, &words.short_weekdays])
            }
            Letter::Rfc822Zone | Letter::ZoneName => self.zone(start, at),
            Letter::IsoZone => self.iso_zone(at, count),
            letter => {
                let limit = if fixed { Some(nth_char(self.text, start, count).ok_or(at)?) } else { None };
                let (value, end) = self.number(at, limit).ok_or(at)?;
                self.set_number(letter, count, value, at, end)
            }
        }
    }

    fn set_number(&mut self, letter: Letter, count: usize, value: i32, at: usize, end: usize) -> At {
        let lenient = self.format.lenient;
        let (field, value) = match letter {
            Letter::Year | Letter::WeekYear => {
                let field = if letter == Letter::Year { Field::Year } else { Field::WeekYear };
                let mut value = i64::from(value);
                if count <= 2
                    && self.text[at..end].chars().filter(|c| self.format.is_digit(*c)).count() == 2
                    && self.text[at..end].chars().count() == 2
                {
                    value = self.in_century(value);
                }
                let shift = if self.format.buddhist { BUDDHIST_YEARS } else { 0 };
                (field, (value - shift) as i32)
            }
            Letter::LoneMonth | Letter::Month | Letter::StandaloneMonth => {
                (Field::Month, value.wrapping_sub(1))
            }
            Letter::Hour1To24 if !lenient && !(1..=24).contains(&value) => return Err(end),
            Letter::Hour1To12 if !lenient && !(1..=12).contains(&value) => return Err(end),
            Letter::Hour1To24 => (Field::HourOfDay, if value == 24 { 0 } else { value }),
            Letter::Hour1To12 => (Field::Hour, if value == 12 { 0 } else { value }),
            Letter::Hour0To23 => (Field::HourOfDay, value),
            Letter::Hour0To11 => (Field::Hour, value),
            Letter::WeekdayNumber => (Field::Weekday, weekday_of_iso(value)),
            Letter::Day => (Field::Day, value),
            Letter::DayOfWeekInMonth => (Field::DayOfWeekInMonth, value),
            Letter::DayOfYear => (Field::DayOfYear, value),
            Letter::Minute => (Field::Minute, value),
            Letter::Second => (Field::Second, value),
            Letter::WeekOfMonth => (Field::WeekOfMonth, value),
            Letter::WeekOfYear => (Field::WeekOfYear, value),
            _ => (Field::Millisecond, value),
        };
        self.read.set(field, value);
        Ok(end)
    }

    /// The year that two digits stand for.
    fn in_century(&mut self, value: i64) -> i64 {
        let first = self.format.century_start_year;
        let ambiguous = first % 100;
        self.ambiguous_year = value == ambiguous;
        value + first / 100 * 100 + if value < ambiguous { 100 } else { 0 }
    }

    /// A whole number, as `int`, and where it ends.
    fn number(&self, at: usize, limit: Option<usize>) -> Option<(i32, usize)> {
        let text = self.text.get(..limit.unwrap_or(self.text.len()))?;
        let mut position = ParsePosition::new(at);
        let value = match self.format.number.parse(text, &mut position)? {
            Value::Long(number) => number as i32,
            Value::Double(number) => number as i32,
            _ => return None,
        };
        Some((value, position.index))
    }

    /// The longest of the names; the field becomes its place in the list.
    fn name(&mut self, start: usize, at: usize, field: Field, first: i32, lists: &[&[&str]]) -> At {
        let mut best = None;
        for list in lists {
            for (value, name) in (first..).zip(*list) {
                if name.is_empty() {
                    continue;
                }
                // Blanks before names are not skipped, as in Java.
                if let Some(length) = match_ignoring_case(self.text, start, name)
                    && best.is_none_or(|(longest, _)| length > longest)
                {
                    best = Some((length, value));
                }
            }
        }
        let (length, value) = best.ok_or(at)?;
        self.read.set(field, value);
        Ok(start + length)
    }

    fn era(&mut self, start: usize, at: usize) -> At {
        let data = self.format.data;
        if self.format.buddhist {
            return self.name(
                start,
                at,
                Field::Era,
                0,
                &[&[BUDDHIST_FIRST_ERA, BUDDHIST_ERA], &["", LONG_BUDDHIST_ERA]],
            );
        }
        let root = &super::data::of(&super::Locale::ROOT).dates.eras;
        self.name(start, at, Field::Era, 0, &[&data.dates.eras, &data.long_eras, root])
    }

    /// `GMT`, `GMT+hh:mm`, `+hhmm` or a name.
    fn zone(&mut self, start: usize, at: usize) -> At {
        if let Some((sign, behind)) = self.sign(at) {
            return self.offset(behind, sign, true, false, true);
        }
        // Blanks before it are not skipped, as in Java.
        if let Some(length) = match_ignoring_case(self.text, start, "GMT") {
            return match self.sign(at + length) {
                Some((sign, behind)) => self.offset(behind, sign, true, true, false),
                None => {
                    self.set_offset(0);
                    Ok(at + length)
                }
            };
        }
        let found = zone_names::find(self.text, at, &self.format.zone, &self.format.locale).ok_or(at)?;
        if let Some(saving) = found.saving {
            self.read.clear(Field::ZoneOffset);
            self.read.set(Field::DstOffset, saving);
        }
        self.zone = Some(found.zone);
        Ok(at + found.length)
    }

    /// `Z`, `+hh`, `+hhmm` or `+hh:mm`.
    fn iso_zone(&mut self, at: usize, count: usize) -> At {
        if self.text.as_bytes().get(at) == Some(&b'Z') {
            self.set_offset(0);
            return Ok(at + 1);
        }
        let Some((sign, behind)) = self.sign(at) else {
            return Err(at + self.text[at..].chars().next().map_or(0, char::len_utf8));
        };
        self.offset(behind, sign, count > 1, count == 3, true)
    }

    fn sign(&self, at: usize) -> Option<(i32, usize)> {
        match self.text.as_bytes().get(at)? {
            b'+' => Some((1, at + 1)),
            b'-' => Some((-1, at + 1)),
            _ => None,
        }
    }

    /// Hours, and minutes if there are to be any, perhaps behind a colon; `two_digits` of hours, or one.
    fn offset(&mut self, at: usize, sign: i32, minutes: bool, colon: bool, two_digits: bool) -> At {
        let bytes = self.text.as_bytes();
        let digit = |at: usize| match bytes.get(at) {
            Some(digit @ b'0'..=b'9') => Ok(i32::from(digit - b'0')),
            _ => Err(at),
        };
        let mut end = at;
        let mut hours = digit(end)?;
        end += 1;
        match digit(end) {
            Ok(second) => {
                hours = hours * 10 + second;
                end += 1;
            }
            Err(failed) if two_digits => return Err(failed),
            Err(_) => {}
        }
        if hours > 23 {
            return Err(end - 1);
        }
        let mut all = hours * 60;
        if minutes {
            if colon {
                if bytes.get(end) != Some(&b':') {
                    return Err(end);
                }
                end += 1;
            }
            let minutes = digit(end)? * 10 + digit(end + 1)?;
            if minutes > 59 {
                return Err(end + 1);
            }
            all += minutes;
            end += 2;
        }
        self.set_offset(sign * all * 60_000);
        Ok(end)
    }

    fn set_offset(&mut self, millis: i32) {
        self.read.set(Field::ZoneOffset, millis);
        self.read.set(Field::DstOffset, 0);
    }
}

impl SimpleDateFormat {
    fn is_digit(&self, c: char) -> bool {
        self.number.digit(c).is_some()
    }
}

/// Unicode's space separators.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// Where the n-th character behind a position ends.
fn nth_char(text: &str, at: usize, n: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    match rest.char_indices().nth(n) {
        Some((end, _)) => Some(at + end),
        None => (rest.chars().count() == n).then_some(text.len()),
    }
}
