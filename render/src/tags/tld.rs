//! Reads tag library descriptors (Pages 4.1, 7.3 and the appendix on TLDs): all versions from 1.1 on, in any namespace,
//! with or without a DTD. Nothing outside of the descriptor is read.

use std::sync::Arc;

use roxmltree::Document;
use roxmltree::Node;
use roxmltree::ParsingOptions;
use vespid_streams::Charset;

use super::info::AttributeInfo;
use super::info::AttributeKind;
use super::info::BodyContent;
use super::info::DynamicAttributes;
use super::info::FunctionInfo;
use super::info::HandlerInfo;
use super::info::LibraryInfo;
use super::info::TagInfo;
use super::info::Texts;
use super::info::VariableInfo;
use super::info::VariableName;
use super::info::VariableScope;
use super::validator::ValidatorInfo;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::Severity;
use crate::source::Place;
use crate::source::SourceFile;
use crate::source::SourceMap;
use crate::source::Span;
use crate::syntax::Host;
use crate::syntax::describe_tag_file;
use crate::value::Str;

/// Most nodes of a descriptor. The largest real ones have some ten thousand.
const MAX_NODES: u32 = 1_000_000;

/// Reads the descriptor at `path`. There is a library if the descriptor is XML; it is good for use if no diagnostic
/// [is an error](Diagnostic::is_error).
///
/// Of tag files that the descriptor names, the library has no more than name and path until
/// [`describe_tag_files`] has looked at them.
pub fn read(path: &str, bytes: &[u8]) -> (Option<LibraryInfo>, Vec<Diagnostic>) {
    let text = match decode(bytes) {
        Ok(text) => text,
        Err(message) => {
            return (None, vec![Diagnostic::error("tld/encoding", message, Place::of_file(path))]);
        }
    };
    let mut sources = SourceMap::new();
    sources.add(Arc::new(SourceFile::new(path, text.as_str())));
    let mut reader = Reader { sources, diagnostics: Vec::new(), deferred_is_text: false };
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, entity_resolver: None };
    match Document::parse_with_options(&text, options) {
        Ok(document) => {
            let root = document.root_element();
            reader.deferred_is_text = version_of(root).is_none_or(|version| version < 2.1);
            let library = reader.library(root);
            (Some(library), reader.diagnostics)
        }
        Err(error) => {
            let position = error.pos();
            let line = reader.sources.files().first().map(|file| Str::from(file.line(position.row)));
            let place = Place {
                path: path.into(),
                line: position.row,
                column: position.col,
                width: 1,
                text: line.unwrap_or_default(),
            };
            // The position stands in the message too.
            let message = error.to_string();
            let message = message.rsplit_once(" at ").map_or(message.as_str(), |(message, _)| message);
            (
                None,
                vec![Diagnostic::error("tld/xml", format!("this is not well-formed XML: {message}"), place)],
            )
        }
    }
}

/// Looks at the tag files that a descriptor names, and gives the files that were read. A tag file that can't be read
/// stays undescribed; the pages that use it tell what is wrong with it.
pub fn describe_tag_files(library: &mut LibraryInfo, host: &dyn Host) -> Vec<Str> {
    let mut dependencies = Vec::new();
    for tag in &mut library.tags {
        let HandlerInfo::TagFile(path) = &tag.handler else { continue };
        match describe_tag_file(path, host) {
            Some(description) => {
                let (name, deferred_is_text) = (tag.name.clone(), tag.deferred_is_text);
                *tag = Arc::new(TagInfo { name, deferred_is_text, ..TagInfo::clone(&description.tag) });
                dependencies.extend(description.dependencies);
            }
            None => dependencies.push(path.clone()),
        }
    }
    dependencies
}

/// The JSP version that a descriptor names, as `2.1` (Pages 4.1, 8.4.3: `implicit.tld`).
pub fn version(bytes: &[u8]) -> Option<f32> {
    let text = decode(bytes).ok()?;
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, entity_resolver: None };
    let document = Document::parse_with_options(&text, options).ok()?;
    version_of(document.root_element())
}

