//! `java.lang.Number` and its kinds, `java.lang.Boolean` and `java.lang.Character`.

use std::cmp::Ordering;
use std::sync::Arc;

use num_bigint::Sign;

use crate::Result;
use crate::error::Error;
use crate::value::BigDecimal;
use crate::value::BigInt;
use crate::value::Value;
use crate::value::coerce;
use crate::value::number;
use crate::value::number::RoundingMode;
use crate::value::ops;

pub(super) const NAMES: &[&str] =
    &["byteValue", "compareTo", "doubleValue", "floatValue", "intValue", "longValue", "shortValue"];
pub(super) const FLOAT_NAMES: &[&str] = &["isInfinite", "isNaN"];
pub(super) const BIG_INTEGER_NAMES: &[&str] =
    &["abs", "add", "divide", "mod", "multiply", "negate", "remainder", "signum", "subtract"];
pub(super) const BIG_DECIMAL_NAMES: &[&str] = &[
    "abs",
    "add",
    "divide",
    "multiply",
    "negate",
    "precision",
    "scale",
    "setScale",
    "signum",
    "stripTrailingZeros",
    "subtract",
    "toBigInteger",
    "toPlainString",
    "unscaledValue",
];
pub(super) const BOOLEAN_NAMES: &[&str] = &["booleanValue", "compareTo"];
pub(super) const CHARACTER_NAMES: &[&str] = &["charValue", "compareTo"];

/// Calls a method of a boolean.
pub(super) fn call_boolean(value: bool, method: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match (method, args) {
        ("booleanValue", []) => Value::Bool(value),
        ("compareTo", [other]) => Value::Int(value.cmp(&coerce::to_boolean(other)?) as i32),
        _ => return super::common(&Value::Bool(value), method, args),
    }))
}

/// Calls a method of a character.
pub(super) fn call_character(unit: u16, method: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match (method, args) {
        ("charValue", []) => Value::Char(unit),
        ("compareTo", [other]) => Value::Int(i32::from(unit) - i32::from(coerce::to_char(other)?)),
        _ => return super::common(&Value::Char(unit), method, args),
    }))
}

/// Calls a method of a number.
pub(super) fn call(value: &Value, method: &str, args: &[Value]) -> Result<Option<Value>> {
    let result = match (method, args) {
        ("intValue", []) => Value::Int(coerce::to_int(value)?),
        ("longValue", []) => Value::Long(coerce::to_long(value)?),
        ("doubleValue", []) => Value::Double(coerce::to_double(value)?),
        ("floatValue", []) => Value::Float(coerce::to_float(value)?),
        ("shortValue", []) => Value::Short(coerce::to_short(value)?),
        ("byteValue", []) => Value::Byte(coerce::to_byte(value)?),
        ("compareTo", [other]) => Value::Int(compare(value, other)?),
        _ => {
            let own = match value {
                Value::Double(value) => floating(*value, method, args),
                Value::Float(value) => floating(f64::from(*value), method, args),
                Value::BigInt(value) => big_integer(value, method, args)?,
                Value::BigDecimal(value) => big_decimal(value, method, args)?,
                _ => None,
            };
            return own.map_or_else(|| super::common(value, method, args), |value| Ok(Some(value)));
        }
    };
    Ok(Some(result))
}

fn floating(value: f64, method: &str, args: &[Value]) -> Option<Value> {
    match (method, args) {
        ("isNaN", []) => Some(Value::Bool(value.is_nan())),
        ("isInfinite", []) => Some(Value::Bool(value.is_infinite())),
        _ => None,
    }
}

/// `compareTo` with the other number coerced to this one's type.
fn compare(value: &Value, other: &Value) -> Result<i32> {
    Ok(match value {
        // These two give the difference.
        Value::Byte(value) => i32::from(*value) - i32::from(coerce::to_byte(other)?),
        Value::Short(value) => i32::from(*value) - i32::from(coerce::to_short(other)?),
        Value::Int(value) => value.cmp(&coerce::to_int(other)?) as i32,
        Value::Long(value) => value.cmp(&coerce::to_long(other)?) as i32,
        Value::Float(value) => compare_doubles(f64::from(*value), f64::from(coerce::to_float(other)?)) as i32,
        Value::Double(value) => compare_doubles(*value, coerce::to_double(other)?) as i32,
        Value::BigInt(value) => (**value).cmp(&coerce::to_big_int(other)?) as i32,
        _ => coerce::to_big_decimal(value)?.compare(&coerce::to_big_decimal(other)?) as i32,
    })
}

/// `Double.compare`: -0.0 comes before 0.0, NaN after everything.
fn compare_doubles(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b)
        .filter(|order| order.is_ne())
        .unwrap_or_else(|| (number::double_bits(a) as i64).cmp(&(number::double_bits(b) as i64)))
}

