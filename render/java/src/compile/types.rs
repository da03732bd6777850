//! Types, and what can be assigned to what (Java Language Specification 17, chapter 5).

use std::rc::Rc;

use super::Compiler;
use crate::library::Native;
use crate::library::find;
use crate::vm::Kind;

/// A type as the compiler knows it; generics are erased.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ty {
    Void,
    Prim(Kind),
    Null,
    /// Known only at run time.
    Dynamic,
    Native(&'static Native),
    /// A class of this module.
    Own(u32),
    Array(Rc<Ty>),
}

impl Ty {
    pub(super) const INT: Ty = Ty::Prim(Kind::Int);
    pub(super) const BOOL: Ty = Ty::Prim(Kind::Bool);

    pub(super) fn string() -> Ty {
        Ty::native("java.lang.String")
    }

    pub(super) fn native(name: &str) -> Ty {
        find(name).map_or(Ty::Dynamic, Ty::Native)
    }

    pub(super) fn is_string(&self) -> bool {
        matches!(self, Ty::Native(native) if native.name == "java.lang.String")
    }

    pub(super) fn is_object(&self) -> bool {
        matches!(self, Ty::Native(native) if native.name == "java.lang.Object")
    }

    /// What a register of the type holds.
    pub(super) fn kind(&self) -> Kind {
        match self {
            Ty::Void => Kind::Void,
            Ty::Prim(kind) => *kind,
            _ => Kind::Ref,
        }
    }

    /// The primitive that the type is, or is a box of.
    pub(super) fn unboxed(&self) -> Option<Kind> {
        match self {
            Ty::Prim(kind) => Some(*kind),
            Ty::Native(native) => Kind::unboxed(native.name),
            _ => None,
        }
    }

    /// Whether nothing is known of what values of the type can do, so that they are looked at.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Ty::Dynamic) || self.is_object()
    }
}

fn rank(kind: Kind) -> u32 {
    match kind {
        Kind::Byte => 1,
        Kind::Short => 2,
        Kind::Char => 2,
        Kind::Int => 3,
        Kind::Long => 4,
        Kind::Float => 5,
        Kind::Double => 6,
        Kind::Bool | Kind::Void | Kind::Ref => 0,
    }
}

/// Whether a primitive becomes another one by itself, and how far that is.
pub(super) fn widening(from: Kind, to: Kind) -> Option<u32> {
    if from == to {
        return Some(0);
    }
    let fits = match (from, to) {
        (Kind::Char, Kind::Byte | Kind::Short) | (_, Kind::Char) => false,
        _ => rank(from) > 0 && rank(to) > rank(from),
    };
    fits.then(|| rank(to) - rank(from))
}

impl Compiler<'_> {
    /// Whether a value of one type can stand where another is wanted, and how far it is from it.
    pub(super) fn distance(&self, from: &Ty, to: &Ty) -> Option<u32> {
        if from == to {
            return Some(0);
        }
        match (from, to) {
            (Ty::Void, _) | (_, Ty::Void | Ty::Null) => None,
            (Ty::Prim(from), Ty::Prim(to)) => widening(*from, *to),
            (Ty::Null, Ty::Prim(_)) => None,
            (Ty::Null, Ty::Dynamic) => Some(3),
            (Ty::Null, Ty::Native(native)) if native.name == "java.lang.Object" => Some(3),
            (Ty::Null, _) => Some(1),
            (Ty::Dynamic, Ty::Prim(_)) => Some(12),
            (Ty::Dynamic, to) if to.is_object() => Some(1),
            (Ty::Dynamic, _) => Some(8),
            (Ty::Prim(kind), to) => self.boxing(*kind, to),
            (from, Ty::Prim(to)) => widening(from.unboxed()?, *to).map(|distance| 10 + distance),
            (_, Ty::Dynamic) => Some(9),
            (Ty::Native(from), Ty::Native(to)) => {
                let at = from.lineage().iter().position(|native| native == to)?;
                Some(1 + at as u32)
            }
            (Ty::Own(from), to) => self.own_distance(*from, to, 1),
            (Ty::Array(from), Ty::Array(to)) => match (&**from, &**to) {
                (Ty::Prim(_), _) | (_, Ty::Prim(_)) => None,
                (from, to) => self.distance(from, to),
            },
            (Ty::Array(_), Ty::Native(native)) => {
                matches!(native.name, "java.lang.Object" | "java.lang.Cloneable" | "java.io.Serializable")
                    .then_some(8)
            }
            (Ty::Native(native), Ty::Own(_) | Ty::Array(_)) => {
                let _ = native;
                None
            }
            (Ty::Array(_), Ty::Own(_)) => None,
        }
    }

    fn boxing(&self, kind: Kind, to: &Ty) -> Option<u32> {
        match to {
            Ty::Dynamic => Some(11),
            Ty::Native(native) => {
                let own = find(kind.box_class())?;
                let at = own.lineage().iter().position(|above| above == native)?;
                Some(10 + at as u32)
            }
            _ => None,
        }
    }

    fn own_distance(&self, from: u32, to: &Ty, so_far: u32) -> Option<u32> {
        if *to == Ty::Own(from) {
            return Some(so_far);
        }
        if to.is_object() {
            return Some(so_far + 20);
        }
        let class = &self.classes[from as usize];
        let above = class.superclass.map(Ty::Own);
        let natives = class.native_super.map(Ty::Native);
        above.iter().chain(&class.interfaces).chain(&natives).find_map(|above| match above {
            Ty::Own(above) => self.own_distance(*above, to, so_far + 1),
            Ty::Native(native) => match to {
                Ty::Native(wanted) if native.lineage().contains(wanted) => Some(so_far + 2),
                _ => None,
            },
            _ => None,
        })
    }

    /// Whether a cast can succeed, as far as Java refuses some when it compiles.
    pub(super) fn castable(&self, from: &Ty, to: &Ty) -> bool {
        match (from, to) {
            (Ty::Void, _) | (_, Ty::Void) => false,
            (Ty::Prim(Kind::Bool), Ty::Prim(to)) => *to == Kind::Bool,
            (Ty::Prim(_), Ty::Prim(to)) => *to != Kind::Bool,
            (Ty::Prim(kind), to) => self.boxing(*kind, to).is_some(),
            (from, Ty::Prim(kind)) => match from.unboxed() {
                Some(own) => widening(own, *kind).is_some(),
                None => {
                    from.is_open()
                        || matches!(from, Ty::Native(native) if matches!(native.name, "java.lang.Number" | "java.lang.Comparable"))
                }
            },
            (Ty::Native(from), Ty::Native(to)) if from.name == "java.lang.String" => {
                from.lineage().contains(to) || to.name == "java.lang.Object"
            }
            (Ty::Native(from), Ty::Native(to)) if to.name == "java.lang.String" => {
                to.lineage().contains(from)
            }
            _ => true,
        }
    }
}
