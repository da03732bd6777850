//! Expressions whose value is known at translation.

use crate::el::ast::BinaryOp;
use crate::el::ast::Expr;
use crate::el::ast::ExprKind;
use crate::el::ast::UnaryOp;
use crate::value::Value;
use crate::value::coerce;
use crate::value::ops;

/// The value of an expression of literals. Where evaluating fails, the failure belongs to the run, so there is none.
pub(super) fn fold(expr: &Expr) -> Option<Value> {
    match &expr.kind {
        ExprKind::Literal(value) => Some(value.clone()),
        ExprKind::Unary { op, operand } => {
            let value = fold(operand)?;
            match op {
                UnaryOp::Negate => ops::negate(&value).ok(),
                UnaryOp::Not => coerce::to_boolean(&value).ok().map(|value| Value::Bool(!value)),
                UnaryOp::Empty => Some(Value::Bool(ops::is_empty(&value))),
            }
        }
        ExprKind::Binary { op, left, right } => {
            let (left, right) = (fold(left)?, fold(right)?);
            match op {
                BinaryOp::Add => ops::add(&left, &right).ok(),
                BinaryOp::Subtract => ops::subtract(&left, &right).ok(),
                BinaryOp::Multiply => ops::multiply(&left, &right).ok(),
                BinaryOp::Divide => ops::divide(&left, &right).ok(),
                BinaryOp::Modulo => ops::modulo(&left, &right).ok(),
                BinaryOp::Concat => ops::concat(&left, &right).ok(),
                _ => None,
            }
        }
        ExprKind::Ternary { test, yes, no } => {
            if coerce::to_boolean(&fold(test)?).ok()? {
                fold(yes)
            } else {
                fold(no)
            }
        }
        _ => None,
    }
}
