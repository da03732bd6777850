//! The page's own class: declarations are its members, everything else is one method.

use std::sync::Arc;

use vespid_render::diagnostic::Diagnostic;
use vespid_render::registry::Registry;
use vespid_render::script::ScriptPart;
use vespid_render::script::ScriptSource;
use vespid_render::source::Span;
use vespid_render::value::Str;

use super::Compiler;
use super::function::Function;
use super::names::Class;
use super::names::Imports;
use super::types::Ty;
use crate::classpath::Generation;
use crate::classpath::Unit;
use crate::classpath::Words;
use crate::library;
use crate::syntax::Parser;
use crate::syntax::Problem;
use crate::syntax::ast::Members;
use crate::syntax::ast::Stmt;
use crate::syntax::lex;
use crate::syntax::token::Host;
use crate::syntax::token::Token;
use crate::syntax::token::TokenKind;
use crate::vm::Module;
use crate::vm::Op;

/// The implicit objects of a page (Pages 4.1, 1.8.3); some are there only where the page says so.
const IMPLICIT: [&str; 10] = [
    "out",
    "pageContext",
    "request",
    "response",
    "session",
    "application",
    "config",
    "exception",
    "page",
    "jspContext",
];

/// A compiled page.
pub(crate) struct CompiledPage {
    pub(crate) module: Arc<Module>,
    /// The method that is the page.
    pub(crate) method: u32,
    /// The method that makes the page's fields, if it has any with values.
    pub(crate) initialiser: Option<u32>,
}

/// Compiles the scripting elements of a page.
pub(crate) fn compile_page(
    source: &ScriptSource<'_>,
    classes: &Generation,
) -> (Option<CompiledPage>, Vec<Diagnostic>) {
    let (mut tokens, mut declared, mut problems) = (Vec::new(), Vec::new(), Vec::new());
    let mut end = Span::default();
    for part in source.parts {
        end = tokenize(part, &mut tokens, &mut declared, &mut problems, end);
    }
    let (members, more) = Parser::new(&declared, end).declarations();
    problems.extend(more);
    let (statements, more) = Parser::new(&tokens, end).page();
    problems.extend(more);
    let mut page = None;
    let mut diagnostics = Vec::new();
    if problems.is_empty() {
        let names = words(source, &tokens, &declared);
        let (units, found) = classes.demand(source.application, &names);
        diagnostics = found;
        let (compiled, more) = compile(source, classes, &units, &members, &statements, &names);
        problems = more;
        page = Some(compiled);
    }
    let has_errors = problems.iter().any(|problem| !problem.warning);
    diagnostics.extend(problems.into_iter().map(|problem| diagnostic(problem, source)));
    (page.filter(|_| !has_errors), diagnostics)
}

fn diagnostic(problem: Problem, source: &ScriptSource<'_>) -> Diagnostic {
    let place = source.sources.place(problem.span);
    let made = if problem.warning {
        Diagnostic::warning(problem.code, problem.message, place)
    } else {
        Diagnostic::error(problem.code, problem.message, place)
    };
    made.with_hint_if(problem.hint).with_chain(source.sources.chain(problem.span.file))
}

/// The tokens of a part of the page.
fn tokenize(
    part: &ScriptPart,
    tokens: &mut Vec<Token>,
    declared: &mut Vec<Token>,
    problems: &mut Vec<Problem>,
    before: Span,
) -> Span {
    let host = |tokens: &mut Vec<Token>, host: Host, span: Span| {
        tokens.push(Token { kind: TokenKind::Host(host), span });
    };
    let behind = |span: Span| Span { start: span.end, ..span };
    match part {
        ScriptPart::Declaration { code, span } => lex(code, *span, declared, problems),
        ScriptPart::Scriptlet { code, span } => {
            lex(code, *span, tokens, problems);
            return behind(*span);
        }
        ScriptPart::Expression { code, span } => {
            host(tokens, Host::Print, *span);
            lex(code, *span, tokens, problems);
            host(tokens, Host::ExpressionEnd, behind(*span));
            return behind(*span);
        }
        ScriptPart::Value { code, span, segment } => {
            host(tokens, Host::Push(*segment), *span);
            lex(code, *span, tokens, problems);
            host(tokens, Host::ExpressionEnd, behind(*span));
            return behind(*span);
        }
        ScriptPart::Segment(segment) => host(tokens, Host::Segment(*segment), before),
        ScriptPart::Region(segment) => host(tokens, Host::Region(*segment), before),
        ScriptPart::Body => host(tokens, Host::Body, before),
        ScriptPart::BodyEnd(segment) => host(tokens, Host::BodyEnd(*segment), before),
        ScriptPart::RegionEnd => host(tokens, Host::RegionEnd, before),
        ScriptPart::Variable { name, class } => {
            host(tokens, Host::Variable(name.clone(), class.clone()), before);
        }
    }
    before
}

/// The words in a page's scripting elements: what may speak of classes and implicit objects.
fn words(source: &ScriptSource<'_>, tokens: &[Token], declared: &[Token]) -> Words {
    let mut words = Words { package: Some(Str::new()), ..Words::default() };
    for import in source.imports {
        let import = import.trim().trim_end_matches(';').trim();
        words.imports.push(match import.strip_prefix("static ") {
            Some(member) => (member.trim().into(), true),
            None => (import.into(), false),
        });
    }
    words.names.extend(source.extends.cloned());
    for part in source.parts {
        if let ScriptPart::Variable { class, .. } = part {
            words.names.insert(class.clone());
        }
    }
    words.add(tokens);
    words.add(declared);
    words
}

