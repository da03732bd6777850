//! `java.util.Objects` and `Optional`.

use vespid_render::Error;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::coerce;
use vespid_render::value::methods::call_method;

use super::table::Native;

pub(super) const CLASSES: &[Native] = &[
    Native {
        statics: "equals/2:boolean hash/0+:int hashCode/1:int toString/1,2:String requireNonNull/1,2:? \
                  isNull/1:boolean nonNull/1:boolean requireNonNullElse/2:? compare/3:int",
        call_static: Some(|cx, name, args| match (name, args) {
            ("requireNonNull", [Value::Null]) => Err(Error::new(class::NULL_POINTER, "")),
            ("requireNonNull", [Value::Null, message]) => {
                Err(Error::new(class::NULL_POINTER, coerce::to_text(message).as_ref()))
            }
            ("requireNonNull", [value, ..]) => Ok(Some(value.clone())),
            ("toString", [Value::Null, default]) => Ok(Some(default.clone())),
            ("toString", [value, ..]) => super::text(cx, value).map(|text| Some(Value::Str(text))),
            _ => Ok(None),
        }),
        complete: true,
        ..Native::new("java.util.Objects")
    },
    Native {
        methods: "isPresent:boolean isEmpty:boolean get:? orElse/1:? orElseGet/1:? orElseThrow/0,1:? ifPresent/1:void \
                  map/1:Optional filter/1:Optional flatMap/1:Optional",
        statics: "of/1:Optional ofNullable/1:Optional empty:Optional",
        call: Some(|cx, target, name, args| {
            let value = || call_method(target, "orElse", &[Value::Null]);
            Ok(Some(match (name, args) {
                ("orElseGet", [make]) => match value()? {
                    Value::Null => cx.invoke(make, "get", &[])?,
                    value => value,
                },
                ("ifPresent", [action]) => match value()? {
                    Value::Null => Value::Null,
                    value => cx.invoke(action, "accept", &[value]).map(|_| Value::Null)?,
                },
                ("orElseThrow", [make]) => match value()? {
                    Value::Null => return Err(super::error_of(&cx.invoke(make, "get", &[])?)),
                    value => value,
                },
                ("isEmpty", []) => Value::Bool(value()?.is_null()),
                _ => return Ok(None),
            }))
        }),
        ..Native::new("java.util.Optional")
    },
];
