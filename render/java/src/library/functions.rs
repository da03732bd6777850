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
                  comparingLong/1:Comparator comparingDouble/1:Comparator nullsFirst/1:Comparator nullsLast/1:Comparator",
        call_static: Some(comparators),
        ..function(
            "java.util.Comparator",
            "compare/2:int reversed:Comparator thenComparing/1,2:Comparator thenComparingInt/1:Comparator \
             thenComparingLong/1:Comparator thenComparingDouble/1:Comparator",
        )
    },
    Native {
        statics: "identity:Function",
        call_static: Some(identity),
        ..function("java.util.function.Function", "apply/1:? andThen/1:Function compose/1:Function")
    },
    function("java.util.function.BiFunction", "apply/2:? andThen/1:BiFunction"),
    Native {
        statics: "identity:UnaryOperator",
        call_static: Some(identity),
        ..function("java.util.function.UnaryOperator", "apply/1:? andThen/1:Function")
    },
    function("java.util.function.BinaryOperator", "apply/2:? andThen/1:BiFunction"),
    function("java.util.function.Supplier", "get:?"),
    function("java.util.function.Consumer", "accept/1:void andThen/1:Consumer"),
    function("java.util.function.BiConsumer", "accept/2:void andThen/1:BiConsumer"),
    Native {
        statics: "not/1:Predicate isEqual/1:Predicate",
        call_static: Some(|_, name, args| match (name, args) {
            ("not", [test]) => make(Kind::Negate, test, &Value::Null).map(Some),
            ("isEqual", [value]) => make(Kind::Same, value, &Value::Null).map(Some),
            _ => Ok(None),
        }),
        ..function(
            "java.util.function.Predicate",
            "test/1:boolean and/1:Predicate or/1:Predicate negate:Predicate",
        )
    },
    function(
        "java.util.function.BiPredicate",
        "test/2:boolean and/1:BiPredicate or/1:BiPredicate negate:BiPredicate",
    ),
    function("java.util.function.IntFunction", "apply/1:?"),
    function("java.util.function.LongFunction", "apply/1:?"),
    function("java.util.function.DoubleFunction", "apply/1:?"),
    function("java.util.function.IntConsumer", "accept/1:void andThen/1:IntConsumer"),
    function("java.util.function.LongConsumer", "accept/1:void andThen/1:LongConsumer"),
    function("java.util.function.DoubleConsumer", "accept/1:void andThen/1:DoubleConsumer"),
    function(
        "java.util.function.IntPredicate",
        "test/1:boolean and/1:IntPredicate or/1:IntPredicate negate:IntPredicate",
    ),
    function("java.util.function.LongPredicate", "test/1:boolean"),
    function("java.util.function.DoublePredicate", "test/1:boolean"),
    function("java.util.function.IntUnaryOperator", "applyAsInt/1:int"),
    function("java.util.function.LongUnaryOperator", "applyAsLong/1:long"),
    function("java.util.function.DoubleUnaryOperator", "applyAsDouble/1:double"),
    function("java.util.function.IntBinaryOperator", "applyAsInt/2:int"),
    function("java.util.function.LongBinaryOperator", "applyAsLong/2:long"),
    function("java.util.function.DoubleBinaryOperator", "applyAsDouble/2:double"),
    function("java.util.function.IntToLongFunction", "applyAsLong/1:long"),
    function("java.util.function.IntToDoubleFunction", "applyAsDouble/1:double"),
    function("java.util.function.ToIntFunction", "applyAsInt/1:int"),
    function("java.util.function.ToLongFunction", "applyAsLong/1:long"),
    function("java.util.function.ToDoubleFunction", "applyAsDouble/1:double"),
    function("java.util.function.ToIntBiFunction", "applyAsInt/2:int"),
    function("java.util.function.ToDoubleBiFunction", "applyAsDouble/2:double"),
    function("java.util.function.IntSupplier", "getAsInt:int"),
    function("java.util.function.LongSupplier", "getAsLong:long"),
    function("java.util.function.DoubleSupplier", "getAsDouble:double"),
    function("java.util.function.BooleanSupplier", "getAsBoolean:boolean"),
    function("java.util.concurrent.Callable", "call:?"),
    function("vespid.Combined", ""),
];

/// A function made of others.
struct Combined {
    class: Class,
    kind: Kind,
    first: Value,
    second: Value,
    /// How deep functions lie in each other: calls and drops go as deep.
    depth: usize,
}

/// How deep functions may be combined.
const MAX_DEPTH: usize = 100;

