//! `java.lang`: the boxed types, `String`, `Math`, `System`.

use super::NativeClass;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;
use crate::value::methods;
use crate::value::number;
use crate::value::ops;

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        name: "java.lang.Boolean",
        fields: &["FALSE", "TRUE"],
        methods: &[
            "compare",
            "hashCode",
            "logicalAnd",
            "logicalOr",
            "logicalXor",
            "parseBoolean",
            "toString",
            "valueOf",
        ],
        field: |name| match name {
            "TRUE" => Some(Value::Bool(true)),
            "FALSE" => Some(Value::Bool(false)),
            _ => None,
        },
        call: boolean,
        make: Some(|args| boolean("valueOf", args)),
    },
    NativeClass {
        name: "java.lang.Byte",
        fields: &["BYTES", "MAX_VALUE", "MIN_VALUE", "SIZE"],
        methods: &["compare", "hashCode", "parseByte", "toString", "valueOf"],
        field: |name| limits(name, Value::Byte(i8::MIN), Value::Byte(i8::MAX), 8),
        call: |method, args| whole(method, args, "Byte"),
        make: Some(|args| whole("valueOf", args, "Byte")),
    },
    NativeClass {
        name: "java.lang.Short",
        fields: &["BYTES", "MAX_VALUE", "MIN_VALUE", "SIZE"],
        methods: &["compare", "hashCode", "parseShort", "toString", "valueOf"],
        field: |name| limits(name, Value::Short(i16::MIN), Value::Short(i16::MAX), 16),
        call: |method, args| whole(method, args, "Short"),
        make: Some(|args| whole("valueOf", args, "Short")),
    },
    NativeClass {
        name: "java.lang.Integer",
        fields: &["BYTES", "MAX_VALUE", "MIN_VALUE", "SIZE"],
        methods: &[
            "bitCount",
            "compare",
            "hashCode",
            "max",
            "min",
            "parseInt",
            "signum",
            "sum",
            "toBinaryString",
            "toHexString",
            "toOctalString",
            "toString",
            "valueOf",
        ],
        field: |name| limits(name, Value::Int(i32::MIN), Value::Int(i32::MAX), 32),
        call: |method, args| whole(method, args, "Int"),
        make: Some(|args| whole("valueOf", args, "Int")),
    },
    NativeClass {
        name: "java.lang.Long",
        fields: &["BYTES", "MAX_VALUE", "MIN_VALUE", "SIZE"],
        methods: &[
            "bitCount",
            "compare",
            "hashCode",
            "max",
            "min",
            "parseLong",
            "signum",
            "sum",
            "toBinaryString",
            "toHexString",
            "toOctalString",
            "toString",
            "valueOf",
        ],
        field: |name| limits(name, Value::Long(i64::MIN), Value::Long(i64::MAX), 64),
        call: |method, args| whole(method, args, "Long"),
        make: Some(|args| whole("valueOf", args, "Long")),
    },
    NativeClass {
        name: "java.lang.Float",
        fields: &["BYTES", "MAX_VALUE", "MIN_VALUE", "NEGATIVE_INFINITY", "NaN", "POSITIVE_INFINITY", "SIZE"],
        methods: &["compare", "isFinite", "isInfinite", "isNaN", "parseFloat", "toString", "valueOf"],
        field: |name| match name {
            "MIN_VALUE" => Some(Value::Float(f32::from_bits(1))),
            "NaN" => Some(Value::Float(f32::NAN)),
            "POSITIVE_INFINITY" => Some(Value::Float(f32::INFINITY)),
            "NEGATIVE_INFINITY" => Some(Value::Float(f32::NEG_INFINITY)),
            _ => limits(name, Value::Null, Value::Float(f32::MAX), 32),
        },
        call: |method, args| floating(method, args, "Float"),
        make: Some(|args| floating("valueOf", args, "Float")),
    },
    NativeClass {
        name: "java.lang.Double",
        fields: &["BYTES", "MAX_VALUE", "MIN_VALUE", "NEGATIVE_INFINITY", "NaN", "POSITIVE_INFINITY", "SIZE"],
        methods: &[
            "compare",
            "isFinite",
            "isInfinite",
            "isNaN",
            "max",
            "min",
            "parseDouble",
            "sum",
            "toString",
            "valueOf",
        ],
        field: |name| match name {
            "MIN_VALUE" => Some(Value::Double(f64::from_bits(1))),
            "NaN" => Some(Value::Double(f64::NAN)),
            "POSITIVE_INFINITY" => Some(Value::Double(f64::INFINITY)),
            "NEGATIVE_INFINITY" => Some(Value::Double(f64::NEG_INFINITY)),
            _ => limits(name, Value::Null, Value::Double(f64::MAX), 64),
        },
        call: |method, args| floating(method, args, "Double"),
        make: Some(|args| floating("valueOf", args, "Double")),
    },
    NativeClass {
        name: "java.lang.Character",
        fields: &["MAX_VALUE", "MIN_VALUE"],
        methods: &[
            "compare",
            "getNumericValue",
            "isAlphabetic",
            "isDigit",
            "isLetter",
            "isLetterOrDigit",
            "isLowerCase",
            "isUpperCase",
            "isWhitespace",
            "toLowerCase",
            "toString",
            "toUpperCase",
            "valueOf",
        ],
        field: |name| match name {
            "MIN_VALUE" => Some(Value::Char(0)),
            "MAX_VALUE" => Some(Value::Char(u16::MAX)),
            _ => None,
        },
        call: character,
        make: Some(|args| character("valueOf", args)),
    },
    NativeClass {
        name: "java.lang.String",
        fields: &[],
        methods: &["copyValueOf", "join", "valueOf"],
        field: |_| None,
        call: string,
        make: Some(|args| match args {
            [] => Ok(Some(Value::str(""))),
            [text] => coerce::to_str(text).map(|text| Some(Value::Str(text))),
            _ => Ok(None),
        }),
    },
    NativeClass {
        name: "java.lang.Math",
        fields: &["E", "PI"],
        methods: &[
            "abs",
            "acos",
            "asin",
            "atan",
            "atan2",
            "cbrt",
            "ceil",
            "cos",
            "exp",
            "floor",
            "floorDiv",
            "floorMod",
            "hypot",
            "log",
            "log10",
            "max",
            "min",
            "pow",
            "random",
            "rint",
            "round",
            "signum",
            "sin",
            "sqrt",
            "tan",
            "toDegrees",
            "toRadians",
        ],
        field: |name| match name {
            "E" => Some(Value::Double(std::f64::consts::E)),
            "PI" => Some(Value::Double(std::f64::consts::PI)),
            _ => None,
        },
        call: math,
        make: None,
    },
    NativeClass {
        name: "java.lang.System",
        fields: &[],
        methods: &["currentTimeMillis", "identityHashCode", "lineSeparator", "nanoTime"],
        field: |_| None,
        call: system,
        make: None,
    },
    NativeClass {
        name: "java.lang.Object",
        fields: &[],
        methods: &[],
        field: |_| None,
        call: |_, _| Ok(None),
        make: None,
    },
];

