//! The attributes of tags and directives as they are written (Pages 4.1, 1.3.5 and 1.6).

use super::cursor::Cursor;
use super::cursor::is_space;
use super::parser::Parser;
use crate::diagnostic::Diagnostic;
use crate::el::Base;
use crate::el::Deferred;
use crate::el::Quoting;
use crate::el::TemplateOptions;
use crate::el::parse_template;
use crate::source::Span;

/// How far the parser looks for the end of an expression that holds the quote of its attribute. Bounds the time that
/// a page of unclosed expressions takes.
const LOOK_AHEAD: usize = 1_024;

/// Most bytes of a scripting expression in an attribute. Bounds the time that a page of unclosed ones takes.
const MAX_EXPRESSION: usize = 16_384;

/// An attribute as it is written.
#[derive(Clone, Debug)]
pub(super) struct RawAttribute<'t> {
    /// With its prefix.
    pub(super) name: &'t str,
    /// The value between its quotes, escapes and all; without `<%=` and `%>` if it is a scripting expression.
    pub(super) value: &'t str,
    /// Whether it was written `<%= … %>`.
    pub(super) scripting: bool,
    /// The escapes of `value`.
    pub(super) quoting: Quoting,
    /// The place of `value`.
    pub(super) value_span: Span,
    /// The place of the whole attribute.
    pub(super) span: Span,
}

/// What the attributes belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// A tag: they end at `>` or `/>`.
    Tag,
    /// A directive: they end at `%>`. Nothing in them is an expression.
    Directive,
}

/// How a list of attributes ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// `>`, `%>`, or so was pretended after reporting that it is missing.
    Open,
    /// `/>`
    Closed,
}

impl<'t> RawAttribute<'t> {
    /// Prefix, if there is one, and local name.
    pub(super) fn split_name(&self) -> (Option<&'t str>, &'t str) {
        match self.name.split_once(':') {
            Some((prefix, local)) => (Some(prefix), local),
            None => (None, self.name),
        }
    }
}

/// Reads one list of attributes.
struct Reader<'p, 'h, 't> {
    parser: &'p mut Parser<'h>,
    /// The tag or directive, for messages: `<c:if>`.
    name: &'p str,
    owner: Owner,
    attributes: Vec<RawAttribute<'t>>,
    /// Something was reported; what follows may be a consequence.
    confused: bool,
}

impl Parser<'_> {
    /// Reads attributes up to the end of the tag or directive `name`, which started at byte `start`, and steps over the
    /// end.
    pub(super) fn attributes<'t>(
        &mut self,
        cursor: &mut Cursor<'t>,
        start: usize,
        name: &str,
        owner: Owner,
    ) -> (Vec<RawAttribute<'t>>, Ending) {
        let mut reader = Reader { parser: self, name, owner, attributes: Vec::new(), confused: false };
        let ending = reader.list(cursor, start);
        (reader.attributes, ending)
    }
}

impl<'t> Reader<'_, '_, 't> {
    fn list(&mut self, cursor: &mut Cursor<'t>, start: usize) -> Ending {
        loop {
            let spaced = cursor.skip_space();
            match self.owner {
                Owner::Tag if cursor.eat("/>") => return Ending::Closed,
                Owner::Tag if cursor.eat(">") => return Ending::Open,
                Owner::Directive if cursor.eat("%>") => return Ending::Open,
                _ => {}
            }
            let end = match self.owner {
                Owner::Tag => ">",
                Owner::Directive => "%>",
            };
            let at = cursor.at;
            // A tag that starts before this one ended tells where the end is missing; as an attribute it is hopeless.
            let next_tag = cursor.starts_with("<") && !cursor.starts_with("<%=");
            let is_end = cursor.rest().trim_start_matches('/').is_empty();
            if is_end || next_tag {
                let here = Span::new(cursor.file, start, at.min(start + 1 + self.name.len()));
                self.complain(|parser, name| {
                    parser
                        .error("page/unclosed-start-tag", here, format!("{name} is not closed"))
                        .with_hint(format!("add `{end}` at its end"))
                });
                return Ending::Open;
            }
            match cursor.name(true) {
                Some(name) => self.attribute(cursor, at, name, spaced),
                None => self.garbage(cursor),
            }
        }
    }

