//! What `Vector`, `Stack`, `LinkedList`, `Hashtable`, `Properties`, `TreeMap` and `TreeSet` have beyond lists, maps and
//! sets.

use super::collection;
use crate::Result;
use crate::error::Error;
use crate::value::List;
use crate::value::ListView;
use crate::value::Map;
use crate::value::MapPartKind;
use crate::value::MapView;
use crate::value::Obj;
use crate::value::Set;
use crate::value::Value;
use crate::value::coerce;
use crate::value::collections::ListKind;
use crate::value::collections::MapKind;
use crate::value::collections::SetKind;

const VECTOR_NAMES: &[&str] = &[
    "addElement",
    "elementAt",
    "elements",
    "firstElement",
    "insertElementAt",
    "lastElement",
    "removeAllElements",
    "removeElement",
    "removeElementAt",
    "setElementAt",
];
const STACK_NAMES: &[&str] = &["empty", "peek", "pop", "push", "search"];
const LINKED_NAMES: &[&str] = &[
    "addFirst",
    "addLast",
    "element",
    "getFirst",
    "getLast",
    "offer",
    "peek",
    "peekFirst",
    "peekLast",
    "poll",
    "pollFirst",
    "pollLast",
    "pop",
    "push",
    "removeFirst",
    "removeLast",
];
const HASHTABLE_NAMES: &[&str] = &["contains", "elements", "keys"];
const PROPERTIES_NAMES: &[&str] = &["getProperty", "setProperty", "stringPropertyNames"];
const TREE_MAP_NAMES: &[&str] = &["firstEntry", "firstKey", "lastEntry", "lastKey"];
const TREE_SET_NAMES: &[&str] = &["first", "last", "pollFirst", "pollLast"];

/// The names of these methods of an object.
pub(super) fn names(object: &Obj) -> &'static [&'static [&'static str]] {
    if let Some(list) = object.as_any().downcast_ref::<List>() {
        return match list.kind() {
            ListKind::Array => &[],
            ListKind::Linked => &[LINKED_NAMES],
            ListKind::Stack => &[STACK_NAMES, VECTOR_NAMES],
            ListKind::Vector => &[VECTOR_NAMES],
        };
    }
    if let Some(map) = object.as_any().downcast_ref::<Map>() {
        return match map.kind() {
            MapKind::Linked => &[],
            MapKind::Concurrent | MapKind::Hashtable => &[HASHTABLE_NAMES],
            MapKind::Properties => &[HASHTABLE_NAMES, PROPERTIES_NAMES],
            MapKind::Tree => &[TREE_MAP_NAMES],
        };
    }
    match object.as_any().downcast_ref::<Set>().map(Set::kind) {
        Some(SetKind::Tree) => &[TREE_SET_NAMES],
        _ => &[],
    }
}

/// Calls such a method; `None`: the object has none of that name and number of arguments.
pub(super) fn call(object: &Obj, method: &str, args: &[Value]) -> Result<Option<Value>> {
    if !names(object).iter().copied().flatten().any(|name| *name == method) {
        return Ok(None);
    }
    if let Some(list) = object.as_any().downcast_ref::<List>() {
        return if list.kind() == ListKind::Linked {
            call_linked(list, method, args)
        } else {
            call_vector(object, list, method, args)
        };
    }
    if let Some(map) = object.as_any().downcast_ref::<Map>() {
        return call_map(object, map, method, args);
    }
    match object.as_any().downcast_ref::<Set>() {
        Some(set) => call_set(set, method, args),
        None => Ok(None),
    }
}

