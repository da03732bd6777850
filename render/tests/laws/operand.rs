//! Operands of every type that expressions meet, and what the specification coerces them to.

use std::sync::Arc;
use std::sync::LazyLock;

use num_bigint::BigInt;
use num_bigint::Sign;
use std::cmp::Ordering;
use vespid_render::Value;
use vespid_render::value::BigDecimal;
use vespid_render::value::EnumClass;

use crate::made;

/// An operand of any type that expressions meet.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    Null,
    Bool(bool),
    Char(u16),
    Byte(i8),
    Short(i16),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Big(BigInt),
    Decimal(Decimal),
    Text(String),
    Enum(usize),
    Instant(i64),
    Date(i64),
    List(Vec<i64>),
}

pub(crate) use Operand::*;

/// `unscaled * 10^-scale`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    pub(crate) unscaled: BigInt,
    pub(crate) scale: i32,
}

/// The conversion or operation fails with an `ELException`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fails;

pub(crate) type Expected<T> = Result<T, Fails>;

pub(crate) const NAMES: [&str; 2] = ["CLUB", "SPADE"];

pub(crate) static SUIT: LazyLock<Arc<EnumClass>> = LazyLock::new(|| EnumClass::new("test.Suit", &NAMES));

pub(crate) fn ten_to(power: u32) -> BigInt {
    BigInt::from(10).pow(power)
}

impl Decimal {
    pub(crate) fn new(unscaled: impl Into<BigInt>, scale: i32) -> Self {
        Decimal { unscaled: unscaled.into(), scale }
    }

    /// Digits, perhaps a point among them, perhaps an exponent.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (digits, exponent) = match text.split_once(['e', 'E']) {
            Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let unsigned = whole.trim_start_matches(['+', '-']);
        let all = format!("{unsigned}{fraction}");
        if all.is_empty()
            || !all.bytes().all(|byte| byte.is_ascii_digit())
            || whole.len() - unsigned.len() > 1
        {
            return None;
        }
        let unscaled: BigInt = all.parse().ok()?;
        let unscaled = if whole.starts_with('-') { -unscaled } else { unscaled };
        Some(Decimal { unscaled, scale: fraction.len() as i32 - exponent })
    }

    /// What a double is exactly.
    pub(crate) fn of_double(value: f64) -> Option<Self> {
        if !value.is_finite() {
            return None;
        }
        let bits = value.to_bits();
        let exponent = ((bits >> 52) & 0x7ff) as i32;
        let mut mantissa = bits & ((1 << 52) - 1);
        let mut exponent = if exponent == 0 { -1074 } else { exponent - 1075 };
        if exponent != -1074 || bits >> 52 & 0x7ff != 0 {
            mantissa |= 1 << 52;
        }
        if mantissa == 0 {
            return Some(Decimal::new(0, 0));
        }
        while mantissa.is_multiple_of(2) {
            mantissa /= 2;
            exponent += 1;
        }
        let mut unscaled = BigInt::from(mantissa);
        if value < 0.0 {
            unscaled = -unscaled;
        }
        Some(match u32::try_from(exponent) {
            Ok(up) => Decimal::new(unscaled * BigInt::from(2).pow(up), 0),
            Err(_) => Decimal::new(unscaled * BigInt::from(5).pow((-exponent) as u32), -exponent),
        })
    }

    /// Both with the larger scale of the two.
    pub(crate) fn aligned(&self, other: &Self) -> (BigInt, BigInt, i32) {
        let scale = self.scale.max(other.scale);
        let up = |number: &Self| &number.unscaled * ten_to((scale - number.scale) as u32);
        (up(self), up(other), scale)
    }

    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        let (a, b, _) = self.aligned(other);
        a.cmp(&b)
    }

    pub(crate) fn whole(&self) -> BigInt {
        if self.scale > 0 {
            &self.unscaled / ten_to(self.scale as u32)
        } else {
            &self.unscaled * ten_to((-self.scale) as u32)
        }
    }

    /// The quotient with the scale of the dividend, rounded half up.
    pub(crate) fn divided_by(&self, other: &Self) -> Expected<Self> {
        let (mut top, mut bottom) = (self.unscaled.clone(), other.unscaled.clone());
        if bottom.sign() == Sign::NoSign {
            return Err(Fails);
        }
        if other.scale > 0 {
            top *= ten_to(other.scale as u32);
        } else {
            bottom *= ten_to((-other.scale) as u32);
        }
        let negative = (top.sign() == Sign::Minus) != (bottom.sign() == Sign::Minus);
        let (top, bottom) = (BigInt::from(top.into_parts().1), BigInt::from(bottom.into_parts().1));
        let two = BigInt::from(2);
        let rounded: BigInt = (&top * &two + &bottom) / (&bottom * &two);
        Ok(Decimal::new(if negative { -rounded } else { rounded }, self.scale))
    }

    pub(crate) fn text(&self) -> String {
        format!("{}e{}", self.unscaled, -self.scale)
    }
}

