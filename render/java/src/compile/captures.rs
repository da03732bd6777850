//! Which names an expression or block speaks of, and whether it assigns anything: found without types.

use rustc_hash::FxHashSet;
use vespid_render::value::Str;

use crate::syntax::ast::ClassDecl;
use crate::syntax::ast::Expr;
use crate::syntax::ast::ExprKind;
use crate::syntax::ast::LambdaBody;
use crate::syntax::ast::Point;
use crate::syntax::ast::Stmt;
use crate::syntax::ast::StmtKind;
use crate::syntax::ast::Switch;

/// What is looked for.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) names: FxHashSet<Str>,
    assigns: bool,
}

/// Whether evaluating an expression may change a variable.
pub(super) fn assigns(expr: &Expr) -> bool {
    let mut seen = Seen::default();
    seen.expr(expr);
    seen.assigns
}

impl Seen {
    pub(super) fn exprs<'e>(&mut self, all: impl IntoIterator<Item = &'e Expr>) {
        for expr in all {
            self.expr(expr);
        }
    }

    pub(super) fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => drop(self.names.insert(name.clone())),
            ExprKind::This => drop(self.names.insert("this".into())),
            ExprKind::Field(target, _) => self.expr(target),
            ExprKind::Index(a, b) => self.exprs([&**a, &**b]),
            ExprKind::Call(call) => {
                self.exprs(&call.target);
                self.exprs(&call.args);
            }
            ExprKind::New(new) => {
                self.exprs(&new.args);
                if let Some(body) = &new.body {
                    self.class(body);
                }
            }
            ExprKind::NewArray { lengths, items, .. } => {
                self.exprs(lengths);
                self.exprs(items.iter().flatten());
            }
            ExprKind::Items(items) => self.exprs(items),
            ExprKind::Unary(_, value) | ExprKind::Cast(_, value) | ExprKind::InstanceOf(value, ..) => {
                self.expr(value);
            }
            ExprKind::MethodRef(value, ..) => self.expr(value),
            ExprKind::Chain(operands, _) => self.exprs(operands),
            ExprKind::Assign { target, value, .. } => {
                self.assigns = true;
                self.exprs([&**target, &**value]);
            }
            ExprKind::Step { target, .. } => {
                self.assigns = true;
                self.expr(target);
            }
            ExprKind::Conditional(a, b, c) => self.exprs([&**a, &**b, &**c]),
            ExprKind::Lambda(lambda) => match &lambda.body {
                LambdaBody::Expr(body) => self.expr(body),
                LambdaBody::Block(body) => self.block(body),
            },
            ExprKind::Switch(switch) => {
                self.assigns = true;
                self.switch(switch);
            }
            ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Long(_)
            | ExprKind::Float(_)
            | ExprKind::Double(_)
            | ExprKind::Char(_)
            | ExprKind::Text(_)
            | ExprKind::OuterThis(_)
            | ExprKind::SuperField(_)
            | ExprKind::ClassLiteral(_)
            | ExprKind::Bad => {}
        }
    }

    fn switch(&mut self, switch: &Switch) {
        self.expr(&switch.subject);
        for case in &switch.cases {
            self.exprs(&case.labels);
            self.block(&case.body);
        }
    }

    pub(super) fn block(&mut self, block: &[Stmt]) {
        for stmt in block {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Block(block) => self.block(block),
            StmtKind::Local(variables) => {
                self.exprs(variables.iter().filter_map(|variable| variable.value.as_ref()));
            }
            StmtKind::LocalClass(class) => self.class(class),
            StmtKind::Expr(expr) | StmtKind::Throw(expr) | StmtKind::Yield(expr) | StmtKind::Print(expr) => {
                self.expr(expr);
            }
            StmtKind::Push(_, expr) => self.expr(expr),
            StmtKind::If(condition, then, other) => {
                self.expr(condition);
                self.stmt(then);
                if let Some(other) = other {
                    self.stmt(other);
                }
            }
            StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
                self.expr(condition);
                self.stmt(body);
            }
            StmtKind::For { init, condition, update, body } => {
                self.block(init);
                self.exprs(condition);
                self.exprs(update);
                self.stmt(body);
            }
            StmtKind::ForEach { items, body, .. } => {
                self.expr(items);
                self.stmt(body);
            }
            StmtKind::Labelled(_, body) => self.stmt(body),
            StmtKind::Return(value) => self.exprs(value),
            StmtKind::Switch(switch) => self.switch(switch),
            StmtKind::Try(block) => {
                self.exprs(block.resources.iter().filter_map(|variable| variable.value.as_ref()));
                self.block(&block.body);
                for catch in &block.catches {
                    self.block(&catch.body);
                }
                self.block(block.finally.as_deref().unwrap_or_default());
            }
            StmtKind::Synchronized(lock, block) => {
                self.expr(lock);
                self.block(block);
            }
            StmtKind::Assert(condition, message) => {
                self.expr(condition);
                self.exprs(message);
            }
            StmtKind::Construct { args, .. } => self.exprs(args),
            StmtKind::Region(region) => {
                for point in &region.points {
                    match point {
                        Point::Body(body, _) => self.block(body),
                        Point::Value(value, _) => self.expr(value),
                    }
                }
            }
            StmtKind::Empty
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Segment(_)
            | StmtKind::Sync(..) => {}
        }
    }

    pub(super) fn class(&mut self, class: &ClassDecl) {
        self.exprs(class.members.fields.iter().filter_map(|field| field.variable.value.as_ref()));
        for constant in &class.constants {
            self.exprs(&constant.args);
        }
        for method in &class.members.methods {
            self.block(method.body.as_deref().unwrap_or_default());
        }
        for (_, block, _) in &class.members.initialisers {
            self.block(block);
        }
        for inner in &class.members.classes {
            self.class(inner);
        }
    }
}
