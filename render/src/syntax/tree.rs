//! The syntax tree of a page or tag file: both syntaxes (standard and XML) meet here.

use std::sync::Arc;

use crate::el::ast::ElExpr;
use crate::el::ast::Template;
use crate::script::ExtraFound;
use crate::source::SourceMap;
use crate::source::Span;
use crate::tags::TagUse;
use crate::tags::info::LibraryInfo;
use crate::tags::info::TagInfo;
use crate::tags::info::VariableInfo;
use crate::value::Str;

/// A whole translation unit: a page or tag file with all that it statically includes.
#[derive(Debug, Default)]
pub struct Unit {
    /// The files of the unit; spans point into them.
    pub sources: SourceMap,
    /// What the directives say.
    pub directives: Directives,
    /// For a tag file: its own description, as callers see it.
    pub tag: Option<Arc<TagInfo>>,
    /// The content, includes put in their places.
    pub body: Vec<Node>,
    /// What comes before the body in the output.
    pub prolog: Prolog,
    /// Tag libraries by prefix, for functions in EL and validators.
    pub libraries: Vec<(Str, Arc<LibraryInfo>)>,
    /// Prefixes that the unit's own file declares and no tag has, with their directives: if no function has them
    /// either, they are for nothing.
    pub prefixes_without_tags: Vec<(Str, Span)>,
    /// Prefixes whose libraries could not be had, which was reported.
    pub missing_libraries: Vec<Str>,
    /// Context-relative paths of everything that was read to make the unit: included files, TLDs, tag files whose
    /// directives were looked at, folders of tag files.
    pub dependencies: Vec<Str>,
}

/// The prolog of the output (Pages 4.1, 5.16).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prolog {
    /// The unit's own file is in XML syntax: the output is `text/xml` in UTF-8 unless the page says otherwise.
    pub is_document: bool,
    /// There is an XML declaration, which names the encoding of the response.
    pub xml_declaration: bool,
    /// The document type declaration, with the line end behind it.
    pub doctype: Option<Str>,
}

/// What the `page` or `tag` directives of a unit say, merged (Pages 4.1, 1.10.1 and 8.5.1).
#[derive(Clone, Debug, Default)]
pub struct Directives {
    /// `contentType`, as written.
    pub content_type: Option<Str>,
    /// The encoding of the unit's own file, where a byte order mark, the configuration or `pageEncoding` names it: the
    /// response's charset if `contentType` names none (Pages 4.1, 4.2).
    pub page_encoding: Option<Str>,
    /// `session`; default true.
    pub session: Option<bool>,
    /// `buffer` in bytes; 0 is "none".
    pub buffer_bytes: Option<usize>,
    /// `autoFlush`; default true.
    pub auto_flush: Option<bool>,
    /// `errorPage`
    pub error_page: Option<Str>,
    /// `isErrorPage`
    pub is_error_page: Option<bool>,
    /// `isELIgnored`
    pub el_ignored: Option<bool>,
    /// `errorOnELNotFound`
    pub error_on_el_not_found: Option<bool>,
    /// `deferredSyntaxAllowedAsLiteral`
    pub deferred_syntax_allowed_as_literal: Option<bool>,
    /// `trimDirectiveWhitespaces`
    pub trim_directive_whitespaces: Option<bool>,
    /// `info`
    pub info: Option<Str>,
    /// `language`
    pub language: Option<Str>,
    /// `extends`
    pub extends: Option<Str>,
    /// `import`, each class or `package.*`
    pub imports: Vec<Str>,
}

/// One node and its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Where it stands, from the first to the last byte of the element's start tag or text.
    pub span: Span,
}

/// The kinds of nodes.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// Template text, escapes undone, to be written as it is.
    Text(Str),
    /// An expression in template text.
    El(ElExpr),
    /// A `jsp:` action.
    Standard(StandardAction),
    /// A custom action, with its library's description.
    Custom(CustomAction),
    /// A scripting element.
    Scripting(Scripting),
}

/// A `jsp:` action.
#[derive(Clone, Debug)]
pub struct StandardAction {
    /// Which one.
    pub action: Standard,
    /// Attributes, those given by `jsp:attribute` included.
    pub attributes: Vec<Attribute>,
    /// The body, without `jsp:attribute` elements and with `jsp:body` opened; empty where there is none.
    pub body: Vec<Node>,
}

/// The standard actions (Pages 4.1, chapter 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Standard {
    UseBean,
    SetProperty,
    GetProperty,
    Include,
    Forward,
    Param,
    Invoke,
    DoBody,
    Element,
    Text,
    Output,
    Root,
}

/// A custom action.
#[derive(Clone, Debug)]
pub struct CustomAction {
    /// As written, for messages.
    pub prefix: Str,
    /// The tag.
    pub tag: Arc<TagInfo>,
    /// Attributes, those given by `jsp:attribute` included.
    pub attributes: Vec<Attribute>,
    /// The body; `None` for an empty element, which differs from an empty body for `jsp:doBody`.
    pub body: Option<Vec<Node>>,
    /// What the tag's `tei-class` finds, if that is a class of the application's sources.
    pub extra: Option<ExtraFound>,
}

impl CustomAction {
    /// The variables that this use of the tag defines: those of its description, or those that its `tei-class` names.
    pub fn variables(&self) -> Vec<VariableInfo> {
        let used = TagUse { name: &self.tag.name, attributes: &self.attributes, body: self.body.as_deref() };
        let more = self.tag.check.iter().flat_map(|check| check.variables(&used));
        let of_class = self.extra.iter().flat_map(|extra| extra.variables.iter().cloned());
        self.tag.variables.iter().cloned().chain(more).chain(of_class).collect()
    }
}

/// One attribute of an action.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Local name.
    pub name: Str,
    /// Namespace prefix, if written.
    pub prefix: Option<Str>,
    /// The value.
    pub value: AttributeValue,
    /// `omit` of a `jsp:attribute` in `jsp:element`.
    pub omit: Option<AttributeValue>,
    /// The place of the whole attribute.
    pub span: Span,
    /// The place of the value, within its quotes.
    pub value_span: Span,
}

/// The value of an attribute.
#[derive(Clone, Debug)]
pub enum AttributeValue {
    /// Text with expressions in it, escapes undone.
    Template(Template),
    /// A request-time expression `<%= … %>`.
    Scripting(Scripting),
    /// The body of `jsp:attribute`: evaluated to a string, or handed on as a fragment.
    Body(Vec<Node>),
}

/// A scripting element.
#[derive(Clone, Debug)]
pub struct Scripting {
    /// Declaration, scriptlet or expression.
    pub kind: ScriptingKind,
    /// The code between the delimiters.
    pub code: Str,
    /// The place of the code.
    pub span: Span,
}

/// The scripting elements (Pages 4.1, 1.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptingKind {
    /// `<%! … %>`
    Declaration,
    /// `<% … %>`
    Scriptlet,
    /// `<%= … %>`
    Expression,
}
