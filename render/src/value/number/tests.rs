//! Java's text forms and arithmetic, as tables taken from a JDK where the JDK's own rule is asserted.

use std::cmp::Ordering;

use super::*;

fn double(value: f64) -> String {
    let mut text = String::new();
    write_double(value, &mut text).unwrap();
    text
}

fn float(value: f32) -> String {
    let mut text = String::new();
    write_float(value, &mut text).unwrap();
    text
}

fn decimal(text: &str) -> BigDecimal {
    BigDecimal::parse(text).unwrap_or_else(|| panic!("{text} is no BigDecimal"))
}

#[test]
fn doubles_print_as_java_prints_them() {
    for (value, text) in [
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (1.0, "1.0"),
        (-1.5, "-1.5"),
        (100.0, "100.0"),
        (1234567.0, "1234567.0"),
        (9999999.0, "9999999.0"),
        (9999999.999999998, "9999999.999999998"),
        (1e7, "1.0E7"),
        (12345678.9, "1.23456789E7"),
        (0.001, "0.001"),
        (0.0012345, "0.0012345"),
        (0.000999, "9.99E-4"),
        (1e-5, "1.0E-5"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1.0 / 3.0, "0.3333333333333333"),
        (2.0 / 3.0, "0.6666666666666666"),
        (1e21, "1.0E21"),
        (1e23, "1.0E23"),
        (2e23, "2.0E23"),
        (9.007199254740993e15, "9.007199254740992E15"),
        (f64::MAX, "1.7976931348623157E308"),
        (f64::MIN_POSITIVE, "2.2250738585072014E-308"),
        (f64::from_bits(1), "4.9E-324"),
        (f64::from_bits(2), "9.9E-324"),
        (f64::from_bits(3), "1.5E-323"),
        (f64::from_bits(4), "2.0E-323"),
        (-f64::from_bits(1), "-4.9E-324"),
        (f64::NAN, "NaN"),
        (f64::INFINITY, "Infinity"),
        (f64::NEG_INFINITY, "-Infinity"),
    ] {
        assert_eq!(double(value), text);
    }
}

#[test]
fn floats_print_as_java_prints_them() {
    for (value, text) in [
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (0.1, "0.1"),
        (3.25, "3.25"),
        (19.99, "19.99"),
        (16777216.0, "1.6777216E7"),
        (9999999.0, "9999999.0"),
        (1e7, "1.0E7"),
        (0.001, "0.001"),
        (0.0009, "9.0E-4"),
        (1e10, "1.0E10"),
        (f32::MAX, "3.4028235E38"),
        (f32::MIN_POSITIVE, "1.1754944E-38"),
        (f32::from_bits(1), "1.4E-45"),
        (f32::from_bits(2), "2.8E-45"),
        (f32::NAN, "NaN"),
        (f32::NEG_INFINITY, "-Infinity"),
    ] {
        assert_eq!(float(value), text);
    }
}

#[test]
fn texts_read_as_java_reads_them() {
    for (text, value) in [
        ("1", Some(1.0)),
        (" 1.5\t", Some(1.5)),
        ("+1.", Some(1.0)),
        ("-.5", Some(-0.5)),
        ("1e3", Some(1000.0)),
        ("1E+3f", Some(1000.0)),
        ("2d", Some(2.0)),
        ("1e400", Some(f64::INFINITY)),
        ("-Infinity", Some(f64::NEG_INFINITY)),
        ("+Infinity", Some(f64::INFINITY)),
        ("inf", None),
        ("infinity", None),
        ("nan", None),
        ("", None),
        (" ", None),
        (".", None),
        ("1e", None),
        ("1ff", None),
        ("1,5", None),
        ("0x10", None),
        ("- 1", None),
        ("\u{a0}1", None),
    ] {
        assert_eq!(parse_double(text), value, "{text:?}");
    }
    assert!(parse_double("NaN").is_some_and(f64::is_nan));
    assert_eq!(parse_float("0.1"), Some(0.1));
    for (text, value) in [
        ("12", Some(12)),
        ("+7", Some(7)),
        ("-0", Some(0)),
        ("", None),
        ("-", None),
        ("1.0", None),
        (" 1", None),
    ] {
        assert_eq!(parse_big_integer(text), value.map(BigInt::from), "{text:?}");
    }
    assert_eq!(parse_big_integer(&"9".repeat(MAX_DIGITS as usize + 1)), None);
}

