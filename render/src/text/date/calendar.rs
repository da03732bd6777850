//! `java.util.GregorianCalendar`: years and days from milliseconds and back, with the Julian calendar before 1582.

use super::super::TimeZone;

pub(in crate::text) const DAY: i64 = 86_400_000;

/// The first day of the Gregorian calendar, 15 October 1582, in days since 1970.
const CUTOVER: i64 = -141_427;

/// Days of the week as Java counts them: Sunday is 1.
pub(in crate::text) const SUNDAY: i32 = 1;

/// What a calendar says of a point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) struct Fields {
    /// Before Christ, years count backwards from 1.
    pub(in crate::text) before_christ: bool,
    pub(in crate::text) year: i64,
    /// From 0.
    pub(in crate::text) month: i32,
    pub(in crate::text) day: i32,
    pub(in crate::text) day_of_year: i32,
    /// Sunday is 1.
    pub(in crate::text) weekday: i32,
    pub(in crate::text) milli_of_day: i32,
    /// Seconds of standard time east of Greenwich.
    pub(in crate::text) zone_offset: i32,
    /// Seconds that daylight time adds.
    pub(in crate::text) saving: i32,
    /// Days since 1970.
    epoch_day: i64,
    /// The year without eras: 0 is 1 BC.
    proleptic_year: i64,
}

/// How a locale counts weeks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) struct Weeks {
    /// Sunday is 1.
    pub(in crate::text) first_day: i32,
    /// How many days of a year its first week has at least.
    pub(in crate::text) minimal_days: i32,
}

impl Fields {
    pub(in crate::text) fn of(millis: i64, zone: &TimeZone) -> Self {
        let (zone_offset, saving) = zone.offsets(millis.div_euclid(1000));
        Self::with_offsets(millis, zone_offset, saving)
    }

    /// The same with given seconds of standard and daylight time.
    pub(super) fn with_offsets(millis: i64, zone_offset: i32, saving: i32) -> Self {
        // The last and first hours of what 64 bits hold need a few more.
        let local = i128::from(millis) + i128::from(zone_offset + saving) * 1000;
        let day = local.div_euclid(i128::from(DAY)) as i64;
        let (year, month, day_of_month) = civil_of(day);
        Fields {
            before_christ: year <= 0,
            year: if year <= 0 { 1 - year } else { year },
            month,
            day: day_of_month,
            day_of_year: (day - days_of(year, 0, 1) + 1) as i32,
            weekday: weekday_of(day),
            milli_of_day: local.rem_euclid(i128::from(DAY)) as i32,
            zone_offset,
            saving,
            epoch_day: day,
            proleptic_year: year,
        }
    }

    pub(in crate::text) fn hour(&self) -> i32 {
        self.milli_of_day / 3_600_000
    }

    pub(in crate::text) fn week_of_month(&self, weeks: Weeks) -> i32 {
        let first = self.epoch_day - i64::from(self.day) + 1;
        week_of(first, self.epoch_day, weeks)
    }

    /// Week and the year that it belongs to, without eras.
    pub(in crate::text) fn week_of_year(&self, weeks: Weeks) -> (i32, i64) {
        let year = self.proleptic_year;
        let week = week_of(days_of(year, 0, 1), self.epoch_day, weeks);
        if week == 0 {
            return (week_of(days_of(year - 1, 0, 1), self.epoch_day, weeks), year - 1);
        }
        if week >= 52 && self.epoch_day >= first_week(days_of(year + 1, 0, 1), weeks) {
            return (1, year + 1);
        }
        (week, year)
    }
}

/// Sunday is 1.
pub(super) fn weekday_of(day: i64) -> i32 {
    (day + 4).rem_euclid(7) as i32 + SUNDAY
}

/// The first day of the first week of a period that begins on a day.
pub(super) fn first_week(period: i64, weeks: Weeks) -> i64 {
    let end = period + 6;
    // The last day not after `end` that begins a week.
    let start = end - i64::from((weekday_of(end) - weeks.first_day).rem_euclid(7));
    if start - period >= i64::from(weeks.minimal_days) { start - 7 } else { start }
}

fn week_of(period: i64, day: i64, weeks: Weeks) -> i32 {
    ((day - first_week(period, weeks)).div_euclid(7) + 1) as i32
}

