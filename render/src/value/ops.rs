//! EL's operators (Expression Language 6.1, sections "Arithmetic Operators" to "Empty Operator").
//!
//! Each has its common cases first, inline; everything else goes the way of the specification's tables out of line.

use std::cmp::Ordering;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::Zero;

use super::BigDecimal;
use super::EnumConstant;
use super::Obj;
use super::Set;
use super::Str;
use super::Value;
use super::coerce;
use super::coerce::NumberKind;
use super::coerce::TypeTag;
use super::coerce::describe;
use super::coerce::to_big_decimal;
use super::coerce::to_big_int;
use super::coerce::to_double;
use super::coerce::to_long;
use super::methods;
use super::number;
use super::number::RoundingMode;
use crate::Error;
use crate::Result;
use crate::error::class;

/// The common cases of `+`, `-` and `*`: whole numbers and doubles.
macro_rules! fast {
    ($a:expr, $b:expr, $long:ident, $double:tt, $arithmetic:ident) => {
        match ($a, $b) {
            (Value::Long(a), Value::Long(b)) => Ok(Value::Long(a.$long(*b))),
            (Value::Int(a), Value::Int(b)) => Ok(Value::Long(i64::from(*a).$long(i64::from(*b)))),
            (Value::Int(a), Value::Long(b)) => Ok(Value::Long(i64::from(*a).$long(*b))),
            (Value::Long(a), Value::Int(b)) => Ok(Value::Long(a.$long(i64::from(*b)))),
            (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a $double b)),
            (a, b) => arithmetic(Arithmetic::$arithmetic, a, b),
        }
    };
}

/// `a + b`; whole numbers give a `Long` that wraps around as Java's.
///
/// # Errors
/// `ELException` where an operand is no number.
#[inline]
pub fn add(a: &Value, b: &Value) -> Result<Value> {
    fast!(a, b, wrapping_add, +, Add)
}

/// `a - b`
///
/// # Errors
/// `ELException` where an operand is no number.
#[inline]
pub fn subtract(a: &Value, b: &Value) -> Result<Value> {
    fast!(a, b, wrapping_sub, -, Subtract)
}

/// `a * b`
///
/// # Errors
/// `ELException` where an operand is no number.
#[inline]
pub fn multiply(a: &Value, b: &Value) -> Result<Value> {
    fast!(a, b, wrapping_mul, *, Multiply)
}

/// `a / b`: a `Double`, also of whole numbers, or a `BigDecimal` with the scale of `a`.
///
/// # Errors
/// `ELException` where an operand is no number, or a `BigDecimal` is divided by zero.
#[inline]
pub fn divide(a: &Value, b: &Value) -> Result<Value> {
    match (a, b) {
        (Value::Long(a), Value::Long(b)) => Ok(Value::Double(*a as f64 / *b as f64)),
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a / b)),
        (a, b) => divide_any(a, b),
    }
}

/// `a % b`, with the sign of `a`.
///
/// # Errors
/// `ELException` where an operand is no number, or a whole number is divided by zero.
#[inline]
pub fn modulo(a: &Value, b: &Value) -> Result<Value> {
    match (a, b) {
        (Value::Long(a), Value::Long(b)) if *b != 0 => Ok(Value::Long(a.wrapping_rem(*b))),
        (Value::Int(a), Value::Long(b)) if *b != 0 => Ok(Value::Long(i64::from(*a).wrapping_rem(*b))),
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a % b)),
        (a, b) => modulo_any(a, b),
    }
}

#[derive(Clone, Copy)]
enum Arithmetic {
    Add,
    Subtract,
    Multiply,
}

/// Operators by the table that says what their operands are coerced to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    /// `+`, `-`, `*`
    Sum,
    /// `/`
    Quotient,
    /// `%`
    Remainder,
    /// `==`, `!=`
    Equality,
    /// `<`, `>`, `<=`, `>=`
    Order,
}

/// What both operands are coerced to; `None`: they stay as they are.
pub(crate) fn operand_type(operator: Operator, a: &Value, b: &Value) -> Option<TypeTag> {
    let either = |test: fn(&Value) -> bool| test(a) || test(b);
    let number = match operator {
        Operator::Sum => Some(sum_type(a, b)),
        Operator::Quotient => Some(quotient_type(a, b)),
        Operator::Remainder => Some(remainder_type(a, b)),
        Operator::Equality | Operator::Order => compared_type(a, b),
    };
    if let Some(number) = number {
        return Some(TypeTag::BoxedNumber(number));
    }
    if operator == Operator::Equality && either(|value| matches!(value, Value::Bool(_))) {
        return Some(TypeTag::BoxedBool);
    }
    if either(is_temporal) {
        return Some(TypeTag::Class("java.time.Instant".into()));
    }
    either(|value| matches!(value, Value::Str(_))).then_some(TypeTag::Str)
}