#[test]
fn equality_is_that_of_double_and_float() {
    assert_eq!(double_bits(f64::NAN), double_bits(-f64::NAN));
    assert_ne!(double_bits(0.0), double_bits(-0.0));
    assert_eq!(float_bits(f32::NAN), float_bits(-f32::NAN));
    assert_ne!(float_bits(0.0), float_bits(-0.0));
}

#[test]
fn decimals_print_as_java_prints_them() {
    for (text, printed, plain, scale, precision, hash, long) in DECIMALS {
        let value = decimal(text);
        assert_eq!(value.to_string(), *printed, "{text}");
        assert_eq!(value.to_plain_string().unwrap(), *plain, "{text}");
        assert_eq!(value.scale(), *scale, "{text}");
        assert_eq!(value.precision(), *precision, "{text}");
        assert_eq!(value.hash_code(), *hash, "{text}");
        assert_eq!(value.to_long(), *long, "{text}");
    }
    for bad in
        ["", "-", ".", "1e", "1e+", "e1", "1.2.3", " 1", "1 ", "0x1", "1e99999999999", "1e-2147483648", "--1"]
    {
        assert_eq!(BigDecimal::parse(bad), None, "{bad:?}");
    }
}

/// a, b, rounding, quotient with the scale of a.
#[test]
fn decimals_divide_and_round_as_java() {
    use RoundingMode::*;
    for (a, b, rounding, quotient) in [
        ("10.00", "3", HalfUp, "3.33"),
        ("20.00", "3", HalfUp, "6.67"),
        ("5", "2", HalfUp, "3"),
        ("-5", "2", HalfUp, "-3"),
        ("5", "2", HalfEven, "2"),
        ("7", "2", HalfEven, "4"),
        ("5", "2", HalfDown, "2"),
        ("-5", "2", Floor, "-3"),
        ("-5", "2", Ceiling, "-2"),
        ("5", "-2", Up, "-3"),
        ("5", "-2", Down, "-2"),
        ("1.1", "1000000000000000000000", HalfUp, "0.0"),
        ("1E+3", "7", HalfUp, "0E+3"),
        ("1E+5", "7E+1", HalfUp, "0E+5"),
        ("100", "0.30", HalfUp, "333"),
        ("6", "3", Unnecessary, "2"),
    ] {
        assert_eq!(
            decimal(a).divide(&decimal(b), rounding).unwrap().to_string(),
            quotient,
            "{a} / {b} {rounding:?}"
        );
    }
    assert!(decimal("5").divide(&decimal("2"), Unnecessary).is_err());
    assert_eq!(decimal("1").divide(&decimal("0.00"), HalfUp).unwrap_err().class_name(), class::ARITHMETIC);
    for (text, scale, rounding, rounded) in [
        ("2.345", 2, HalfUp, "2.35"),
        ("2.345", 2, HalfEven, "2.34"),
        ("2.345", 5, HalfUp, "2.34500"),
        ("1234.5", -2, HalfUp, "1.2E+3"),
        ("-0.5", 0, HalfEven, "0"),
    ] {
        assert_eq!(decimal(text).with_scale(scale, rounding).unwrap().to_string(), rounded, "{text}");
    }
}

#[test]
fn decimals_add_multiply_and_strip() {
    let (a, b) = (decimal("1.10"), decimal("-2.055"));
    assert_eq!(a.add(&b).unwrap().to_string(), "-0.955");
    assert_eq!(a.subtract(&b).unwrap().to_string(), "3.155");
    assert_eq!(a.multiply(&b).unwrap().to_string(), "-2.26050");
    assert_eq!(a.negate().to_string(), "-1.10");
    assert_eq!(b.abs().to_string(), "2.055");
    assert_eq!(decimal("100").add(&decimal("1E+3")).unwrap().to_string(), "1100");
    for (text, stripped) in
        [("1.100", "1.1"), ("100", "1E+2"), ("0.000", "0"), ("1", "1"), ("-20.0", "-2E+1")]
    {
        assert_eq!(decimal(text).strip_trailing_zeros().to_string(), stripped);
    }
}

