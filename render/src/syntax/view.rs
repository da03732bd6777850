//! The XML view of a page or tag file (Pages 4.1, chapter 10): one XML document for both syntaxes, for validators.
//!
//! The parser records what it reads: tags, directives, scripting elements, text. A file in XML syntax is recorded as it
//! stands, of one in standard syntax all template text becomes `jsp:text`. Included files are in their places. Every
//! element gets a `jsp:id`, a number by which a validator names it.

use std::fmt::Write;

use super::Host;
use super::UnitKind;
use super::attributes::Ending;
use super::attributes::RawAttribute;
use super::cursor::Cursor;
use super::parser::Parser;
use super::tree::ScriptingKind;
use super::values::literal;
use crate::source::Place;
use crate::source::SourceMap;
use crate::source::Span;
use crate::value::Str;

/// The namespace of the standard actions.
const JSP: &str = "http://java.sun.com/JSP/Page";

/// The XML view of a unit.
#[derive(Debug)]
pub struct XmlView {
    /// The document, in UTF-8, without a document type.
    pub text: String,
    sources: SourceMap,
    /// Of each element, by its `jsp:id`; the root's is 0.
    spans: Vec<Span>,
}

impl XmlView {
    /// The place in the page of the element with a `jsp:id`, and the include directives through which it got there.
    pub fn place(&self, id: &str) -> Option<(Place, Vec<Place>)> {
        let span = *self.spans.get(id.trim().parse::<usize>().ok()?)?;
        Some((self.sources.place(span), self.sources.chain(span.file)))
    }
}

/// Makes the XML view of a page or tag file. `content_type` is what the response will have, for a page.
pub(crate) fn xml_view(
    path: &str,
    kind: UnitKind,
    content_type: Option<&str>,
    host: &dyn Host,
) -> Option<XmlView> {
    Parser::new(kind, host).view(path, content_type)
}

/// The name of an element.
#[derive(Debug, PartialEq, Eq)]
enum Name {
    /// In the namespace of the standard actions, whatever its prefix will be.
    Jsp(Str),
    /// As it is written.
    Written(Str),
}

#[derive(Debug)]
enum Event {
    Start { name: Name, attributes: Vec<(Str, Str)>, span: Span },
    Text(Str),
    End,
}

/// An element that is open.
struct Open {
    /// A default namespace holds in it.
    default: bool,
    /// Namespaces that its children declare in its place.
    inherited: Vec<(Str, Str)>,
}

/// What was recorded so far.
#[derive(Default)]
pub(super) struct View {
    events: Vec<Event>,
    /// Namespaces of the root.
    namespaces: Vec<(Str, Str)>,
    version: Option<Str>,
    open: Vec<Open>,
    /// How many elements were open when each file in XML syntax began whose content is being recorded.
    files: Vec<usize>,
    /// The text that is recorded last is that of a `jsp:text` and can grow.
    in_text: bool,
}

impl View {
    fn start(&mut self, name: Name, attributes: Vec<(Str, Str)>, span: Span) {
        let declared = attributes.iter().find(|(name, _)| name == "xmlns").map(|(_, uri)| !uri.is_empty());
        let default = declared.unwrap_or_else(|| self.open.last().is_some_and(|open| open.default));
        self.open.push(Open { default, inherited: Vec::new() });
        self.events.push(Event::Start { name, attributes, span });
        self.in_text = false;
    }

    pub(super) fn end(&mut self) {
        self.open.pop();
        self.events.push(Event::End);
        self.in_text = false;
    }

    /// Adds text within an element as it is.
    pub(super) fn text(&mut self, text: &str) {
        self.in_text = false;
        match self.events.last_mut() {
            Some(Event::Text(before)) => before.push_str(text),
            _ => self.events.push(Event::Text(text.into())),
        }
    }

    /// Adds template text of standard syntax.
    pub(super) fn template(&mut self, text: &str, span: Span) {
        if text.is_empty() {
            return;
        }
        if self.in_text {
            self.events.pop();
            self.text(text);
        } else {
            self.start(Name::Jsp("text".into()), Vec::new(), span);
            self.text(text);
            self.open.pop();
        }
        self.events.push(Event::End);
        self.in_text = true;
    }

