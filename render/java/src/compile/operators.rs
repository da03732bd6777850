//! Operators (Java Language Specification 17, 15.15 to 15.24).

use vespid_render::Value;
use vespid_render::source::Span;
use vespid_render::value::Str;

use super::Compiler;
use super::function::At;
use super::function::Val;
use super::types::Ty;
use crate::syntax::ast::Binary;
use crate::syntax::ast::Expr;
use crate::syntax::ast::Unary;
use crate::vm::Arith;
use crate::vm::Cmp;
use crate::vm::Convert;
use crate::vm::Kind;
use crate::vm::Op;
use crate::vm::dynamic;

impl<'a> Compiler<'a> {
    pub(super) fn unary(&mut self, operator: Unary, value: &'a Expr, span: Span) -> Val {
        if operator == Unary::Not {
            let val = self.expr(value, Some(&Ty::BOOL));
            let val = self.coerce(val, &Ty::BOOL, value.span);
            if let At::Constant(Value::Bool(value)) = val.at {
                return Val::constant(Ty::BOOL, Value::Bool(!value));
            }
            let s = self.place(&val);
            let d = self.function().prim();
            self.emit(Op::Not { d, s });
            return Val::register(Ty::BOOL, d);
        }
        let val = self.expr(value, None);
        if val.ty.is_open() {
            // `-x` is `0 - x` for whole numbers, `-1 * x` for all.
            return match operator {
                Unary::Minus => {
                    let minus = Val::constant(Ty::INT, Value::Int(-1));
                    self.binary(Binary::Multiply, val, minus, span)
                }
                Unary::Complement => {
                    let minus = Val::constant(Ty::INT, Value::Int(-1));
                    self.binary(Binary::BitXor, val, minus, span)
                }
                _ => val,
            };
        }
        let Some(kind) = val.ty.unboxed().filter(|kind| *kind != Kind::Bool) else {
            return self.no_operator(&format!("{operator:?}"), &val, span);
        };
        let kind = dynamic::promoted(kind, Kind::Int);
        let val = self.converted(val, &Ty::Prim(kind));
        match (operator, kind) {
            (Unary::Minus, _) if matches!(val.at, At::Constant(_)) => {
                let At::Constant(value) = &val.at else { return val };
                let negated = match value {
                    Value::Int(value) => Value::Int(value.wrapping_neg()),
                    Value::Long(value) => Value::Long(value.wrapping_neg()),
                    Value::Float(value) => Value::Float(-value),
                    Value::Double(value) => Value::Double(-value),
                    other => other.clone(),
                };
                Val::constant(Ty::Prim(kind), negated)
            }
            (Unary::Minus, Kind::Float | Kind::Double) => self.convert(val, Convert::Negate, kind),
            (Unary::Minus, _) => {
                let zero = Val::constant(Ty::Prim(kind), kind.boxed(0));
                let zero = self.place(&zero);
                let zero = Val::register(Ty::Prim(kind), zero);
                self.binary(Binary::Subtract, zero, val, span)
            }
            (Unary::Complement, Kind::Int | Kind::Long) => {
                let minus = Val::constant(Ty::Prim(kind), kind.boxed(-1));
                self.binary(Binary::BitXor, val, minus, span)
            }
            (Unary::Complement, _) => self.no_operator("~", &val, span),
            _ => val,
        }
    }

    /// Operands with operators of one precedence between them, from the left.
    pub(super) fn chain(&mut self, operands: &'a [Expr], operators: &'a [(Binary, Span)]) -> Val {
        if matches!(operators[0].0, Binary::And | Binary::Or) {
            return self.and_or(operands, operators[0].0);
        }
        let mut left = self.expr(&operands[0], None);
        let mut index = 0;
        while index < operators.len() {
            let (operator, place) = operators[index];
            let operand = &operands[index + 1];
            if operator == Binary::Add && left.ty.is_string() {
                // Everything from here on is text.
                let count =
                    operators[index..].iter().take_while(|(operator, _)| *operator == Binary::Add).count();
                left = self.concat(left, &operands[index + 1..index + 1 + count]);
                index += count;
                continue;
            }
            let is_constant = matches!(left.at, At::Constant(_));
            if !is_constant {
                let register = self.stable(&left, operand);
                left = Val::register(left.ty, register);
            }
            let right = self.expr(operand, None);
            left = self.binary(operator, left, right, place);
            index += 1;
        }
        left
    }

    fn and_or(&mut self, operands: &'a [Expr], operator: Binary) -> Val {
        let d = self.function().prim();
        let is_or = operator == Binary::Or;
        let mut jumps = Vec::new();
        for operand in operands {
            jumps.extend(self.jump(operand, is_or));
        }
        self.emit(Op::Small { d, value: i32::from(!is_or) });
        let end = self.emit(Op::Jump(0));
        self.function().land_all(jumps);
        self.emit(Op::Small { d, value: i32::from(is_or) });
        self.function().land(end);
        Val::register(Ty::BOOL, d)
    }

