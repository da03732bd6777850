//! EL's conversion tables row by row: value, target type, result.

use std::any::Any;
use std::cmp::Ordering;
use std::sync::LazyLock;

use super::*;
use crate::error::class;
use crate::value::Class;
use crate::value::MapView;
use crate::value::Object;
use crate::value::Set;

/// A constant of an enum `test.Suit`, with a `toString` that differs from its name.
pub(crate) struct Suit(pub(crate) &'static str, pub(crate) i64);

impl Object for Suit {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("test.Suit", &["java.lang.Enum", "java.lang.Comparable"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn call(&self, method: &str, _: &[Value]) -> Result<Option<Value>> {
        Ok((method == "name").then(|| Value::str(self.0)))
    }

    fn compare(&self, other: &Value) -> Option<Ordering> {
        Some(self.1.cmp(&other.downcast_ref::<Suit>()?.1))
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<Suit>().is_some_and(|other| other.1 == self.1)
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "suit of {}", self.0)
    }
}

/// An object that can do nothing but say a text.
pub(crate) struct Plain(pub(crate) &'static str);

impl Object for Plain {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("test.Plain", &["test.Base"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(self.0)
    }
}

pub(crate) fn big(text: &str) -> Value {
    Value::BigInt(Arc::new(number::parse_big_integer(text).unwrap()))
}

pub(crate) fn decimal(text: &str) -> Value {
    Value::BigDecimal(Arc::new(BigDecimal::parse(text).unwrap()))
}

fn text(value: &str) -> Value {
    Value::str(value)
}

/// What `rows` say, for each type in `types`.
#[track_caller]
fn check(types: &[&str], rows: &[(Value, Value)]) {
    for java_type in types {
        for (value, expected) in rows {
            match coerce(value.clone(), java_type) {
                Ok(result) => assert!(result == *expected, "{value:?} to {java_type}: {result:?}"),
                Err(error) => panic!("{value:?} to {java_type}: {error}"),
            }
        }
    }
}

#[track_caller]
fn check_refused(types: &[&str], values: &[Value]) {
    for java_type in types {
        for value in values {
            let Err(error) = coerce(value.clone(), java_type) else {
                panic!("{value:?} to {java_type} is taken")
            };
            assert_eq!(error.class_name(), class::EL, "{value:?} to {java_type}");
            assert!(error.message().contains(java_type), "{error}");
        }
    }
}

#[test]
fn to_string() {
    check(
        &["java.lang.String", "String"],
        &[
            (Value::Null, text("")),
            (text("a"), text("a")),
            (Value::Bool(true), text("true")),
            (Value::Byte(-1), text("-1")),
            (Value::Int(42), text("42")),
            (Value::Float(5.5), text("5.5")),
            (Value::Double(6.0), text("6.0")),
            (Value::Char(u16::from(b'c')), text("c")),
            (decimal("1.50"), text("1.50")),
            (Value::new(Suit("Spade", 0)), text("Spade")),
            (Value::new(Plain("it")), text("it")),
            (Value::list([Value::Int(1), Value::Null]), text("[1, null]")),
        ],
    );
}

#[test]
fn null_and_empty_to_numbers() {
    for (primitive, boxed, zero) in [
        ("byte", "java.lang.Byte", Value::Byte(0)),
        ("short", "java.lang.Short", Value::Short(0)),
        ("int", "java.lang.Integer", Value::Int(0)),
        ("long", "java.lang.Long", Value::Long(0)),
        ("float", "java.lang.Float", Value::Float(0.0)),
        ("double", "java.lang.Double", Value::Double(0.0)),
    ] {
        check(&[primitive], &[(Value::Null, zero.clone()), (text(""), zero.clone())]);
        check(&[boxed], &[(Value::Null, Value::Null), (text(""), zero)]);
    }
    check(&["java.math.BigInteger"], &[(Value::Null, Value::Null), (text(""), big("0"))]);
    check(&["java.math.BigDecimal"], &[(Value::Null, Value::Null), (text(""), decimal("0"))]);
    check(&["java.lang.Number"], &[(Value::Null, Value::Null), (text(""), Value::Long(0))]);
}

#[test]
fn numbers_to_whole_numbers() {
    // Value, and what it is as byte, short, int and long: a JDK's `byteValue()` and so on.
    for (value, byte, short, int, long) in [
        (Value::Byte(-7), -7, -7, -7, -7),
        (Value::Short(300), 44, 300, 300, 300),
        (Value::Int(70_000), 112, 4464, 70_000, 70_000),
        (Value::Long(-1), -1, -1, -1, -1),
        (Value::Long(1 << 40), 0, 0, 0, 1 << 40),
        (Value::Float(-1.9), -1, -1, -1, -1),
        (Value::Float(3e9), -1, -1, i32::MAX, 3_000_000_000),
        (Value::Double(2.9), 2, 2, 2, 2),
        (Value::Double(300.7), 44, 300, 300, 300),
        (Value::Double(1e20), -1, -1, i32::MAX, i64::MAX),
        (Value::Double(-1e20), 0, 0, i32::MIN, i64::MIN),
        (Value::Double(f64::NAN), 0, 0, 0, 0),
        (Value::Char(u16::from(b'A')), 65, 65, 65, 65),
        (Value::Char(0xffff), -1, -1, -1, -1),
        (big("18446744073709551615"), -1, -1, -1, -1),
        (big("-18446744073709551617"), -1, -1, -1, -1),
        (big("4294967297"), 1, 1, 1, 4_294_967_297),
        (decimal("-1.99"), -1, -1, -1, -1),
        (decimal("4294967297.5"), 1, 1, 1, 4_294_967_297),
        (text("7"), 7, 7, 7, 7),
        (text("-7"), -7, -7, -7, -7),
        (text("+7"), 7, 7, 7, 7),
    ] {
        let row = |result| [(value.clone(), result)];
        check(&["byte", "java.lang.Byte"], &row(Value::Byte(byte)));
        check(&["short", "java.lang.Short"], &row(Value::Short(short)));
        check(&["int", "java.lang.Integer"], &row(Value::Int(int)));
        check(&["long", "java.lang.Long"], &row(Value::Long(long)));
    }
}

#[test]
fn numbers_to_fractions() {
    check(
        &["double", "java.lang.Double"],
        &[
            (Value::Int(3), Value::Double(3.0)),
            (Value::Long(i64::MAX), Value::Double(9.223_372_036_854_776e18)),
            (Value::Float(0.1), Value::Double(0.100_000_001_490_116_12)),
            (Value::Char(u16::from(b'A')), Value::Double(65.0)),
            (big("100000000000000000000"), Value::Double(1e20)),
            (big(&"9".repeat(400)), Value::Double(f64::INFINITY)),
            (decimal("1E-400"), Value::Double(0.0)),
            (decimal("0.1"), Value::Double(0.1)),
            (decimal("123456789012345678901234567890.5"), Value::Double(1.234_567_890_123_456_8e29)),
            (text(" 1.5 "), Value::Double(1.5)),
            (text("1e3"), Value::Double(1000.0)),
            (text("NaN"), Value::Double(f64::NAN)),
        ],
    );
    check(
        &["float", "java.lang.Float"],
        &[
            (Value::Int(16_777_217), Value::Float(16_777_216.0)),
            (Value::Long(i64::MAX), Value::Float(9.223_372e18)),
            (Value::Double(0.1), Value::Float(0.1)),
            (Value::Double(1e300), Value::Float(f32::INFINITY)),
            (decimal("0.1"), Value::Float(0.1)),
            (text("0.1"), Value::Float(0.1)),
        ],
    );
}

#[test]
fn numbers_to_big_numbers() {
    check(
        &["java.math.BigInteger"],
        &[
            (Value::Int(3), big("3")),
            (Value::Double(2.9), big("2")),
            (Value::Double(1e30), big("9223372036854775807")),
            (decimal("123456789012345678901234567890.9"), big("123456789012345678901234567890")),
            (decimal("1E+3"), big("1000")),
            (text("123456789012345678901234567890"), big("123456789012345678901234567890")),
            (big("5"), big("5")),
        ],
    );
    check(
        &["java.math.BigDecimal"],
        &[
            (Value::Int(3), decimal("3")),
            // By way of `double`, as the specification has it.
            (Value::Long(9_007_199_254_740_993), decimal("9007199254740992")),
            (Value::Double(0.1), decimal("0.1000000000000000055511151231257827021181583404541015625")),
            (big("9007199254740993"), decimal("9007199254740993")),
            (text("1.50"), decimal("1.50")),
            (text("1E3"), decimal("1E+3")),
        ],
    );
    check(
        &["java.lang.Number"],
        &[
            (Value::Int(3), Value::Int(3)),
            (decimal("3.0"), decimal("3.0")),
            (Value::Char(u16::from(b'A')), Value::Short(65)),
        ],
    );
}

#[test]
fn what_is_no_number() {
    let object = Value::new(Plain("1"));
    let bad = [Value::Bool(true), object, text("x"), text("1,5"), Value::new(Suit("Spade", 0))];
    check_refused(
        &[
            "byte",
            "short",
            "int",
            "long",
            "float",
            "double",
            "java.math.BigInteger",
            "java.math.BigDecimal",
            "java.lang.Number",
        ],
        &bad,
    );
    check_refused(
        &["int", "long", "java.math.BigInteger"],
        &[text("1.5"), text(" 1"), text("1L"), text("-")],
    );
    check_refused(&["byte"], &[text("128")]);
    check_refused(&["int"], &[text("2147483648")]);
    check_refused(
        &["java.math.BigDecimal"],
        &[Value::Double(f64::NAN), Value::Double(f64::INFINITY), text(" 1")],
    );
}

#[test]
fn to_characters() {
    let char = |c: char| Value::Char(c as u16);
    check(
        &["char", "java.lang.Character"],
        &[
            (text(""), Value::Char(0)),
            (text("abc"), char('a')),
            (text("😀"), Value::Char(0xd83d)),
            (char('x'), char('x')),
            (Value::Int(65), char('A')),
            (Value::Int(65 + 65_536), char('A')),
            (Value::Double(65.9), char('A')),
            (Value::Byte(-1), Value::Char(0xffff)),
            (decimal("65.9"), char('A')),
        ],
    );
    check(&["char"], &[(Value::Null, Value::Char(0))]);
    check(&["java.lang.Character"], &[(Value::Null, Value::Null)]);
    check_refused(&["char"], &[Value::Bool(true), Value::new(Plain("a"))]);
}

#[test]
fn to_booleans() {
    check(
        &["boolean", "java.lang.Boolean"],
        &[
            (text(""), Value::Bool(false)),
            (text("true"), Value::Bool(true)),
            (text("TrUe"), Value::Bool(true)),
            (text("yes"), Value::Bool(false)),
            (text(" true"), Value::Bool(false)),
            (Value::Bool(true), Value::Bool(true)),
        ],
    );
    check(&["boolean"], &[(Value::Null, Value::Bool(false))]);
    check(&["java.lang.Boolean"], &[(Value::Null, Value::Null)]);
    check_refused(
        &["boolean"],
        &[Value::Int(1), Value::Double(0.0), Value::Char(1), decimal("1"), Value::new(Plain("true"))],
    );
}

#[test]
fn to_other_classes() {
    let plain = Value::new(Plain("x"));
    for java_type in ["test.Plain", "test.Base", "java.lang.Object"] {
        check(&[java_type], &[(plain.clone(), plain.clone()), (Value::Null, Value::Null)]);
    }
    let list = Value::list([]);
    check(&["java.util.List", "java.util.Collection"], &[(list.clone(), list), (text(""), Value::Null)]);
    check(&["java.lang.CharSequence", "java.lang.Comparable"], &[(text("a"), text("a"))]);
    check(&["java.lang.Object"], &[(text(""), text("")), (Value::Int(1), Value::Int(1))]);
    check_refused(&["test.Suit", "java.util.List"], &[plain, text("x"), Value::Int(1)]);

    let empty = coerce(Value::new(Set::new()), "java.util.Map").unwrap();
    assert!(empty.as_object().is_some_and(|object| object.as_map().is_some_and(MapView::is_empty)));
    check_refused(&["java.util.Map"], &[Value::new(Set::from_iter([Value::Int(1)]))]);
}

#[test]
fn type_tags_keep_their_names() {
    for name in [
        "java.lang.Object",
        "java.lang.String",
        "boolean",
        "java.lang.Boolean",
        "char",
        "java.lang.Character",
        "byte",
        "short",
        "int",
        "long",
        "float",
        "double",
        "java.lang.Byte",
        "java.lang.Short",
        "java.lang.Integer",
        "java.lang.Long",
        "java.lang.Float",
        "java.lang.Double",
        "java.math.BigInteger",
        "java.math.BigDecimal",
        "java.lang.Number",
        "java.util.Map",
        "test.Suit",
    ] {
        assert_eq!(TypeTag::parse(name).name(), name);
    }
    assert_eq!(TypeTag::parse(" Integer "), TypeTag::BoxedNumber(NumberKind::Int));
}

#[test]
fn el_prints_null_as_nothing_and_enums_by_name() {
    for (value, printed) in [
        (Value::Null, ""),
        (Value::Double(1e10), "1.0E10"),
        (Value::new(Suit("Heart", 1)), "Heart"),
        (Value::new(Plain("p")), "p"),
    ] {
        let mut out = String::new();
        write_el_text(&value, &mut out).unwrap();
        assert_eq!(out, printed);
        assert_eq!(to_text(&value), printed);
        assert_eq!(to_str(&value).unwrap(), printed);
    }
}

#[test]
fn messages_shorten_long_texts() {
    let error = coerce(text(&"ä".repeat(1000)), "int").unwrap_err();
    assert!(error.message().chars().count() < 100, "{error}");
}

proptest::proptest! {
    /// A number's text, coerced to the number's type, is the number.
    #[test]
    fn numbers_survive_their_text(long: i64, int: i32, double: f64, float: f32, unscaled: i64, scale in -100..100_i32) {
        let decimal = Value::BigDecimal(Arc::new(BigDecimal::new(unscaled, scale)));
        let big = Value::BigInt(Arc::new(BigInt::from(long) * int));
        for value in [Value::Long(long), Value::Int(int), Value::Double(double), Value::Float(float), decimal, big] {
            let class = value.class_name().unwrap_or_default().to_owned();
            let text = coerce(value.clone(), "java.lang.String").unwrap();
            proptest::prop_assert_eq!(coerce(text, &class).unwrap(), value);
        }
    }

    /// The nearest fraction, as reading the digits gives it.
    #[test]
    fn big_numbers_round_to_the_nearest_fraction(a: i128, b: i64, scale in -20..60_i32) {
        let value = BigInt::from(a) * b;
        let digits = format!("{value}e{}", -scale);
        let decimal = Value::BigDecimal(Arc::new(BigDecimal::new(value.clone(), scale)));
        proptest::prop_assert_eq!(Ok(to_double(&decimal).unwrap()), digits.parse());
        proptest::prop_assert_eq!(Ok(to_float(&decimal).unwrap()), digits.parse());
        let whole = value.to_string();
        let value = Value::BigInt(Arc::new(value));
        proptest::prop_assert_eq!(Ok(to_double(&value).unwrap()), whole.parse());
        proptest::prop_assert_eq!(Ok(to_float(&value).unwrap()), whole.parse());
    }

    /// Widening and coming back loses nothing.
    #[test]
    fn whole_numbers_survive_widening(byte: i8, short: i16, int: i32) {
        for value in [Value::Byte(byte), Value::Short(short), Value::Int(int)] {
            let class = value.class_name().unwrap_or_default().to_owned();
            for wide in ["long", "double", "java.math.BigInteger", "java.math.BigDecimal", "java.lang.String"] {
                let widened = coerce(value.clone(), wide).unwrap();
                proptest::prop_assert_eq!(coerce(widened, &class).unwrap(), value.clone());
            }
        }
    }
}