impl Operand {
    pub(crate) fn value(&self) -> Value {
        match self {
            Null => Value::Null,
            Bool(value) => Value::Bool(*value),
            Char(unit) => Value::Char(*unit),
            Byte(value) => Value::Byte(*value),
            Short(value) => Value::Short(*value),
            Int(value) => Value::Int(*value),
            Long(value) => Value::Long(*value),
            Float(value) => Value::Float(*value),
            Double(value) => Value::Double(*value),
            Big(value) => Value::BigInt(Arc::new(value.clone())),
            Decimal(value) => Value::BigDecimal(Arc::new(
                BigDecimal::parse(&value.text()).expect("it is written as a number"),
            )),
            Text(text) => Value::str(text),
            Enum(constant) => SUIT.value_of(NAMES[*constant]).expect("it has the constant"),
            Instant(millis) => made("Instant.ofEpochMilli(n)", *millis),
            Date(millis) => made("Date(n)", *millis),
            List(items) => Value::list(items.iter().map(|item| Value::Long(*item))),
        }
    }

    pub(crate) fn is_null(&self) -> bool {
        matches!(self, Null)
    }

    pub(crate) fn is_decimal(&self) -> bool {
        matches!(self, Decimal(_))
    }

    pub(crate) fn is_big(&self) -> bool {
        matches!(self, Big(_))
    }

    pub(crate) fn is_float_or_double(&self) -> bool {
        matches!(self, Float(_) | Double(_))
    }

    /// "a Float, Double, or String containing ., e, or E"
    pub(crate) fn is_floating(&self) -> bool {
        self.is_float_or_double() || matches!(self, Text(text) if text.contains(['.', 'e', 'E']))
    }

    pub(crate) fn is_whole(&self) -> bool {
        matches!(self, Byte(_) | Short(_) | Char(_) | Int(_) | Long(_))
    }

    pub(crate) fn is_time(&self) -> bool {
        matches!(self, Instant(_) | Date(_))
    }

    pub(crate) fn is_text(&self) -> bool {
        matches!(self, Text(_))
    }

    // "Coerce A to Number type N"

    pub(crate) fn to_long(&self) -> Expected<i64> {
        Ok(match self {
            Null => 0,
            Text(text) if text.is_empty() => 0,
            Char(unit) => i64::from(*unit as i16),
            Byte(value) => i64::from(*value),
            Short(value) => i64::from(*value),
            Int(value) => i64::from(*value),
            Long(value) => *value,
            Float(value) => *value as i64,
            Double(value) => *value as i64,
            Big(value) => low_bits(value),
            Decimal(value) => low_bits(&value.whole()),
            Text(text) => text.parse().map_err(|_| Fails)?,
            Bool(_) | Enum(_) | Instant(_) | Date(_) | List(_) => return Err(Fails),
        })
    }

    pub(crate) fn to_double(&self) -> Expected<f64> {
        Ok(match self {
            Float(value) => f64::from(*value),
            Double(value) => *value,
            Big(value) => value.to_string().parse().map_err(|_| Fails)?,
            Decimal(value) => value.text().parse().map_err(|_| Fails)?,
            Text(text) if !text.is_empty() => text.trim().parse().map_err(|_| Fails)?,
            other => other.to_long()? as f64,
        })
    }