    /// The text of several values in a row.
    pub(super) fn concat(&mut self, first: Val, rest: &'a [Expr]) -> Val {
        let d = self.function().reference();
        let mark = self.function().mark();
        // What stands in a row must lie in a row, so values come to their registers at once.
        let mut parts: Vec<Part> = Vec::new();
        let start = self.function().r;
        let add = |compiler: &mut Self, val: Val, parts: &mut Vec<Part>| {
            if let At::Constant(value) = &val.at {
                let text: Str = match &val.ty {
                    Ty::Prim(kind) => {
                        kind.unbox(value).map_or(Value::Null, |bits| kind.boxed(bits)).to_string().into()
                    }
                    _ => value.to_string().into(),
                };
                if let Some(Part::Text(last)) = parts.last_mut() {
                    last.push_str(&text);
                    return;
                }
                parts.push(Part::Text(text));
                compiler.function().reference();
                return;
            }
            if val.ty == Ty::Void {
                let span = compiler.function().span;
                compiler.error("java/type", "this call gives no value", span);
            }
            let slot = compiler.function().reference();
            compiler.boxed_into(&val, slot);
            parts.push(Part::Done);
        };
        add(self, first, &mut parts);
        for operand in rest {
            let inner = self.function().mark();
            let slot = self.function().r;
            let val = self.expr(operand, None);
            self.function().free_to(inner);
            if matches!(val.at, At::Register(_)) {
                // The value's own registers may lie where the part is to lie: it moves down.
                let target = self.function().reference();
                debug_assert_eq!(target, slot);
                self.boxed_into(&val, target);
                parts.push(Part::Done);
                if val.ty == Ty::Void {
                    self.error("java/type", "this call gives no value", operand.span);
                }
            } else {
                add(self, val, &mut parts);
            }
        }
        if parts.len() == 1
            && let Some(Part::Text(text)) = parts.first()
        {
            let text = text.clone();
            self.function().free_to(mark);
            return Val::constant(Ty::string(), Value::Str(text));
        }
        for (offset, part) in parts.iter().enumerate() {
            if let Part::Text(text) = part {
                let k = self.text(text);
                self.emit(Op::ConstR { d: start + offset as u16, k });
            }
        }
        self.emit(Op::Concat { d, r: start, count: parts.len() as u16 });
        self.function().free_to(mark);
        Val::register(Ty::string(), d)
    }

    /// Puts a value, boxed if need be, into a register of references.
    pub(super) fn boxed_into(&mut self, val: &Val, d: u16) -> u16 {
        match (&val.ty, &val.at) {
            (Ty::Prim(kind), At::Register(s)) => {
                self.emit(Op::Box { kind: *kind, d, s: *s });
            }
            (Ty::Prim(kind), At::Constant(value)) => {
                let value = kind.unbox(value).map_or(Value::Null, |bits| kind.boxed(bits));
                let k = self.constant(value);
                self.emit(Op::ConstR { d, k });
            }
            _ => self.put(&Val { ty: Ty::Dynamic, at: val.at.clone() }, d),
        }
        d
    }

    #[cold]
    fn no_such_operator(&mut self, operator: Binary, a: &Val, b: &Val, span: Span) {
        let (a, b) = (self.shown(&a.ty), self.shown(&b.ty));
        let message = format!("there is no operator {} of {a} and {b}", symbol(operator));
        self.error("java/type", message, span);
    }

    #[cold]
    fn no_operator(&mut self, operator: &str, val: &Val, span: Span) -> Val {
        let message = format!("there is no operator {operator} of {}", self.shown(&val.ty));
        self.error("java/type", message, span);
        Val::bad()
    }