#[derive(Clone, Copy)]
enum Kind {
    Natural,
    Reversed,
    NullsFirst,
    NullsLast,
    Then,
    ByKey,
    Identity,
    EntryKey,
    EntryValue,
    AndThen,
    Negate,
    And,
    Or,
    Same,
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

fn make(kind: Kind, first: &Value, second: &Value) -> Result<Value> {
    let below = |of: &Value| of.downcast_ref::<Combined>().map_or(0, |of| of.depth);
    let depth = 1 + below(first).max(below(second));
    if depth > MAX_DEPTH {
        return Err(Error::new(
            "java.lang.StackOverflowError",
            format!("functions are combined more than {MAX_DEPTH} deep"),
        )
        .with_supers(["java.lang.Error".into(), "java.lang.Throwable".into()]));
    }
    let interface = match kind {
        Kind::Natural | Kind::Reversed | Kind::NullsFirst | Kind::NullsLast | Kind::Then | Kind::ByKey => {
            "java.util.Comparator"
        }
        Kind::Identity | Kind::EntryKey | Kind::EntryValue | Kind::AndThen => "java.util.function.Function",
        Kind::Negate | Kind::And | Kind::Or | Kind::Same => "java.util.function.Predicate",
    };
    let class = Class::new("vespid.Combined", &[interface]);
    Ok(Value::new(Combined { class, kind, first: first.clone(), second: second.clone(), depth }))
}

/// The order of two objects by a comparator, or the natural one where that is null.
///
/// # Errors
/// What comparing throws.
pub(super) fn compare(cx: &mut Cx<'_, '_>, order: &Value, a: &Value, b: &Value) -> Result<i32> {
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
        (Kind::NullsFirst | Kind::NullsLast, "compare", [a, b]) => {
            let null_is = if matches!(of.kind, Kind::NullsFirst) { -1 } else { 1 };
            Value::Int(match (a.is_null(), b.is_null()) {
                (true, true) => 0,
                (true, false) => null_is,
                (false, true) => -null_is,
                _ if of.first.is_null() => 0,
                _ => compare(cx, &of.first, a, b)?,
            })
        }
        (Kind::Identity, _, [item]) => item.clone(),
        (Kind::EntryKey, _, [entry]) => cx.invoke(entry, "getKey", &[])?,
        (Kind::EntryValue, _, [entry]) => cx.invoke(entry, "getValue", &[])?,
        (Kind::Same, "test", [item]) => Value::Bool(*item == of.first),
        (Kind::AndThen, "accept", args) => {
            cx.invoke(&of.first, "accept", args)?;
            cx.invoke(&of.second, "accept", args)?
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

/// Whether a function takes one argument, as a comparator does not.
fn is_key(of: &Value) -> bool {
    match of.downcast_ref::<crate::vm::Closure>() {
        Some(closure) => closure.module.methods[closure.method as usize].params.len() == 1,
        None => !of.is_instance("java.util.Comparator"),
    }
}

/// `Function.identity`
fn identity(_: &mut Cx<'_, '_>, name: &str, _: &[Value]) -> Result<Option<Value>> {
    if name == "identity" { make(Kind::Identity, &Value::Null, &Value::Null).map(Some) } else { Ok(None) }
}

/// `Map.Entry.comparingByKey` and `comparingByValue`.
pub(super) fn by_entry(name: &str, args: &[Value]) -> Result<Option<Value>> {
    let part = match name {
        "comparingByKey" => Kind::EntryKey,
        "comparingByValue" => Kind::EntryValue,
        _ => return Ok(None),
    };
    let key = make(part, &Value::Null, &Value::Null)?;
    make(Kind::ByKey, &key, args.first().unwrap_or(&Value::Null)).map(Some)
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
        ("reversed", []) => make(Kind::Reversed, target, &Value::Null)?,
        ("thenComparing", [key, order]) => {
            let next = make(Kind::ByKey, key, order)?;
            make(Kind::Then, target, &next)?
        }
        ("thenComparing" | "thenComparingInt" | "thenComparingLong" | "thenComparingDouble", [next]) => {
            // A key stands for the comparator of its natural order.
            let next = if is_key(next) { make(Kind::ByKey, next, &Value::Null)? } else { next.clone() };
            make(Kind::Then, target, &next)?
        }
        ("andThen", [next]) => make(Kind::AndThen, target, next)?,
        ("compose", [before]) => make(Kind::AndThen, before, target)?,
        ("negate", []) => make(Kind::Negate, target, &Value::Null)?,
        ("and", [other]) => make(Kind::And, target, other)?,
        ("or", [other]) => make(Kind::Or, target, other)?,
        _ => return Ok(None),
    }))
}

fn comparators(_: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match (name, args) {
        ("naturalOrder", []) => make(Kind::Natural, &Value::Null, &Value::Null)?,
        ("reverseOrder", []) => make(Kind::Reversed, &Value::Null, &Value::Null)?,
        ("comparing" | "comparingInt" | "comparingLong" | "comparingDouble", [key]) => {
            make(Kind::ByKey, key, &Value::Null)?
        }
        ("nullsFirst", [order]) => make(Kind::NullsFirst, order, &Value::Null)?,
        ("nullsLast", [order]) => make(Kind::NullsLast, order, &Value::Null)?,
        ("comparing", [key, order]) => make(Kind::ByKey, key, order)?,
        _ => return Ok(None),
    }))
}

