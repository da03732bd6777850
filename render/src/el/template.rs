//! Text with expressions in it: attribute values and pieces of template text.

use super::Base;
use super::Shift;
use super::SyntaxError;
use super::ast::ElExpr;
use super::ast::Part;
use super::ast::Template;
use super::parser::parse_delimited;
use crate::source::Span;
use crate::value::Str;

/// What is an expression in a text, and what is escaped how.
#[derive(Clone, Copy, Debug, Default)]
pub struct TemplateOptions {
    /// Nothing is an expression (`isELIgnored`): `${`, `#{`, `\$` and `\#` stay as they are.
    pub el_ignored: bool,
    /// What `#{` is.
    pub deferred: Deferred,
    /// The escapes of the place that the text comes from.
    pub quoting: Quoting,
}

/// What `#{` is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deferred {
    /// It opens an expression, as in attributes.
    #[default]
    Allowed,
    /// It is text (`deferredSyntaxAllowedAsLiteral`).
    Literal,
    /// It is an error, as in template text (Pages, "Deactivating EL Evaluation").
    Refused,
}

/// The escapes of a text (Pages, "Quoting and Escape Conventions").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quoting {
    /// `\$` and `\#` stand for `$` and `#`, outside expressions only; a backslash is an ordinary character. This is
    /// so in template text, in everything in JSP documents, and in EL used alone.
    #[default]
    Text,
    /// An attribute of the standard syntax, exactly as written between its quotes: also `\\`, `\"`, `\'`, `<\%`, `%\>`,
    /// `&quot;` and `&apos;` are undone, within expressions too and before anything else is looked at.
    Attribute,
}

/// Splits a text into literal text and expressions.
///
/// # Errors
/// An expression is wrong or not closed, `${…}` and `#{…}` are mixed, or `#{…}` is refused.
pub fn parse_template(text: &str, base: Base<'_>, options: TemplateOptions) -> Result<Template, SyntaxError> {
    if options.quoting == Quoting::Text || memchr::memchr3(b'\\', b'&', b'<', text.as_bytes()).is_none() {
        return split(text, base, options, &[]);
    }
    let unquoted = Unquoted::new(text, base, options);
    split(&unquoted.text, base.with_shifts(&unquoted.shifts), options, &unquoted.literal)
}

/// Splits a text in which the characters at the bytes `literal` open nothing; what they mean is settled.
fn split(
    text: &str,
    base: Base<'_>,
    options: TemplateOptions,
    literal: &[usize],
) -> Result<Template, SyntaxError> {
    if options.el_ignored {
        return Ok(Template::text(text));
    }
    let bytes = text.as_bytes();
    let mut parts = Parts::default();
    let mut first = None;
    let (mut at, mut done) = (0, 0);
    while let Some(next) = memchr::memchr2(b'$', b'#', &bytes[at..]) {
        let sign = at + next;
        at = sign + 1;
        if options.quoting == Quoting::Text && sign > done && bytes[sign - 1] == b'\\' {
            parts.text(&text[done..sign - 1]);
            done = sign;
            continue;
        }
        let deferred = bytes[sign] == b'#';
        if bytes.get(at) != Some(&b'{')
            || literal.binary_search(&sign).is_ok()
            || deferred && options.deferred == Deferred::Literal
        {
            continue;
        }
        let opening = base.span(sign, sign + 2);
        if deferred && options.deferred == Deferred::Refused {
            return Err(refused(opening));
        }
        let (expr, close) = parse_delimited(text, sign + 2, base, opening).map_err(|error| *error)?;
        let span = base.span(sign, close + 1);
        if *first.get_or_insert(deferred) != deferred {
            return Err(SyntaxError::new("`${…}` and `#{…}` can't be mixed in one value", span)
                .with_hint("use the same delimiter for all of them, or join within one: ${a += b}"));
        }
        parts.text(&text[done..sign]);
        parts.expr(ElExpr { expr, deferred, span });
        at = close + 1;
        done = at;
    }
    parts.text(&text[done..]);
    Ok(parts.finish())
}

