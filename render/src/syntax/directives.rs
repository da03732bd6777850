//! Directives: `page` (Pages 4.1, 1.10.1), and which other one it is.

use rustc_hash::FxHashMap;

use super::UnitKind;
use super::attributes::Ending;
use super::attributes::Owner;
use super::attributes::RawAttribute;
use super::cursor::Cursor;
use super::parser::Parser;
use super::tree::Directives;
use crate::diagnostic::did_you_mean;
use crate::paths;
use crate::source::Span;
use crate::value::Str;

/// The directives of a unit so far.
#[derive(Default)]
pub(super) struct DirectiveSet {
    pub(super) merged: Directives,
    /// The first value of each attribute of `page` or `tag`, and its place.
    pub(super) given: FxHashMap<&'static str, (Str, Span)>,
    /// Where each file gives its `pageEncoding`.
    page_encodings: FxHashMap<u32, Span>,
}

/// The attributes of the `page` directive.
const PAGE: [&str; 15] = [
    "language",
    "extends",
    "import",
    "session",
    "buffer",
    "autoFlush",
    "info",
    "errorPage",
    "isErrorPage",
    "contentType",
    "pageEncoding",
    "isELIgnored",
    "errorOnELNotFound",
    "deferredSyntaxAllowedAsLiteral",
    "trimDirectiveWhitespaces",
];

const NAMES: [&str; 6] = ["page", "taglib", "include", "tag", "attribute", "variable"];