fn call_vector(object: &Obj, list: &List, method: &str, args: &[Value]) -> Result<Option<Value>> {
    let same = |method: &str, args: &[Value]| collection::call_list(object, list, method, args);
    let top = list.len().checked_sub(1);
    let empty = || Error::new("java.util.EmptyStackException", "the stack is empty");
    Ok(Some(match (method, args) {
        ("elementAt", [_]) => return same("get", args),
        ("elements", []) => return same("iterator", args),
        ("firstElement", []) => list.get(0).ok_or_else(none)?,
        ("lastElement", []) => top.and_then(|top| list.get(top)).ok_or_else(none)?,
        ("addElement", [item]) => {
            list.push(item.clone());
            Value::Null
        }
        ("insertElementAt", [item, index]) => return same("add", &[index.clone(), item.clone()]),
        ("setElementAt", [item, index]) => {
            same("set", &[index.clone(), item.clone()])?;
            Value::Null
        }
        ("removeElement", [item]) => match (0..list.len()).find(|at| list.get(*at).as_ref() == Some(item)) {
            Some(at) => {
                list.remove(at)?;
                Value::Bool(true)
            }
            None => Value::Bool(false),
        },
        ("removeElementAt", [index]) => {
            same("remove", &[Value::Int(coerce::to_int(index)?)])?;
            Value::Null
        }
        ("removeAllElements", []) => {
            list.clear();
            Value::Null
        }
        ("push", [item]) => {
            list.push(item.clone());
            item.clone()
        }
        ("pop", []) => list.remove(top.ok_or_else(empty)?)?,
        ("peek", []) => top.and_then(|top| list.get(top)).ok_or_else(empty)?,
        ("empty", []) => Value::Bool(list.is_empty()),
        ("search", [item]) => {
            let found = (0..list.len()).rev().find(|at| list.get(*at).as_ref() == Some(item));
            Value::Int(found.map_or(-1, |at| i32::try_from(list.len() - at).unwrap_or(i32::MAX)))
        }
        _ => return Ok(None),
    }))
}

fn call_linked(list: &List, method: &str, args: &[Value]) -> Result<Option<Value>> {
    let last = list.len().checked_sub(1);
    Ok(Some(match (method, args) {
        ("addFirst" | "push", [item]) => {
            list.insert(0, item.clone())?;
            Value::Null
        }
        ("addLast", [item]) => {
            list.push(item.clone());
            Value::Null
        }
        ("offer", [item]) => {
            list.push(item.clone());
            Value::Bool(true)
        }
        ("getFirst" | "element", []) => list.get(0).ok_or_else(none)?,
        ("getLast", []) => last.and_then(|last| list.get(last)).ok_or_else(none)?,
        ("peek" | "peekFirst", []) => list.get(0).unwrap_or_default(),
        ("peekLast", []) => last.and_then(|last| list.get(last)).unwrap_or_default(),
        ("poll" | "pollFirst", []) if last.is_none() => Value::Null,
        ("poll" | "pollFirst", []) => list.remove(0)?,
        ("pollLast", []) => match last {
            Some(last) => list.remove(last)?,
            None => Value::Null,
        },
        ("removeFirst" | "pop", []) if last.is_some() => list.remove(0)?,
        ("removeLast", []) => list.remove(last.ok_or_else(none)?)?,
        ("removeFirst" | "pop", []) => return Err(none()),
        _ => return Ok(None),
    }))
}

fn call_map(object: &Obj, map: &Map, method: &str, args: &[Value]) -> Result<Option<Value>> {
    let part = |kind| Value::new(crate::value::MapPart::new(object.clone(), kind));
    let iterator = |kind| super::call_method(&part(kind), "iterator", &[]);
    let entry = |position: Option<usize>| position.and_then(|position| map.entry(position));
    let shown = |(key, value)| Value::new(crate::value::Entry::new(key, value));
    let last = map.len().checked_sub(1);
    Ok(Some(match (method, args) {
        ("keys", []) => iterator(MapPartKind::Keys)?,
        ("elements", []) => iterator(MapPartKind::Values)?,
        ("contains", [_]) => return collection::call_map(object, map, "containsValue", args),
        ("getProperty", [key]) => map.get(key).unwrap_or_default(),
        ("getProperty", [key, default]) => map.get(key).unwrap_or_else(|| default.clone()),
        ("setProperty", [key, value]) => {
            let text = |value: &Value| Value::str(coerce::to_text(value).as_ref());
            map.put(text(key), text(value))?.unwrap_or_default()
        }
        ("stringPropertyNames", []) => part(MapPartKind::Keys),
        ("firstKey", []) => entry(Some(0)).ok_or_else(none)?.0,
        ("lastKey", []) => entry(last).ok_or_else(none)?.0,
        ("firstEntry", []) => entry(Some(0)).map(shown).unwrap_or_default(),
        ("lastEntry", []) => entry(last).map(shown).unwrap_or_default(),
        _ => return Ok(None),
    }))
}

