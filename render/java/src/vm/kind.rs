//! Primitive types, and their values as they lie in registers: whole numbers, characters and booleans as themselves,
//! floating numbers by their bits as `double`.

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;

/// What a parameter, field or result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Void,
    Bool,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    Ref,
}

impl Kind {
    pub(crate) fn is_primitive(self) -> bool {
        !matches!(self, Kind::Void | Kind::Ref)
    }

    /// Java's name of it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Void => "void",
            Kind::Bool => "boolean",
            Kind::Byte => "byte",
            Kind::Short => "short",
            Kind::Char => "char",
            Kind::Int => "int",
            Kind::Long => "long",
            Kind::Float => "float",
            Kind::Double => "double",
            Kind::Ref => "java.lang.Object",
        }
    }

    /// The class of its boxes.
    pub(crate) fn box_class(self) -> &'static str {
        match self {
            Kind::Bool => "java.lang.Boolean",
            Kind::Byte => "java.lang.Byte",
            Kind::Short => "java.lang.Short",
            Kind::Char => "java.lang.Character",
            Kind::Int => "java.lang.Integer",
            Kind::Long => "java.lang.Long",
            Kind::Float => "java.lang.Float",
            Kind::Double => "java.lang.Double",
            Kind::Void | Kind::Ref => "java.lang.Object",
        }
    }

    /// The inverse of [`box_class`](Self::box_class).
    pub(crate) fn unboxed(class: &str) -> Option<Self> {
        [Kind::Bool, Kind::Byte, Kind::Short, Kind::Char, Kind::Int, Kind::Long, Kind::Float, Kind::Double]
            .into_iter()
            .find(|kind| kind.box_class() == class)
    }

    pub(crate) fn by_name(name: &str) -> Option<Self> {
        Some(match name {
            "void" => Kind::Void,
            "boolean" => Kind::Bool,
            "byte" => Kind::Byte,
            "short" => Kind::Short,
            "char" => Kind::Char,
            "int" => Kind::Int,
            "long" => Kind::Long,
            "float" => Kind::Float,
            "double" => Kind::Double,
            _ => return None,
        })
    }

    /// The object of a register's bits.
    #[inline]
    pub(crate) fn boxed(self, bits: i64) -> Value {
        match self {
            Kind::Bool => Value::Bool(bits != 0),
            Kind::Byte => Value::Byte(bits as i8),
            Kind::Short => Value::Short(bits as i16),
            Kind::Char => Value::Char(bits as u16),
            Kind::Int => Value::Int(bits as i32),
            Kind::Long => Value::Long(bits),
            Kind::Float => Value::Float(double(bits) as f32),
            Kind::Double => Value::Double(double(bits)),
            Kind::Void | Kind::Ref => Value::Null,
        }
    }

    /// A register's bits of an object, made longer where that loses nothing.
    ///
    /// # Errors
    /// `NullPointerException` for null, `ClassCastException` for what does not fit.
    #[inline]
    pub(crate) fn unbox(self, value: &Value) -> Result<i64> {
        let rank = |kind: Kind| match kind {
            Kind::Byte => 1,
            Kind::Short => 2,
            Kind::Int => 3,
            Kind::Long => 4,
            Kind::Float => 5,
            Kind::Double => 6,
            _ => 0,
        };
        let (own, bits) = match value {
            Value::Bool(value) => (Kind::Bool, i64::from(*value)),
            Value::Byte(value) => (Kind::Byte, i64::from(*value)),
            Value::Short(value) => (Kind::Short, i64::from(*value)),
            Value::Char(value) => (Kind::Char, i64::from(*value)),
            Value::Int(value) => (Kind::Int, i64::from(*value)),
            Value::Long(value) => (Kind::Long, *value),
            Value::Float(value) => (Kind::Float, bits(f64::from(*value))),
            Value::Double(value) => (Kind::Double, bits(*value)),
            Value::Null => return Err(null_box(self)),
            _ => return Err(no_box(self, value)),
        };
        if own == self {
            return Ok(bits);
        }
        let longer = match (own, self) {
            (Kind::Char, Kind::Int | Kind::Long | Kind::Float | Kind::Double) => true,
            _ => rank(own) > 0 && rank(self) > rank(own),
        };
        if !longer {
            return Err(no_box(self, value));
        }
        let whole = !matches!(own, Kind::Float | Kind::Double);
        Ok(match self {
            Kind::Float if whole => self::bits(f64::from(bits as f32)),
            Kind::Double if whole => self::bits(bits as f64),
            _ => bits,
        })
    }
}

/// A floating number of a register.
#[inline]
pub(crate) fn double(bits: i64) -> f64 {
    f64::from_bits(bits as u64)
}

/// A register's bits of a floating number.
#[inline]
pub(crate) fn bits(value: f64) -> i64 {
    value.to_bits() as i64
}

#[cold]
fn null_box(kind: Kind) -> Error {
    Error::new(class::NULL_POINTER, format!("null can't be made a {}", kind.name()))
}

#[cold]
fn no_box(kind: Kind, value: &Value) -> Error {
    let class = value.class_name().unwrap_or("null");
    Error::new(class::CLASS_CAST, format!("class {class} cannot be cast to class {}", kind.box_class()))
}