/// The constants that Java's numbers have alike.
fn limits(name: &str, min: Value, max: Value, bits: i32) -> Option<Value> {
    Some(match name {
        "MIN_VALUE" => min,
        "MAX_VALUE" => max,
        "SIZE" => Value::Int(bits),
        "BYTES" => Value::Int(bits / 8),
        _ => return None,
    })
}

fn boolean(method: &str, args: &[Value]) -> Result<Option<Value>> {
    let two = |op: fn(bool, bool) -> bool| match args {
        [a, b] => Ok(Some(Value::Bool(op(coerce::to_boolean(a)?, coerce::to_boolean(b)?)))),
        _ => Ok(None),
    };
    match (method, args) {
        ("valueOf" | "parseBoolean", [text]) => Ok(Some(Value::Bool(coerce::to_boolean(text)?))),
        ("toString", [value]) => {
            Ok(Some(Value::str(if coerce::to_boolean(value)? { "true" } else { "false" })))
        }
        ("hashCode", [value]) => Ok(Some(Value::Int(if coerce::to_boolean(value)? { 1231 } else { 1237 }))),
        ("compare", [a, b]) => Ok(Some(order(coerce::to_boolean(a)?.cmp(&coerce::to_boolean(b)?)))),
        ("logicalAnd", _) => two(|a, b| a && b),
        ("logicalOr", _) => two(|a, b| a || b),
        ("logicalXor", _) => two(|a, b| a != b),
        _ => Ok(None),
    }
}