    /// Adds a `jsp:text` of standard syntax.
    pub(super) fn text_element(&mut self, text: &str, span: Span) {
        self.start(Name::Jsp("text".into()), Vec::new(), span);
        self.text(text);
        self.end();
    }

    pub(super) fn script(&mut self, kind: ScriptingKind, code: &str, span: Span) {
        let name = match kind {
            ScriptingKind::Declaration => "declaration",
            ScriptingKind::Expression => "expression",
            ScriptingKind::Scriptlet => "scriptlet",
        };
        self.start(Name::Jsp(name.into()), Vec::new(), span);
        self.text(code);
        self.end();
    }

    pub(super) fn directive(&mut self, name: &str, attributes: &[RawAttribute<'_>], span: Span) {
        // A directive may say a thing twice, XML may not; imports add up.
        let mut own: Vec<(Str, Str)> = Vec::with_capacity(attributes.len());
        for raw in attributes {
            match own.iter_mut().find(|(name, _)| name == raw.name) {
                None => own.push((raw.name.into(), literal(raw))),
                Some((name, before)) if name == "import" => {
                    *before = format!("{before}, {}", literal(raw)).into();
                }
                Some(_) => {}
            }
        }
        self.start(Name::Jsp(format!("directive.{name}").into()), own, span);
        self.end();
    }

    /// Starts an action of standard syntax.
    pub(super) fn action(&mut self, name: &str, raw: &[RawAttribute<'_>], el_ignored: bool, span: Span) {
        let name = match name.strip_prefix("jsp:") {
            Some(local) => Name::Jsp(local.into()),
            None => Name::Written(name.into()),
        };
        let attributes = raw.iter().map(|raw| (raw.name.into(), action_value(raw, el_ignored))).collect();
        self.start(name, attributes, span);
    }

    /// A taglib directive of standard syntax: it counts for the whole view.
    pub(super) fn namespace(&mut self, prefix: &str, uri: &str) {
        let name: Str = format!("xmlns:{prefix}").into();
        if self.namespaces.iter().all(|(known, _)| *known != name) {
            self.namespaces.push((name, uri.into()));
        }
    }

    /// Content of a file in XML syntax begins.
    pub(super) fn begin_document(&mut self) {
        self.files.push(self.open.len());
        self.in_text = false;
    }

    pub(super) fn end_document(&mut self) {
        self.files.pop();
        self.in_text = false;
    }

    /// The `jsp:root` of a file, in whose place that of the view stands.
    /// Tells whether it has an end.
    pub(super) fn root(&mut self, attributes: Vec<(Str, Str)>) -> bool {
        let inherits = self.files.len() > 1 || !self.open.is_empty();
        let mut inherited = Vec::new();
        for (name, value) in attributes {
            if name == "version" {
                self.version.get_or_insert(value);
            } else if !name.starts_with("xmlns") {
            } else if inherits {
                inherited.push((name, value));
            } else if self.namespaces.iter().all(|(known, _)| *known != name) {
                self.namespaces.push((name, value));
            }
        }
        if inherits {
            let default = self.open.last().is_some_and(|open| open.default);
            self.open.push(Open { default, inherited });
            if let Some(file) = self.files.last_mut() {
                *file += 1;
            }
        }
        inherits
    }

    pub(super) fn end_root(&mut self) {
        self.open.pop();
    }

    /// Starts an element of a file in XML syntax.
    pub(super) fn element(&mut self, name: &str, mut attributes: Vec<(Str, Str)>, span: Span) {
        if self.files.last() == Some(&self.open.len())
            && let Some(around) = self.open.last()
        {
            // The file was written without what is around it (Pages 4.1, 10.3.3).
            let declares =
                |attributes: &[(Str, Str)], name: &str| attributes.iter().any(|(known, _)| known == name);
            for (name, uri) in &around.inherited {
                if !declares(&attributes, name) {
                    attributes.push((name.clone(), uri.clone()));
                }
            }
            if around.default && !declares(&attributes, "xmlns") {
                attributes.push(("xmlns".into(), Str::new()));
            }
        }
        self.start(Name::Written(name.into()), attributes, span);
    }

    /// The view as a document.
    fn finish(mut self, kind: UnitKind, content_type: Option<&str>, sources: SourceMap) -> XmlView {
        self.set_encoding(kind, content_type);
        let prefix = self.prefix();
        let jsp = format!("xmlns:{prefix}");
        let mut writer = Writer { prefix: &prefix, text: String::new(), spans: Vec::new() };
        let mut attributes = vec![(Str::from(jsp.as_str()), Str::from(JSP))];
        attributes.extend(self.namespaces.into_iter().filter(|(name, _)| *name != jsp));
        attributes.push(("version".into(), self.version.unwrap_or_else(|| "2.0".into())));
        let mut open = vec![writer.start(&Name::Jsp("root".into()), &attributes, Span::default())];
        for event in &self.events {
            match event {
                Event::Start { name, attributes, span } => open.push(writer.start(name, attributes, *span)),
                Event::Text(text) => escape(text, false, &mut writer.text),
                Event::End => {
                    let name = open.pop().unwrap_or_default();
                    let _ = write!(writer.text, "</{name}>");
                }
            }
        }
        for name in open.into_iter().rev() {
            let _ = write!(writer.text, "</{name}>");
        }
        XmlView { text: writer.text, spans: writer.spans, sources }
    }

    /// The view is in UTF-8, and tells what the response is (Pages 4.1, 10.1.4 and 10.1.14).
    fn set_encoding(&mut self, kind: UnitKind, content_type: Option<&str>) {
        let local = match kind {
            UnitKind::Page => "directive.page",
            UnitKind::TagFile => "directive.tag",
        };
        let facts = [("contentType", content_type), ("pageEncoding", Some("UTF-8"))];
        for (fact, value) in facts {
            let Some(value) = value else { continue };
            let mut known = false;
            let mut first = None;
            for event in &mut self.events {
                let Event::Start { name: Name::Jsp(name), attributes, .. } = event else { continue };
                if name != local {
                    continue;
                }
                match attributes.iter_mut().find(|(name, _)| name == fact) {
                    Some((_, given)) => {
                        *given = value.into();
                        known = true;
                    }
                    None => drop(first.get_or_insert(attributes)),
                }
            }
            match first {
                _ if known => {}
                Some(attributes) => attributes.push((fact.into(), value.into())),
                None => {
                    let attributes = vec![(fact.into(), value.into())];
                    let name = Name::Jsp(local.into());
                    let start = Event::Start { name, attributes, span: Span::default() };
                    self.events.splice(..0, [start, Event::End]);
                }
            }
        }
    }

    /// A prefix for the standard actions that means nothing else anywhere.
    fn prefix(&self) -> String {
        let declared = self.events.iter().flat_map(|event| match event {
            Event::Start { attributes, .. } => attributes.as_slice(),
            Event::Text(_) | Event::End => &[],
        });
        let others: Vec<&str> = declared
            .chain(&self.namespaces)
            .filter(|(_, uri)| uri != JSP)
            .filter_map(|(name, _)| name.strip_prefix("xmlns:"))
            .collect();
        let mut prefix = String::from("jsp");
        let mut number = 0;
        while others.contains(&prefix.as_str()) {
            number += 1;
            prefix = format!("jsp{number}");
        }
        prefix
    }
}

struct Writer<'a> {
    prefix: &'a str,
    text: String,
    spans: Vec<Span>,
}

impl Writer<'_> {
    /// Writes a start tag and gives the name as written.
    fn start(&mut self, name: &Name, attributes: &[(Str, Str)], span: Span) -> String {
        let name = match name {
            Name::Jsp(local) => format!("{}:{local}", self.prefix),
            Name::Written(name) => name.to_string(),
        };
        let _ = write!(self.text, "<{name}");
        for (name, value) in attributes {
            let _ = write!(self.text, " {name}=\"");
            escape(value, true, &mut self.text);
            self.text.push('"');
        }
        let _ = write!(self.text, " {}:id=\"{}\">", self.prefix, self.spans.len());
        self.spans.push(span);
        name
    }
}

