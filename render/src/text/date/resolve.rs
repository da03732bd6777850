//! From fields to a point in time (`GregorianCalendar.computeTime`).

use super::SimpleDateFormat;
use super::calendar::DAY;
use super::calendar::Fields;
use super::calendar::SUNDAY;
use super::calendar::days_in_month;
use super::calendar::days_of;
use super::calendar::first_week;
use super::calendar::weekday_of;
use super::fields::Field;
use super::fields::Read;

/// What each field may be where nothing is made good.
const RANGES: &[(Field, i32, i32)] = &[
    (Field::AmPm, 0, 1),
    (Field::Day, 1, 31),
    (Field::DayOfWeekInMonth, 1, 6),
    (Field::DayOfYear, 1, 366),
    (Field::DstOffset, 0, 7_200_000),
    (Field::Era, 0, 1),
    (Field::Hour, 0, 11),
    (Field::HourOfDay, 0, 23),
    (Field::Millisecond, 0, 999),
    (Field::Minute, 0, 59),
    (Field::Month, 0, 11),
    (Field::Second, 0, 59),
    (Field::WeekOfMonth, 0, 6),
    (Field::WeekOfYear, 1, 53),
    (Field::Weekday, 1, 7),
    (Field::Year, 1, 292_278_994),
    (Field::ZoneOffset, -46_800_000, 50_400_000),
];

impl SimpleDateFormat {
    /// The point in time; none if there is no such date and none is made up for it.
    pub(super) fn resolve(&self, read: &Read) -> Option<i64> {
        let by_week_year = read.stamp(Field::WeekYear) > read.stamp(Field::Year);
        if !self.lenient && !in_ranges(read, by_week_year) {
            return None;
        }
        let day = if by_week_year { self.day_by_week_year(read)? } else { self.day(read) };
        let local = day.wrapping_mul(DAY).wrapping_add(time_of_day(read));
        let millis = self.to_utc(local, read);
        if !self.lenient && !self.agrees(millis, read, by_week_year) {
            return None;
        }
        Some(millis)
    }

    fn proleptic_year(&self, read: &Read) -> i64 {
        let year = read.or(Field::Year, 1970);
        match read.get(Field::Era) {
            Some(0) => 1 - year,
            _ => year,
        }
    }

    fn day_by_week_year(&self, read: &Read) -> Option<i64> {
        let year = read.or(Field::WeekYear, 1970);
        let mut week = read.or(Field::WeekOfYear, 1);
        let mut weekday = read.or(Field::Weekday, i64::from(self.weeks.first_day));
        if !(1..=7).contains(&weekday) {
            // As many weeks on as there are days too many, counted from Monday.
            week += (weekday - 1).div_euclid(7);
            weekday = i64::from(weekday_of_iso((weekday - 1).rem_euclid(7) as i32 + 1));
        }
        let start = first_week(days_of(year, 0, 1), self.weeks);
        let day = start + (weekday - i64::from(self.weeks.first_day)).rem_euclid(7) + 7 * (week - 1);
        let in_year = || {
            let millis = day.wrapping_mul(DAY);
            Fields::of(millis, &super::TimeZone::gmt()).week_of_year(self.weeks).1 == year
        };
        (self.lenient || in_year()).then_some(day)
    }

    /// The day by those fields that were read last and are enough for one.
    fn day(&self, read: &Read) -> i64 {
        let year = self.proleptic_year(read);
        let month = read.or(Field::Month, 0);
        let weekday = Field::Weekday;
        let by_day = read.stamp(Field::Day);
        let week_of_month = read.both(Field::WeekOfMonth, weekday);
        let in_month = read.both(Field::DayOfWeekInMonth, weekday);
        let by_day_of_year = read.stamp(Field::DayOfYear);
        let week_of_year = read.both(Field::WeekOfYear, weekday);
        let [week_of_month, in_month, week_of_year] =
            match by_day.max(week_of_month).max(in_month).max(by_day_of_year).max(week_of_year) {
                // Half of a pair is better than nothing.
                0 => [
                    read.stamp(Field::WeekOfMonth),
                    read.stamp(Field::DayOfWeekInMonth).max(read.stamp(weekday)),
                    read.stamp(Field::WeekOfYear),
                ],
                _ => [week_of_month, in_month, week_of_year],
            };
        let best = by_day.max(week_of_month).max(in_month).max(by_day_of_year).max(week_of_year);
        if best == by_day {
            return days_of(year, month, read.or(Field::Day, 1));
        }
        let week_stamp = read.stamp(Field::WeekOfYear);
        if best == week_of_month && read.stamp(Field::WeekOfMonth) >= week_stamp {
            return self.day_of_week(days_of(year, month, 1), read.or(Field::WeekOfMonth, 1), read);
        }
        if best == in_month && read.stamp(Field::DayOfWeekInMonth) >= week_stamp {
            return self.day_of_nth_weekday(year, month, read);
        }
        let new_year = days_of(year, 0, 1);
        if best == by_day_of_year {
            return new_year + read.or(Field::DayOfYear, 1) - 1;
        }
        self.day_of_week(new_year, read.or(Field::WeekOfYear, 1), read)
    }