fn version_of(root: Element<'_>) -> Option<f32> {
    let element = text(root, &["jsp-version", "jspversion"]);
    root.attribute("version").or(element.as_deref())?.trim().parse().ok()
}

/// What is wrong with an `implicit.tld`, which says nothing but the versions of a folder of tag files (Pages 4.1,
/// 8.4.3).
pub fn implicit_problems(path: &str, bytes: &[u8]) -> Vec<Diagnostic> {
    let text = decode(bytes).unwrap_or_default();
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, entity_resolver: None };
    let Ok(document) = Document::parse_with_options(&text, options) else {
        // To say where and why is the work of the reader of descriptors.
        return read(path, bytes).1;
    };
    let mut sources = SourceMap::new();
    sources.add(Arc::new(SourceFile::new(path, text.as_str())));
    let mut reader = Reader { sources, diagnostics: Vec::new(), deferred_is_text: false };
    const ALLOWED: [&str; 6] =
        ["tlib-version", "tlibversion", "jsp-version", "jspversion", "short-name", "shortname"];
    for child in document.root_element().children().filter(Element::is_element) {
        let name = child.tag_name().name();
        if !ALLOWED.contains(&name) {
            reader.error(child, format!("an implicit.tld has no `{name}`: it says nothing but versions"));
        }
    }
    if version(bytes).is_some_and(|version| version < 2.0) {
        reader.error(document.root_element(), "tag files need version 2.0 of JSP at least");
    }
    reader.diagnostics
}

/// The text of an XML document: by its byte order mark, else by its prolog, else UTF-8 (XML 1.0, appendix F.1).
fn decode(bytes: &[u8]) -> Result<String, String> {
    let (charset, bytes) = match Charset::for_bom(bytes) {
        Some((charset, length)) => (charset, &bytes[length..]),
        None => match prolog_encoding(bytes) {
            Some(label) => (
                Charset::for_label(label).ok_or_else(|| format!("the encoding `{label}` is not known"))?,
                bytes,
            ),
            None => (Charset::UTF_8, bytes),
        },
    };
    match charset.decode(bytes) {
        (text, false) => Ok(text.into_owned()),
        (_, true) => Err(format!("the file is not in {charset}")),
    }
}

/// `encoding` of the XML declaration.
fn prolog_encoding(bytes: &[u8]) -> Option<&str> {
    let end = memchr::memmem::find(bytes, b"?>")?;
    let declaration = str::from_utf8(&bytes[..end]).ok()?.strip_prefix("<?xml")?;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    value[1..].split_once(quote).map(|(label, _)| label)
}

struct Reader {
    sources: SourceMap,
    diagnostics: Vec<Diagnostic>,
    deferred_is_text: bool,
}

type Element<'a> = Node<'a, 'a>;

impl Reader {
    fn error(&mut self, element: Element<'_>, message: impl Into<String>) {
        let range = element.range();
        // An element may be long; its start tag is enough.
        let tag = self
            .sources
            .files()
            .first()
            .and_then(|file| file.text().get(range.clone()))
            .and_then(|text| text.find('>'));
        let end = tag.map_or(range.end, |at| range.start + at + 1);
        let place = self.sources.place(Span::new(0, range.start, end));
        self.diagnostics.push(Diagnostic::error("tld/invalid", message, place));
    }

