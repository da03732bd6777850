//! `switch`, statement and expression (Java Language Specification 17, 14.11 and 15.28).

use vespid_render::Value;
use vespid_render::source::Span;

use super::Compiler;
use super::function::Exit;
use super::function::Val;
use super::types::Ty;
use crate::syntax::ast::Binary;
use crate::syntax::ast::Expr;
use crate::syntax::ast::ExprKind;
use crate::syntax::ast::StmtKind;
use crate::syntax::ast::Switch;
use crate::vm::Cmp;
use crate::vm::Kind;
use crate::vm::Op;

impl<'a> Compiler<'a> {
    /// The jumps to the cases, in their order, and to where no case fits.
    fn dispatch(&mut self, switch: &'a Switch) -> (Vec<Vec<usize>>, usize) {
        let subject = self.expr(&switch.subject, None);
        let kind = subject.ty.unboxed();
        let is_number =
            kind.is_some_and(|kind| !matches!(kind, Kind::Bool | Kind::Float | Kind::Double | Kind::Long));
        let enum_class = match &subject.ty {
            Ty::Own(class) => Some(*class),
            _ => None,
        };
        if !is_number && !subject.ty.is_string() && enum_class.is_none() && !matches!(subject.ty, Ty::Dynamic)
        {
            let message = format!("a switch can't be over {}", self.shown(&subject.ty));
            self.error("java/type", message, switch.subject.span);
        }
        let subject = match is_number {
            true => self.converted(subject, &Ty::INT),
            false => {
                let r = self.place(&subject);
                self.emit(Op::NonNull { r });
                subject
            }
        };
        let register = self.function().register(&subject.ty);
        self.put(&subject, register);
        let subject = Val::register(subject.ty, register);
        let mut cases = Vec::new();
        for case in &switch.cases {
            let mut jumps = Vec::new();
            for label in &case.labels {
                let mark = self.function().mark();
                let jump = self.case_jump(&subject, label, enum_class);
                jumps.extend(jump);
                self.function().free_to(mark);
            }
            cases.push(jumps);
        }
        (cases, self.emit(Op::Jump(0)))
    }

    fn case_jump(&mut self, subject: &Val, label: &'a Expr, enum_class: Option<u32>) -> Option<usize> {
        // Constants of an enum are written without its name.
        if let (Some(class), ExprKind::Name(name)) = (enum_class, &label.kind) {
            let Some((owner, field)) = self.find_field(class, name) else {
                self.no_name(name, label.span);
                return None;
            };
            let r = self.statics(owner);
            let constant = self.get(r, &field);
            let (a, b) = (self.place(subject), self.place(&constant));
            let d = self.function().prim();
            self.emit(Op::Same { d, a, b });
            return Some(self.emit(Op::JumpIf { a: d, to: 0 }));
        }
        let val = self.expr(label, None);
        if subject.ty == Ty::INT {
            let val = self.coerce(val, &Ty::INT, label.span);
            let (a, b) = (self.place(subject), self.place(&val));
            return Some(self.emit(Op::JumpCompare { cmp: Cmp::Equal, a, b, to: 0 }));
        }
        if subject.ty.is_string() && !val.ty.is_string() {
            let message = format!("a String is needed here, not {}", self.shown(&val.ty));
            self.error("java/type", message, label.span);
        }
        let val = self.binary(Binary::Equal, subject.clone(), val, label.span);
        let a = self.place(&val);
        Some(self.emit(Op::JumpIf { a, to: 0 }))
    }

    pub(super) fn switch_statement(&mut self, switch: &'a Switch) {
        let outer = self.function().mark();
        let (cases, otherwise) = self.dispatch(switch);
        self.push_switch();
        let mut has_default = false;
        let mut otherwise = Some(otherwise);
        let scope = self.function().mark();
        let mut ends = Vec::new();
        // What falls out at the end of the last case.
        self.function().reachable = false;
        for (case, jumps) in switch.cases.iter().zip(cases) {
            self.function().land_all(jumps);
            if case.is_default {
                has_default = true;
                if let Some(jump) = otherwise.take() {
                    self.function().land(jump);
                }
            }
            self.function().reachable = true;
            if switch.arrows {
                let mark = self.function().mark();
                self.statements(&case.body);
                self.function().back_to(mark);
                if self.function().reachable {
                    ends.push(self.emit(Op::Jump(0)));
                }
            } else {
                self.statements(&case.body);
            }
        }
        let falls_out = self.function().reachable && !switch.cases.is_empty();
        self.function().back_to(scope);
        if let Some(jump) = otherwise {
            self.function().land(jump);
        }
        let any_end = !ends.is_empty();
        self.function().land_all(ends);
        let broken = self.pop_switch();
        self.function().reachable = falls_out || any_end || broken || !has_default;
        self.function().back_to(outer);
    }