fn order(order: std::cmp::Ordering) -> Value {
    Value::Int(order as i32)
}

/// The types of whole numbers that fit `long`.
fn whole(method: &str, args: &[Value], kind: &str) -> Result<Option<Value>> {
    let wide = kind == "Int" || kind == "Long";
    let of = |number: i64| match kind {
        "Byte" => i8::try_from(number).ok().map(Value::Byte),
        "Short" => i16::try_from(number).ok().map(Value::Short),
        "Int" => i32::try_from(number).ok().map(Value::Int),
        _ => Some(Value::Long(number)),
    };
    // Results of arithmetic wrap around as Java's.
    let wrapped = |number: i64| match kind {
        "Int" => Value::Int(number as i32),
        _ => Value::Long(number),
    };
    let narrow = |value: &Value| -> Result<i64> {
        Ok(match kind {
            "Byte" => coerce::to_byte(value)?.into(),
            "Short" => coerce::to_short(value)?.into(),
            "Int" => coerce::to_int(value)?.into(),
            _ => coerce::to_long(value)?,
        })
    };
    let bits = |value: &Value| {
        narrow(value).map(|number| if kind == "Int" { u64::from(number as u32) } else { number as u64 })
    };
    Ok(Some(match (method, args) {
        ("valueOf", [Value::Str(text)]) => parse(text, 10).and_then(of).ok_or_else(|| no_number(text))?,
        ("valueOf", [value]) => of(narrow(value)?).ok_or_else(|| no_number("the number"))?,
        ("valueOf", [text, radix]) => {
            let text = coerce::to_text(text);
            parse(&text, radix_of(radix)?).and_then(of).ok_or_else(|| no_number(&text))?
        }
        ("parseByte" | "parseShort" | "parseInt" | "parseLong", [text]) => {
            let text = coerce::to_text(text);
            parse(&text, 10).and_then(of).ok_or_else(|| no_number(&text))?
        }
        ("parseByte" | "parseShort" | "parseInt" | "parseLong", [text, radix]) => {
            let text = coerce::to_text(text);
            parse(&text, radix_of(radix)?).and_then(of).ok_or_else(|| no_number(&text))?
        }
        ("toString", [value]) => Value::str(narrow(value)?.to_string()),
        ("toString", [value, radix]) if wide => Value::str(in_radix(narrow(value)?, radix_of(radix)?)),
        ("hashCode", [value]) => {
            let number = narrow(value)?;
            Value::Int(if kind == "Long" {
                (number ^ ((number as u64) >> 32) as i64) as i32
            } else {
                number as i32
            })
        }
        ("compare", [a, b]) => {
            let (a, b) = (narrow(a)?, narrow(b)?);
            // Byte and Short give the difference.
            if wide { order(a.cmp(&b)) } else { Value::Int((a - b) as i32) }
        }
        ("max", [a, b]) if wide => wrapped(narrow(a)?.max(narrow(b)?)),
        ("min", [a, b]) if wide => wrapped(narrow(a)?.min(narrow(b)?)),
        ("sum", [a, b]) if wide => wrapped(narrow(a)?.wrapping_add(narrow(b)?)),
        ("signum", [a]) if wide => Value::Int(narrow(a)?.signum() as i32),
        ("bitCount", [a]) if wide => Value::Int(bits(a)?.count_ones() as i32),
        ("toHexString", [a]) if wide => Value::str(format!("{:x}", bits(a)?)),
        ("toOctalString", [a]) if wide => Value::str(format!("{:o}", bits(a)?)),
        ("toBinaryString", [a]) if wide => Value::str(format!("{:b}", bits(a)?)),
        _ => return Ok(None),
    }))
}

fn radix_of(radix: &Value) -> Result<u32> {
    let radix = coerce::to_int(radix)?;
    u32::try_from(radix)
        .ok()
        .filter(|radix| (2..=36).contains(radix))
        .ok_or_else(|| Error::new(class::NUMBER_FORMAT, format!("the radix {radix} is not from 2 to 36")))
}

