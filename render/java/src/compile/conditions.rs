//! Conditions: jumps, and the values of `?:` and of logical operators.

use vespid_render::Value;

use super::Compiler;
use super::function::At;
use super::function::Val;
use super::types::Ty;
use crate::syntax::ast::Binary;
use crate::syntax::ast::Expr;
use crate::syntax::ast::ExprKind;
use crate::syntax::ast::Unary;
use crate::vm::Cmp;
use crate::vm::Kind;
use crate::vm::Op;
use crate::vm::dynamic::cmp_of;

impl<'a> Compiler<'a> {
    /// `condition ? then : other`. What type it has is known only behind both, so the first is made one there.
    pub(super) fn conditional(
        &mut self,
        condition: &'a Expr,
        then: &'a Expr,
        other: &'a Expr,
        want: Option<&Ty>,
    ) -> Val {
        let mark = self.function().mark();
        let no = self.jump_unless(condition);
        let first = self.expr(then, want);
        let to_first = self.emit(Op::Jump(0));
        let (p, r) = (self.function().p, self.function().r);
        self.function().land_all(no);
        let second = self.expr(other, want);
        for (val, expr) in [(&first, then), (&second, other)] {
            if val.ty == Ty::Void {
                self.error("java/type", "this call gives no value", expr.span);
            }
        }
        let ty = self.common_type(&first.ty, &second.ty, want);
        let function = self.function();
        (function.p, function.r) = (function.p.max(p), function.r.max(r));
        let d = self.function().register(&ty);
        let second = self.coerce(second, &ty, other.span);
        self.put(&second, d);
        let end = self.emit(Op::Jump(0));
        self.function().land(to_first);
        let first = self.coerce(first, &ty, then.span);
        self.put(&first, d);
        self.function().land(end);
        // The result moves down to where the next free register was.
        self.function().free_to(mark);
        let low = self.function().register(&ty);
        self.put(&Val::register(ty.clone(), d), low);
        Val::register(ty, low)
    }

    /// A condition as a value.
    pub(super) fn condition_value(&mut self, expr: &'a Expr) -> Val {
        let d = self.function().prim();
        let no = self.jump_unless(expr);
        self.emit(Op::Small { d, value: 1 });
        let end = self.emit(Op::Jump(0));
        self.function().land_all(no);
        self.emit(Op::Small { d, value: 0 });
        self.function().land(end);
        Val::register(Ty::BOOL, d)
    }

    /// Jumps if a condition does not hold; what names it binds are there behind.
    pub(super) fn jump_unless(&mut self, expr: &'a Expr) -> Vec<usize> {
        self.jump(expr, false)
    }

    /// Jumps if a condition is what `wanted` says.
    pub(super) fn jump(&mut self, expr: &'a Expr, wanted: bool) -> Vec<usize> {
        let outer = std::mem::replace(&mut self.function().span, expr.span);
        let jumps = self.jump_at(expr, wanted);
        self.function().span = outer;
        jumps
    }

    fn jump_at(&mut self, expr: &'a Expr, wanted: bool) -> Vec<usize> {
        match &expr.kind {
            ExprKind::Bool(value) => {
                return if *value == wanted { vec![self.emit(Op::Jump(0))] } else { Vec::new() };
            }
            ExprKind::Unary(Unary::Not, inner) => return self.jump(inner, !wanted),
            ExprKind::Chain(operands, operators) if matches!(operators[0].0, Binary::And | Binary::Or) => {
                let ends = operators[0].0 == Binary::Or;
                let mut jumps = Vec::new();
                let mut out = Vec::new();
                for (index, operand) in operands.iter().enumerate() {
                    if index + 1 == operands.len() || ends == wanted {
                        jumps.extend(self.jump(operand, wanted));
                    } else {
                        out.extend(self.jump(operand, ends));
                    }
                }
                self.function().land_all(out);
                return jumps;
            }
            ExprKind::Chain(operands, operators) if operators.len() == 1 => {
                if let Some(cmp) = cmp_of(operators[0].0) {
                    return self.jump_compare(&operands[0], &operands[1], operators[0].0, cmp, wanted);
                }
            }
            ExprKind::InstanceOf(value, java_type, name) => {
                let ty = self.resolve(java_type);
                // The variable lives on behind the condition, so its register comes first.
                let bound = name.as_ref().map(|name| self.function().declare(name, ty.clone()));
                let val = self.expr(value, None);
                let val = if val.ty.kind().is_primitive() { self.converted(val, &Ty::Dynamic) } else { val };
                let r = self.place(&val);
                let d = self.function().prim();
                let name = self.type_name(&ty);
                let k = self.text(&name);
                if ty == Ty::Dynamic {
                    // A class that is not there has no instances.
                    self.emit(Op::Small { d, value: 0 });
                } else {
                    self.emit(Op::InstanceOf { d, r, k });
                }
                if let Some(bound) = bound {
                    self.emit(Op::MoveR { d: bound, s: r });
                }
                return vec![self.emit(if wanted {
                    Op::JumpIf { a: d, to: 0 }
                } else {
                    Op::JumpUnless { a: d, to: 0 }
                })];
            }
            _ => {}
        }
        let val = self.expr(expr, Some(&Ty::BOOL));
        let val = self.coerce(val, &Ty::BOOL, expr.span);
        if let At::Constant(Value::Bool(value)) = val.at {
            return if value == wanted { vec![self.emit(Op::Jump(0))] } else { Vec::new() };
        }
        let a = self.place(&val);
        vec![self.emit(if wanted { Op::JumpIf { a, to: 0 } } else { Op::JumpUnless { a, to: 0 } })]
    }

    fn jump_compare(
        &mut self,
        left: &'a Expr,
        right: &'a Expr,
        op: Binary,
        cmp: Cmp,
        wanted: bool,
    ) -> Vec<usize> {
        let is_null = |expr: &Expr| matches!(expr.kind, ExprKind::Null);
        if matches!(cmp, Cmp::Equal | Cmp::NotEqual) && (is_null(left) || is_null(right)) {
            let other = if is_null(left) { right } else { left };
            let val = self.expr(other, None);
            if val.ty.kind().is_primitive() {
                let message = format!("{} is never null", self.shown(&val.ty));
                self.error("java/type", message, other.span);
                return Vec::new();
            }
            let r = self.place(&val);
            let on_null = (cmp == Cmp::Equal) == wanted;
            return vec![self.emit(if on_null {
                Op::JumpNull { r, to: 0 }
            } else {
                Op::JumpNotNull { r, to: 0 }
            })];
        }
        let a = self.expr(left, None);
        let a = Val::register(a.ty.clone(), self.stable(&a, right));
        let b = self.expr(right, None);
        let whole = |ty: &Ty| matches!(ty, Ty::Prim(kind) if !matches!(kind, Kind::Float | Kind::Double | Kind::Bool));
        if whole(&a.ty) && whole(&b.ty) {
            let (a, b) = (self.place(&a), self.place(&b));
            let cmp = if wanted { cmp } else { cmp.opposite() };
            return vec![self.emit(Op::JumpCompare { cmp, a, b, to: 0 })];
        }
        let val = self.binary(op, a, b, right.span);
        let a = self.place(&val);
        vec![self.emit(if wanted { Op::JumpIf { a, to: 0 } } else { Op::JumpUnless { a, to: 0 } })]
    }
}