    fn library(&mut self, root: Element<'_>) -> LibraryInfo {
        let mut library = LibraryInfo::default();
        if root.tag_name().name() != "taglib" {
            self.error(root, format!("the top element is `{}`, not `taglib`", root.tag_name().name()));
            return library;
        }
        library.uri = text(root, &["uri"]).unwrap_or_default();
        library.short_name = text(root, &["short-name", "shortname"]).unwrap_or_default();
        library.texts = texts(root);
        for element in root.children().filter(Element::is_element) {
            match element.tag_name().name() {
                "tag" => {
                    if let Some(tag) = self.tag(element) {
                        self.add_tag(&mut library, tag, element);
                    }
                }
                "tag-file" => {
                    if let Some(tag) = self.tag_file(element) {
                        self.add_tag(&mut library, tag, element);
                    }
                }
                "function" => {
                    let Some(function) = self.function(element) else { continue };
                    if library.function(&function.name).is_some() {
                        self.error(element, format!("there are two functions `{}`", function.name));
                    } else {
                        library.functions.push(function);
                    }
                }
                "taglib-extension" => self.extension(element),
                "validator" => library.validator = self.validator(element),
                "listener" => {
                    let class = element.children().find(|child| child.tag_name().name() == "listener-class");
                    library
                        .listeners
                        .extend(class.and_then(|class| class.text()).map(|text| text.trim().into()));
                }
                _ => {}
            }
        }
        library
    }