fn sum_type(a: &Value, b: &Value) -> NumberKind {
    let (big, floating) = (is_big_int(a) || is_big_int(b), is_floating(a) || is_floating(b));
    match (is_big_decimal(a) || is_big_decimal(b), big, floating) {
        (true, _, _) | (_, true, true) => NumberKind::BigDecimal,
        (_, _, true) => NumberKind::Double,
        (_, true, _) => NumberKind::BigInteger,
        _ => NumberKind::Long,
    }
}

fn quotient_type(a: &Value, b: &Value) -> NumberKind {
    let big = [a, b].into_iter().any(|value| is_big_decimal(value) || is_big_int(value));
    if big { NumberKind::BigDecimal } else { NumberKind::Double }
}

fn remainder_type(a: &Value, b: &Value) -> NumberKind {
    if [a, b].into_iter().any(|value| is_big_decimal(value) || is_floating(value)) {
        NumberKind::Double
    } else if is_big_int(a) || is_big_int(b) {
        NumberKind::BigInteger
    } else {
        NumberKind::Long
    }
}

/// The numbers as which values compare; `None`: neither is a number.
fn compared_type(a: &Value, b: &Value) -> Option<NumberKind> {
    let either = |test: fn(&Value) -> bool| test(a) || test(b);
    if either(is_big_decimal) {
        Some(NumberKind::BigDecimal)
    } else if either(|value| matches!(value, Value::Float(_) | Value::Double(_))) {
        Some(NumberKind::Double)
    } else if either(is_big_int) {
        Some(NumberKind::BigInteger)
    } else {
        either(is_whole).then_some(NumberKind::Long)
    }
}

/// "Binary operators - A {+,-,*} B"
#[inline(never)]
fn arithmetic(op: Arithmetic, a: &Value, b: &Value) -> Result<Value> {
    if a.is_null() && b.is_null() {
        return Ok(Value::Long(0));
    }
    match sum_type(a, b) {
        NumberKind::BigDecimal => {
            let (a, b) = (to_big_decimal(a)?, to_big_decimal(b)?);
            let result = match op {
                Arithmetic::Add => a.add(&b),
                Arithmetic::Subtract => a.subtract(&b),
                Arithmetic::Multiply => a.multiply(&b),
            };
            result.map(big_decimal).map_err(failed)
        }
        NumberKind::Double => {
            let (a, b) = (to_double(a)?, to_double(b)?);
            Ok(Value::Double(match op {
                Arithmetic::Add => a + b,
                Arithmetic::Subtract => a - b,
                Arithmetic::Multiply => a * b,
            }))
        }
        NumberKind::BigInteger => {
            let (a, b) = (to_big_int(a)?, to_big_int(b)?);
            if a.bits() + b.bits() > number::MAX_BITS {
                return Err(failed(number::too_many_digits()));
            }
            Ok(big_int(match op {
                Arithmetic::Add => a + b,
                Arithmetic::Subtract => a - b,
                Arithmetic::Multiply => a * b,
            }))
        }
        _ => {
            let (a, b) = (to_long(a)?, to_long(b)?);
            Ok(Value::Long(match op {
                Arithmetic::Add => a.wrapping_add(b),
                Arithmetic::Subtract => a.wrapping_sub(b),
                Arithmetic::Multiply => a.wrapping_mul(b),
            }))
        }
    }
}

/// "Binary operator - A {/,div} B"
#[inline(never)]
fn divide_any(a: &Value, b: &Value) -> Result<Value> {
    if a.is_null() && b.is_null() {
        return Ok(Value::Long(0));
    }
    if quotient_type(a, b) == NumberKind::BigDecimal {
        let (a, b) = (to_big_decimal(a)?, to_big_decimal(b)?);
        return a.divide(&b, RoundingMode::HalfUp).map(big_decimal).map_err(failed);
    }
    Ok(Value::Double(to_double(a)? / to_double(b)?))
}