#[cold]
fn refused(opening: Span) -> SyntaxError {
    SyntaxError::new("a deferred expression `#{…}` can't stand in template text", opening).with_hint(
        r##"write `${…}`, or `\#{…}` for the characters themselves, or set deferredSyntaxAllowedAsLiteral="true""##,
    )
}

/// Collects parts, joining neighbouring texts.
#[derive(Default)]
struct Parts {
    parts: Vec<Part>,
    text: Str,
}

impl Parts {
    fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn expr(&mut self, expr: ElExpr) {
        self.flush();
        self.parts.push(Part::Expr(expr));
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            self.parts.push(Part::Text(std::mem::take(&mut self.text)));
        }
    }

    fn finish(mut self) -> Template {
        self.flush();
        Template { parts: self.parts }
    }
}

/// An attribute value with its escapes undone.
struct Unquoted {
    text: String,
    shifts: Vec<Shift>,
    /// The bytes of `$` and `#` that were escaped.
    literal: Vec<usize>,
}

impl Unquoted {
    fn new(raw: &str, base: Base<'_>, options: TemplateOptions) -> Self {
        let mut unquoted =
            Unquoted { text: String::with_capacity(raw.len()), shifts: Vec::new(), literal: Vec::new() };
        let mut at = 0;
        while at < raw.len() {
            let rest = &raw[at..];
            let (plain, escaped) = match memchr::memchr3(b'\\', b'&', b'<', rest.as_bytes()) {
                // `%\>` is found by its backslash, `<\%` by its first character.
                Some(next) => (next, unescape(&rest[next..], rest[..next].ends_with('%'), options)),
                None => (rest.len(), None),
            };
            unquoted.push(&rest[..plain], base, at);
            at += plain;
            match escaped {
                Some((length, text)) => {
                    if text == "$" || text == "#" {
                        unquoted.literal.push(unquoted.text.len());
                    }
                    unquoted.push(text, base, at);
                    at += length;
                }
                // The character stands for itself; it is ASCII.
                None => {
                    let end = (at + 1).min(raw.len());
                    unquoted.push(&raw[at..end], base, at);
                    at = end;
                }
            }
        }
        // The end of a span may lie behind the last byte.
        unquoted.shifts.push(Shift { at: unquoted.text.len() as u32, source: base.position(raw.len()) });
        unquoted
    }

    /// Appends text that comes from the byte `at` of the raw value on.
    fn push(&mut self, text: &str, base: Base<'_>, at: usize) {
        let shift = Shift { at: self.text.len() as u32, source: base.position(at) };
        self.text.push_str(text);
        match self.shifts.last_mut() {
            Some(last) if last.at == shift.at => *last = shift,
            Some(last) if shift.source - last.source == shift.at - last.at => {}
            _ => self.shifts.push(shift),
        }
    }
}

/// The escape that `rest` starts with: its length and what it stands for.
fn unescape(rest: &str, after_percent: bool, options: TemplateOptions) -> Option<(usize, &'static str)> {
    const ESCAPES: [(&str, &str); 6] =
        [("\\\\", "\\"), ("\\\"", "\""), ("\\'", "'"), ("&quot;", "\""), ("&apos;", "'"), ("<\\%", "<%")];
    if let Some((escape, text)) = ESCAPES.iter().find(|(escape, _)| rest.starts_with(escape)) {
        return Some((escape.len(), text));
    }
    if after_percent && rest.starts_with("\\>") {
        return Some((2, ">"));
    }
    if options.el_ignored {
        return None;
    }
    match rest.as_bytes() {
        [b'\\', b'$', ..] => Some((2, "$")),
        [b'\\', b'#', ..] if options.deferred != Deferred::Literal => Some((2, "#")),
        _ => None,
    }
}

#[cfg(test)]
#[path = "template_tests.rs"]
mod tests;
