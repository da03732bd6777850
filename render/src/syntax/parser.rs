//! The unit as a whole, and which piece of markup comes next.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use rustc_hash::FxHashSet;

use super::Host;
use super::MAX_DIAGNOSTICS;
use super::PageSettings;
use super::TagFileDescription;
use super::UnitKind;
use super::cursor::Cursor;
use super::cursor::is_space;
use super::cursor::qualified_name_at;
use super::directives::DirectiveSet;
use super::document::Output;
use super::elements::Frame;
use super::loader::Loaded;
use super::loader::Loader;
use super::tag_directives::TagParts;
use super::taglib::Prefixes;
use super::tree::Node;
use super::tree::ScriptingKind;
use super::tree::Unit;
use super::view::View;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::Severity;
use crate::paths;
use crate::source::Place;
use crate::source::SourceFile;
use crate::source::SourceMap;
use crate::source::Span;
use crate::tags::info::LibraryInfo;
use crate::tags::tld;
use crate::value::Str;

/// The JSP version in which `#{` got a meaning.
const DEFERRED_SINCE: f32 = 2.1;

/// The path of the descriptor that tells the version of a tag file.
fn implicit_descriptor(path: &str) -> Str {
    format!("{}/implicit.tld", paths::folder(path)).into()
}

/// Reads one unit.
pub(super) struct Parser<'h> {
    pub(super) host: &'h dyn Host,
    pub(super) loader: Loader<'h>,
    pub(super) kind: UnitKind,
    /// Only directives are looked at, and only for what they say.
    pub(super) surveying: bool,
    /// The XML view, if it is what the unit is read for.
    pub(super) view: Option<View>,
    pub(super) flags: Flags,
    pub(super) sources: SourceMap,
    diagnostics: Vec<Diagnostic>,
    pub(super) dependencies: IndexSet<Str>,
    pub(super) prefixes: Prefixes,
    pub(super) directives: DirectiveSet,
    pub(super) tag: TagParts,
    /// Where each `jsp:useBean` id was given.
    pub(super) bean_ids: FxHashMap<Str, Span>,
    /// The beans that are in the session.
    pub(super) session_beans: Vec<Span>,
    /// Include directives that failed, by their file and place, so that a file that is included a thousand times does
    /// not fail a thousand times.
    pub(super) failed_includes: FxHashSet<(Str, u32)>,
    /// Tags that their libraries do not have, each told once.
    pub(super) unknown_tags: FxHashSet<Str>,
    /// The file that is read, after those that include it.
    pub(super) including: Vec<Str>,
    /// The elements that are open in the file that is read; the first stands for the file itself.
    pub(super) frames: Vec<Frame>,
    /// Elements that are open in all files.
    pub(super) depth: usize,
    /// The file that is read is in XML syntax.
    pub(super) in_document: bool,
    /// What the namespaces of documents stand for.
    pub(super) namespaces: FxHashMap<Str, Option<Arc<LibraryInfo>>>,
    /// Prefixes that an element around the one that is read binds to another library than they had before: the names
    /// under which functions find that, if they need one.
    pub(super) rebound: Vec<(Str, Option<Str>)>,
    /// What documents say of the prolog of the output.
    pub(super) output: Output,
    /// A limit was passed: nothing more is read.
    pub(super) stopped: bool,
}

/// What directives and configuration say of how the text of a unit reads.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flags {
    pub(super) el_ignored: bool,
    pub(super) deferred_literal: bool,
    pub(super) trim: bool,
    pub(super) scripting_invalid: bool,
    pub(super) undeclared_prefix_is_error: bool,
    /// A tag file of a version that knows no deferred expressions.
    pub(super) early: bool,
}

/// A piece of markup.
#[derive(Clone, Copy, Debug)]
pub(super) enum Markup<'t> {
    /// `<%--`
    Comment,
    /// `<%@`
    Directive,
    /// `<jsp:directive.`
    XmlDirective,
    /// `<%!`, `<%=`, `<%`
    Script(ScriptingKind),
    /// `<jsp:declaration`, `<jsp:expression`, `<jsp:scriptlet`
    XmlScript(ScriptingKind),
    /// `<jsp:` and a local name, which may be empty.
    Standard(&'t str),
    /// `<prefix:local` with a prefix that is declared.
    Custom(&'t str, &'t str),
    /// `</prefix:local` with `jsp` or a prefix that is declared.
    End(&'t str, &'t str),
    /// `${`, or `#{` if `deferred`.
    Expression { deferred: bool },
}