    /// The result of an operator on two values, neither of which is a text to be joined.
    pub(super) fn binary(&mut self, operator: Binary, a: Val, b: Val, span: Span) -> Val {
        let is_equality = matches!(operator, Binary::Equal | Binary::NotEqual);
        if operator == Binary::Add && (a.ty.is_string() || b.ty.is_string()) {
            let d = self.function().reference();
            let r = self.function().reference();
            let second = self.function().reference();
            self.boxed_into(&a, r);
            self.boxed_into(&b, second);
            self.emit(Op::Concat { d, r, count: 2 });
            return Val::register(Ty::string(), d);
        }
        let (x, y) = (a.ty.unboxed(), b.ty.unboxed());
        let is_primitive = |val: &Val| matches!(val.ty, Ty::Prim(_));
        if is_equality && !is_primitive(&a) && !is_primitive(&b) {
            if !(a.ty.is_open() || b.ty.is_open() || self.castable(&a.ty, &b.ty))
                && a.ty != Ty::Null
                && b.ty != Ty::Null
            {
                let message = format!("{} and {} are never the same", self.shown(&a.ty), self.shown(&b.ty));
                self.error("java/type", message, span);
            }
            let (a, b) = (self.place(&a), self.place(&b));
            let d = self.function().prim();
            self.emit(Op::Same { d, a, b });
            if operator == Binary::NotEqual {
                self.emit(Op::Not { d, s: d });
            }
            return Val::register(Ty::BOOL, d);
        }
        let (Some(x), Some(y)) = (x, y) else {
            return self.binary_open(operator, a, b, span);
        };
        let cmp = dynamic::cmp_of(operator);
        let both_bool = x == Kind::Bool && y == Kind::Bool;
        if (x == Kind::Bool) != (y == Kind::Bool)
            || (both_bool
                && !is_equality
                && !matches!(operator, Binary::BitAnd | Binary::BitOr | Binary::BitXor))
        {
            self.no_such_operator(operator, &a, &b, span);
            return Val::constant(if cmp.is_some() { Ty::BOOL } else { Ty::INT }, Value::Null);
        }
        let kind = if both_bool {
            Kind::Bool
        } else if dynamic::is_shift(operator) {
            dynamic::promoted(x, Kind::Int)
        } else {
            dynamic::promoted(x, y)
        };
        let right_kind = if dynamic::is_shift(operator) { dynamic::promoted(y, Kind::Int) } else { kind };
        if cmp.is_none()
            && let (At::Constant(left), At::Constant(right)) = (&a.at, &b.at)
            && !(matches!(operator, Binary::Divide | Binary::Remainder))
            && let Ok(value) = dynamic::binary(operator, left, right)
        {
            return Val::constant(Ty::Prim(kind), value);
        }
        let a = self.converted(a, &Ty::Prim(kind));
        // `i + 1` of ints is one instruction.
        if let (Binary::Add | Binary::Subtract, Kind::Int, At::Constant(Value::Int(constant))) =
            (operator, kind, &b.at)
            && let Ok(c) =
                i16::try_from(if operator == Binary::Add { *constant } else { constant.wrapping_neg() })
        {
            let a = self.place(&a);
            let d = self.function().prim();
            self.emit(Op::AddConst { d, a, c });
            return Val::register(Ty::INT, d);
        }
        let b = self.converted(b, &Ty::Prim(right_kind));
        let (a, b) = (self.place(&a), self.place(&b));
        let d = self.function().prim();
        if let Some(cmp) = cmp {
            let floating = matches!(kind, Kind::Float | Kind::Double);
            self.emit(if floating { Op::CompareD { cmp, d, a, b } } else { Op::CompareI { cmp, d, a, b } });
            return Val::register(Ty::BOOL, d);
        }
        if operator == Binary::Add && kind == Kind::Int {
            self.emit(Op::AddI { d, a, b });
            return Val::register(Ty::INT, d);
        }
        let Some(arith) = dynamic::arith_of(operator, kind) else {
            let message = format!("there is no operator {} of {}", symbol(operator), kind.name());
            self.error("java/type", message, span);
            return Val::bad();
        };
        self.emit(Op::Arith { op: arith, d, a, b });
        debug_assert!(arith != Arith::AddL || kind == Kind::Long);
        Val::register(Ty::Prim(kind), d)
    }

    /// An operator where at least one type is known only at run time.
    fn binary_open(&mut self, operator: Binary, a: Val, b: Val, span: Span) -> Val {
        let fits = |ty: &Ty| {
            ty.is_open()
                || ty.unboxed().is_some()
                || matches!(ty, Ty::Native(native) if native.name == "java.lang.Number" || native.name == "java.lang.Comparable")
        };
        let equality = matches!(operator, Binary::Equal | Binary::NotEqual);
        if !(fits(&a.ty) && fits(&b.ty)) || a.ty == Ty::Void || b.ty == Ty::Void {
            self.no_such_operator(operator, &a, &b, span);
            return if equality || dynamic::cmp_of(operator).is_some() {
                Val::constant(Ty::BOOL, Value::Bool(false))
            } else {
                Val::bad()
            };
        }
        let d = self.function().reference();
        let r = self.function().reference();
        let second = self.function().reference();
        self.boxed_into(&a, r);
        self.boxed_into(&b, second);
        self.emit(Op::Dynamic { op: operator, d, r });
        let val = Val::register(Ty::Dynamic, d);
        match dynamic::cmp_of(operator) {
            Some(
                Cmp::Equal | Cmp::NotEqual | Cmp::Less | Cmp::LessEqual | Cmp::Greater | Cmp::GreaterEqual,
            ) => self.converted(val, &Ty::BOOL),
            None => val,
        }
    }
}

/// A part of a text that is joined.
enum Part {
    Text(Str),
    /// It lies in its register.
    Done,
}

/// How an operator is written.
pub(super) fn symbol(operator: Binary) -> &'static str {
    match operator {
        Binary::Or => "||",
        Binary::And => "&&",
        Binary::BitOr => "|",
        Binary::BitXor => "^",
        Binary::BitAnd => "&",
        Binary::Equal => "==",
        Binary::NotEqual => "!=",
        Binary::Less => "<",
        Binary::Greater => ">",
        Binary::LessEqual => "<=",
        Binary::GreaterEqual => ">=",
        Binary::ShiftLeft => "<<",
        Binary::ShiftRight => ">>",
        Binary::ShiftRightUnsigned => ">>>",
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Remainder => "%",
    }
}
