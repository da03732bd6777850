//! Dates to text.

use super::BUDDHIST_ERA;
use super::BUDDHIST_FIRST_ERA;
use super::BUDDHIST_YEARS;
use super::LONG_BUDDHIST_ERA;
use super::SimpleDateFormat;
use super::calendar::Fields;
use super::calendar::SUNDAY;
use super::pattern::Item;
use super::pattern::Letter;

impl SimpleDateFormat {
    /// Appends a point in time, in milliseconds since 1970.
    pub fn format(&self, millis: i64, out: &mut String) {
        let fields = Fields::of(millis, &self.zone);
        for item in self.items.iter() {
            match item {
                Item::Text(text) => out.push_str(text),
                Item::Field(letter, count) => self.write(&fields, *letter, *count, out),
            }
        }
    }

    fn write(&self, fields: &Fields, letter: Letter, count: usize, out: &mut String) {
        let words = &self.data.dates;
        let hour = fields.hour();
        let number = match letter {
            Letter::AmPm => return out.push_str(words.am_pm[usize::from(hour >= 12)]),
            Letter::Era => return out.push_str(self.era(fields, count)),
            Letter::Weekday => {
                let names = if count >= 4 { &words.weekdays } else { &words.short_weekdays };
                return out.push_str(names[(fields.weekday - SUNDAY) as usize]);
            }
            Letter::LoneMonth | Letter::Month | Letter::StandaloneMonth if count >= 3 => {
                let names = match (letter, count) {
                    (Letter::Month, 3) => &words.short_months,
                    (Letter::Month, _) => &words.months,
                    (_, 3) => &words.short_standalone_months,
                    _ => &words.standalone_months,
                };
                return out.push_str(names[fields.month as usize]);
            }
            Letter::ZoneName => {
                let daylight = fields.saving != 0;
                return out.push_str(&self.zone.display_name(daylight, count >= 4, &self.locale));
            }
            Letter::Rfc822Zone => return write_offset(fields, 2, false, out),
            Letter::IsoZone if fields.zone_offset + fields.saving == 0 => return out.push('Z'),
            Letter::IsoZone => return write_offset(fields, count.min(2), count == 3, out),
            Letter::Year => return self.write_year(self.year(fields), count, out),
            Letter::WeekYear => {
                let year = fields.week_of_year(self.weeks).1 + if self.buddhist { BUDDHIST_YEARS } else { 0 };
                return self.write_year(year, count, out);
            }
            Letter::Day => fields.day,
            Letter::DayOfWeekInMonth => (fields.day - 1) / 7 + 1,
            Letter::DayOfYear => fields.day_of_year,
            Letter::Hour0To11 => hour % 12,
            Letter::Hour0To23 => hour,
            Letter::Hour1To12 => (hour + 11) % 12 + 1,
            Letter::Hour1To24 => (hour + 23) % 24 + 1,
            Letter::Millisecond => fields.milli_of_day % 1000,
            Letter::Minute => fields.milli_of_day / 60_000 % 60,
            Letter::LoneMonth | Letter::Month | Letter::StandaloneMonth => fields.month + 1,
            Letter::Second => fields.milli_of_day / 1000 % 60,
            Letter::WeekdayNumber => (fields.weekday + 5) % 7 + 1,
            Letter::WeekOfMonth => fields.week_of_month(self.weeks),
            Letter::WeekOfYear => fields.week_of_year(self.weeks).0,
        };
        self.write_number(i64::from(number), count, out);
    }

    /// The year within its era.
    fn year(&self, fields: &Fields) -> i64 {
        if self.buddhist { fields.year + BUDDHIST_YEARS } else { fields.year }
    }

    fn era(&self, fields: &Fields, count: usize) -> &'static str {
        match (self.buddhist, count) {
            (false, _) => self.data.dates.eras[usize::from(!fields.before_christ)],
            (true, _) if fields.before_christ => BUDDHIST_FIRST_ERA,
            (true, ..=3) => BUDDHIST_ERA,
            (true, _) => LONG_BUDDHIST_ERA,
        }
    }

    /// Of two digits, only the last two are written.
    fn write_year(&self, year: i64, count: usize, out: &mut String) {
        self.write_number(if count == 2 { year % 100 } else { year }, count, out);
    }

    /// A number with at least so many digits of the locale's.
    fn write_number(&self, number: i64, count: usize, out: &mut String) {
        if number < 0 {
            out.push_str(self.data.minus);
        }
        let mut buffer = itoa::Buffer::new();
        let text = buffer.format(number.unsigned_abs());
        let zero = self.data.zero_digit;
        for _ in text.len()..count {
            out.push(zero);
        }
        if zero == '0' {
            out.push_str(text);
            return;
        }
        let digit = |byte: u8| char::from_u32(u32::from(zero) + u32::from(byte - b'0'));
        out.extend(text.bytes().map(|byte| digit(byte).unwrap_or(char::REPLACEMENT_CHARACTER)));
    }
}

/// `+hh`, `+hhmm` or `+hh:mm`.
fn write_offset(fields: &Fields, parts: usize, colon: bool, out: &mut String) {
    let seconds = fields.zone_offset + fields.saving;
    let minutes = seconds.abs() / 60;
    out.push(if seconds < 0 { '-' } else { '+' });
    let mut push = |number: i32| {
        out.push(char::from(b'0' + (number / 10) as u8));
        out.push(char::from(b'0' + (number % 10) as u8));
    };
    push(minutes / 60);
    if parts > 1 {
        if colon {
            out.push(':');
        }
        let minutes = minutes % 60;
        out.push(char::from(b'0' + (minutes / 10) as u8));
        out.push(char::from(b'0' + (minutes % 10) as u8));
    }
}