    /// An extension is for tools, unless it must be understood (Pages 4.1, 7.3.10).
    fn extension(&mut self, element: Element<'_>) {
        let must = |element: Element<'_>| {
            element
                .attributes()
                .any(|it| it.name() == "mustUnderstand" && matches!(it.value().trim(), "true" | "1"))
        };
        if element.descendants().any(must) {
            self.error(element, "this extension of the library must be understood, and is not");
        }
    }

    fn validator(&mut self, element: Element<'_>) -> Option<ValidatorInfo> {
        let class = self.required(element, &["validator-class"])?;
        let mut params = Vec::new();
        for child in element.children().filter(|child| child.tag_name().name() == "init-param") {
            if let Some(name) = self.required(child, &["param-name"]) {
                params.push((name, text(child, &["param-value"]).unwrap_or_default()));
            }
        }
        let range = child(element, &["validator-class"]).unwrap_or(element).range();
        let place = self.sources.place(Span::new(0, range.start, range.end));
        Some(ValidatorInfo { class, params, place, validator: None })
    }

    /// Tags and tag files share their names (Pages 4.1, 8.4.2).
    fn add_tag(&mut self, library: &mut LibraryInfo, tag: TagInfo, element: Element<'_>) {
        if library.tag(&tag.name).is_some() {
            self.error(element, format!("there are two tags `{}`", tag.name));
        } else {
            library.tags.push(Arc::new(tag));
        }
    }

    /// The text of a child that must be there.
    fn required(&mut self, element: Element<'_>, names: &[&str]) -> Option<Str> {
        let found = text(element, names).filter(|text| !text.is_empty());
        if found.is_none() {
            self.error(element, format!("`{}` needs a `{}`", element.tag_name().name(), names[0]));
        }
        found
    }

    /// The text of a child as true or false.
    fn flag(&mut self, element: Element<'_>, name: &str) -> Option<bool> {
        let child = child(element, &[name])?;
        match content(child).to_ascii_lowercase().as_str() {
            "true" | "yes" => Some(true),
            "false" | "no" => Some(false),
            other => {
                self.error(child, format!("`{name}` is true or false, not `{other}`"));
                None
            }
        }
    }

    fn tag(&mut self, element: Element<'_>) -> Option<TagInfo> {
        let name = self.required(element, &["name"])?;
        let class = self.required(element, &["tag-class", "tagclass"])?;
        let body_content = match child(element, &["body-content", "bodycontent"]) {
            None => BodyContent::Jsp,
            Some(child) => match content(child).to_ascii_lowercase().as_str() {
                "jsp" => BodyContent::Jsp,
                "empty" => BodyContent::Empty,
                "scriptless" => BodyContent::Scriptless,
                "tagdependent" => BodyContent::TagDependent,
                other => {
                    self.error(child, format!("there is no body-content `{other}`"));
                    BodyContent::Jsp
                }
            },
        };
        let mut tag = TagInfo {
            name,
            handler: HandlerInfo::Class(class),
            body_content,
            attributes: Vec::new(),
            variables: Vec::new(),
            dynamic_attributes: match self.flag(element, "dynamic-attributes") {
                Some(true) => DynamicAttributes::Handler,
                _ => DynamicAttributes::No,
            },
            deferred_is_text: self.deferred_is_text,
            extra_class: text(element, &["tei-class", "teiclass"]).filter(|class| !class.is_empty()),
            check: None,
            texts: texts(element),
        };
        for child in element.children().filter(Element::is_element) {
            match child.tag_name().name() {
                "attribute" => {
                    let Some(attribute) = self.attribute(child) else { continue };
                    if tag.attribute(&attribute.name).is_some() {
                        self.error(
                            child,
                            format!("the tag `{}` has two attributes `{}`", tag.name, attribute.name),
                        );
                    } else {
                        tag.attributes.push(attribute);
                    }
                }
                "variable" => tag.variables.extend(self.variable(child)),
                "tag-extension" => self.extension(child),
                _ => {}
            }
        }
        Some(tag)
    }

    fn attribute(&mut self, element: Element<'_>) -> Option<AttributeInfo> {
        let name = self.required(element, &["name"])?;
        let required = self.flag(element, "required").unwrap_or(false);
        let rtexprvalue = self.flag(element, "rtexprvalue").unwrap_or(false);
        let fragment = self.flag(element, "fragment").unwrap_or(false);
        let deferred_value = child(element, &["deferred-value"]);
        let deferred_method = child(element, &["deferred-method"]);
        let kind = match (deferred_value, deferred_method) {
            (Some(_), Some(second)) => {
                self.error(second, "an attribute is a deferred value or a deferred method, not both");
                return None;
            }
            _ if fragment => AttributeKind::Fragment,
            (Some(value), None) => AttributeKind::DeferredValue(
                text(value, &["type"]).unwrap_or_else(|| "java.lang.Object".into()),
            ),
            (None, Some(method)) => AttributeKind::DeferredMethod(
                text(method, &["method-signature"]).unwrap_or_else(|| "void method()".into()),
            ),
            (None, None) => AttributeKind::Value,
        };
        // Without a type it is a String if it is static, anything if it is computed (Pages 4.1, 2.3.1 and 2.3.2).
        let default_type = match kind {
            AttributeKind::Fragment => "jakarta.servlet.jsp.tagext.JspFragment",
            AttributeKind::DeferredValue(_) => "jakarta.el.ValueExpression",
            AttributeKind::DeferredMethod(_) => "jakarta.el.MethodExpression",
            AttributeKind::Value if rtexprvalue => "java.lang.Object",
            AttributeKind::Value => "java.lang.String",
        };
        Some(AttributeInfo {
            name,
            required,
            rtexprvalue: rtexprvalue || fragment,
            java_type: text(element, &["type"]).unwrap_or_else(|| default_type.into()),
            kind,
        })
    }

    fn variable(&mut self, element: Element<'_>) -> Option<VariableInfo> {
        let given = text(element, &["name-given"]);
        let from = text(element, &["name-from-attribute"]);
        let name = match (given, from) {
            (Some(name), None) => VariableName::Given(name),
            (None, Some(attribute)) => VariableName::FromAttribute { attribute, alias: None },
            _ => {
                self.error(element, "a variable has either a `name-given` or a `name-from-attribute`");
                return None;
            }
        };
        let scope = match child(element, &["scope"]) {
            None => VariableScope::Nested,
            Some(child) => match content(child).as_str() {
                "NESTED" => VariableScope::Nested,
                "AT_BEGIN" => VariableScope::AtBegin,
                "AT_END" => VariableScope::AtEnd,
                other => {
                    let message =
                        format!("the scope of a variable is NESTED, AT_BEGIN or AT_END, not `{other}`");
                    self.error(child, message);
                    VariableScope::Nested
                }
            },
        };
        Some(VariableInfo {
            name,
            java_type: text(element, &["variable-class"]).unwrap_or_else(|| "java.lang.String".into()),
            declare: self.flag(element, "declare").unwrap_or(true),
            scope,
        })
    }

    fn tag_file(&mut self, element: Element<'_>) -> Option<TagInfo> {
        let name = self.required(element, &["name"])?;
        let path = self.required(element, &["path"])?;
        if !(path.starts_with("/WEB-INF/tags/") || path.starts_with("/META-INF/tags/")) {
            self.error(element, format!("the tag file {path} is not under /WEB-INF/tags"));
            return None;
        }
        Some(TagInfo {
            name,
            handler: HandlerInfo::TagFile(path),
            body_content: BodyContent::Scriptless,
            attributes: Vec::new(),
            variables: Vec::new(),
            dynamic_attributes: DynamicAttributes::No,
            deferred_is_text: self.deferred_is_text,
            extra_class: None,
            check: None,
            texts: Texts::default(),
        })
    }

    fn function(&mut self, element: Element<'_>) -> Option<FunctionInfo> {
        let name = self.required(element, &["name"])?;
        let class = self.required(element, &["function-class"])?;
        let signature = self.required(element, &["function-signature"])?;
        let Some((returns, method, params)) = parse_signature(&signature) else {
            let place = child(element, &["function-signature"]).unwrap_or(element);
            self.error(
                place,
                format!("`{signature}` is no signature such as `java.lang.String trim(java.lang.String)`"),
            );
            // As in Tomcat, a library is as good as ever for pages that do not use the function.
            if let Some(diagnostic) = self.diagnostics.last_mut() {
                diagnostic.severity = Severity::Warning;
            }
            return None;
        };
        Some(FunctionInfo { name, class, method, params, returns, signature })
    }
}

