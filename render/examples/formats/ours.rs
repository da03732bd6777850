//! The calls made with this crate.

use std::sync::Arc;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::text::ChoiceFormat;
use vespid_render::text::Currency;
use vespid_render::text::DecimalFormat;
use vespid_render::text::Locale;
use vespid_render::text::MessageFormat;
use vespid_render::text::ParsePosition;
use vespid_render::text::SimpleDateFormat;
use vespid_render::text::Style;
use vespid_render::text::TimeZone;
use vespid_render::value::BigDecimal;
use vespid_render::value::BigInt;
use vespid_render::value::JavaDate;
use vespid_render::value::Temporal;
use vespid_render::value::number::RoundingMode;

/// What the call gives, as `Oracle.java` prints it.
pub(crate) fn call(call: &[String]) -> String {
    make(call).unwrap_or_else(|error| {
        let class = error.class_name().rsplit('.').next().unwrap_or("").to_owned();
        format!("!{class}")
    })
}

fn make(call: &[String]) -> Result<String> {
    let locale = Locale::for_language_tag(&call[1]);
    let mut out = String::new();
    match call[0].as_str() {
        "number" => {
            let mut format = decimal(&call[2], &locale)?;
            format.set_rounding_mode(mode(&call[3]));
            format.format(&value(&call[4]), &mut out)?;
        }
        "number-pattern" => out = decimal(&call[2], &locale)?.to_pattern(),
        "parse-number" => {
            let mut format = decimal(&call[2], &locale)?;
            if call[3].contains('i') {
                format.set_parse_integer_only(true);
            }
            format.set_parse_big_decimal(call[3].contains('b'));
            let mut position = ParsePosition::default();
            out = match format.parse(&call[4], &mut position) {
                Some(number) => {
                    let class = number.class_name().unwrap_or("").rsplit('.').next().unwrap_or("");
                    format!("{class} {number} to {}", units(&call[4], position.index))
                }
                None => failed(&call[4], position),
            };
        }
        "date" => date(&call[2], &locale, &call[3])?.format(call[4].parse().unwrap_or(0), &mut out),
        "parse-date" => {
            let mut format = date(&call[2], &locale, &call[3])?;
            format.set_two_digit_year_start(-631_152_000_000);
            format.set_lenient(call[4] == "lenient");
            let mut position = ParsePosition::default();
            out = match format.parse(&call[5], &mut position) {
                Some(millis) => format!("{millis} to {}", units(&call[5], position.index)),
                None => failed(&call[5], position),
            };
        }
        "message" => {
            let arguments: Vec<Value> = call[3..].iter().map(|text| value(text)).collect();
            MessageFormat::new(&call[2], &locale, &TimeZone::of_id("UTC"))?.format(&arguments, &mut out)?;
        }
        "choice" => {
            let Value::Double(number) = value(&call[3]) else {
                return Err(Error::illegal_argument("no double"));
            };
            ChoiceFormat::new(&call[2])?.format(number, &mut out)?;
        }
        "choice-pattern" => out = ChoiceFormat::new(&call[2])?.to_pattern(),
        "zone" => {
            out = TimeZone::of_id(&call[2]).display_name(call[3] == "daylight", call[4] == "long", &locale);
        }
        "symbol" => out.push_str(currency(&call[2])?.symbol(&locale)),
        kind => return Err(Error::illegal_state(kind)),
    }
    Ok(out)
}

fn failed(text: &str, position: ParsePosition) -> String {
    format!("at {}", units(text, position.error_index.unwrap_or(usize::MAX)))
}

/// A position as Java counts it.
fn units(text: &str, at: usize) -> usize {
    text.get(..at).map_or(usize::MAX, |text| text.encode_utf16().count())
}

fn currency(code: &str) -> Result<Currency> {
    Currency::of_code(code).ok_or_else(|| Error::illegal_argument(code))
}

fn decimal(pattern: &str, locale: &Locale) -> Result<DecimalFormat> {
    if let Some(code) = pattern.strip_prefix("@currency ") {
        let mut format = DecimalFormat::currency(locale);
        format.set_currency(currency(code)?);
        return Ok(format);
    }
    Ok(match pattern {
        "@number" => DecimalFormat::number(locale),
        "@integer" => DecimalFormat::integer(locale),
        "@percent" => DecimalFormat::percent(locale),
        "@currency" => DecimalFormat::currency(locale),
        pattern => DecimalFormat::with_locale(pattern, locale)?,
    })
}

fn date(pattern: &str, locale: &Locale, zone: &str) -> Result<SimpleDateFormat> {
    let zone = TimeZone::of_id(zone);
    let style = |at: usize| {
        Some(match pattern.as_bytes()[at] {
            b'0' => Style::Full,
            b'1' => Style::Long,
            b'2' => Style::Medium,
            b'3' => Style::Short,
            _ => return None,
        })
    };
    if !pattern.starts_with('@') {
        return SimpleDateFormat::new(pattern, locale, &zone);
    }
    Ok(match (style(1), style(2)) {
        (Some(date), Some(time)) => SimpleDateFormat::date_time(date, time, locale, &zone),
        (Some(date), None) => SimpleDateFormat::date(date, locale, &zone),
        (None, time) => SimpleDateFormat::time(time.unwrap_or(Style::DEFAULT), locale, &zone),
    })
}

fn mode(name: &str) -> RoundingMode {
    match name {
        "UP" => RoundingMode::Up,
        "DOWN" => RoundingMode::Down,
        "CEILING" => RoundingMode::Ceiling,
        "FLOOR" => RoundingMode::Floor,
        "HALF_UP" => RoundingMode::HalfUp,
        "HALF_DOWN" => RoundingMode::HalfDown,
        "UNNECESSARY" => RoundingMode::Unnecessary,
        _ => RoundingMode::HalfEven,
    }
}

pub(crate) fn value(text: &str) -> Value {
    let rest = text.get(1..).unwrap_or("");
    match text.as_bytes().first() {
        Some(b'l') => Value::Long(rest.parse().unwrap_or(0)),
        Some(b'i') => Value::Int(rest.parse().unwrap_or(0)),
        Some(b'd') => Value::Double(f64::from_bits(u64::from_str_radix(rest, 16).unwrap_or(0))),
        Some(b'b') => {
            BigDecimal::parse(rest).map_or(Value::Null, |number| Value::BigDecimal(Arc::new(number)))
        }
        Some(b'g') => rest.parse::<BigInt>().map_or(Value::Null, |number| Value::BigInt(Arc::new(number))),
        Some(b's') => Value::str(rest),
        Some(b't') => Value::new(Temporal::Date(JavaDate::of_millis(rest.parse().unwrap_or(0)))),
        _ => Value::Null,
    }
}
