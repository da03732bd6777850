//! `java.text.MessageFormat`: texts with places for arguments.

use super::ChoiceFormat;
use super::DecimalFormat;
use super::Locale;
use super::ParsePosition;
use super::SimpleDateFormat;
use super::Style;
use super::TimeZone;
use super::parse_position::has_at;
use super::parse_position::unparseable;
use crate::Error;
use crate::Result;
use crate::value::Temporal;
use crate::value::Value;

/// How deep a choice may give a message that has a choice that gives a message.
const MAX_DEPTH: u32 = 32;

/// The largest number of an argument, which keeps what is read of a message small; it is Java's, too.
const MAX_ARGUMENT: usize = 9_999;

/// A `java.text.MessageFormat`: `{0}`, `{1,number,#.##}`, `{2,date,short}`, `{3,choice,0#none|1#one}`.
///
/// ```
/// use vespid_render::Value;
/// use vespid_render::text::{Locale, MessageFormat, TimeZone};
///
/// let format = MessageFormat::new("It''s {0}, {1,number}", &Locale::us(), &TimeZone::gmt()).unwrap();
/// let mut out = String::new();
/// format.format(&[Value::str("Ann"), Value::Int(1234)], &mut out).unwrap();
/// assert_eq!(out, "It's Ann, 1,234");
/// ```
#[derive(Clone, Debug)]
pub struct MessageFormat {
    /// Texts and the arguments behind them.
    parts: Vec<(String, Argument)>,
    /// The text behind the last argument.
    end: String,
    locale: Locale,
    zone: TimeZone,
}

#[derive(Clone, Debug)]
struct Argument {
    number: usize,
    format: ArgumentFormat,
}

#[derive(Clone, Debug)]
enum ArgumentFormat {
    /// By the type of the value.
    Plain,
    Choice(ChoiceFormat),
    Date(Box<SimpleDateFormat>),
    Number(Box<DecimalFormat>),
}

/// Making and using messages.
impl MessageFormat {
    /// `new MessageFormat(pattern, locale)`. Dates are told in that zone.
    ///
    /// # Errors
    /// `IllegalArgumentException` if braces don't match, an argument has no number, or its format is not known or
    /// malformed.
    pub fn new(pattern: &str, locale: &Locale, zone: &TimeZone) -> Result<Self> {
        let mut format = MessageFormat {
            parts: Vec::new(),
            end: String::new(),
            locale: locale.clone(),
            zone: zone.clone(),
        };
        let mut text = String::new();
        let mut quoted = false;
        let mut rest = pattern.chars().peekable();
        while let Some(c) = rest.next() {
            match c {
                '\'' if rest.next_if_eq(&'\'').is_some() => text.push('\''),
                '\'' => quoted = !quoted,
                '{' if !quoted => {
                    let argument = format.argument(pattern, &mut rest)?;
                    format.parts.push((std::mem::take(&mut text), argument));
                }
                c => text.push(c),
            }
        }
        format.end = text;
        Ok(format)
    }

    /// Reads an argument up to its closing brace.
    fn argument(
        &self,
        pattern: &str,
        rest: &mut std::iter::Peekable<std::str::Chars<'_>>,
    ) -> Result<Argument> {
        let mut segments = [String::new(), String::new(), String::new()];
        let (mut part, mut depth, mut quoted) = (0, 0, false);
        loop {
            let Some(c) = rest.next() else {
                return Err(malformed(pattern, "a brace { is not closed; quote one that is text: '{'"));
            };
            match c {
                '}' if !quoted && depth == 0 => break,
                ',' if !quoted && part < 2 => part += 1,
                ' ' if !quoted && part == 1 && segments[1].is_empty() => {}
                c => {
                    match c {
                        '\'' => quoted = !quoted,
                        '{' if !quoted => depth += 1,
                        '}' if !quoted => depth -= 1,
                        _ => {}
                    }
                    segments[part].push(c);
                }
            }
        }
        let [number, kind, modifier] = segments;
        let number = match number.parse::<i32>().map(usize::try_from) {
            Ok(Ok(number)) if number <= MAX_ARGUMENT => number,
            Ok(Ok(_)) => {
                return Err(malformed(pattern, &format!("an argument's number is above {MAX_ARGUMENT}")));
            }
            _ => return Err(malformed(pattern, &format!("{number:?} is no number of an argument"))),
        };
        Ok(Argument { number, format: self.argument_format(pattern, &kind, &modifier)? })
    }

