//! `java.util.stream.Collectors`, and statistics of numbers.

use std::any::Any;
use std::fmt;
use std::sync::LazyLock;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Class;
use vespid_render::value::Map;
use vespid_render::value::MapView;
use vespid_render::value::Object;
use vespid_render::value::coerce;

use super::optionals::optional;
use super::table::Native;
use crate::vm::Cx;
use crate::vm::Kind;

const STATISTICS: &str = "getCount:long getAverage:double";

const fn statistics(name: &'static str, methods: &'static str) -> Native {
    Native {
        supers: &["vespid.Statistics"],
        methods,
        call: Some(|_, target, name, args| {
            let (Some(summary), []) = (target.downcast_ref::<Summary>(), args) else { return Ok(None) };
            Ok(Some(match name {
                "getCount" => Value::Long(summary.count),
                "getSum" => summary.long_sum(),
                "getMin" => summary.least(),
                "getMax" => summary.greatest(),
                "getAverage" => Value::Double(summary.average()),
                _ => return Ok(None),
            }))
        }),
        complete: true,
        ..Native::new(name)
    }
}

pub(super) const CLASSES: &[Native] = &[
    Native {
        statics: "toList:Collector toSet:Collector toUnmodifiableList:Collector toUnmodifiableSet:Collector \
                  toCollection/1:Collector toMap/2,3,4:Collector toUnmodifiableMap/2,3:Collector \
                  joining/0,1,3:Collector groupingBy/1,2,3:Collector partitioningBy/1,2:Collector \
                  counting:Collector mapping/2:Collector filtering/2:Collector flatMapping/2:Collector \
                  reducing/1,2,3:Collector summingInt/1:Collector summingLong/1:Collector \
                  summingDouble/1:Collector averagingInt/1:Collector averagingLong/1:Collector \
                  averagingDouble/1:Collector summarizingInt/1:Collector summarizingLong/1:Collector \
                  summarizingDouble/1:Collector minBy/1:Collector maxBy/1:Collector \
                  collectingAndThen/2:Collector teeing/3:Collector",
        call_static: Some(|_, name, args| {
            Ok(Some(Value::new(Collector { name: name.into(), args: args.to_vec() })))
        }),
        complete: true,
        ..Native::new("java.util.stream.Collectors")
    },
    Native {
        statics: "of/3+:Collector",
        call_static: Some(|_, name, args| {
            Ok((name == "of").then(|| Value::new(Collector { name: name.into(), args: args.to_vec() })))
        }),
        complete: true,
        ..Native::new("java.util.stream.Collector")
    },
    Native { methods: STATISTICS, complete: true, ..Native::new("vespid.Statistics") },
    statistics("java.util.IntSummaryStatistics", "getSum:long getMin:int getMax:int"),
    statistics("java.util.LongSummaryStatistics", "getSum:long getMin:long getMax:long"),
    statistics("java.util.DoubleSummaryStatistics", "getSum:double getMin:double getMax:double"),
];

/// A collector: the method that made it, and its arguments.
struct Collector {
    name: Box<str>,
    args: Vec<Value>,
}

