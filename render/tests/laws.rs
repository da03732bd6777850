//! Coercion, arithmetic and comparison of random operands of every pair of types, held against the specification's
//! tables (Expression Language 6.1, 1.7 to 1.9 and 1.25).
//!
//! The tables stand here once more, rule by rule, over plain integers and fractions: nothing of the engine computes what
//! is expected.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::LazyLock;

use num_bigint::BigInt;
use num_bigint::Sign;
use proptest::prelude::*;
use vespid_render::Value;
use vespid_render::el::Evaluator;
use vespid_render::el::Expression;
use vespid_render::value::BigDecimal;
use vespid_render::value::EnumClass;
use vespid_render::value::coerce;

/// An operand of any type that expressions meet.
#[derive(Clone, Debug)]
enum Operand {
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

use Operand::*;

/// `unscaled * 10^-scale`
#[derive(Clone, Debug, PartialEq, Eq)]
struct Decimal {
    unscaled: BigInt,
    scale: i32,
}

/// The conversion or operation fails with an `ELException`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fails;

type Expected<T> = Result<T, Fails>;

const NAMES: [&str; 2] = ["CLUB", "SPADE"];

static SUIT: LazyLock<Arc<EnumClass>> = LazyLock::new(|| EnumClass::new("test.Suit", &NAMES));

fn ten_to(power: u32) -> BigInt {
    BigInt::from(10).pow(power)
}

impl Decimal {
    fn new(unscaled: impl Into<BigInt>, scale: i32) -> Self {
        Decimal { unscaled: unscaled.into(), scale }
    }