fn call_set(set: &Set, method: &str, args: &[Value]) -> Result<Option<Value>> {
    let last = set.len().checked_sub(1);
    let take = |item: Option<Value>| {
        if let Some(item) = &item {
            set.remove(item);
        }
        item.unwrap_or_default()
    };
    Ok(Some(match (method, args) {
        ("first", []) => set.item(0).ok_or_else(none)?,
        ("last", []) => last.and_then(|last| set.item(last)).ok_or_else(none)?,
        ("pollFirst", []) => take(set.item(0)),
        ("pollLast", []) => take(last.and_then(|last| set.item(last))),
        _ => return Ok(None),
    }))
}

#[cold]
fn none() -> Error {
    Error::new("java.util.NoSuchElementException", "the collection is empty")
}

#[cfg(test)]
mod tests {
    use crate::Value;
    use crate::value::java;
    use crate::value::methods::call_method;

    fn made(class: &str) -> Value {
        java::instantiate(class).expect("the class is known").expect("it can be made")
    }

    /// Calls methods one after the other and shows what they give.
    fn calls(class: &str, calls: &[(&str, Vec<Value>)]) -> String {
        let target = made(class);
        let mut shown: Vec<String> = calls
            .iter()
            .map(|(method, args)| match call_method(&target, method, args) {
                Ok(value) => value.to_string(),
                Err(error) => error.class_name().to_string(),
            })
            .collect();
        shown.push(target.to_string());
        shown.join(" ")
    }

    #[test]
    fn old_lists_keep_their_methods() {
        let (a, b) = (Value::str("a"), Value::str("b"));
        assert_eq!(
            calls(
                "java.util.Vector",
                &[
                    ("firstElement", vec![]),
                    ("addElement", vec![a.clone()]),
                    ("insertElementAt", vec![b.clone(), Value::Int(0)]),
                    ("elementAt", vec![Value::Int(1)]),
                    ("removeElement", vec![a.clone()]),
                ]
            ),
            "java.util.NoSuchElementException null null a true [b]"
        );
        assert_eq!(
            calls(
                "java.util.Stack",
                &[
                    ("pop", vec![]),
                    ("push", vec![a.clone()]),
                    ("push", vec![b.clone()]),
                    ("search", vec![a.clone()]),
                    ("pop", vec![])
                ]
            ),
            "java.util.EmptyStackException a b 2 b [a]"
        );
        assert_eq!(
            calls(
                "java.util.LinkedList",
                &[
                    ("poll", vec![]),
                    ("addFirst", vec![a]),
                    ("push", vec![b]),
                    ("getLast", vec![]),
                    ("removeFirst", vec![])
                ]
            ),
            "null null null a b [a]"
        );
    }

    #[test]
    fn trees_are_sorted_and_tables_take_no_null() {
        let (a, b) = (Value::str("a"), Value::str("b"));
        assert_eq!(
            calls(
                "java.util.TreeMap",
                &[
                    ("put", vec![b.clone(), Value::Int(1)]),
                    ("put", vec![a.clone(), Value::Int(2)]),
                    ("put", vec![b.clone(), Value::Int(3)]),
                    ("put", vec![Value::Null, Value::Int(3)]),
                    ("lastKey", vec![]),
                ]
            ),
            "null null 1 java.lang.NullPointerException b {a=2, b=3}"
        );
        assert_eq!(
            calls(
                "java.util.TreeSet",
                &[
                    ("add", vec![b.clone()]),
                    ("add", vec![a.clone()]),
                    ("add", vec![b.clone()]),
                    ("first", vec![])
                ]
            ),
            "true true false a [a, b]"
        );
        assert_eq!(
            calls(
                "java.util.Properties",
                &[
                    ("setProperty", vec![a.clone(), b.clone()]),
                    ("getProperty", vec![b.clone(), Value::str("c")]),
                    ("put", vec![a, Value::Null]),
                ]
            ),
            "null c java.lang.NullPointerException {a=b}"
        );
    }

    #[test]
    fn beans_are_of_their_class_and_what_that_extends() {
        for (class, supers) in [
            ("java.util.Stack", &["java.util.Vector", "java.util.List"][..]),
            ("java.util.Properties", &["java.util.Hashtable", "java.util.Map"]),
            ("java.util.HashMap", &["java.util.HashMap"]),
            ("java.util.TreeSet", &["java.util.SortedSet", "java.lang.Iterable"]),
        ] {
            assert!(supers.iter().all(|name| made(class).is_instance(name)), "{class}");
        }
        assert!(!made("java.util.Vector").is_instance("java.util.ArrayList"));
    }
}