fn big_integer(value: &Arc<BigInt>, method: &str, args: &[Value]) -> Result<Option<Value>> {
    let own = || Value::BigInt(value.clone());
    let coerced =
        |other: &Value| -> Result<Value> { Ok(Value::BigInt(Arc::new(coerce::to_big_int(other)?))) };
    let nonzero = |other: &Value| -> Result<BigInt> {
        let divisor = coerce::to_big_int(other)?;
        if divisor.sign() == Sign::NoSign {
            return Err(Error::new(crate::error::class::ARITHMETIC, "BigInteger divide by zero"));
        }
        Ok(divisor)
    };
    Ok(Some(match (method, args) {
        ("add", [other]) => ops::add(&own(), &coerced(other)?)?,
        ("subtract", [other]) => ops::subtract(&own(), &coerced(other)?)?,
        ("multiply", [other]) => ops::multiply(&own(), &coerced(other)?)?,
        ("divide", [other]) => big(&**value / nonzero(other)?),
        ("remainder", [other]) => big(&**value % nonzero(other)?),
        ("mod", [other]) => {
            let modulus = coerce::to_big_int(other)?;
            if modulus.sign() != Sign::Plus {
                return Err(Error::new(crate::error::class::ARITHMETIC, "the modulus must be positive"));
            }
            let remainder = &**value % &modulus;
            big(if remainder.sign() == Sign::Minus { remainder + modulus } else { remainder })
        }
        ("negate", []) => big(-&**value),
        ("abs", []) => big(value.magnitude().clone().into()),
        ("signum", []) => Value::Int(match value.sign() {
            Sign::Minus => -1,
            Sign::NoSign => 0,
            Sign::Plus => 1,
        }),
        _ => return Ok(None),
    }))
}

fn big(number: BigInt) -> Value {
    Value::BigInt(Arc::new(number))
}

fn big_decimal(value: &Arc<BigDecimal>, method: &str, args: &[Value]) -> Result<Option<Value>> {
    let decimal = |number: BigDecimal| Value::BigDecimal(Arc::new(number));
    let coerced = coerce::to_big_decimal;
    Ok(Some(match (method, args) {
        ("add", [other]) => decimal(value.add(&coerced(other)?)?),
        ("subtract", [other]) => decimal(value.subtract(&coerced(other)?)?),
        ("multiply", [other]) => decimal(value.multiply(&coerced(other)?)?),
        ("divide", [other, mode]) => decimal(value.divide(&coerced(other)?, rounding(mode)?)?),
        ("divide", [other, scale, mode]) => {
            decimal(value.divide_to_scale(&coerced(other)?, coerce::to_int(scale)?, rounding(mode)?)?)
        }
        ("negate", []) => decimal(value.negate()),
        ("abs", []) => decimal(value.abs()),
        ("signum", []) => Value::Int(value.signum()),
        ("scale", []) => Value::Int(value.scale()),
        ("precision", []) => Value::Int(value.precision() as i32),
        ("unscaledValue", []) => big(value.unscaled().clone()),
        ("setScale", [scale]) => {
            decimal(value.with_scale(coerce::to_int(scale)?, RoundingMode::Unnecessary)?)
        }
        ("setScale", [scale, mode]) => decimal(value.with_scale(coerce::to_int(scale)?, rounding(mode)?)?),
        ("stripTrailingZeros", []) => decimal(value.strip_trailing_zeros()),
        ("toPlainString", []) => Value::str(value.to_plain_string()?),
        ("toBigInteger", []) => big(value.to_big_integer()?),
        _ => return Ok(None),
    }))
}

/// A `java.math.RoundingMode` by its name, or by the number of `BigDecimal`'s old constants.
fn rounding(mode: &Value) -> Result<RoundingMode> {
    use RoundingMode as Mode;
    const MODES: [(&str, RoundingMode); 8] = [
        ("UP", Mode::Up),
        ("DOWN", Mode::Down),
        ("CEILING", Mode::Ceiling),
        ("FLOOR", Mode::Floor),
        ("HALF_UP", Mode::HalfUp),
        ("HALF_DOWN", Mode::HalfDown),
        ("HALF_EVEN", Mode::HalfEven),
        ("UNNECESSARY", Mode::Unnecessary),
    ];
    let found = match mode {
        Value::Byte(_) | Value::Short(_) | Value::Int(_) | Value::Long(_) => {
            usize::try_from(coerce::to_int(mode)?).ok().and_then(|number| MODES.get(number))
        }
        other => {
            let name = coerce::to_text(other);
            MODES.iter().find(|(known, _)| *known == name)
        }
    };
    found.map(|(_, mode)| *mode).ok_or_else(|| {
        Error::illegal_argument(format!("'{mode}' is no rounding mode"))
            .with_hint("UP, DOWN, CEILING, FLOOR, HALF_UP, HALF_DOWN, HALF_EVEN or UNNECESSARY")
    })
}