/// Writes text so that an XML parser reads it back as it is. Characters that XML does not have become U+FFFD.
fn escape(text: &str, in_attribute: bool, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\r' => out.push_str("&#13;"),
            '"' if in_attribute => out.push_str("&quot;"),
            '\n' if in_attribute => out.push_str("&#10;"),
            '\t' if in_attribute => out.push_str("&#9;"),
            '\n' | '\t' => out.push(c),
            '\0'..='\x1F' | '\u{FFFE}' | '\u{FFFF}' => out.push(char::REPLACEMENT_CHARACTER),
            c => out.push(c),
        }
    }
}

/// The value of an action's attribute with the quotes of standard syntax undone (Pages 4.1, 10.1.11).
fn action_value(raw: &RawAttribute<'_>, el_ignored: bool) -> Str {
    if raw.scripting {
        return format!("%={}%", literal(raw)).into();
    }
    if el_ignored || !raw.value.contains(['$', '#']) {
        return literal(raw);
    }
    // Up to each expression, and it as it is written.
    let mut out = Str::new();
    let mut rest = raw.value;
    while let Some(open) = rest.find("${").into_iter().chain(rest.find("#{")).min() {
        let text = rest[..open].trim_end_matches('\\');
        let slashes = open - text.len();
        out.push_str(&literal(&RawAttribute { value: text, ..raw.clone() }));
        match slashes {
            0 => {}
            odd if odd % 2 == 1 => out.push_str(&"\\".repeat(odd / 2 + 1)),
            even => out.push_str(&format!("${{'{}'}}", "\\".repeat(even))),
        }
        let length = match slashes % 2 {
            0 => super::attributes::expression_end(&rest[open..]).unwrap_or(rest.len() - open),
            // An escaped one is text.
            _ => 2,
        };
        out.push_str(&unquoted(&rest[open..open + length]));
        rest = &rest[open + length..];
    }
    out.push_str(&literal(&RawAttribute { value: rest, ..raw.clone() }));
    out
}