/// `Long.parseLong`, which takes a sign and digits and nothing else.
fn parse(text: &str, radix: u32) -> Option<i64> {
    i64::from_str_radix(text, radix).ok()
}

fn in_radix(number: i64, radix: u32) -> String {
    let mut digits = Vec::new();
    let mut rest = number.unsigned_abs();
    loop {
        digits.extend(char::from_digit((rest % u64::from(radix)) as u32, radix));
        rest /= u64::from(radix);
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        digits.push('-');
    }
    digits.iter().rev().collect()
}

#[cold]
fn no_number(text: &str) -> Error {
    Error::new(class::NUMBER_FORMAT, format!("For input string: \"{text}\""))
}

fn floating(method: &str, args: &[Value], kind: &str) -> Result<Option<Value>> {
    let single = kind == "Float";
    let of = |number: f64| if single { Value::Float(number as f32) } else { Value::Double(number) };
    let exact = |value: &Value| {
        if single { coerce::to_float(value).map(f64::from) } else { coerce::to_double(value) }
    };
    Ok(Some(match (method, args) {
        ("valueOf" | "parseFloat" | "parseDouble", [Value::Str(text)]) => {
            let number = if single {
                number::parse_float(text).map(Value::Float)
            } else {
                number::parse_double(text).map(Value::Double)
            };
            number.ok_or_else(|| no_number(text))?
        }
        ("valueOf" | "parseFloat" | "parseDouble", [value]) => of(exact(value)?),
        ("toString", [value]) => Value::str(of(exact(value)?).to_string()),
        ("compare", [a, b]) => order(total_order(exact(a)?, exact(b)?)),
        ("isNaN", [a]) => Value::Bool(exact(a)?.is_nan()),
        ("isInfinite", [a]) => Value::Bool(exact(a)?.is_infinite()),
        ("isFinite", [a]) => Value::Bool(exact(a)?.is_finite()),
        ("max", [a, b]) if !single => of(maximum(exact(a)?, exact(b)?)),
        ("min", [a, b]) if !single => of(-maximum(-exact(a)?, -exact(b)?)),
        ("sum", [a, b]) if !single => of(exact(a)? + exact(b)?),
        _ => return Ok(None),
    }))
}

/// `Double.compare`: NaN above all and equal to itself, 0.0 above -0.0.
fn total_order(a: f64, b: f64) -> std::cmp::Ordering {
    a.partial_cmp(&b).filter(|order| order.is_ne() || a != 0.0).unwrap_or_else(|| {
        let (a, b) = (number::double_bits(a) as i64, number::double_bits(b) as i64);
        a.cmp(&b)
    })
}

/// `Math.max`: NaN if either is, 0.0 above -0.0.
fn maximum(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        return f64::NAN;
    }
    if total_order(a, b).is_ge() { a } else { b }
}

fn character(method: &str, args: &[Value]) -> Result<Option<Value>> {
    let point = |value: &Value| -> Result<u32> {
        Ok(match value {
            Value::Int(point) => *point as u32,
            other => u32::from(coerce::to_char(other)?),
        })
    };
    let test = |test: fn(char) -> bool| match args {
        [value] => Ok(Some(Value::Bool(char::from_u32(point(value)?).is_some_and(test)))),
        _ => Ok(None),
    };
    // Java's one-to-one mapping: characters whose other case has two characters stay.
    let mapped = |value: &Value, map: fn(char) -> Option<char>| -> Result<Value> {
        let unit = coerce::to_char(value)?;
        let other = char::from_u32(u32::from(unit))
            .and_then(map)
            .and_then(|other| u16::try_from(u32::from(other)).ok());
        Ok(Value::Char(other.unwrap_or(unit)))
    };
    Ok(Some(match (method, args) {
        ("valueOf", [value]) => Value::Char(coerce::to_char(value)?),
        ("toString", [value]) => Value::str(Value::Char(coerce::to_char(value)?).to_string()),
        ("compare", [a, b]) => Value::Int(i32::from(coerce::to_char(a)?) - i32::from(coerce::to_char(b)?)),
        ("toUpperCase", [value]) => mapped(value, |char| one(char.to_uppercase()))?,
        ("toLowerCase", [value]) => mapped(value, |char| one(char.to_lowercase()))?,
        ("getNumericValue", [value]) => {
            let digit = char::from_u32(point(value)?).and_then(|char| char.to_digit(36));
            Value::Int(digit.map_or(-1, |digit| digit as i32))
        }
        ("isDigit", _) => return test(is_decimal_digit),
        ("isLetter", _) => return test(char::is_alphabetic),
        ("isAlphabetic", _) => return test(char::is_alphabetic),
        ("isLetterOrDigit", _) => return test(|char| char.is_alphabetic() || is_decimal_digit(char)),
        ("isUpperCase", _) => return test(char::is_uppercase),
        ("isLowerCase", _) => return test(char::is_lowercase),
        ("isWhitespace", _) => return test(methods::utf16::is_whitespace),
        _ => return Ok(None),
    }))
}

