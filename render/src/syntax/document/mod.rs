//! JSP documents and tag files in XML syntax (Pages 4.1, chapter 6 and 8.6): they make the same tree as files in
//! standard syntax.
//!
//! roxmltree says whether a document is well-formed and has its tree, with the place of each node. Elements become
//! actions, directives or scripting elements by their namespace; all others are template text and are written as they
//! are read: `<`, attributes in their order, namespace declarations that are no tag library's, content without white
//! space between elements, `>`. Comments and processing instructions are not written, as in Tomcat.
//!
//! A `DOCTYPE` is read for the entities that it defines itself, and the document is validated by what it declares.
//! External parts are read where they are files of the application, and never fetched from elsewhere.

mod dtd;
mod output;
mod sax;
mod scan;
mod template;
mod view;

pub use sax::XmlName;
pub use sax::XmlPiece;
pub use sax::XmlProblem;
pub use sax::xml_pieces;
pub use sax::xml_text;

use std::sync::Arc;

use roxmltree::Document;
use roxmltree::ParsingOptions;

use super::Lookup;
use super::attributes::Ending;
use super::attributes::RawAttribute;
use super::elements::Element;
use super::elements::Frame;
use super::parser::Parser;
use super::tree::Node;
use super::tree::ScriptingKind;
use crate::diagnostic::did_you_mean;
use crate::el::Quoting;
use crate::el::ast::Template;
use crate::paths;
use crate::source::SourceFile;
use crate::source::Span;
use crate::tags::info::LibraryInfo;
use crate::value::Str;
use scan::StartTag;

pub(super) use output::Output;

/// The namespace of the standard actions and directives (Pages 4.1, 6.3.1).
const JSP: &str = "http://java.sun.com/JSP/Page";

/// Most nodes of a document: more come only from entities that were made to be many.
const MAX_NODES: u32 = 1_000_000;

/// The versions that a `jsp:root` may name (Pages 4.1, 6.3.2).
const VERSIONS: [&str; 9] = ["1.2", "2.0", "2.1", "2.2", "2.3", "3.0", "3.1", "4.0", "4.1"];

type XmlNode<'a> = roxmltree::Node<'a, 'a>;

/// A node that is still to be looked at, or an element that ends.
enum Step<'a> {
    Enter(XmlNode<'a>),
    /// An action, before which so many frames were open, ends at a byte.
    Close(usize, usize),
    /// An element of the template ends.
    EndTag(&'a str, Span),
    /// An element ends before which so many prefixes were bound anew.
    Unbind(usize),
}

/// An element, and how its start tag is written.
struct Tag<'a> {
    node: XmlNode<'a>,
    written: StartTag<'a>,
    span: Span,
}

impl<'a> Tag<'a> {
    fn new(node: XmlNode<'a>, number: u32) -> Self {
        let written = scan::start_tag(node.document().input_text(), node.range().start);
        let span = Span::new(number, written.range.start, written.range.end);
        Tag { node, written, span }
    }

    fn name_span(&self) -> Span {
        let start = self.written.range.start + 1;
        Span::new(self.span.file, start, start + self.written.name.len())
    }

    /// The attributes for an action: those in the namespace of the action itself have no prefix.
    fn attributes(&self) -> Vec<RawAttribute<'a>> {
        let own = self.node.tag_name().namespace();
        let written = self.written.attributes.iter().filter(|written| written.declares().is_none());
        written
            .zip(self.node.attributes())
            .map(|(written, attribute)| {
                let is_own = attribute.namespace().is_some() && attribute.namespace() == own;
                let value = attribute.value();
                let code = value.strip_prefix("%=").and_then(|code| code.strip_suffix('%'));
                RawAttribute {
                    name: if is_own { attribute.name() } else { written.name },
                    value: code.unwrap_or(value),
                    scripting: code.is_some(),
                    quoting: Quoting::Text,
                    value_span: Span::new(self.span.file, written.value.start, written.value.end),
                    span: Span::new(self.span.file, written.range.start, written.range.end),
                }
            })
            .collect()
    }

    /// Whether there is anything between the tags that counts.
    fn ending(&self) -> Ending {
        let counts = |child: XmlNode<'_>| match child.text().filter(|_| child.is_text()) {
            Some(text) => keeps_space(self.node) || !text.chars().all(scan::is_xml_space),
            None => child.is_element() || child.is_comment(),
        };
        if self.node.children().any(counts) { Ending::Open } else { Ending::Closed }
    }
}

