//! Template text (Pages 4.1, 1.9), its escapes (1.6), expressions in it (2.2) and `jsp:text` (5.12).

use super::cursor::Cursor;
use super::cursor::is_space;
use super::elements::Item;
use super::elements::find_end_tag;
use super::parser::Markup;
use super::parser::Parser;
use super::tree::Node;
use super::tree::NodeKind;
use crate::diagnostic::Diagnostic;
use crate::el::Base;
use crate::el::SyntaxError;
use crate::el::ast::ElExpr;
use crate::el::parse_expression;
use crate::source::Span;
use crate::value::Str;

/// How far the parser looks for the end of a wrong expression. Bounds the time that a page of them takes.
const LOOK_AHEAD: usize = 1_024;

/// Template text between two pieces of markup.
struct Run {
    start: usize,
    /// The text before `copied`, escapes undone.
    text: Str,
    /// The byte up to which the source is in `text`.
    copied: usize,
}

impl Run {
    /// Takes the source up to `end` over and goes on at `next`.
    fn copy(&mut self, source: &str, end: usize, next: usize) {
        self.text.push_str(&source[self.copied..end]);
        self.copied = next;
    }
}

impl Parser<'_> {
    /// Reads template text up to the next markup, which is given; `None`: up to the end of the file.
    pub(super) fn text<'t>(&mut self, cursor: &mut Cursor<'t>) -> Option<Markup<'t>> {
        let mut run = Run { start: cursor.at, text: Str::new(), copied: cursor.at };
        let mut markup = None;
        while let Some(found) = next_special(cursor) {
            cursor.at = found;
            match cursor.text.as_bytes()[found] {
                b'\\' => self.escape(cursor, &mut run),
                b'<' if cursor.starts_with("<\\%") => {
                    run.copy(cursor.text, found + 1, found + 2);
                    cursor.at = found + 2;
                }
                special => {
                    markup = self.markup(cursor);
                    if markup.is_some() {
                        break;
                    }
                    if special == b'<'
                        && self.flags.trim
                        && is_blank(&run.text, &cursor.text[run.copied..found])
                    {
                        // White space between markup and a tag of the template is a text of its own, as in Tomcat.
                        run = Run { start: found, text: Str::new(), copied: found };
                    }
                    cursor.at = found + 1;
                }
            }
        }
        if markup.is_none() {
            cursor.at = cursor.text.len();
        }
        self.flush(cursor, run);
        markup
    }

    /// Steps over a backslash, and over what it escapes.
    fn escape(&self, cursor: &mut Cursor<'_>, run: &mut Run) {
        let at = cursor.at;
        if !self.flags.el_ignored && matches!(cursor.text.as_bytes().get(at + 1), Some(b'$' | b'#')) {
            run.copy(cursor.text, at, at + 1);
            cursor.at = at + 2;
        } else {
            cursor.at = at + 1;
        }
    }

    /// Ends a run of text at the cursor.
    fn flush(&mut self, cursor: &Cursor<'_>, mut run: Run) {
        run.copy(cursor.text, cursor.at, cursor.at);
        if run.text.is_empty() {
            return;
        }
        let blank = is_blank(&run.text, "");
        let span = Span::new(cursor.file, run.start, cursor.at);
        let marked = if blank { span } else { trimmed(cursor.text, span) };
        let admitted = self.admit(if blank { Item::Blank } else { Item::Text }, marked);
        if admitted && !(blank && self.flags.trim) {
            self.push(Node { kind: NodeKind::Text(run.text), span });
        }
    }

    /// Reads `${…}` or `#{…}` in template text.
    pub(super) fn expression(&mut self, cursor: &mut Cursor<'_>, deferred: bool) {
        let start = cursor.at;
        let inner = start + 2;
        let opening = Span::new(cursor.file, start, inner);
        cursor.at = inner;
        let parsed = parse_expression(cursor.rest(), Base::new(cursor.file, inner));
        let length = match &parsed {
            Ok((_, length)) => Some(*length),
            Err(_) => expression_length(cursor.rest()),
        };
        // Without an end, what follows is most likely text.
        if let Some(length) = length {
            cursor.at = inner + length + 1;
        }
        let span = cursor.span(start);
        if deferred {
            let diagnostic = self
                .error(
                    "page/deferred-in-text",
                    span,
                    "a deferred expression `#{…}` can't stand in template text",
                )
                .with_hint("write `${…}`, or `\\#{` for the characters themselves");
            self.report(diagnostic);
            return;
        }
        match parsed {
            Ok((expr, _)) => {
                if self.admit(Item::Expression, span) {
                    self.push(Node { kind: NodeKind::El(ElExpr { expr, deferred, span }), span });
                }
            }
            Err(_) if length.is_none() => {
                let diagnostic = self
                    .error("el/unclosed", opening, "the expression is not closed")
                    .with_hint("add `}` where it ends, or write `\\${` for the characters themselves");
                self.report(diagnostic);
            }
            Err(error) => {
                let diagnostic = self.syntax_error(error);
                self.report(diagnostic);
            }
        }
    }

    /// What is wrong with an expression, as a diagnostic.
    pub(super) fn syntax_error(&self, error: SyntaxError) -> Diagnostic {
        self.error("el/syntax", error.span, error.message).with_hint_if(error.hint)
    }

    /// Reads the content of `jsp:text`, whose start tag ends at the cursor.
    pub(super) fn text_element(&mut self, cursor: &mut Cursor<'_>, open: Span) {
        let start = cursor.at;
        let Some(end) = find_end_tag(cursor, "jsp:text") else {
            let diagnostic = self
                .error("page/unclosed-tag", open, "<jsp:text> is not closed")
                .with_hint("add </jsp:text>");
            self.report(diagnostic);
            cursor.at = cursor.text.len();
            return;
        };
        if let Some(view) = &mut self.view {
            let text = super::scripting::without_cdata(&cursor.text[start..end]);
            view.text_element(&text, open);
            return;
        }
        // The same bytes under the same numbers, but ending where the element ends.
        let mut inner = Cursor { text: &cursor.text[..end], file: cursor.file, at: start };
        let mut run = Run { start, text: Str::new(), copied: start };
        while let Some(found) = next_special(&inner) {
            inner.at = found;
            match inner.text.as_bytes()[found] {
                b'\\' => self.escape(&mut inner, &mut run),
                b'<' if inner.eat("<![CDATA[") => {
                    run.copy(inner.text, found, inner.at);
                    let content = inner.until("]]>").unwrap_or(inner.at..end);
                    inner.at = (content.end + 3).min(end);
                    run.copy(inner.text, content.end, inner.at);
                }
                b'<' => {
                    let diagnostic = self
                        .error(
                            "page/markup-in-text",
                            Span::new(inner.file, found, found + 1),
                            "only text and expressions can stand in <jsp:text>",
                        )
                        .with_hint("within <![CDATA[…]]> a `<` is text");
                    self.report(diagnostic);
                    return;
                }
                _ => match self.markup(&inner) {
                    Some(Markup::Expression { deferred }) => {
                        self.flush(&inner, run);
                        self.expression(&mut inner, deferred);
                        run = Run { start: inner.at, text: Str::new(), copied: inner.at };
                    }
                    _ => inner.at += 1,
                },
            }
        }
        inner.at = end;
        self.flush(&inner, run);
    }
}

