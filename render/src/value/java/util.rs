//! `java.util`: collections, `Objects`, `Optional`.

use std::any::Any;
use std::fmt;
use std::sync::LazyLock;

use super::NativeClass;
use super::lang;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::value::Class;
use crate::value::Entry;
use crate::value::List;
use crate::value::Map;
use crate::value::Object;
use crate::value::Set;
use crate::value::Value;
use crate::value::coerce;
use crate::value::collections;
use crate::value::collections::ListKind;
use crate::value::collections::MapKind;
use crate::value::collections::SetKind;
use crate::value::methods;

pub(super) const CLASSES: &[NativeClass] = &[
    collection("java.util.ArrayList", |args| made_list(args, ListKind::Array)),
    collection("java.util.LinkedList", |args| made_list(args, ListKind::Linked)),
    collection("java.util.Vector", |args| made_list(args, ListKind::Vector)),
    collection("java.util.Stack", |args| made_list(args, ListKind::Stack)),
    collection("java.util.HashSet", |args| made_set(args, SetKind::Linked)),
    collection("java.util.LinkedHashSet", |args| made_set(args, SetKind::Linked)),
    collection("java.util.TreeSet", |args| made_set(args, SetKind::Tree)),
    collection("java.util.HashMap", |args| made_map(args, MapKind::Linked)),
    collection("java.util.LinkedHashMap", |args| made_map(args, MapKind::Linked)),
    collection("java.util.Hashtable", |args| made_map(args, MapKind::Hashtable)),
    collection("java.util.Properties", |args| made_map(args, MapKind::Properties)),
    collection("java.util.TreeMap", |args| made_map(args, MapKind::Tree)),
    collection("java.util.concurrent.ConcurrentHashMap", |args| made_map(args, MapKind::Concurrent)),
    NativeClass {
        name: "java.util.List",
        fields: &[],
        methods: &["copyOf", "of"],
        field: |_| None,
        call: |method, args| match (method, args) {
            ("of", [only]) if is_array(only) => items(only).map(|items| Some(fixed(items))),
            ("of", args) => Ok(Some(fixed(args.to_vec()))),
            ("copyOf", [all]) => items(all).map(|items| Some(fixed(items))),
            _ => Ok(None),
        },
        make: None,
    },
    NativeClass {
        name: "java.util.Set",
        fields: &[],
        methods: &["copyOf", "of"],
        field: |_| None,
        call: |method, args| match (method, args) {
            ("of", args) => Ok(Some(Value::set(args.iter().cloned()))),
            ("copyOf", [all]) => items(all).map(|items| Some(Value::set(items))),
            _ => Ok(None),
        },
        make: None,
    },
    NativeClass {
        name: "java.util.Map",
        fields: &[],
        methods: &["copyOf", "entry", "of"],
        field: |_| None,
        call: |method, args| match (method, args) {
            ("of", args) if args.len().is_multiple_of(2) => {
                Ok(Some(Value::map(args.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())))))
            }
            ("entry", [key, value]) => Ok(Some(Value::new(Entry::new(key.clone(), value.clone())))),
            ("copyOf", [_]) => made_map(args, MapKind::default()),
            _ => Ok(None),
        },
        make: None,
    },
    NativeClass {
        name: "java.util.Arrays",
        fields: &[],
        methods: &["asList", "toString"],
        field: |_| None,
        call: |method, args| match (method, args) {
            ("asList", [only]) if only.as_object().is_some_and(|object| object.as_list().is_some()) => {
                Ok(Some(only.clone()))
            }
            ("asList", args) => Ok(Some(Value::list(args.iter().cloned()))),
            ("toString", [all]) => Ok(Some(Value::str(all.to_string()))),
            _ => Ok(None),
        },
        make: None,
    },
    NativeClass {
        name: "java.util.Collections",
        fields: &[],
        methods: &["emptyList", "emptyMap", "emptySet", "max", "min", "reverse", "singletonList", "sort"],
        field: |_| None,
        call: sorted_collections,
        make: None,
    },
    NativeClass {
        name: "java.util.Objects",
        fields: &[],
        methods: &["equals", "hash", "hashCode", "isNull", "nonNull", "requireNonNullElse", "toString"],
        field: |_| None,
        call: objects,
        make: None,
    },
    NativeClass {
        name: "java.util.Optional",
        fields: &[],
        methods: &["empty", "of", "ofNullable"],
        field: |_| None,
        call: |method, args| match (method, args) {
            ("empty", []) => Ok(Some(JavaOptional::value(Value::Null))),
            ("of", [Value::Null]) => Err(Error::new(class::NULL_POINTER, "an Optional can't hold null")),
            ("of" | "ofNullable", [value]) => Ok(Some(JavaOptional::value(value.clone()))),
            _ => Ok(None),
        },
        make: None,
    },
];

/// A collection that is made empty, with a capacity, or as a copy.
const fn collection(name: &'static str, make: fn(&[Value]) -> Result<Option<Value>>) -> NativeClass {
    NativeClass { name, fields: &[], methods: &[], field: |_| None, call: |_, _| Ok(None), make: Some(make) }
}

fn made_list(args: &[Value], kind: ListKind) -> Result<Option<Value>> {
    let made = |items: Vec<Value>| Some(Value::new(List::from(items).of_kind(kind)));
    Ok(match args {
        [] => made(Vec::new()),
        [Value::Object(_)] => made(items(&args[0])?),
        [capacity] => coerce::to_int(capacity).map(|_| made(Vec::new()))?,
        _ => None,
    })
}

