//! The tables of operators.

use std::cmp::Ordering;

use num_bigint::BigInt;
use vespid_render::Value;

use crate::operand::Decimal;
use crate::operand::Expected;
use crate::operand::Fails;
use crate::operand::NAMES;
use crate::operand::Operand;
use crate::operand::Operand::*;

/// A number of one of the four types that arithmetic gives, or of the type of its operand.
#[derive(Debug, PartialEq)]
pub(crate) enum Number {
    Same(Value),
    Long(i64),
    Double(u64),
    Big(BigInt),
    Decimal(Decimal),
}

/// Doubles by their bits, so that NaN is like NaN and -0.0 not like 0.0.
pub(crate) fn double(value: f64) -> Number {
    Number::Double(if value.is_nan() { f64::NAN } else { value }.to_bits())
}

pub(crate) fn number(value: &Value) -> Number {
    match value {
        Value::Long(value) => Number::Long(*value),
        Value::Double(value) => double(*value),
        Value::BigInt(value) => Number::Big((**value).clone()),
        Value::BigDecimal(value) => {
            Number::Decimal(Decimal::read(&value.to_string()).expect("a number is written as one"))
        }
        other => Number::Same(other.clone()),
    }
}

/// "Binary operators - A {+,-,*} B", "A {/,div} B", "A {%,mod} B"
pub(crate) fn arithmetic(op: &str, a: &Operand, b: &Operand) -> Expected<Number> {
    let either = |test: fn(&Operand) -> bool| test(a) || test(b);
    if a.is_null() && b.is_null() {
        return Ok(Number::Long(0));
    }
    if op == "/" {
        if either(Operand::is_decimal) || either(Operand::is_big) {
            return a.to_decimal()?.divided_by(&b.to_decimal()?).map(Number::Decimal);
        }
        return Ok(double(a.to_double()? / b.to_double()?));
    }
    if op == "%" {
        if either(Operand::is_decimal) || either(Operand::is_floating) {
            return Ok(double(a.to_double()? % b.to_double()?));
        }
        if either(Operand::is_big) {
            let (a, b) = (a.to_big()?, b.to_big()?);
            return if b == BigInt::ZERO { Err(Fails) } else { Ok(Number::Big(a % b)) };
        }
        let (a, b) = (a.to_long()?, b.to_long()?);
        return if b == 0 { Err(Fails) } else { Ok(Number::Long(a.wrapping_rem(b))) };
    }
    if either(Operand::is_decimal) || either(Operand::is_floating) && either(Operand::is_big) {
        let (a, b) = (a.to_decimal()?, b.to_decimal()?);
        if op == "*" {
            return Ok(Number::Decimal(Decimal::new(a.unscaled * b.unscaled, a.scale + b.scale)));
        }
        let (a, b, scale) = a.aligned(&b);
        return Ok(Number::Decimal(Decimal::new(if op == "+" { a + b } else { a - b }, scale)));
    }
    if either(Operand::is_floating) {
        let (a, b) = (a.to_double()?, b.to_double()?);
        return Ok(double(match op {
            "+" => a + b,
            "-" => a - b,
            _ => a * b,
        }));
    }
    if either(Operand::is_big) {
        let (a, b) = (a.to_big()?, b.to_big()?);
        return Ok(Number::Big(match op {
            "+" => a + b,
            "-" => a - b,
            _ => a * b,
        }));
    }
    let (a, b) = (a.to_long()?, b.to_long()?);
    Ok(Number::Long(match op {
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        _ => a.wrapping_mul(b),
    }))
}

