//! `java.util.List`, `java.util.Collection`, `java.util.Map` and `java.util.Iterator`.

use std::any::Any;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;

use super::check_items;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::value::Class;
use crate::value::Items;
use crate::value::ListView;
use crate::value::Map;
use crate::value::MapPart;
use crate::value::MapPartKind;
use crate::value::MapView;
use crate::value::Obj;
use crate::value::Object;
use crate::value::Set;
use crate::value::Value;
use crate::value::coerce;

pub(super) const LIST_NAMES: &[&str] = &[
    "add",
    "addAll",
    "clear",
    "contains",
    "containsAll",
    "get",
    "indexOf",
    "isEmpty",
    "iterator",
    "lastIndexOf",
    "remove",
    "removeAll",
    "set",
    "size",
    "subList",
    "toArray",
];
pub(super) const COLLECTION_NAMES: &[&str] = &[
    "add",
    "addAll",
    "clear",
    "contains",
    "containsAll",
    "isEmpty",
    "iterator",
    "remove",
    "size",
    "toArray",
];
pub(super) const MAP_NAMES: &[&str] = &[
    "clear",
    "containsKey",
    "containsValue",
    "entrySet",
    "get",
    "getOrDefault",
    "isEmpty",
    "keySet",
    "put",
    "putAll",
    "putIfAbsent",
    "remove",
    "size",
    "values",
];

/// Calls a method of a list; `None`: lists have no such method.
pub(super) fn call_list(
    object: &Obj,
    list: &dyn ListView,
    method: &str,
    args: &[Value],
) -> Result<Option<Value>> {
    Ok(Some(match (method, args) {
        ("get", [index]) => {
            let index = coerce::to_int(index)?;
            usize::try_from(index)
                .ok()
                .and_then(|index| list.get(index))
                .ok_or_else(|| outside(index, list))?
        }
        ("size", []) => size(list.len()),
        ("isEmpty", []) => Value::Bool(list.is_empty()),
        ("contains", [item]) => Value::Bool(list_items(list).any(|own| own == *item)),
        ("indexOf", [item]) => position(list_items(list).position(|own| own == *item)),
        ("lastIndexOf", [item]) => {
            position((0..list.len()).rev().find(|index| list.get(*index).is_some_and(|own| own == *item)))
        }
        ("add", [item]) => {
            list.insert(list.len(), item.clone())?;
            Value::Bool(true)
        }
        ("add", [index, item]) => {
            let index = coerce::to_int(index)?;
            list.insert(usize::try_from(index).map_err(|_| outside(index, list))?, item.clone())?;
            Value::Null
        }
        ("addAll", [items]) => {
            let items = all(items)?;
            check_items(list.len(), items.len())?;
            for item in &items {
                list.insert(list.len(), item.clone())?;
            }
            Value::Bool(!items.is_empty())
        }
        ("set", [index, item]) => {
            let index = coerce::to_int(index)?;
            let at = usize::try_from(index).map_err(|_| outside(index, list))?;
            let old = list.get(at).ok_or_else(|| outside(index, list))?;
            list.set(at, item.clone())?;
            old
        }
        // Java has `remove(int)` and `remove(Object)`; a `long`, as EL's literals are, is an object.
        ("remove", [Value::Byte(_) | Value::Short(_) | Value::Int(_)]) => {
            let index = coerce::to_int(&args[0])?;
            list.remove(usize::try_from(index).map_err(|_| outside(index, list))?)?
        }
        ("remove", [item]) => match list_items(list).position(|own| own == *item) {
            Some(index) => {
                list.remove(index)?;
                Value::Bool(true)
            }
            None => Value::Bool(false),
        },
        ("removeAll", [items]) => {
            let items = Set::from_iter(all(items)?);
            let before = list.len();
            for index in (0..before).rev() {
                if list.get(index).is_some_and(|own| items.contains(&own)) {
                    list.remove(index)?;
                }
            }
            Value::Bool(list.len() != before)
        }
        ("clear", []) => {
            while !list.is_empty() {
                list.remove(list.len().saturating_sub(1))?;
            }
            Value::Null
        }
        ("subList", [from, to]) => {
            let (from, to) = (coerce::to_int(from)?, coerce::to_int(to)?);
            let range = usize::try_from(from).ok().zip(usize::try_from(to).ok());
            let (from, to) = range.filter(|(from, to)| from <= to && *to <= list.len()).ok_or_else(|| {
                let len = list.len();
                index_error(format!("a list of {len} has no part from {from} to {to}"))
            })?;
            Value::list((from..to).map_while(|index| list.get(index)))
        }
        _ => return call_iterable(object, method, args),
    }))
}