    /// Reports once a list.
    fn complain(&mut self, diagnostic: impl FnOnce(&Parser<'_>, &str) -> Diagnostic) {
        if !self.confused {
            self.confused = true;
            let diagnostic = diagnostic(self.parser, self.name);
            self.parser.report(diagnostic);
        }
    }

    /// Steps over something that is no attribute.
    fn garbage(&mut self, cursor: &mut Cursor<'t>) {
        let start = cursor.at;
        cursor.skip_char();
        let stop = |c: char| is_space(c) || matches!(c, '>' | '<' | '/' | '%');
        cursor.at += cursor.rest().find(stop).unwrap_or(cursor.rest().len());
        let span = cursor.span(start);
        let found = cursor.text[start..cursor.at].chars().take(20).collect::<String>();
        let suspect = self.attributes.last().filter(|last| last.value.contains(['\n', '<', '>', '=']));
        let hint = match suspect {
            Some(last) => format!(
                "does the value of `{}` end where it should? A quote in it must be written `\\\"`",
                last.name
            ),
            None => "attributes are written name=\"value\"".into(),
        };
        self.complain(|parser, name| {
            parser
                .error("page/bad-attribute", span, format!("`{found}` is no attribute of {name}"))
                .with_hint(hint)
        });
    }

    /// Reads an attribute whose name was just read.
    fn attribute(&mut self, cursor: &mut Cursor<'t>, start: usize, name: &'t str, spaced: bool) {
        let name_span = cursor.span(start);
        cursor.skip_space();
        if !cursor.eat("=") {
            cursor.at = name_span.end as usize;
            let (message, hint) = match self.attributes.last().filter(|_| !spaced) {
                Some(last) => (
                    format!("`{name}` follows the value of `{}`", last.name),
                    "a quote within a value must be escaped, or the value put into the other quotes".into(),
                ),
                None => (format!("the attribute `{name}` has no value"), format!("write {name}=\"…\"")),
            };
            self.complain(|parser, _| parser.error("page/bad-attribute", name_span, message).with_hint(hint));
            return;
        }
        cursor.skip_space();
        let quote_at = cursor.at;
        let Some(quote) = cursor.peek().filter(|c| matches!(c, '"' | '\'')) else {
            let end = |c: char| is_space(c) || c == '>';
            cursor.at += cursor.rest().find(end).unwrap_or(cursor.rest().len());
            if cursor.text[quote_at..cursor.at].ends_with('/') {
                cursor.at -= 1;
            }
            let span = cursor.span(start);
            self.complain(|parser, _| {
                parser
                    .error("page/bad-attribute", span, format!("the value of `{name}` must be in quotes"))
                    .with_hint(format!("write {name}=\"…\""))
            });
            if self.owner == Owner::Tag {
                // It was given, so that nothing more needs to be said of it.
                let value_span = cursor.span(quote_at);
                self.attributes.push(RawAttribute {
                    name,
                    value: "",
                    scripting: false,
                    quoting: Quoting::Attribute,
                    value_span,
                    span,
                });
            }
            return;
        };
        cursor.at += 1;
        let Some(attribute) = self.value(cursor, start, name, quote) else {
            self.complain(|parser, _| {
                let span = Span::new(cursor.file, quote_at, quote_at + 1);
                parser
                    .error("page/unclosed-value", span, format!("the value of `{name}` is not closed"))
                    .with_hint(format!("add {quote} where it ends"))
            });
            // The tag most likely ends on this line.
            cursor.at += cursor.rest().find(['>', '\n']).unwrap_or(cursor.rest().len());
            return;
        };
        if !spaced && !self.attributes.is_empty() {
            let diagnostic = self.parser.warning(
                "page/missing-space",
                name_span,
                format!("there should be white space before `{name}`"),
            );
            self.parser.report(diagnostic);
        }
        self.attributes.push(attribute);
    }

    /// Reads a value after its opening quote. `None`: it has no closing quote.
    fn value(
        &mut self,
        cursor: &mut Cursor<'t>,
        start: usize,
        name: &'t str,
        quote: char,
    ) -> Option<RawAttribute<'t>> {
        let text = cursor.text;
        let from = cursor.at;
        if self.owner == Owner::Tag && text[from..].starts_with("<%=") {
            let code = from + "<%=".len();
            let closing = format!("%>{quote}");
            let longest = (code + MAX_EXPRESSION).min(text.len());
            let ahead = &text[..text.floor_char_boundary(longest)];
            let end = code + unescaped(&ahead[code..], &closing)?;
            cursor.at = end + closing.len();
            if unescaped(&text[code..end], &quote.to_string()).is_some() {
                let span = Span::new(cursor.file, from, end + 2);
                let diagnostic = self
                    .parser
                    .warning(
                        "page/quote-in-expression",
                        span,
                        format!("{quote} within {quote}<%= … %>{quote} should be escaped"),
                    )
                    .with_hint(format!("write \\{quote}, or put the value into the other quotes"));
                self.parser.report(diagnostic);
            }
            return Some(RawAttribute {
                name,
                value: &text[code..end],
                scripting: true,
                quoting: Quoting::Attribute,
                value_span: Span::new(cursor.file, code, end),
                span: cursor.span(start),
            });
        }
        let end = self.value_end(cursor, quote)?;
        cursor.at = end + 1;
        let value = &text[from..end];
        if self.owner == Owner::Tag
            && let Some(at) = value.find("<%=")
        {
            let span = Span::new(cursor.file, from + at, from + at + 3);
            let diagnostic = self
                .parser
                .warning(
                    "page/mixed-expression",
                    span,
                    "beside other text in an attribute, `<%= … %>` is not evaluated",
                )
                .with_hint("make it one expression: <%= \"text\" + value %>");
            self.parser.report(diagnostic);
        }
        Some(RawAttribute {
            name,
            value,
            scripting: false,
            quoting: Quoting::Attribute,
            value_span: Span::new(cursor.file, from, end),
            span: cursor.span(start),
        })
    }