fn one(mut chars: impl Iterator<Item = char>) -> Option<char> {
    let first = chars.next();
    if chars.next().is_some() { None } else { first }
}

fn is_decimal_digit(char: char) -> bool {
    char.is_ascii_digit()
        || char.is_numeric()
            && matches!(u32::from(char), 0x0660..=0x0669 | 0x06F0..=0x06F9 | 0x0966..=0x096F | 0xFF10..=0xFF19)
}

fn string(method: &str, args: &[Value]) -> Result<Option<Value>> {
    let text = |value: &Value| if value.is_null() { Ok(Str::from("null")) } else { coerce::to_str(value) };
    Ok(Some(match (method, args) {
        ("valueOf" | "copyValueOf", [value]) => Value::Str(text(value)?),
        ("join", [delimiter, items]) if items.as_object().is_some_and(|items| items.size().is_some()) => {
            let items = items.as_object().and_then(|items| items.clone().iterate());
            let items = items.into_iter().flatten().collect::<Result<Vec<_>>>()?;
            joined(&text(delimiter)?, &items)?
        }
        ("join", [delimiter, items @ ..]) => joined(&text(delimiter)?, items)?,
        _ => return Ok(None),
    }))
}

fn joined(delimiter: &str, items: &[Value]) -> Result<Value> {
    let mut joined = Str::new();
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            joined.push_str(delimiter);
        }
        joined.push_str(if item.is_null() { "null".into() } else { coerce::to_text(item) }.as_ref());
        methods::check_text_length(joined.len())?;
    }
    Ok(Value::Str(joined))
}

/// The type in which Java computes with both: the widest overload that takes them.
enum Both {
    Int(i32, i32),
    Long(i64, i64),
    Float(f32, f32),
    Double(f64, f64),
}

fn both(a: &Value, b: &Value) -> Result<Both> {
    let rank = |value: &Value| match value {
        Value::Byte(_) | Value::Short(_) | Value::Int(_) | Value::Char(_) => 0,
        Value::Long(_) => 1,
        Value::Float(_) => 2,
        Value::Str(text) if !text.contains(['.', 'e', 'E']) => 1,
        _ => 3,
    };
    Ok(match rank(a).max(rank(b)) {
        0 => Both::Int(coerce::to_int(a)?, coerce::to_int(b)?),
        1 => Both::Long(coerce::to_long(a)?, coerce::to_long(b)?),
        2 => Both::Float(coerce::to_float(a)?, coerce::to_float(b)?),
        _ => Both::Double(coerce::to_double(a)?, coerce::to_double(b)?),
    })
}

