//! What was read of a date, field by field.

/// The fields of `java.util.Calendar` that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    AmPm,
    Day,
    DayOfWeekInMonth,
    DayOfYear,
    /// Milliseconds that daylight time adds.
    DstOffset,
    /// 0 is before Christ.
    Era,
    /// 0–11
    Hour,
    HourOfDay,
    Millisecond,
    Minute,
    /// From 0.
    Month,
    Second,
    WeekOfMonth,
    WeekOfYear,
    WeekYear,
    /// Sunday is 1.
    Weekday,
    Year,
    /// Milliseconds of standard time.
    ZoneOffset,
}

const COUNT: usize = Field::ZoneOffset as usize + 1;

/// The fields that were read. Of fields that contradict each other, those read last count.
#[derive(Clone, Debug, Default)]
pub(super) struct Read {
    values: [i32; COUNT],
    /// When each was set: 0 is never.
    stamps: [u32; COUNT],
    last: u32,
}

impl Read {
    pub(super) fn set(&mut self, field: Field, value: i32) {
        self.last += 1;
        self.values[field as usize] = value;
        self.stamps[field as usize] = self.last;
    }

    pub(super) fn clear(&mut self, field: Field) {
        self.stamps[field as usize] = 0;
    }

    pub(super) fn get(&self, field: Field) -> Option<i32> {
        (self.stamps[field as usize] > 0).then_some(self.values[field as usize])
    }

    pub(super) fn or(&self, field: Field, default: i64) -> i64 {
        self.get(field).map_or(default, i64::from)
    }

    pub(super) fn stamp(&self, field: Field) -> u32 {
        self.stamps[field as usize]
    }

    /// When the later of two was set, if both are.
    pub(super) fn both(&self, a: Field, b: Field) -> u32 {
        let (a, b) = (self.stamp(a), self.stamp(b));
        if a == 0 || b == 0 { 0 } else { a.max(b) }
    }
}
