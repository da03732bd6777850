//! From the syntax tree to a program.
//!
//! The tree says what the author wrote; what it means in this application — which Rust type runs a tag, which function a
//! name calls, which bean class exists — is settled here, and what can't be settled is a diagnostic at its place.
//!
//! | file | what it compiles |
//! | --- | --- |
//! | `emit` | instructions, pools, jumps; runs of template text become one piece |
//! | `nodes` | lists of nodes, attribute values |
//! | `expressions` | EL |
//! | `fold` | EL that is known at translation |
//! | `mapped` | names that are mapped to deferred expressions |
//! | `names` | names in EL: parameters of lambdas, imported classes, functions without a prefix |
//! | `prolog` | the XML declaration and document type of JSP documents |
//! | `standard` | `jsp:` actions |
//! | `script` | scripting elements and the segments between them |
//! | `custom` | tag handlers and tag files |
//! | `core`, `fmt` | Jakarta Tags |

mod core;
mod custom;
mod emit;
mod expressions;
mod fmt;
mod fold;
mod mapped;
mod names;
mod nodes;
mod prolog;
mod script;
mod script_tag;
mod standard;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use rustc_hash::FxHashSet;

use crate::application::Application;
use crate::application::PropertyGroup;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::Severity;
use crate::el::Target;
use crate::el::ast::Template;
use crate::program::EXPRESSION;
use crate::program::Export;
use crate::program::Op;
use crate::program::Program;
use crate::program::Settings;
use crate::program::Slots;
use crate::script::ScriptClass;
use crate::source::Span;
use crate::syntax::tree::Node;
use crate::syntax::tree::NodeKind;
use crate::syntax::tree::Unit;
use crate::tags::info::AttributeKind;
use crate::tags::info::DynamicAttributes;
use crate::tags::info::VariableName;
use crate::value::Str;
use names::Imports;

/// Compiles a page or tag file.
///
/// Gives what its author should know of it, too.
///
/// # Errors
/// What is wrong with it; all that was found.
pub(crate) fn compile(
    unit: &Unit,
    path: &str,
    application: &Application,
) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut compiler = Compiler::new(unit, path, application);
    compiler.mapped = mapped::mapped_names(&unit.body);
    compiler.declare_tag_file();
    compiler.start_script();
    compiler.prolog();
    compiler.nodes(&unit.body);
    compiler.unused_prefixes();
    compiler.end_script();
    compiler.program.uses_classes |=
        application.script_engine().is_some() && compiler.imports.may_have_sources();
    // The end has no place of its own: what may fail there is the text before it.
    let span = compiler.text_span;
    compiler.emit(Op::Return, span);
    let warnings = compiler.diagnostics.clone();
    compiler.finish().map(|program| (program, warnings))
}

/// Compiles a template that stands on its own, and says what can be assigned to it.
///
/// # Errors
/// What is wrong with it; all that was found.
pub(crate) fn compile_expression(
    unit: &Unit,
    template: &Template,
    application: &Application,
) -> Result<(Program, Option<Target>), Vec<Diagnostic>> {
    let mut compiler = Compiler::new(unit, EXPRESSION, application);
    compiler.template(template, Span::default());
    compiler.emit(Op::EndLambda, Span::default());
    let target = compiler.assignable(template);
    compiler.finish().map(|program| (program, target))
}

/// Compiles a deferred expression that belongs to no page: the program's first deferred site.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn compile_deferred(
    unit: &Unit,
    template: &Template,
    application: &Application,
    text: &str,
    java_type: &str,
    is_method: bool,
) -> Result<Program, Vec<Diagnostic>> {
    // Not `EXPRESSION`: what it assigns is the page's.
    let mut compiler = Compiler::new(unit, "deferred expression", application);
    compiler.deferred(template, text.into(), java_type, is_method, Span::default());
    compiler.finish()
}

pub(crate) use mapped::hidden;

