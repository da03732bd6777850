//! Java's regular expressions, as far as they are regular: without look-around and back references.

use std::borrow::Cow;

use regex::Regex;
use regex::RegexBuilder;

use super::check_text_length;
use crate::Result;
use crate::error::Error;
use crate::value::Str;

/// What a pattern may take when it is compiled, in bytes.
const MAX_PATTERN_BYTES: usize = 1 << 20;

thread_local! {
    /// Patterns used last: pages use the same ones over and over.
    static RECENT: std::cell::RefCell<Vec<(Str, Regex)>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// A compiled pattern.
///
/// # Errors
/// `PatternSyntaxException`
fn pattern(text: &str) -> Result<Regex> {
    let known = RECENT
        .with_borrow(|recent| recent.iter().find(|(own, _)| own == text).map(|(_, pattern)| pattern.clone()));
    if let Some(known) = known {
        return Ok(known);
    }
    let compiled =
        RegexBuilder::new(&translated(text)).size_limit(MAX_PATTERN_BYTES).build().map_err(|error| {
            Error::new(
                "java.util.regex.PatternSyntaxException",
                format!("the pattern '{text}' can't be used: {error}"),
            )
            .with_supers([
                "java.lang.IllegalArgumentException".into(),
                "java.lang.RuntimeException".into(),
                "java.lang.Exception".into(),
                "java.lang.Throwable".into(),
            ])
            .with_hint("look-around and back references are not there")
        })?;
    RECENT.with_borrow_mut(|recent| {
        recent.truncate(31);
        recent.insert(0, (text.into(), compiled.clone()));
    });
    Ok(compiled)
}

/// Java's syntax as the library's: `\Q…\E`, possessive quantifiers, classes by POSIX names, a `[` within brackets.
/// Classes such as `\d` and `\w` mean ASCII in Java.
fn translated(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len() + 8);
    let mut chars = pattern.chars().peekable();
    let mut in_class = 0usize;
    while let Some(char) = chars.next() {
        match char {
            '\\' => match chars.next() {
                Some('Q') => {
                    let mut quoted = String::new();
                    while let Some(char) = chars.next() {
                        if char == '\\' && chars.peek() == Some(&'E') {
                            chars.next();
                            break;
                        }
                        quoted.push(char);
                    }
                    out.push_str(&regex::escape(&quoted));
                }
                Some('Z') => out.push_str("\\z"),
                Some('h') => out.push_str(if in_class > 0 { " \\t" } else { "[ \\t]" }),
                Some('R') => out.push_str("(?:\\r\\n|[\\n\\r])"),
                Some('d') => out.push_str(if in_class > 0 { "0-9" } else { "[0-9]" }),
                Some('D') => out.push_str("[^0-9]"),
                Some('w') => out.push_str(if in_class > 0 { "a-zA-Z0-9_" } else { "[a-zA-Z0-9_]" }),
                Some('W') => out.push_str("[^a-zA-Z0-9_]"),
                Some('s') => {
                    out.push_str(if in_class > 0 { " \\t\\n\\x0B\\f\\r" } else { "[ \\t\\n\\x0B\\f\\r]" });
                }
                Some('S') => out.push_str("[^ \\t\\n\\x0B\\f\\r]"),
                Some('u') => {
                    let hex: String = chars.by_ref().take(4).collect();
                    out.push_str(&format!("\\x{{{hex}}}"));
                }
                Some(next @ ('p' | 'P')) => {
                    let name: String = if chars.peek() == Some(&'{') {
                        chars.next();
                        chars.by_ref().take_while(|char| *char != '}').collect()
                    } else {
                        chars.next().into_iter().collect()
                    };
                    let class = match name.as_str() {
                        "Alpha" => "[:alpha:]",
                        "Digit" => "[:digit:]",
                        "Alnum" => "[:alnum:]",
                        "Punct" => "[:punct:]",
                        "Space" => "[:space:]",
                        "Upper" => "[:upper:]",
                        "Lower" => "[:lower:]",
                        "ASCII" => "\\x00-\\x7F",
                        "XDigit" => "[:xdigit:]",
                        other => {
                            let other = other
                                .strip_prefix("Is")
                                .or_else(|| other.strip_prefix("In"))
                                .unwrap_or(other);
                            out.push_str(&format!("\\{next}{{{other}}}"));
                            continue;
                        }
                    };
                    let (open, close) = match (in_class > 0, next) {
                        (true, _) => ("", ""),
                        (false, 'p') => ("[", "]"),
                        (false, _) => ("[^", "]"),
                    };
                    out.push_str(&format!("{open}{class}{close}"));
                }
                Some(next) if next.is_ascii_alphanumeric() || next.is_ascii_punctuation() => {
                    // The library knows no escape of these, and needs none.
                    if matches!(next, '"' | '\'' | '/' | ':' | ';' | '=' | '@' | '_' | '`' | ',' | '!' | '%')
                        || (matches!(next, '<' | '>'))
                    {
                        out.push(next);
                    } else {
                        out.push('\\');
                        out.push(next);
                    }
                }
                Some(next) => out.push(next),
                None => out.push('\\'),
            },
            '[' => {
                in_class += 1;
                out.push('[');
                if chars.peek() == Some(&'^') {
                    chars.next();
                    out.push('^');
                }
            }
            ']' if in_class > 0 => {
                in_class -= 1;
                out.push(']');
            }
            '+' if in_class == 0 && out.ends_with(['+', '*', '?', '}']) && !out.ends_with("\\+") => {}
            '~' if in_class > 0 => out.push_str("\\~"),
            '&' if in_class > 0 && chars.peek() != Some(&'&') => out.push_str("\\&"),
            '-' if in_class > 0 && chars.peek() == Some(&'-') => out.push_str("\\-"),
            _ => out.push(char),
        }
    }
    out
}