impl Object for Collector {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("java.util.stream.Collector", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Makes an empty collection.
fn empty(cx: &mut Cx<'_, '_>, class: &str) -> Result<Value> {
    let make = super::find(class).and_then(|native| native.make);
    match make.map(|make| make(cx, &[])).transpose()?.flatten() {
        Some(made) => Ok(made),
        None => Err(Error::illegal_argument(format!("{class} can't be made"))),
    }
}

/// What a supplier makes, or an empty collection of that class.
fn container(cx: &mut Cx<'_, '_>, supplier: Option<&Value>, class: &str) -> Result<Value> {
    match supplier {
        Some(supplier) => cx.invoke(supplier, "get", &[]),
        None => empty(cx, class),
    }
}

/// Collects items.
///
/// # Errors
/// What the collector's functions throw.
pub(super) fn collect(cx: &mut Cx<'_, '_>, collector: &Value, items: Vec<Value>) -> Result<Value> {
    let Some(of) = collector.downcast_ref::<Collector>() else {
        return Err(Error::new(class::CLASS_CAST, "this is no collector"));
    };
    Ok(match (&*of.name, &of.args[..]) {
        ("toList", []) => Value::list(items),
        ("toUnmodifiableList", []) => Value::new(items),
        ("toSet" | "toUnmodifiableSet" | "toCollection", supplier) => {
            let all = container(cx, supplier.first(), "java.util.HashSet")?;
            for item in items {
                cx.invoke(&all, "add", &[item])?;
            }
            all
        }
        ("toMap" | "toUnmodifiableMap", [key, value, rest @ ..]) => {
            let map = container(cx, rest.get(1), "java.util.HashMap")?;
            for item in items {
                let key = cx.invoke(key, "apply", std::slice::from_ref(&item))?;
                let value = cx.invoke(value, "apply", &[item])?;
                put(cx, &map, key, value, rest.first())?;
            }
            map
        }
        ("joining", args) => {
            let text = |index: usize| args.get(index).map(coerce::to_text).unwrap_or_default();
            let mut joined = text(1).into_owned();
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    joined.push_str(&text(0));
                }
                joined.push_str(&super::text(cx, item)?);
                if joined.len() > super::MAX_TEXT_BYTES {
                    return Err(super::too_long(joined.len()));
                }
            }
            joined.push_str(&text(2));
            Value::str(joined)
        }
        ("groupingBy", [key, rest @ ..]) => {
            let (supplier, downstream) = match rest {
                [supplier, downstream] => (Some(supplier), Some(downstream)),
                rest => (None, rest.first()),
            };
            let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
            let places = Map::new();
            for item in items {
                let key = cx.invoke(key, "apply", std::slice::from_ref(&item))?;
                if key.is_null() {
                    return Err(Error::new(class::NULL_POINTER, "element cannot be mapped to a null key"));
                }
                match MapView::get(&places, &key) {
                    Some(Value::Int(place)) => groups[place as usize].1.push(item),
                    _ => {
                        MapView::put(&places, key.clone(), Value::Int(groups.len() as i32))?;
                        groups.push((key, vec![item]));
                    }
                }
            }
            let map = container(cx, supplier, "java.util.HashMap")?;
            for (key, items) in groups {
                let group = match downstream {
                    Some(downstream) => collect(cx, downstream, items)?,
                    None => Value::list(items),
                };
                cx.invoke(&map, "put", &[key, group])?;
            }
            map
        }
        ("partitioningBy", [test, rest @ ..]) => {
            let mut parts = [Vec::new(), Vec::new()];
            for item in items {
                let is = cx.invoke(test, "test", std::slice::from_ref(&item))? == Value::Bool(true);
                parts[usize::from(is)].push(item);
            }
            let mut part = |items: Vec<Value>| match rest.first() {
                Some(downstream) => collect(cx, downstream, items),
                None => Ok(Value::list(items)),
            };
            let [no, yes] = parts;
            let (no, yes) = (part(no)?, part(yes)?);
            Value::map([(Value::Bool(false), no), (Value::Bool(true), yes)])
        }
        ("counting", []) => Value::Long(items.len() as i64),
        ("mapping", [change, downstream]) => {
            let mut changed = Vec::with_capacity(items.len());
            for item in items {
                changed.push(cx.invoke(change, "apply", &[item])?);
            }
            collect(cx, downstream, changed)?
        }
        ("filtering", [test, downstream]) => {
            let mut kept = Vec::new();
            for item in items {
                if cx.invoke(test, "test", std::slice::from_ref(&item))? == Value::Bool(true) {
                    kept.push(item);
                }
            }
            collect(cx, downstream, kept)?
        }
        ("flatMapping", [change, downstream]) => {
            let mut flat = Vec::new();
            for item in items {
                let stream = cx.invoke(change, "apply", &[item])?;
                if let Some(mut source) = super::streams::inner(&stream)? {
                    flat.extend(super::stages::pull_all(cx, &mut source)?);
                }
            }
            collect(cx, downstream, flat)?
        }
        ("reducing", [operator]) => {
            let mut items = items.into_iter();
            let first = items.next().unwrap_or_default();
            optional(folded(cx, first, items, operator)?)?
        }
        ("reducing", [identity, operator]) => folded(cx, identity.clone(), items.into_iter(), operator)?,
        ("reducing", [identity, change, operator]) => {
            let mut result = identity.clone();
            for item in items {
                let item = cx.invoke(change, "apply", &[item])?;
                result = cx.invoke(operator, "apply", &[result, item])?;
            }
            result
        }
        ("minBy" | "maxBy", [order]) => {
            let mut best: Option<Value> = None;
            for item in items {
                let better = match &best {
                    None => true,
                    Some(known) => {
                        let than = super::functions::compare(cx, order, &item, known)?;
                        if &*of.name == "minBy" { than < 0 } else { than > 0 }
                    }
                };
                if better {
                    best = Some(item);
                }
            }
            optional(best.unwrap_or_default())?
        }
        ("collectingAndThen", [downstream, finish]) => {
            let collected = collect(cx, downstream, items)?;
            cx.invoke(finish, "apply", &[collected])?
        }
        ("teeing", [first, second, join]) => {
            let first = collect(cx, first, items.clone())?;
            let second = collect(cx, second, items)?;
            cx.invoke(join, "apply", &[first, second])?
        }
        ("of", [supplier, accumulate, _, rest @ ..]) => {
            let all = cx.invoke(supplier, "get", &[])?;
            for item in items {
                cx.invoke(accumulate, "accept", &[all.clone(), item])?;
            }
            match rest.first() {
                Some(finish) if finish.downcast_ref::<crate::vm::Closure>().is_some() => {
                    cx.invoke(finish, "apply", &[all])?
                }
                _ => all,
            }
        }
        (name, [number]) => {
            let (kind, what) = match name {
                "summingInt" => (Kind::Int, "sum"),
                "summingLong" => (Kind::Long, "sum"),
                "summingDouble" => (Kind::Double, "sum"),
                "averagingInt" => (Kind::Int, "average"),
                "averagingLong" => (Kind::Long, "average"),
                "averagingDouble" => (Kind::Double, "average"),
                "summarizingInt" => (Kind::Int, "all"),
                "summarizingLong" => (Kind::Long, "all"),
                _ => (Kind::Double, "all"),
            };
            let method = match kind {
                Kind::Int => "applyAsInt",
                Kind::Long => "applyAsLong",
                _ => "applyAsDouble",
            };
            let mut numbers = Vec::with_capacity(items.len());
            for item in items {
                numbers.push(cx.invoke(number, method, &[item])?);
            }
            let summary = Summary::of(kind, &numbers)?;
            match what {
                "sum" => summary.sum(),
                "average" => Value::Double(summary.average()),
                _ => summary.value(),
            }
        }
        (name, _) => return Err(Error::illegal_argument(format!("Collectors.{name} takes other arguments"))),
    })
}

