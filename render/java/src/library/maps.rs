//! Maps and sets with Java's orders, and what only scripts call of them.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Class;
use vespid_render::value::Items;
use vespid_render::value::List;
use vespid_render::value::Map;
use vespid_render::value::MapView;
use vespid_render::value::Object;
use vespid_render::value::coerce;
use vespid_render::value::methods::call_method;

use super::collections::all;
use super::collections::class_like;
use super::collections::none;
use crate::vm::Cx;

pub(super) static HASH_MAP: LazyLock<Class> = LazyLock::new(|| class_like("java.util.HashMap"));

pub(super) static LINKED_MAP: LazyLock<Class> = LazyLock::new(|| class_like("java.util.LinkedHashMap"));

pub(super) static HASHTABLE: LazyLock<Class> = LazyLock::new(|| class_like("java.util.Hashtable"));

pub(super) static CONCURRENT_MAP: LazyLock<Class> =
    LazyLock::new(|| class_like("java.util.concurrent.ConcurrentHashMap"));

pub(super) static WEAK_MAP: LazyLock<Class> = LazyLock::new(|| class_like("java.util.WeakHashMap"));

pub(super) static IDENTITY_MAP: LazyLock<Class> = LazyLock::new(|| class_like("java.util.IdentityHashMap"));

static TREE_MAP: LazyLock<Class> = LazyLock::new(|| class_like("java.util.TreeMap"));

pub(super) static HASH_SET: LazyLock<Class> = LazyLock::new(|| class_like("java.util.HashSet"));

pub(super) static LINKED_SET: LazyLock<Class> = LazyLock::new(|| class_like("java.util.LinkedHashSet"));

static TREE_SET: LazyLock<Class> = LazyLock::new(|| class_like("java.util.TreeSet"));

/// In which order a map or set goes through its keys.
#[derive(Clone)]
pub(super) enum Order {
    Insertion,
    /// As `java.util.HashMap`: by buckets.
    Hash,
    /// As `java.util.Hashtable`: by buckets, the last one first.
    Table,
    /// By a comparator, or by the natural order where that is null.
    Sorted(Value),
}

/// A map or set with an order of its own.
pub(super) struct Ordered {
    class: &'static LazyLock<Class>,
    entries: Map,
    is_set: bool,
    order: Order,
    /// The properties that have what these lack.
    defaults: Value,
    state: Mutex<State>,
}

/// The order of the keys as they were, and the buckets of the hash table.
struct State {
    keys: Option<Arc<[Value]>>,
    capacity: usize,
}

impl Ordered {
    fn new(class: &'static LazyLock<Class>, order: Order, is_set: bool, capacity: Option<i32>) -> Self {
        let table = matches!(order, Order::Table);
        let capacity = match capacity {
            Some(wanted) if table => usize::try_from(wanted).unwrap_or(11).clamp(1, 1 << 24),
            Some(wanted) => usize::try_from(wanted).unwrap_or(16).clamp(1, 1 << 24).next_power_of_two(),
            None if table => 11,
            None => 16,
        };
        Ordered {
            class,
            entries: Map::new(),
            is_set,
            order,
            defaults: Value::Null,
            state: Mutex::new(State { keys: None, capacity }),
        }
    }

    /// What `java.util.Properties` are.
    pub(super) fn properties(class: &'static LazyLock<Class>, defaults: Value) -> Self {
        let mut properties = Ordered::new(class, Order::Hash, false, None);
        properties.defaults = defaults;
        properties
    }

