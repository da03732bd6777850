//! `java.util.Objects`.

use vespid_render::Error;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::coerce;

use super::table::Native;

pub(super) const CLASSES: &[Native] = &[Native {
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
}];