/// "Unary minus operator - -A"
pub(crate) fn negated(a: &Operand) -> Expected<Number> {
    Ok(match a {
        Null => Number::Long(0),
        Decimal(value) => Number::Decimal(Decimal::new(-&value.unscaled, value.scale)),
        Big(value) => Number::Big(-value),
        Text(_) if a.is_floating() => double(-a.to_double()?),
        Text(_) => Number::Long(a.to_long()?.wrapping_neg()),
        Byte(value) => Number::Same(Value::Byte(value.wrapping_neg())),
        Short(value) => Number::Same(Value::Short(value.wrapping_neg())),
        Int(value) => Number::Same(Value::Int(value.wrapping_neg())),
        Long(value) => Number::Long(value.wrapping_neg()),
        Float(value) => Number::Same(Value::Float(-value)),
        Double(value) => double(-value),
        Bool(_) | Char(_) | Enum(_) | Instant(_) | Date(_) | List(_) => return Err(Fails),
    })
}

/// "A {==,!=,eq,ne} B"
pub(crate) fn equal(a: &Operand, b: &Operand) -> Expected<bool> {
    let either = |test: fn(&Operand) -> bool| test(a) || test(b);
    if a.is_null() || b.is_null() {
        return Ok(a.is_null() && b.is_null());
    }
    if either(Operand::is_decimal) {
        return Ok(a.to_decimal()? == b.to_decimal()?);
    }
    if either(Operand::is_float_or_double) {
        return Ok(a.to_double()? == b.to_double()?);
    }
    if either(Operand::is_big) {
        return Ok(a.to_big()? == b.to_big()?);
    }
    if either(Operand::is_whole) {
        return Ok(a.to_long()? == b.to_long()?);
    }
    if either(|operand| matches!(operand, Bool(_))) {
        return Ok(a.to_boolean()? == b.to_boolean()?);
    }
    match (a, b) {
        (Enum(constant), other) | (other, Enum(constant)) => match other {
            Enum(other) => Ok(constant == other),
            Text(name) if name.is_empty() => Ok(false),
            Text(name) if NAMES.contains(&name.as_str()) => Ok(NAMES[*constant] == name),
            _ => Err(Fails),
        },
        _ if either(Operand::is_time) => Ok(a.to_millis()? == b.to_millis()?),
        (Text(a), Text(b)) => Ok(a == b),
        (Text(text), other) | (other, Text(text)) => Ok(other.to_text().as_ref() == Some(text)),
        (List(a), List(b)) => Ok(a == b),
        (a, b) => unreachable!("{a:?} and {b:?} are of types that were looked at"),
    }
}

/// "A {<,>,<=,>=,lt,gt,le,ge} B": how they are ordered; `None`: not at all.
pub(crate) fn order(a: &Operand, b: &Operand) -> Expected<Option<Ordering>> {
    let either = |test: fn(&Operand) -> bool| test(a) || test(b);
    if a.is_null() || b.is_null() {
        return Ok((a.is_null() && b.is_null()).then_some(Ordering::Equal));
    }
    if either(Operand::is_decimal) {
        return Ok(Some(a.to_decimal()?.compare(&b.to_decimal()?)));
    }
    if either(Operand::is_float_or_double) {
        return Ok(a.to_double()?.partial_cmp(&b.to_double()?));
    }
    if either(Operand::is_big) {
        return Ok(Some(a.to_big()?.cmp(&b.to_big()?)));
    }
    if either(Operand::is_whole) {
        return Ok(Some(a.to_long()?.cmp(&b.to_long()?)));
    }
    if either(Operand::is_time) {
        return Ok(Some(a.to_millis()?.cmp(&b.to_millis()?)));
    }
    // "If A==B" is read as Tomcat reads it: what the operator == finds equal, is neither less nor greater.
    if equal(a, b) == Ok(true) {
        return Ok(Some(Ordering::Equal));
    }
    match (a, b) {
        _ if either(Operand::is_text) => {
            let units =
                |operand: &Operand| operand.to_text().map(|text| text.encode_utf16().collect::<Vec<_>>());
            Ok(units(a).zip(units(b)).map(|(a, b)| a.cmp(&b)))
        }
        (Bool(a), Bool(b)) => Ok(Some(a.cmp(b))),
        (Enum(a), Enum(b)) => Ok(Some(a.cmp(b))),
        _ => Err(Fails),
    }
}