    /// `switch` as an expression.
    pub(super) fn switch_value(&mut self, switch: &'a Switch, want: Option<&Ty>) -> Val {
        let mark = self.function().mark();
        let (cases, otherwise) = self.dispatch(switch);
        // What the type is, the first value says; where the others differ, it is looked at when the code runs.
        let ty = match want {
            Some(want) if *want != Ty::Dynamic => want.clone(),
            _ => self.arrow_type(switch),
        };
        let register = self.function().register(&ty);
        self.function().exits.push(Exit::Value { register, ty: ty.clone(), jumps: Vec::new() });
        let mut otherwise = Some(otherwise);
        let scope = self.function().mark();
        for (case, jumps) in switch.cases.iter().zip(cases) {
            self.function().land_all(jumps);
            if case.is_default
                && let Some(jump) = otherwise.take()
            {
                self.function().land(jump);
            }
            self.function().reachable = true;
            match case.body.first().map(|stmt| &stmt.kind) {
                Some(StmtKind::Expr(value)) if case.value => self.yield_value(value, value.span),
                _ => self.statements(&case.body),
            }
            if switch.arrows {
                self.function().back_to(scope);
            }
        }
        if let Some(jump) = otherwise {
            self.function().land(jump);
            let k = self.text("the switch has no case for the value");
            self.emit(Op::Bad { k });
        }
        let jumps = match self.function().exits.pop() {
            Some(Exit::Value { jumps, .. }) => jumps,
            _ => Vec::new(),
        };
        self.function().land_all(jumps);
        self.function().reachable = true;
        self.function().back_to(mark);
        let low = self.function().register(&ty);
        self.put(&Val::register(ty.clone(), register), low);
        Val::register(ty, low)
    }

    /// The type of a switch expression of which nothing is known: that of its values, where they are plain.
    fn arrow_type(&self, switch: &Switch) -> Ty {
        let mut found: Option<Ty> = None;
        for case in switch.cases.iter().filter(|case| case.value) {
            let Some(StmtKind::Expr(value)) = case.body.first().map(|stmt| &stmt.kind) else { continue };
            let ty = match &value.kind {
                ExprKind::Int(_) => Ty::INT,
                ExprKind::Bool(_) => Ty::BOOL,
                ExprKind::Text(_) => Ty::string(),
                ExprKind::Double(_) => Ty::Prim(Kind::Double),
                ExprKind::Long(_) => Ty::Prim(Kind::Long),
                _ => return Ty::Dynamic,
            };
            match &found {
                Some(known) if *known != ty => return Ty::Dynamic,
                _ => found = Some(ty),
            }
        }
        found.unwrap_or(Ty::Dynamic)
    }

    pub(super) fn yield_value(&mut self, value: &'a Expr, span: Span) {
        let target = self.function().exits.iter().rposition(|exit| matches!(exit, Exit::Value { .. }));
        let Some(target) = target else {
            self.error("java/syntax", "there is no switch expression to give a value to", span);
            return;
        };
        let (register, ty) = match &self.function().exits[target] {
            Exit::Value { register, ty, .. } => (*register, ty.clone()),
            _ => (0, Ty::Dynamic),
        };
        if matches!(value.kind, ExprKind::Call(_)) && ty == Ty::Dynamic {
            // As a statement it may give nothing.
            let val = self.expr(value, None);
            let val = if val.ty == Ty::Void {
                Val::constant(Ty::Dynamic, Value::Null)
            } else {
                self.coerce(val, &ty, value.span)
            };
            self.put(&val, register);
        } else {
            let val = self.expr(value, Some(&ty));
            let val = self.coerce(val, &ty, value.span);
            self.put(&val, register);
        }
        self.leave_to(target + 1);
        let jump = self.emit(Op::Jump(0));
        if let Some(Exit::Value { jumps, .. }) = self.function().exits.get_mut(target) {
            jumps.push(jump);
        }
        self.function().reachable = false;
    }
}
