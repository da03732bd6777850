//! What `java.text.DecimalFormat` of Java 25 gives, and what is ours alone.

use std::sync::Arc;

use super::*;
use crate::error::class;
use crate::value::BigDecimal;
use crate::value::BigInt;
use crate::value::Value;
use crate::value::number::MAX_DIGITS;
use crate::value::number::RoundingMode;

/// A number of each Java type.
#[derive(Clone, Copy, Debug)]
enum Number {
    /// `double`
    D(f64),
    /// `long`
    L(i64),
    /// `BigDecimal`
    B(&'static str),
    /// `BigInteger`
    I(&'static str),
}

use Number::B;
use Number::D;
use Number::I;
use Number::L;

impl Number {
    fn value(self) -> Value {
        match self {
            D(number) => Value::Double(number),
            L(number) => Value::Long(number),
            B(text) => Value::BigDecimal(Arc::new(BigDecimal::parse(text).unwrap())),
            I(text) => Value::BigInt(Arc::new(text.parse().unwrap())),
        }
    }
}

fn text(format: &DecimalFormat, number: Number) -> String {
    let mut out = String::new();
    format.format(&number.value(), &mut out).unwrap();
    out
}

fn us(pattern: &str) -> DecimalFormat {
    DecimalFormat::with_locale(pattern, &Locale::us()).unwrap()
}

/// By pattern, in `Locale.US`.
#[rustfmt::skip]
const TABLE: &[(&str, &[(Number, &str)])] = &[
    ("#,##0.00", &[
        (D(0.0), "0.00"), (D(-0.0), "-0.00"), (D(1234.5), "1,234.50"), (D(-1234.565), "-1,234.57"),
        (D(0.005), "0.01"), (D(0.015), "0.01"), (D(1.005), "1.00"), (D(2.675), "2.67"),
        (D(999999.995), "999,999.99"), (D(0.125), "0.12"), (D(0.375), "0.38"), (D(-0.001), "-0.00"),
        (D(1.0e15), "1,000,000,000,000,000.00"), (D(1.2345678901234568e17), "123,456,789,012,345,680.00"),
        (D(1.2345678901234568e15), "1,234,567,890,123,456.80"), (D(f64::NAN), "NaN"),
        (D(f64::NEG_INFINITY), "-∞"), (L(0), "0.00"), (L(-7), "-7.00"),
        (L(-9223372036854775808), "-9,223,372,036,854,775,808.00"), (B("0.125"), "0.12"),
        (B("0.135"), "0.14"), (B("-12345678901234567890.125"), "-12,345,678,901,234,567,890.12"),
        (B("1E+3"), "1,000.00"), (I("12345678901234567890123"), "12,345,678,901,234,567,890,123.00"),
    ]),
    ("0", &[
        (D(0.5), "0"), (D(1.5), "2"), (D(2.5), "2"), (D(-0.5), "-0"), (D(1.0e22), "10000000000000000000000"),
        (D(4.9e-324), "0"), (D(1.0e18), "1000000000000000000"), (B("0.5"), "0"), (B("1.5"), "2"),
        (B("2.5000001"), "3"), (L(42), "42"),
    ]),
    ("0.00", &[
        (D(0.045), "0.04"), (D(0.055), "0.06"), (D(9.995), "9.99"), (D(99.995), "100.00"),
        (D(1.005), "1.00"), (B("9.995"), "10.00"), (B("0.005"), "0.00"),
    ]),
    ("#", &[(D(0.0), "0"), (D(0.4), "0"), (D(12.0), "12"), (L(0), "0")]),
    ("#.##", &[(D(0.0), "0"), (D(0.5), "0.5"), (D(0.125), "0.12"), (D(100.0), "100"), (D(-0.25), "-0.25")]),
    (".00", &[(D(0.5), ".50"), (D(12.0), "12.00"), (D(0.0), ".00")]),
    (".##", &[(D(0.0), ".0"), (D(0.5), ".5")]),
    ("#.", &[(D(5.0), "5.")]),
    ("0.", &[(D(5.25), "5.")]),
    ("000", &[(D(7.0), "007"), (L(-7), "-007"), (L(1234), "1234")]),
    ("00.##", &[(D(1.5), "01.5"), (D(0.004), "00")]),
    ("0.###", &[
        (D(5.0e-4), "0.001"), (D(0.0015), "0.002"), (D(1.0625), "1.062"), (D(1.23456), "1.235"), (L(3), "3"),
    ]),
    ("0.0000000000", &[
        (D(0.1), "0.1000000000"), (D(1.0e-10), "0.0000000001"), (D(0.30000000000000004), "0.3000000000"),
    ]),
    ("0.00000000000000000000", &[(D(0.1), "0.10000000000000000000"), (D(1.0e-7), "0.00000010000000000000")]),
    ("#,##0.###############", &[
        (D(0.1), "0.1"), (D(1234.0), "1,234"), (D(3.041592653589793), "3.041592653589793"),
    ]),
    ("#,####.0", &[(D(1.2345678925e8), "1,2345,6789.2"), (L(1), "1.0")]),
    ("#,##,###,####", &[(L(123456789), "1,2345,6789")]),
    ("#,#", &[(L(1234), "1,2,3,4")]),
    ("0,0.0", &[(D(1234.55), "1,2,3,4.5")]),
    ("#,##0%", &[
        (D(0.256), "26%"), (D(0.285), "28%"), (D(-0.005), "-0%"), (L(1), "100%"), (B("0.125"), "12%"),
        (I("100000000000000000000"), "10,000,000,000,000,000,000,000%"),
    ]),
    ("0.0%", &[(D(0.2565), "25.7%"), (D(5.0e-4), "0.1%")]),
    ("0.0‰", &[(D(0.2565), "256.5‰"), (L(2), "2000.0‰")]),
    ("'%'0", &[(D(0.25), "%0")]),
    ("%0", &[(D(0.25), "%25")]),
    ("0.0;(0.0)", &[(D(-5.0), "(5.0)"), (D(5.0), "5.0"), (D(-0.01), "(0.0)"), (D(f64::NEG_INFINITY), "(∞)")]),
    ("#,##0.00;(#)", &[(D(-1234.5), "(1,234.50)")]),
    ("0;0", &[(L(-5), "-5")]),
    ("0;-0", &[(L(-5), "-5")]),
    ("0;", &[(L(-5), "-5")]),
    ("0 'CR';0 'DR'", &[(L(5), "5 CR"), (L(-5), "5 DR")]),
    ("+0;-0", &[(L(5), "+5"), (L(-5), "-5")]),
    ("'#'0", &[(L(12), "#12")]),
    ("''0''", &[(L(5), "'5'")]),
    ("'it''s '0", &[(L(5), "it's 5")]),
    ("0 o''clock", &[(L(5), "5 o'clock")]),
    ("x", &[(D(1.5), "x2")]),
    ("0a0", &[(L(5), "05a")]),
    ("-0", &[(L(5), "-5"), (L(-5), "--5")]),
    ("'-'0", &[(L(-5), "--5")]),
    ("E0", &[(L(1), "E1")]),
    ("¤#,##0.00", &[(D(1234.5), "$1,234.50"), (D(-1234.5), "-$1,234.50")]),
    ("¤¤ 0.00", &[(D(1.5), "USD 1.50")]),
    ("0.00 ¤¤¤", &[(D(1.5), "1.50 USD$")]),
    ("'¤'0", &[(L(1), "¤1")]),
    ("¤0.00;(¤0.00)", &[(D(-1.0), "($1.00)")]),
    ("0.###E0", &[
        (D(0.0), "0E0"), (D(1.0), "1E0"), (D(12347.0), "1.235E4"), (D(1.2345e-4), "1.234E-4"),
        (D(-12.5), "-1.25E1"), (D(f64::INFINITY), "∞"), (L(1234567), "1.235E6"), (B("1.5E-40"), "1.5E-40"),
    ]),
    ("##0.##E0", &[
        (D(12345.0), "12.345E3"), (D(123456.7), "123.46E3"), (D(0.00123), "1.23E-3"), (L(1), "1E0"),
    ]),
    ("00.###E0", &[(D(0.00123), "12.3E-4"), (D(1234.5), "12.345E2")]),
    ("00.00E00", &[(D(0.0), "00.00E00"), (D(1.0e10), "10.00E09")]),
    ("##0.####E0", &[(D(1.2345e-4), "123.45E-6")]),
    ("0E0", &[
        (D(1250.0625), "1E3"), (D(1350.0625), "1E3"), (D(0.25), "2E-1"), (L(15), "2E1"), (L(25), "2E1"),
    ]),
    ("0.0E000", &[(D(1.0e100), "1.0E100"), (D(1.0e-100), "1.0E-100")]),
    ("#,##0E0", &[(D(1.5), "1.5E0")]),
    ("0.E0", &[(D(123.0), "1.E2")]),
    ("0.00E0;x0", &[(D(-5.0), "x5.00E0")]),
    ("", &[(D(1234567.5), "1,234,567.5"), (D(-3.0), "-3"), (D(0.1), ".1"), (L(0), "0")]),
];

#[test]
fn patterns_format_as_in_java() {
    for (pattern, rows) in TABLE {
        let format = us(pattern);
        for (number, expected) in *rows {
            assert_eq!(text(&format, *number), *expected, "{pattern} {number:?}");
        }
    }
}

#[test]
fn locales_have_their_formats() {
    for (locale, number, integer, percent, currency) in [
        (Locale::us(), "-1,234.568", "-1,235", "-123,457%", "-$1,234.57"),
        (Locale::ROOT, "-1,234.568", "-1,235", "-123,457%", "-¤\u{a0}1,234.57"),
        (Locale::new("en", "", ""), "-1,234.568", "-1,235", "-123,457%", "-¤1,234.57"),
        (Locale::new("en", "JP", ""), "-1,234.568", "-1,235", "-123,457%", "-¥1,235"),
        (Locale::new("en", "KW", ""), "-1,234.568", "-1,235", "-123,457%", "-KWD1,234.568"),
        (Locale::new("xx", "CH", ""), "-1,234.568", "-1,235", "-123,457%", "-CHF\u{a0}1,234.57"),
    ] {
        let value = D(-1234.5678);
        assert_eq!(text(&DecimalFormat::number(&locale), value), number, "{locale}");
        assert_eq!(text(&DecimalFormat::integer(&locale), value), integer, "{locale}");
        assert_eq!(text(&DecimalFormat::percent(&locale), value), percent, "{locale}");
        assert_eq!(text(&DecimalFormat::currency(&locale), value), currency, "{locale}");
    }
}

#[test]
fn another_currency_changes_the_sign_and_not_the_digits() {
    let mut format = DecimalFormat::currency(&Locale::us());
    for (code, expected) in [("EUR", "€1.50"), ("JPY", "¥1.50"), ("CHF", "CHF1.50")] {
        format.set_currency(Currency::of_code(code).unwrap());
        assert_eq!(text(&format, D(1.5)), expected);
    }
    format.set_currency_symbol("Fr. ");
    assert_eq!(text(&format, D(-1.5)), "-Fr. 1.50");
    assert_eq!(format.symbols().currency_code, "CHF");
}

#[test]
fn any_symbols_are_used() {
    let mut symbols = Symbols::new(&Locale::us());
    symbols.zero_digit = '\u{660}';
    symbols.decimal_separator = '\u{66b}';
    symbols.grouping_separator = '\u{66c}';
    symbols.monetary_decimal_separator = '!';
    symbols.monetary_grouping_separator = '?';
    symbols.minus = "\u{2212}".into();
    let symbols = Arc::new(symbols);
    for (pattern, number, expected) in [
        ("#,##0.00", -12345.678, "−١٢٬٣٤٥٫٦٨"),
        ("0.0E0", 0.00012, "١٫٢E−٤"),
        ("¤#,##0.00", 12345.678, "$١٢?٣٤٥!٦٨"),
        ("0.000", 0.5, "٠٫٥٠٠"),
    ] {
        assert_eq!(text(&DecimalFormat::new(pattern, &symbols).unwrap(), D(number)), expected, "{pattern}");
        let mut format = us(pattern);
        format.set_symbols(&symbols);
        assert_eq!(text(&format, D(number)), expected, "{pattern}");
    }
}

#[test]
fn limits_push_each_other_and_cut_digits() {
    let mut format = us("0.00");
    format.set_max_integer_digits(0);
    assert_eq!((text(&format, D(123.456)).as_str(), format.min_integer_digits()), (".46", 0));
    format.set_max_integer_digits(2);
    assert_eq!(text(&format, L(1234)), "34.00");
    format.set_min_integer_digits(5);
    assert_eq!((text(&format, L(12)).as_str(), format.max_integer_digits()), ("00012.00", 5));
    format.set_max_fraction_digits(1);
    assert_eq!((text(&format, D(0.25)).as_str(), format.min_fraction_digits()), ("00000.2", 1));
    format.set_min_fraction_digits(4);
    assert_eq!((text(&format, D(0.25)).as_str(), format.max_fraction_digits()), ("00000.2500", 4));
}

#[test]
fn grouping_and_point_can_be_set() {
    let mut format = us("#,##0.00");
    format.set_grouping_size(0);
    assert_eq!(text(&format, L(12345)), "12345.00");
    format.set_grouping_size(4);
    assert_eq!(text(&format, D(123_456_789.125)), "1,2345,6789.12");
    format.set_grouping_used(false);
    format.set_max_fraction_digits(0);
    format.set_decimal_separator_always_shown(true);
    assert_eq!(text(&format, L(12345)), "12345.");
}

#[test]
fn affixes_can_be_set() {
    let mut format = us("0");
    format.set_positive_prefix("+%¤'");
    format.set_positive_suffix(" up");
    format.set_negative_prefix("minus ");
    format.set_negative_suffix(" down");
    assert_eq!((text(&format, L(1)).as_str(), text(&format, L(-1)).as_str()), ("+%¤'1 up", "minus 1 down"));
    assert_eq!((format.positive_prefix(), format.negative_suffix()), ("+%¤'", " down"));
}

/// What `toPattern` of Java 25 says.
#[test]
fn patterns_are_told() {
    for (pattern, told) in [
        ("0", "#0"),
        ("#,##0.00", "#,##0.00"),
        ("#,##,##0.0#;(#)", "#,##0.0#;(#,##0.0#)"),
        ("00.###E00", "00.###E00"),
        ("##0.##E0", "##0.##E0"),
        ("'#'0' it''s'%", "'#'#0 it''s%"),
        ("¤¤ 0.;-¤ 0", "¤¤ #0.;-¤ #0."),
        ("0;-0", "#0"),
        ("#,####", "#,####"),
    ] {
        assert_eq!(us(pattern).to_pattern(), told, "{pattern}");
    }
}

#[test]
fn multipliers_may_be_odd() {
    let mut format = us("0.00");
    format.set_multiplier(-1);
    for (number, expected) in [
        (D(1.5), "-1.50"),
        (D(-1.5), "1.50"),
        (D(0.0), "-0.00"),
        (D(f64::INFINITY), "-∞"),
        (L(0), "0.00"),
        (L(5), "-5.00"),
        (L(i64::MIN), "9223372036854775808.00"),
        (B("-2"), "2.00"),
    ] {
        assert_eq!(text(&format, number), expected, "{number:?}");
    }
    format.set_multiplier(0);
    for (number, expected) in [
        (D(1.5), "0.00"),
        (D(-1.5), "-0.00"),
        (D(f64::INFINITY), "NaN"),
        (L(-7), "0.00"),
        (L(i64::MIN), "0.00"),
    ] {
        assert_eq!(text(&format, number), expected, "{number:?}");
    }
}

/// Of a `double` it is the exact value that is rounded, of a `BigDecimal` what it looks like.
#[test]
fn rounding_modes_are_those_of_java() {
    use RoundingMode::Ceiling;
    use RoundingMode::Down;
    use RoundingMode::Floor;
    use RoundingMode::HalfDown;
    use RoundingMode::HalfEven;
    use RoundingMode::HalfUp;
    use RoundingMode::Up;
    let rows = [
        (Up, ["0.0", "0.1", "0.1", "-0.0", "1.3", "10.0", "0.1"]),
        (Down, ["0.0", "0.0", "0.0", "-0.0", "1.2", "9.9", "0.0"]),
        (Ceiling, ["0.0", "0.1", "0.1", "-0.0", "1.3", "10.0", "0.1"]),
        (Floor, ["0.0", "0.0", "0.0", "-0.0", "1.2", "9.9", "0.0"]),
        (HalfUp, ["0.0", "0.0", "0.1", "-0.0", "1.3", "10.0", "0.1"]),
        (HalfDown, ["0.0", "0.0", "0.1", "-0.0", "1.2", "10.0", "0.0"]),
        (HalfEven, ["0.0", "0.0", "0.1", "-0.0", "1.2", "10.0", "0.0"]),
    ];
    let numbers = [D(0.001), D(0.04), D(0.05), D(-0.001), D(1.25), D(9.99), B("0.05")];
    let mut format = us("0.0");
    for (mode, row) in rows {
        format.set_rounding_mode(mode);
        for (number, expected) in numbers.into_iter().zip(row) {
            assert_eq!(text(&format, number), expected, "{mode:?} {number:?}");
        }
    }
    format.set_rounding_mode(RoundingMode::Unnecessary);
    assert_eq!(text(&format, D(0.5)), "0.5");
    let mut out = String::from("kept");
    let error = format.format(&Value::Double(0.25), &mut out).unwrap_err();
    assert_eq!((error.class_name().as_str(), out.as_str()), (class::ARITHMETIC, "kept"));
}

#[test]
fn small_numbers_of_other_types_are_widened() {
    let format = us("#,##0.##");
    for (value, expected) in [
        (Value::Byte(-8), "-8"),
        (Value::Short(1234), "1,234"),
        (Value::Int(i32::MIN), "-2,147,483,648"),
        // As a double this is 0.10000000149…
        (Value::Float(0.1), "0.1"),
        (Value::BigInt(Arc::new(BigInt::from(7))), "7"),
    ] {
        let mut out = String::new();
        format.format(&value, &mut out).unwrap();
        assert_eq!(out, expected, "{value:?}");
    }
}

#[test]
fn what_is_no_number_is_refused() {
    let format = us("0");
    for (value, named) in [
        (Value::Null, "null"),
        (Value::str("1"), "java.lang.String"),
        (Value::Char(49), "java.lang.Character"),
    ] {
        let mut out = String::new();
        let error = format.format(&value, &mut out).unwrap_err();
        assert_eq!((error.class_name().as_str(), out.as_str()), (class::ILLEGAL_ARGUMENT, ""));
        assert!(error.to_string().contains(named), "{error}");
    }
}

#[test]
fn nobody_gets_millions_of_zeros() {
    let mut format = us("#,##0.00");
    let mut out = String::new();
    let error = format.format(&B("1E+1000000000").value(), &mut out).unwrap_err();
    assert_eq!((error.class_name().as_str(), out.as_str()), (class::ARITHMETIC, ""));
    assert_eq!(text(&format, B("1E-1000000000")), "0.00");

    format.set_min_integer_digits(u32::MAX);
    format.set_min_fraction_digits(u32::MAX);
    format.set_grouping_used(false);
    // A double has 309 digits before and 340 behind the point, as in Java.
    assert_eq!((text(&format, D(1.5)).len(), text(&format, L(1)).len()), (650, 650));
    assert_eq!(text(&format, B("1.5")).len(), 2 * MAX_DIGITS as usize + 1);

    let mut format = us("##0.00E0");
    format.set_max_integer_digits(u32::MAX);
    assert!(text(&format, B("1E+1000000000")).len() <= MAX_DIGITS as usize + 20);
}

#[test]
fn malformed_patterns_say_why() {
    for (pattern, why) in [
        ("0%%", "more than one %"),
        ("0.0.0", "more than one decimal point"),
        ("#0#", "a # may not"),
        ("#,", "no digit follows"),
        ("0'", "not closed"),
        (";0", "a ; may only"),
        ("0;0;0", "a ; may only"),
        ("0;'x", "not closed"),
        ("0E", "an exponent needs"),
        (".E0", "an exponent needs"),
        ("0E0.E0", "more than one exponent"),
        ("0.#0", "a 0 may not follow"),
        ("##.#0", "the decimal point must"),
    ] {
        let error = DecimalFormat::with_locale(pattern, &Locale::us()).expect_err(pattern);
        assert!(error.to_string().contains(why), "{error}");
        assert_eq!(crate::Error::from(error).class_name(), class::ILLEGAL_ARGUMENT);
    }
}