fn compile<'a>(
    source: &'a ScriptSource<'_>,
    classes: &Generation,
    units: &'a [Unit],
    members: &'a Members,
    statements: &'a [Stmt],
    names: &Words,
) -> (CompiledPage, Vec<Problem>) {
    let registry: &Registry = source.application.registry();
    let mut compiler = Compiler::new(vec![Imports::of_page(source.imports)], registry);
    compiler.module.sources = source.sources.clone();
    compiler.module.generation = classes.me();
    compiler.info = source.info.cloned().unwrap_or_default();
    let simple: Str = class_name(source.path).into();
    let page = compiler.draft(format!("org.apache.jsp.{simple}").into(), simple, None, None);
    compiler.classes[page as usize].is_page = true;
    for inner in &members.classes {
        compiler.name_classes(inner, Some(page));
    }
    // Classes above are done before those below, whatever order they stand in.
    let count = compiler.classes.len() as u32;
    let all = compiler.add_sources(units, true);
    compiler.functions.push(Function::new(page, false, Ty::Void));
    compiler.declare_all(1, all);
    if let Some(extends) = source.extends {
        compiler.extend_page(page, extends, statements);
    }
    compiler.declare_fields(page, members, false);
    compiler.declare_methods(page, members, false);
    compiler.functions.pop();

    let initialiser = compiler.reserve_method();
    compiler.functions.push(Function::new(page, false, Ty::Void));
    compiler.function().initialises = true;
    compiler.check_assigned(|assigned| assigned.initialisers(members, false, false));
    compiler.construct_super(page, &[], Span::default());
    compiler.initialise(page, members, false);
    compiler.finish(initialiser, "<init>", &[], false);

    let methods = compiler.classes[page as usize].methods.clone();
    for method in &methods {
        if let Some(decl) = method.decl {
            compiler.compile_method(page, method, decl);
        }
    }
    let method = compiler.reserve_method();
    compiler.page_method(source, page, statements, names);
    compiler.finish(method, "_jspService", &[], false);
    compiler.compile_classes(1, count - 1);
    compiler.build_classes();
    if let Some(initialiser) = compiler.static_initialiser(page, members) {
        compiler.module.classes[page as usize].initialiser = Some(initialiser);
    }
    let compiled = CompiledPage {
        module: Arc::new(std::mem::take(&mut compiler.module)),
        method,
        initialiser: Some(initialiser),
    };
    (compiled, compiler.problems)
}

/// The name of a page's class: that of its file, with what is no letter written otherwise.
fn class_name(path: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.chars().map(|char| if char.is_alphanumeric() { char } else { '_' }).collect()
}

impl<'a> Compiler<'a> {
    /// The class of the page directive's `extends` comes above the page's own (Pages 4.1, 1.10.1).
    fn extend_page(&mut self, page: u32, name: &Str, statements: &[Stmt]) {
        let span = statements.first().map_or(Span::default(), |stmt| stmt.span);
        match self.find_class(name) {
            Some(Class::Own(above)) => self.put_below(page, above),
            Some(Class::Native(native)) if native.name == "java.lang.Object" => {}
            _ => {
                let message = format!("the class {name} that the page extends is not there");
                self.warn("java/missing-class", message, span).hint =
                    Some("put its source into /WEB-INF/classes".into());
            }
        }
        if let Some(broken) = self.classes[page as usize].broken.clone() {
            self.error("java/broken-class", broken, span);
        }
    }

    /// Compiles the page itself as the innermost method.
    fn page_method(&mut self, source: &ScriptSource<'_>, page: u32, statements: &'a [Stmt], names: &Words) {
        let mut function = Function::new(page, false, Ty::Void);
        function.is_page = true;
        self.functions.push(function);
        for name in IMPLICIT {
            let is_there = match name {
                // A tag file takes part in the session of whoever calls it (Pages 4.1, 8.3).
                "session" => source.session || source.is_tag_file,
                "exception" => source.is_error_page,
                "jspContext" => source.is_tag_file,
                "pageContext" | "page" => !source.is_tag_file,
                _ => true,
            };
            if !is_there || !names.words.contains(name) {
                continue;
            }
            let (native, returns) = match name {
                "page" => {
                    let register = self.function().declare(&name.into(), Ty::native("java.lang.Object"));
                    self.emit(Op::MoveR { d: register, s: 0 });
                    continue;
                }
                "jspContext" => ("pageContext", "JspContext"),
                name => (
                    name,
                    library::find("vespid.Page")
                        .and_then(|native| native.static_method(name, 0).flatten())
                        .map_or("?", |signature| signature.returns),
                ),
            };
            let ty = self.table_type(returns, &Ty::Dynamic);
            let d = self.function().declare(&name.into(), ty);
            let k = self.site(native, library::find("vespid.Page"), "vespid.Page", 0);
            self.emit(Op::InvokeStatic { k, r: d, d });
            if name == "out" {
                self.function().out = Some(d);
            }
        }
        // A page's own variables may have the names of implicit objects no more than of each other.
        self.check_assigned(|assigned| assigned.statements(statements));
        self.statements(statements);
    }
}