    /// The byte of the closing quote.
    fn value_end(&self, cursor: &Cursor<'t>, quote: char) -> Option<usize> {
        let text = cursor.text;
        let quote_text = quote.to_string();
        let from = cursor.at;
        let mut end = from + unescaped(&text[from..], &quote_text)?;
        if self.owner == Owner::Directive || self.parser.flags.el_ignored {
            return Some(end);
        }
        // `${f("a")}` may hold the very quotes that are around it. Then the expression is cut in two by the quote that
        // seemed to end the value, and is whole and right only with what follows.
        while let Some(open) = open_expression(&text[from..end]) {
            let longest = (from + open + LOOK_AHEAD).min(text.len());
            let ahead = &text[..text.floor_char_boundary(longest)];
            let Some(next) = self.end_with_expression(ahead, from, from + open, &quote_text) else { break };
            end = next;
        }
        Some(end)
    }

    /// The byte of the first quote after the expression that is open at `open`, if all up to there is a right value.
    fn end_with_expression(&self, text: &str, from: usize, open: usize, quote: &str) -> Option<usize> {
        let close = open + expression_end(&text[open..])?;
        let end = close + unescaped(&text[close..], quote)?;
        let options = TemplateOptions {
            el_ignored: false,
            deferred: if self.parser.flags.deferred_literal { Deferred::Literal } else { Deferred::Allowed },
            quoting: Quoting::Attribute,
        };
        parse_template(&text[from..close], Base::new(0, from), options).is_ok().then_some(end)
    }
}

