//! Counters of `java.util.concurrent.atomic`.

use std::any::Any;
use std::fmt;
use std::sync::LazyLock;

use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::coerce;

use super::table::Native;
use crate::vm::Cx;

pub(super) const CLASSES: &[Native] = &[
    Native {
        methods: "get:int set/1:void incrementAndGet:int getAndIncrement:int decrementAndGet:int getAndDecrement:int \
                  addAndGet/1:int getAndAdd/1:int intValue:int compareAndSet/2:boolean getAndSet/1:int",
        make: Some(|_, args| {
            let start = args.first().map_or(Ok(0), coerce::to_long)?;
            Ok(Some(Value::new(Counter { class: &ATOMIC_INT, value: start.into() })))
        }),
        call: Some(counter),
        complete: true,
        ..Native::new("java.util.concurrent.atomic.AtomicInteger")
    },
    Native {
        methods: "get:long set/1:void incrementAndGet:long getAndIncrement:long decrementAndGet:long \
                  getAndDecrement:long addAndGet/1:long getAndAdd/1:long longValue:long intValue:int \
                  compareAndSet/2:boolean getAndSet/1:long",
        make: Some(|_, args| {
            let start = args.first().map_or(Ok(0), coerce::to_long)?;
            Ok(Some(Value::new(Counter { class: &ATOMIC_LONG, value: start.into() })))
        }),
        call: Some(counter),
        complete: true,
        ..Native::new("java.util.concurrent.atomic.AtomicLong")
    },
];

static ATOMIC_INT: LazyLock<Class> =
    LazyLock::new(|| Class::new("java.util.concurrent.atomic.AtomicInteger", &["java.lang.Number"]));

static ATOMIC_LONG: LazyLock<Class> =
    LazyLock::new(|| Class::new("java.util.concurrent.atomic.AtomicLong", &["java.lang.Number"]));

struct Counter {
    class: &'static LazyLock<Class>,
    value: std::sync::atomic::AtomicI64,
}

impl Object for Counter {
    fn class(&self) -> &Class {
        self.class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", self.value.load(std::sync::atomic::Ordering::SeqCst))
    }
}

fn counter(_: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    use std::sync::atomic::Ordering::SeqCst;
    let Some(counter) = target.downcast_ref::<Counter>() else { return Ok(None) };
    let is_int = std::ptr::eq(counter.class, &raw const ATOMIC_INT);
    let value = &counter.value;
    let wrap = |number: i64| if is_int { Value::Int(number as i32) } else { Value::Long(number) };
    let change = |by: i64| {
        let mut before = 0;
        let _ = value.fetch_update(SeqCst, SeqCst, |old| {
            before = old;
            let new = old.wrapping_add(by);
            Some(if is_int { i64::from(new as i32) } else { new })
        });
        before
    };
    Ok(Some(match (name, args) {
        ("get" | "longValue", []) => wrap(value.load(SeqCst)),
        ("intValue", []) => Value::Int(value.load(SeqCst) as i32),
        ("set", [new]) => {
            value.store(coerce::to_long(new)?, SeqCst);
            Value::Null
        }
        ("getAndSet", [new]) => wrap(value.swap(coerce::to_long(new)?, SeqCst)),
        ("incrementAndGet", []) => wrap(change(1).wrapping_add(1)),
        ("decrementAndGet", []) => wrap(change(-1).wrapping_sub(1)),
        ("getAndIncrement", []) => wrap(change(1)),
        ("getAndDecrement", []) => wrap(change(-1)),
        ("addAndGet", [by]) => {
            let by = coerce::to_long(by)?;
            wrap(change(by).wrapping_add(by))
        }
        ("getAndAdd", [by]) => wrap(change(coerce::to_long(by)?)),
        ("compareAndSet", [old, new]) => {
            let (old, new) = (coerce::to_long(old)?, coerce::to_long(new)?);
            Value::Bool(value.compare_exchange(old, new, SeqCst, SeqCst).is_ok())
        }
        _ => return Ok(None),
    }))
}