fn math(method: &str, args: &[Value]) -> Result<Option<Value>> {
    let one = |op: fn(f64) -> f64| match args {
        [a] => Ok(Some(Value::Double(op(coerce::to_double(a)?)))),
        _ => Ok(None),
    };
    let two = |op: fn(f64, f64) -> f64| match args {
        [a, b] => Ok(Some(Value::Double(op(coerce::to_double(a)?, coerce::to_double(b)?)))),
        _ => Ok(None),
    };
    Ok(Some(match (method, args) {
        ("abs", [a]) => match both(a, a)? {
            Both::Int(a, _) => Value::Int(a.wrapping_abs()),
            Both::Long(a, _) => Value::Long(a.wrapping_abs()),
            Both::Float(a, _) => Value::Float(a.abs()),
            Both::Double(a, _) => Value::Double(a.abs()),
        },
        ("max", [a, b]) => match both(a, b)? {
            Both::Int(a, b) => Value::Int(a.max(b)),
            Both::Long(a, b) => Value::Long(a.max(b)),
            Both::Float(a, b) => Value::Float(maximum(a.into(), b.into()) as f32),
            Both::Double(a, b) => Value::Double(maximum(a, b)),
        },
        ("min", [a, b]) => match both(a, b)? {
            Both::Int(a, b) => Value::Int(a.min(b)),
            Both::Long(a, b) => Value::Long(a.min(b)),
            Both::Float(a, b) => Value::Float(-maximum((-a).into(), (-b).into()) as f32),
            Both::Double(a, b) => Value::Double(-maximum(-a, -b)),
        },
        ("round", [Value::Float(a)]) => Value::Int((f64::from(*a) + 0.5).floor() as i32),
        ("round", [a]) => {
            let a = coerce::to_double(a)?;
            // `floor(a + 0.5)` rounds wrongly just below a half.
            Value::Long(if (a - a.floor()) < 0.5 { a.floor() as i64 } else { a.ceil() as i64 })
        }
        ("floorDiv" | "floorMod", [a, b]) => {
            let int = matches!(both(a, b)?, Both::Int(..));
            let (a, b) = (coerce::to_long(a)?, coerce::to_long(b)?);
            if b == 0 {
                return Err(Error::new(class::ARITHMETIC, "division by zero"));
            }
            let remainder = a.wrapping_rem(b);
            let apart = remainder != 0 && (remainder < 0) != (b < 0);
            let result = match method {
                "floorMod" => remainder + if apart { b } else { 0 },
                _ => a.wrapping_div(b) - i64::from(apart),
            };
            if int { Value::Int(result as i32) } else { Value::Long(result) }
        }
        ("random", []) => Value::Double(random()),
        ("ceil", _) => return one(f64::ceil),
        ("floor", _) => return one(f64::floor),
        ("rint", _) => return one(f64::round_ties_even),
        ("sqrt", _) => return one(f64::sqrt),
        ("cbrt", _) => return one(f64::cbrt),
        ("exp", _) => return one(f64::exp),
        ("log", _) => return one(f64::ln),
        ("log10", _) => return one(f64::log10),
        ("sin", _) => return one(f64::sin),
        ("cos", _) => return one(f64::cos),
        ("tan", _) => return one(f64::tan),
        ("asin", _) => return one(f64::asin),
        ("acos", _) => return one(f64::acos),
        ("atan", _) => return one(f64::atan),
        ("toRadians", _) => return one(f64::to_radians),
        ("toDegrees", _) => return one(f64::to_degrees),
        ("signum", _) => return one(|a| if a == 0.0 || a.is_nan() { a } else { a.signum() }),
        ("pow", _) => return two(f64::powf),
        ("atan2", _) => return two(f64::atan2),
        ("hypot", _) => return two(f64::hypot),
        _ => return Ok(None),
    }))
}

/// A number from 0 to below 1: good enough for a banner, not for a key.
fn random() -> f64 {
    use std::hash::BuildHasher;
    // Each of these states is seeded anew by the standard library.
    let bits = std::hash::RandomState::new().hash_one(0u8);
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

fn system(method: &str, args: &[Value]) -> Result<Option<Value>> {
    use std::time::Instant;
    use std::time::SystemTime;
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    Ok(Some(match (method, args) {
        ("currentTimeMillis", []) => {
            let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            Value::Long(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
        }
        ("nanoTime", []) => Value::Long(i64::try_from(START.elapsed().as_nanos()).unwrap_or(i64::MAX)),
        ("lineSeparator", []) => Value::str("\n"),
        ("identityHashCode", [value]) => match value {
            Value::Object(object) => Value::Int(std::sync::Arc::as_ptr(object).cast::<()>() as usize as i32),
            Value::Null => Value::Int(0),
            plain => Value::Int(crate::value::collections::hash_code(plain)),
        },
        _ => return Ok(None),
    }))
}

// Only `equals` of EL knows how an enum compares with its name; kept here for `Objects.equals`.
pub(super) fn java_equals(a: &Value, b: &Value) -> Result<bool> {
    if a.is_null() || b.is_null() { ops::equals(a, b) } else { Ok(a == b) }
}