    fn argument_format(&self, pattern: &str, kind: &str, modifier: &str) -> Result<ArgumentFormat> {
        let (locale, zone) = (&self.locale, &self.zone);
        let keyword = modifier.trim().to_ascii_lowercase();
        let kind = kind.trim().to_ascii_lowercase();
        Ok(match kind.as_str() {
            "" => ArgumentFormat::Plain,
            "number" => ArgumentFormat::Number(Box::new(match keyword.as_str() {
                "" => DecimalFormat::number(locale),
                "currency" => DecimalFormat::currency(locale),
                "integer" => DecimalFormat::integer(locale),
                "percent" => DecimalFormat::percent(locale),
                _ => DecimalFormat::with_locale(modifier, locale)?,
            })),
            "date" | "time" => {
                ArgumentFormat::Date(Box::new(match (keyword.as_str(), Style::parse(&keyword)) {
                    ("default", _) | (_, None) if !keyword.is_empty() => {
                        SimpleDateFormat::new(modifier, locale, zone)?
                    }
                    (_, style) if kind == "date" => {
                        SimpleDateFormat::date(style.unwrap_or(Style::DEFAULT), locale, zone)
                    }
                    (_, style) => SimpleDateFormat::time(style.unwrap_or(Style::DEFAULT), locale, zone),
                }))
            }
            "choice" => ArgumentFormat::Choice(ChoiceFormat::new(modifier)?),
            other => return Err(malformed(pattern, &format!("{other:?} is no type of a format"))),
        })
    }

    /// Appends the message with those arguments. Of one that is missing, `{1}` is written, of null `null`.
    ///
    /// # Errors
    /// `IllegalArgumentException` if an argument is not of the type that its format is for.
    pub fn format(&self, arguments: &[Value], out: &mut String) -> Result<()> {
        self.format_to(arguments, 0, out)
    }

    fn format_to(&self, arguments: &[Value], depth: u32, out: &mut String) -> Result<()> {
        for (text, argument) in &self.parts {
            out.push_str(text);
            let Some(value) = arguments.get(argument.number) else {
                out.push_str(&format!("{{{}}}", argument.number));
                continue;
            };
            match &argument.format {
                _ if value.is_null() => out.push_str("null"),
                ArgumentFormat::Plain => self.format_plain(value, out)?,
                ArgumentFormat::Number(format) => format.format(value, out)?,
                ArgumentFormat::Date(format) => {
                    let millis = millis(value).ok_or_else(|| not_a(value, "a date"))?;
                    format.format(millis, out);
                }
                ArgumentFormat::Choice(format) => {
                    let number = number(value).ok_or_else(|| not_a(value, "a number"))?;
                    let text = format.chosen(number)?;
                    if !text.contains('{') {
                        out.push_str(text);
                        continue;
                    }
                    if depth >= MAX_DEPTH {
                        return Err(malformed(text, "choices are nested too deep"));
                    }
                    MessageFormat::new(text, &self.locale, &self.zone)?.format_to(
                        arguments,
                        depth + 1,
                        out,
                    )?;
                }
            }
        }
        out.push_str(&self.end);
        Ok(())
    }

    fn format_plain(&self, value: &Value, out: &mut String) -> Result<()> {
        match value {
            Value::Str(text) => out.push_str(text),
            value if is_number(value) => DecimalFormat::number(&self.locale).format(value, out)?,
            value => match date(value) {
                Some(millis) => {
                    SimpleDateFormat::date_time(Style::Short, Style::Short, &self.locale, &self.zone)
                        .format(millis, out);
                }
                None => out.push_str(&value.to_string()),
            },
        }
        Ok(())
    }

    /// Reads the arguments of a message from a position on; those that the pattern does not have are null.
    ///
    /// The position moves behind the message. If it is none, it stays, its error index is set, and `None` is returned.
    pub fn parse(&self, text: &str, position: &mut ParsePosition) -> Option<Vec<Value>> {
        let count = self.parts.iter().map(|(_, argument)| argument.number + 1).max().unwrap_or(0);
        let mut values = vec![Value::Null; count];
        let mut at = position.index;
        for (n, (before, argument)) in self.parts.iter().enumerate() {
            if !has_at(text, at, before) {
                return position.fail(at);
            }
            at += before.len();
            let mut inner = ParsePosition::new(at);
            let value = match &argument.format {
                ArgumentFormat::Plain => {
                    let behind = self.parts.get(n + 1).map_or(&self.end, |(text, _)| text);
                    let rest = text.get(at..).unwrap_or("");
                    // Up to where the text behind first stands.
                    let length =
                        if behind.is_empty() { Some(rest.len()) } else { rest.find(behind.as_str()) };
                    let Some(length) = length else { return position.fail(at) };
                    let found = &rest[..length];
                    at += length;
                    if found != format!("{{{}}}", argument.number) {
                        values[argument.number] = Value::str(found);
                    }
                    continue;
                }
                ArgumentFormat::Choice(format) => Some(Value::Double(format.parse(text, &mut inner))),
                ArgumentFormat::Date(format) => format.parse(text, &mut inner).map(to_date),
                ArgumentFormat::Number(format) => format.parse(text, &mut inner),
            };
            if inner.index == at {
                return position.fail(at);
            }
            at = inner.index;
            values[argument.number] = value.unwrap_or_default();
        }
        if !has_at(text, at, &self.end) {
            return position.fail(at);
        }
        position.index = at + self.end.len();
        Some(values)
    }