    /// Digits, perhaps a point among them, perhaps an exponent.
    fn read(text: &str) -> Option<Self> {
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
    fn of_double(value: f64) -> Option<Self> {
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
        while mantissa % 2 == 0 {
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
    fn aligned(&self, other: &Self) -> (BigInt, BigInt, i32) {
        let scale = self.scale.max(other.scale);
        let up = |number: &Self| &number.unscaled * ten_to((scale - number.scale) as u32);
        (up(self), up(other), scale)
    }

    fn compare(&self, other: &Self) -> Ordering {
        let (a, b, _) = self.aligned(other);
        a.cmp(&b)
    }

    fn whole(&self) -> BigInt {
        if self.scale > 0 {
            &self.unscaled / ten_to(self.scale as u32)
        } else {
            &self.unscaled * ten_to((-self.scale) as u32)
        }
    }

    /// The quotient with the scale of the dividend, rounded half up.
    fn divided_by(&self, other: &Self) -> Expected<Self> {
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

    fn text(&self) -> String {
        format!("{}e{}", self.unscaled, -self.scale)
    }
}

impl Operand {
    fn value(&self) -> Value {
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

    fn is_null(&self) -> bool {
        matches!(self, Null)
    }

    fn is_decimal(&self) -> bool {
        matches!(self, Decimal(_))
    }

    fn is_big(&self) -> bool {
        matches!(self, Big(_))
    }

    fn is_float_or_double(&self) -> bool {
        matches!(self, Float(_) | Double(_))
    }

    /// "a Float, Double, or String containing ., e, or E"
    fn is_floating(&self) -> bool {
        self.is_float_or_double() || matches!(self, Text(text) if text.contains(['.', 'e', 'E']))
    }

    fn is_whole(&self) -> bool {
        matches!(self, Byte(_) | Short(_) | Char(_) | Int(_) | Long(_))
    }

    fn is_time(&self) -> bool {
        matches!(self, Instant(_) | Date(_))
    }

    fn is_text(&self) -> bool {
        matches!(self, Text(_))
    }

    // "Coerce A to Number type N"

    fn to_long(&self) -> Expected<i64> {
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

    fn to_double(&self) -> Expected<f64> {
        Ok(match self {
            Float(value) => f64::from(*value),
            Double(value) => *value,
            Big(value) => value.to_string().parse().map_err(|_| Fails)?,
            Decimal(value) => value.text().parse().map_err(|_| Fails)?,
            Text(text) if !text.is_empty() => text.trim().parse().map_err(|_| Fails)?,
            other => other.to_long()? as f64,
        })
    }

    fn to_float(&self) -> Expected<f32> {
        Ok(match self {
            Float(value) => *value,
            Double(value) => *value as f32,
            Big(value) => value.to_string().parse().map_err(|_| Fails)?,
            Decimal(value) => value.text().parse().map_err(|_| Fails)?,
            Text(text) if !text.is_empty() => text.trim().parse().map_err(|_| Fails)?,
            other => other.to_long()? as f32,
        })
    }

    fn to_big(&self) -> Expected<BigInt> {
        Ok(match self {
            Big(value) => value.clone(),
            Decimal(value) => value.whole(),
            Text(text) if !text.is_empty() => text.parse().map_err(|_| Fails)?,
            other => other.to_long()?.into(),
        })
    }

    fn to_decimal(&self) -> Expected<Decimal> {
        match self {
            Decimal(value) => Ok(value.clone()),
            Big(value) => Ok(Decimal::new(value.clone(), 0)),
            Text(text) if !text.is_empty() => Decimal::read(text).ok_or(Fails),
            other => Decimal::of_double(other.to_double()?).ok_or(Fails),
        }
    }

    /// To `int`, `short` or `byte`: floats and doubles are cut to an `int` first, as Java's `intValue` does.
    fn to_narrow(&self, name: &str) -> Expected<i64> {
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

    fn to_char(&self) -> Expected<u16> {
        Ok(match self {
            Null => 0,
            Char(unit) => *unit,
            Text(text) => text.encode_utf16().next().unwrap_or(0),
            number => number.to_narrow("short")? as u16,
        })
    }

    fn to_boolean(&self) -> Expected<bool> {
        match self {
            Null => Ok(false),
            Bool(value) => Ok(*value),
            Text(text) => Ok(text.to_lowercase() == "true"),
            _ => Err(Fails),
        }
    }

    /// Where Java's text is plain to see.
    fn to_text(&self) -> Option<String> {
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
    fn to_millis(&self) -> Expected<i64> {
        match self {
            Instant(millis) | Date(millis) => Ok(*millis),
            _ => Err(Fails),
        }
    }
}

fn low_bits(value: &BigInt) -> i64 {
    let (sign, digits) = value.to_u64_digits();
    let low = digits.first().copied().unwrap_or(0) as i64;
    if sign == Sign::Minus { low.wrapping_neg() } else { low }
}

static EVALUATOR: LazyLock<Evaluator> =
    LazyLock::new(|| Evaluator::new().import("java.time.Instant").import("java.util.Date"));

/// An expression, compiled once.
fn compiled(text: &str) -> Expression {
    thread_local! {
        static COMPILED: RefCell<HashMap<String, Expression>> = RefCell::default();
    }
    COMPILED.with_borrow_mut(|all| {
        all.entry(text.to_owned()).or_insert_with(|| EVALUATOR.compile(text).expect("it compiles")).clone()
    })
}

fn made(text: &str, n: i64) -> Value {
    let mut context = EVALUATOR.context();
    context.set("n", Value::Long(n));
    context.evaluate(&compiled(text)).expect("it has a value")
}

/// A number of one of the four types that arithmetic gives, or of the type of its operand.
#[derive(Debug, PartialEq)]
enum Number {
    Same(Value),
    Long(i64),
    Double(u64),
    Big(BigInt),
    Decimal(Decimal),
}

/// Doubles by their bits, so that NaN is like NaN and -0.0 not like 0.0.
fn double(value: f64) -> Number {
    Number::Double(if value.is_nan() { f64::NAN } else { value }.to_bits())
}

fn number(value: &Value) -> Number {
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
fn arithmetic(op: &str, a: &Operand, b: &Operand) -> Expected<Number> {
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
fn negated(a: &Operand) -> Expected<Number> {
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
fn equal(a: &Operand, b: &Operand) -> Expected<bool> {
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
fn order(a: &Operand, b: &Operand) -> Expected<Option<Ordering>> {
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

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<i8>().prop_map(|number| number.to_string()),
        any::<i64>().prop_map(|number| number.to_string()),
        (-1000i32..1000, 0u32..1000).prop_map(|(whole, fraction)| format!("{whole}.{fraction}")),
        (-99i32..99, -20i32..20).prop_map(|(digits, exponent)| format!("{digits}e{exponent}")),
        (-99i32..99, -9i32..9).prop_map(|(digits, exponent)| format!("{digits}.5E{exponent}")),
        proptest::sample::select(vec![
            "",
            "true",
            "FALSE",
            "True",
            "x",
            "zebra",
            "CLUB",
            "SPADE",
            "spade",
            "+7",
            "-",
            ".",
            "1.",
            ".5",
            "[1]",
            "𝄞",
            "\u{ffff}",
            "49",
            "1e",
            "99999999999999999999",
        ])
        .prop_map(str::to_owned),
    ]
}

fn operands() -> impl Strategy<Value = Operand> {
    let small = -3i64..4;
    prop_oneof![
        Just(Null),
        any::<bool>().prop_map(Bool),
        prop_oneof![0x30u16..0x7b, any::<u16>()].prop_map(Char),
        any::<i8>().prop_map(Byte),
        any::<i16>().prop_map(Short),
        prop_oneof![-3..4i32, any::<i32>()].prop_map(Int),
        prop_oneof![small.clone(), any::<i64>()].prop_map(Long),
        prop_oneof![small.clone().prop_map(|number| number as f32), any::<f32>()].prop_map(Float),
        prop_oneof![small.clone().prop_map(|number| number as f64), any::<f64>()].prop_map(Double),
        prop_oneof![small.clone().prop_map(BigInt::from), any::<i128>().prop_map(BigInt::from)].prop_map(Big),
        (prop_oneof![small.clone().prop_map(i128::from), any::<i128>()], -6i32..12)
            .prop_map(|(unscaled, scale)| Operand::Decimal(Decimal::new(unscaled, scale))),
        texts().prop_map(Text),
        (0..2usize).prop_map(Enum),
        (-5i64..5).prop_map(|seconds| Instant(seconds * 1000)),
        (-5i64..5).prop_map(|seconds| Date(seconds * 1000)),
        proptest::collection::vec(small, 0..3).prop_map(List),
    ]
}

/// The value of an expression of `a` and `b`; an error must be an `ELException`.
fn evaluated(text: &str, a: &Operand, b: &Operand) -> Expected<Value> {
    let mut context = EVALUATOR.context();
    context.set("a", a.value());
    context.set("b", b.value());
    context.evaluate(&compiled(text)).map_err(|error| {
        assert_eq!(error.class_name(), "jakarta.el.ELException", "{text} of {a:?} and {b:?}: {error:#}");
        Fails
    })
}

/// A float as Java prints and compares it, by its bits.
fn float(value: f32) -> Value {
    Value::Float(if value.is_nan() { f32::NAN } else { value })
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(),
        (Value::Double(a), Value::Double(b)) => a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(),
        _ => a.class_name() == b.class_name() && number(a) == number(b),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn arithmetic_is_that_of_the_tables(a in operands(), b in operands()) {
        for op in ["+", "-", "*", "/", "%"] {
            let found = evaluated(&format!("a {op} b"), &a, &b).map(|value| number(&value));
            prop_assert_eq!(found, arithmetic(op, &a, &b), "{:?} {} {:?}", a, op, b);
        }
        let (found, expected) = (evaluated("-a", &a, &b).map(|value| number(&value)), negated(&a));
        let alike = match (&found, &expected) {
            (Ok(Number::Same(found)), Ok(Number::Same(expected))) => same(found, expected),
            _ => found == expected,
        };
        prop_assert!(alike, "-{:?} is {:?}, not {:?}", a, found, expected);
    }

    #[test]
    fn comparison_is_that_of_the_tables(a in operands(), b in operands()) {
        let holds = |text: &str| evaluated(text, &a, &b);
        let is = |wanted: Expected<bool>| wanted.map(Value::Bool);
        let equality = equal(&a, &b);
        prop_assert_eq!(holds("a == b"), is(equality), "{:?} == {:?}", a, b);
        prop_assert_eq!(holds("a ne b"), is(equality.map(|equal| !equal)), "{:?} ne {:?}", a, b);
        let ordered = order(&a, &b);
        for (text, wanted) in [
            ("a < b", &[Ordering::Less][..]),
            ("a <= b", &[Ordering::Less, Ordering::Equal]),
            ("a gt b", &[Ordering::Greater]),
            ("a ge b", &[Ordering::Greater, Ordering::Equal]),
        ] {
            let expected = ordered.map(|order| order.is_some_and(|order| wanted.contains(&order)));
            prop_assert_eq!(holds(text), is(expected), "{} of {:?} and {:?}", text, a, b);
        }
    }

    #[test]
    fn coercion_is_that_of_the_tables(a in operands()) {
        for (java_type, boxed) in [
            ("byte", "java.lang.Byte"),
            ("short", "java.lang.Short"),
            ("int", "java.lang.Integer"),
            ("long", "java.lang.Long"),
            ("float", "java.lang.Float"),
            ("double", "java.lang.Double"),
            ("", "java.math.BigInteger"),
            ("", "java.math.BigDecimal"),
            ("char", "java.lang.Character"),
            ("boolean", "java.lang.Boolean"),
        ] {
            let expected = match (java_type, boxed) {
                ("byte", _) => a.to_narrow("byte").map(|number| Value::Byte(number as i8)),
                ("short", _) => a.to_narrow("short").map(|number| Value::Short(number as i16)),
                ("int", _) => a.to_narrow("int").map(|number| Value::Int(number as i32)),
                ("long", _) => a.to_long().map(Value::Long),
                ("float", _) => a.to_float().map(float),
                ("double", _) => a.to_double().map(Value::Double),
                ("char", _) => a.to_char().map(Value::Char),
                ("boolean", _) => a.to_boolean().map(Value::Bool),
                (_, "java.math.BigInteger") => a.to_big().map(|number| Big(number).value()),
                _ => a.to_decimal().map(|number| Operand::Decimal(number).value()),
            };
            for (name, null) in [(java_type, false), (boxed, a.is_null())] {
                if name.is_empty() {
                    continue;
                }
                let expected = if null { Ok(Value::Null) } else { expected.clone() };
                let found = coerce::coerce(a.value(), name).map_err(|error| {
                    assert_eq!(error.class_name(), "jakarta.el.ELException");
                    Fails
                });
                let alike = match (&found, &expected) {
                    (Ok(found), Ok(expected)) => same(found, expected),
                    (found, expected) => found.is_err() == expected.is_err(),
                };
                prop_assert!(alike, "{:?} to {} is {:?}, not {:?}", a, name, found, expected);
            }
        }
        if let Some(text) = a.to_text() {
            prop_assert_eq!(coerce::coerce(a.value(), "java.lang.String").ok(), Some(Value::str(&text)));
        }
        let millis = |value: Value| (value.class_name() == Some("java.time.Instant")).then(|| value.to_string());
        let instant = coerce::coerce(a.value(), "java.time.Instant").ok().and_then(millis);
        let expected = a.to_millis().ok().and_then(|at| millis(Instant(at).value()));
        prop_assert_eq!(instant, expected, "{:?} to an Instant", a);
    }
}
