//! Java's numbers: their text forms, their equality, and `java.math.BigDecimal`.

mod decimal;
mod text;

pub use decimal::BigDecimal;
pub use decimal::RoundingMode;
pub(crate) use decimal::low_bits;
pub use text::parse_big_integer;
pub use text::parse_double;
pub use text::parse_float;
pub use text::write_double;
pub use text::write_float;

use num_bigint::BigInt;
use num_bigint::Sign;

use crate::Error;
use crate::error::class;

/// How many decimal digits a `BigInteger` or `BigDecimal` may get by calculating: a page that squares a number in a
/// loop, or adds 1 to `1e999999999`, must not take all memory.
pub const MAX_DIGITS: u32 = 50_000;

/// Bits that [`MAX_DIGITS`] digits can need: 10 is less than 2 to the power 3.3220.
pub(crate) const MAX_BITS: u64 = MAX_DIGITS as u64 * 33_220 / 10_000;

/// The bits that decide whether two `Float`s are equal in Java: NaN equals itself, 0.0 and -0.0 differ.
#[inline]
pub fn float_bits(value: f32) -> u32 {
    if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() }
}

/// The bits that decide whether two `Double`s are equal in Java: NaN equals itself, 0.0 and -0.0 differ.
#[inline]
pub fn double_bits(value: f64) -> u64 {
    if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() }
}

/// Java's `hashCode` of a `BigInteger`.
pub fn big_integer_hash(value: &BigInt) -> i32 {
    let digits = value.magnitude().iter_u32_digits().rev();
    let hash = digits.fold(0_i32, |hash, digit| hash.wrapping_mul(31).wrapping_add(digit as i32));
    if value.sign() == Sign::Minus { hash.wrapping_neg() } else { hash }
}

#[cold]
pub(crate) fn too_many_digits() -> Error {
    Error::new(class::ARITHMETIC, format!("the result has more than {MAX_DIGITS} digits"))
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
