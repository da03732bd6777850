//! Statements in the walk that looks for variables without values.

use vespid_render::value::Str;

use super::assigned::Assigned;
use super::assigned::Jump;
use super::assigned::Target;
use super::assigned::TargetKind;
use super::flow::Flow;
use crate::syntax::ast::Expr;
use crate::syntax::ast::Point;
use crate::syntax::ast::Region;
use crate::syntax::ast::Stmt;
use crate::syntax::ast::StmtKind;
use crate::syntax::ast::Switch;
use crate::syntax::ast::Try;

impl Assigned {
    /// Statements in a scope of their own.
    pub(super) fn block(&mut self, statements: &[Stmt]) {
        let scope = self.scope.len();
        self.statements(statements);
        self.scope.truncate(scope);
    }

    pub(super) fn statements(&mut self, statements: &[Stmt]) {
        for stmt in statements {
            self.stmt(stmt, None);
        }
    }

    /// A statement on its own.
    fn single(&mut self, stmt: &Stmt) {
        self.block(std::slice::from_ref(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt, label: Option<&Str>) {
        match &stmt.kind {
            StmtKind::Block(block) => self.block(block),
            StmtKind::Local(variables) => {
                for variable in variables {
                    let declared = self.declare(&variable.name, variable.is_final, false);
                    if let Some(value) = &variable.value {
                        self.expr(value);
                        self.flow.assign(declared);
                    }
                }
            }
            StmtKind::Expr(expr) | StmtKind::Print(expr) | StmtKind::Push(_, expr) => self.expr(expr),
            StmtKind::If(condition, then, other) => {
                let (yes, no) = self.condition(condition);
                self.flow = yes;
                self.single(then);
                let first = std::mem::replace(&mut self.flow, no);
                if let Some(other) = other {
                    self.single(other);
                }
                self.flow.join(&first);
            }
            StmtKind::While(condition, body) => self.rounds(label, Some(condition), &[], body),
            StmtKind::DoWhile(body, condition) => {
                let (before, known) = self.open(label, TargetKind::Loop);
                self.single(body);
                self.land(true);
                let (again, end) = self.condition(condition);
                self.flow = again;
                self.check_rounds(&before, known);
                self.flow = end;
                self.close();
            }
            StmtKind::For { init, condition, update, body } => {
                let scope = self.scope.len();
                self.statements(init);
                self.rounds(label, condition.as_ref(), update, body);
                self.scope.truncate(scope);
            }
            StmtKind::ForEach { name, items, body, .. } => {
                self.expr(items);
                let (before, known) = self.open(label, TargetKind::Loop);
                let scope = self.scope.len();
                self.declare(name, false, true);
                self.single(body);
                self.scope.truncate(scope);
                self.land(true);
                self.check_rounds(&before, known);
                self.flow.join(&before);
                self.close();
            }
            StmtKind::Labelled(label, body) => {
                let is_loop = matches!(
                    body.kind,
                    StmtKind::While(..)
                        | StmtKind::DoWhile(..)
                        | StmtKind::For { .. }
                        | StmtKind::ForEach { .. }
                );
                if is_loop {
                    return self.stmt(body, Some(label));
                }
                self.open(Some(label), TargetKind::Block);
                self.single(body);
                self.close();
            }
            StmtKind::Break(label) => self.jump(label.as_ref(), false),
            StmtKind::Continue(label) => self.jump(label.as_ref(), true),
            StmtKind::Return(value) => {
                self.exprs(value);
                self.fields_have_values(stmt.span);
                self.flow = Flow::dead();
            }
            StmtKind::Throw(value) => {
                self.expr(value);
                self.flow = Flow::dead();
            }
            StmtKind::Yield(value) => {
                self.expr(value);
                let target = self.targets.iter().rposition(|target| target.kind == TargetKind::Value);
                self.leave(target, false);
            }
            StmtKind::Switch(switch) => self.switch(switch, TargetKind::Switch),
            StmtKind::Try(block) => self.try_statement(block),
            StmtKind::Synchronized(lock, block) => {
                self.expr(lock);
                self.block(block);
            }
            StmtKind::Assert(condition, message) => {
                let mut before = self.flow.clone();
                let (_, failed) = self.condition(condition);
                self.flow = failed;
                self.exprs(message);
                before.touch(&self.touched);
                self.flow = before;
            }
            StmtKind::Construct { args, .. } => self.exprs(args),
            StmtKind::Region(region) => self.region(region),
            StmtKind::Sync(name, class) => match self.find(name) {
                Some(variable) => self.flow.assign(variable),
                None if class.is_empty() => {}
                None => drop(self.declare(name, false, true)),
            },
            StmtKind::Empty | StmtKind::LocalClass(_) | StmtKind::Segment(_) => {}
        }
    }

    /// Begins something that others may leave; gives what holds before it, and how many variables there are.
    fn open(&mut self, label: Option<&Str>, kind: TargetKind) -> (Flow, usize) {
        self.targets.push(Target { label: label.cloned(), kind });
        (self.flow.clone(), self.count())
    }

    /// Joins what goes on with the innermost target, or leaves it.
    fn land(&mut self, goes_on: bool) {
        let target = self.targets.len() - 1;
        let mut at = 0;
        while let Some(jump) = self.jumps.get(at) {
            if jump.target == target && jump.goes_on == goes_on {
                let jump = self.jumps.remove(at);
                self.flow.join(&jump.flow);
            } else {
                at += 1;
            }
        }
    }

    /// Ends what [`Self::open`] began.
    fn close(&mut self) {
        self.land(false);
        self.targets.pop();
    }

    fn jump(&mut self, label: Option<&Str>, goes_on: bool) {
        let target = self.targets.iter().rposition(|target| match label {
            Some(label) => target.label.as_ref() == Some(label),
            None => target.kind == TargetKind::Loop || (!goes_on && target.kind == TargetKind::Switch),
        });
        self.leave(target, goes_on);
    }

    fn leave(&mut self, target: Option<usize>, goes_on: bool) {
        let flow = std::mem::replace(&mut self.flow, Flow::dead());
        if let Some(target) = target.filter(|_| !flow.dead) {
            self.jumps.push(Jump { target, goes_on, flow });
        }
    }

    /// A loop whose condition stands before its body.
    fn rounds(&mut self, label: Option<&Str>, condition: Option<&Expr>, update: &[Expr], body: &Stmt) {
        let (before, known) = self.open(label, TargetKind::Loop);
        let scope = self.scope.len();
        let end = match condition {
            Some(condition) => {
                let (again, end) = self.condition(condition);
                self.flow = again;
                end
            }
            None => Flow::dead(),
        };
        self.single(body);
        self.land(true);
        self.exprs(update);
        self.check_rounds(&before, known);
        self.scope.truncate(scope);
        self.flow = end;
        self.close();
    }

    /// `switch`, as a statement or as an expression.
    pub(super) fn switch(&mut self, switch: &Switch, kind: TargetKind) {
        self.expr(&switch.subject);
        let (before, _) = self.open(None, kind);
        let scope = self.scope.len();
        let mut end = Flow::dead();
        self.flow = Flow::dead();
        for case in &switch.cases {
            self.flow.join(&before);
            self.statements(&case.body);
            if switch.arrows {
                end.join(&std::mem::replace(&mut self.flow, Flow::dead()));
            }
        }
        self.scope.truncate(scope);
        self.flow.join(&end);
        // An expression has a case for every value.
        if kind == TargetKind::Switch && !switch.cases.iter().any(|case| case.is_default) {
            self.flow.join(&before);
        }
        self.close();
    }

    fn try_statement(&mut self, block: &Try) {
        let mut before = self.flow.clone();
        let outer = std::mem::take(&mut self.touched);
        let (scope, jumps) = (self.scope.len(), self.jumps.len());
        for resource in &block.resources {
            self.exprs(&resource.value);
            self.declare(&resource.name, true, true);
        }
        self.block(&block.body);
        self.scope.truncate(scope);
        // A handler may take over anywhere within the block.
        before.touch(&self.touched);
        let mut end = self.flow.clone();
        for catch in &block.catches {
            self.flow.clone_from(&before);
            self.declare(&catch.name, catch.types.len() > 1, true);
            self.block(&catch.body);
            self.scope.truncate(scope);
            end.join(&self.flow);
        }
        if let Some(finally) = &block.finally {
            before.touch(&self.touched);
            self.flow = before;
            // What leaves the block does so behind this.
            let leaving = self.jumps.split_off(jumps);
            self.block(finally);
            if self.flow.dead {
                end = Flow::dead();
            } else {
                end.then(&self.flow);
                for mut jump in leaving {
                    jump.flow.then(&self.flow);
                    self.jumps.push(jump);
                }
            }
        }
        self.flow = end;
        self.touched.add(&outer);
    }

    /// An action of the page: none of its bodies need run.
    fn region(&mut self, region: &Region) {
        let mut end = self.flow.clone();
        for point in &region.points {
            match point {
                Point::Value(value, _) => self.expr(value),
                Point::Body(body, _) => {
                    let (before, known) = (self.flow.clone(), self.count());
                    self.block(body);
                    self.check_rounds(&before, known);
                    end.join(&self.flow);
                    self.flow = before;
                }
            }
        }
        self.flow = end;
    }
}
