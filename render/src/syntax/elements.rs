//! The elements that are open, what may stand in them, and how they end.

use std::sync::Arc;

use super::MAX_NESTING;
use super::cursor::Cursor;
use super::cursor::is_space;
use super::named::NamedAttribute;
use super::parser::Parser;
use super::standard::ActionSpec;
use super::tree::Attribute;
use super::tree::Node;
use super::tree::NodeKind;
use crate::diagnostic::closest;
use crate::source::Span;
use crate::tags::info::TagInfo;
use crate::value::Str;

/// An open element.
pub(super) struct Frame {
    pub(super) element: Element,
    /// As written, for messages and to find its end tag; empty for a file.
    pub(super) name: Str,
    /// The start tag.
    pub(super) open: Span,
    /// The byte after the start tag.
    pub(super) body_start: usize,
    pub(super) attributes: Vec<Attribute>,
    pub(super) content: Content,
    /// Whether scripting elements are forbidden, by this element or one around it.
    pub(super) scriptless: bool,
    pub(super) children: Vec<Node>,
    /// The body given by `jsp:body`.
    pub(super) body: Option<Vec<Node>>,
    /// There was a `jsp:attribute` or a `jsp:body`, so that other content is out of place.
    pub(super) named: bool,
    /// There was white space where no body may be.
    blank: bool,
    /// Its content was complained of already.
    complained: bool,
}

/// What an open element is.
pub(super) enum Element {
    /// A file, not an element at all.
    File,
    /// A standard action.
    Standard(&'static ActionSpec),
    /// A custom action.
    Custom { prefix: Str, tag: Arc<TagInfo> },
    /// A tag of a library that could not be had, or that is not in its library; reported, and not in the tree.
    Unknown,
    /// `jsp:attribute`
    Attribute(NamedAttribute),
    /// `jsp:body`
    Body,
}

/// What may stand in an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Jsp,
    Scriptless,
    Empty,
    /// `jsp:param` elements.
    Params,
    /// Text without anything to evaluate: an attribute that must be known at translation.
    TextOnly,
    /// Text for the tag to interpret.
    TagDependent,
}

/// What wants to stand in an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Blank,
    Text,
    Expression,
    Script,
    Param,
    Action,
}

impl Frame {
    /// A file; what may stand in it is what may stand where it is included.
    pub(super) fn file(includer: Option<&Frame>) -> Self {
        let content = includer.map_or(Content::Jsp, |frame| frame.content);
        let scriptless = includer.is_some_and(|frame| frame.scriptless);
        let mut frame = Frame::new(Element::File, Str::new(), Span::default(), content);
        frame.scriptless |= scriptless;
        frame
    }

    pub(super) fn new(element: Element, name: Str, open: Span, content: Content) -> Self {
        Frame {
            element,
            name,
            open,
            body_start: open.end as usize,
            attributes: Vec::new(),
            content,
            scriptless: content == Content::Scriptless,
            children: Vec::new(),
            body: None,
            named: false,
            blank: false,
            complained: false,
        }
    }

    /// The body of an action; `touched`: there is something between its tags.
    fn take_body(&mut self, touched: bool) -> Option<Vec<Node>> {
        if self.named { self.body.take() } else { touched.then(|| std::mem::take(&mut self.children)) }
    }

    pub(super) fn is_action(&self) -> bool {
        matches!(self.element, Element::Standard(_) | Element::Custom { .. } | Element::Unknown)
    }
}

