//! `java.util.function` and `Comparator`: interfaces that lambdas stand for, and their default methods.

use std::any::Any;
use std::sync::LazyLock;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Class;
use vespid_render::value::Object;

use super::table::Native;
use crate::vm::Cx;

const fn function(name: &'static str, methods: &'static str) -> Native {
    Native { methods, call: Some(default_method), complete: true, ..Native::new(name) }
}

pub(super) const CLASSES: &[Native] = &[
    Native {
        statics: "naturalOrder:Comparator reverseOrder:Comparator comparing/1,2:Comparator comparingInt/1:Comparator \
                  comparingLong/1:Comparator comparingDouble/1:Comparator",
        call_static: Some(comparators),
        ..function("java.util.Comparator", "compare/2:int reversed:Comparator thenComparing/1:Comparator")
    },
    function("java.util.function.Function", "apply/1:? andThen/1:Function compose/1:Function"),
    function("java.util.function.BiFunction", "apply/2:? andThen/1:BiFunction"),
    function("java.util.function.UnaryOperator", "apply/1:? andThen/1:Function"),
    function("java.util.function.BinaryOperator", "apply/2:? andThen/1:BiFunction"),
    function("java.util.function.Supplier", "get:?"),
    function("java.util.function.Consumer", "accept/1:void andThen/1:Consumer"),
    function("java.util.function.BiConsumer", "accept/2:void"),
    function(
        "java.util.function.Predicate",
        "test/1:boolean and/1:Predicate or/1:Predicate negate:Predicate",
    ),
    function("java.util.function.BiPredicate", "test/2:boolean"),
    function("java.util.function.IntFunction", "apply/1:?"),
    function("java.util.function.IntPredicate", "test/1:boolean"),
    function("java.util.function.IntUnaryOperator", "applyAsInt/1:int"),
    function("java.util.function.IntBinaryOperator", "applyAsInt/2:int"),
    function("java.util.function.ToIntFunction", "applyAsInt/1:int"),
    function("java.util.function.ToLongFunction", "applyAsLong/1:long"),
    function("java.util.function.ToDoubleFunction", "applyAsDouble/1:double"),
    function("java.util.function.IntSupplier", "getAsInt:int"),
    function("java.util.function.BooleanSupplier", "getAsBoolean:boolean"),
    function("java.util.concurrent.Callable", "call:?"),
];

/// A function made of others.
struct Combined {
    class: Class,
    kind: Kind,
    first: Value,
    second: Value,
}

#[derive(Clone, Copy)]
enum Kind {
    Natural,
    Reversed,
    Then,
    ByKey,
    AndThen,
    Negate,
    And,
    Or,
}

impl Object for Combined {
    fn class(&self) -> &Class {
        &self.class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Cx::outside(|cx| combined(cx, self, method, args))
    }
}

fn make(kind: Kind, first: &Value, second: &Value) -> Value {
    let interface = match kind {
        Kind::Natural | Kind::Reversed | Kind::Then | Kind::ByKey => "java.util.Comparator",
        Kind::AndThen => "java.util.function.Function",
        Kind::Negate | Kind::And | Kind::Or => "java.util.function.Predicate",
    };
    let class = Class::new("vespid.Function", &[interface]);
    Value::new(Combined { class, kind, first: first.clone(), second: second.clone() })
}

fn compare(cx: &mut Cx<'_, '_>, order: &Value, a: &Value, b: &Value) -> Result<i32> {
    match order {
        Value::Null => natural(cx, a, b),
        order => match cx.invoke(order, "compare", &[a.clone(), b.clone()])? {
            Value::Int(order) => Ok(order),
            other => Err(Error::new(class::CLASS_CAST, format!("{other:?} is no result of a comparison"))),
        },
    }
}

/// The natural order of two objects.
///
/// # Errors
/// They have none.
pub(super) fn natural(cx: &mut Cx<'_, '_>, a: &Value, b: &Value) -> Result<i32> {
    match cx.invoke(a, "compareTo", std::slice::from_ref(b))? {
        Value::Int(order) => Ok(order),
        other => Err(Error::new(class::CLASS_CAST, format!("{other:?} is no result of a comparison"))),
    }
}

