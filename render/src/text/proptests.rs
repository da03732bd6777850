//! Two ways to one result, and nothing that panics.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::value::BigDecimal;
use crate::value::BigInt;
use crate::value::Value;
use crate::value::number::MAX_DIGITS;
use crate::value::number::RoundingMode;

/// Doubles as pages have them, many of them on or beside a tie, and any others.
fn double() -> impl Strategy<Value = f64> {
    let near = |number: f64, ulps: i64| f64::from_bits(number.to_bits().wrapping_add_signed(ulps));
    prop_oneof![
        any::<f64>(),
        (any::<i32>(), 0..7).prop_map(|(number, scale)| f64::from(number) / 10_f64.powi(scale)),
        (any::<i32>(), 0..10).prop_map(|(number, scale)| f64::from(number) / f64::from(1 << scale)),
        (any::<i32>(), 0..5, -2..=2_i64).prop_map(move |(number, scale, ulps)| near(
            (f64::from(number) + 0.5) / 10_f64.powi(scale),
            ulps
        )),
        (0..40_u32, -2..=2_i64).prop_map(move |(power, ulps)| near(10_f64.powi(power as i32 - 20), ulps)),
        (-1e15..1e15_f64),
    ]
}

proptest! {
    #[test]
    fn the_quick_way_gives_what_the_long_way_gives(
        number in double(),
        pattern in prop::sample::select(vec![
            "#,##0.00", "0", "#.#", "0.000", "#,##0.###", "#,##0.0#;(#)", "0%", "#.##%", "¤0.00",
        ]),
    ) {
        let format = DecimalFormat::with_locale(pattern, &Locale::us()).unwrap();
        let (mut quick, mut long) = (String::new(), String::new());
        format.format_double(number, &mut quick).unwrap();
        let size = (number * f64::from(format.multiplier())).abs();
        format.format_double_by_digits(number.is_sign_negative(), size, &mut long).unwrap();
        prop_assert_eq!(quick, long);
    }

    #[test]
    fn the_exact_value_is_rounded(number in double(), places in 0..=3_u32) {
        prop_assume!(number.abs() < 1e12);
        let mut format = DecimalFormat::with_locale("0", &Locale::us()).unwrap();
        format.set_min_fraction_digits(places);
        let mut out = String::new();
        format.format_double(number, &mut out).unwrap();
        let exact = BigDecimal::from_double(number.abs()).unwrap();
        let rounded = exact.with_scale(places as i32, RoundingMode::HalfEven).unwrap();
        let sign = if number.is_sign_negative() { "-" } else { "" };
        prop_assert_eq!(out, format!("{sign}{}", rounded.to_plain_string().unwrap()));
    }

    #[test]
    fn whole_numbers_are_the_same_in_every_type(number in any::<i64>(), pattern in "#,##0(\\.0{0,5})?|0{1,5}") {
        let format = DecimalFormat::with_locale(&pattern, &Locale::us()).unwrap();
        let text = |value: Value| {
            let mut out = String::new();
            format.format(&value, &mut out).unwrap();
            out
        };
        let expected = text(Value::Long(number));
        prop_assert_eq!(&text(Value::BigInt(Arc::new(BigInt::from(number)))), &expected);
        prop_assert_eq!(&text(Value::BigDecimal(Arc::new(BigDecimal::from(number)))), &expected);
        let plain: String = expected.chars().filter(|c| *c != ',').collect();
        let whole = plain.split('.').next().unwrap();
        prop_assert_eq!(whole.parse::<i64>().unwrap(), number);
    }

    #[test]
    fn no_pattern_setting_or_number_panics(
        pattern in "[#0,.;E'%‰¤x-]{0,12}",
        settings in prop::collection::vec((0..8, prop_oneof![0..9_u32, any::<u32>()]), 0..4),
        number in double(),
        whole in any::<i64>(),
        scale in any::<i32>(),
    ) {
        let Ok(mut format) = DecimalFormat::with_locale(&pattern, &Locale::us()) else { return Ok(()) };
        for (setting, number) in settings {
            match setting {
                0 => format.set_min_integer_digits(number),
                1 => format.set_max_integer_digits(number),
                2 => format.set_min_fraction_digits(number),
                3 => format.set_max_fraction_digits(number),
                4 => format.set_multiplier(number as i32),
                5 => format.set_grouping_size(number as u8),
                6 => format.set_rounding_mode([RoundingMode::Up, RoundingMode::Unnecessary][number as usize % 2]),
                _ => format.set_grouping_used(number % 2 == 0),
            }
        }
        for value in [
            Value::Double(number),
            Value::Long(whole),
            Value::BigInt(Arc::new(BigInt::from(whole).pow(3))),
            Value::BigDecimal(Arc::new(BigDecimal::new(whole, scale))),
        ] {
            let mut out = String::new();
            // An error is an answer, too.
            let _ = format.format(&value, &mut out);
            prop_assert!(out.len() < 4 * MAX_DIGITS as usize);
        }
    }

    #[test]
    fn dates_are_read_as_they_are_written(
        millis in -30_000_000_000_000..250_000_000_000_000_i64,
        zone in prop::sample::select(vec!["UTC", "America/New_York", "Asia/Kathmandu", "GMT-03:30"]),
        tag in prop::sample::select(vec!["en-US", "de", "ja", "ar-EG", "th-TH", "fa", "ru"]),
        pattern in prop::sample::select(vec![
            "yyyy-MM-dd HH:mm:ss.SSS Z", "EEEE, d MMMM y G h:mm:ss.S a XXX", "D yyyy kkmmssSSS Z",
        ]),
        lenient in any::<bool>(),
    ) {
        let locale = Locale::for_language_tag(tag);
        let mut format = SimpleDateFormat::new(pattern, &locale, &TimeZone::of_id(zone)).unwrap();
        format.set_lenient(lenient);
        let mut text = String::new();
        format.format(millis, &mut text);
        let mut position = ParsePosition::default();
        // Offsets have no seconds.
        let whole = TimeZone::of_id(zone).offset_at(millis) % 60_000 == 0;
        if whole {
            prop_assert_eq!(format.parse(&text, &mut position), Some(millis), "{}", &text);
            prop_assert_eq!(position.index, text.len());
        }
    }

    #[test]
    fn no_date_pattern_or_text_panics(
        pattern in "[GyYMLdDFEuwWahHkKmsSzZX :/'-]{0,10}",
        text in "[0-9 :+-]{0,12}|[a-zA-Z0-9٠-٩é :+'-]{0,16}|.{0,8}",
        millis in any::<i64>(),
        lenient in any::<bool>(),
    ) {
        let Ok(mut format) = SimpleDateFormat::new(&pattern, &Locale::us(), &TimeZone::of_id("Europe/Paris")) else {
            return Ok(());
        };
        format.set_lenient(lenient);
        let mut out = String::new();
        format.format(millis, &mut out);
        for text in [&text, &out] {
            let mut position = ParsePosition::default();
            let _ = format.parse(text, &mut position);
            prop_assert!(text.is_char_boundary(position.index.min(text.len())));
            prop_assert!(position.error_index.is_none_or(|at| at <= text.len()));
        }
    }

    #[test]
    fn no_message_choice_or_number_panics(
        pattern in "[{}',0-9a-z #|<-]{0,16}|(.?[{][0-2](,(number|date|time|choice)(,[a-z0-9#|<'.]{0,6})?)?[}]){0,3}",
        text in "[0-9.,E%$€∞()'-]{0,12}|.{0,8}",
        number in any::<f64>(),
    ) {
        let arguments = [Value::Double(number), Value::str(&*text), Value::Null];
        if let Ok(format) = MessageFormat::new(&pattern, &Locale::us(), &TimeZone::gmt()) {
            let mut out = String::new();
            let _ = format.format(&arguments, &mut out);
            let _ = format.parse(&text, &mut ParsePosition::default());
        }
        if let Ok(format) = ChoiceFormat::new(&pattern) {
            let _ = (format.choose(number), format.to_pattern(), format.parse(&text, &mut ParsePosition::default()));
        }
        for (pattern, big, whole) in [("#,##0.##%", false, false), ("¤0.0E0;(0)", true, false), ("0", true, true)] {
            let mut format = DecimalFormat::with_locale(pattern, &Locale::us()).unwrap();
            format.set_parse_big_decimal(big);
            format.set_parse_integer_only(whole);
            let mut position = ParsePosition::default();
            let _ = format.parse(&text, &mut position);
            prop_assert!(text.is_char_boundary(position.index));
        }
    }

    #[test]
    fn no_locale_panics(text in "[a-zA-Z0-9_#-]{0,16}|.{0,8}") {
        let tag = Locale::for_language_tag(&text);
        prop_assert_eq!(Locale::for_language_tag(&tag.to_language_tag()), tag);
        if let Some(locale) = Locale::parse(&text) {
            prop_assert!(!locale.candidates().is_empty());
            let _ = (locale.to_string(), locale.to_language_tag(), Symbols::new(&locale));
        }
    }
}