fn made_set(args: &[Value], kind: SetKind) -> Result<Option<Value>> {
    let set = Set::of_kind(kind);
    match args {
        [] => {}
        [Value::Object(_)] => {
            for item in items(&args[0])? {
                set.add(item)?;
            }
        }
        [capacity] | [capacity, _] => drop(coerce::to_int(capacity)?),
        _ => return Ok(None),
    }
    Ok(Some(Value::new(set)))
}

fn made_map(args: &[Value], kind: MapKind) -> Result<Option<Value>> {
    let map = Value::new(Map::of_kind(kind));
    match args {
        [] => {}
        [Value::Object(_)] => drop(methods::call_method(&map, "putAll", args)?),
        [capacity] | [capacity, _] => drop(coerce::to_int(capacity)?),
        _ => return Ok(None),
    }
    Ok(Some(map))
}

fn items(all: &Value) -> Result<Vec<Value>> {
    let items = all.as_object().and_then(|object| object.clone().iterate());
    items.ok_or_else(|| coerce::cannot_convert(all, "java.util.Collection"))?.collect()
}

fn is_array(value: &Value) -> bool {
    value
        .as_object()
        .is_some_and(|object| object.as_list().is_some() && !object.class().is_a("java.util.List"))
}

fn fixed(items: Vec<Value>) -> Value {
    Value::new(items)
}

fn sorted_collections(method: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match (method, args) {
        ("emptyList", []) => fixed(Vec::new()),
        ("emptySet", []) => Value::set([]),
        ("emptyMap", []) => Value::map([]),
        ("singletonList", [item]) => fixed(vec![item.clone()]),
        ("min" | "max", [all]) => {
            let mut items = items(all)?;
            methods::sort_naturally(&mut items)?;
            let found = if method == "min" { items.first() } else { items.last() };
            found
                .cloned()
                .ok_or_else(|| Error::new("java.util.NoSuchElementException", "the collection is empty"))?
        }
        ("sort" | "reverse", [all]) => {
            let mut items = items(all)?;
            if method == "sort" {
                methods::sort_naturally(&mut items)?;
            } else {
                items.reverse();
            }
            let list = all.as_object().and_then(|object| object.as_list());
            let list = list.ok_or_else(|| coerce::cannot_convert(all, "java.util.List"))?;
            for (index, item) in items.into_iter().enumerate() {
                list.set(index, item)?;
            }
            Value::Null
        }
        _ => return Ok(None),
    }))
}

fn objects(method: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match (method, args) {
        ("equals", [a, b]) => Value::Bool(lang::java_equals(a, b)?),
        ("isNull", [a]) => Value::Bool(a.is_null()),
        ("nonNull", [a]) => Value::Bool(!a.is_null()),
        ("hashCode", [a]) => Value::Int(collections::hash_code(a)),
        ("hash", all) => Value::Int(List::from_iter(all.iter().cloned()).hash_code()),
        ("toString", [a]) => Value::str(a.to_string()),
        ("toString", [a, default]) => {
            if a.is_null() {
                default.clone()
            } else {
                Value::str(a.to_string())
            }
        }
        ("requireNonNullElse", [a, default]) => {
            if a.is_null() {
                default.clone()
            } else {
                a.clone()
            }
        }
        _ => return Ok(None),
    }))
}

/// A `java.util.Optional`. Its methods that take lambdas are the machine's.
///
/// Its properties are those of any bean; for [`OptionalResolver`](crate::el::OptionalResolver) they are those of what it
/// holds.
pub struct JavaOptional(Value);

impl JavaOptional {
    /// An Optional of the value; null: empty.
    pub(crate) fn value(value: Value) -> Value {
        Value::new(JavaOptional(value))
    }

    /// What it holds; null: nothing.
    pub(crate) fn get(&self) -> &Value {
        &self.0
    }
}

impl Drop for JavaOptional {
    fn drop(&mut self) {
        collections::release(std::iter::once(std::mem::take(&mut self.0)));
    }
}

impl Object for JavaOptional {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("java.util.Optional", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn dynamic_property(&self, name: &str) -> Result<Option<Value>> {
        Ok(match name {
            "present" => Some(Value::Bool(!self.0.is_null())),
            "empty" => Some(Value::Bool(self.0.is_null())),
            _ => None,
        })
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(Some(match (method, args) {
            ("isPresent", []) => Value::Bool(!self.0.is_null()),
            ("isEmpty", []) => Value::Bool(self.0.is_null()),
            ("get" | "orElseThrow" | "getAsInt" | "getAsLong" | "getAsDouble", []) => {
                if self.0.is_null() {
                    return Err(Error::new("java.util.NoSuchElementException", "No value present"));
                }
                self.0.clone()
            }
            ("orElse", [other]) => {
                if self.0.is_null() {
                    other.clone()
                } else {
                    self.0.clone()
                }
            }
            _ => return Ok(None),
        }))
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<JavaOptional>().is_some_and(|other| self.0 == other.0)
    }

    fn hash_code(&self) -> i32 {
        collections::hash_code(&self.0)
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        if self.0.is_null() {
            return out.write_str("Optional.empty");
        }
        write!(out, "Optional[{}]", self.0)
    }
}