impl<'h> Parser<'h> {
    pub(super) fn new(kind: UnitKind, host: &'h dyn Host) -> Self {
        Self::with_loader(kind, host, Loader::new(host, kind), Flags::default(), false)
    }

    fn with_loader(
        kind: UnitKind,
        host: &'h dyn Host,
        loader: Loader<'h>,
        flags: Flags,
        surveying: bool,
    ) -> Self {
        Parser {
            host,
            loader,
            kind,
            surveying,
            view: None,
            flags,
            sources: SourceMap::new(),
            diagnostics: Vec::new(),
            dependencies: IndexSet::new(),
            prefixes: Prefixes::default(),
            directives: DirectiveSet::default(),
            tag: TagParts::default(),
            bean_ids: FxHashMap::default(),
            session_beans: Vec::new(),
            failed_includes: FxHashSet::default(),
            unknown_tags: FxHashSet::default(),
            including: Vec::new(),
            frames: Vec::new(),
            depth: 0,
            in_document: false,
            namespaces: FxHashMap::default(),
            rebound: Vec::new(),
            output: Output::default(),
            stopped: false,
        }
    }

    /// Reads the unit of the file at `path`.
    pub(super) fn unit(self, path: &str) -> (Option<Unit>, Vec<Diagnostic>) {
        let (parser, settings) = self.surveyed(path);
        parser.parse(path, &settings)
    }

    /// A parser that knows which directives the unit has, and the unit's configuration.
    pub(super) fn surveyed(self, path: &str) -> (Self, PageSettings) {
        let settings = match self.kind {
            UnitKind::Page => self.host.settings(path),
            UnitKind::TagFile => PageSettings::default(),
        };
        let early = self.kind == UnitKind::TagFile && self.deferred_is_text(path);
        // Some directives change how text is read that stands before them, or in another file of the unit.
        let Parser { kind, host, loader, .. } = self;
        let mut survey = Self::with_loader(kind, host, loader, Flags::default(), true);
        survey.files(path, &settings);
        let says = &survey.directives.merged;
        let flags = Flags {
            el_ignored: says.el_ignored.or(settings.el_ignored).unwrap_or(false),
            deferred_literal: says
                .deferred_syntax_allowed_as_literal
                .or(settings.deferred_syntax_allowed_as_literal)
                .unwrap_or(early),
            trim: says.trim_directive_whitespaces.or(settings.trim_directive_whitespaces).unwrap_or(false),
            scripting_invalid: settings.scripting_invalid.unwrap_or(false),
            undeclared_prefix_is_error: settings.error_on_undeclared_namespace.unwrap_or(false),
            early,
        };
        let mut loader = survey.loader;
        loader.rewind();
        (Self::with_loader(kind, host, loader, flags, false), settings)
    }

    /// Whether `#{` has no meaning in a tag file and in the attributes of its tag: its version, that of the descriptor
    /// that names it or of the `implicit.tld` in its folder, else 2.0, is older (Pages 4.1, 8.4.2 and 8.4.3).
    pub(super) fn deferred_is_text(&self, path: &str) -> bool {
        self.host.deferred_is_text(path).unwrap_or_else(|| {
            let descriptor = self.host.read(&implicit_descriptor(path)).ok().flatten();
            descriptor.and_then(|bytes| tld::version(&bytes)).unwrap_or(2.0) < DEFERRED_SINCE
        })
    }

    fn parse(mut self, path: &str, settings: &PageSettings) -> (Option<Unit>, Vec<Diagnostic>) {
        let Some(body) = self.files(path, settings) else { return (None, self.diagnostics) };
        self.check_directives();
        let tag = match self.kind {
            UnitKind::TagFile => {
                self.dependencies.insert(implicit_descriptor(path));
                Some(Arc::new(self.tag_info(path)))
            }
            UnitKind::Page => None,
        };
        let unit = Unit {
            prolog: self.output.into_prolog(self.kind),
            sources: self.sources,
            directives: self.directives.merged,
            tag,
            body,
            prefixes_without_tags: self.prefixes.without_tags(),
            missing_libraries: self.prefixes.missing_libraries(),
            libraries: self.prefixes.into_libraries(),
            dependencies: self.dependencies.into_iter().collect(),
        };
        (Some(unit), self.diagnostics)
    }

    /// What the directives of the tag file at `path` say of it.
    pub(super) fn describe(mut self, path: &str) -> Option<TagFileDescription> {
        self.surveying = true;
        self.files(path, &PageSettings::default())?;
        let tag = Arc::new(self.tag_info(path));
        Some(TagFileDescription { tag, dependencies: self.dependencies.into_iter().collect() })
    }

