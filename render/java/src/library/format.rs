//! `String.format` (`java.util.Formatter`).

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::coerce;

use super::MAX_TEXT_BYTES;
use crate::vm::Cx;

#[derive(Default)]
struct Spec {
    left: bool,
    zero: bool,
    plus: bool,
    space: bool,
    group: bool,
    paren: bool,
    alternate: bool,
    width: usize,
    precision: Option<usize>,
}

/// The text of a format with its arguments.
///
/// # Errors
/// `IllegalFormatException` and its kin.
pub(super) fn format(cx: &mut Cx<'_, '_>, pattern: &str, args: &[Value]) -> Result<String> {
    let mut out = String::with_capacity(pattern.len() + 16);
    let mut chars = pattern.chars().peekable();
    let mut next_arg = 0;
    let mut last_arg = 0;
    while let Some(char) = chars.next() {
        if char != '%' {
            out.push(char);
            continue;
        }
        let mut spec = Spec::default();
        let mut number = String::new();
        let mut explicit = None;
        loop {
            match chars.peek() {
                Some('-') => spec.left = true,
                Some('0') if number.is_empty() => spec.zero = true,
                Some('+') => spec.plus = true,
                Some(' ') => spec.space = true,
                Some(',') => spec.group = true,
                Some('(') => spec.paren = true,
                Some('#') => spec.alternate = true,
                Some('<') => explicit = Some(last_arg),
                Some(digit) if digit.is_ascii_digit() => number.push(*digit),
                Some('$') => {
                    explicit =
                        std::mem::take(&mut number).parse::<usize>().ok().and_then(|n| n.checked_sub(1));
                }
                _ => break,
            }
            chars.next();
        }
        spec.width = number.parse().unwrap_or(0).min(1 << 16);
        if chars.peek() == Some(&'.') {
            chars.next();
            let digits: String = std::iter::from_fn(|| chars.next_if(char::is_ascii_digit)).collect();
            spec.precision = Some(digits.parse::<usize>().unwrap_or(0).min(1 << 10));
        }
        let Some(conversion) = chars.next() else {
            return Err(unknown("%"));
        };
        match conversion {
            '%' => {
                pad(&mut out, "%", &spec);
                continue;
            }
            'n' => {
                out.push('\n');
                continue;
            }
            _ => {}
        }
        let index = explicit.unwrap_or_else(|| {
            next_arg += 1;
            next_arg - 1
        });
        last_arg = index;
        let Some(arg) = args.get(index) else {
            return Err(Error::new(
                "java.util.MissingFormatArgumentException",
                format!("Format specifier '%{conversion}'"),
            ));
        };
        let text = one(cx, conversion, &spec, arg)?;
        let upper = conversion.is_ascii_uppercase();
        let text = if upper { text.to_uppercase() } else { text };
        pad(&mut out, &text, &spec);
        if out.len() > MAX_TEXT_BYTES {
            return Err(super::too_long(out.len()));
        }
    }
    Ok(out)
}

fn one(cx: &mut Cx<'_, '_>, conversion: char, spec: &Spec, arg: &Value) -> Result<String> {
    let mismatch = || {
        let class = arg.class_name().unwrap_or("null");
        Error::new("java.util.IllegalFormatConversionException", format!("{conversion} != {class}"))
            .with_supers([
                "java.lang.IllegalArgumentException".into(),
                "java.lang.RuntimeException".into(),
                "java.lang.Exception".into(),
                "java.lang.Throwable".into(),
            ])
    };
    let cut = |text: String| match spec.precision {
        Some(precision) => text.chars().take(precision).collect(),
        None => text,
    };
    Ok(match conversion.to_ascii_lowercase() {
        's' => cut(super::text(cx, arg)?.to_string()),
        'b' => cut(match arg {
            Value::Null => "false".into(),
            Value::Bool(value) => value.to_string(),
            _ => "true".into(),
        }),
        _ if arg.is_null() => "null".into(),
        'c' => match arg {
            Value::Char(_) => arg.to_string(),
            Value::Int(point) => char::from_u32(*point as u32).ok_or_else(mismatch)?.to_string(),
            _ => return Err(mismatch()),
        },
        'd' => {
            if !matches!(
                arg,
                Value::Byte(_) | Value::Short(_) | Value::Int(_) | Value::Long(_) | Value::BigInt(_)
            ) {
                return Err(mismatch());
            }
            let text = arg.to_string();
            let (negative, digits) = match text.strip_prefix('-') {
                Some(digits) => (true, digits),
                None => (false, text.as_str()),
            };
            signed(negative, &grouped(digits, spec.group), spec)
        }
        'x' | 'o' => {
            let hex = conversion.eq_ignore_ascii_case(&'x');
            let text = match (arg, hex) {
                (Value::Byte(value), true) => format!("{value:x}"),
                (Value::Short(value), true) => format!("{value:x}"),
                (Value::Int(value), true) => format!("{value:x}"),
                (Value::Long(value), true) => format!("{value:x}"),
                (Value::Byte(value), false) => format!("{value:o}"),
                (Value::Short(value), false) => format!("{value:o}"),
                (Value::Int(value), false) => format!("{value:o}"),
                (Value::Long(value), false) => format!("{value:o}"),
                _ => return Err(mismatch()),
            };
            let text = if spec.alternate { format!("{}{text}", if hex { "0x" } else { "0" }) } else { text };
            zeros(text, spec)
        }
        'f' | 'e' | 'g' => {
            let number = match arg {
                Value::Float(_) | Value::Double(_) | Value::BigDecimal(_) => arg,
                _ => return Err(mismatch()),
            };
            let value = coerce::to_double(number)?;
            if !value.is_finite() {
                return Ok(if value.is_nan() { "NaN".into() } else { signed(value < 0.0, "Infinity", spec) });
            }
            let precision = spec.precision.unwrap_or(6);
            let negative = value < 0.0 || (value == 0.0 && value.is_sign_negative());
            let digits = match conversion.to_ascii_lowercase() {
                'e' => exponent(value.abs(), precision),
                'g' if value != 0.0 && !(1e-4..10f64.powi(precision as i32)).contains(&value.abs()) => {
                    exponent(value.abs(), precision.saturating_sub(1))
                }
                'g' => {
                    let whole =
                        if value == 0.0 { 1 } else { (value.abs().log10().floor() as i32 + 1).max(1) };
                    rounded(number, (precision as i32 - whole).max(0) as usize)
                }
                _ => rounded(number, precision),
            };
            let digits = match digits.split_once('.') {
                Some((whole, fraction)) => format!("{}.{fraction}", grouped(whole, spec.group)),
                None => grouped(&digits, spec.group),
            };
            signed(negative, &digits, spec)
        }
        'h' => {
            let hash = vespid_render::value::methods::call_method(arg, "hashCode", &[])?;
            format!("{:x}", coerce::to_int(&hash)?)
        }
        _ => return Err(unknown(&conversion.to_string())),
    })
}

