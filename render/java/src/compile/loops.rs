//! Loops and labels, and what leaves them.

use vespid_render::source::Span;
use vespid_render::value::Str;

use super::Compiler;
use super::function::Exit;
use super::function::Val;
use super::types::Ty;
use crate::syntax::ast::Expr;
use crate::syntax::ast::ExprKind;
use crate::syntax::ast::Stmt;
use crate::syntax::ast::StmtKind;
use crate::syntax::ast::TypeKind;
use crate::syntax::ast::TypeRef;
use crate::vm::Cmp;
use crate::vm::Kind;
use crate::vm::Op;

impl<'a> Compiler<'a> {
    fn push_loop(&mut self, label: Option<&Str>, is_loop: bool) {
        let exit = Exit::Loop {
            label: label.cloned(),
            is_loop,
            breaks: Vec::new(),
            continues: Vec::new(),
            broken: false,
        };
        self.function().exits.push(exit);
    }

    /// Ends the innermost loop; gives the jumps of `break` and `continue`.
    fn pop_loop(&mut self) -> (Vec<usize>, Vec<usize>, bool) {
        match self.function().exits.pop() {
            Some(Exit::Loop { breaks, continues, broken, .. }) => (breaks, continues, broken),
            _ => unreachable!("loops nest"),
        }
    }

    fn land_continues(&mut self) {
        let jumps = match self.function().exits.last_mut() {
            Some(Exit::Loop { continues, .. }) => std::mem::take(continues),
            _ => Vec::new(),
        };
        if !jumps.is_empty() {
            self.function().reachable = true;
        }
        self.function().land_all(jumps);
    }

    /// Ends a loop whose condition may be always true.
    fn end_loop(&mut self, endless: bool) {
        let (breaks, _, broken) = self.pop_loop();
        self.function().land_all(breaks);
        self.function().reachable = !endless || broken;
    }

    pub(super) fn while_loop(&mut self, label: Option<&Str>, condition: &'a Expr, body: &'a Stmt) {
        self.for_loop(label, &[], Some(condition), &[], body);
    }

    pub(super) fn for_loop(
        &mut self,
        label: Option<&Str>,
        init: &'a [Stmt],
        condition: Option<&'a Expr>,
        update: &'a [Expr],
        body: &'a Stmt,
    ) {
        let outer = self.function().mark();
        for stmt in init {
            self.stmt(stmt);
        }
        let endless = condition.is_none_or(|condition| matches!(condition.kind, ExprKind::Bool(true)));
        let mark = self.function().mark();
        // The condition stands at the end, where it jumps back.
        let to_condition = (!endless).then(|| self.emit(Op::Jump(0)));
        let top = self.function().here();
        self.emit(Op::Tick);
        self.push_loop(label, true);
        self.single(body);
        self.land_continues();
        for expr in update {
            let mark = self.function().mark();
            self.effect(expr);
            self.function().free_to(mark);
        }
        if let Some(jump) = to_condition {
            self.function().land(jump);
        }
        match condition {
            Some(condition) if !endless => {
                let again = self.jump(condition, true);
                for jump in again {
                    self.function().aim(jump, top);
                }
            }
            _ => {
                self.emit(Op::Jump(top));
            }
        }
        self.function().back_to(mark);
        self.end_loop(endless);
        self.function().back_to(outer);
    }

    pub(super) fn do_loop(&mut self, label: Option<&Str>, body: &'a Stmt, condition: &'a Expr) {
        let top = self.function().here();
        self.emit(Op::Tick);
        self.push_loop(label, true);
        self.single(body);
        self.land_continues();
        let ends = !self.function().reachable;
        let mark = self.function().mark();
        let again = self.jump(condition, true);
        for jump in again {
            self.function().aim(jump, top);
        }
        self.function().back_to(mark);
        self.end_loop(ends || matches!(condition.kind, ExprKind::Bool(true)));
    }

    pub(super) fn for_each(
        &mut self,
        label: Option<&Str>,
        java_type: &'a TypeRef,
        name: &'a Str,
        items: &'a Expr,
        body: &'a Stmt,
    ) {
        let outer = self.function().mark();
        let val = self.expr(items, None);
        let iterable = Ty::native("java.lang.Iterable");
        if !val.ty.is_open() && !matches!(val.ty, Ty::Array(_)) && self.distance(&val.ty, &iterable).is_none()
        {
            let message = format!("{} can't be gone through", self.shown(&val.ty));
            self.error("java/type", message, items.span);
        }
        let item_type = match &val.ty {
            Ty::Array(component) => (**component).clone(),
            _ => Ty::Dynamic,
        };
        let ty = match &java_type.kind {
            TypeKind::Inferred => item_type.clone(),
            _ => self.resolve(java_type),
        };
        let r = self.function().reference();
        self.put(&Val { ty: Ty::Dynamic, ..val.clone() }, r);
        let iterator = self.function().reference();
        let item = self.function().reference();
        let register = self.function().declare(name, ty.clone());
        if let Ty::Array(component) = &val.ty
            && component.kind().is_primitive()
        {
            self.for_items(label, r, component.kind(), &ty, register, body, items.span);
            self.function().back_to(outer);
            return;
        }
        self.emit(Op::Iterate { d: iterator, r });
        let top = self.function().here();
        self.emit(Op::Tick);
        let end = self.emit(Op::Next { d: item, r: iterator, to: 0 });
        let mark = self.function().mark();
        let item_type = if item_type.kind().is_primitive() { Ty::Dynamic } else { item_type };
        let val = self.coerce(Val::register(item_type, item), &ty, items.span);
        self.put(&val, register);
        self.function().free_to(mark);
        self.push_loop(label, true);
        self.single(body);
        self.land_continues();
        self.emit(Op::Jump(top));
        self.function().land(end);
        self.end_loop(false);
        self.function().back_to(outer);
    }