    pub(crate) fn to_float(&self) -> Expected<f32> {
        Ok(match self {
            Float(value) => *value,
            Double(value) => *value as f32,
            Big(value) => value.to_string().parse().map_err(|_| Fails)?,
            Decimal(value) => value.text().parse().map_err(|_| Fails)?,
            Text(text) if !text.is_empty() => text.trim().parse().map_err(|_| Fails)?,
            other => other.to_long()? as f32,
        })
    }

    pub(crate) fn to_big(&self) -> Expected<BigInt> {
        Ok(match self {
            Big(value) => value.clone(),
            Decimal(value) => value.whole(),
            Text(text) if !text.is_empty() => text.parse().map_err(|_| Fails)?,
            other => other.to_long()?.into(),
        })
    }

    pub(crate) fn to_decimal(&self) -> Expected<Decimal> {
        match self {
            Decimal(value) => Ok(value.clone()),
            Big(value) => Ok(Decimal::new(value.clone(), 0)),
            Text(text) if !text.is_empty() => Decimal::read(text).ok_or(Fails),
            other => Decimal::of_double(other.to_double()?).ok_or(Fails),
        }
    }

    /// To `int`, `short` or `byte`: floats and doubles are cut to an `int` first, as Java's `intValue` does.
    pub(crate) fn to_narrow(&self, name: &str) -> Expected<i64> {
        let bits = match self {
            Text(text) if !text.is_empty() => {
                let number: i64 = text.parse().map_err(|_| Fails)?;
                let fits = match name {
                    "byte" => i8::try_from(number).is_ok(),
                    "short" => i16::try_from(number).is_ok(),
                    _ => i32::try_from(number).is_ok(),
                };
                return if fits { Ok(number) } else { Err(Fails) };
            }
            Float(value) => i64::from(*value as i32),
            Double(value) => i64::from(*value as i32),
            other => other.to_long()?,
        };
        Ok(match name {
            "byte" => i64::from(bits as i8),
            "short" => i64::from(bits as i16),
            _ => i64::from(bits as i32),
        })
    }

    // "Coerce A to Character", "to Boolean", "to String"

    pub(crate) fn to_char(&self) -> Expected<u16> {
        Ok(match self {
            Null => 0,
            Char(unit) => *unit,
            Text(text) => text.encode_utf16().next().unwrap_or(0),
            number => number.to_narrow("short")? as u16,
        })
    }

    pub(crate) fn to_boolean(&self) -> Expected<bool> {
        match self {
            Null => Ok(false),
            Bool(value) => Ok(*value),
            Text(text) => Ok(text.to_lowercase() == "true"),
            _ => Err(Fails),
        }
    }

    /// Where Java's text is plain to see.
    pub(crate) fn to_text(&self) -> Option<String> {
        Some(match self {
            Null => String::new(),
            Bool(value) => value.to_string(),
            Char(unit) => String::from_utf16(&[*unit]).ok()?,
            Byte(value) => value.to_string(),
            Short(value) => value.to_string(),
            Int(value) => value.to_string(),
            Long(value) => value.to_string(),
            Big(value) => value.to_string(),
            Text(text) => text.clone(),
            Enum(constant) => NAMES[*constant].to_owned(),
            List(items) => format!("{items:?}"),
            Float(_) | Double(_) | Decimal(_) | Instant(_) | Date(_) => return None,
        })
    }

    /// Milliseconds since 1970: "Coerce A to java.time.Instant".
    pub(crate) fn to_millis(&self) -> Expected<i64> {
        match self {
            Instant(millis) | Date(millis) => Ok(*millis),
            _ => Err(Fails),
        }
    }
}

pub(crate) fn low_bits(value: &BigInt) -> i64 {
    let (sign, digits) = value.to_u64_digits();
    let low = digits.first().copied().unwrap_or(0) as i64;
    if sign == Sign::Minus { low.wrapping_neg() } else { low }
}