#[test]
fn decimals_compare_by_value_and_equal_by_scale() {
    for (a, b, order) in [
        ("2.0", "2.00", Ordering::Equal),
        ("0", "0E+10", Ordering::Equal),
        ("0.00", "-0.01", Ordering::Greater),
        ("1E+2147483647", "9", Ordering::Greater),
        ("-1E+2147483647", "9", Ordering::Less),
        ("1E-2147483647", "0", Ordering::Greater),
        ("99.9", "100", Ordering::Less),
        ("1E+2", "100.0", Ordering::Equal),
        ("-1E+2", "-100.5", Ordering::Greater),
    ] {
        assert_eq!(decimal(a).compare(&decimal(b)), order, "{a} {b}");
        assert_eq!(decimal(b).compare(&decimal(a)), order.reverse(), "{b} {a}");
    }
    assert_ne!(decimal("2.0"), decimal("2.00"));
    assert_eq!(decimal("2.0"), decimal("20E-1"));
}

#[test]
fn doubles_become_decimals_exactly_or_as_printed() {
    for (value, exact, printed) in [
        (0.0, "0", "0.0"),
        (-0.0, "0", "0.0"),
        (1.0, "1", "1.0"),
        (2.5, "2.5", "2.5"),
        (-0.75, "-0.75", "-0.75"),
        (0.1, "0.1000000000000000055511151231257827021181583404541015625", "0.1"),
        (1e22, "10000000000000000000000", "1.0E+22"),
        (12.0, "12", "12.0"),
    ] {
        assert_eq!(BigDecimal::from_double(value).unwrap().to_string(), exact);
        assert_eq!(BigDecimal::value_of_double(value).unwrap().to_string(), printed);
    }
    assert_eq!(BigDecimal::from_double(f64::NAN), None);
    assert_eq!(BigDecimal::value_of_double(f64::INFINITY), None);
    assert_eq!(BigDecimal::from_double(f64::from_bits(1)).unwrap().precision(), 751);
}

#[test]
fn nobody_gets_all_memory_by_large_exponents() {
    let (huge, tiny, one) = (decimal("1E+2147483647"), decimal("1E-2147483647"), decimal("1"));
    for result in [
        huge.add(&one),
        one.subtract(&tiny),
        huge.multiply(&huge),
        tiny.multiply(&tiny),
        one.divide(&tiny, RoundingMode::HalfUp),
        one.with_scale(i32::MAX, RoundingMode::HalfUp),
        huge.with_scale(0, RoundingMode::HalfUp),
        tiny.with_scale(0, RoundingMode::HalfUp),
    ] {
        assert_eq!(result.unwrap_err().class_name(), class::ARITHMETIC);
    }
    assert!(huge.to_big_integer().is_err());
    assert!(huge.to_plain_string().is_err());
    assert_eq!(tiny.to_big_integer().unwrap(), BigInt::from(0));
    assert_eq!((huge.to_long(), tiny.to_long()), (0, 0));
    assert_eq!((huge.to_double(), tiny.to_double()), (f64::INFINITY, 0.0));
    assert_eq!(huge.to_string(), "1E+2147483647");
    let big = decimal(&"9".repeat(40_000));
    assert!(big.multiply(&big).is_err());
}