/// The next byte that may mean something.
fn next_special(cursor: &Cursor<'_>) -> Option<usize> {
    let special = |b: &u8| matches!(b, b'<' | b'$' | b'#' | b'\\');
    cursor.rest().as_bytes().iter().position(special).map(|found| cursor.at + found)
}

fn is_blank(text: &str, more: &str) -> bool {
    text.chars().chain(more.chars()).all(is_space)
}

/// The part of a span that is not white space.
fn trimmed(text: &str, span: Span) -> Span {
    let (start, end) = (span.start as usize, span.end as usize);
    let text = &text[start..end];
    let skipped = text.len() - text.trim_start_matches(is_space).len();
    Span::new(span.file, start + skipped, start + text.trim_end_matches(is_space).len())
}

/// The bytes before the `}` that ends a wrong expression at the start of `text`: quotes and braces are all that is
/// left to go by. It does not reach beyond a tag, where a forgotten `}` would make it swallow the page.
fn expression_length(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut open = 0_usize;
    let mut chars = text.bytes().enumerate().take(LOOK_AHEAD);
    while let Some((at, byte)) = chars.next() {
        match (byte, quote) {
            (b'\\', Some(_)) => {
                chars.next();
            }
            (b'\n', Some(_)) => return None,
            (b'<', None) if text[at + 1..].starts_with(['/', '%', '!']) => return None,
            (b'\'' | b'"', None) => quote = Some(byte),
            (_, Some(open)) if byte == open => quote = None,
            (b'{', None) => open += 1,
            (b'}', None) if open == 0 => return Some(at),
            (b'}', None) => open -= 1,
            _ => {}
        }
    }
    None
}