/// Result, name and parameters of a Java method signature.
fn parse_signature(signature: &str) -> Option<(Str, Str, Vec<Str>)> {
    let (head, params) = signature.trim().strip_suffix(')')?.split_once('(')?;
    let (returns, method) = head.trim().rsplit_once(char::is_whitespace)?;
    let tidy = |name: &str| -> Option<Str> {
        // Blanks may stand in `int [ ]`, not within names.
        let words: Vec<&str> = name.split_whitespace().collect();
        let fits = |word: &str| word.chars().all(|c| c.is_alphanumeric() || "_$.[]<>?,".contains(c));
        let joined = words.concat();
        (!joined.is_empty() && fits(&joined)).then(|| joined.as_str().into())
    };
    let params = params.trim();
    let params = match params.is_empty() {
        true => Vec::new(),
        false => split_params(params).into_iter().map(tidy).collect::<Option<Vec<Str>>>()?,
    };
    Some((tidy(returns)?, tidy(method)?, params))
}

/// Splits at commas that are not within type arguments.
fn split_params(params: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    params
        .split(|c| {
            depth += i32::from(c == '<') - i32::from(c == '>');
            c == ',' && depth == 0
        })
        .collect()
}

/// The first child element with one of these local names.
fn child<'a>(element: Element<'a>, names: &[&str]) -> Option<Element<'a>> {
    element.children().find(|child| child.is_element() && names.contains(&child.tag_name().name()))
}

/// The text of an element, comments left out, without white space around it.
fn content(element: Element<'_>) -> Str {
    let mut text = String::new();
    for child in element.children().filter(Element::is_text) {
        text.push_str(child.text().unwrap_or_default());
    }
    text.trim().into()
}

/// What an element tells people and their tools.
fn texts(element: Element<'_>) -> Texts {
    let icon = child(element, &["icon"]).unwrap_or(element);
    Texts {
        description: text(element, &["description", "info"]),
        display_name: text(element, &["display-name"]),
        small_icon: text(icon, &["small-icon"]),
        large_icon: text(icon, &["large-icon"]),
        version: text(element, &["tlib-version", "tlibversion"]),
        required_version: element
            .attribute("version")
            .map(Str::from)
            .or_else(|| text(element, &["jsp-version", "jspversion"])),
    }
}

/// The text of the first child element with one of these local names.
fn text(element: Element<'_>, names: &[&str]) -> Option<Str> {
    child(element, names).map(content)
}

#[cfg(test)]
#[path = "tld_tests.rs"]
mod tests;
