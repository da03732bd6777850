//! Arithmetic of Java's primitive types (Java Language Specification 17, 15.15 to 15.24, 5.1).

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::error::class;

use super::kind::bits;
use super::kind::double;
use super::op::Arith;
use super::op::Convert;

/// The result of an operator on two registers.
///
/// # Errors
/// `ArithmeticException` for whole numbers divided by zero.
#[inline]
pub(crate) fn arith(op: Arith, a: i64, b: i64) -> Result<i64> {
    let int = |value: i32| Ok(i64::from(value));
    let (x, y) = (a as i32, b as i32);
    let floating = |value: f64| Ok(bits(value));
    // Both operands are floats already, so that one rounding of the exact result of `f32` arithmetic is what is due.
    let single = |op: fn(f32, f32) -> f32| Ok(bits(f64::from(op(double(a) as f32, double(b) as f32))));
    match op {
        Arith::SubI => int(x.wrapping_sub(y)),
        Arith::MulI => int(x.wrapping_mul(y)),
        Arith::DivI if y == 0 => Err(by_zero()),
        Arith::DivI => int(x.wrapping_div(y)),
        Arith::RemI if y == 0 => Err(by_zero()),
        Arith::RemI => int(x.wrapping_rem(y)),
        Arith::ShlI => int(x.wrapping_shl(b as u32)),
        Arith::ShrI => int(x.wrapping_shr(b as u32)),
        Arith::UshrI => int((x as u32).wrapping_shr(b as u32) as i32),
        Arith::AddL => Ok(a.wrapping_add(b)),
        Arith::SubL => Ok(a.wrapping_sub(b)),
        Arith::MulL => Ok(a.wrapping_mul(b)),
        Arith::DivL if b == 0 => Err(by_zero()),
        Arith::DivL => Ok(a.wrapping_div(b)),
        Arith::RemL if b == 0 => Err(by_zero()),
        Arith::RemL => Ok(a.wrapping_rem(b)),
        Arith::ShlL => Ok(a.wrapping_shl(b as u32)),
        Arith::ShrL => Ok(a.wrapping_shr(b as u32)),
        Arith::UshrL => Ok((a as u64).wrapping_shr(b as u32) as i64),
        Arith::And => Ok(a & b),
        Arith::Or => Ok(a | b),
        Arith::Xor => Ok(a ^ b),
        Arith::AddF => single(|a, b| a + b),
        Arith::SubF => single(|a, b| a - b),
        Arith::MulF => single(|a, b| a * b),
        Arith::DivF => single(|a, b| a / b),
        Arith::RemF => single(|a, b| a % b),
        Arith::AddD => floating(double(a) + double(b)),
        Arith::SubD => floating(double(a) - double(b)),
        Arith::MulD => floating(double(a) * double(b)),
        Arith::DivD => floating(double(a) / double(b)),
        Arith::RemD => floating(double(a) % double(b)),
    }
}

/// The result of a conversion.
#[inline]
pub(crate) fn convert(to: Convert, value: i64) -> i64 {
    match to {
        Convert::ToByte => i64::from(value as i8),
        Convert::ToShort => i64::from(value as i16),
        Convert::ToChar => i64::from(value as u16),
        Convert::ToInt => i64::from(value as i32),
        Convert::WholeToFloat => bits(f64::from(value as f32)),
        Convert::WholeToDouble => bits(value as f64),
        Convert::DoubleToInt => i64::from(double(value) as i32),
        Convert::DoubleToLong => double(value) as i64,
        Convert::DoubleToFloat => bits(f64::from(double(value) as f32)),
        Convert::Negate => bits(-double(value)),
    }
}

#[cold]
pub(crate) fn by_zero() -> Error {
    Error::new(class::ARITHMETIC, "/ by zero")
}
