//! Conversions: what becomes of a value where another type is wanted (Java Language Specification 17, chapter 5).

use std::rc::Rc;

use vespid_render::Value;
use vespid_render::source::Span;

use super::Compiler;
use super::function::At;
use super::function::Val;
use super::types::Ty;
use super::types::widening;
use crate::library;
use crate::vm::Convert;
use crate::vm::Kind;
use crate::vm::Op;

impl<'a> Compiler<'a> {
    /// A value as one of another type, as assignments and calls make it.
    pub(super) fn coerce(&mut self, val: Val, to: &Ty, span: Span) -> Val {
        if val.ty == *to {
            return val;
        }
        if let (At::Constant(Value::Int(number)), Some(kind)) = (&val.at, to.unboxed())
            && matches!(kind, Kind::Byte | Kind::Short | Kind::Char)
        {
            let fits = match kind {
                Kind::Byte => i8::try_from(*number).is_ok(),
                Kind::Short => i16::try_from(*number).is_ok(),
                _ => u16::try_from(*number).is_ok(),
            };
            if fits {
                let narrow = Val::constant(Ty::Prim(kind), kind.boxed(i64::from(*number)));
                return if matches!(to, Ty::Prim(_)) { narrow } else { Val { ty: to.clone(), ..narrow } };
            }
        }
        if self.distance(&val.ty, to).is_none() {
            let message = match (&val.ty, to) {
                (Ty::Void, _) => "this call gives no value".into(),
                (Ty::Null, to) => format!("null is no {}", self.shown(to)),
                (from, to) => format!("{} is needed here, not {}", self.shown(to), self.shown(from)),
            };
            let from = val.ty.unboxed();
            let problem = self.error("java/type", message, span);
            if let (Some(from), Some(to)) = (from, to.unboxed())
                && widening(to, from).is_some()
            {
                problem.hint = Some(format!("make it one with ({})", to.name()));
            }
            return Val { ty: to.clone(), at: At::Constant(Value::Null) };
        }
        self.converted(val, to)
    }

    /// A value of a type that fits as one of another.
    pub(super) fn converted(&mut self, val: Val, to: &Ty) -> Val {
        match (&val.ty, to) {
            (Ty::Prim(from), Ty::Prim(to)) => self.widened(val.clone(), *from, *to),
            (Ty::Prim(kind), _) => {
                let kind = *kind;
                if let At::Constant(value) = &val.at {
                    let value = kind.unbox(value).map_or(Value::Null, |bits| kind.boxed(bits));
                    return Val::constant(to.clone(), value);
                }
                let s = self.place(&val);
                let d = self.function().reference();
                self.emit(Op::Box { kind, d, s });
                Val::register(to.clone(), d)
            }
            (from, Ty::Prim(kind)) => {
                let own = from.unboxed().unwrap_or(*kind);
                let s = self.place(&val);
                let d = self.function().prim();
                self.emit(Op::Unbox { kind: own, d, s });
                self.widened(Val::register(Ty::Prim(own), d), own, *kind)
            }
            (Ty::Dynamic, Ty::Native(_) | Ty::Own(_)) if !to.is_object() => {
                let r = self.place(&val);
                let name = self.type_name(to);
                let k = self.text(&name);
                self.emit(Op::Cast { r, k });
                Val::register(to.clone(), r)
            }
            _ => Val { ty: to.clone(), at: val.at },
        }
    }

    fn widened(&mut self, val: Val, from: Kind, to: Kind) -> Val {
        if let At::Constant(value) = &val.at
            && let Ok(bits) = to.unbox(value)
        {
            return Val::constant(Ty::Prim(to), to.boxed(bits));
        }
        let whole = !matches!(from, Kind::Float | Kind::Double);
        let convert = match to {
            Kind::Float if whole => Convert::WholeToFloat,
            Kind::Double if whole => Convert::WholeToDouble,
            _ => return Val { ty: Ty::Prim(to), at: val.at },
        };
        self.convert(val, convert, to)
    }

    pub(super) fn convert(&mut self, val: Val, to: Convert, kind: Kind) -> Val {
        let s = self.place(&val);
        let d = self.function().prim();
        self.emit(Op::Convert { to, d, s });
        Val::register(Ty::Prim(kind), d)
    }

