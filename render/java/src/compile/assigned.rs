//! Variables have values where they are read, and final ones get no second one (Java Language Specification 17, chapter 16).
//!
//! A walk over the tree of a method before it is compiled; names are enough for it. Bodies of classes within it are
//! walked when their own methods are.

use vespid_render::source::Span;
use vespid_render::value::Str;

use super::Compiler;
use super::flow::Bits;
use super::flow::Flow;
use crate::syntax::ast::Binary;
use crate::syntax::ast::ClassDecl;
use crate::syntax::ast::Expr;
use crate::syntax::ast::ExprKind;
use crate::syntax::ast::FieldDecl;
use crate::syntax::ast::Lambda;
use crate::syntax::ast::LambdaBody;
use crate::syntax::ast::Members;
use crate::syntax::ast::Param;
use crate::syntax::ast::Stmt;
use crate::syntax::ast::StmtKind;
use crate::syntax::ast::Unary;

/// The walk through one method.
#[derive(Default)]
pub(super) struct Assigned {
    vars: Vec<Var>,
    /// The variables that can be seen here, innermost last.
    pub(super) scope: Vec<usize>,
    pub(super) flow: Flow,
    /// Where `break`, `continue` and `yield` may lead, innermost last.
    pub(super) targets: Vec<Target>,
    /// What left for one of them, and what holds there.
    pub(super) jumps: Vec<Jump>,
    /// Variables that got values since something began that may stop anywhere.
    pub(super) touched: Bits,
    /// How many lambdas lie around.
    lambdas: usize,
    problems: Vec<Told>,
}

struct Var {
    name: Str,
    is_final: bool,
    /// A final field of the class, in its constructor.
    is_field: bool,
    lambdas: usize,
    /// Where it got a value last.
    at: Span,
    told: bool,
}

/// A statement that others leave.
pub(super) struct Target {
    pub(super) label: Option<Str>,
    pub(super) kind: TargetKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TargetKind {
    Loop,
    Switch,
    Block,
    /// A switch expression.
    Value,
}

/// A way out of a statement.
pub(super) struct Jump {
    pub(super) target: usize,
    pub(super) goes_on: bool,
    pub(super) flow: Flow,
}

struct Told {
    code: &'static str,
    message: String,
    span: Span,
    hint: Option<&'static str>,
}

impl Assigned {
    fn tell(&mut self, code: &'static str, message: String, span: Span, hint: Option<&'static str>) {
        self.problems.push(Told { code, message, span, hint });
    }

    /// Declares a variable, with or without a value.
    pub(super) fn declare(&mut self, name: &Str, is_final: bool, has_value: bool) -> usize {
        let at = Span::default();
        let (name, lambdas) = (name.clone(), self.lambdas);
        self.vars.push(Var { name, is_final, is_field: false, lambdas, at, told: false });
        let variable = self.vars.len() - 1;
        self.scope.push(variable);
        self.flow.declare(variable);
        if has_value {
            self.flow.assign(variable);
        }
        variable
    }

    /// Declares parameters.
    pub(super) fn params(&mut self, params: &[Param]) {
        for param in params {
            self.declare(&param.name, param.is_final, true);
        }
    }

    /// Declares a final field without a value, whose constructor is walked.
    fn field(&mut self, name: &Str) {
        let field = self.declare(name, true, false);
        self.vars[field].is_field = true;
    }

    /// What gives the fields of a class values before any constructor's own code does.
    pub(super) fn initialisers(&mut self, members: &Members, is_static: bool, is_interface: bool) {
        let is_of = |field: &FieldDecl| (field.modifiers.is_static || is_interface) == is_static;
        for field in members.fields.iter().filter(|field| is_of(field)) {
            if field.modifiers.is_final && field.variable.value.is_none() {
                self.field(&field.variable.name);
            }
        }
        for index in 0..=members.fields.len() {
            for (own, block, at) in &members.initialisers {
                if *own == is_static && *at == index {
                    self.block(block);
                }
            }
            let field = members.fields.get(index).filter(|field| is_of(field));
            if let Some(field) = field
                && let Some(value) = &field.variable.value
            {
                self.expr(value);
                if field.modifiers.is_final {
                    self.declare(&field.variable.name, true, true);
                }
            }
        }
        if is_static {
            let span = members.fields.first().map_or(Span::default(), |field| field.variable.span);
            self.fields_have_values(span);
        }
    }