/// Calls a method of a collection that is no list.
pub(super) fn call_collection(object: &Obj, method: &str, args: &[Value]) -> Result<Option<Value>> {
    let set = object.as_any().downcast_ref::<Set>();
    let change = || set.ok_or_else(|| Error::new(class::UNSUPPORTED, "the collection can't be changed"));
    Ok(Some(match (method, args) {
        ("size", []) => match object.size() {
            Some(len) => size(len),
            None => size(iterate(object)?.try_fold(0, |count, item| item.map(|_| count + 1))?),
        },
        ("isEmpty", []) => Value::Bool(match object.size() {
            Some(len) => len == 0,
            None => iterate(object)?.next().transpose()?.is_none(),
        }),
        ("contains", [item]) => Value::Bool(contains(object, item)?),
        ("add", [item]) => Value::Bool(change()?.add(item.clone())?),
        ("addAll", [items]) => {
            let set = change()?;
            let items = all(items)?;
            check_items(set.len(), items.len())?;
            let mut changed = false;
            for item in items {
                changed |= set.add(item)?;
            }
            Value::Bool(changed)
        }
        ("remove", [item]) => Value::Bool(change()?.remove(item)),
        ("clear", []) => {
            change()?.clear();
            Value::Null
        }
        _ => return call_iterable(object, method, args),
    }))
}

/// What all collections have alike.
fn call_iterable(object: &Obj, method: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match (method, args) {
        ("iterator", []) => Value::new(Cursor::new(iterate(object)?)),
        ("toArray", []) => super::array(iterate(object)?.collect::<Result<Vec<_>>>()?),
        ("containsAll", [items]) => {
            let own = Set::from_iter(iterate(object)?.collect::<Result<Vec<_>>>()?);
            Value::Bool(all(items)?.iter().all(|item| own.contains(item)))
        }
        _ => return Ok(None),
    }))
}

/// Calls a method of a map; `None`: maps have no such method.
pub(super) fn call_map(
    object: &Obj,
    map: &dyn MapView,
    method: &str,
    args: &[Value],
) -> Result<Option<Value>> {
    let part = |kind: MapPartKind| Value::new(MapPart::new(object.clone(), kind));
    Ok(Some(match (method, args) {
        ("get", [key]) => map.get(key).unwrap_or_default(),
        ("getOrDefault", [key, default]) => map.get(key).unwrap_or_else(|| default.clone()),
        ("containsKey", [key]) => Value::Bool(map.get(key).is_some()),
        ("containsValue", [value]) => {
            Value::Bool(MapPart::new(object.clone(), MapPartKind::Values).contains(value))
        }
        ("keySet", []) => part(MapPartKind::Keys),
        ("values", []) => part(MapPartKind::Values),
        ("entrySet", []) => part(MapPartKind::Entries),
        ("size", []) => size(map.len()),
        ("isEmpty", []) => Value::Bool(map.is_empty()),
        ("put", [key, value]) => map.put(key.clone(), value.clone())?.unwrap_or_default(),
        ("putIfAbsent", [key, value]) => match map.get(key) {
            Some(Value::Null) | None => map.put(key.clone(), value.clone())?.unwrap_or_default(),
            Some(present) => present,
        },
        ("putAll", [other]) => {
            let other_map = other.as_object().filter(|other| other.as_map().is_some());
            let other_map = other_map.ok_or_else(|| coerce::cannot_convert(other, "java.util.Map"))?;
            let entries = MapPart::new(other_map.clone(), MapPartKind::Entries).pairs();
            check_items(map.len(), entries.len())?;
            for (key, value) in entries {
                map.put(key, value)?;
            }
            Value::Null
        }
        ("remove", [key]) => map.remove(key)?.unwrap_or_default(),
        ("clear", []) => {
            match object.as_any().downcast_ref::<Map>() {
                Some(map) => map.clear(),
                None => {
                    while let Some((key, _)) = map.entry(0) {
                        map.remove(&key)?;
                    }
                }
            }
            Value::Null
        }
        _ => return Ok(None),
    }))
}

