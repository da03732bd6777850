//! Names in EL: parameters of lambdas, implicit objects, variables, imported classes, functions without a prefix
//! (Expression Language 6.1, "Evaluating Identifiers" and "Evaluating functions").

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Compiler;
use crate::application::Application;
use crate::el::Target;
use crate::el::ast::Expr;
use crate::el::ast::ExprKind;
use crate::el::ast::Template;
use crate::program::ClassSite;
use crate::program::DeferredSite;
use crate::program::Implicit;
use crate::program::LambdaSite;
use crate::program::MappedAt;
use crate::program::NameImport;
use crate::program::NameSite;
use crate::program::Op;
use crate::source::Span;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce::TypeTag;
use crate::value::java::StaticClass;

/// What a name in an expression stands for.
pub(super) enum Name {
    /// A parameter of a lambda around the expression.
    Local(u32),
    Implicit(Implicit),
    /// A variable, or else what the page's imports make of the name.
    Class(u32),
    /// A variable, which nothing else can be meant by.
    Var(u32),
}

/// What the page's imports make of names.
pub(super) struct Imports<'a> {
    /// Classes by simple name.
    classes: FxHashMap<Str, Option<Arc<StaticClass>>>,
    explicit: Vec<Str>,
    packages: Vec<Str>,
    /// Static imports: class and member, `*` for all.
    members: Vec<(Arc<StaticClass>, Str)>,
    application: &'a Application,
}

/// The packages that every page imports (Pages 4.1, 1.10.1 "import").
const DEFAULT_PACKAGES: [&str; 4] =
    ["java.lang", "jakarta.servlet", "jakarta.servlet.http", "jakarta.servlet.jsp"];

impl<'a> Imports<'a> {
    pub(super) fn new(directives: &[Str], application: &'a Application) -> Self {
        let mut imports = Imports {
            classes: FxHashMap::default(),
            explicit: Vec::new(),
            packages: DEFAULT_PACKAGES.map(Str::from).to_vec(),
            members: Vec::new(),
            application,
        };
        for import in directives {
            if let Some(member) = import.strip_prefix("static ") {
                if let Some((class, member)) = member.trim().rsplit_once('.')
                    && let Some(class) = application.static_class(class)
                {
                    imports.members.push((class, member.into()));
                }
            } else if let Some(package) = import.strip_suffix(".*") {
                imports.packages.push(package.into());
            } else {
                imports.explicit.push(import.clone());
            }
        }
        imports
    }

    /// The imported class of that simple name.
    fn class(&mut self, name: &str) -> Option<Arc<StaticClass>> {
        if let Some(known) = self.classes.get(name) {
            return known.clone();
        }
        let explicit =
            self.explicit.iter().filter(|import| import.rsplit(['.', '$']).next() == Some(name)).cloned();
        let in_packages = self.packages.iter().map(|package| Str::from(format!("{package}.{name}")));
        let found = explicit.chain(in_packages).find_map(|full| self.application.static_class(&full));
        self.classes.insert(name.into(), found.clone());
        found
    }

    /// The class from which a static method of that name is imported.
    fn method(&self, name: &str) -> Option<Arc<StaticClass>> {
        let imported = |member: &Str| member == name || member == "*";
        let mut members = self.members.iter().filter(|(_, member)| imported(member));
        members.find(|(class, _)| class.has_method(name)).map(|(class, _)| class.clone())
    }

    /// The value of an imported static field.
    fn field(&self, name: &str) -> Option<Value> {
        let imported = |member: &Str| member == name || member == "*";
        self.members.iter().filter(|(_, member)| imported(member)).find_map(|(class, _)| class.field(name))
    }

    /// Whether classes of the application's sources may be among what is imported.
    pub(super) fn may_have_sources(&self) -> bool {
        let own = |import: &Str| !import.starts_with("java.") && !import.starts_with("jakarta.");
        self.explicit.iter().chain(&self.packages).any(own)
            || self.members.iter().any(|(class, _)| own(&class.name().into()))
    }
}

