//! Statements (Java Language Specification 17, chapter 14).

use vespid_render::Value;
use vespid_render::source::Span;
use vespid_render::value::Str;

use super::Compiler;
use super::function::Exit;
use super::function::Val;
use super::types::Ty;
use crate::syntax::ast::Expr;
use crate::syntax::ast::Point;
use crate::syntax::ast::Region;
use crate::syntax::ast::Stmt;
use crate::syntax::ast::StmtKind;
use crate::syntax::ast::TypeKind;
use crate::syntax::ast::TypeRef;
use crate::syntax::ast::Variable;
use crate::vm::Cmp;
use crate::vm::Handler;
use crate::vm::Kind;
use crate::vm::Op;

impl<'a> Compiler<'a> {
    /// The statements of a block, in a scope of their own.
    pub(super) fn block(&mut self, statements: &'a [Stmt]) {
        let mark = self.function().mark();
        let classes = self.local_classes.len();
        self.statements(statements);
        self.local_classes.truncate(classes);
        self.function().back_to(mark);
    }

    pub(super) fn statements(&mut self, statements: &'a [Stmt]) {
        let mut told = false;
        for stmt in statements {
            if !self.function().reachable {
                if !told && !matches!(stmt.kind, StmtKind::Empty | StmtKind::LocalClass(_)) {
                    told = true;
                    let problem = self.error("java/unreachable", "this can't be reached", stmt.span);
                    if matches!(stmt.kind, StmtKind::Segment(_) | StmtKind::Region(_) | StmtKind::Print(_)) {
                        problem.message = "the page can't be reached behind this point".into();
                        problem.hint =
                            Some("put the 'return' before it into an 'if', or take the rest away".into());
                    }
                }
                // The rest is looked at as if it could be.
                self.function().reachable = true;
            }
            self.stmt(stmt);
        }
        if told {
            self.function().reachable = false;
        }
    }

    /// A statement on its own: a variable that it declares is nobody's.
    pub(super) fn single(&mut self, stmt: &'a Stmt) {
        let mark = self.function().mark();
        self.stmt(stmt);
        self.function().back_to(mark);
    }

    pub(super) fn stmt(&mut self, stmt: &'a Stmt) {
        let outer = std::mem::replace(&mut self.function().span, stmt.span);
        let before = self.function().mark();
        self.stmt_at(stmt);
        // Variables stay, temporary values go.
        let function = self.function();
        if function.vars.len() == before.0 {
            function.free_to(before);
        } else {
            let mut top = (before.0, before.1, before.2);
            for var in &function.vars[before.0..] {
                if var.ty.kind().is_primitive() {
                    top.1 = top.1.max(var.register + 1);
                } else {
                    top.2 = top.2.max(var.register + 1);
                }
            }
            function.free_to(top);
        }
        function.span = outer;
    }