    /// `(Type) value`
    pub(super) fn cast(&mut self, val: Val, to: &Ty, span: Span) -> Val {
        if val.ty == *to {
            return val;
        }
        if !self.castable(&val.ty, to) {
            let message = format!("{} can't be cast to {}", self.shown(&val.ty), self.shown(to));
            self.error("java/type", message, span);
            return Val { ty: to.clone(), at: At::Constant(Value::Null) };
        }
        match (&val.ty, to) {
            (Ty::Prim(from), Ty::Prim(kind)) => self.narrowed(val.clone(), *from, *kind),
            (_, Ty::Prim(_)) | (Ty::Prim(_), _) => self.converted(val, to),
            (_, Ty::Dynamic) => Val { ty: Ty::Dynamic, at: val.at },
            (_, Ty::Array(_)) => Val { ty: to.clone(), at: val.at },
            _ => {
                if self.distance(&val.ty, to).is_some() && val.ty != Ty::Dynamic {
                    return Val { ty: to.clone(), at: val.at };
                }
                let r = self.place(&val);
                let name = self.type_name(to);
                let k = self.text(&name);
                self.emit(Op::Cast { r, k });
                Val::register(to.clone(), r)
            }
        }
    }

    /// A primitive as another, whatever is lost.
    pub(super) fn narrowed(&mut self, val: Val, from: Kind, to: Kind) -> Val {
        if widening(from, to).is_some() {
            return self.widened(val, from, to);
        }
        let floating = matches!(from, Kind::Float | Kind::Double);
        let val = if floating {
            match to {
                Kind::Float => return self.convert(val, Convert::DoubleToFloat, to),
                Kind::Long => return self.convert(val, Convert::DoubleToLong, to),
                _ => self.convert(val, Convert::DoubleToInt, Kind::Int),
            }
        } else {
            val
        };
        match to {
            Kind::Byte => self.convert(val, Convert::ToByte, to),
            Kind::Short => self.convert(val, Convert::ToShort, to),
            Kind::Char => self.convert(val, Convert::ToChar, to),
            Kind::Int if !floating => self.convert(val, Convert::ToInt, to),
            _ => Val { ty: Ty::Prim(to), at: val.at },
        }
    }

    /// The type of a value that is one or the other.
    pub(super) fn common_type(&self, a: &Ty, b: &Ty, want: Option<&Ty>) -> Ty {
        if a == b {
            return a.clone();
        }
        match (a, b) {
            (Ty::Null, other) | (other, Ty::Null) => {
                return match other {
                    Ty::Prim(kind) => Ty::native(kind.box_class()),
                    other => other.clone(),
                };
            }
            _ => {}
        }
        if let (Some(x), Some(y)) = (a.unboxed(), b.unboxed()) {
            if x == y {
                return Ty::Prim(x);
            }
            if x != Kind::Bool && y != Kind::Bool {
                return Ty::Prim(crate::vm::dynamic::promoted(x, y));
            }
        }
        if let Some(want) = want
            && matches!(want, Ty::Native(_) | Ty::Own(_) | Ty::Array(_))
            && self.distance(a, want).is_some()
            && self.distance(b, want).is_some()
        {
            return want.clone();
        }
        if self.distance(a, b).is_some() && !matches!(b, Ty::Prim(_)) {
            return b.clone();
        }
        if self.distance(b, a).is_some() && !matches!(a, Ty::Prim(_)) {
            return a.clone();
        }
        Ty::Dynamic
    }

    /// The type that a table of the library means; `this` is the target's own.
    pub(super) fn table_type(&mut self, name: &'static str, this: &Ty) -> Ty {
        match name {
            "?" => Ty::Dynamic,
            "this" => this.clone(),
            "void" => Ty::Void,
            name => match name.strip_suffix("[]") {
                Some(component) => Ty::Array(Rc::new(self.table_type(component, this))),
                None => match Kind::by_name(name) {
                    Some(kind) => Ty::Prim(kind),
                    None if name == "Object" => Ty::native("java.lang.Object"),
                    None => Ty::native(library::full_name(name)),
                },
            },
        }
    }
}