impl Parser<'_> {
    /// Reads `<%@ … %>`.
    pub(super) fn directive(&mut self, cursor: &mut Cursor<'_>) {
        let start = cursor.at;
        cursor.at += 3;
        cursor.skip_space();
        self.directive_body(cursor, start, Owner::Directive);
    }

    /// Reads `<jsp:directive.… />`.
    pub(super) fn xml_directive(&mut self, cursor: &mut Cursor<'_>) {
        let start = cursor.at;
        cursor.at += "<jsp:directive.".len();
        self.directive_body(cursor, start, Owner::Tag);
    }

    fn directive_body(&mut self, cursor: &mut Cursor<'_>, start: usize, owner: Owner) {
        let at = cursor.at;
        let letters = cursor.rest().find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(cursor.rest().len());
        cursor.at += letters;
        let name = &cursor.text[at..cursor.at];
        let name_span =
            if name.is_empty() { Span::new(cursor.file, start, start + 3) } else { cursor.span(at) };
        let shown = match owner {
            Owner::Directive => format!("<%@ {name}"),
            Owner::Tag => format!("<jsp:directive.{name}"),
        };
        let (attributes, ending) = self.attributes(cursor, start, &shown, owner);
        if owner == Owner::Tag && ending == Ending::Open {
            let body = cursor.at;
            cursor.skip_space();
            if !cursor.eat(&format!("</jsp:directive.{name}>")) {
                cursor.at = body;
                let diagnostic = self
                    .error(
                        "page/unclosed-tag",
                        Span::new(cursor.file, start, body),
                        format!("{shown}> is not closed"),
                    )
                    .with_hint("close it right away: />");
                self.report(diagnostic);
            }
        }
        let span = cursor.span(start);
        self.apply_directive(name, name_span, &attributes, span);
    }

    /// Does what a directive says.
    pub(super) fn apply_directive(
        &mut self,
        name: &str,
        name_span: Span,
        attributes: &[RawAttribute<'_>],
        span: Span,
    ) {
        let wrong_kind = match (name, self.kind) {
            ("page", UnitKind::TagFile) => Some("a tag file has no `page` directive; use `tag`"),
            ("tag" | "attribute" | "variable", UnitKind::Page) => Some("only tag files have this directive"),
            _ => None,
        };
        if let Some(why) = wrong_kind {
            let message = format!("the directive `{name}` can't be used here");
            let diagnostic = self.error("page/misplaced-directive", span, message).with_hint(why);
            self.report(diagnostic);
            return;
        }
        if let Some(view) = &mut self.view
            && !matches!(name, "taglib" | "include")
        {
            view.directive(name, attributes, span);
        }
        match name {
            "page" => self.page_directive(attributes),
            "taglib" if self.surveying => {}
            "taglib" => self.taglib_directive(attributes, span),
            "include" => self.include_directive(attributes, span),
            "tag" => self.tag_directive(attributes),
            "attribute" => self.attribute_directive(attributes, span),
            "variable" => self.variable_directive(attributes, span),
            _ => {
                let message = format!("there is no directive `{name}`");
                let diagnostic = self
                    .error("page/unknown-directive", name_span, message)
                    .with_hint_if(did_you_mean(name, NAMES));
                self.report(diagnostic);
            }
        }
    }

    /// Finds `raw` among the attributes that a directive can have. Others are reported and `None`, as are those that
    /// the same directive gave before.
    pub(super) fn known_attribute(
        &mut self,
        raw: &RawAttribute<'_>,
        before: &[RawAttribute<'_>],
        directive: &str,
        names: &[&'static str],
    ) -> Option<&'static str> {
        let Some(name) = names.iter().find(|name| **name == raw.name) else {
            let message = format!("the directive `{directive}` has no attribute `{}`", raw.name);
            let hint = did_you_mean(raw.name, names.iter().copied()).or_else(|| {
                (raw.name == "isThreadSafe").then(|| "it was removed in Pages 4.0; leave it out".into())
            });
            let diagnostic = self.error("page/unknown-attribute", raw.span, message).with_hint_if(hint);
            self.report(diagnostic);
            return None;
        };
        // `page` and `tag` may say a thing as often as they like, if it is the same thing.
        let repeats = matches!(directive, "page" | "tag");
        let first = before.iter().find(|other| other.name == raw.name && !repeats);
        if let Some(first) = first {
            let first = first.span;
            self.given_twice(raw.name, raw.span, first);
            return None;
        }
        Some(name)
    }

    /// Reports an attribute that was given before.
    pub(super) fn given_twice(&mut self, name: &str, span: Span, first: Span) {
        let diagnostic = self
            .error("page/duplicate-attribute", span, format!("the attribute `{name}` is given twice"))
            .with_related("first given here", self.place(first))
            .with_hint("leave one of them out");
        self.report(diagnostic);
    }

    /// Reports that a directive lacks an attribute.
    pub(super) fn directive_lacks(&mut self, directive: &str, attribute: &str, span: Span) {
        let diagnostic = self.error(
            "page/missing-attribute",
            span,
            format!("the directive `{directive}` needs the attribute `{attribute}`"),
        );
        self.report(diagnostic);
    }

    fn page_directive(&mut self, attributes: &[RawAttribute<'_>]) {
        for (index, raw) in attributes.iter().enumerate() {
            if let Some(name) = self.known_attribute(raw, &attributes[..index], "page", &PAGE) {
                self.unit_attribute(name, raw);
            }
        }
    }

    /// Takes over an attribute that `page` and `tag` have in common, or that only `page` has.
    pub(super) fn unit_attribute(&mut self, name: &'static str, raw: &RawAttribute<'_>) {
        let value = self.literal_value(raw);
        match name {
            "import" => return self.import(&value, raw),
            "pageEncoding" => {
                // The encoding was found when the file was read.
                if let Some(first) = self.directives.page_encodings.insert(raw.span.file, raw.span) {
                    self.given_twice(name, raw.span, first);
                }
                return;
            }
            _ => {}
        }
        if !self.is_first(name, &value, raw) {
            return;
        }
        match name {
            "session"
            | "autoFlush"
            | "isErrorPage"
            | "isELIgnored"
            | "errorOnELNotFound"
            | "deferredSyntaxAllowedAsLiteral"
            | "trimDirectiveWhitespaces" => {
                let value = self.strict_boolean_value(raw);
                let merged = &mut self.directives.merged;
                let slot = match name {
                    "session" => &mut merged.session,
                    "autoFlush" => &mut merged.auto_flush,
                    "isErrorPage" => &mut merged.is_error_page,
                    "isELIgnored" => &mut merged.el_ignored,
                    "errorOnELNotFound" => &mut merged.error_on_el_not_found,
                    "trimDirectiveWhitespaces" => &mut merged.trim_directive_whitespaces,
                    _ => &mut merged.deferred_syntax_allowed_as_literal,
                };
                *slot = value;
            }
            "buffer" => self.buffer(&value, raw),
            "language" => {
                if value != "java" {
                    let diagnostic = self
                        .error(
                            "page/bad-value",
                            raw.value_span,
                            format!("the scripting language `{value}` is not known"),
                        )
                        .with_hint("the only one is `java`");
                    self.report(diagnostic);
                }
                self.directives.merged.language = Some(value);
            }
            "contentType" => self.directives.merged.content_type = Some(value),
            "errorPage" => self.directives.merged.error_page = Some(value),
            "extends" => self.directives.merged.extends = Some(value),
            "info" => self.directives.merged.info = Some(value),
            // What only tools look at.
            _ => {}
        }
    }

    /// Whether an attribute of `page` or `tag` is given for the first time. A second value must be the same as the
    /// first; if not, that is reported.
    pub(super) fn is_first(&mut self, name: &'static str, value: &Str, raw: &RawAttribute<'_>) -> bool {
        let Some((before, first)) = self.directives.given.get(name) else {
            self.directives.given.insert(name, (value.clone(), raw.span));
            return true;
        };
        if before != value {
            let message = format!("`{name}` is given twice with different values");
            let diagnostic = self
                .error("page/conflicting-attribute", raw.span, message)
                .with_related(format!("first it is `{before}`"), self.place(*first))
                .with_hint("let all directives agree, those of included files too");
            self.report(diagnostic);
        }
        false
    }

    fn buffer(&mut self, value: &str, raw: &RawAttribute<'_>) {
        let size = match value.strip_suffix("kb") {
            Some(kilobytes) => kilobytes.trim().parse::<usize>().ok().and_then(|size| size.checked_mul(1024)),
            None => (value == "none").then_some(0),
        };
        if size.is_none() {
            let diagnostic = self
                .error("page/bad-value", raw.value_span, format!("`{value}` is no size of a buffer"))
                .with_hint("write `none`, or kilobytes such as `8kb`");
            self.report(diagnostic);
        }
        self.directives.merged.buffer_bytes = size;
    }

    fn import(&mut self, value: &str, raw: &RawAttribute<'_>) {
        for name in value.split(',') {
            let mut name = name.trim();
            if let Some(without) = name.strip_suffix(';') {
                let diagnostic = self
                    .warning("page/import-semicolon", raw.value_span, "the list of imports has a `;`")
                    .with_hint("separate the imports by commas, without a `;` at the end");
                self.report(diagnostic);
                name = without.trim();
            }
            let imports = &mut self.directives.merged.imports;
            if !name.is_empty() && !imports.iter().any(|other| other == name) {
                imports.push(name.into());
            }
        }
    }

    /// Checks what only all directives together tell.
    pub(super) fn check_directives(&mut self) {
        if self.directives.merged.session == Some(false) {
            for span in std::mem::take(&mut self.session_beans) {
                let message = "the page takes no part in a session, so a bean can't be in it";
                let diagnostic = self
                    .error("page/bad-combination", span, message)
                    .with_hint("leave out session=\"false\", or choose another scope");
                self.report(diagnostic);
            }
        }
        let merged = &self.directives.merged;
        if let (Some(target), Some((_, span))) = (&merged.error_page, self.directives.given.get("errorPage"))
            && let Some(page) = self.sources.file(0)
            && paths::resolve(page.path(), target).as_ref() == Some(page.path())
        {
            let diagnostic = self
                .error("page/bad-combination", *span, "the page names itself as its error page")
                .with_hint("an error in it would never end; name another page");
            self.report(diagnostic);
        }
        let merged = &self.directives.merged;
        if merged.buffer_bytes == Some(0) && merged.auto_flush == Some(false) {
            let place =
                |name: &str| self.directives.given.get(name).map_or(Span::default(), |(_, span)| *span);
            let diagnostic = self
                .error(
                    "page/bad-combination",
                    place("autoFlush"),
                    "without a buffer the page must flush by itself",
                )
                .with_related("there is no buffer", self.place(place("buffer")))
                .with_hint("leave out autoFlush=\"false\", or give the page a buffer");
            self.report(diagnostic);
        }
    }
}