/// "Binary operator - A {%,mod} B"
#[inline(never)]
fn modulo_any(a: &Value, b: &Value) -> Result<Value> {
    if a.is_null() && b.is_null() {
        return Ok(Value::Long(0));
    }
    match remainder_type(a, b) {
        NumberKind::Double => Ok(Value::Double(to_double(a)? % to_double(b)?)),
        NumberKind::BigInteger => {
            let (a, b) = (to_big_int(a)?, to_big_int(b)?);
            if b.is_zero() { Err(by_zero()) } else { Ok(big_int(a % b)) }
        }
        _ => {
            let (a, b) = (to_long(a)?, to_long(b)?);
            if b == 0 { Err(by_zero()) } else { Ok(Value::Long(a.wrapping_rem(b))) }
        }
    }
}

/// `-a`, of the same type; of a text a `Double` or `Long`; of null 0.
///
/// # Errors
/// `ELException` where the operand is no number.
#[inline]
pub fn negate(a: &Value) -> Result<Value> {
    Ok(match a {
        Value::Long(a) => Value::Long(a.wrapping_neg()),
        Value::Int(a) => Value::Int(a.wrapping_neg()),
        Value::Double(a) => Value::Double(-a),
        Value::Null => Value::Long(0),
        Value::BigDecimal(a) => big_decimal(a.negate()),
        Value::BigInt(a) => big_int(-&**a),
        Value::Str(_) if is_floating(a) => Value::Double(-to_double(a)?),
        Value::Str(_) => Value::Long(to_long(a)?.wrapping_neg()),
        Value::Byte(a) => Value::Byte(a.wrapping_neg()),
        Value::Short(a) => Value::Short(a.wrapping_neg()),
        Value::Float(a) => Value::Float(-a),
        Value::Bool(_) | Value::Char(_) | Value::Object(_) => {
            return Err(Error::el(format!("{} has no negative", describe(a))));
        }
    })
}

/// `a += b`: the texts of both joined. But a map, set or list on the left takes in the map or collection on the right,
/// and is the result.
///
/// # Errors
/// What changing the map, set or list reports; `ELException` if an object has no text.
#[inline]
pub fn concat(a: &Value, b: &Value) -> Result<Value> {
    if let (Value::Object(left), Value::Object(right)) = (a, b)
        && merge(left, right)?
    {
        return Ok(a.clone());
    }
    let (a, b) = (coerce::to_text(a), coerce::to_text(b));
    methods::check_text_length(a.len() + b.len())?;
    let mut text = Str::with_capacity(a.len() + b.len());
    text.push_str(&a);
    text.push_str(&b);
    Ok(Value::Str(text))
}