/// Sorts by a comparator, or by the natural order where that is null: stable.
///
/// # Errors
/// What comparing throws.
pub(super) fn sort(cx: &mut Cx<'_, '_>, items: &mut [Value], order: &Value) -> Result<()> {
    let mut failed = None;
    items.sort_by(|a, b| {
        if failed.is_some() {
            return std::cmp::Ordering::Equal;
        }
        match compare(cx, order, a, b) {
            Ok(order) => order.cmp(&0),
            Err(error) => {
                failed = Some(error);
                std::cmp::Ordering::Equal
            }
        }
    });
    failed.map_or(Ok(()), Err)
}

fn combined(cx: &mut Cx<'_, '_>, of: &Combined, method: &str, args: &[Value]) -> Result<Option<Value>> {
    let truth =
        |cx: &mut Cx<'_, '_>, of: &Value| Ok::<_, Error>(cx.invoke(of, method, args)? == Value::Bool(true));
    Ok(Some(match (of.kind, method, args) {
        (Kind::Natural, "compare", [a, b]) => Value::Int(natural(cx, a, b)?),
        (Kind::Reversed, "compare", [a, b]) => Value::Int(compare(cx, &of.first, b, a)?),
        (Kind::Then, "compare", [a, b]) => Value::Int(match compare(cx, &of.first, a, b)? {
            0 => compare(cx, &of.second, a, b)?,
            order => order,
        }),
        (Kind::ByKey, "compare", [a, b]) => {
            let (a, b) = (key(cx, &of.first, a)?, key(cx, &of.first, b)?);
            Value::Int(compare(cx, &of.second, &a, &b)?)
        }
        (Kind::AndThen, "apply", args) => {
            let between = cx.invoke(&of.first, "apply", args)?;
            cx.invoke(&of.second, "apply", &[between])?
        }
        (Kind::Negate, "test", _) => Value::Bool(!truth(cx, &of.first)?),
        (Kind::And, "test", _) => Value::Bool(truth(cx, &of.first)? && truth(cx, &of.second)?),
        (Kind::Or, "test", _) => Value::Bool(truth(cx, &of.first)? || truth(cx, &of.second)?),
        _ => return Ok(None),
    }))
}

fn key(cx: &mut Cx<'_, '_>, of: &Value, item: &Value) -> Result<Value> {
    cx.invoke(of, "apply", std::slice::from_ref(item))
}

/// Default methods of these interfaces.
pub(super) fn default_method(
    cx: &mut Cx<'_, '_>,
    target: &Value,
    name: &str,
    args: &[Value],
) -> Result<Option<Value>> {
    if let Some(of) = target.downcast_ref::<Combined>()
        && let Some(value) = combined(cx, of, name, args)?
    {
        return Ok(Some(value));
    }
    Ok(Some(match (name, args) {
        ("reversed", []) => make(Kind::Reversed, target, &Value::Null),
        ("thenComparing", [next]) => {
            // A key stands for the comparator of its natural order.
            let is_key = next.downcast_ref::<crate::vm::Closure>().is_some_and(|closure| {
                let method = &closure.module.methods[closure.method as usize];
                method.params.len() == 1
            });
            let next = if is_key { make(Kind::ByKey, next, &Value::Null) } else { next.clone() };
            make(Kind::Then, target, &next)
        }
        ("andThen", [next]) => make(Kind::AndThen, target, next),
        ("compose", [before]) => make(Kind::AndThen, before, target),
        ("negate", []) => make(Kind::Negate, target, &Value::Null),
        ("and", [other]) => make(Kind::And, target, other),
        ("or", [other]) => make(Kind::Or, target, other),
        _ => return Ok(None),
    }))
}

fn comparators(_: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match (name, args) {
        ("naturalOrder", []) => make(Kind::Natural, &Value::Null, &Value::Null),
        ("reverseOrder", []) => make(Kind::Reversed, &Value::Null, &Value::Null),
        ("comparing" | "comparingInt" | "comparingLong" | "comparingDouble", [key]) => {
            make(Kind::ByKey, key, &Value::Null)
        }
        ("comparing", [key, order]) => make(Kind::ByKey, key, order),
        _ => return Ok(None),
    }))
}

/// `Collections.reverseOrder`
pub(super) fn reverse_order(of: &Value) -> Value {
    make(Kind::Reversed, of, &Value::Null)
}

/// A class for objects of an interface.
pub(super) static ITERATOR: LazyLock<Class> =
    LazyLock::new(|| Class::new("vespid.Iterator", &["java.util.Iterator", "java.util.Enumeration"]));