fn folded(
    cx: &mut Cx<'_, '_>,
    first: Value,
    items: impl Iterator<Item = Value>,
    operator: &Value,
) -> Result<Value> {
    let mut result = first;
    for item in items {
        result = cx.invoke(operator, "apply", &[result, item])?;
    }
    Ok(result)
}

/// Puts an entry of `toMap`.
fn put(cx: &mut Cx<'_, '_>, map: &Value, key: Value, value: Value, merge: Option<&Value>) -> Result<()> {
    if value.is_null() {
        return Err(Error::new(class::NULL_POINTER, "a map of a stream holds no nulls"));
    }
    let old = cx.invoke(map, "get", std::slice::from_ref(&key))?;
    let value = match (old, merge) {
        (Value::Null, _) => value,
        (old, Some(merge)) => cx.invoke(merge, "apply", &[old, value])?,
        (old, None) => {
            let (key, old, new) = (super::text(cx, &key)?, super::text(cx, &old)?, super::text(cx, &value)?);
            return Err(Error::illegal_state(format!(
                "Duplicate key {key} (attempted merging values {old} and {new})"
            )));
        }
    };
    cx.invoke(map, "put", &[key, value]).map(drop)
}

/// `IntSummaryStatistics` and its kin.
#[derive(Clone)]
pub(super) struct Summary {
    kind: Kind,
    count: i64,
    whole: i64,
    sum: f64,
    least: Value,
    greatest: Value,
}