fn size(len: usize) -> Value {
    Value::Int(i32::try_from(len).unwrap_or(i32::MAX))
}

fn position(found: Option<usize>) -> Value {
    found.map_or(Value::Int(-1), size)
}

fn list_items(list: &dyn ListView) -> impl Iterator<Item = Value> {
    (0..).map_while(|index| list.get(index))
}

fn iterate(object: &Obj) -> Result<Items> {
    Arc::clone(object)
        .iterate()
        .ok_or_else(|| coerce::cannot_convert(&Value::Object(object.clone()), "java.util.Collection"))
}

/// The items of an argument, taken before anything is changed: a collection may be added to itself.
fn all(value: &Value) -> Result<Vec<Value>> {
    match value {
        Value::Null => Err(Error::new(class::NULL_POINTER, "a collection is needed, not null")),
        Value::Object(object) => iterate(object)?.collect(),
        other => Err(coerce::cannot_convert(other, "java.util.Collection")),
    }
}

fn contains(object: &Obj, item: &Value) -> Result<bool> {
    if let Some(set) = object.as_any().downcast_ref::<Set>() {
        return Ok(set.contains(item));
    }
    if let Some(part) = object.as_any().downcast_ref::<MapPart>() {
        return Ok(part.contains(item));
    }
    for own in iterate(object)? {
        if own? == *item {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cold]
fn outside(index: i32, list: &dyn ListView) -> Error {
    index_error(format!("index {index} is outside a list of {}", list.len()))
}

#[cold]
fn index_error(message: String) -> Error {
    Error::new(class::INDEX_OUT_OF_BOUNDS, message)
}

/// A `java.util.Iterator`.
struct Cursor(Mutex<Peeked>);

/// An iterator with the item that `hasNext` had to take in order to know.
struct Peeked {
    items: Items,
    ahead: Option<Result<Value>>,
}

impl Cursor {
    fn new(items: Items) -> Self {
        Cursor(Mutex::new(Peeked { items, ahead: None }))
    }

    fn next(&self) -> Option<Result<Value>> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.ahead.take().or_else(|| state.items.next())
    }

    fn has_next(&self) -> bool {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.ahead.is_none() {
            state.ahead = state.items.next();
        }
        state.ahead.is_some()
    }
}

impl Object for Cursor {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("java.util.Iterator", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    /// What is left, which is then used up.
    fn iterate(self: Arc<Self>) -> Option<Items> {
        Some(Box::new(std::iter::from_fn(move || self.next())))
    }

    fn size(&self) -> Option<usize> {
        None
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        match (method, args) {
            ("hasNext" | "hasMoreElements", []) => Ok(Some(Value::Bool(self.has_next()))),
            ("next" | "nextElement", []) => match self.next() {
                Some(item) => item.map(Some),
                None => Err(Error::new("java.util.NoSuchElementException", "the iterator has no more items")),
            },
            _ => Ok(None),
        }
    }
}