proptest::proptest! {
    #[test]
    fn printed_doubles_read_back(bits: u64) {
        let value = f64::from_bits(bits);
        proptest::prop_assert_eq!(parse_double(&double(value)).map(double_bits), Some(double_bits(value)));
    }

    #[test]
    fn printed_floats_read_back(bits: u32) {
        let value = f32::from_bits(bits);
        proptest::prop_assert_eq!(parse_float(&float(value)).map(float_bits), Some(float_bits(value)));
    }

    #[test]
    fn decimals_of_doubles_are_exact(bits: u64) {
        let value = f64::from_bits(bits);
        if let Some(decimal) = BigDecimal::from_double(value) {
            proptest::prop_assert!(decimal.to_double() == value);
        }
    }

    #[test]
    fn printed_decimals_read_back_equal(unscaled: i128, scale: i32) {
        let value = BigDecimal::new(unscaled, scale);
        // A text's exponent and fraction together must make an `int` scale, which holds but at its very edge.
        proptest::prop_assume!(scale.unsigned_abs() < i32::MAX as u32 - 40);
        proptest::prop_assert_eq!(BigDecimal::parse(&value.to_string()), Some(value));
    }

    #[test]
    fn arithmetic_of_decimals_keeps_its_laws(
        a: i64, b: i64, c: i64, scale_a in -30..30_i32, scale_b in -30..30_i32, scale_c in -30..30_i32,
    ) {
        let (a, b, c) = (BigDecimal::new(a, scale_a), BigDecimal::new(b, scale_b), BigDecimal::new(c, scale_c));
        proptest::prop_assert_eq!(a.add(&b).unwrap(), b.add(&a).unwrap());
        proptest::prop_assert_eq!(a.multiply(&b).unwrap(), b.multiply(&a).unwrap());
        let left = a.multiply(&b.add(&c).unwrap()).unwrap();
        let right = a.multiply(&b).unwrap().add(&a.multiply(&c).unwrap()).unwrap();
        proptest::prop_assert_eq!(left.compare(&right), Ordering::Equal);
        proptest::prop_assert_eq!(a.subtract(&b).unwrap().signum(), a.compare(&b) as i32);
        if b.signum() != 0 {
            let quotient = a.divide(&b, RoundingMode::Down).unwrap();
            let rest = a.subtract(&quotient.multiply(&b).unwrap()).unwrap();
            let step = b.multiply(&BigDecimal::new(1, a.scale())).unwrap().abs();
            proptest::prop_assert_eq!(rest.abs().compare(&step), Ordering::Less);
        }
    }
}

/// Text, `toString`, `toPlainString`, scale, precision, `hashCode` and `longValue` as a JDK gives them.
#[rustfmt::skip]
const DECIMALS: &[(&str, &str, &str, i32, u32, i32, i64)] = &[
    ("0", "0", "0", 0, 1, 0, 0),
    ("0.00", "0.00", "0.00", 2, 1, 2, 0),
    ("-0.00", "0.00", "0.00", 2, 1, 2, 0),
    ("0E+3", "0E+3", "0", -3, 1, -3, 0),
    ("0E-7", "0E-7", "0.0000000", 7, 1, 7, 0),
    ("1", "1", "1", 0, 1, 31, 1),
    ("-1", "-1", "-1", 0, 1, -31, -1),
    ("123.45", "123.45", "123.45", 2, 5, 382697, 123),
    ("1E+3", "1E+3", "1000", -3, 1, 28, 1000),
    ("12E+3", "1.2E+4", "12000", -3, 2, 369, 12000),
    ("1.5e10", "1.5E+10", "15000000000", -9, 2, 456, 15000000000),
    ("0.000001", "0.000001", "0.000001", 6, 1, 37, 0),
    ("0.0000001", "1E-7", "0.0000001", 7, 1, 38, 0),
    ("1.23E-7", "1.23E-7", "0.000000123", 9, 3, 3822, 0),
    ("-12.3E-10", "-1.23E-9", "-0.00000000123", 11, 3, -3802, 0),
    ("1234567890123456789012", "1234567890123456789012", "1234567890123456789012", 0, 22, 494185781, -1363962815083169260),
    ("-98765432109876543210.123456789", "-98765432109876543210.123456789", "-98765432109876543210.123456789", 9, 29, -1316663097, -6531711741328785130),
    ("+.5", "0.5", "0.5", 1, 1, 156, 0),
    ("5.", "5", "5", 0, 1, 155, 5),
    ("1e-100", "1E-100", "0.0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001", 100, 1, 131, 0),
    ("9223372036854775808", "9223372036854775808", "9223372036854775808", 0, 19, -2147483648, -9223372036854775808),
    ("-9223372036854775809.9", "-9223372036854775809.9", "-9223372036854775809.9", 1, 20, -149543, 9223372036854775807),
    ("1E+63", "1E+63", "1000000000000000000000000000000000000000000000000000000000000000", -63, 1, -32, -9223372036854775808),
    ("3E+64", "3E+64", "30000000000000000000000000000000000000000000000000000000000000000", -64, 1, 29, 0),
    ("18446744073709551617", "18446744073709551617", "18446744073709551617", 0, 20, 29822, 1),
];