    /// Reads the arguments of a message at the beginning of the text (`MessageFormat.parse(String)`).
    ///
    /// # Errors
    /// `ParseException` if the text does not begin with such a message.
    pub fn parse_all(&self, text: &str) -> Result<Vec<Value>> {
        let mut position = ParsePosition::default();
        self.parse(text, &mut position)
            .filter(|_| position.index > 0)
            .ok_or_else(|| unparseable("such a message", text, position))
    }
}

#[cold]
fn malformed(pattern: &str, why: &str) -> Error {
    Error::illegal_argument(format!("the message {pattern:?} is malformed: {why}"))
}

#[cold]
fn not_a(value: &Value, what: &str) -> Error {
    let class = value.class_name();
    Error::illegal_argument(format!("{} can't be formatted as {what}", class.unwrap_or("null")))
}

fn is_number(value: &Value) -> bool {
    matches!(
        value,
        Value::Byte(_)
            | Value::Short(_)
            | Value::Int(_)
            | Value::Long(_)
            | Value::Float(_)
            | Value::Double(_)
            | Value::BigInt(_)
            | Value::BigDecimal(_)
    )
}

fn number(value: &Value) -> Option<f64> {
    is_number(value).then(|| crate::value::coerce::to_double(value).ok())?
}

/// Milliseconds since 1970 of a `java.util.Date`.
fn date(value: &Value) -> Option<i64> {
    match value.downcast_ref::<Temporal>()? {
        Temporal::Date(date) => Some(date.millis()),
        _ => None,
    }
}

/// The same; numbers are milliseconds, too.
fn millis(value: &Value) -> Option<i64> {
    date(value).or_else(|| is_number(value).then(|| crate::value::coerce::to_long(value).ok())?)
}

fn to_date(millis: i64) -> Value {
    Value::new(Temporal::Date(crate::value::JavaDate::of_millis(millis)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(pattern: &str, arguments: &[Value]) -> String {
        let mut out = String::new();
        let format = MessageFormat::new(pattern, &Locale::us(), &TimeZone::gmt()).unwrap();
        format.format(arguments, &mut out).unwrap();
        out
    }

    /// What `java.text.MessageFormat` of Java 25 says.
    #[test]
    fn arguments_are_put_in() {
        let arguments = [Value::Int(1234), Value::str("x"), Value::Null, to_date(0), Value::Double(0.256)];
        for (pattern, expected) in [
            ("{0} {1} {2} {3} {5}", "1,234 x null 1/1/70, 12:00\u{202f}AM {5}"),
            ("{4,number,percent}", "26%"),
            ("{0,number,currency}", "$1,234.00"),
            ("{0, number ,#.#'#'}", "1234#"),
            ("{3,date,yyyy-MM-dd HH}", "1970-01-01 00"),
            ("{3,time,SHORT}", "12:00\u{202f}AM"),
            ("{3,date}", "Jan 1, 1970"),
            ("{0,choice,0#none|1<are {0} of '{1}'}", "are 1,234 of x"),
            ("'{0}' {0}", "{0} 1,234"),
            ("it''s", "it's"),
            ("it's {0}", "its {0}"),
            ("a } b", "a } b"),
            ("", ""),
        ] {
            assert_eq!(message(pattern, &arguments), expected, "{pattern}");
        }
    }

    #[test]
    fn malformed_messages_say_why() {
        for (pattern, why) in [
            ("{0", "not closed"),
            ("{x}", "\"x\" is no number"),
            ("{-1}", "\"-1\" is no number"),
            ("{ 0}", "\" 0\" is no number"),
            ("{10000}", "above 9999"),
            ("{0,numbr}", "\"numbr\" is no type"),
            ("{0,number,0.0.0}", "more than one decimal point"),
            ("{0,date,b}", "the letter b"),
            ("{0,choice,x}", ""),
        ] {
            match MessageFormat::new(pattern, &Locale::us(), &TimeZone::gmt()) {
                Err(error) => assert!(error.to_string().contains(why), "{error}"),
                Ok(_) => assert_eq!(pattern, "{0,choice,x}"),
            }
        }
        let format = MessageFormat::new("{0,number}", &Locale::us(), &TimeZone::gmt()).unwrap();
        assert!(format.format(&[Value::str("x")], &mut String::new()).is_err());
    }

    #[test]
    fn messages_are_read_back() {
        let format =
            MessageFormat::new("{0} is {1,number} at {3,date,short}.", &Locale::us(), &TimeZone::gmt())
                .unwrap();
        let values = format.parse_all("x is y is 1,234.5 at 1/2/70.");
        assert!(values.is_err());
        let values = format.parse_all("x is 1,234.5 at 1/2/70. More").unwrap();
        assert_eq!((values[0].to_string().as_str(), values[1].to_string().as_str()), ("x", "1234.5"));
        assert!(values[2].is_null());
        assert_eq!(date(&values[3]), Some(86_400_000));
    }
}