    /// A constructor, with what runs before its own code.
    pub(super) fn constructor(&mut self, decl: &ClassDecl, params: &[Param], body: &[Stmt], span: Span) {
        let delegates =
            matches!(body.first(), Some(Stmt { kind: StmtKind::Construct { on_super: false, .. }, .. }));
        if !delegates {
            self.initialisers(&decl.members, false, false);
        }
        self.params(params);
        self.block(body);
        self.fields_have_values(span);
    }

    /// Fields that have no value where their constructor ends.
    pub(super) fn fields_have_values(&mut self, span: Span) {
        if self.lambdas > 0 {
            return;
        }
        for variable in 0..self.vars.len() {
            if self.vars[variable].is_field && !self.flow.has(variable) && !self.vars[variable].told {
                self.vars[variable].told = true;
                let name = &self.vars[variable].name;
                let message = format!("the final field '{name}' may have no value when the object is made");
                self.tell("java/unassigned", message, span, None);
            }
        }
    }

    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.scope.iter().rev().copied().find(|variable| self.vars[*variable].name == name)
    }

    fn read(&mut self, name: &Str, span: Span) {
        let Some(variable) = self.find(name) else { return };
        if self.flow.has(variable) || self.vars[variable].told {
            return;
        }
        self.vars[variable].told = true;
        let message = format!("'{name}' may have no value here");
        self.tell("java/unassigned", message, span, Some("give it one where it is declared"));
    }

    fn assign(&mut self, variable: usize, span: Span) {
        let var = &mut self.vars[variable];
        var.at = span;
        let (name, is_final, is_field) = (var.name.clone(), var.is_final, var.is_field);
        if var.lambdas != self.lambdas {
            if !is_field {
                let message =
                    format!("'{name}' is a variable of the method around and can't be assigned here");
                self.tell("java/captured", message, span, None);
            }
            return;
        }
        if is_final && !self.flow.lacks(variable) {
            let message = format!("'{name}' is final and may have a value already");
            self.tell("java/final", message, span, None);
        }
        self.flow.assign(variable);
        self.touched.set(variable, true);
    }

    /// Final variables from before a loop that its rounds give values; `before`: what held there.
    pub(super) fn check_rounds(&mut self, before: &Flow, known: usize) {
        for variable in 0..known {
            let var = &self.vars[variable];
            if var.is_final && before.lacks(variable) && !before.dead && !self.flow.lacks(variable) {
                let message = format!("'{}' is final and would get a value in each round", var.name);
                let span = var.at;
                self.tell("java/final", message, span, None);
            }
        }
    }

    pub(super) fn count(&self) -> usize {
        self.vars.len()
    }