/// Rounds half up on the shortest decimal that stands for the number, as Java does.
fn rounded(number: &Value, precision: usize) -> String {
    let text = match number {
        Value::BigDecimal(value) => value.to_string(),
        other => other.to_string(),
    };
    let text = text.trim_start_matches('-');
    let (mantissa, exponent) = text.split_once(['E', 'e']).unwrap_or((text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).map(|byte| byte - b'0').collect();
    let mut point = whole.len() as i32 + exponent;
    while point <= 0 {
        digits.insert(0, 0);
        point += 1;
    }
    let point = point as usize;
    while digits.len() < point + precision + 1 {
        digits.push(0);
    }
    let round_up = digits[point + precision] >= 5;
    digits.truncate(point + precision);
    let mut carry = round_up;
    for digit in digits.iter_mut().rev() {
        if !carry {
            break;
        }
        *digit = (*digit + 1) % 10;
        carry = *digit == 0;
    }
    let mut out: String = if carry { "1".into() } else { String::new() };
    for (index, digit) in digits.iter().enumerate() {
        if index == point {
            out.push('.');
        }
        out.push(char::from(b'0' + digit));
    }
    let trimmed = out.trim_start_matches('0');
    if trimmed.is_empty() || trimmed.starts_with('.') { format!("0{trimmed}") } else { trimmed.to_owned() }
}

fn exponent(value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    format!("{mantissa}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

fn grouped(digits: &str, group: bool) -> String {
    if !group {
        return digits.to_owned();
    }
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn signed(negative: bool, digits: &str, spec: &Spec) -> String {
    let (before, after) = match (negative, spec.paren) {
        (true, true) => ("(", ")"),
        (true, false) => ("-", ""),
        (false, _) if spec.plus => ("+", ""),
        (false, _) if spec.space => (" ", ""),
        _ => ("", ""),
    };
    let missing = spec.width.saturating_sub(digits.chars().count() + before.len() + after.len());
    let zeros = if spec.zero && !spec.left { "0".repeat(missing) } else { String::new() };
    format!("{before}{zeros}{digits}{after}")
}

fn zeros(text: String, spec: &Spec) -> String {
    if spec.zero && !spec.left && text.len() < spec.width {
        return format!("{}{text}", "0".repeat(spec.width - text.len()));
    }
    text
}

fn pad(out: &mut String, text: &str, spec: &Spec) {
    let missing = spec.width.saturating_sub(text.chars().count());
    if !spec.left {
        out.extend(std::iter::repeat_n(' ', missing));
    }
    out.push_str(text);
    if spec.left {
        out.extend(std::iter::repeat_n(' ', missing));
    }
}

#[cold]
fn unknown(conversion: &str) -> Error {
    Error::new("java.util.UnknownFormatConversionException", format!("Conversion = '{conversion}'"))
        .with_supers([
            class::ILLEGAL_ARGUMENT.into(),
            "java.lang.RuntimeException".into(),
            "java.lang.Exception".into(),
            "java.lang.Throwable".into(),
        ])
}