    /// The day in the so many-th week of the month or year that begins on a day.
    fn day_of_week(&self, period: i64, week: i64, read: &Read) -> i64 {
        let first_day = i64::from(self.weeks.first_day);
        let weekday = read.or(Field::Weekday, first_day);
        first_week(period, self.weeks) + (weekday - first_day).rem_euclid(7) + 7 * (week - 1)
    }

    /// The second Tuesday of a month; negative counts from its end.
    fn day_of_nth_weekday(&self, year: i64, month: i64, read: &Read) -> i64 {
        let weekday = read.or(Field::Weekday, i64::from(self.weeks.first_day));
        let n = read.or(Field::DayOfWeekInMonth, 1);
        let last = if n >= 0 {
            7 * n
        } else {
            let (year, month) = (year + month.div_euclid(12), month.rem_euclid(12));
            i64::from(days_in_month(year, month as i32)) + 7 * (n + 1)
        };
        let end = days_of(year, month, 1) + last - 1;
        end - (i64::from(weekday_of(end)) - weekday).rem_euclid(7)
    }

    fn to_utc(&self, local: i64, read: &Read) -> i64 {
        let (zone, dst) = (read.get(Field::ZoneOffset), read.get(Field::DstOffset));
        if let (Some(zone), Some(dst)) = (zone, dst) {
            return local.wrapping_sub(i64::from(zone) + i64::from(dst));
        }
        let (standard, saving) = self.zone.offsets_by_wall(local.div_euclid(1000));
        let zone = zone.map_or(i64::from(standard) * 1000, i64::from);
        let dst = dst.map_or(i64::from(saving) * 1000, i64::from);
        local.wrapping_sub(zone + dst)
    }

    /// Whether the date has the fields that were read.
    fn agrees(&self, millis: i64, read: &Read, by_week_year: bool) -> bool {
        let (standard, saving) = self.zone.offsets(millis.div_euclid(1000));
        let zone_offset = read.get(Field::ZoneOffset).map_or(standard, |millis| millis / 1000);
        let saving = read.get(Field::DstOffset).map_or(saving, |millis| millis / 1000);
        let there = Fields::with_offsets(millis, zone_offset, saving);
        let hour = there.hour();
        let is = |field, value: i32| read.get(field).is_none_or(|read| read == value);
        let time = is(Field::AmPm, hour / 12)
            && is(Field::Hour, hour % 12)
            && is(Field::HourOfDay, hour)
            && is(Field::Minute, there.milli_of_day / 60_000 % 60);
        let date = is(Field::Month, there.month)
            && is(Field::Day, there.day)
            && is(Field::DayOfYear, there.day_of_year)
            && is(Field::Weekday, there.weekday)
            && is(Field::DayOfWeekInMonth, (there.day - 1) / 7 + 1)
            && is(Field::WeekOfMonth, there.week_of_month(self.weeks))
            && is(Field::WeekOfYear, there.week_of_year(self.weeks).0)
            && read.or(Field::Year, there.year) == there.year;
        time && (by_week_year || date)
    }
}

/// A week of a year makes other fields of the date mean nothing.
fn in_ranges(read: &Read, by_week_year: bool) -> bool {
    let is_idle = |field: &Field| {
        by_week_year
            && matches!(
                field,
                Field::Day | Field::DayOfWeekInMonth | Field::DayOfYear | Field::Month | Field::WeekOfMonth
            )
    };
    RANGES.iter().all(|(field, least, most)| {
        is_idle(field) || read.get(*field).is_none_or(|value| (*least..=*most).contains(&value))
    })
}

/// Milliseconds since midnight, which may be more or less than a day has.
fn time_of_day(read: &Read) -> i64 {
    let hour_of_day = read.stamp(Field::HourOfDay);
    let half = match read.both(Field::Hour, Field::AmPm) {
        0 if hour_of_day == 0 => read.stamp(Field::Hour).max(read.stamp(Field::AmPm)),
        stamp => stamp,
    };
    let hour = if half > hour_of_day {
        read.or(Field::Hour, 0) + 12 * read.or(Field::AmPm, 0)
    } else {
        read.or(Field::HourOfDay, 0)
    };
    let minutes = hour * 60 + read.or(Field::Minute, 0);
    (minutes * 60 + read.or(Field::Second, 0)) * 1000 + read.or(Field::Millisecond, 0)
}

/// Monday is 1 to the letter `u`, Sunday to the calendar. What is no day stays as it is.
pub(super) fn weekday_of_iso(day: i32) -> i32 {
    match day {
        7 => SUNDAY,
        1..=6 => day + 1,
        other => other,
    }
}
