//! From places in the text that is parsed to places in the page.

use crate::source::Span;

/// From a byte of the parsed text on, the page's bytes are found at another offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The byte of the parsed text.
    pub at: u32,
    /// The byte of the file that it comes from.
    pub source: u32,
}

/// Where the parsed text comes from.
///
/// Text that stands in the file as it is needs only its start. Text that had escapes undone also has a table of shifts,
/// sorted by `at`, one wherever text and file get out of step.
#[derive(Clone, Copy, Debug)]
pub struct Base<'a> {
    file: u32,
    start: u32,
    shifts: &'a [Shift],
}

impl<'a> Base<'a> {
    /// Text that starts at byte `start` of file number `file` and stands there as it is.
    pub fn new(file: u32, start: usize) -> Self {
        Base { file, start: start as u32, shifts: &[] }
    }

    /// Adds the places where text and file get out of step, sorted by `at`.
    #[must_use]
    pub fn with_shifts(self, shifts: &'a [Shift]) -> Self {
        debug_assert!(shifts.is_sorted_by_key(|shift| shift.at), "shifts are sorted");
        Base { shifts, ..self }
    }

    /// The byte of the file that the byte `at` of the text comes from.
    pub fn position(&self, at: usize) -> u32 {
        let at = at as u32;
        match self.shifts.partition_point(|shift| shift.at <= at) {
            0 => self.start + at,
            after => {
                let shift = self.shifts[after - 1];
                shift.source + (at - shift.at)
            }
        }
    }

    /// The place of the bytes `start..end` of the text.
    pub fn span(&self, start: usize, end: usize) -> Span {
        Span { file: self.file, start: self.position(start), end: self.position(end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_apply_from_their_byte_on() {
        let shifts = [Shift { at: 2, source: 13 }, Shift { at: 5, source: 20 }];
        let base = Base::new(7, 10).with_shifts(&shifts);
        assert_eq!([0, 1, 2, 4, 5, 9].map(|at| base.position(at)), [10, 11, 13, 15, 20, 24]);
        assert_eq!(base.span(1, 5), Span { file: 7, start: 11, end: 20 });
        assert_eq!(Base::new(0, 3).position(4), 7);
    }
}