/// Whether white space counts in an element (Pages 4.1, 6.2.3).
fn keeps_space(node: XmlNode<'_>) -> bool {
    is_jsp(node, "text") || is_jsp(node, "attribute")
}

fn is_jsp(node: XmlNode<'_>, local: &str) -> bool {
    node.tag_name().namespace() == Some(JSP) && node.tag_name().name() == local
}

impl Parser<'_> {
    /// Reads a file in XML syntax.
    pub(super) fn document(&mut self, source: &SourceFile, number: u32) -> Vec<Node> {
        let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, entity_resolver: None };
        let document = match Document::parse_with_options(source.text(), options) {
            Ok(document) => document,
            Err(error) => {
                self.not_well_formed(source.text(), number, &error);
                return Vec::new();
            }
        };
        if self.surveying {
            self.survey_document(&document, number);
            return Vec::new();
        }
        if self.view.is_some() {
            self.view_document(&document, number);
            return Vec::new();
        }
        self.validate(&document, number);
        let root = Frame::file(self.frames.last());
        let outer = std::mem::replace(&mut self.frames, vec![root]);
        self.walk(&document, number);
        while self.frames.len() > 1 {
            // A limit was passed.
            self.close(source.text().len());
        }
        let root = std::mem::replace(&mut self.frames, outer).swap_remove(0);
        root.children
    }

    /// Checks a document by its document type, if it has one (Pages 4.1, 6.2.5).
    fn validate(&mut self, document: &Document<'_>, number: u32) {
        let Some(doctype) = dtd::doctype(document.input_text()) else { return };
        let place = Span::new(number, doctype.start, doctype.start + "<!DOCTYPE".len());
        let host = self.host;
        let base = self.sources.file(number).map(|file| file.path().clone()).unwrap_or_default();
        let (mut loaded, mut missing) = (Vec::new(), None);
        let kind = self.kind;
        let mut load = |system: &str| {
            // What has a scheme is somewhere else.
            let path = paths::resolve_source(&base, system).filter(|_| !system.contains(':'))?;
            loaded.push(path.clone());
            let text = host.read(&path).ok().flatten();
            if text.is_none() {
                missing = Some(path);
            }
            Some(super::encoding::xml::decode(&text?, kind, None).text)
        };
        let document_type = dtd::DocumentType::read(doctype.internal, doctype.system, &mut load);
        self.dependencies.extend(loaded);
        if let Some(path) = missing {
            let diagnostic = self
                .error(
                    "page/missing-file",
                    place,
                    format!("there is no file {path}, which the document type names"),
                )
                .with_hint_if(self.path_hint(&path));
            self.report(diagnostic);
        }
        match document_type {
            Ok(document_type) => {
                for (element, message) in dtd::invalid(document, doctype.root, &document_type) {
                    let span = Tag::new(element, number).span;
                    let diagnostic = self
                        .error("page/invalid-document", span, message)
                        .with_hint("change the document, or its document type");
                    self.report(diagnostic);
                }
            }
            Err(dtd::Problem(message)) => {
                let diagnostic = self.error("page/invalid-document", place, message);
                self.report(diagnostic);
            }
        }
    }

    fn not_well_formed(&mut self, text: &str, number: u32, error: &roxmltree::Error) {
        let position = error.pos();
        let before = text.split_inclusive('\n').take(position.row.saturating_sub(1) as usize);
        let line: usize = before.map(str::len).sum();
        let column = text[line..].char_indices().nth(position.col.saturating_sub(1) as usize);
        let at = line + column.map_or(0, |(at, _)| at);
        // The position stands in the message too.
        let message = error.to_string();
        let message = message.rsplit_once(" at ").map_or(message.as_str(), |(message, _)| message);
        let diagnostic = self
            .error(
                "page/xml",
                Span::new(number, at, at + 1),
                format!("this is not well-formed XML: {message}"),
            )
            .with_hint("a file in XML syntax must be well-formed, and its prefixes declared");
        self.report(diagnostic);
    }

    /// Looks at the directives of a document.
    fn survey_document(&mut self, document: &Document<'_>, number: u32) {
        if !document.input_text().contains("directive.") {
            return;
        }
        for node in document.descendants().filter(|node| node.tag_name().namespace() == Some(JSP)) {
            if let Some(directive) = node.tag_name().name().strip_prefix("directive.") {
                let tag = Tag::new(node, number);
                self.apply_directive(directive, tag.name_span(), &tag.attributes(), tag.span);
            }
            if self.stopped {
                break;
            }
        }
    }

    fn walk<'a>(&mut self, document: &'a Document<'a>, number: u32) {
        let mut steps = vec![Step::Enter(document.root_element())];
        while let Some(step) = steps.pop() {
            if self.stopped {
                break;
            }
            match step {
                Step::Enter(node) if node.is_element() => {
                    let before = steps.len();
                    let tag = Tag::new(node, number);
                    let rebound = self.rebound.len();
                    let entered = self.element(&tag, &mut steps);
                    if entered && self.rebound.len() > rebound {
                        steps.insert(before, Step::Unbind(rebound));
                    } else {
                        self.rebound.truncate(rebound);
                    }
                    if entered {
                        steps.extend(node.children().rev().map(Step::Enter));
                    } else {
                        debug_assert_eq!(steps.len(), before, "what is not entered does not end");
                    }
                }
                Step::Enter(node) if node.is_text() => self.text_node(node, number),
                Step::Enter(_) => {}
                Step::Close(frames, end) => {
                    while self.frames.len() > frames {
                        self.close(end);
                    }
                }
                Step::Unbind(before) => self.rebound.truncate(before),
                Step::EndTag(name, span) => self.push_text(format!("</{name}>").as_str(), span),
            }
        }
    }

    /// Starts an element. Tells whether its content is to be looked at.
    fn element<'a>(&mut self, tag: &Tag<'a>, steps: &mut Vec<Step<'a>>) -> bool {
        let expanded = tag.node.tag_name();
        let local = expanded.name();
        self.declare_namespaces(tag);
        if self.raw_element(tag) {
            return false;
        }
        let frames = self.frames.len();
        let end = tag.node.range().end;
        match expanded.namespace() {
            Some(JSP) if local == "root" => {
                self.root_element(tag);
                true
            }
            // The top element is no action, but may have its body given like one (Pages 4.1, 5.8).
            Some(JSP) if local == "body" && tag.node.parent_element().is_some_and(is_root) => true,
            Some(JSP) if self.leaf(tag, local) => false,
            Some(JSP) => {
                let ending = tag.ending();
                self.standard_tag(local, tag.written.name.into(), &tag.attributes(), ending, tag.span);
                self.entered(ending, frames, end, steps)
            }
            Some(uri) if let Some(library) = self.namespace(uri, tag.span) => {
                let name = tag.written.name;
                let prefix = name.split_once(':').map_or("", |(prefix, _)| prefix);
                let info = self.tag(&library, prefix, local, tag.name_span());
                let ending = tag.ending();
                self.custom_tag(prefix, info, name.into(), &tag.attributes(), ending, tag.span);
                self.entered(ending, frames, end, steps)
            }
            _ => {
                let ending = tag.ending();
                self.template_element(tag, ending);
                if ending == Ending::Open {
                    steps.push(Step::EndTag(tag.written.name, tag.span));
                }
                ending == Ending::Open
            }
        }
    }

    fn entered(&mut self, ending: Ending, frames: usize, end: usize, steps: &mut Vec<Step<'_>>) -> bool {
        let is_open = ending == Ending::Open;
        if is_open {
            steps.push(Step::Close(frames, end));
        }
        is_open
    }

    /// Reads a whole element of the JSP namespace that has only text in it, or nothing. Tells whether it was one.
    fn leaf(&mut self, tag: &Tag<'_>, local: &str) -> bool {
        if let Some(directive) = local.strip_prefix("directive.") {
            self.directive_element(tag, directive);
            return true;
        }
        let kind = match local {
            "text" => {
                self.no_attributes(tag.written.name, &tag.attributes());
                for child in tag.node.children() {
                    if child.is_element() {
                        self.markup_in_text(child, tag, "only text and expressions can stand in it");
                    } else if child.is_text() {
                        self.text_node(child, tag.span.file);
                    }
                }
                return true;
            }
            "output" => {
                self.output_element(&tag.attributes(), tag.span);
                if tag.ending() == Ending::Open {
                    let message = format!("<{}> can't have a body", tag.written.name);
                    let diagnostic = self
                        .error("page/body-not-empty", tag.span, message)
                        .with_hint("close it right away: />");
                    self.report(diagnostic);
                }
                return true;
            }
            "declaration" => ScriptingKind::Declaration,
            "scriptlet" => ScriptingKind::Scriptlet,
            "expression" => ScriptingKind::Expression,
            _ => return false,
        };
        self.no_attributes(tag.written.name, &tag.attributes());
        let mut code = Str::new();
        for child in tag.node.children() {
            if child.is_element() {
                self.markup_in_text(
                    child,
                    tag,
                    "only code can stand in it; within <![CDATA[…]]> a `<` is text",
                );
            } else if child.is_text() {
                code.push_str(child.text().unwrap_or_default());
            }
        }
        let file = tag.span.file;
        let inside = tag.node.first_child().zip(tag.node.last_child());
        let place =
            inside.map_or(tag.span, |(first, last)| Span::new(file, first.range().start, last.range().end));
        let range = tag.node.range();
        self.scripting(kind, code, place, Span::new(file, range.start, range.end));
        true
    }

    fn markup_in_text(&mut self, child: XmlNode<'_>, tag: &Tag<'_>, hint: &str) {
        let inner = Tag::new(child, tag.span.file);
        let message = format!("<{}> can't stand in <{}>", inner.written.name, tag.written.name);
        let diagnostic = self.error("page/markup-in-text", inner.span, message).with_hint(hint);
        self.report(diagnostic);
    }

    fn directive_element(&mut self, tag: &Tag<'_>, directive: &str) {
        if tag.ending() == Ending::Open {
            let message = format!("<{}> can't have a body", tag.written.name);
            let diagnostic =
                self.error("page/body-not-empty", tag.span, message).with_hint("close it right away: />");
            self.report(diagnostic);
        }
        if directive == "taglib" {
            let diagnostic = self
                .error("page/misplaced-directive", tag.span, "a file in XML syntax has no `taglib` directive")
                .with_hint("declare the library as a namespace: xmlns:prefix=\"uri\"");
            self.report(diagnostic);
            return;
        }
        let attributes = tag.attributes();
        if directive == "tag"
            && let Some(encoding) = attributes.iter().find(|attribute| attribute.name == "pageEncoding")
        {
            let diagnostic = self
                .error(
                    "page/encoding",
                    encoding.span,
                    "a tag file in XML syntax must not have a `pageEncoding`",
                )
                .with_hint("leave it out: the XML declaration names the encoding");
            self.report(diagnostic);
        }
        self.apply_directive(directive, tag.name_span(), &attributes, tag.span);
    }

    /// `jsp:root` (Pages 4.1, 6.3.2).
    fn root_element(&mut self, tag: &Tag<'_>) {
        if tag.node.parent_element().is_some() {
            let message = format!("<{}> can be the top element only", tag.written.name);
            let diagnostic = self.error("page/misplaced-action", tag.span, message).with_hint("leave it out");
            self.report(diagnostic);
            return;
        }
        if tag.span.file == 0 {
            self.output.has_root = true;
        }
        let mut version = None;
        for raw in tag.attributes() {
            let is_schema = raw.name.starts_with("xsi:");
            if !is_schema && self.known_attribute(&raw, &[], "jsp:root", &["version"]).is_some() {
                version = Some((self.literal_value(&raw), raw.value_span));
            }
        }
        match version {
            None => {
                let message = format!("<{}> needs the attribute `version`", tag.written.name);
                let diagnostic = self.error("page/missing-attribute", tag.span, message);
                self.report(diagnostic);
            }
            Some((version, span)) if !VERSIONS.contains(&version.as_str()) => {
                let diagnostic = self
                    .error(
                        "page/bad-value",
                        span,
                        format!("there is no version `{version}` of Jakarta Pages"),
                    )
                    .with_hint_if(did_you_mean(&version, VERSIONS).or_else(|| Some("such as 2.0".into())));
                self.report(diagnostic);
            }
            Some(_) => {}
        }
    }

    /// Takes over the namespaces that an element declares.
    fn declare_namespaces(&mut self, tag: &Tag<'_>) {
        for written in &tag.written.attributes {
            let Some(prefix) = written.declares() else { continue };
            let uri = tag.node.lookup_namespace_uri((!prefix.is_empty()).then_some(prefix));
            let span = Span::new(tag.span.file, written.value.start, written.value.end);
            let Some(library) = uri.and_then(|uri| self.namespace(uri, span)) else { continue };
            // Without a prefix there are no functions, but a validator sees the page.
            if prefix.is_empty() && library.validator.is_none() {
                continue;
            }
            self.bind(prefix, uri.unwrap_or_default(), &library);
        }
    }

    /// Binds a prefix to a library in the element that starts. The first library of a prefix has its name; another one
    /// is known under a name of its own.
    fn bind(&mut self, prefix: &str, uri: &str, library: &Arc<LibraryInfo>) {
        let documents = &mut self.prefixes.documents;
        let named = |documents: &[(Str, Arc<LibraryInfo>)], name: &str| {
            documents.iter().find(|(known, _)| known == name).map(|(_, library)| library.uri.clone())
        };
        let rebound = self.rebound.iter().any(|(known, _)| known == prefix);
        match named(documents, prefix) {
            None => documents.push((prefix.into(), library.clone())),
            Some(known) if known == library.uri => {
                if rebound {
                    self.rebound.push((prefix.into(), None));
                }
            }
            Some(_) => {
                let name: Str = format!("{prefix}{{{uri}}}").into();
                if named(documents, &name).is_none() {
                    documents.push((name.clone(), library.clone()));
                }
                self.rebound.push((prefix.into(), Some(name)));
            }
        }
    }

    /// An expression in which functions find the libraries that their prefixes have here.
    pub(in crate::syntax) fn in_scope(&self, mut template: Template) -> Template {
        if !self.rebound.is_empty() {
            let innermost = |prefix: &str| self.rebound.iter().rev().find(|(known, _)| known == prefix);
            template.rename_prefixes(&|prefix| innermost(prefix)?.1.clone());
        }
        template
    }

    /// The tag library that a namespace stands for (Pages 4.1, 6.3.1). One that must exist and does not is reported;
    /// a plain URI need not be that of a library.
    fn namespace(&mut self, uri: &str, span: Span) -> Option<Arc<LibraryInfo>> {
        if let Some(known) = self.namespaces.get(uri) {
            return known.clone();
        }
        let library = if uri == JSP {
            None
        } else if let Some(folder) = uri.strip_prefix("urn:jsptagdir:") {
            self.folder(folder, span)
        } else if let Some(path) = uri.strip_prefix("urn:jsptld:") {
            self.library(path, span)
        } else {
            match self.host.library(uri) {
                Lookup::Missing => None,
                found => self.found(found, span),
            }
        };
        self.namespaces.insert(uri.into(), library.clone());
        library
    }

    /// Whether the innermost element is a `jsp:attribute`, and whether that drops white space around its text.
    fn named_attribute_trims(&self) -> Option<bool> {
        match &self.frames.last()?.element {
            Element::Attribute(attribute) => Some(attribute.trim),
            _ => None,
        }
    }
}

/// Whether an element is `jsp:root`.
fn is_root(element: XmlNode<'_>) -> bool {
    element.tag_name().namespace() == Some(JSP) && element.tag_name().name() == "root"
}