/// `Collections.reverseOrder`
pub(super) fn reverse_order(of: &Value) -> Result<Value> {
    make(Kind::Reversed, of, &Value::Null)
}

/// A class for objects of an interface.
pub(super) static ITERATOR: LazyLock<Class> =
    LazyLock::new(|| Class::new("vespid.Iterator", &["java.util.Iterator", "java.util.Enumeration"]));

/// The interface that a lambda or method reference is for as an argument of a native method, where more than "one
/// argument" has to be known of it.
pub(crate) fn interface_of(
    receiver: Option<&'static Native>,
    method: &str,
    argc: usize,
    index: usize,
) -> Option<&'static str> {
    let is = |name: &str| receiver.is_some_and(|receiver| receiver.is_a(name));
    let prim = [
        ("java.util.stream.IntStream", 0),
        ("java.util.stream.LongStream", 1),
        ("java.util.stream.DoubleStream", 2),
    ]
    .into_iter()
    .find(|(name, _)| is(name))
    .map(|(_, kind)| kind);
    let of_kind = |names: [&'static str; 3]| prim.map(|kind: usize| names[kind]);
    const SUPPLIER: &str = "java.util.function.Supplier";
    const BINARY: &str = "java.util.function.BinaryOperator";
    const TWO: &str = "java.util.function.BiFunction";
    const PAIRS: &str = "java.util.function.BiConsumer";
    const ORDER: &str = "java.util.Comparator";
    let binary = || {
        of_kind([
            "java.util.function.IntBinaryOperator",
            "java.util.function.LongBinaryOperator",
            "java.util.function.DoubleBinaryOperator",
        ])
    };
    match (method, argc, index) {
        ("collect", 3, 0) | ("toCollection", 1, _) | ("groupingBy", 3, 1) | ("toMap", 4, 3) => Some(SUPPLIER),
        ("generate" | "orElseGet" | "orElseThrow" | "or" | "requireNonNullElseGet", 1 | 2, _) => {
            Some(SUPPLIER)
        }
        ("of", 3.., 0) if is("java.util.stream.Collector") => Some(SUPPLIER),
        ("of", 3.., 1) if is("java.util.stream.Collector") => Some(PAIRS),
        ("of", 3.., 2) if is("java.util.stream.Collector") => Some(BINARY),
        ("ifPresentOrElse", 2, 1) => Some("java.lang.Runnable"),
        ("collect", 3, _) => Some(PAIRS),
        ("reduce", 1, 0) | ("reduce", 2, 1) => binary().or(Some(BINARY)),
        ("reduce", 3, _) | ("reducing", 1, 0) | ("reducing", 2, 1) | ("reducing", 3, 2) => Some(BINARY),
        ("toMap", 3 | 4, 2) | ("teeing", 3, 2) | ("merge", 3, 2) | ("compute" | "computeIfPresent", 2, 1) => {
            Some(TWO)
        }
        ("forEach" | "replaceAll", 1, 0) if is("java.util.Map") => Some(TWO),
        ("minBy" | "maxBy" | "sort", 1 | 2, _) => Some(ORDER),
        ("min" | "max", 1, _) if is("java.util.stream.Stream") => Some(ORDER),
        ("sorted", 1, _) | ("comparing", 2, 1) | ("min" | "max", 2, 1) => Some(ORDER),
        ("nullsFirst" | "nullsLast", 1, _) => Some(ORDER),
        ("filter" | "anyMatch" | "allMatch" | "noneMatch" | "takeWhile" | "dropWhile", 1, _) => of_kind([
            "java.util.function.IntPredicate",
            "java.util.function.LongPredicate",
            "java.util.function.DoublePredicate",
        ]),
        ("iterate", _, 1..)
        | ("map" | "mapToObj" | "mapToLong" | "mapToDouble" | "mapToInt", 1, _)
        | ("flatMap" | "forEach" | "peek", 1, _) => of_kind([
            "java.util.function.IntFunction",
            "java.util.function.LongFunction",
            "java.util.function.DoubleFunction",
        ]),
        _ => None,
    }
}

/// The kind and number of a lambda's parameters, where its interface is for primitives.
pub(crate) fn parameters_of(interface: &str) -> Option<(crate::vm::Kind, usize)> {
    use crate::vm::Kind;
    let name = interface.strip_prefix("java.util.function.")?;
    let kind = match name {
        _ if name.starts_with("Int") => Kind::Int,
        _ if name.starts_with("Long") => Kind::Long,
        _ if name.starts_with("Double") => Kind::Double,
        _ => return None,
    };
    match name {
        _ if name.ends_with("Supplier") => None,
        _ if name.ends_with("BinaryOperator") => Some((kind, 2)),
        _ => Some((kind, 1)),
    }
}