/// A program in the making.
struct Compiler<'a> {
    unit: &'a Unit,
    application: &'a Application,
    program: Program,
    diagnostics: Vec<Diagnostic>,
    /// What a page is told of only once, however often it stands there.
    told: FxHashSet<Str>,
    /// Template text that is not yet an instruction: what follows may join it.
    text: String,
    text_span: Span,
    /// All template text, and where each piece of it is.
    pool: String,
    pieces: Vec<(u32, u32)>,
    consts: FxHashMap<Str, u32>,
    /// The parameters of the lambdas around the expression that is compiled, innermost first.
    locals: Vec<Str>,
    imports: Imports<'a>,
    /// Prefixes of functions.
    used_prefixes: FxHashSet<Str>,
    /// How many tags that collect parameters are around the node that is compiled.
    collecting: u32,
    /// What the engine for scripting elements gets, where there are any.
    script: Option<Box<script::Parts>>,
    /// A name that nothing knows is an error at run time.
    strict: bool,
    /// The application has resolvers of its own.
    resolvers: bool,
    /// Names that may be mapped to deferred expressions.
    mapped: Vec<Str>,
}

impl<'a> Compiler<'a> {
    fn new(unit: &'a Unit, path: &str, application: &'a Application) -> Self {
        let directives = &unit.directives;
        let defaults = Settings::default();
        let is_tag_file = unit.tag.is_some();
        // Property groups are about pages (Pages 4.1, 3.3).
        let group = if is_tag_file { PropertyGroup::default() } else { application.config().group_for(path) };
        let settings = Settings {
            content_type: if is_tag_file {
                None
            } else {
                let content_type = directives.content_type.clone().or(group.default_content_type);
                let (default_type, encoding) = if unit.prolog.is_document {
                    ("text/xml", "UTF-8")
                } else {
                    ("text/html", directives.page_encoding.as_deref().unwrap_or("ISO-8859-1"))
                };
                Some(with_charset(content_type.unwrap_or_else(|| default_type.into()), encoding))
            },
            session: directives.session.unwrap_or(defaults.session),
            buffer_bytes: directives.buffer_bytes.or(group.buffer_bytes).unwrap_or(defaults.buffer_bytes),
            auto_flush: directives.auto_flush.unwrap_or(defaults.auto_flush),
            error_page: directives.error_page.clone(),
            is_error_page: directives.is_error_page.unwrap_or(defaults.is_error_page),
            info: directives.info.clone(),
        };
        Compiler {
            unit,
            application,
            program: Program::new(path.into(), settings, unit.sources.clone()),
            diagnostics: Vec::new(),
            told: FxHashSet::default(),
            text: String::new(),
            text_span: Span::default(),
            pool: String::new(),
            pieces: vec![(0, 0)],
            consts: FxHashMap::default(),
            locals: Vec::new(),
            imports: Imports::new(&directives.imports, application),
            used_prefixes: FxHashSet::default(),
            collecting: 0,
            resolvers: !application.el_resolvers().is_empty(),
            mapped: Vec::new(),
            script: None,
            strict: directives.error_on_el_not_found.or(group.error_on_el_not_found).unwrap_or(false),
        }
    }

    /// Tells of prefixes that nothing has. A file that only declares them is one that others include.
    fn unused_prefixes(&mut self) {
        let is_blank = |node: &Node| matches!(&node.kind, NodeKind::Text(text) if text.trim().is_empty());
        if self.unit.body.iter().all(is_blank) {
            return;
        }
        let unit = self.unit;
        for (prefix, span) in &unit.prefixes_without_tags {
            if !self.used_prefixes.contains(prefix) {
                let message = format!("the prefix `{prefix}` is not used");
                let diagnostic = self.error("page/unused-prefix", message, *span);
                diagnostic.severity = Severity::Warning;
                diagnostic.hint = Some("remove the taglib directive".into());
            }
        }
    }