    /// The properties that have what these lack; null: there are none.
    pub(super) fn defaults(&self) -> &Value {
        &self.defaults
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The keys changed.
    fn changed(&self) {
        let mut state = self.state();
        state.keys = None;
        let count = self.entries.len();
        // A `Hashtable` notes what it began with.
        if let Order::Hash = self.order {
            while count > state.capacity * 3 / 4 {
                state.capacity *= 2;
            }
        }
    }

    /// The keys in order.
    fn keys(&self) -> Arc<[Value]> {
        let state = self.state();
        if let Some(keys) = &state.keys {
            return keys.clone();
        }
        let capacity = state.capacity;
        drop(state);
        let mut keys: Vec<Value> = self.entries.to_vec().into_iter().map(|(key, _)| key).collect();
        match &self.order {
            Order::Insertion => {}
            Order::Hash => keys.sort_by_cached_key(|key| {
                let hash = hash(key) as u32;
                (hash ^ (hash >> 16)) as usize & (capacity - 1)
            }),
            Order::Table => keys = table_order(keys, capacity),
            Order::Sorted(order) => keys.sort_by(|a, b| compared(order, a, b)),
        }
        let keys: Arc<[Value]> = keys.into();
        self.state().keys = Some(keys.clone());
        keys
    }

    fn add(&self, key: Value, value: Value) -> Result<Option<Value>> {
        if let Order::Sorted(order) = &self.order {
            if key.is_null() && order.is_null() {
                return Err(Error::new(class::NULL_POINTER, "null has no place in an order"));
            }
            // Keys that compare as equal are the same.
            let known =
                self.keys().iter().find(|known| compared(order, known, &key) == Ordering::Equal).cloned();
            if let Some(known) = known {
                return MapView::put(&self.entries, known, value);
            }
        }
        if matches!(self.order, Order::Table) && (key.is_null() || value.is_null()) {
            return Err(Error::new(class::NULL_POINTER, "a Hashtable holds no nulls"));
        }
        let before = self.entries.len();
        let old = MapView::put(&self.entries, key, value)?;
        if self.entries.len() != before {
            self.changed();
        }
        Ok(old)
    }

    fn take(&self, key: &Value) -> Result<Option<Value>> {
        let old = MapView::remove(&self.entries, key)?;
        if old.is_some() {
            self.changed();
        }
        Ok(old)
    }
}

impl Drop for Ordered {
    fn drop(&mut self) {
        // Properties may have defaults, which have defaults again.
        vespid_render::value::release(std::iter::once(std::mem::take(&mut self.defaults)));
    }
}

/// The order of a `Hashtable` of that capacity at first, into which the keys came in this order: entries go to the front
/// of their bucket, also when the table grows, and the last bucket comes first.
pub(super) fn table_order(keys: Vec<Value>, mut capacity: usize) -> Vec<Value> {
    let bucket = |key: &Value, capacity: usize| (hash(key) & 0x7fff_ffff) as usize % capacity;
    let mut buckets: Vec<Vec<Value>> = vec![Vec::new(); capacity];
    // Each bucket lies the wrong way round, so that its front is its end.
    for (count, key) in keys.into_iter().enumerate() {
        if count >= (capacity as f64 * 0.75) as usize {
            capacity = capacity * 2 + 1;
            let old = std::mem::replace(&mut buckets, vec![Vec::new(); capacity]);
            for key in old.into_iter().rev().flat_map(|bucket| bucket.into_iter().rev()) {
                buckets[bucket(&key, capacity)].push(key);
            }
        }
        buckets[bucket(&key, capacity)].push(key);
    }
    buckets.into_iter().rev().flat_map(|bucket| bucket.into_iter().rev()).collect()
}

fn hash(value: &Value) -> i32 {
    match call_method(value, "hashCode", &[]) {
        Ok(Value::Int(hash)) => hash,
        _ => 0,
    }
}

fn compared(order: &Value, a: &Value, b: &Value) -> Ordering {
    let result = Cx::outside(|cx| match order {
        Value::Null => super::functions::natural(cx, a, b),
        order => {
            cx.invoke(order, "compare", &[a.clone(), b.clone()]).and_then(|order| coerce::to_int(&order))
        }
    });
    result.map_or(Ordering::Equal, |order| order.cmp(&0))
}

impl MapView for Ordered {
    fn len(&self) -> usize {
        self.entries.len()
    }

    fn get(&self, key: &Value) -> Option<Value> {
        MapView::get(&self.entries, key)
    }

    fn entry(&self, position: usize) -> Option<(Value, Value)> {
        let keys = self.keys();
        let key = keys.get(position)?;
        Some((key.clone(), MapView::get(&self.entries, key).unwrap_or_default()))
    }

    fn put(&self, key: Value, value: Value) -> Result<Option<Value>> {
        self.add(key, value)
    }

