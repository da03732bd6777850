//! Operators on values whose types are known only at run time.

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;

use super::Kind;
use super::arith::arith;
use super::arith::convert;
use super::kind::double;
use super::op::Arith;
use super::op::Cmp;
use super::op::Convert;
use crate::syntax::ast::Binary;

/// The kind of a value that is a box.
pub(crate) fn kind_of(value: &Value) -> Option<Kind> {
    Some(match value {
        Value::Bool(_) => Kind::Bool,
        Value::Byte(_) => Kind::Byte,
        Value::Short(_) => Kind::Short,
        Value::Char(_) => Kind::Char,
        Value::Int(_) => Kind::Int,
        Value::Long(_) => Kind::Long,
        Value::Float(_) => Kind::Float,
        Value::Double(_) => Kind::Double,
        _ => return None,
    })
}

/// Binary numeric promotion (5.6).
pub(crate) fn promoted(a: Kind, b: Kind) -> Kind {
    for kind in [Kind::Double, Kind::Float, Kind::Long] {
        if a == kind || b == kind {
            return kind;
        }
    }
    Kind::Int
}

/// What an operator means for operands of this kind.
pub(crate) fn arith_of(op: Binary, kind: Kind) -> Option<Arith> {
    Some(match (op, kind) {
        (Binary::Add, Kind::Long | Kind::Int) => Arith::AddL,
        (Binary::Add, Kind::Float) => Arith::AddF,
        (Binary::Add, Kind::Double) => Arith::AddD,
        (Binary::Subtract, Kind::Int) => Arith::SubI,
        (Binary::Subtract, Kind::Long) => Arith::SubL,
        (Binary::Subtract, Kind::Float) => Arith::SubF,
        (Binary::Subtract, Kind::Double) => Arith::SubD,
        (Binary::Multiply, Kind::Int) => Arith::MulI,
        (Binary::Multiply, Kind::Long) => Arith::MulL,
        (Binary::Multiply, Kind::Float) => Arith::MulF,
        (Binary::Multiply, Kind::Double) => Arith::MulD,
        (Binary::Divide, Kind::Int) => Arith::DivI,
        (Binary::Divide, Kind::Long) => Arith::DivL,
        (Binary::Divide, Kind::Float) => Arith::DivF,
        (Binary::Divide, Kind::Double) => Arith::DivD,
        (Binary::Remainder, Kind::Int) => Arith::RemI,
        (Binary::Remainder, Kind::Long) => Arith::RemL,
        (Binary::Remainder, Kind::Float) => Arith::RemF,
        (Binary::Remainder, Kind::Double) => Arith::RemD,
        (Binary::ShiftLeft, Kind::Int) => Arith::ShlI,
        (Binary::ShiftLeft, Kind::Long) => Arith::ShlL,
        (Binary::ShiftRight, Kind::Int) => Arith::ShrI,
        (Binary::ShiftRight, Kind::Long) => Arith::ShrL,
        (Binary::ShiftRightUnsigned, Kind::Int) => Arith::UshrI,
        (Binary::ShiftRightUnsigned, Kind::Long) => Arith::UshrL,
        (Binary::BitAnd, Kind::Int | Kind::Long | Kind::Bool) => Arith::And,
        (Binary::BitOr, Kind::Int | Kind::Long | Kind::Bool) => Arith::Or,
        (Binary::BitXor, Kind::Int | Kind::Long | Kind::Bool) => Arith::Xor,
        _ => return None,
    })
}

pub(crate) fn cmp_of(op: Binary) -> Option<Cmp> {
    Some(match op {
        Binary::Equal => Cmp::Equal,
        Binary::NotEqual => Cmp::NotEqual,
        Binary::Less => Cmp::Less,
        Binary::LessEqual => Cmp::LessEqual,
        Binary::Greater => Cmp::Greater,
        Binary::GreaterEqual => Cmp::GreaterEqual,
        _ => return None,
    })
}

/// Whether a shift, whose operands are promoted each on its own.
pub(crate) fn is_shift(op: Binary) -> bool {
    matches!(op, Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightUnsigned)
}

/// `==` of references: the same object. Boxes and strings are the same if their values are, of which Java says so only
/// of small numbers and constants.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            std::ptr::addr_eq(std::sync::Arc::as_ptr(a), std::sync::Arc::as_ptr(b))
                // Of each class there is one object.
                || (a.class().name() == "java.lang.Class" && a.equals(&Value::Object(b.clone())))
                || a.is_same(&Value::Object(b.clone()))
        }
        (Value::Object(_), _) | (_, Value::Object(_)) => false,
        _ => a == b,
    }
}

/// The result of an operator on objects, which are unboxed.
///
/// # Errors
/// What can't be unboxed; `ArithmeticException`.
pub(crate) fn binary(op: Binary, a: &Value, b: &Value) -> Result<Value> {
    if matches!(op, Binary::Equal | Binary::NotEqual) {
        let equal = match (kind_of(a), kind_of(b)) {
            (Some(x), Some(y)) if x != y && x != Kind::Bool && y != Kind::Bool => {
                compare(Cmp::Equal, promoted(x, y), a, b)?
            }
            _ => same(a, b),
        };
        return Ok(Value::Bool(equal == (op == Binary::Equal)));
    }
    let (Some(x), Some(y)) = (kind_of(a), kind_of(b)) else {
        let unfit = if kind_of(a).is_none() { a } else { b };
        return Err(if unfit.is_null() {
            Error::new(class::NULL_POINTER, "null is no number")
        } else {
            let name = unfit.class_name().unwrap_or("null");
            Error::new(class::CLASS_CAST, format!("class {name} cannot be cast to class java.lang.Number"))
        });
    };
    if let Some(cmp) = cmp_of(op) {
        return compare(cmp, promoted(x, y), a, b).map(Value::Bool);
    }
    let kind = match (x, y) {
        (Kind::Bool, Kind::Bool) => Kind::Bool,
        _ if is_shift(op) => promoted(x, Kind::Int),
        _ => promoted(x, y),
    };
    let Some(arith_op) = arith_of(op, kind) else {
        return Err(Error::new(class::CLASS_CAST, format!("{} has no such operator", kind.name())));
    };
    let right = if is_shift(op) { promoted(y, Kind::Int) } else { kind };
    let bits = arith(arith_op, kind.unbox(a)?, right.unbox(b)?)?;
    let bits = if kind == Kind::Int { convert(Convert::ToInt, bits) } else { bits };
    Ok(kind.boxed(bits))
}

fn compare(cmp: Cmp, kind: Kind, a: &Value, b: &Value) -> Result<bool> {
    let (a, b) = (kind.unbox(a)?, kind.unbox(b)?);
    Ok(match kind {
        Kind::Float | Kind::Double => cmp.holds(double(a), double(b)),
        _ => cmp.holds(a, b),
    })
}