    /// A tag file's attributes and variables take the first slots, in the order of its description, so that callers
    /// know them without seeing the program.
    fn declare_tag_file(&mut self) {
        let Some(tag) = self.unit.tag.clone() else { return };
        for attribute in &tag.attributes {
            match attribute.kind {
                AttributeKind::Value | AttributeKind::Fragment => self.slot(&attribute.name),
                AttributeKind::DeferredValue(_) | AttributeKind::DeferredMethod(_) => {
                    self.map_name(&attribute.name)
                }
            };
        }
        for variable in &tag.variables {
            let name = match &variable.name {
                VariableName::Given(name) => name,
                VariableName::FromAttribute { alias: Some(alias), .. } => alias,
                VariableName::FromAttribute { attribute, alias: None } => attribute,
            };
            let slot = self.slot(name);
            self.program.exports.push(Export { slot, scope: variable.scope });
        }
        if let DynamicAttributes::Variable(name) = &tag.dynamic_attributes {
            self.program.dynamic_attributes = Some(self.slot(name));
        }
    }

    /// The page-scope slot of a name.
    fn slot(&mut self, name: &Str) -> u32 {
        self.program.slots.slot(name)
    }

    fn error(&mut self, code: &'static str, message: impl Into<String>, span: Span) -> &mut Diagnostic {
        let diagnostic = Diagnostic::error(code, message, self.unit.sources.place(span));
        self.diagnostics.push(diagnostic);
        self.diagnostics.last_mut().expect("just pushed")
    }

    /// Whether this is the first time that something is told.
    fn first_time(&mut self, what: impl Into<Str>) -> bool {
        self.told.insert(what.into())
    }

    fn finish(mut self) -> Result<Program, Vec<Diagnostic>> {
        if self.diagnostics.iter().any(Diagnostic::is_error) {
            return Err(self.diagnostics);
        }
        let pool = vespid_streams::StaticText::from(std::mem::take(&mut self.pool));
        self.program.texts = self
            .pieces
            .iter()
            .map(|(from, to)| {
                pool.slice(*from as usize..*to as usize).expect("pieces lie between characters of the pool")
            })
            .collect();
        self.program.code.shrink_to_fit();
        self.program.spans.shrink_to_fit();
        Ok(self.program)
    }
}

/// A content type without a charset gets the page's encoding (Pages 4.1, 4.2 "Response Character Encoding").
fn with_charset(content_type: Str, encoding: &str) -> Str {
    if content_type.to_ascii_lowercase().contains("charset") {
        return content_type;
    }
    format!("{content_type};charset={encoding}").into()
}

impl Program {
    fn new(path: Str, settings: Settings, sources: crate::source::SourceMap) -> Self {
        Program {
            path,
            settings,
            code: Vec::new(),
            spans: Vec::new(),
            sources,
            texts: Vec::new(),
            consts: Vec::new(),
            slots: Slots::default(),
            props: Vec::new(),
            paths: Vec::new(),
            tests: Vec::new(),
            bean_params: Vec::new(),
            functions: Vec::new(),
            lambdas: Vec::new(),
            deferred: Vec::new(),
            mapped: Vec::new(),
            mapped_loops: Vec::new(),
            names: Vec::new(),
            classes: Vec::new(),
            tags: Vec::new(),
            script_tags: Vec::new(),
            tag_files: Vec::new(),
            loops: Vec::new(),
            includes: Vec::new(),
            beans: Vec::new(),
            catches: Vec::new(),
            urls: Vec::new(),
            imports: Vec::new(),
            formats: Vec::new(),
            exports: Vec::new(),
            dynamic_attributes: None,
            callees: Vec::new(),
            script: None,
            segments: Vec::new(),
            script_resume: 0,
            dependencies: Vec::new(),
            uses_classes: false,
            classes_version: None,
        }
    }
}

impl Compiler<'_> {
    /// A class of the application's sources, with which the page then changes.
    fn source_class(&mut self, name: &str) -> Option<Arc<dyn ScriptClass>> {
        self.program.uses_classes = true;
        self.application.class(name)
    }
}

/// A function of the registry, shared.
type SharedFunction = Arc<dyn crate::registry::Function>;