    fn stmt_at(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Block(block) => self.block(block),
            StmtKind::Local(variables) => {
                for variable in variables {
                    self.local(variable);
                }
            }
            StmtKind::LocalClass(class) => {
                self.local_class(class);
            }
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::If(condition, then, other) => self.if_statement(condition, then, other.as_deref()),
            StmtKind::While(condition, body) => self.while_loop(None, condition, body),
            StmtKind::DoWhile(body, condition) => self.do_loop(None, body, condition),
            StmtKind::For { init, condition, update, body } => {
                self.for_loop(None, init, condition.as_ref(), update, body);
            }
            StmtKind::ForEach { java_type, name, items, body } => {
                self.for_each(None, java_type, name, items, body);
            }
            StmtKind::Labelled(label, body) => self.labelled(label, body),
            StmtKind::Break(label) => self.break_out(label.as_ref(), stmt.span),
            StmtKind::Continue(label) => self.go_on(label.as_ref(), stmt.span),
            StmtKind::Return(value) => self.return_value(value.as_ref(), stmt.span),
            StmtKind::Throw(value) => {
                let val = self.expr(value, None);
                let throwable = Ty::native("java.lang.Throwable");
                let val = self.coerce(val, &throwable, value.span);
                let r = self.place(&val);
                self.emit(Op::Throw { r });
                self.function().reachable = false;
            }
            StmtKind::Yield(value) => self.yield_value(value, stmt.span),
            StmtKind::Switch(switch) => self.switch_statement(switch),
            StmtKind::Try(block) => self.try_statement(block),
            StmtKind::Synchronized(lock, block) => {
                let val = self.expr(lock, None);
                let r = self.place(&val);
                // What is shared has locks of its own; a request is alone with the rest.
                self.emit(Op::NonNull { r });
                self.block(block);
            }
            // Assertions are off, as they are by default.
            StmtKind::Assert(condition, message) => {
                let start = self.function().code.len();
                let val = self.expr(condition, Some(&Ty::BOOL));
                self.coerce(val, &Ty::BOOL, condition.span);
                if let Some(message) = message {
                    self.expr(message, None);
                }
                let function = self.function();
                function.code.truncate(start);
                function.spans.truncate(start);
            }
            StmtKind::Construct { .. } => {
                self.error(
                    "java/syntax",
                    "another constructor is called in the first line of one only",
                    stmt.span,
                );
            }
            StmtKind::Segment(segment) => {
                let d = self.function().prim();
                let level = self.function().level;
                self.emit(Op::Segment { segment: *segment, level, d });
            }
            StmtKind::Print(value) => self.print(value),
            StmtKind::Push(segment, value) => {
                self.push(*segment, value);
            }
            StmtKind::Region(region) => self.region(region),
            StmtKind::Sync(name, class) => self.sync(name, class, stmt.span),
        }
    }

    fn print(&mut self, value: &'a Expr) {
        let val = self.expr(value, None);
        match &val.ty {
            Ty::Void => {
                self.error("java/type", "this call gives no value to write", value.span);
            }
            Ty::Prim(kind) => {
                let kind = *kind;
                let s = self.place(&val);
                self.emit(Op::PrintP { kind, s });
            }
            _ => {
                let r = self.place(&val);
                self.emit(Op::Print { r });
            }
        }
    }

    /// Lets a segment go on with a value; the register of its answer.
    fn push(&mut self, segment: u32, value: &'a Expr) -> u16 {
        let val = self.expr(value, None);
        if val.ty == Ty::Void {
            self.error("java/type", "this call gives no value", value.span);
        }
        let r = self.function().reference();
        self.boxed_into(&val, r);
        let d = self.function().prim();
        self.emit(Op::Push { segment, r, d });
        d
    }

    /// An action of the page: the machine says which of its bodies to run next.
    fn region(&mut self, region: &'a Region) {
        let answer = self.function().prim();
        let known = self.function().prim();
        let level = self.function().level;
        self.emit(Op::Segment { segment: region.start, level, d: answer });
        let top = self.function().here();
        let mut ends = Vec::new();
        let mut failures: Vec<(u32, u32)> = Vec::new();
        let error = self.function().reference();
        let mut jumps = Vec::new();
        for index in 0..region.points.len() {
            self.emit(Op::Small { d: known, value: index as i32 });
            jumps.push(self.emit(Op::JumpCompare { cmp: Cmp::Equal, a: answer, b: known, to: 0 }));
        }
        ends.push(self.emit(Op::Jump(0)));
        for (point, jump) in region.points.iter().zip(jumps) {
            self.function().land(jump);
            let from = self.function().here();
            match point {
                Point::Value(value, segment) => {
                    let mark = self.function().mark();
                    let d = self.push(*segment, value);
                    self.emit(Op::MoveP { d: answer, s: d });
                    self.function().back_to(mark);
                }
                Point::Body(body, after) => {
                    self.function().level += 1;
                    self.block(body);
                    if self.function().reachable {
                        self.emit(Op::Segment { segment: *after, level: level + 1, d: answer });
                    }
                    self.function().reachable = true;
                    self.function().level -= 1;
                    let to = self.function().here();
                    failures.push((from, to));
                }
            }
            let jump = self.emit(Op::Jump(0));
            self.function().aim(jump, top);
        }
        let failed = self.function().here();
        self.emit(Op::Failed { level, r: error, d: answer });
        let jump = self.emit(Op::Jump(0));
        self.function().aim(jump, top);
        for (from, to) in failures {
            self.function().handlers.push(Handler {
                from,
                to,
                target: failed,
                r: error,
                classes: Vec::new(),
            });
        }
        self.function().land_all(ends);
    }

    /// A scripting variable takes the value of the attribute of its name (Pages 4.1, 9.4).
    fn sync(&mut self, name: &Str, class: &Str, span: Span) {
        if class.is_empty() {
            return self.assign_attribute(name, span);
        }
        let known = self.function().var(name).cloned();
        let (ty, register) = match known {
            Some(var) => (var.ty, var.register),
            None => {
                let written = match class.strip_suffix("[]") {
                    Some(component) => {
                        let component = TypeRef { kind: TypeKind::Named(component.into()), span };
                        TypeRef { kind: TypeKind::Array(Box::new(component)), span }
                    }
                    None => TypeRef { kind: TypeKind::Named(class.clone()), span },
                };
                // A class that is not there gives a variable that is taken as it comes.
                let problems = self.problems.len();
                let ty = match Kind::by_name(class) {
                    Some(kind) => Ty::native(kind.box_class()),
                    None => self.resolve(&written),
                };
                self.problems.truncate(problems);
                let ty = if matches!(ty, Ty::Native(_)) { ty } else { Ty::Dynamic };
                let register = self.function().declare(name, ty.clone());
                (ty, register)
            }
        };
        let d = self.function().reference();
        let k = self.text(name);
        self.emit(Op::Attribute { d, k });
        let val = match ty.kind() {
            Kind::Ref => Val::register(ty, d),
            _ => self.converted(Val::register(Ty::Dynamic, d), &ty),
        };
        self.put(&val, register);
    }

    fn local(&mut self, variable: &'a Variable) {
        if let Some(known) = self.function().var(&variable.name)
            && !variable.name.is_empty()
        {
            let _ = known;
            let message = format!("there is a variable '{}' already", variable.name);
            self.error("java/duplicate", message, variable.span);
        }
        if let TypeKind::Inferred = variable.java_type.kind {
            let Some(value) = &variable.value else {
                self.error("java/type", "'var' needs a value to have a type of", variable.span);
                self.function().declare(&variable.name, Ty::Dynamic);
                return;
            };
            let mark = self.function().mark();
            let val = self.expr(value, None);
            let ty = match &val.ty {
                Ty::Null | Ty::Void => Ty::Dynamic,
                ty => ty.clone(),
            };
            if val.ty == Ty::Void {
                self.error("java/type", "this call gives no value", value.span);
            }
            self.function().free_to(mark);
            let register = self.function().declare(&variable.name, ty.clone());
            self.put(&Val { ty, ..val }, register);
            return;
        }
        let ty = self.resolve(&variable.java_type);
        if ty == Ty::Void {
            self.error("java/type", "a variable can't be void", variable.span);
        }
        let register = self.function().declare(&variable.name, ty.clone());
        match &variable.value {
            Some(value) => {
                let mark = self.function().mark();
                self.expr_into(value, &ty, register);
                self.function().free_to(mark);
            }
            None => {
                // A loop's next round finds it empty; so does whoever forgot to give it a value.
                let empty = match ty.kind() {
                    Kind::Ref | Kind::Void => Value::Null,
                    kind => kind.boxed(0),
                };
                self.put(&Val::constant(ty, empty), register);
            }
        }
    }

    fn if_statement(&mut self, condition: &'a Expr, then: &'a Stmt, other: Option<&'a Stmt>) {
        let outer = self.function().mark();
        let no = self.jump_unless(condition);
        self.single(then);
        let then_ends = !self.function().reachable;
        // Variables that the condition binds are there behind `if (!(x instanceof T t)) return;` too.
        let keep = then_ends && self.function().vars.len() > outer.0;
        match other {
            Some(other) => {
                let end = (!then_ends).then(|| self.emit(Op::Jump(0)));
                self.function().land_all(no);
                self.function().reachable = true;
                self.single(other);
                let other_ends = !self.function().reachable;
                self.function().reachable = !(then_ends && other_ends);
                if let Some(end) = end {
                    self.function().land(end);
                }
            }
            None => {
                self.function().land_all(no);
                self.function().reachable = true;
            }
        }
        if !keep {
            self.function().back_to(outer);
        }
    }

    fn return_value(&mut self, value: Option<&'a Expr>, span: Span) {
        let returns = self.function().returns.clone();
        let is_lambda = self.function().is_lambda;
        match value {
            None => {
                if returns != Ty::Void && !is_lambda {
                    let message = format!("{} is to be returned here", self.shown(&returns));
                    self.error("java/type", message, span);
                }
                self.leave_to(0);
                self.emit(Op::ReturnVoid);
            }
            Some(value) => {
                if returns == Ty::Void {
                    self.expr(value, None);
                    self.error("java/type", "a void method returns no value", value.span);
                    return;
                }
                self.function().gives_value = true;
                let val = self.expr(value, Some(&returns));
                let val = self.coerce(val, &returns, value.span);
                self.return_val(&val);
            }
        }
        self.function().reachable = false;
    }

    pub(super) fn return_val(&mut self, val: &Val) {
        let has_exits = self
            .function()
            .exits
            .iter()
            .any(|exit| matches!(exit, Exit::Finally { .. } | Exit::Close { .. }));
        let s = if has_exits {
            // What `finally` does must not change it.
            let copy = self.function().register(&val.ty);
            self.put(val, copy);
            copy
        } else {
            self.place(val)
        };
        self.leave_to(0);
        if val.ty.kind().is_primitive() {
            self.emit(Op::ReturnP { s });
        } else {
            // The register gives its value away, so a variable's is copied.
            let is_var =
                self.function().vars.iter().any(|var| !var.ty.kind().is_primitive() && var.register == s);
            let is_this = s == 0 && !self.function().is_static;
            let s = if is_var || is_this {
                let copy = self.function().reference();
                self.emit(Op::MoveR { d: copy, s });
                copy
            } else {
                s
            };
            self.emit(Op::ReturnR { s });
        }
    }
}