impl Summary {
    /// The statistics of numbers.
    ///
    /// # Errors
    /// One is none of that kind.
    pub(super) fn of(kind: Kind, numbers: &[Value]) -> Result<Self> {
        let (least, greatest) = match kind {
            Kind::Int => (Value::Int(i32::MAX), Value::Int(i32::MIN)),
            Kind::Long => (Value::Long(i64::MAX), Value::Long(i64::MIN)),
            _ => (Value::Double(f64::INFINITY), Value::Double(f64::NEG_INFINITY)),
        };
        let mut own = Summary { kind, count: numbers.len() as i64, whole: 0, sum: 0.0, least, greatest };
        // Java adds doubles with what each addition loses.
        let (mut sum, mut lost, mut simple) = (0.0f64, 0.0f64, 0.0f64);
        for number in numbers {
            let bits = kind.unbox(number)?;
            let number = kind.boxed(bits);
            if let Value::Double(number) = number {
                let corrected = number - lost;
                let new = sum + corrected;
                lost = (new - sum) - corrected;
                sum = new;
                simple += number;
                own.least = Value::Double(least_of(&own.least, number, f64::min));
                own.greatest = Value::Double(least_of(&own.greatest, number, f64::max));
            } else {
                own.whole = own.whole.wrapping_add(bits);
                if bits < kind.unbox(&own.least)? {
                    own.least = number.clone();
                }
                if bits > kind.unbox(&own.greatest)? {
                    own.greatest = number;
                }
            }
        }
        let exact = sum - lost;
        own.sum = if exact.is_nan() && simple.is_infinite() { simple } else { exact };
        Ok(own)
    }

    /// The sum, as a number of this kind.
    pub(super) fn sum(&self) -> Value {
        match self.kind {
            Kind::Int => Value::Int(self.whole as i32),
            Kind::Long => Value::Long(self.whole),
            _ => Value::Double(self.sum),
        }
    }

    /// The sum as statistics give it: whole numbers as a long.
    fn long_sum(&self) -> Value {
        if self.kind == Kind::Int { Value::Long(self.whole) } else { self.sum() }
    }

    fn least(&self) -> Value {
        self.least.clone()
    }

    fn greatest(&self) -> Value {
        self.greatest.clone()
    }

    /// The mean; 0 of nothing.
    pub(super) fn average(&self) -> f64 {
        if self.count == 0 {
            return 0.0;
        }
        let sum = if self.kind == Kind::Double { self.sum } else { self.whole as f64 };
        sum / self.count as f64
    }

    /// As an object.
    pub(super) fn value(&self) -> Value {
        Value::new(self.clone())
    }
}

fn least_of(known: &Value, number: f64, choose: fn(f64, f64) -> f64) -> f64 {
    let Value::Double(known) = known else { return number };
    if number.is_nan() || known.is_nan() { f64::NAN } else { choose(*known, number) }
}

impl Object for Summary {
    fn class(&self) -> &Class {
        static INT: LazyLock<Class> = LazyLock::new(|| Class::new("java.util.IntSummaryStatistics", &[]));
        static LONG: LazyLock<Class> = LazyLock::new(|| Class::new("java.util.LongSummaryStatistics", &[]));
        static DOUBLE: LazyLock<Class> =
            LazyLock::new(|| Class::new("java.util.DoubleSummaryStatistics", &[]));
        match self.kind {
            Kind::Int => &INT,
            Kind::Long => &LONG,
            _ => &DOUBLE,
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let name = self.class().name().rsplit('.').next().unwrap_or("");
        match (self.long_sum(), self.least(), self.greatest()) {
            (Value::Double(sum), Value::Double(least), Value::Double(greatest)) => write!(
                out,
                "{name}{{count={}, sum={sum:.6}, min={least:.6}, average={:.6}, max={greatest:.6}}}",
                self.count,
                self.average()
            ),
            (sum, least, greatest) => write!(
                out,
                "{name}{{count={}, sum={sum}, min={least}, average={:.6}, max={greatest}}}",
                self.count,
                self.average()
            ),
        }
    }
}