    fn remove(&self, key: &Value) -> Result<Option<Value>> {
        self.take(key)
    }
}

impl Object for Ordered {
    fn class(&self) -> &Class {
        self.class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_map(&self) -> Option<&dyn MapView> {
        (!self.is_set).then_some(self)
    }

    fn size(&self) -> Option<usize> {
        Some(self.entries.len())
    }

    fn iterate(self: Arc<Self>) -> Option<Items> {
        if self.is_set {
            let keys = self.keys();
            return Some(Box::new((0..keys.len()).map(move |index| Ok(keys[index].clone()))));
        }
        Some(vespid_render::value::map_entries(self))
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        if !self.is_set {
            if let ("clear", []) = (method, args) {
                self.entries.clear();
                self.changed();
                return Ok(Some(Value::Null));
            }
            return Ok(None);
        }
        Ok(Some(match (method, args) {
            ("add", [item]) => {
                let before = self.entries.len();
                self.add(item.clone(), Value::Bool(true))?;
                Value::Bool(self.entries.len() != before)
            }
            ("addAll", [items]) => {
                let before = self.entries.len();
                for item in all(items)? {
                    self.add(item, Value::Bool(true))?;
                }
                Value::Bool(self.entries.len() != before)
            }
            ("remove", [item]) => Value::Bool(self.take(item)?.is_some()),
            ("contains", [item]) => Value::Bool(MapView::get(&self.entries, item).is_some()),
            ("clear", []) => {
                self.entries.clear();
                self.changed();
                Value::Null
            }
            ("first", []) => self.keys().first().cloned().ok_or_else(none)?,
            ("last", []) => self.keys().last().cloned().ok_or_else(none)?,
            _ => return Ok(None),
        }))
    }

    fn equals(&self, other: &Value) -> bool {
        if self.is_set {
            let Some(object) = other.as_object().filter(|object| object.class().is_a("java.util.Set")) else {
                return false;
            };
            let Some(items) = object.clone().iterate() else { return false };
            object.size() == Some(self.entries.len())
                && items.flatten().all(|item| MapView::get(&self.entries, &item).is_some())
        } else {
            Object::equals(&self.entries, other)
        }
    }

    fn hash_code(&self) -> i32 {
        if self.is_set {
            self.keys().iter().fold(0i32, |sum, key| sum.wrapping_add(hash(key)))
        } else {
            Object::hash_code(&self.entries)
        }
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let keys = self.keys();
        if self.is_set {
            return List::from_iter(keys.iter().cloned()).write_text(out);
        }
        let ordered: Vec<(Value, Value)> = keys
            .iter()
            .map(|key| (key.clone(), MapView::get(&self.entries, key).unwrap_or_default()))
            .collect();
        Map::from_iter(ordered).write_text(out)
    }
}

fn filled(map: Ordered, from: &Value) -> Result<Option<Value>> {
    let Some(source) = from.as_object() else {
        return Err(Error::new(class::NULL_POINTER, "the map is null"));
    };
    if map.is_set {
        for item in all(from)? {
            map.add(item, Value::Bool(true))?;
        }
    } else if let Some(entries) = source.as_map() {
        let mut position = 0;
        while let Some((key, value)) = entries.entry(position) {
            map.add(key, value)?;
            position += 1;
        }
    }
    Ok(Some(Value::new(map)))
}

pub(super) fn map_of(args: &[Value], class: &'static LazyLock<Class>, order: Order) -> Result<Option<Value>> {
    match args {
        [] => Ok(Some(Value::new(Ordered::new(class, order, false, None)))),
        [Value::Int(capacity), ..] => {
            Ok(Some(Value::new(Ordered::new(class, order, false, Some(*capacity)))))
        }
        [from] => {
            let count = from.as_object().and_then(|object| object.size()).unwrap_or(0);
            let capacity = (count as f64 / 0.75 + 1.0) as i32;
            let capacity = matches!(order, Order::Hash).then_some(capacity);
            filled(Ordered::new(class, order, false, capacity), from)
        }
        _ => Ok(None),
    }
}

pub(super) fn set_of(args: &[Value], class: &'static LazyLock<Class>, order: Order) -> Result<Option<Value>> {
    match args {
        [] => Ok(Some(Value::new(Ordered::new(class, order, true, None)))),
        [Value::Int(capacity), ..] => Ok(Some(Value::new(Ordered::new(class, order, true, Some(*capacity))))),
        [from] => {
            let count = from.as_object().and_then(|object| object.size()).unwrap_or(0);
            let capacity = ((count as f64 / 0.75) as i32 + 1).max(16);
            filled(Ordered::new(class, order, true, Some(capacity)), from)
        }
        _ => Ok(None),
    }
}

fn is_order(value: &Value) -> bool {
    value.is_null()
        || value.is_instance("java.util.Comparator")
        || value.downcast_ref::<crate::vm::Closure>().is_some()
}

pub(super) fn sorted_map(_: &mut Cx<'_, '_>, args: &[Value]) -> Result<Option<Value>> {
    let make = |order: Value| Ordered::new(&TREE_MAP, Order::Sorted(order), false, None);
    match args {
        [] => Ok(Some(Value::new(make(Value::Null)))),
        [order] if is_order(order) => Ok(Some(Value::new(make(order.clone())))),
        [from] => filled(make(Value::Null), from),
        _ => Ok(None),
    }
}

pub(super) fn sorted_set(_: &mut Cx<'_, '_>, args: &[Value]) -> Result<Option<Value>> {
    let make = |order: Value| Ordered::new(&TREE_SET, Order::Sorted(order), true, None);
    match args {
        [] => Ok(Some(Value::new(make(Value::Null)))),
        [order] if is_order(order) => Ok(Some(Value::new(make(order.clone())))),
        [from] => filled(make(Value::Null), from),
        _ => Ok(None),
    }
}

pub(super) fn map_call(
    cx: &mut Cx<'_, '_>,
    target: &Value,
    map: &dyn MapView,
    name: &str,
    args: &[Value],
) -> Result<Option<Value>> {
    let entries = || -> Vec<(Value, Value)> { (0..).map_while(|position| map.entry(position)).collect() };
    Ok(Some(match (name, args) {
        ("put", [key, value]) => {
            cx.allocate(64)?;
            map.put(key.clone(), value.clone())?.unwrap_or_default()
        }
        ("forEach", [action]) => {
            for (key, value) in entries() {
                cx.invoke(action, "accept", &[key, value])?;
            }
            Value::Null
        }
        ("computeIfAbsent", [key, make]) => match map.get(key).filter(|value| !value.is_null()) {
            Some(value) => value,
            None => {
                let value = cx.invoke(make, "apply", std::slice::from_ref(key))?;
                if !value.is_null() {
                    map.put(key.clone(), value.clone())?;
                }
                value
            }
        },
        ("computeIfPresent" | "compute", [key, make]) => {
            let old = map.get(key).unwrap_or_default();
            if old.is_null() && name == "computeIfPresent" {
                return Ok(Some(Value::Null));
            }
            let value = cx.invoke(make, "apply", &[key.clone(), old])?;
            if value.is_null() {
                map.remove(key)?;
            } else {
                map.put(key.clone(), value.clone())?;
            }
            value
        }
        ("merge", [key, value, join]) => {
            let value = match map.get(key).filter(|old| !old.is_null()) {
                Some(old) => cx.invoke(join, "apply", &[old, value.clone()])?,
                None => value.clone(),
            };
            if value.is_null() {
                map.remove(key)?;
            } else {
                map.put(key.clone(), value.clone())?;
            }
            value
        }
        ("replaceAll", [change]) => {
            for (key, value) in entries() {
                let value = cx.invoke(change, "apply", &[key.clone(), value])?;
                map.put(key, value)?;
            }
            Value::Null
        }
        ("replace", [key, value]) => match map.get(key) {
            Some(_) => map.put(key.clone(), value.clone())?.unwrap_or_default(),
            None => Value::Null,
        },
        ("keys", []) => super::iterators::enumeration(entries().into_iter().map(|(key, _)| key).collect()),
        ("elements", []) => {
            super::iterators::enumeration(entries().into_iter().map(|(_, value)| value).collect())
        }
        ("contains", [value]) => Value::Bool(entries().iter().any(|(_, own)| own == value)),
        ("firstKey", []) => map.entry(0).ok_or_else(none)?.0,
        ("lastKey", []) => map.entry(map.len().wrapping_sub(1)).ok_or_else(none)?.0,
        ("clone", []) => {
            let class = target.class_name().unwrap_or_default().to_owned();
            match super::find(&class).and_then(|native| native.make) {
                Some(make) => return make(cx, std::slice::from_ref(target)),
                None => return Ok(None),
            }
        }
        _ => return Ok(None),
    }))
}