/// The days since 1970 of a date; months from 0, any month and day: what is too much goes into years and months.
pub(super) fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = (year + month.div_euclid(12), month.rem_euclid(12));
    let gregorian = gregorian_days(year, month) + day - 1;
    if gregorian >= CUTOVER && year >= 1582 {
        return gregorian;
    }
    let julian = julian_days(year, month) + day - 1;
    // Between the two, days that are in neither calendar are counted as Julian ones.
    if year > 1582 { gregorian } else { julian }
}

/// How many days a month has; that of the cutover has fewer, and ends on the 31st all the same.
pub(super) fn days_in_month(year: i64, month: i32) -> i32 {
    let leap =
        if year > 1582 { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) } else { year % 4 == 0 };
    match month {
        1 => 28 + i32::from(leap),
        3 | 5 | 8 | 10 => 30,
        _ => 31,
    }
}

/// Days before the month, from March on.
fn days_before(month: i64) -> i64 {
    (153 * ((month + 10) % 12) + 2) / 5
}

/// Years begin in March here, so that the leap day is their last.
fn march_year(year: i64, month: i64) -> i64 {
    year - i64::from(month < 2)
}

fn gregorian_days(year: i64, month: i64) -> i64 {
    let year = march_year(year, month);
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + days_before(month)
        - 719_468
}

fn julian_days(year: i64, month: i64) -> i64 {
    let year = march_year(year, month);
    365 * year + year.div_euclid(4) + days_before(month) - 719_470
}

/// Year, month from 0, and day of a day since 1970.
fn civil_of(day: i64) -> (i64, i32, i32) {
    let (year, day_of_year) = if day >= CUTOVER {
        let day = day + 719_468;
        let (cycle, rest) = (day.div_euclid(146_097), day.rem_euclid(146_097));
        let year = (rest - rest / 1460 + rest / 36_524 - rest / 146_096) / 365;
        (cycle * 400 + year, rest - (365 * year + year / 4 - year / 100))
    } else {
        let day = day + 719_470;
        let (cycle, rest) = (day.div_euclid(1461), day.rem_euclid(1461));
        let year = (rest - rest / 1460) / 365;
        (cycle * 4 + year, rest - 365 * year)
    };
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = (month + 2) % 12;
    (year + i64::from(month < 2), month as i32, day as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_turn_into_each_other() {
        for (day, date) in [
            (0, (1970, 0, 1)),
            (-1, (1969, 11, 31)),
            (CUTOVER, (1582, 9, 15)),
            (CUTOVER - 1, (1582, 9, 4)),
            (-719_164, (1, 0, 1)),
            (-719_165, (0, 11, 31)),
            (11_016, (2000, 1, 29)),
            (106_751_991_167, (292_278_994, 7, 17)),
            (-106_751_991_168, (-292_269_054, 11, 2)),
        ] {
            assert_eq!(civil_of(day), date);
            let (year, month, day_of_month) = date;
            assert_eq!(days_of(year, i64::from(month), i64::from(day_of_month)), day, "{date:?}");
        }
        let mut last = civil_of(-150_000);
        for day in -149_999..150_000 {
            let (year, month, day_of_month) = civil_of(day);
            assert!((year, month, day_of_month) > last, "{day}");
            assert_eq!(days_of(year, i64::from(month), i64::from(day_of_month)), day);
            last = (year, month, day_of_month);
        }
    }

    #[test]
    fn weeks_begin_and_belong_as_the_locale_has_it() {
        let (iso, us) = (Weeks { first_day: 2, minimal_days: 4 }, Weeks { first_day: 1, minimal_days: 1 });
        let at = |day: i64| Fields::of(day * DAY, &TimeZone::gmt());
        // 2021-01-01 was a Friday.
        let new_year = days_of(2021, 0, 1);
        assert_eq!((at(new_year).week_of_year(iso), at(new_year).week_of_year(us)), ((53, 2020), (1, 2021)));
        assert_eq!(at(new_year - 1).week_of_year(us), (1, 2021));
        assert_eq!((at(new_year).week_of_month(iso), at(new_year).week_of_month(us)), (0, 1));
        assert_eq!(at(days_of(2020, 11, 31)).day_of_year, 366);
        // Ten days were left out.
        assert_eq!(at(days_of(1582, 11, 31)).day_of_year, 355);
    }
}