/// Puts what `right` holds into `left`; false: they are no such pair.
fn merge(left: &Obj, right: &Obj) -> Result<bool> {
    methods::check_items(left.size().unwrap_or(0), right.size().unwrap_or(0))?;
    if let Some(map) = left.as_map() {
        let Some(other) = right.as_map() else { return Ok(false) };
        let entries: Vec<_> = (0..other.len()).map_while(|position| other.entry(position)).collect();
        for (key, value) in entries {
            map.put(key, value)?;
        }
        return Ok(true);
    }
    if !right.class().is_a("java.util.Collection") {
        return Ok(false);
    }
    if let Some(set) = left.as_any().downcast_ref::<Set>() {
        for item in items(right)? {
            set.insert(item);
        }
        return Ok(true);
    }
    match left.as_list() {
        // Arrays have the same view, but are no lists.
        Some(list) if left.class().is_a("java.util.List") => {
            for item in items(right)? {
                list.insert(list.len(), item)?;
            }
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// All items, taken before anything is changed: a collection may be added to itself.
fn items(collection: &Obj) -> Result<Vec<Value>> {
    collection.clone().iterate().map_or_else(|| Ok(Vec::new()), Iterator::collect)
}

/// `a == b`
///
/// Doubles compare as IEEE numbers, so NaN equals nothing and 0.0 equals -0.0; a `BigDecimal` equals another one only
/// with the same scale, as its `equals` does.
///
/// # Errors
/// `ELException` where one operand decides what the other must be, and it can't be converted: `1 == 'x'`.
#[inline]
pub fn equals(a: &Value, b: &Value) -> Result<bool> {
    match (a, b) {
        (Value::Long(a), Value::Long(b)) => Ok(a == b),
        (Value::Int(a), Value::Long(b)) | (Value::Long(b), Value::Int(a)) => Ok(i64::from(*a) == *b),
        (Value::Int(a), Value::Int(b)) => Ok(a == b),
        (Value::Str(a), Value::Str(b)) => Ok(a == b),
        (Value::Bool(a), Value::Bool(b)) => Ok(a == b),
        (Value::Double(a), Value::Double(b)) => Ok(a == b),
        (Value::Null, b) => Ok(b.is_null()),
        (_, Value::Null) => Ok(false),
        (a, b) => equals_any(a, b),
    }
}

/// "A {==,!=,eq,ne} B", for operands that are not null.
#[inline(never)]
fn equals_any(a: &Value, b: &Value) -> Result<bool> {
    if let (Value::Object(a), Value::Object(b)) = (a, b)
        && Arc::ptr_eq(a, b)
    {
        return Ok(true);
    }
    let either = |test: fn(&Value) -> bool| test(a) || test(b);
    match compared_type(a, b) {
        Some(NumberKind::BigDecimal) => return Ok(to_big_decimal(a)? == to_big_decimal(b)?),
        Some(NumberKind::Double) => return Ok(to_double(a)? == to_double(b)?),
        Some(NumberKind::BigInteger) => return Ok(to_big_int(a)? == to_big_int(b)?),
        Some(_) => return Ok(to_long(a)? == to_long(b)?),
        None => {}
    }
    if either(|value| matches!(value, Value::Bool(_))) {
        return Ok(coerce::to_boolean(a)? == coerce::to_boolean(b)?);
    }
    match (a, b) {
        (Value::Object(object), other) if is_enum(object) => enum_equals(object, other),
        (other, Value::Object(object)) if is_enum(object) => enum_equals(object, other),
        _ if either(is_temporal) => Ok(compare_objects(a, b)? == Ordering::Equal),
        (Value::Str(_), _) | (_, Value::Str(_)) => Ok(coerce::to_text(a) == coerce::to_text(b)),
        _ => Ok(a == b),
    }
}

/// An enum's constant and what must be one of the same enum, or the name of one.
fn enum_equals(constant: &Obj, other: &Value) -> Result<bool> {
    if let Some(own) = constant.as_any().downcast_ref::<EnumConstant>() {
        let other = own.coerce_like(other)?;
        return Ok(constant.equals(&other));
    }
    match other {
        // An object of Rust that says it is an enum; it does not tell its other constants.
        Value::Str(name) => Ok(coerce::enum_name(constant).is_some_and(|own| own == *name)),
        Value::Object(object) if object.class().is_a(constant.class().name()) => Ok(constant.equals(other)),
        _ => Err(coerce::cannot_convert(other, constant.class().name())),
    }
}

/// How `a` and `b` are ordered for `<`, `>`, `<=` and `>=`. `None`: none of them holds, as with one null or NaN; two
/// nulls are equal.
///
/// # Errors
/// `ELException` where an operand can't be converted to what the other one asks for, or nothing orders them.
#[inline]
pub fn compare(a: &Value, b: &Value) -> Result<Option<Ordering>> {
    match (a, b) {
        (Value::Long(a), Value::Long(b)) => Ok(Some(a.cmp(b))),
        (Value::Int(a), Value::Long(b)) => Ok(Some(i64::from(*a).cmp(b))),
        (Value::Long(a), Value::Int(b)) => Ok(Some(a.cmp(&i64::from(*b)))),
        (Value::Int(a), Value::Int(b)) => Ok(Some(a.cmp(b))),
        (Value::Double(a), Value::Double(b)) => Ok(a.partial_cmp(b)),
        (a, b) => compare_any(a, b),
    }
}

/// "A {<,>,<=,>=,lt,gt,le,ge} B"
#[inline(never)]
fn compare_any(a: &Value, b: &Value) -> Result<Option<Ordering>> {
    match (a, b) {
        (Value::Null, Value::Null) => return Ok(Some(Ordering::Equal)),
        (Value::Null, _) | (_, Value::Null) => return Ok(None),
        (Value::Object(a), Value::Object(b)) if Arc::ptr_eq(a, b) => return Ok(Some(Ordering::Equal)),
        _ => {}
    }
    let either = |test: fn(&Value) -> bool| test(a) || test(b);
    match compared_type(a, b) {
        Some(NumberKind::BigDecimal) => {
            return Ok(Some(to_big_decimal(a)?.compare(&to_big_decimal(b)?)));
        }
        Some(NumberKind::Double) => return Ok(to_double(a)?.partial_cmp(&to_double(b)?)),
        Some(NumberKind::BigInteger) => return Ok(Some(to_big_int(a)?.cmp(&to_big_int(b)?))),
        Some(_) => return Ok(Some(to_long(a)?.cmp(&to_long(b)?))),
        None => {}
    }
    // What `==` finds equal is so for `<=` and `>=` too: true and 'TRUE'.
    if either(|value| matches!(value, Value::Bool(_))) && equals_any(a, b)? {
        return Ok(Some(Ordering::Equal));
    }
    if !either(is_temporal) && either(|value| matches!(value, Value::Str(_))) {
        return Ok(Some(compare_text(&coerce::to_text(a), &coerce::to_text(b))));
    }
    if let (Value::Bool(a), Value::Bool(b)) = (a, b) {
        return Ok(Some(a.cmp(b)));
    }
    compare_objects(a, b).map(Some)
}

/// Asks the objects themselves. Those of java.time, `java.util.Date` and clocks compare as instants, with each other
/// and with texts: their [`Object::compare`](super::Object::compare) does it.
fn compare_objects(a: &Value, b: &Value) -> Result<Ordering> {
    let left = a.as_object().and_then(|object| object.compare(b));
    let order = left.or_else(|| b.as_object().and_then(|object| object.compare(a)).map(Ordering::reverse));
    // Equal objects count as equal for `<=` and `>=` though nothing orders them.
    let order = order.or_else(|| (a == b).then_some(Ordering::Equal));
    order.ok_or_else(|| Error::el(format!("{} and {} can't be compared", describe(a), describe(b))))
}

/// Java's order of texts: by UTF-16 units, not by characters.
pub fn compare_text(a: &str, b: &str) -> Ordering {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    if same == a.len() || same == b.len() {
        return a.len().cmp(&b.len());
    }
    // The first byte that differs may be in the middle of a character.
    let start = (0..=same).rev().find(|at| a.is_char_boundary(*at)).unwrap_or(0);
    a[start..].encode_utf16().cmp(b[start..].encode_utf16())
}

/// `empty a`: null, the empty text, and arrays, maps, collections and `java.util.Optional`s that hold nothing.
#[inline]
pub fn is_empty(a: &Value) -> bool {
    match a {
        Value::Null => true,
        Value::Str(text) => text.is_empty(),
        Value::Object(object) => match object.size() {
            Some(size) => size == 0,
            None => {
                object.class().is_a("java.util.Optional")
                    && matches!(object.call("isEmpty", &[]), Ok(Some(Value::Bool(true))))
            }
        },
        _ => false,
    }
}

/// `!a`
///
/// # Errors
/// `ELException` where the operand is neither a boolean nor a text.
#[inline]
pub fn not(a: &Value) -> Result<bool> {
    coerce::to_boolean(a).map(|value| !value)
}

fn is_big_decimal(value: &Value) -> bool {
    matches!(value, Value::BigDecimal(_))
}

fn is_big_int(value: &Value) -> bool {
    matches!(value, Value::BigInt(_))
}

/// A number with a fraction, or a text that looks like one.
fn is_floating(value: &Value) -> bool {
    match value {
        Value::Float(_) | Value::Double(_) => true,
        Value::Str(text) => text.contains(['.', 'e', 'E']),
        _ => false,
    }
}

/// What takes part in comparisons as a `Long`.
fn is_whole(value: &Value) -> bool {
    matches!(value, Value::Byte(_) | Value::Short(_) | Value::Char(_) | Value::Int(_) | Value::Long(_))
}

fn is_enum(object: &Obj) -> bool {
    object.class().is_a("java.lang.Enum")
}

/// What takes part in comparisons as an `Instant`.
fn is_temporal(value: &Value) -> bool {
    const TEMPORAL: [&str; 3] = ["java.time.temporal.TemporalAccessor", "java.util.Date", "java.time.Clock"];
    value.as_object().is_some_and(|object| TEMPORAL.iter().any(|name| object.class().is_a(name)))
}

fn big_decimal(value: BigDecimal) -> Value {
    Value::BigDecimal(Arc::new(value))
}

fn big_int(value: BigInt) -> Value {
    Value::BigInt(Arc::new(value))
}

#[cold]
fn by_zero() -> Error {
    failed(Error::new(class::ARITHMETIC, "division by zero"))
}

/// An operator's failure is EL's, with Java's exception as its cause.
#[cold]
fn failed(cause: Error) -> Error {
    Error::el(cause.message().clone()).with_cause(cause)
}

#[cfg(test)]
#[path = "ops_tests.rs"]
mod tests;
