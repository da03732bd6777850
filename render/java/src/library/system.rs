//! `System`, `Thread` and `Math`.

use std::any::Any;
use std::sync::LazyLock;
use std::time::Duration;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::coerce;

use super::table::Native;
use crate::vm::Cx;
use crate::vm::Pending;

pub(super) const CLASSES: &[Native] = &[
    Native {
        statics: "abs/1:? max/2:? min/2:? pow/2:double sqrt/1:double cbrt/1:double ceil/1:double floor/1:double \
                  rint/1:double round/1:? random:double sin/1:double cos/1:double tan/1:double asin/1:double \
                  acos/1:double atan/1:double atan2/2:double exp/1:double log/1:double log10/1:double \
                  signum/1:? hypot/2:double toDegrees/1:double toRadians/1:double floorDiv/2:? floorMod/2:? \
                  addExact/2:? subtractExact/2:? multiplyExact/2:? toIntExact/1:int negateExact/1:?",
        fields: "PI:double E:double",
        call_static: Some(math_static),
        complete: true,
        ..Native::new("java.lang.Math")
    },
    Native {
        statics: "currentTimeMillis:long nanoTime:long getProperty/1,2:String lineSeparator:String \
                  arraycopy/5:void identityHashCode/1:int getenv/0,1:? exit/1:void gc:void",
        fields: "out:PrintStream err:PrintStream",
        call_static: Some(system_static),
        field: Some(|name| match name {
            "out" | "err" => Some(Value::new(super::io::Console)),
            _ => None,
        }),
        complete: true,
        ..Native::new("java.lang.System")
    },
    Native {
        methods: "getName:String interrupt:void isInterrupted:boolean getId:long",
        statics: "sleep/1,2:void currentThread:Thread yield:void",
        call: Some(|_, _, name, args| {
            Ok(Some(match (name, args) {
                ("getName", []) => Value::str("page"),
                ("getId", []) => Value::Long(1),
                ("isInterrupted", []) => Value::Bool(false),
                ("interrupt", []) => Value::Null,
                _ => return Ok(None),
            }))
        }),
        call_static: Some(thread_static),
        ..Native::new("java.lang.Thread")
    },
];

fn math_static(_: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let overflow = |kind: &str| Error::new(class::ARITHMETIC, format!("{kind} overflow"));
    Ok(Some(match (name, args) {
        ("addExact", [Value::Int(a), Value::Int(b)]) => {
            Value::Int(a.checked_add(*b).ok_or_else(|| overflow("integer"))?)
        }
        ("subtractExact", [Value::Int(a), Value::Int(b)]) => {
            Value::Int(a.checked_sub(*b).ok_or_else(|| overflow("integer"))?)
        }
        ("multiplyExact", [Value::Int(a), Value::Int(b)]) => {
            Value::Int(a.checked_mul(*b).ok_or_else(|| overflow("integer"))?)
        }
        ("negateExact", [Value::Int(a)]) => Value::Int(a.checked_neg().ok_or_else(|| overflow("integer"))?),
        ("addExact" | "subtractExact" | "multiplyExact", [a, b]) => {
            let (a, b) = (coerce::to_long(a)?, coerce::to_long(b)?);
            let result = match name {
                "addExact" => a.checked_add(b),
                "subtractExact" => a.checked_sub(b),
                _ => a.checked_mul(b),
            };
            Value::Long(result.ok_or_else(|| overflow("long"))?)
        }
        ("toIntExact", [a]) => {
            Value::Int(i32::try_from(coerce::to_long(a)?).map_err(|_| overflow("integer"))?)
        }
        _ => return Ok(None),
    }))
}

/// Properties that tell nothing of the machine.
fn property(name: &str) -> Option<&'static str> {
    Some(match name {
        "file.separator" => "/",
        "path.separator" => ":",
        "line.separator" => "\n",
        "java.version" => "17",
        "java.specification.version" => "17",
        "java.vendor" => "Vespid",
        "file.encoding" | "native.encoding" => "UTF-8",
        "user.language" => "en",
        _ => return None,
    })
}

fn system_static(_: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match (name, args) {
        ("getProperty", [name]) => property(&coerce::to_text(name)).map_or(Value::Null, Value::str),
        ("getProperty", [name, default]) => {
            property(&coerce::to_text(name)).map_or_else(|| default.clone(), Value::str)
        }
        ("getenv", [_]) => Value::Null,
        ("getenv", []) => Value::map([]),
        ("gc", []) => Value::Null,
        ("exit", [_]) => {
            return Err(Error::new("java.lang.SecurityException", "a page can't end the server"));
        }
        ("arraycopy", [from, at, to, start, count]) => {
            let list = |value: &Value| {
                value.as_object().cloned().ok_or_else(|| Error::new(class::NULL_POINTER, "the array is null"))
            };
            let (from, to) = (list(from)?, list(to)?);
            let (Some(source), Some(target)) = (from.as_list(), to.as_list()) else {
                return Err(Error::new("java.lang.ArrayStoreException", "arraycopy copies arrays"));
            };
            let (at, start, count) = (coerce::to_int(at)?, coerce::to_int(start)?, coerce::to_int(count)?);
            let fits = |from: i32, list: &dyn vespid_render::value::ListView| {
                from >= 0 && count >= 0 && from as usize + count as usize <= list.len()
            };
            if !fits(at, source) || !fits(start, target) {
                return Err(Error::new(
                    "java.lang.ArrayIndexOutOfBoundsException",
                    format!("arraycopy: {count} items from {at} to {start} lie outside of the arrays"),
                )
                .with_supers([
                    class::INDEX_OUT_OF_BOUNDS.into(),
                    "java.lang.RuntimeException".into(),
                    "java.lang.Exception".into(),
                    "java.lang.Throwable".into(),
                ]));
            }
            let items: Vec<Value> =
                (at..at + count).map(|index| source.get(index as usize).unwrap_or_default()).collect();
            for (offset, item) in items.into_iter().enumerate() {
                target.set(start as usize + offset, item)?;
            }
            Value::Null
        }
        _ => return Ok(None),
    }))
}

fn thread_static(cx: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    struct Current;
    impl Object for Current {
        fn class(&self) -> &Class {
            static CLASS: LazyLock<Class> =
                LazyLock::new(|| Class::new("java.lang.Thread", &["java.lang.Runnable"]));
            &CLASS
        }
        fn as_any(&self) -> &dyn Any {
            self
        }
    }
    Ok(Some(match (name, args) {
        ("sleep", [millis, ..]) => {
            let millis = coerce::to_long(millis)?;
            let time =
                u64::try_from(millis).map_err(|_| Error::illegal_argument("timeout value is negative"))?;
            cx.pending = Some(Pending::Sleep(Duration::from_millis(time)));
            Value::Null
        }
        ("yield", []) => Value::Null,
        ("currentThread", []) => Value::new(Current),
        _ => return Ok(None),
    }))
}