    /// Reads the file at `path` between its preludes and codas. `None`: it can't be read, which is reported.
    pub(super) fn files(&mut self, path: &str, settings: &PageSettings) -> Option<Vec<Node>> {
        self.dependencies.insert(path.into());
        let loaded = match self.loader.load(path) {
            Ok(loaded) => loaded,
            Err(error) => {
                let diagnostic = Self::load_problem(path, &error, Place::of_file(path));
                self.report(diagnostic);
                return None;
            }
        };
        let number = self.sources.add(Arc::clone(&loaded.source));
        self.output.is_document = loaded.is_xml;
        self.directives.merged.page_encoding = loaded.named_encoding.map(|charset| charset.name().into());
        self.frames.push(Frame::file(None));
        let start = Span::new(number, 0, 0);
        for prelude in &settings.preludes {
            self.include(prelude, start);
        }
        let nodes = self.file(&loaded, number, path);
        self.append(nodes);
        for coda in &settings.codas {
            self.include(coda, start);
        }
        self.frames.pop().map(|frame| frame.children)
    }

    /// Reads a file and gives its nodes.
    pub(super) fn file(&mut self, loaded: &Loaded, number: u32, path: &str) -> Vec<Node> {
        for issue in loaded.issues.iter() {
            let span = Span::new(number, issue.range.start, issue.range.end);
            let mut diagnostic =
                self.error(issue.code, span, issue.message.as_str()).with_hint_if(issue.hint);
            diagnostic.severity = issue.severity;
            self.report(diagnostic);
        }
        self.including.push(path.into());
        let source = Arc::clone(&loaded.source);
        let outer = std::mem::replace(&mut self.in_document, loaded.is_xml);
        let nodes = match (loaded.is_xml, self.surveying) {
            (true, _) => self.document(&source, number),
            (false, true) => self.survey(&source, number),
            (false, false) => self.content(&source, number),
        };
        self.in_document = outer;
        self.including.pop();
        nodes
    }

    /// Looks at the directives of a file and at nothing else.
    fn survey(&mut self, source: &SourceFile, number: u32) -> Vec<Node> {
        let mut cursor = Cursor::new(source.text(), number);
        while let Some(found) = memchr::memchr(b'<', cursor.rest().as_bytes()) {
            cursor.at += found;
            match self.markup(&cursor) {
                Some(Markup::Comment) => {
                    cursor.at += 4;
                    if cursor.until("--%>").is_none() {
                        break;
                    }
                }
                Some(Markup::Directive) => self.directive(&mut cursor),
                Some(Markup::XmlDirective) => self.xml_directive(&mut cursor),
                Some(Markup::Script(_)) => {
                    if cursor.until("%>").is_none() {
                        break;
                    }
                }
                _ => cursor.at += 1,
            }
            if self.stopped {
                break;
            }
        }
        Vec::new()
    }

    /// Reads all of a file.
    fn content(&mut self, source: &SourceFile, number: u32) -> Vec<Node> {
        let mut cursor = Cursor::new(source.text(), number);
        let root = Frame::file(self.frames.last());
        let outer = std::mem::replace(&mut self.frames, vec![root]);
        while !self.stopped {
            let before = cursor.at;
            let markup = self.text(&mut cursor);
            self.view_text(&cursor, before);
            let Some(markup) = markup else { break };
            let before = cursor.at;
            match markup {
                Markup::Comment => self.comment(&mut cursor),
                Markup::Directive => self.directive(&mut cursor),
                Markup::XmlDirective => self.xml_directive(&mut cursor),
                Markup::Script(kind) => self.script(&mut cursor, kind),
                Markup::XmlScript(kind) => self.xml_script(&mut cursor, kind),
                Markup::Standard(local) => self.standard(&mut cursor, local),
                Markup::Custom(prefix, local) => self.custom(&mut cursor, prefix, local),
                Markup::End(prefix, local) => self.end_tag(&mut cursor, prefix, local),
                Markup::Expression { deferred } => {
                    self.expression(&mut cursor, deferred);
                    self.view_text(&cursor, before);
                }
            }
        }
        self.end_of_file(cursor.text.len());
        let root = std::mem::replace(&mut self.frames, outer).swap_remove(0);
        root.children
    }