/// The byte at which `wanted` stands in `text` without a backslash before it; a backslash may itself be escaped.
fn unescaped(text: &str, wanted: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let first = wanted.as_bytes()[0];
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'\\', first, &bytes[at..]) {
        at += found;
        if bytes[at] == b'\\' {
            at += 2;
            if at >= bytes.len() {
                return None;
            }
        } else if bytes[at..].starts_with(wanted.as_bytes()) {
            return Some(at);
        } else {
            at += 1;
        }
    }
    None
}

/// The byte of the first `${` or `#{` that is not closed in a value.
fn open_expression(value: &str) -> Option<usize> {
    let mut at = 0;
    while at < value.len() {
        let rest = &value[at..];
        if rest.starts_with("${") || rest.starts_with("#{") {
            match expression_end(rest) {
                Some(length) => at += length,
                None => return Some(at),
            }
        } else if let Some(escaped) = rest.strip_prefix('\\') {
            at += 1 + escaped.chars().next().map_or(0, char::len_utf8);
        } else {
            let first = rest.chars().next().map_or(1, char::len_utf8);
            at += rest[first..].find(['$', '#', '\\']).map_or(rest.len(), |found| found + first);
        }
        while at < value.len() && !value.is_char_boundary(at) {
            at += 1;
        }
    }
    None
}

/// The length of the expression that `text` starts with, delimiters counted, as an attribute holds it: quotes in it may
/// be escaped.
pub(super) fn expression_end(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut open = 0_usize;
    let mut at = 2;
    while at < text.len() {
        let (logical, length) = logical(&text[at..]);
        at += length;
        match (logical, quote) {
            ('\\', Some(_)) => at += text.get(at..).map_or(0, |rest| self::logical(rest).1),
            ('\'' | '"', None) => quote = Some(logical),
            (_, Some(open)) if logical == open => quote = None,
            ('{', None) => open += 1,
            ('}', None) if open == 0 => return Some(at),
            ('}', None) => open -= 1,
            _ => {}
        }
    }
    None
}

/// The character that an attribute's text starts with, its escape undone, and its length in bytes.
fn logical(text: &str) -> (char, usize) {
    let Some(first) = text.chars().next() else { return ('\0', 0) };
    match first {
        '&' if text.starts_with("&quot;") => ('"', 6),
        '&' if text.starts_with("&apos;") => ('\'', 6),
        '\\' => match text[1..].chars().next() {
            Some(escaped @ ('\\' | '"' | '\'')) => (escaped, 2),
            _ => ('\\', 1),
        },
        _ => (first, first.len_utf8()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backslashes_escape_quotes_and_each_other() {
        assert_eq!(unescaped(r#"a\"b"c"#, "\""), Some(4));
        assert_eq!(unescaped(r#"a\\"b"#, "\""), Some(3));
        assert_eq!(unescaped(r#"a\"#, "\""), None);
        assert_eq!(unescaped(r#" "x" %>"/>"#, "%>\""), Some(5));
        assert_eq!(unescaped(r#"a%>b%>""#, "%>\""), Some(4));
    }

    #[test]
    fn expressions_end_at_their_own_brace() {
        assert_eq!(expression_end(r#"${a}b}"#), Some(4));
        assert_eq!(expression_end(r#"${'}'}"#), Some(6));
        assert_eq!(expression_end(r#"${\"}\"}"#), Some(8));
        assert_eq!(expression_end(r#"${&quot;}&apos;&quot;}"#), Some(22));
        assert_eq!(expression_end(r#"${{'a':1}}"#), Some(10));
        assert_eq!(expression_end(r#"${'a\\'}'}"#), Some(10));
        assert_eq!(expression_end("${é"), None);
        assert_eq!(open_expression("${a} ü #{'"), Some(8));
        assert_eq!(open_expression(r"\${a é"), None);
    }
}
