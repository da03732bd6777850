//! The quick way for the numbers that pages are full of.

/// A format that asks for nothing special: at most three digits of a fraction, whole digits in threes or not at all.
///
/// By way of digit strings a price takes 530 instructions, a tenth of what a page with 200 of them may take; here it is 310.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain {
    /// Write `0.5`, not `.5`.
    pub(super) leading_zero: bool,
    pub(super) min_fraction: u32,
    pub(super) max_fraction: u32,
    pub(super) decimal_separator: char,
    pub(super) grouping_separator: Option<char>,
}

impl Plain {
    /// The most digits of a fraction that are written here.
    pub(super) const MAX_FRACTION: u32 = 3;
    /// The most digits of a whole number that are written here: those of `u64`.
    pub(super) const MAX_INTEGER: u32 = 20;

    /// A number in thousandths or larger units, by [`max_fraction`](Self::max_fraction), rounded half-even; none if it
    /// is not below 10^15 units, or not a number. `size` is not negative.
    ///
    /// A finite double is `m / 2^n`. `m × 1000` fits 63 bits, so what a double is exactly is rounded to what is even:
    /// nothing is estimated, ties are true ties. Java writes the digits of `Double.toString` where they are few enough
    /// and need no rounding. To 15 digits both are the same: the shortest digits that read back as a double lie within
    /// 1.2e-16 of its size, and half a unit of the last of 15 digits is 5e-16 of it or more.
    #[inline]
    pub(super) fn scale(&self, size: f64) -> Option<u64> {
        const LIMIT: u64 = 1_000_000_000_000_000;
        let power = POWERS[self.max_fraction as usize];
        // Far below 2^52 units, so n is positive. NaN is not below anything.
        if size.is_nan() || size * (power as f64) >= LIMIT as f64 {
            return None;
        }
        let bits = size.to_bits();
        // The exponent of 0 and of subnormal numbers, which all become 0, may be taken as it is.
        let shift = 1075 - (bits >> 52);
        if shift > 63 {
            return Some(0);
        }
        let product = (bits & ((1 << 52) - 1) | 1 << 52) * power;
        // Just less than half a unit, so that a tie carries only if there is an odd digit to make even.
        let nearly_half = (1 << (shift - 1)) - 1;
        let odd = product >> shift & 1;
        Some((product + nearly_half + odd) >> shift).filter(|scaled| *scaled < LIMIT)
    }

    /// Appends what [`scale`](Self::scale) gave.
    #[inline]
    pub(super) fn write_scaled(&self, scaled: u64, out: &mut String) {
        // Divisions by constants are multiplications.
        let (integer, fraction) = match self.max_fraction {
            0 => (scaled, 0),
            1 => (scaled / 10, scaled % 10),
            2 => (scaled / 100, scaled % 100),
            _ => (scaled / 1000, scaled % 1000),
        };
        self.write(integer, fraction as usize, out);
    }

    /// Appends a whole number.
    #[inline]
    pub(super) fn write_integer(&self, integer: u64, out: &mut String) {
        self.write(integer, 0, out);
    }

    #[inline]
    fn write(&self, integer: u64, mut fraction: usize, out: &mut String) {
        let mut places = self.max_fraction;
        while places > self.min_fraction && fraction.is_multiple_of(10) {
            fraction /= 10;
            places -= 1;
        }
        // What would be empty is 0.
        if integer > 0 || self.leading_zero || places == 0 {
            self.write_whole(integer, out);
        }
        if places > 0 {
            out.push(self.decimal_separator);
            push_digits(fraction, places as usize, out);
        }
    }

    #[inline]
    fn write_whole(&self, mut integer: u64, out: &mut String) {
        let mut triples = [0; (Self::MAX_INTEGER / 3) as usize];
        let mut count = 0;
        while integer >= 1000 {
            triples[count] = (integer % 1000) as usize;
            integer /= 1000;
            count += 1;
        }
        let first = integer as usize;
        push_digits(first, 1 + usize::from(first > 9) + usize::from(first > 99), out);
        for triple in triples[..count].iter().rev() {
            if let Some(separator) = self.grouping_separator {
                out.push(separator);
            }
            push_digits(*triple, 3, out);
        }
    }
}

const POWERS: [u64; Plain::MAX_FRACTION as usize + 1] = [1, 10, 100, 1000];

/// Appends the last `count` of the three digits of a number below 1000.
#[inline]
fn push_digits(number: usize, count: usize, out: &mut String) {
    let end = number * 3 + 3;
    // Of a constant length, so that no `memcpy` is called for a few bytes.
    match count {
        1 => out.push_str(&TRIPLES[end - 1..end]),
        2 => out.push_str(&TRIPLES[end - 2..end]),
        _ => out.push_str(&TRIPLES[end - 3..end]),
    }
}

/// `000001002…999`
static TRIPLES: &str = {
    const BYTES: [u8; 3000] = {
        let mut bytes = [0; 3000];
        let mut n = 0;
        while n < 1000 {
            bytes[n * 3] = b'0' + (n / 100) as u8;
            bytes[n * 3 + 1] = b'0' + (n / 10 % 10) as u8;
            bytes[n * 3 + 2] = b'0' + (n % 10) as u8;
            n += 1;
        }
        bytes
    };
    match str::from_utf8(&BYTES) {
        Ok(text) => text,
        Err(_) => panic!("digits are ASCII"),
    }
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaling_is_exact() {
        let scale = |size, max_fraction| {
            let separator = '.';
            let plain = Plain {
                leading_zero: true,
                min_fraction: 0,
                max_fraction,
                decimal_separator: separator,
                grouping_separator: None,
            };
            plain.scale(size)
        };
        assert_eq!(scale(0.125, 2), Some(12));
        assert_eq!(scale(0.375, 2), Some(38));
        // Just below and just above what they look like.
        assert_eq!(scale(1.005, 2), Some(100));
        assert_eq!(scale(0.015, 2), Some(1));
        assert_eq!(scale(0.045, 2), Some(4));
        assert_eq!(scale(0.5, 0), Some(0));
        assert_eq!(scale(1.5, 0), Some(2));
        assert_eq!(scale(2.5, 0), Some(2));
        assert_eq!(scale(0.0005, 3), Some(1));
        for zero in [0.0, 5e-324, f64::MIN_POSITIVE, 1e-20, 0.0004999] {
            assert_eq!(scale(zero, 3), Some(0), "{zero}");
        }
        assert_eq!(scale(999_999_999_999_999.4, 0), Some(999_999_999_999_999));
        for too_large in [999_999_999_999_999.5, 1e15, 1e300, f64::INFINITY, f64::NAN] {
            assert_eq!(scale(too_large, 0), None, "{too_large}");
        }
    }

    #[test]
    fn digits_are_cut_from_the_right() {
        let mut out = String::new();
        for (number, count) in [(7, 1), (7, 3), (120, 2), (999, 3), (0, 3), (1, 2)] {
            push_digits(number, count, &mut out);
            out.push(' ');
        }
        assert_eq!(out, "7 007 20 999 000 01 ");
    }
}