/// An expression without the escapes that keep the attribute's quotes apart.
fn unquoted(expression: &str) -> String {
    expression
        .replace("\\\"", "\"")
        .replace("\\'", "'")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("%\\>", "%>")
        .replace("<\\%", "<%")
}

impl Parser<'_> {
    /// Reads the unit of the file at `path` for its XML view. `None`: it can't be read.
    fn view(self, path: &str, content_type: Option<&str>) -> Option<XmlView> {
        let (mut parser, settings) = self.surveyed(path);
        let kind = parser.kind;
        parser.view = Some(View::default());
        parser.files(path, &settings)?;
        let view = parser.view.take()?;
        Some(view.finish(kind, content_type, parser.sources))
    }

    /// Records template text from byte `from` to the cursor.
    pub(super) fn view_text(&mut self, cursor: &Cursor<'_>, from: usize) {
        if let Some(view) = &mut self.view {
            let text = &cursor.text[from..cursor.at];
            view.template(&text.replace("<\\%", "<%"), cursor.span(from));
        }
    }

    /// Records an action of standard syntax, which `read` takes; one that is not closed ends with its element.
    pub(super) fn view_action(
        &mut self,
        name: &str,
        raw: &[RawAttribute<'_>],
        ending: Ending,
        span: Span,
        read: impl FnOnce(&mut Self),
    ) {
        if let Some(view) = &mut self.view {
            view.action(name, raw, self.flags.el_ignored, span);
        }
        read(self);
        if let (Some(view), Ending::Closed) = (&mut self.view, ending) {
            view.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::el::Quoting;

    #[test]
    fn escapes_before_expressions_are_those_of_the_table() {
        let value = |text: &str| {
            let raw = RawAttribute {
                name: "a",
                value: text,
                scripting: false,
                quoting: Quoting::Attribute,
                value_span: Span::default(),
                span: Span::default(),
            };
            action_value(&raw, false).to_string()
        };
        for (text, expected) in [
            (r"${foo}", r"${foo}"),
            (r"\${foo}", r"\${foo}"),
            (r"\\${foo}", r"${'\\'}${foo}"),
            (r"\\\${foo}", r"\\${foo}"),
            (r"\\\\${foo}", r"${'\\\\'}${foo}"),
            (r"\\\\\${foo}", r"\\\${foo}"),
            (r"a\\b \'x\' &quot;", r#"a\b 'x' ""#),
            (r#"x${m["\"}"]}y\\"#, r#"x${m[""}"]}y\"#),
            (r"#{a} and \#{b", r"#{a} and \#{b"),
        ] {
            assert_eq!(value(text), expected, "{text}");
        }
    }
}