impl Parser<'_> {
    pub(super) fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the frame of the file stays while the file is read")
    }

    /// Adds a node to the element that is open.
    pub(super) fn push(&mut self, node: Node) {
        let children = &mut self.top().children;
        if let (NodeKind::Text(text), Some(last)) = (&node.kind, children.last_mut())
            && let NodeKind::Text(before) = &mut last.kind
            && last.span.file == node.span.file
        {
            before.push_str(text);
            last.span = last.span.to(node.span);
            return;
        }
        children.push(node);
    }

    /// Adds nodes to the element that is open.
    pub(super) fn append(&mut self, nodes: Vec<Node>) {
        for node in nodes {
            self.push(node);
        }
    }

    /// Whether an item at `span` may stand in the element that is open; if it must not, that is reported, once an
    /// element.
    pub(super) fn admit(&mut self, item: Item, span: Span) -> bool {
        let frame = self.top();
        if matches!(frame.element, Element::Unknown) {
            return true;
        }
        if item == Item::Blank {
            frame.blank = true;
            return !frame.named
                && matches!(frame.content, Content::Jsp | Content::Scriptless | Content::TextOnly);
        }
        let is_body = matches!(frame.element, Element::Body);
        // `jsp:body` is not what has, or can't have, a body.
        let owner = if is_body { self.frames.iter().rev().nth(1) } else { self.frames.last() };
        let name = owner.map_or_else(Str::new, |frame| frame.name.clone());
        let frame = self.top();
        let dynamic = item != Item::Text;
        let (code, message, hint) = match frame.content {
            _ if frame.named => (
                "page/body-beside-attributes",
                format!("beside `jsp:attribute` and `jsp:body` there can be nothing else in <{name}>"),
                "put the content into <jsp:body>…</jsp:body>",
            ),
            Content::Empty | Content::TagDependent => {
                ("page/body-not-empty", format!("<{name}> can't have a body"), "close it right away: />")
            }
            Content::Params if item != Item::Param => (
                "page/only-params",
                if name.is_empty() {
                    "only `jsp:param` can stand here".into()
                } else {
                    format!("only `jsp:param` can stand in <{name}>")
                },
                "put it before or behind the action",
            ),
            Content::TextOnly if dynamic => (
                "page/not-literal",
                "the value of this attribute must be known when the page is translated".into(),
                "only text can stand here",
            ),
            _ if item == Item::Script && frame.scriptless => (
                "page/scripting-not-allowed",
                "scripting elements can't stand in the body of this tag, which is scriptless".into(),
                "use EL and tags instead",
            ),
            _ if item == Item::Param && frame.content != Content::Params => (
                "page/misplaced-param",
                "`jsp:param` can stand only in `jsp:include` and `jsp:forward`".into(),
                "other tags have parameters of their own, such as <c:param>",
            ),
            _ => return true,
        };
        if !frame.complained {
            frame.complained = true;
            let open = frame.open;
            let is_file = matches!(frame.element, Element::File);
            let mut diagnostic = self.error(code, span, message).with_hint(hint);
            if !is_file && code == "page/body-not-empty" {
                diagnostic = diagnostic.with_related("it is opened here", self.place(open));
            }
            self.report(diagnostic);
        }
        false
    }

    /// Opens an element.
    pub(super) fn open(&mut self, mut frame: Frame) {
        // An attribute is evaluated around its action, whatever the action's own body may be.
        let around = match (&frame.element, &self.frames[..]) {
            (Element::Attribute(_), [.., around, _]) => around,
            _ => self.top(),
        };
        frame.scriptless |= around.scriptless;
        self.depth += 1;
        if self.depth > MAX_NESTING {
            let message = format!("more than {MAX_NESTING} elements within each other");
            let diagnostic = self.error("page/too-deep", frame.open, message);
            self.stop(diagnostic);
        }
        self.frames.push(frame);
    }

    /// Closes the innermost element, whose body ends at byte `body_end`.
    pub(super) fn close(&mut self, body_end: usize) {
        let Some(frame) = self.frames.pop() else { return };
        self.depth -= 1;
        if let Some(view) = &mut self.view {
            view.end();
        }
        self.finish(frame, body_end);
    }

    /// Makes a node of an element that ends.
    pub(super) fn finish(&mut self, mut frame: Frame, body_end: usize) {
        if frame.content == Content::Empty && frame.blank && !frame.named && !frame.complained {
            let message = format!("<{}> can't have a body, not even white space", frame.name);
            let diagnostic =
                self.error("page/body-not-empty", frame.open, message).with_hint("close it right away: />");
            self.report(diagnostic);
        }
        let touched = body_end > frame.body_start;
        match std::mem::replace(&mut frame.element, Element::Unknown) {
            Element::File | Element::Unknown => {}
            Element::Standard(spec) => {
                let body = frame.take_body(touched).unwrap_or_default();
                self.finish_standard(spec, frame, body);
            }
            Element::Custom { prefix, tag } => {
                let body = frame.take_body(touched);
                self.finish_custom(prefix, tag, frame, body);
            }
            Element::Attribute(attribute) => self.finish_named_attribute(attribute, frame),
            Element::Body => {
                let top = self.top();
                // An empty jsp:body is as good as none (Pages 4.1, 5.8).
                top.body = touched.then_some(frame.children);
            }
        }
    }

    /// Reads `</prefix:local>`.
    pub(super) fn end_tag(&mut self, cursor: &mut Cursor<'_>, prefix: &str, local: &str) {
        let start = cursor.at;
        cursor.at += "</:".len() + prefix.len() + local.len();
        let name = &cursor.text[start + 2..cursor.at];
        let after_name = cursor.at;
        cursor.skip_space();
        if !cursor.eat(">") {
            cursor.at = after_name;
            let diagnostic = self
                .error(
                    "page/unclosed-end-tag",
                    cursor.span(start),
                    format!("the end tag </{name} is not closed"),
                )
                .with_hint("add `>`");
            self.report(diagnostic);
        }
        let span = cursor.span(start);
        let Some(index) = self.frames.iter().rposition(|frame| frame.name == name) else {
            self.stray_end_tag(name, span);
            return;
        };
        while self.frames.len() > index + 1 {
            self.unclosed(Some(span));
            self.close(start);
        }
        self.close(start);
    }

    fn stray_end_tag(&mut self, name: &str, span: Span) {
        let top = self.top();
        let (top_name, open) = (top.name.clone(), top.open);
        let is_file = matches!(top.element, Element::File);
        let diagnostic = if is_file {
            let diagnostic = self.error("page/stray-end-tag", span, format!("</{name}> closes nothing"));
            if self.including.len() > 1 {
                diagnostic.with_hint("an element must be opened and closed in the same file")
            } else {
                diagnostic.with_hint("remove it, or add the start tag")
            }
        } else {
            self.error(
                "page/stray-end-tag",
                span,
                format!("</{name}> closes nothing; <{top_name}> is open here"),
            )
            .with_related("opened here", self.place(open))
            .with_hint(format!("</{top_name}> is expected first"))
        };
        self.report(diagnostic);
        // A slip of the pen closes what it was meant to close.
        if !is_file && closest(name, [top_name.as_str()]).is_some() {
            self.close(span.start as usize);
        }
    }

    /// Reports that the innermost element is not closed where it should be.
    fn unclosed(&mut self, instead: Option<Span>) {
        let frame = self.top();
        let (name, open) = (frame.name.clone(), frame.open);
        let start_tag = self.sources.file(open.file).and_then(|file| file.text().get(..open.end as usize));
        if start_tag.is_some_and(|text| !text.ends_with('>')) {
            // Its start tag is not closed, which was reported.
            return;
        }
        let mut diagnostic = self.error("page/unclosed-tag", open, format!("<{name}> is not closed"));
        diagnostic.hint = Some(match name.as_str() {
            "jsp:attribute" | "jsp:body" => format!("add </{name}>"),
            _ => format!("add </{name}>, or close it right away: <{name} … />"),
        });
        if let Some(instead) = instead {
            diagnostic = diagnostic.with_related("this end tag was found instead", self.place(instead));
        }
        self.report(diagnostic);
    }

    /// Closes what is still open where a file ends.
    pub(super) fn end_of_file(&mut self, end: usize) {
        while self.frames.len() > 1 {
            if !self.stopped {
                self.unclosed(None);
            }
            self.close(end);
        }
    }

    /// Reads the body of a tag that interprets it itself, up to its end tag.
    pub(super) fn raw_body(&mut self, cursor: &mut Cursor<'_>) {
        let name = self.top().name.clone();
        let (start, end) = (cursor.at, find_end_tag(cursor, &name));
        let Some(end) = end else {
            // Everything is its body; that the end tag is missing is told at the end of the file.
            cursor.at = cursor.text.len();
            return;
        };
        if let Some(view) = &mut self.view {
            view.template(&cursor.text[start..end], Span::new(cursor.file, start, end));
        }
        if end > start {
            let span = Span::new(cursor.file, start, end);
            self.push(Node { kind: NodeKind::Text(cursor.text[start..end].into()), span });
        }
        self.close(end);
    }
}

/// Steps over the next end tag of that name and gives the byte where it starts.
pub(super) fn find_end_tag(cursor: &mut Cursor<'_>, name: &str) -> Option<usize> {
    let pattern = format!("</{name}");
    let finder = memchr::memmem::Finder::new(pattern.as_bytes());
    let mut from = cursor.at;
    loop {
        let start = from + finder.find(&cursor.text.as_bytes()[from..])?;
        let after = start + pattern.len();
        let rest = cursor.text[after..].trim_start_matches(is_space);
        if rest.starts_with('>') {
            cursor.at = cursor.text.len() - rest.len() + 1;
            return Some(start);
        }
        from = after;
    }
}