    /// The markup that starts at the cursor, if it is markup and not text.
    pub(super) fn markup<'t>(&mut self, cursor: &Cursor<'t>) -> Option<Markup<'t>> {
        let rest = cursor.rest();
        let tag = match *rest.as_bytes() {
            [b'$', b'{', ..] if !self.flags.el_ignored => {
                return Some(Markup::Expression { deferred: false });
            }
            [b'#', b'{', ..] if !self.flags.el_ignored && !self.flags.deferred_literal => {
                return Some(Markup::Expression { deferred: true });
            }
            [b'<', b'%', b'-', b'-', ..] => return Some(Markup::Comment),
            [b'<', b'%', b'@', ..] => return Some(Markup::Directive),
            [b'<', b'%', b'!', ..] => return Some(Markup::Script(ScriptingKind::Declaration)),
            [b'<', b'%', b'=', ..] => return Some(Markup::Script(ScriptingKind::Expression)),
            [b'<', b'%', ..] => return Some(Markup::Script(ScriptingKind::Scriptlet)),
            [b'<', ..] => &rest[1..],
            _ => return None,
        };
        if let Some(tag) = tag.strip_prefix('/') {
            let (prefix, local) = qualified_name_at(tag)?;
            return (prefix == "jsp" || self.prefixes.get(prefix).is_some())
                .then_some(Markup::End(prefix, local));
        }
        if let Some(local) = tag.strip_prefix("jsp:") {
            if local.starts_with("directive.") {
                return Some(Markup::XmlDirective);
            }
            return Some(match super::cursor::name_at(local, false).unwrap_or_default() {
                "declaration" => Markup::XmlScript(ScriptingKind::Declaration),
                "expression" => Markup::XmlScript(ScriptingKind::Expression),
                "scriptlet" => Markup::XmlScript(ScriptingKind::Scriptlet),
                local => Markup::Standard(local),
            });
        }
        let name = tag.trim_start_matches(is_space);
        let (prefix, local) = qualified_name_at(name)?;
        if self.prefixes.get(prefix).is_none() {
            if name.len() == tag.len() && !self.surveying {
                let span = Span::new(cursor.file, cursor.at, cursor.at + 2 + prefix.len() + local.len());
                self.undeclared_prefix(prefix, local, span);
            }
            return None;
        }
        self.prefixes.use_in_tag(prefix);
        Some(Markup::Custom(prefix, local))
    }

    /// Steps over a JSP comment.
    fn comment(&mut self, cursor: &mut Cursor<'_>) {
        let start = cursor.at;
        cursor.at += 4;
        if cursor.until("--%>").is_none() {
            let diagnostic = self
                .error("page/unclosed-comment", cursor.span(start), "the comment is not closed")
                .with_hint("add `--%>` where it ends");
            self.report(diagnostic);
            cursor.at = cursor.text.len();
        }
    }

    /// A diagnostic at a place of the unit.
    pub(super) fn error(&self, code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        let diagnostic = Diagnostic::error(code, message, self.place(span));
        if self.is_muted() { diagnostic } else { diagnostic.with_chain(self.sources.chain(span.file)) }
    }

    /// A diagnostic that does not keep the unit from being used.
    pub(super) fn warning(&self, code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        let diagnostic = self.error(code, span, message);
        Diagnostic { severity: Severity::Warning, ..diagnostic }
    }

    /// Whether diagnostics go nowhere.
    pub(super) fn is_muted(&self) -> bool {
        self.surveying || self.view.is_some() || self.diagnostics.len() > MAX_DIAGNOSTICS
    }

    /// The place of a span, for a diagnostic.
    pub(super) fn place(&self, span: Span) -> Place {
        // A place copies its line, which is not for nothing where a line is megabytes long and full of faults.
        if self.is_muted() { Place::default() } else { self.sources.place(span) }
    }

    /// Keeps a diagnostic, unless it was told before (of a file that is included twice) or there are enough.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.is_muted() {
            return;
        }
        let known = self.diagnostics.iter().any(|other| {
            other.code == diagnostic.code
                && other.place == diagnostic.place
                && other.message == diagnostic.message
        });
        if known {
            return;
        }
        if self.diagnostics.len() == MAX_DIAGNOSTICS {
            let message = "there is more wrong from here on, which is not listed";
            // An error, since what is left out may be one.
            self.diagnostics.push(Diagnostic::error("page/too-many-problems", message, diagnostic.place));
        } else {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports that a limit was passed, and ends the reading.
    pub(super) fn stop(&mut self, diagnostic: Diagnostic) {
        self.stopped = true;
        self.report(diagnostic);
    }
}
