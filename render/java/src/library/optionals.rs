//! `java.util.Optional` and its kin for numbers.

use std::any::Any;
use std::fmt;
use std::sync::LazyLock;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::registry::Registry;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::java::StaticClass;
use vespid_render::value::methods::call_method;

use super::table::CallStatic;
use super::table::Native;
use crate::vm::Cx;
use crate::vm::Kind;

const fn number(
    name: &'static str,
    methods: &'static str,
    statics: &'static str,
    call_static: CallStatic,
) -> Native {
    Native {
        methods,
        statics,
        call: Some(call),
        call_static: Some(call_static),
        complete: true,
        ..Native::new(name)
    }
}

pub(super) const CLASSES: &[Native] = &[
    Native {
        methods: "isPresent:boolean isEmpty:boolean get:? orElse/1:? orElseGet/1:? orElseThrow/0,1:? \
                  ifPresent/1:void ifPresentOrElse/2:void map/1:Optional filter/1:Optional flatMap/1:Optional \
                  or/1:Optional stream:Stream",
        statics: "of/1:Optional ofNullable/1:Optional empty:Optional",
        call: Some(call),
        complete: true,
        ..Native::new("java.util.Optional")
    },
    number(
        "java.util.OptionalInt",
        "isPresent:boolean isEmpty:boolean getAsInt:int orElse/1:int orElseGet/1:int orElseThrow/0,1:int \
         ifPresent/1:void ifPresentOrElse/2:void",
        "of/1:OptionalInt empty:OptionalInt",
        |_, name, args| number_static(Kind::Int, name, args),
    ),
    number(
        "java.util.OptionalLong",
        "isPresent:boolean isEmpty:boolean getAsLong:long orElse/1:long orElseGet/1:long orElseThrow/0,1:long \
         ifPresent/1:void ifPresentOrElse/2:void",
        "of/1:OptionalLong empty:OptionalLong",
        |_, name, args| number_static(Kind::Long, name, args),
    ),
    number(
        "java.util.OptionalDouble",
        "isPresent:boolean isEmpty:boolean getAsDouble:double orElse/1:double orElseGet/1:double \
         orElseThrow/0,1:double ifPresent/1:void ifPresentOrElse/2:void",
        "of/1:OptionalDouble empty:OptionalDouble",
        |_, name, args| number_static(Kind::Double, name, args),
    ),
];

/// An `Optional` of a value; null: empty.
///
/// # Errors
/// None: it takes any value.
pub(super) fn optional(value: Value) -> Result<Value> {
    match StaticClass::find("java.util.Optional", &Registry::new()) {
        Some(class) => class.call_static("ofNullable", &[value]),
        None => Ok(Value::Null),
    }
}

/// An `OptionalInt`, `OptionalLong` or `OptionalDouble`.
struct Number {
    kind: Kind,
    value: Option<Value>,
}

/// An optional number of that kind.
pub(super) fn number_of(kind: Kind, value: Option<&Value>) -> Value {
    Value::new(Number { kind, value: value.cloned() })
}

fn number_static(kind: Kind, name: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(match (name, args) {
        ("of", [value]) => Some(number_of(kind, Some(&kind.boxed(kind.unbox(value)?)))),
        ("empty", []) => Some(number_of(kind, None)),
        _ => None,
    })
}

impl Object for Number {
    fn class(&self) -> &Class {
        static INT: LazyLock<Class> = LazyLock::new(|| Class::new("java.util.OptionalInt", &[]));
        static LONG: LazyLock<Class> = LazyLock::new(|| Class::new("java.util.OptionalLong", &[]));
        static DOUBLE: LazyLock<Class> = LazyLock::new(|| Class::new("java.util.OptionalDouble", &[]));
        match self.kind {
            Kind::Int => &INT,
            Kind::Long => &LONG,
            _ => &DOUBLE,
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &Value) -> bool {
        other
            .downcast_ref::<Number>()
            .is_some_and(|other| self.kind == other.kind && self.value == other.value)
    }

    fn hash_code(&self) -> i32 {
        match self.value.as_ref().map(|value| call_method(value, "hashCode", &[])) {
            Some(Ok(Value::Int(hash))) => hash,
            _ => 0,
        }
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let name = self.class().name().rsplit('.').next().unwrap_or("");
        match &self.value {
            Some(value) => write!(out, "{name}[{value}]"),
            None => write!(out, "{name}.empty"),
        }
    }
}

#[cold]
fn nothing() -> Error {
    Error::new("java.util.NoSuchElementException", "No value present")
}

fn call(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let number = target.downcast_ref::<Number>();
    let held = match number {
        Some(number) => number.value.clone().unwrap_or_default(),
        None => call_method(target, "orElse", &[Value::Null])?,
    };
    let is_empty = held.is_null();
    // `OptionalDouble.orElse(0)` gives a double.
    let typed = |value: Value| match number {
        Some(number) => Ok(number.kind.boxed(number.kind.unbox(&value)?)),
        None => Ok::<_, Error>(value),
    };
    Ok(Some(match (name, args) {
        ("isPresent", []) => Value::Bool(!is_empty),
        ("isEmpty", []) => Value::Bool(is_empty),
        ("get" | "getAsInt" | "getAsLong" | "getAsDouble" | "orElseThrow", []) if is_empty => {
            return Err(nothing());
        }
        ("get" | "getAsInt" | "getAsLong" | "getAsDouble" | "orElseThrow", []) => held,
        ("orElse" | "orElseGet" | "orElseThrow", [_]) if !is_empty => held,
        ("orElse", [other]) => typed(other.clone())?,
        ("orElseGet", [make]) => {
            let method = match number.map(|number| number.kind) {
                None => "get",
                Some(Kind::Int) => "getAsInt",
                Some(Kind::Long) => "getAsLong",
                Some(_) => "getAsDouble",
            };
            typed(cx.invoke(make, method, &[])?)?
        }
        ("orElseThrow", [make]) => return Err(super::error_of(&cx.invoke(make, "get", &[])?)),
        ("ifPresent" | "ifPresentOrElse", [action, ..]) if !is_empty => {
            cx.invoke(action, "accept", &[held])?;
            Value::Null
        }
        ("ifPresentOrElse", [_, otherwise]) => {
            cx.invoke(otherwise, "run", &[])?;
            Value::Null
        }
        ("ifPresent", [_]) => Value::Null,
        ("map" | "flatMap" | "filter", [_]) if is_empty => target.clone(),
        ("map", [change]) => optional(cx.invoke(change, "apply", &[held])?)?,
        ("flatMap", [change]) => cx.invoke(change, "apply", &[held])?,
        ("filter", [test]) => match cx.invoke(test, "test", &[held])? {
            Value::Bool(true) => target.clone(),
            _ => optional(Value::Null)?,
        },
        ("or", [_]) if !is_empty => target.clone(),
        ("or", [make]) => cx.invoke(make, "get", &[])?,
        ("stream", []) => super::streams::of(Kind::Ref, (!is_empty).then_some(held).into_iter().map(Ok)),
        _ => return Ok(None),
    }))
}