    pub(super) fn exprs<'e>(&mut self, all: impl IntoIterator<Item = &'e Expr>) {
        for expr in all {
            self.expr(expr);
        }
    }

    pub(super) fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.read(name, expr.span),
            ExprKind::Field(target, _) => self.expr(target),
            ExprKind::Index(a, b) => self.exprs([&**a, &**b]),
            ExprKind::Call(call) => {
                self.exprs(&call.target);
                self.exprs(&call.args);
            }
            ExprKind::New(new) => self.exprs(&new.args),
            ExprKind::NewArray { lengths, items, .. } => {
                self.exprs(lengths);
                self.exprs(items.iter().flatten());
            }
            ExprKind::Items(items) => self.exprs(items),
            ExprKind::Unary(Unary::Not, _) => self.both(expr),
            ExprKind::Chain(_, operators) if matches!(operators[0].0, Binary::And | Binary::Or) => {
                self.both(expr);
            }
            ExprKind::Chain(operands, _) => self.exprs(operands),
            ExprKind::Unary(_, value) | ExprKind::Cast(_, value) | ExprKind::MethodRef(value, ..) => {
                self.expr(value);
            }
            ExprKind::InstanceOf(value, _, name) => {
                self.expr(value);
                if let Some(name) = name {
                    self.declare(name, false, true);
                }
            }
            ExprKind::Assign { target, operator, value } => {
                let is_plain = operator.is_none();
                let variable = self.assigned_variable(target);
                if variable.is_none() || !is_plain {
                    self.expr(target);
                }
                self.expr(value);
                if let Some(variable) = variable {
                    self.assign(variable, target.span);
                }
            }
            ExprKind::Step { target, .. } => {
                self.expr(target);
                if let Some(variable) = self.assigned_variable(target) {
                    self.assign(variable, target.span);
                }
            }
            ExprKind::Conditional(condition, then, other) => {
                let (yes, no) = self.condition(condition);
                self.flow = yes;
                self.expr(then);
                let first = std::mem::replace(&mut self.flow, no);
                self.expr(other);
                self.flow.join(&first);
            }
            ExprKind::Lambda(lambda) => self.lambda(lambda),
            ExprKind::Switch(switch) => self.switch(switch, TargetKind::Value),
            ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Long(_)
            | ExprKind::Float(_)
            | ExprKind::Double(_)
            | ExprKind::Char(_)
            | ExprKind::Text(_)
            | ExprKind::This
            | ExprKind::OuterThis(_)
            | ExprKind::SuperField(_)
            | ExprKind::ClassLiteral(_)
            | ExprKind::Bad => {}
        }
    }

    /// What an assignment is to: `x`, or `this.x` for a field that has to get its value.
    fn assigned_variable(&self, target: &Expr) -> Option<usize> {
        match &target.kind {
            ExprKind::Name(name) => self.find(name),
            ExprKind::Field(object, name) if matches!(object.kind, ExprKind::This) => {
                self.vars.iter().position(|var| var.is_field && var.name == *name)
            }
            _ => None,
        }
    }

    fn both(&mut self, expr: &Expr) {
        let (yes, no) = self.condition(expr);
        self.flow = yes;
        self.flow.join(&no);
    }

    /// What holds if a condition does, and if it does not.
    pub(super) fn condition(&mut self, expr: &Expr) -> (Flow, Flow) {
        match &expr.kind {
            ExprKind::Bool(true) => (self.flow.clone(), Flow::dead()),
            ExprKind::Bool(false) => (Flow::dead(), self.flow.clone()),
            ExprKind::Unary(Unary::Not, inner) => {
                let (yes, no) = self.condition(inner);
                (no, yes)
            }
            ExprKind::Chain(operands, operators) if matches!(operators[0].0, Binary::And | Binary::Or) => {
                let is_and = operators[0].0 == Binary::And;
                let mut out = Flow::dead();
                for operand in operands {
                    let (yes, no) = self.condition(operand);
                    let (on, off) = if is_and { (yes, no) } else { (no, yes) };
                    out.join(&off);
                    self.flow = on;
                }
                let last = self.flow.clone();
                if is_and { (last, out) } else { (out, last) }
            }
            ExprKind::Conditional(condition, then, other) => {
                let (yes, no) = self.condition(condition);
                self.flow = yes;
                let (mut then_yes, mut then_no) = self.condition(then);
                self.flow = no;
                let (other_yes, other_no) = self.condition(other);
                then_yes.join(&other_yes);
                then_no.join(&other_no);
                (then_yes, then_no)
            }
            _ => {
                self.expr(expr);
                (self.flow.clone(), self.flow.clone())
            }
        }
    }

    /// A lambda sees what has values where it stands, and gives none to what is around it.
    fn lambda(&mut self, lambda: &Lambda) {
        let flow = self.flow.clone();
        let (targets, jumps) = (std::mem::take(&mut self.targets), std::mem::take(&mut self.jumps));
        let (touched, scope) = (self.touched.clone(), self.scope.len());
        self.lambdas += 1;
        self.params(&lambda.params);
        match &lambda.body {
            LambdaBody::Expr(body) => self.expr(body),
            LambdaBody::Block(body) => self.block(body),
        }
        self.lambdas -= 1;
        self.scope.truncate(scope);
        (self.flow, self.targets, self.jumps, self.touched) = (flow, targets, jumps, touched);
    }
}

impl Compiler<'_> {
    /// Walks through something with a scope of its own, and reports what is wrong.
    pub(super) fn check_assigned(&mut self, walk: impl FnOnce(&mut Assigned)) {
        let mut assigned = Assigned::default();
        walk(&mut assigned);
        for told in assigned.problems {
            let known = self.problems.iter().any(|known| known.code == told.code && known.span == told.span);
            if !known {
                self.error(told.code, told.message, told.span).hint = told.hint.map(Into::into);
            }
        }
    }
}