/// `String.matches`
///
/// # Errors
/// `PatternSyntaxException`
pub fn matches(pattern: &str, text: &str) -> Result<bool> {
    Ok(self::pattern(&format!("\\A(?:{pattern})\\z"))?.is_match(text))
}

/// `String.replaceAll` and `replaceFirst`
///
/// # Errors
/// `PatternSyntaxException`; the text would be too long.
pub fn replaced<'t>(pattern: &str, text: &'t str, new: &str, all: bool) -> Result<Cow<'t, str>> {
    let replaced = self::pattern(pattern)?.replacen(text, usize::from(!all), replacement(new).as_str());
    check_text_length(replaced.len())?;
    Ok(match replaced {
        Cow::Borrowed(_) => Cow::Borrowed(text),
        Cow::Owned(replaced) => Cow::Owned(replaced),
    })
}

/// Java's replacement as the library's: `$1` and `\$`.
fn replacement(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\\' => match chars.next() {
                Some('$') => out.push_str("$$"),
                Some(next) => out.push(next),
                None => out.push('\\'),
            },
            '$' => {
                let digits: String =
                    std::iter::from_fn(|| chars.next_if(char::is_ascii_digit)).take(2).collect();
                if digits.is_empty() {
                    out.push('$');
                } else {
                    out.push_str(&format!("${{{digits}}}"));
                }
            }
            _ => out.push(char),
        }
    }
    out
}

/// `String.split`: trailing empty parts go with a limit of 0; a match of no width at the start gives no part.
///
/// # Errors
/// `PatternSyntaxException`
pub fn parts<'t>(pattern: &str, text: &'t str, limit: i32) -> Result<Vec<&'t str>> {
    let pattern = self::pattern(pattern)?;
    let mut parts: Vec<&str> = Vec::new();
    let mut last = 0;
    for found in pattern.find_iter(text) {
        if limit > 0 && parts.len() as i32 >= limit - 1 {
            break;
        }
        if found.end() == 0 || (found.start() == found.end() && found.start() >= text.len()) {
            continue;
        }
        parts.push(&text[last..found.start()]);
        last = found.end();
    }
    if parts.is_empty() {
        return Ok(vec![text]);
    }
    parts.push(&text[last..]);
    if limit == 0 {
        while parts.last().is_some_and(|part| part.is_empty()) {
            parts.pop();
        }
    }
    Ok(parts)
}