    /// Goes through an array of primitives by its indices.
    #[expect(clippy::too_many_arguments, reason = "the parts of the statement")]
    fn for_items(
        &mut self,
        label: Option<&Str>,
        r: u16,
        kind: Kind,
        ty: &Ty,
        register: u16,
        body: &'a Stmt,
        span: Span,
    ) {
        let (index, length, item) = (self.function().prim(), self.function().prim(), self.function().prim());
        self.emit(Op::Length { d: length, r });
        self.emit(Op::Small { d: index, value: 0 });
        let to_condition = self.emit(Op::Jump(0));
        let top = self.function().here();
        self.emit(Op::Tick);
        self.emit(Op::LoadP { d: item, r, p: index });
        let mark = self.function().mark();
        let val = self.coerce(Val::register(Ty::Prim(kind), item), ty, span);
        self.put(&val, register);
        self.function().free_to(mark);
        self.push_loop(label, true);
        self.single(body);
        self.land_continues();
        self.emit(Op::AddConst { d: index, a: index, c: 1 });
        self.function().land(to_condition);
        let again = self.emit(Op::JumpCompare { cmp: Cmp::Less, a: index, b: length, to: 0 });
        self.function().aim(again, top);
        self.end_loop(false);
    }

    pub(super) fn labelled(&mut self, label: &'a Str, body: &'a Stmt) {
        match &body.kind {
            StmtKind::While(condition, inner) => self.while_loop(Some(label), condition, inner),
            StmtKind::DoWhile(inner, condition) => self.do_loop(Some(label), inner, condition),
            StmtKind::For { init, condition, update, body } => {
                self.for_loop(Some(label), init, condition.as_ref(), update, body);
            }
            StmtKind::ForEach { java_type, name, items, body } => {
                self.for_each(Some(label), java_type, name, items, body);
            }
            _ => {
                self.push_loop(Some(label), false);
                self.single(body);
                let (breaks, _, broken) = self.pop_loop();
                self.function().land_all(breaks);
                self.function().reachable |= broken;
            }
        }
    }

    /// Where `break` or `continue` leads: the place among the exits.
    fn target(&mut self, wanted: Option<&Str>, for_continue: bool) -> Option<usize> {
        self.function().exits.iter().rposition(|exit| match exit {
            Exit::Loop { label, is_loop, .. } => match wanted {
                Some(wanted) => label.as_ref() == Some(wanted) && (*is_loop || !for_continue),
                // A bare `break` leaves loops and switches, which have no label of their own.
                None => *is_loop || (!for_continue && label.is_none()),
            },
            _ => false,
        })
    }

    pub(super) fn break_out(&mut self, label: Option<&Str>, span: Span) {
        let Some(target) = self.target(label, false) else {
            self.error("java/syntax", "there is no loop or switch to leave here", span);
            return;
        };
        self.leave_to(target + 1);
        let jump = self.emit(Op::Jump(0));
        if let Some(Exit::Loop { breaks, broken, .. }) = self.function().exits.get_mut(target) {
            breaks.push(jump);
            *broken = true;
        }
        self.function().reachable = false;
    }

    pub(super) fn go_on(&mut self, label: Option<&Str>, span: Span) {
        let Some(target) = self.target(label, true) else {
            self.error("java/syntax", "there is no loop to go on with here", span);
            return;
        };
        self.leave_to(target + 1);
        let jump = self.emit(Op::Jump(0));
        if let Some(Exit::Loop { continues, .. }) = self.function().exits.get_mut(target) {
            continues.push(jump);
        }
        self.function().reachable = false;
    }

    pub(super) fn push_switch(&mut self) {
        self.push_loop(None, false);
    }

    /// Ends a switch; whether something breaks out of it.
    pub(super) fn pop_switch(&mut self) -> bool {
        let (breaks, _, broken) = self.pop_loop();
        self.function().land_all(breaks);
        broken
    }
}