impl Compiler<'_> {
    /// What a name stands for, in the order of the specification.
    pub(super) fn resolve(&mut self, name: &Str) -> Name {
        if let Some(local) = self.locals.iter().position(|local| local == name) {
            return Name::Local(local as u32);
        }
        if let Some(object) = Implicit::by_name(name) {
            return Name::Implicit(object);
        }
        let slot = self.slot(name);
        let imported = self.imports.field(name).or_else(|| self.imports.class(name).map(Value::object));
        match imported {
            Some(value) => {
                self.program.classes.push(ClassSite { slot, value });
                Name::Class((self.program.classes.len() - 1) as u32)
            }
            None => Name::Var(slot),
        }
    }

    /// The slot of a name that can be nothing but a variable.
    pub(super) fn variable(&mut self, name: &Str) -> Option<u32> {
        if self.strict || self.resolvers || self.mapped(name).is_some() {
            return None;
        }
        match self.resolve(name) {
            Name::Var(slot) => Some(slot),
            _ => None,
        }
    }

    /// The implicit object of a name.
    pub(super) fn implicit(&self, name: &Str) -> Option<Implicit> {
        if self.locals.contains(name) { None } else { Implicit::by_name(name) }
    }

    /// Pushes what a name stands for.
    pub(super) fn push_name(&mut self, name: &Str, span: Span) {
        let mapped = self.mapped(name).map(|expression| {
            let site = self.mapped_site(expression);
            self.emit(Op::Mapped(site), span);
            site
        });
        let op = match self.resolve(name) {
            Name::Local(local) => Op::Local(local),
            Name::Implicit(object) => Op::Implicit(object),
            Name::Class(site) => Op::Class(site),
            Name::Var(slot) if self.strict => Op::Known(slot),
            Name::Var(slot) if self.resolvers => Op::Resolve(slot),
            Name::Var(slot) => Op::Var(slot),
        };
        self.emit(op, span);
        if let Some(site) = mapped {
            self.land_mapped(site);
        }
    }

    /// `(a, b) -> body`: the body's code stands right here and is jumped over.
    pub(super) fn lambda(&mut self, params: &[Str], body: &Expr, span: Span) {
        let over = self.jump(Op::Jump, span);
        let entry = self.here();
        let captured = self.locals.len() as u32;
        self.locals.splice(0..0, params.iter().cloned());
        self.expr(body);
        self.locals.drain(..params.len());
        self.emit(Op::EndLambda, span);
        self.land(over);
        self.program.lambdas.push(LambdaSite { entry, params: params.into(), captured });
        self.emit(Op::MakeLambda((self.program.lambdas.len() - 1) as u32), span);
    }

    /// `callee(args)`
    pub(super) fn call_value(&mut self, callee: &Expr, args: &[Expr], span: Span) {
        self.expr(callee);
        self.args(args);
        self.emit(Op::Invoke(args.len() as u32), span);
    }

    /// `name(args)`
    pub(super) fn call_name(&mut self, name: &Str, args: &[Expr], span: Span) {
        let argc = args.len() as u32;
        if let Some(local) = self.locals.iter().position(|local| local == name) {
            self.emit(Op::Local(local as u32), span);
            self.args(args);
            self.emit(Op::Invoke(argc), span);
            return;
        }
        if self.mapped(name).is_some() {
            self.push_name(name, span);
            self.args(args);
            self.emit(Op::Invoke(argc), span);
            return;
        }
        let class = self.imports.class(name).map(NameImport::Class);
        let import = class.or_else(|| self.imports.method(name).map(NameImport::Method));
        self.args(args);
        let slot = self.slot(name);
        self.program.names.push(NameSite { name: name.clone(), slot, argc, import });
        self.emit(Op::CallName((self.program.names.len() - 1) as u32), span);
    }

    /// Code for what can be assigned to a template: a single variable, property or element.
    pub(super) fn assignable(&mut self, template: &Template) -> Option<Target> {
        let expr = &template.as_single()?.expr;
        match &expr.kind {
            ExprKind::Identifier(name) => match (self.mapped(name), self.resolve(name)) {
                (Some(MappedAt::Local(local)), _) => Some(Target::Mapped { local, slot: self.slot(name) }),
                // Nothing but a deferred expression is assigned to from outside, and it takes mappings along.
                (_, Name::Var(slot)) => Some(Target::Variable(slot)),
                _ => None,
            },
            ExprKind::Property { target, name } => {
                let entry = self.here();
                self.expr(target);
                self.constant(Value::Str(name.clone()), expr.span);
                self.emit(Op::EndLambda, expr.span);
                Some(Target::Member(entry))
            }
            ExprKind::Index { target, index } => {
                let entry = self.here();
                self.expr(target);
                self.expr(index);
                self.emit(Op::EndLambda, expr.span);
                Some(Target::Member(entry))
            }
            _ => None,
        }
    }

    /// Pushes a deferred expression of that type, or of that signature; its code stands right here and is jumped over.
    pub(super) fn deferred(
        &mut self,
        template: &Template,
        text: Str,
        java_type: &str,
        is_method: bool,
        span: Span,
    ) {
        let over = self.jump(Op::Jump, span);
        let entry = self.here();
        let captures = self.capture_mappings();
        self.template(template, span);
        self.emit(Op::EndLambda, span);
        let target = self.assignable(template);
        self.locals.clear();
        self.land(over);
        // `void add(int, int)`: the first word is the return type.
        let (java_type, params) = if is_method {
            let returns = java_type.split_whitespace().next().unwrap_or("java.lang.Object");
            let params = java_type.split_once('(').map_or("", |(_, rest)| rest.trim_end_matches(')'));
            let params = params.split(',').map(str::trim).filter(|param| !param.is_empty());
            (TypeTag::parse(returns), params.map(full_type).collect())
        } else {
            (TypeTag::parse(java_type), Box::default())
        };
        let is_literal = template.as_text().is_some();
        self.program.deferred.push(DeferredSite {
            text,
            java_type,
            entry,
            target,
            is_method,
            is_literal,
            params,
            captures,
        });
        self.emit(Op::MakeDeferred((self.program.deferred.len() - 1) as u32), span);
    }
}

/// A type of a signature with its package: a simple name is one of `java.lang`.
fn full_type(name: &str) -> Str {
    let is_simple = name.starts_with(char::is_uppercase) && !name.contains('.');
    if is_simple { format!("java.lang.{name}").into() } else { name.into() }
}
